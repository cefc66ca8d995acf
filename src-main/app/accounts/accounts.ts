import { rm } from 'node:fs/promises';
import { AppError, isAppError, type ErrorCode } from '#contract/errors.ts';
import type { ClosedAccount } from '#contract/settings.ts';
import type { AddedAccount, ListedAccount, TestedAccount, RemovedAccount } from '#contract/documents.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { diskError } from '#platform/disk-error.ts';
import type { MemorySecrets, SecretStore } from '#platform/secrets/secret-store.ts';
import type { NewRefreshToken } from '#service/token/credentials.ts';
import { parseBaseUrl } from '#service/transport/base-url.ts';
import type { Accepted } from './accepted.ts';
import { openAccountsFile, type StoredAccount, type StoredAccounts } from './account-file.ts';
import {
  createAccountCredentials,
  type AccountCredentials,
  type WakeUp,
  type AskForSecret,
} from './account-credentials.ts';
import { typedToCredentials, createAccountSecrets, type Secret } from './account-secrets.ts';
import { createAccountSession, type Connect } from './account-session.ts';
import { accountIdOf, isSameName, ENVIRONMENT_NAME, parseName, type TypedCredential, type Account } from './account.ts';
import { pickAccount, unknownAccount } from './choose-account.ts';
import { accountOfEnvironment, type Env } from './environment-account.ts';

interface Deps {
  readonly data: DataFolder;
  readonly env: Env;
  readonly llavero: SecretStore;
  /** Keeps the secrets of this session where there is no keychain. */
  readonly memory: MemorySecrets;
  readonly clock: Clock;
  readonly connect: Connect;
  readonly askForSecret: AskForSecret;
  readonly wakeUp?: WakeUp | undefined;
  readonly accepted: Pick<Accepted, 'note' | 'forget'>;
  /** Throws `FIJADO_POR_POLITICA` when an administrator fixed another address than the account's. */
  readonly checkAddress?: (cuenta: Account) => void;
  /** A sentence that the person should see beside the answer. */
  readonly onNotice: (texto: string, dicho: Statement) => void;
}

/** The accounts. `add`, `remove` and `use` change `cuentas.json` and expect the caller to hold the instance lock. */
export interface Accounts {
  list(): Promise<readonly ListedAccount[]>;
  /** Logs a user in; an API key is stored without trying it. Adding the same account again under the same name only replaces its secret. */
  add(request: AddRequest, signal: AbortSignal): Promise<AddedAccount>;
  /** Revokes the tokens, deletes the secrets, then the rest. The secrets are deleted even when the service cannot be told. */
  remove(request: RemoveRequest, signal: AbortSignal): Promise<RemovedAccount>;
  /** Revokes the tokens and deletes the secret; the account and its data stay. */
  signOut(nombre: string, signal: AbortSignal): Promise<ClosedAccount>;
  /** Replaces the secret or password of an account, once the service took the new one. */
  changeSecret(request: ChangeSecretRequest, signal: AbortSignal): Promise<AddedAccount>;
  use(nombre: string): Promise<{ readonly nombre: string }>;
  tryOut(nombre: string | undefined, signal: AbortSignal): Promise<TestedAccount>;
  /** The account of a command, by the rule of docs/cli.md ("Account"). */
  choose(nombre: string | undefined): Promise<Account>;
  readonly credenciales: AccountCredentials;
}

interface AddRequest {
  readonly nombre: string;
  readonly url: string;
  readonly credencial: TypedCredential;
}

interface ChangeSecretRequest {
  readonly nombre: string;
  readonly secreto: string;
}

interface RemoveRequest {
  readonly nombre: string;
  readonly conDatos: boolean;
}

/** Failures that say that the credential is not valid. */
const RECHAZOS: readonly ErrorCode[] = ['CREDENCIALES_RECHAZADAS', 'TOKEN_RECHAZADO', 'SESION_VENCIDA'];

