import { rm } from 'node:fs/promises';
import { AppError, isAppError, type ErrorCode } from '#contract/errors.ts';
import type { CuentaCerrada } from '#contract/ajustes.ts';
import type { CuentaAgregada, CuentaListada, CuentaProbada, CuentaQuitada } from '#contract/documents.ts';
import { decirA, type Dicho } from '#domain/dicho.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { diskError } from '#platform/disk-error.ts';
import type { MemorySecrets, SecretStore } from '#platform/secrets/secret-store.ts';
import type { RefreshTokenNuevo } from '#service/token/credentials.ts';
import { parseBaseUrl } from '#service/transport/base-url.ts';
import type { Aceptadas } from './accepted.ts';
import { cuentasArchivo, type CuentaGuardada, type CuentasGuardadas } from './account-file.ts';
import {
  credencialesDeCuenta,
  type CredencialesDeCuenta,
  type Despertar,
  type PedirClave,
} from './account-credentials.ts';
import { escritaACredentials, secretosDeCuenta, type Secreto } from './account-secrets.ts';
import { sesionDeCuenta, type Conectar } from './account-session.ts';
import {
  idDeCuenta,
  mismoNombre,
  NOMBRE_ENTORNO,
  parseNombre,
  type CredencialEscrita,
  type Cuenta,
} from './account.ts';
import { elegirCuenta, inexistente } from './choose-account.ts';
import { cuentaDeEntorno, type Env } from './environment-account.ts';

interface Deps {
  readonly datos: DataFolder;
  readonly env: Env;
  readonly llavero: SecretStore;
  /** Secrets of this session, where there is no keychain. */
  readonly memoria: MemorySecrets;
  readonly clock: Clock;
  readonly conectar: Conectar;
  readonly pedirClave: PedirClave;
  readonly despertar?: Despertar | undefined;
  readonly aceptadas: Pick<Aceptadas, 'anotar' | 'olvidar'>;
  /** A sentence that the person should see beside the answer. */
  readonly onAviso: (texto: string, dicho: Dicho) => void;
}

/** The accounts. `agregar`, `quitar` and `usar` change `cuentas.json` and expect the caller to hold the instance lock. */
export interface Cuentas {
  listar(): Promise<readonly CuentaListada[]>;
  /** A user logs in here; a key is stored as it is. The same account again, by the same name, only replaces the secret. */
  agregar(pedido: AgregarPedido, signal: AbortSignal): Promise<CuentaAgregada>;
  /** Revokes, deletes the secrets, then the rest. The secrets go also when the service cannot be told. */
  quitar(pedido: QuitarPedido, signal: AbortSignal): Promise<CuentaQuitada>;
  /** Revokes and deletes the secret; the account and its data stay. */
  salir(nombre: string, signal: AbortSignal): Promise<CuentaCerrada>;
  /** Another secret or password for an account, kept only once the service took it. */
  cambiarClave(pedido: CambiarClavePedido, signal: AbortSignal): Promise<CuentaAgregada>;
  usar(nombre: string): Promise<{ readonly nombre: string }>;
  probar(nombre: string | undefined, signal: AbortSignal): Promise<CuentaProbada>;
  /** The account of a command, by the rule of docs/cli.md ("Account"). */
  elegir(nombre: string | undefined): Promise<Cuenta>;
  readonly credenciales: CredencialesDeCuenta;
}

interface AgregarPedido {
  readonly nombre: string;
  readonly url: string;
  readonly credencial: CredencialEscrita;
}

interface CambiarClavePedido {
  readonly nombre: string;
  readonly secreto: string;
}

interface QuitarPedido {
  readonly nombre: string;
  readonly conDatos: boolean;
}

/** Failures that say that the credential is no good. */
const RECHAZOS: readonly ErrorCode[] = ['CREDENCIALES_RECHAZADAS', 'TOKEN_RECHAZADO', 'SESION_VENCIDA'];

