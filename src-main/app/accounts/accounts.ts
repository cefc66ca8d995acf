import { rm } from 'node:fs/promises';
import type { ClosedAccount, AddedAccount, ListedAccount, TestedAccount, RemovedAccount } from '#contract/accounts.ts';
import { AppError, isAppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { tellTo, type Tell } from '#domain/texts/statements.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { parseBaseUrl } from '#service/transport/network.ts';
import { REFUSALS_OF_CREDENTIAL, type Learned } from './learned.ts';
import {
  openAccountsFile,
  type StoredAccount,
  type StoredAccounts,
  createAccount,
  isSameName,
  ENVIRONMENT_NAME,
  parseName,
  type Account,
  pickAccount,
  createUnknownAccountError,
} from './account.ts';
import {
  createAccountCredentials,
  toCredentials,
  accountOfEnvironment,
  type CredentialsDeps,
  type Secret,
} from './account-credentials.ts';
import { listFailures, signOff, withSession, type Connect } from './account-session.ts';

interface Deps extends Omit<CredentialsDeps, 'file'> {
  readonly data: DataFolder;
  readonly connect: Connect;
  readonly noteLogin: Learned['noteLogin'];
  readonly onNotice: Tell;
}

/** `add`, `remove`, `changeSecret`, `use`, and a `tryOut` that gave a refresh token, change `cuentas.json`: the caller holds the lock of the data folder. */
export type Accounts = ReturnType<typeof createAccounts>;

/** Replaces the sentence of an error that mentions stored data, because a new account has none. */
const toNewAccountRefused = (error: unknown): unknown => {
  if (!isAppError(error)) return error;
  const { code, detail } = error;
  // The sentence about a certificate or a proxy says more, so it stays.
  const isUnreached = (code === 'SIN_CONEXION' || code === 'TIEMPO_AGOTADO') && detail['motivo'] === undefined;
  if (isUnreached) return new AppError(code, { cause: error, detail, mensaje: REFUSALS.newAccountUnreached(code) });
  if (code !== 'CREDENCIALES_RECHAZADAS') return error;
  return new AppError(code, { cause: error, detail, mensaje: REFUSALS.newAccountRefused });
};

export function createAccounts(deps: Deps) {
  const { data, env, keychain, clock, connect, askForSecret, wakeUp, noteLogin, onNotice } = deps;
  const told = new Set<string>();
  const file = openAccountsFile(data.accounts, {
    onSetAside: (setAside) => tellTo(onNotice, 'cuentas_danadas', { nombre: setAside }),
    onOtherId: (name) => {
      if (!told.has(name)) tellTo(onNotice, 'cuenta_es_otra', { nombre: name });
      told.add(name);
    },
  });
  const accountCredentials = createAccountCredentials({ file, keychain, env, clock, askForSecret, wakeUp });

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
    // Does not read the environment for a named stored account, because the environment's variables may be incomplete.
    const needed = name === undefined || isSameName(name, ENVIRONMENT_NAME);
    const environment = needed ? accountOfEnvironment(env)?.cuenta : undefined;
    return pickAccount({ name, environment, stored: await file.read() });
  }

  async function logIn(account: Account, written: string, signal: AbortSignal): Promise<Secret | undefined> {
    const credentials = toCredentials(account, written);
    const { refresh } = await withSession({ connect, account, credentials, clock }, signal, () => Promise.resolve());
    if (account.tipo === 'api') return { tipo: 'api', apiSecret: written };
    return refresh && { tipo: 'usuario', refreshToken: refresh.refreshToken, vence: refresh.expiresAt };
  }

  async function close(account: StoredAccount, signal: AbortSignal): Promise<boolean> {
    const { credentials } = await accountCredentials.getStored(account);
    const revoked = credentials !== undefined && (await signOff({ connect, account, credentials, clock }, signal));
    await accountCredentials.removeSecret(account, account.enLlavero);
    return revoked;
  }

  /** Reads the stores and, if `readsMethods`, what `listFailures` reads. Stores a refusal, so that the account no longer counts as working. */
  async function askService(account: Account, readsMethods: boolean, signal: AbortSignal) {
    try {
      const credentials = await accountCredentials.get(account, signal);
      return await withSession({ connect, account, credentials, clock }, signal, async (service) => ({
        comercios: (await service.comercios(signal)).filas,
        ...(readsMethods ? { fallas: await listFailures(service, civilDateAt(clock.now()), signal) } : {}),
      }));
    } catch (error) {
      const refusal = REFUSALS_OF_CREDENTIAL.find((code) => isAppError(error, code));
      if (refusal !== undefined) await noteLogin(account.id, refusal);
      throw error;
    }
  }

  /** Writes `enLlavero` before the keychain gets the secret: if the program is killed in between, the account can still delete its secret. */
  async function keepNewSecret(
    { account, secret, wasInKeychain }: { account: Account; secret: Secret | undefined; wasInKeychain: boolean },
    writeAccount: (inKeychain: boolean) => Promise<void>,
  ): Promise<AddedAccount> {
    await writeAccount(secret !== undefined || wasInKeychain);
    const keyKept = secret !== undefined && (await accountCredentials.keepSecret(account, secret));
    if (secret !== undefined && !keyKept && !wasInKeychain) await writeAccount(false);
    return { nombre: account.nombre, claveGuardada: keyKept };
  }

  return {
    async list(): Promise<readonly ListedAccount[]> {
      const { predeterminada, cuentas } = await file.read();
      return cuentas.map(({ id, nombre, url, tipo }) => {
        return { nombre, url, tipo, predeterminada: cuentas.length === 1 || id === predeterminada };
      });
    },

    /** Logs a user in; stores an API key without trying it. Adding the same account again under the same name only replaces its secret. */
    async add(
      { nombre: written, url, credencial }: MethodParsed<'cuentas.agregar'>,
      signal: AbortSignal,
    ): Promise<AddedAccount> {
      const account = createAccount(credencial, {
        nombre: parseName(written),
        url: parseBaseUrl(url),
        isFromEnvironment: false,
      });
      const all = await file.read();
      refuseRepeated(all.cuentas, account);
      const previous = all.cuentas.find(({ id }) => id === account.id);
      const others = all.cuentas.filter((other) => other !== previous);
      const secret: Secret | undefined =
        credencial.tipo === 'api'
          ? { tipo: 'api', apiSecret: credencial.secreto }
          : await logIn(account, credencial.secreto, signal).catch((error: unknown) => {
              throw previous === undefined ? toNewAccountRefused(error) : error;
            });
      await ensureFolder(data.root);
      const wasInKeychain = previous?.enLlavero === true;
      const added = await keepNewSecret({ account, secret, wasInKeychain }, (enLlavero) =>
        file.write({ ...all, cuentas: [...others, { ...account, enLlavero }] }),
      );
      // An account with user and password has just logged in; an API key was not tried.
      await noteLogin(account.id, account.tipo === 'usuario' ? null : undefined);
      return added;
    },

    /** Revokes the tokens; then, even if the service cannot be reached, deletes the secret, the data if `conDatos`, and the entry. */
    async remove(
      { nombre, conDatos }: Omit<MethodParsed<'cuentas.quitar'>, 'si'>,
      signal: AbortSignal,
    ): Promise<RemovedAccount> {
      const { todas, cuenta } = await getStored(nombre);
      const revoked = await close(cuenta, signal);
      if (conDatos) await rm(data.accountFolder(cuenta.id).folder, { recursive: true, force: true });
      await file.write({
        predeterminada: todas.predeterminada === cuenta.id ? null : todas.predeterminada,
        cuentas: todas.cuentas.filter((other) => other !== cuenta),
      });
      return { nombre: cuenta.nombre, revocada: revoked, datosBorrados: conDatos };
    },

    async signOut(name: string, signal: AbortSignal): Promise<ClosedAccount> {
      const { cuenta } = await getStored(name);
      // Leaves `enLlavero` true: else the next call would say that this PC has nowhere to keep the secret.
      const revoked = await close(cuenta, signal);
      await noteLogin(cuenta.id, undefined);
      return { nombre: cuenta.nombre, revocada: revoked };
    },

    async changeSecret(
      { nombre, secreto: written }: MethodParsed<'cuentas.clave'>,
      signal: AbortSignal,
    ): Promise<AddedAccount> {
      const { todas, cuenta } = await getStored(nombre);
      const secret = await logIn(cuenta, written, signal);
      await noteLogin(cuenta.id, null);
      if (secret === undefined) return { nombre: cuenta.nombre, claveGuardada: false };
      return keepNewSecret({ account: cuenta, secret, wasInKeychain: cuenta.enLlavero }, (enLlavero) =>
        file.write({
          ...todas,
          cuentas: todas.cuentas.map((other) => (other === cuenta ? { ...other, enLlavero } : other)),
        }),
      );
    },

    async use(name: string): Promise<{ readonly nombre: string }> {
      const { todas, cuenta } = await getStored(name);
      await file.write({ ...todas, predeterminada: cuenta.id });
      return { nombre: cuenta.nombre };
    },

    /** Logs in and reads the stores; with `readsMethods`, also tries the lists, the calendar and the reconciliations (`listFailures`). */
    async tryOut(name: string | undefined, readsMethods: boolean, signal: AbortSignal): Promise<TestedAccount> {
      const account = await chooseAccount(name);
      const { valor, refresh } = await askService(account, readsMethods, signal);
      await noteLogin(account.id, null);
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

    choose: chooseAccount,
    credenciales: accountCredentials,
  };
}

/** Refuses a repeated name, and a second account with the same identity at the same address: each of its two ledgers would miss the other's uploads. */
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