export function createAccounts(deps: Deps): Accounts {
  const { data, env, llavero, memory, clock, connect, askForSecret, wakeUp, accepted, onNotice } = deps;
  const secrets = createAccountSecrets({ llavero, memory });
  const sesion = createAccountSession({ connect, clock });
  const told = new Set<string>();
  const archivo = openAccountsFile(data.cuentas, {
    onSetAside: (apartado) => {
      tellTo(onNotice, 'cuentas_danadas', { nombre: apartado });
    },
    onOtherVersion: (nombre) => {
      if (!told.has(nombre)) tellTo(onNotice, 'cuenta_es_otra', { nombre });
      told.add(nombre);
    },
  });
  const credenciales = createAccountCredentials({
    archivo,
    secrets,
    env,
    clock,
    askForSecret,
    wakeUp,
  });

  async function getStored(nombre: string): Promise<{ todas: StoredAccounts; cuenta: StoredAccount }> {
    const todas = await archivo.leer();
    const cuenta = todas.cuentas.find((other) => isSameName(other.nombre, nombre));
    if (cuenta === undefined) throw unknownAccount(nombre, todas.cuentas);
    return { todas, cuenta };
  }

  async function chooseAccount(nombre: string | undefined): Promise<Account> {
    // A stored account that is named does not need the environment, whose account may be half set.
    const needed = nombre === undefined || isSameName(nombre, ENVIRONMENT_NAME);
    const environment = needed ? accountOfEnvironment(env)?.cuenta : undefined;
    return pickAccount({ nombre, entorno: environment, stored: await archivo.leer() });
  }

  /** The secret to store. A password is used here and forgotten: its refresh token is kept. */
  async function secretOf(cuenta: Account, written: string, signal: AbortSignal): Promise<Secret | undefined> {
    if (cuenta.tipo === 'api') return { tipo: 'api', apiSecret: written };
    const credentials = typedToCredentials(cuenta, written);
    const { refresh } = await sesion.con(cuenta, credentials, { signal, work: () => Promise.resolve() });
    return storableSecret(cuenta, written, refresh);
  }

  /** Reads the stores. After a refusal the account no longer counts as one that works. */
  async function askComercios(cuenta: Account, signal: AbortSignal) {
    try {
      const credentials = await credenciales.get(cuenta, signal);
      return await sesion.con(cuenta, credentials, { signal, work: (connection) => connection.comercios(signal) });
    } catch (error) {
      if (isAppError(error) && RECHAZOS.includes(error.code)) await accepted.forget(cuenta.id);
      throw error;
    }
  }

  return {
    async list() {
      const { predeterminada, cuentas } = await archivo.leer();
      return cuentas.map(({ id, nombre, url, tipo }) => {
        return { nombre, url, tipo, predeterminada: cuentas.length === 1 || id === predeterminada };
      });
    },

    async add({ nombre: written, url, credencial }, signal) {
      const cuenta = newAccount(parseName(written), parseBaseUrl(url), credencial);
      deps.checkAddress?.(cuenta);
      const todas = await archivo.leer();
      refuseRepeated(todas.cuentas, cuenta);
      const anterior = todas.cuentas.find(({ id }) => id === cuenta.id);
      const others = todas.cuentas.filter((other) => other !== anterior);
      const storeAccount = (enLlavero: boolean): Promise<void> =>
        archivo.write({ ...todas, cuentas: [...others, { ...cuenta, enLlavero }] });

      const secreto = await secretOf(cuenta, credencial.secreto, signal);
      await ensureFolder(data.raiz);
      // The account is marked before the keychain has the secret: if the program is killed in between, no secret is left that nobody would
      // delete.
      await storeAccount(secreto !== undefined || anterior?.enLlavero === true);
      const claveGuardada = secreto !== undefined && (await secrets.store(cuenta, secreto));
      if (secreto !== undefined && !claveGuardada && anterior?.enLlavero !== true) await storeAccount(false);
      // A user has just logged in; a key was not tried.
      await (cuenta.tipo === 'usuario' ? accepted.note(cuenta.id) : accepted.forget(cuenta.id));
      return { nombre: cuenta.nombre, claveGuardada };
    },

    async remove({ nombre, conDatos }, signal) {
      const { todas, cuenta } = await getStored(nombre);
      const stored = await credenciales.getStored(cuenta);
      const revocada = stored.credentials !== undefined && (await sesion.signOff(cuenta, stored.credentials, signal));
      await secrets.remove(cuenta, cuenta.enLlavero);
      if (conDatos) await removeFolder(data.cuenta(cuenta.id).carpeta);
      await archivo.write({
        predeterminada: todas.predeterminada === cuenta.id ? null : todas.predeterminada,
        cuentas: todas.cuentas.filter((other) => other !== cuenta),
      });
      return { nombre: cuenta.nombre, revocada, datosBorrados: conDatos };
    },

    async signOut(nombre, signal) {
      const { cuenta } = await getStored(nombre);
      const stored = await credenciales.getStored(cuenta);
      const revocada = stored.credentials !== undefined && (await sesion.signOff(cuenta, stored.credentials, signal));
      // The account stays marked as kept in the keychain: a missing entry then means that the secret was lost, not that there never was one.
      await secrets.remove(cuenta, cuenta.enLlavero);
      await accepted.forget(cuenta.id);
      return { nombre: cuenta.nombre, revocada };
    },

    async changeSecret({ nombre, secreto: written }, signal) {
      const { todas, cuenta } = await getStored(nombre);
      const { refresh } = await sesion.con(cuenta, typedToCredentials(cuenta, written), {
        signal,
        work: () => Promise.resolve(),
      });
      await accepted.note(cuenta.id);
      const secreto = storableSecret(cuenta, written, refresh);
      if (secreto === undefined) return { nombre: cuenta.nombre, claveGuardada: false };
      const storeAccount = (enLlavero: boolean): Promise<void> =>
        archivo.write({
          ...todas,
          cuentas: todas.cuentas.map((other) => (other === cuenta ? { ...other, enLlavero } : other)),
        });
      await storeAccount(true); // marked before the keychain has the secret, as in `add`
      const claveGuardada = await secrets.store(cuenta, secreto);
      if (!claveGuardada && !cuenta.enLlavero) await storeAccount(false);
      return { nombre: cuenta.nombre, claveGuardada };
    },

    async use(nombre) {
      const { todas, cuenta } = await getStored(nombre);
      await archivo.write({ ...todas, predeterminada: cuenta.id });
      return { nombre: cuenta.nombre };
    },

    async tryOut(nombre, signal) {
      const cuenta = await chooseAccount(nombre);
      const { valor, refresh } = await askComercios(cuenta, signal);
      await accepted.note(cuenta.id);
      if (refresh !== undefined) await credenciales.storeRefresh(cuenta, refresh);
      const comercios = valor.map(({ id, nombre: its, cuit, localidad, provincia }) => ({
        id,
        nombre: its ?? '',
        cuit: cuit ?? '',
        localidad: localidad ?? '',
        provincia: provincia ?? '',
      }));
      return { nombre: cuenta.nombre, comercios };
    },

    choose: chooseAccount,
    credenciales,
  };
}