export function createCuentas(deps: Deps): Cuentas {
  const { datos, env, llavero, memoria, clock, conectar, pedirClave, despertar, aceptadas, onAviso } = deps;
  const secretos = secretosDeCuenta({ llavero, memoria });
  const sesion = sesionDeCuenta({ conectar, clock });
  const dichas = new Set<string>();
  const archivo = cuentasArchivo(datos.cuentas, {
    onApartado: (apartado) => {
      decirA(onAviso, 'cuentas_danadas', { nombre: apartado });
    },
    onOtra: (nombre) => {
      if (!dichas.has(nombre)) decirA(onAviso, 'cuenta_es_otra', { nombre });
      dichas.add(nombre);
    },
  });
  const credenciales = credencialesDeCuenta({ archivo, secretos, env, clock, pedirClave, despertar });

  async function guardada(nombre: string): Promise<{ todas: CuentasGuardadas; cuenta: CuentaGuardada }> {
    const todas = await archivo.leer();
    const cuenta = todas.cuentas.find((otra) => mismoNombre(otra.nombre, nombre));
    if (cuenta === undefined) throw inexistente(nombre, todas.cuentas);
    return { todas, cuenta };
  }

  async function elegir(nombre: string | undefined): Promise<Cuenta> {
    // A stored account that was named does not depend on what the environment says by halves.
    const needed = nombre === undefined || mismoNombre(nombre, NOMBRE_ENTORNO);
    const entorno = needed ? cuentaDeEntorno(env)?.cuenta : undefined;
    return elegirCuenta({ nombre, entorno, guardadas: await archivo.leer() });
  }

  /** What will be stored. A password is used here and forgotten: the refresh token that it gives is what is kept. */
  async function secretoDe(cuenta: Cuenta, escrito: string, signal: AbortSignal): Promise<Secreto | undefined> {
    if (cuenta.tipo === 'api') return { tipo: 'api', apiSecret: escrito };
    const credentials = escritaACredentials(cuenta, escrito);
    const { refresh } = await sesion.con(cuenta, credentials, { signal, work: () => Promise.resolve() });
    return secretoGuardable(cuenta, escrito, refresh);
  }

  /** A refusal is remembered: the account no longer counts as one that works. */
  async function preguntarComercios(cuenta: Cuenta, signal: AbortSignal) {
    try {
      const credentials = await credenciales.obtener(cuenta, signal);
      return await sesion.con(cuenta, credentials, { signal, work: (conexion) => conexion.comercios(signal) });
    } catch (error) {
      if (isAppError(error) && RECHAZOS.includes(error.code)) await aceptadas.olvidar(cuenta.id);
      throw error;
    }
  }

  return {
    async listar() {
      const { predeterminada, cuentas } = await archivo.leer();
      return cuentas.map(({ id, nombre, url, tipo }) => {
        return { nombre, url, tipo, predeterminada: cuentas.length === 1 || id === predeterminada };
      });
    },

    async agregar({ nombre: escrito, url, credencial }, signal) {
      const cuenta = nuevaCuenta(parseNombre(escrito), parseBaseUrl(url), credencial);
      const todas = await archivo.leer();
      refuseRepeated(todas.cuentas, cuenta);
      const anterior = todas.cuentas.find(({ id }) => id === cuenta.id);
      const otras = todas.cuentas.filter((otra) => otra !== anterior);
      const escribir = (enLlavero: boolean): Promise<void> =>
        archivo.escribir({ ...todas, cuentas: [...otras, { ...cuenta, enLlavero }] });

      const secreto = await secretoDe(cuenta, credencial.secreto, signal);
      await ensureFolder(datos.raiz);
      // Marked before the keychain has it: killed in between, no secret is left that nobody would delete.
      await escribir(secreto !== undefined || anterior?.enLlavero === true);
      const claveGuardada = secreto !== undefined && (await secretos.guardar(cuenta, secreto));
      if (secreto !== undefined && !claveGuardada && anterior?.enLlavero !== true) await escribir(false);
      // A user has just logged in; a key was not tried.
      await (cuenta.tipo === 'usuario' ? aceptadas.anotar(cuenta.id) : aceptadas.olvidar(cuenta.id));
      return { nombre: cuenta.nombre, claveGuardada };
    },

    async quitar({ nombre, conDatos }, signal) {
      const { todas, cuenta } = await guardada(nombre);
      const stored = await credenciales.guardadas(cuenta);
      const revocada = stored.credentials !== undefined && (await sesion.despedir(cuenta, stored.credentials, signal));
      await secretos.borrar(cuenta, cuenta.enLlavero);
      if (conDatos) await removeFolder(datos.cuenta(cuenta.id).carpeta);
      await archivo.escribir({
        predeterminada: todas.predeterminada === cuenta.id ? null : todas.predeterminada,
        cuentas: todas.cuentas.filter((otra) => otra !== cuenta),
      });
      return { nombre: cuenta.nombre, revocada, datosBorrados: conDatos };
    },

    async salir(nombre, signal) {
      const { cuenta } = await guardada(nombre);
      const stored = await credenciales.guardadas(cuenta);
      const revocada = stored.credentials !== undefined && (await sesion.despedir(cuenta, stored.credentials, signal));
      // The mark of the keychain stays: without an entry there, it is known that the secret is missing and not that it was never kept.
      await secretos.borrar(cuenta, cuenta.enLlavero);
      await aceptadas.olvidar(cuenta.id);
      return { nombre: cuenta.nombre, revocada };
    },

    async cambiarClave({ nombre, secreto: escrito }, signal) {
      const { todas, cuenta } = await guardada(nombre);
      const { refresh } = await sesion.con(cuenta, escritaACredentials(cuenta, escrito), {
        signal,
        work: () => Promise.resolve(),
      });
      await aceptadas.anotar(cuenta.id);
      const secreto = secretoGuardable(cuenta, escrito, refresh);
      if (secreto === undefined) return { nombre: cuenta.nombre, claveGuardada: false };
      const escribir = (enLlavero: boolean): Promise<void> =>
        archivo.escribir({
          ...todas,
          cuentas: todas.cuentas.map((otra) => (otra === cuenta ? { ...otra, enLlavero } : otra)),
        });
      await escribir(true); // before the keychain has it, as when it was added
      const claveGuardada = await secretos.guardar(cuenta, secreto);
      if (!claveGuardada && !cuenta.enLlavero) await escribir(false);
      return { nombre: cuenta.nombre, claveGuardada };
    },

    async usar(nombre) {
      const { todas, cuenta } = await guardada(nombre);
      await archivo.escribir({ ...todas, predeterminada: cuenta.id });
      return { nombre: cuenta.nombre };
    },

    async probar(nombre, signal) {
      const cuenta = await elegir(nombre);
      const { valor, refresh } = await preguntarComercios(cuenta, signal);
      await aceptadas.anotar(cuenta.id);
      if (refresh !== undefined) await credenciales.guardarRefresh(cuenta, refresh);
      const comercios = valor.map(({ id, nombre: suyo, cuit, localidad, provincia }) => ({
        id,
        nombre: suyo ?? '',
        cuit: cuit ?? '',
        localidad: localidad ?? '',
        provincia: provincia ?? '',
      }));
      return { nombre: cuenta.nombre, comercios };
    },

    elegir,
    credenciales,
  };
}

