import * as z from 'zod';
import { AppError, isAppError } from '#contract/errors.ts';
import type { SecretStore } from '#platform/secrets/secret-store.ts';
import type { Credentials } from '#service/token/credentials.ts';
import type { Cuenta } from './account.ts';

const guardado = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('api'), apiSecret: z.string().min(1) }),
  z.object({ tipo: z.literal('usuario'), refreshToken: z.string().min(1), vence: z.number() }),
]);

/** What is kept for an account where secrets go. A password never is: the refresh token that it gave is. */
export type Secreto = z.infer<typeof guardado>;

export interface SecretosDeCuenta {
  /** True when it will be there in the next run; false when there is no keychain and it is kept in memory. */
  guardar(id: string, secreto: Secreto): Promise<boolean>;
  /** For this session only: what was typed because there was nothing to read. */
  recordar(id: string, secreto: Secreto): Promise<void>;
  /** True when it is only in this session. */
  enMemoria(id: string): Promise<boolean>;
  /** Undefined when there is none. Throws `LLAVERO_NO_DISPONIBLE` when the keychain is to be asked and cannot say. */
  leer(id: string, enLlavero: boolean): Promise<Secreto | undefined>;
  /** Throws `LLAVERO_NO_DISPONIBLE` when the keychain has one and cannot be asked to delete it. */
  borrar(id: string, enLlavero: boolean): Promise<void>;
}

interface Stores {
  readonly llavero: SecretStore;
  /** For the session, where there is no keychain. */
  readonly memoria: SecretStore;
}

/** One entry per account, `cuenta:ID`. */
export function secretosDeCuenta({ llavero, memoria }: Stores): SecretosDeCuenta {
  const key = (id: string): string => `cuenta:${id}`;
  return {
    async guardar(id, secreto) {
      const text = JSON.stringify(secreto);
      try {
        await llavero.set(key(id), text);
        await memoria.delete(key(id));
        return true;
      } catch (error) {
        if (!isAppError(error, 'LLAVERO_NO_DISPONIBLE')) throw error;
        await memoria.set(key(id), text);
        return false;
      }
    },
    recordar: (id, secreto) => memoria.set(key(id), JSON.stringify(secreto)),
    enMemoria: async (id) => (await memoria.get(key(id))) !== undefined,
    async leer(id, enLlavero) {
      const text = (await memoria.get(key(id))) ?? (enLlavero ? await llavero.get(key(id)) : undefined);
      return text === undefined ? undefined : parseSecreto(text);
    },
    async borrar(id, enLlavero) {
      await memoria.delete(key(id));
      if (enLlavero) await llavero.delete(key(id));
    },
  };
}

/** An entry that we cannot read counts as none: the secret is asked for again. Its text goes into no error. */
function parseSecreto(text: string): Secreto | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return guardado.safeParse(value).data;
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