/** The part of an accepted secret that is stored: for a password, its refresh token. */
function storableSecret({ tipo }: Account, written: string, refresh: NewRefreshToken | undefined): Secret | undefined {
  if (tipo === 'api') return { tipo: 'api', apiSecret: written };
  return refresh && { tipo: 'usuario', refreshToken: refresh.refreshToken, vence: refresh.expiresAt };
}

function newAccount(nombre: string, url: string, credencial: TypedCredential): Account {
  // The fields are copied one by one, so that the secret does not end in the file.
  const identidad =
    credencial.tipo === 'api'
      ? ({ tipo: 'api', apiKey: credencial.apiKey } as const)
      : ({ tipo: 'usuario', usuario: credencial.usuario } as const);
  return { ...identidad, id: accountIdOf(url, identidad), nombre, url, isFromEnvironment: false };
}

/** Refuses a repeated name, and a second account with the same identity at the same address: its two ledgers would not know of each other. */
function refuseRepeated(cuentas: readonly Account[], fresh: Account): void {
  for (const other of cuentas) {
    const sameName = isSameName(other.nombre, fresh.nombre);
    if (sameName && other.id !== fresh.id) throw new AppError('CUENTA_REPETIDA', { detail: { cuenta: other.nombre } });
    if (!sameName && other.id === fresh.id) {
      throw new AppError('CUENTA_REPETIDA', {
        mensaje: `Esa cuenta ya está con el nombre «${other.nombre}». Quedó como estaba. Usá ese nombre, o quitala primero.`,
        detail: { cuenta: other.nombre },
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