/** What is kept of a secret that was typed and taken: of a password, the refresh token that it gave. */
function secretoGuardable(
  { tipo }: Cuenta,
  escrito: string,
  refresh: RefreshTokenNuevo | undefined,
): Secreto | undefined {
  if (tipo === 'api') return { tipo: 'api', apiSecret: escrito };
  return refresh && { tipo: 'usuario', refreshToken: refresh.refreshToken, vence: refresh.expira };
}

function nuevaCuenta(nombre: string, url: string, credencial: CredencialEscrita): Cuenta {
  // Field by field: the secret that came along must not end in the file.
  const identidad =
    credencial.tipo === 'api'
      ? ({ tipo: 'api', apiKey: credencial.apiKey } as const)
      : ({ tipo: 'usuario', usuario: credencial.usuario } as const);
  return { ...identidad, id: idDeCuenta(url, identidad), nombre, url, deEntorno: false };
}

/** One name, one account; and one account of the service under one name: two ledgers would not know of each other. */
function refuseRepeated(cuentas: readonly Cuenta[], nueva: Cuenta): void {
  for (const otra of cuentas) {
    const sameName = mismoNombre(otra.nombre, nueva.nombre);
    if (sameName && otra.id !== nueva.id) throw new AppError('CUENTA_REPETIDA', { detail: { cuenta: otra.nombre } });
    if (!sameName && otra.id === nueva.id) {
      throw new AppError('CUENTA_REPETIDA', {
        mensaje: `Esa cuenta ya está con el nombre «${otra.nombre}». Quedó como estaba. Usá ese nombre, o quitala primero.`,
        detail: { cuenta: otra.nombre },
      });
    }
  }
}

async function removeFolder(carpeta: string): Promise<void> {
  try {
    await rm(carpeta, { recursive: true, force: true });
  } catch (error) {
    throw diskError(error);
  }
}
