import * as z from 'zod';
import { id } from '#contract/common-inputs.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { refuseNewer } from '../newer-file.ts';
import { parseBaseUrl } from '#service/transport/network.ts';
import { createAccount, isSameName, parseName, type Account } from './account.ts';

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
  /** The id of the default account, or null. */
  predeterminada: z.string().nullable(),
  cuentas: z.array(stored),
});

/** An account as the file has it. */
export type StoredAccount = Account & {
  /** Whether its secret was put in the keychain. Then it is read from there, and has to be deleted there. */
  readonly enLlavero: boolean;
};

/** `cuentas.json`: everything about the accounts that is not secret. */
export interface StoredAccounts {
  readonly predeterminada: string | null;
  readonly cuentas: readonly StoredAccount[];
}

export type AccountsFile = ReturnType<typeof openAccountsFile>;

interface FileFindings {
  /** The file was damaged, and is now under this name. */
  readonly onSetAside: (setAside: string) => void;
  /** The id in the file does not fit the address and identity of the account, which then counts as another account. */
  readonly onOtherId?: (name: string) => void;
}

/**
 * The file of accounts. Everything in it is checked as if it had been typed: the file may come from another PC, or from an attacker who wants a
 * secret sent elsewhere. A newer version is refused with `DATOS_MAS_NUEVOS` and not touched. A damaged file is set aside and told through
 * `onSetAside`; then there are no accounts until they are added again, but their data stays in its folders.
 */
export const openAccountsFile = (file: string, { onSetAside, onOtherId }: FileFindings) => ({
  async read(): Promise<StoredAccounts> {
    const read = await readJsonFile(file, (value) => parse(value, onOtherId));
    if (read.estado === 'leido') return read.valor;
    if (read.estado === 'danado') onSetAside(read.apartado);
    return { predeterminada: null, cuentas: [] };
  },
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

/** Checks name and address by the rules for typed ones. The id is computed from them, whatever the file says. */
function checkStored(typed: z.infer<typeof stored>): StoredAccount {
  try {
    const others = { nombre: parseName(typed.nombre), url: parseBaseUrl(typed.url), isFromEnvironment: false };
    return { ...createAccount(typed, others), enLlavero: typed.enLlavero };
  } catch (cause) {
    // Not an AppError: damage makes the reader set the file aside; an AppError would leave the file in place, and every call would fail.
    throw new Error('an account that nobody could have typed', { cause });
  }
}
