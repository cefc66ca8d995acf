import { rm } from 'node:fs/promises';
import { AppError, isAppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { ClosedAccount } from '#contract/settings.ts';
import type { AddedAccount, ListedAccount, TestedAccount, RemovedAccount } from '#contract/documents.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import type { MemorySecrets, SecretStore } from '#platform/secrets/secret-store.ts';
import { parseBaseUrl } from '#service/transport/network.ts';
import { REFUSALS_OF_CREDENTIAL, type Accepted } from './accepted.ts';
import { openAccountsFile, type StoredAccount, type StoredAccounts } from './account-file.ts';
import {
  createAccountCredentials,
  toCredentials,
  createAccountSecrets,
  accountOfEnvironment,
  type WakeUp,
  type AskForSecret,
  type Secret,
  type Env,
} from './account-credentials.ts';
import { createAccountSession, listFailures, type Connect } from './account-session.ts';
import {
  createAccount,
  isSameName,
  ENVIRONMENT_NAME,
  parseName,
  type TypedCredential,
  type Account,
} from './account.ts';
import { pickAccount, createUnknownAccountError } from './choose-account.ts';

interface Deps {
  readonly data: DataFolder;
  readonly env: Env;
  readonly keychain: SecretStore;
  /** Keeps the secrets of this session where there is no keychain. */
  readonly memory: MemorySecrets;
  readonly clock: Clock;
  readonly connect: Connect;
  readonly askForSecret: AskForSecret;
  readonly wakeUp?: WakeUp | undefined;
  readonly accepted: Pick<Accepted, 'note' | 'refuse' | 'forget'>;
  /** A sentence that the person should see beside the answer. */
  readonly onNotice: (text: string, said: Statement) => void;
}

/**
 * The accounts. `add`, `remove`, `changeSecret`, `use` and `tryOut` (when a login gave a refresh token) change `cuentas.json`; the caller holds
 * the instance lock.
 */
export type Accounts = ReturnType<typeof createAccounts>;

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

/** The account does not exist yet: nothing of it is kept that could be looked at. */
const toNewAccountRefused = (error: unknown): unknown => {
  if (!isAppError(error)) return error;
  const { code, detail } = error;
  // A certificate or a proxy has a sentence of its own, which says more.
  const isUnreached = (code === 'SIN_CONEXION' || code === 'TIEMPO_AGOTADO') && detail['motivo'] === undefined;
  if (isUnreached) return new AppError(code, { cause: error, detail, mensaje: REFUSALS.newAccountUnreached(code) });
  if (code !== 'CREDENCIALES_RECHAZADAS') return error;
  return new AppError(code, { cause: error, detail, mensaje: REFUSALS.newAccountRefused });
};

export function createAccounts(deps: Deps) {
  const { data, env, keychain, memory, clock, connect, askForSecret, wakeUp, accepted, onNotice } = deps;
  const secrets = createAccountSecrets({ keychain, memory });
  const session = createAccountSession({ connect, clock });
  const told = new Set<string>();
  const file = openAccountsFile(data.accounts, {
    onSetAside: (setAside) => tellTo(onNotice, 'cuentas_danadas', { nombre: setAside }),
    onOtherId: (name) => {
      if (!told.has(name)) tellTo(onNotice, 'cuenta_es_otra', { nombre: name });
      told.add(name);
    },
  });
  const accountCredentials = createAccountCredentials({
    file,
    secrets,
    env,
    clock,
    askForSecret,
    wakeUp,
  });

  async function getStored(name: string): Promise<{ todas: StoredAccounts; cuenta: StoredAccount }> {
    const all = await file.read();
    const account = all.cuentas.find((other) => isSameName(other.nombre, name));
    if (account === undefined) {
      if (isSameName(name, ENVIRONMENT_NAME) && accountOfEnvironment(env) !== undefined) {
        throw new AppError('CUENTA_INEXISTENTE', { mensaje: REFUSALS.environmentAccountNotKept });
      }
      throw createUnknownAccountError(name, all.cuentas);
    }
    return { todas: all, cuenta: account };
  }

  async function chooseAccount(name: string | undefined): Promise<Account> {
    // A stored account that is named does not need the environment, whose account may be half set.
    const needed = name === undefined || isSameName(name, ENVIRONMENT_NAME);
    const environment = needed ? accountOfEnvironment(env)?.cuenta : undefined;
    return pickAccount({ name, environment, stored: await file.read() });
  }

  /** Logs in, and gives the secret to store. A password is used here and forgotten: its refresh token is kept. */
  async function logIn(account: Account, written: string, signal: AbortSignal): Promise<Secret | undefined> {
    const credentials = toCredentials(account, written);
    const { refresh } = await session.withSession(account, credentials, { signal, work: () => Promise.resolve() });
    if (account.tipo === 'api') return { tipo: 'api', apiSecret: written };
    return refresh && { tipo: 'usuario', refreshToken: refresh.refreshToken, vence: refresh.expiresAt };
  }

  /** Revokes the tokens, as far as the service can be told, and deletes the secret. Answers whether they were revoked. */
  async function close(account: StoredAccount, signal: AbortSignal): Promise<boolean> {
    const { credentials } = await accountCredentials.getStored(account);
    const revoked = credentials !== undefined && (await session.signOff(account, credentials, signal));
    await secrets.remove(account, account.enLlavero);
    return revoked;
  }

  /** Reads the stores, and the other methods where asked. A refusal is kept: the account no longer counts as one that works. */
  async function askService(account: Account, readsMethods: boolean, signal: AbortSignal) {
    try {
      const credentials = await accountCredentials.get(account, signal);
      return await session.withSession(account, credentials, {
        signal,
        work: async ({ comercios, readings }) => ({
          comercios: await comercios(signal),
          ...(readsMethods ? { fallas: await listFailures(readings, signal) } : {}),
        }),
      });
    } catch (error) {
      const refusal = REFUSALS_OF_CREDENTIAL.find((code) => isAppError(error, code));
      if (refusal !== undefined) await accepted.refuse(account.id, refusal);
      throw error;
    }
  }

  return {
    async list(): Promise<readonly ListedAccount[]> {
      const { predeterminada, cuentas } = await file.read();
      return cuentas.map(({ id, nombre, url, tipo }) => {
        return { nombre, url, tipo, predeterminada: cuentas.length === 1 || id === predeterminada };
      });
    },

    /** Logs a user in; an API key is stored without trying it. Adding the same account again under the same name only replaces its secret. */
    async add({ nombre: written, url, credencial }: AddRequest, signal: AbortSignal): Promise<AddedAccount> {
      const account = createAccount(credencial, {
        nombre: parseName(written),
        url: parseBaseUrl(url),
        isFromEnvironment: false,
      });
      const all = await file.read();
      refuseRepeated(all.cuentas, account);
      const previous = all.cuentas.find(({ id }) => id === account.id);
      const others = all.cuentas.filter((other) => other !== previous);
      const writeAccount = (inKeychain: boolean): Promise<void> =>
        file.write({ ...all, cuentas: [...others, { ...account, enLlavero: inKeychain }] });

      const secret: Secret | undefined =
        credencial.tipo === 'api'
          ? { tipo: 'api', apiSecret: credencial.secreto }
          : await logIn(account, credencial.secreto, signal).catch((error: unknown) => {
              throw previous === undefined ? toNewAccountRefused(error) : error;
            });
      await ensureFolder(data.root);
      // The account is marked before the keychain has the secret: if the program is killed in between, no secret is left that nobody would
      // delete.
      await writeAccount(secret !== undefined || previous?.enLlavero === true);
      const keyKept = secret !== undefined && (await secrets.store(account, secret));
      if (secret !== undefined && !keyKept && previous?.enLlavero !== true) await writeAccount(false);
      // A user has just logged in; a key was not tried.
      await (account.tipo === 'usuario' ? accepted.note(account.id) : accepted.forget(account.id));
      return { nombre: account.nombre, claveGuardada: keyKept };
    },

    /** Revokes the tokens, deletes the secrets, then the rest. The secrets are deleted even when the service cannot be told. */
    async remove({ nombre, conDatos }: RemoveRequest, signal: AbortSignal): Promise<RemovedAccount> {
      const { todas, cuenta } = await getStored(nombre);
      const revoked = await close(cuenta, signal);
      if (conDatos) await rm(data.accountFolder(cuenta.id).folder, { recursive: true, force: true });
      await file.write({
        predeterminada: todas.predeterminada === cuenta.id ? null : todas.predeterminada,
        cuentas: todas.cuentas.filter((other) => other !== cuenta),
      });
      return { nombre: cuenta.nombre, revocada: revoked, datosBorrados: conDatos };
    },

    /** Revokes the tokens and deletes the secret; the account and its data stay. */
    async signOut(name: string, signal: AbortSignal): Promise<ClosedAccount> {
      const { cuenta } = await getStored(name);
      // The account stays marked as kept in the keychain: a missing entry then means that the secret was lost, not that there never was one.
      const revoked = await close(cuenta, signal);
      await accepted.forget(cuenta.id);
      return { nombre: cuenta.nombre, revocada: revoked };
    },

    /** Replaces the secret or password of an account, once the service took the new one. */
    async changeSecret({ nombre, secreto: written }: ChangeSecretRequest, signal: AbortSignal): Promise<AddedAccount> {
      const { todas, cuenta } = await getStored(nombre);
      const secret = await logIn(cuenta, written, signal);
      await accepted.note(cuenta.id);
      if (secret === undefined) return { nombre: cuenta.nombre, claveGuardada: false };
      const writeAccount = (inKeychain: boolean): Promise<void> =>
        file.write({
          ...todas,
          cuentas: todas.cuentas.map((other) => (other === cuenta ? { ...other, enLlavero: inKeychain } : other)),
        });
      await writeAccount(true); // marked before the keychain has the secret, as in `add`
      const keyKept = await secrets.store(cuenta, secret);
      if (!keyKept && !cuenta.enLlavero) await writeAccount(false);
      return { nombre: cuenta.nombre, claveGuardada: keyKept };
    },

    async use(name: string): Promise<{ readonly nombre: string }> {
      const { todas, cuenta } = await getStored(name);
      await file.write({ ...todas, predeterminada: cuenta.id });
      return { nombre: cuenta.nombre };
    },

    /** Logs in and reads the stores; with `readsMethods`, reads every other method of the API once as well. */
    async tryOut(name: string | undefined, readsMethods: boolean, signal: AbortSignal): Promise<TestedAccount> {
      const account = await chooseAccount(name);
      const { valor, refresh } = await askService(account, readsMethods, signal);
      await accepted.note(account.id);
      if (refresh !== undefined) await accountCredentials.storeRefresh(account, refresh);
      const comercios = valor.comercios.map(({ id, nombre: its, cuit, localidad, provincia }) => ({
        id,
        nombre: its ?? '',
        cuit: cuit ?? '',
        localidad: localidad ?? '',
        provincia: provincia ?? '',
      }));
      return { nombre: account.nombre, ...valor, comercios };
    },

    /** The account of a command, by the rule of docs/cli.md ("Account"). */
    choose: chooseAccount,
    credenciales: accountCredentials,
  };
}

/** Refuses a repeated name, and a second account with the same identity at the same address: its two ledgers would not know of each other. */
function refuseRepeated(accounts: readonly Account[], fresh: Account): void {
  for (const other of accounts) {
    const sameName = isSameName(other.nombre, fresh.nombre);
    if (sameName && other.id !== fresh.id) throw new AppError('CUENTA_REPETIDA', { detail: { cuenta: other.nombre } });
    if (!sameName && other.id === fresh.id) {
      throw new AppError('CUENTA_REPETIDA', {
        mensaje: REFUSALS.accountKnown(other.nombre),
        detail: { cuenta: other.nombre },
      });
    }
  }
}
