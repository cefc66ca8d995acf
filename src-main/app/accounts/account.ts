import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AppError, isAppError } from '#contract/errors.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { quoteAll } from '#domain/texts/language.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { Accounts } from './accounts.ts';
import { id } from '#contract/common-inputs.ts';
import { readJsonFile, writeJsonAtomic, refuseNewer } from '#platform/atomic-file.ts';
import { parseBaseUrl } from '#service/transport/network.ts';

/** The name of the account that comes from the environment; no stored account may take it. */
export const ENVIRONMENT_NAME = 'entorno';

export type Identity =
  | { readonly tipo: 'api'; readonly apiKey: string }
  | { readonly tipo: 'usuario'; readonly usuario: string };

/** An account of the service. `id` names its folder of data and never changes. */
export type Account = Identity & {
  /** 16 lower-case hexadecimal digits. */
  readonly id: string;
  readonly nombre: string;
  /** Without a slash at the end, as `parseBaseUrl` returns it. */
  readonly url: string;
  readonly isFromEnvironment: boolean;
};

const nameSchema = z
  .string()
  .transform((name) => name.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1)
      .max(60)
      .regex(/^[^\p{Cc}\p{Cf}]+$/u),
  );

/** Trims a name of 1 to 60 characters. Throws `ENTRADA_INVALIDA`, also for control and format characters; `CUENTA_REPETIDA` for the environment's name. */
export function parseName(text: string): string {
  const name = nameSchema.safeParse(text);
  if (!name.success) {
    throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.accountNameLength, detail: { campo: 'nombre' } });
  }
  if (isSameName(name.data, ENVIRONMENT_NAME)) {
    throw new AppError('CUENTA_REPETIDA', {
      mensaje: REFUSALS.accountNameTaken,
      detail: { cuenta: ENVIRONMENT_NAME },
    });
  }
  return name.data;
}

/** Two names are the same when they differ only in capitals, surrounding spaces or Unicode form. */
export const isSameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b);
const nameKey = (name: string): string => name.normalize('NFC').trim().toLocaleLowerCase('es-AR');

/** SHA-256 of kind, URL and key (or user), in hexadecimal. The secret is not part of it. */
export function digestOfAccount(url: string, identity: Identity): string {
  const who = identity.tipo === 'api' ? identity.apiKey : identity.usuario;
  return createHash('sha256')
    .update(JSON.stringify([identity.tipo, url, who]))
    .digest('hex');
}

export function createAccount(typed: Identity, others: Pick<Account, 'nombre' | 'url' | 'isFromEnvironment'>): Account {
  // Copy each field by name, so that the secret does not end up in the file.
  const identity: Identity =
    typed.tipo === 'api' ? { tipo: 'api', apiKey: typed.apiKey } : { tipo: 'usuario', usuario: typed.usuario };
  // The same account always gets the same id: an account that is removed and added again finds its data, and never has two ledgers.
  return { ...identity, id: digestOfAccount(others.url, identity).slice(0, 16), ...others };
}

export interface Options {
  readonly name: string | undefined;
  readonly environment: Account | undefined;
  readonly stored: StoredAccounts;
}

/**
 * Chooses the account of a command (docs/cli.md, "Account"): the named one, else the environment's, else the only one, else the default one. Throws
 * `CUENTA_INEXISTENTE`, `SIN_CUENTA` or `CUENTA_AMBIGUA`; the message names the choices if there are any.
 */
export function pickAccount({ name, environment, stored }: Options): Account {
  const { cuentas, predeterminada } = stored;
  if (name !== undefined) {
    const all = environment === undefined ? cuentas : [environment, ...cuentas];
    const named = all.find((account) => isSameName(account.nombre, name));
    if (named === undefined) throw createUnknownAccountError(name, all);
    return named;
  }
  if (environment !== undefined) return environment;
  const [first, second] = cuentas;
  if (first === undefined) throw new AppError('SIN_CUENTA');
  if (second === undefined) return first;
  const chosen = cuentas.find((account) => account.id === predeterminada);
  if (chosen !== undefined) return chosen;
  throw new AppError('CUENTA_AMBIGUA', {
    mensaje: REFUSALS.accountToChoose(namesOf(cuentas)),
    detail: { opciones: quoteAll(namesOf(cuentas), 'es') },
  });
}

export function createUnknownAccountError(name: string, accounts: readonly Account[]): AppError {
  const detail = { opciones: quoteAll(namesOf(accounts), 'es') };
  if (isSameName(name, ENVIRONMENT_NAME)) {
    return new AppError('CUENTA_INEXISTENTE', { mensaje: REFUSALS.environmentAccountMissing, detail });
  }
  return new AppError('CUENTA_INEXISTENTE', {
    detail,
    ...(accounts.length === 0 ? {} : { mensaje: REFUSALS.accountUnknown(namesOf(accounts)) }),
  });
}

const namesOf = (accounts: readonly Account[]): readonly string[] => accounts.map(({ nombre }) => nombre);

