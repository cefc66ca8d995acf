import * as z from 'zod';
import { AppError, isAppError } from '#contract/errors.ts';
import type { MemorySecrets, SecretStore } from '#platform/secrets/secret-store.ts';
import type { Credentials } from '#service/token/credentials.ts';
import { huellaDeCuenta, type Cuenta } from './account.ts';

const guardado = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('api'), apiSecret: z.string().min(1) }),
  z.object({ tipo: z.literal('usuario'), refreshToken: z.string().min(1), vence: z.number() }),
]);

/** The server that an entry is for. */
const ligada = z.object({ url: z.string() });

/** What is kept for an account where secrets go. A password never is: the refresh token that it gave is. */
export type Secreto = z.infer<typeof guardado>;

export interface SecretosDeCuenta {
  /** True when it will be there in the next run; false when there is no keychain and it is kept in memory. */
  guardar(cuenta: Cuenta, secreto: Secreto): Promise<boolean>;
  /** For this session only: what was typed because there was nothing to read. */
  recordar(cuenta: Cuenta, secreto: Secreto): Promise<void>;
  /** True when it is only in this session. */
  enMemoria(cuenta: Cuenta): Promise<boolean>;
  /** Undefined when there is none. Throws `LLAVERO_NO_DISPONIBLE` when the keychain is to be asked and cannot say. */
  leer(cuenta: Cuenta, enLlavero: boolean): Promise<Secreto | undefined>;
  /** Throws `LLAVERO_NO_DISPONIBLE` when the keychain has one and cannot be asked to delete it. */
  borrar(cuenta: Cuenta, enLlavero: boolean): Promise<void>;
  /** All that this session remembers, whatever account it is of. */
  olvidarSesion(): void;
}

interface Stores {
  readonly llavero: SecretStore;
  /** For the session, where there is no keychain. */
  readonly memoria: MemorySecrets;
}

/** The name of an entry, made of all that it is for: the kind of account, its address, and who enters. */
const entradaDe = (cuenta: Cuenta): string => `cuenta:${huellaDeCuenta(cuenta.url, cuenta)}`;
/** What entries were called before their address was in their name. */
const entradaAnterior = ({ id }: Cuenta): string => `cuenta:${id}`;

/**
 * One entry per account and address: what was given for a server is found by no account of another one, whatever its name or its id. The
 * address is in the entry's name and in the entry itself, and both must agree.
 */
export function secretosDeCuenta({ llavero, memoria }: Stores): SecretosDeCuenta {
  /** An entry of before is read once under its old name, and kept from then on under the one that is of its address. */
  async function adoptar(cuenta: Cuenta): Promise<Secreto | undefined> {
    const text = await llavero.get(entradaAnterior(cuenta));
    const secreto = text === undefined ? undefined : parseSecreto(text);
    if (secreto === undefined) return undefined;
    try {
      await llavero.set(entradaDe(cuenta), textoDe(cuenta, secreto));
      await llavero.delete(entradaAnterior(cuenta));
    } catch (error) {
      // It can be read and not written: it serves as it is, and the next run tries again.
      if (!isAppError(error, 'LLAVERO_NO_DISPONIBLE')) throw error;
    }
    return secreto;
  }

  return {
    async guardar(cuenta, secreto) {
      const text = textoDe(cuenta, secreto);
      try {
        await llavero.delete(entradaAnterior(cuenta));
        await llavero.set(entradaDe(cuenta), text);
        await memoria.delete(entradaDe(cuenta));
        return true;
      } catch (error) {
        if (!isAppError(error, 'LLAVERO_NO_DISPONIBLE')) throw error;
        await memoria.set(entradaDe(cuenta), text);
        return false;
      }
    },
    recordar: (cuenta, secreto) => memoria.set(entradaDe(cuenta), textoDe(cuenta, secreto)),
    enMemoria: async (cuenta) => (await memoria.get(entradaDe(cuenta))) !== undefined,
    async leer(cuenta, enLlavero) {
      const name = entradaDe(cuenta);
      const text = (await memoria.get(name)) ?? (enLlavero ? await llavero.get(name) : undefined);
      if (text === undefined) return enLlavero ? adoptar(cuenta) : undefined;
      const ligado = parseJson(text);
      return ligada.safeParse(ligado).data?.url === cuenta.url ? guardado.safeParse(ligado).data : undefined;
    },
    async borrar(cuenta, enLlavero) {
      await memoria.delete(entradaDe(cuenta));
      if (!enLlavero) return;
      await llavero.delete(entradaDe(cuenta));
      await llavero.delete(entradaAnterior(cuenta));
    },
    olvidarSesion: () => {
      memoria.clear();
    },
  };
}

const textoDe = ({ url }: Cuenta, secreto: Secreto): string => JSON.stringify({ ...secreto, url });
const parseSecreto = (text: string): Secreto | undefined => guardado.safeParse(parseJson(text)).data;

/** An entry that we cannot read counts as none: the secret is asked for again. Its text goes into no error. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What the service's client needs to enter. Throws `CLAVE_AUSENTE` when the secret is of the other kind. */
export function aCredentials(cuenta: Cuenta, secreto: Secreto): Credentials {
  if (cuenta.tipo === 'api' && secreto.tipo === 'api') {
    return { tipo: 'api', apiKey: cuenta.apiKey, apiSecret: secreto.apiSecret };
  }
  if (cuenta.tipo === 'usuario' && secreto.tipo === 'usuario') {
    const { refreshToken, vence } = secreto;
    return { tipo: 'usuario', usuario: cuenta.usuario, refreshToken, refreshTokenExpira: vence };
  }
  throw new AppError('CLAVE_AUSENTE', { detail: { cuenta: cuenta.nombre } });
}

/** The same from what a person has just typed. */
export function escritaACredentials(cuenta: Cuenta, secreto: string): Credentials {
  return cuenta.tipo === 'api'
    ? { tipo: 'api', apiKey: cuenta.apiKey, apiSecret: secreto }
    : { tipo: 'usuario', usuario: cuenta.usuario, clave: secreto };
}