type ChoosableAccounts = Pick<Accounts, 'choose' | 'list'>;

/** Every stored account and, if this run has one, the environment's account: `cuentas.json` does not list it, but its uploads are on the disk too. */
export async function listAllAccounts(accounts: ChoosableAccounts): Promise<readonly Account[]> {
  const all: Account[] = [];
  for (const { nombre } of await accounts.list()) all.push(await accounts.choose(nombre));
  const environment = await findEnvironmentAccount(accounts);
  return environment === undefined || all.some(({ id }) => id === environment.id) ? all : [...all, environment];
}

async function findEnvironmentAccount(accounts: ChoosableAccounts): Promise<Account | undefined> {
  try {
    return await accounts.choose(ENVIRONMENT_NAME);
  } catch (error) {
    // The variables of the environment's account are missing or wrong. The stored accounts do not depend on them.
    if (isAppError(error, 'CUENTA_INEXISTENTE', 'ENTRADA_INVALIDA', 'URL_INSEGURA')) return undefined;
    throw error;
  }
}

/** The stored name of the example account, the same in every language; screens in English show another name. */
export const EXAMPLE_ACCOUNT = LABELS.exampleAccount.es;

export const isExample = ({ nombre, tipo, url, isFromEnvironment }: Account): boolean =>
  nombre === EXAMPLE_ACCOUNT && tipo === 'api' && !isFromEnvironment && /^http:\/\/127\.0\.0\.1:\d+$/.test(url);

const VERSION = 1;

const common = {
  id: z.string().regex(/^[0-9a-f]{16}$/),
  nombre: z.string(),
  url: z.string(),
  enLlavero: z.boolean(),
};
const stored = z.discriminatedUnion('tipo', [
  z.object({ ...common, tipo: z.literal('api'), apiKey: id }),
  z.object({ ...common, tipo: z.literal('usuario'), usuario: id }),
]);
const file = z.object({
  version: z.literal(VERSION),
  predeterminada: z.string().nullable(),
  cuentas: z.array(stored),
});

export type StoredAccount = Account & {
  /** True if the secret may be in the keychain: the program then reads and deletes the secret there. */
  readonly enLlavero: boolean;
};

/** `cuentas.json`: everything about the accounts that is not secret. */
export interface StoredAccounts {
  readonly predeterminada: string | null;
  readonly cuentas: readonly StoredAccount[];
}

export type AccountsFile = ReturnType<typeof openAccountsFile>;

interface FileFindings {
  /** Called when the file was damaged, with the name under which it was set aside. */
  readonly onSetAside: (setAside: string) => void;
  /** Called when the id in the file does not match the account's address and identity: the account then counts as another account. */
  readonly onOtherId?: (name: string) => void;
}

/**
 * The file of accounts. Checks its content as if a person had typed it: the file may come from another PC, or from an attacker who wants a secret sent
 * elsewhere. Throws `DATOS_MAS_NUEVOS` for a newer version, without touching it. Sets a damaged file aside and calls `onSetAside`; a person
 * then adds the accounts again, and each finds its earlier data.
 */
export const openAccountsFile = (file: string, { onSetAside, onOtherId }: FileFindings) => ({
  read: async (): Promise<StoredAccounts> =>
    (await readJsonFile(file, (value) => parse(value, onOtherId), onSetAside)) ?? { predeterminada: null, cuentas: [] },
  write: ({ predeterminada, cuentas }: StoredAccounts): Promise<void> =>
    writeJsonAtomic(file, {
      version: VERSION,
      predeterminada,
      cuentas: cuentas.map(({ isFromEnvironment: _, ...c }) => c),
    }),
});

function parse(value: unknown, onOtherId?: (name: string) => void): StoredAccounts {
  refuseNewer(value, VERSION);
  const written = file.parse(value);
  const accounts = written.cuentas.map(checkStored);
  const ids = new Set(accounts.map((account) => account.id));
  const repeated = accounts.some((a, i) => accounts.some((b, j) => i < j && isSameName(a.nombre, b.nombre)));
  if (ids.size !== accounts.length || repeated) throw new Error('two accounts with one name or one id');
  for (const [i, { id, nombre }] of accounts.entries()) if (written.cuentas[i]?.id !== id) onOtherId?.(nombre);
  const chosen = written.cuentas.findIndex(({ id }) => id === written.predeterminada);
  return { predeterminada: accounts[chosen]?.id ?? null, cuentas: accounts };
}

/** Checks name and address as if a person had typed them. Computes the id from address and identity, whatever id the file has. */
function checkStored(typed: z.infer<typeof stored>): StoredAccount {
  try {
    const others = { nombre: parseName(typed.nombre), url: parseBaseUrl(typed.url), isFromEnvironment: false };
    return { ...createAccount(typed, others), enLlavero: typed.enLlavero };
  } catch (cause) {
    // A plain error makes the reader set the file aside. An AppError would leave the damaged file in place, and every call would fail.
    throw new Error('an account that nobody could have typed', { cause });
  }
}
