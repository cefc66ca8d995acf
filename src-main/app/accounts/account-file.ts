import * as z from 'zod';
import { AppError } from '#contract/errors.ts';
import { texto } from '#contract/common-inputs.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { parseBaseUrl } from '#service/transport/base-url.ts';
import { accountIdOf, isSameName, parseName, type Account, type Identity } from './account.ts';

const VERSION = 1;

const common = {
  id: z.string().regex(/^[0-9a-f]{16}$/),
  nombre: z.string(),
  url: z.string(),
  enLlavero: z.boolean(),
};
const stored = z.discriminatedUnion('tipo', [
  z.object({ ...common, tipo: z.literal('api'), apiKey: texto }),
  z.object({ ...common, tipo: z.literal('usuario'), usuario: texto }),
]);
const archivo = z.object({
  version: z.literal(VERSION),
  /** The id of the default account, or null. */
  predeterminada: z.string().nullable(),
  cuentas: z.array(stored),
});

/** An account as the file has it. */
export type StoredAccount = Account & {
  /** Whether its secret was put in the keychain: then it is looked for there, and must be deleted from there. */
  readonly enLlavero: boolean;
};

/** `cuentas.json`: everything about the accounts that is not secret. */
export interface StoredAccounts {
  readonly predeterminada: string | null;
  readonly cuentas: readonly StoredAccount[];
}

export interface AccountsFile {
  leer(): Promise<StoredAccounts>;
  write(cuentas: StoredAccounts): Promise<void>;
}

interface FileFindings {
  /** The file was damaged, and is now under this name. */
  readonly onSetAside: (apartado: string) => void;
  /** The address, or who enters, is not what the id of the account was made of: it counts as another account. */
  readonly onOtherVersion?: (nombre: string) => void;
}

/**
 * The file of accounts. Nothing in it is believed that was not checked as if it had been typed: it may come from another PC, or from somebody
 * who wants a secret sent elsewhere. A newer version is refused with `DATOS_MAS_NUEVOS` and not touched; a damaged file is set aside and
 * said through `onSetAside`, and there are no accounts until they are added again: their data is in its folders still.
 */
export function openAccountsFile(file: string, { onSetAside, onOtherVersion }: FileFindings): AccountsFile {
  return {
    async leer() {
      const read = await readJsonFile(file, (value) => parse(value, onOtherVersion));
      if (read.estado === 'leido') return read.valor;
      if (read.estado === 'danado') onSetAside(read.apartado);
      return { predeterminada: null, cuentas: [] };
    },
    write: ({ predeterminada, cuentas }) =>
      writeJsonAtomic(file, {
        version: VERSION,
        predeterminada,
        cuentas: cuentas.map(({ isFromEnvironment: _, ...c }) => c),
      }),
  };
}

function parse(value: unknown, onOtherVersion?: (nombre: string) => void): StoredAccounts {
  const version = z.object({ version: z.number() }).safeParse(value);
  if (version.success && version.data.version > VERSION) throw new AppError('DATOS_MAS_NUEVOS');
  const written = archivo.parse(value);
  const cuentas = written.cuentas.map(checkStored);
  const ids = new Set(cuentas.map((cuenta) => cuenta.id));
  const repeated = cuentas.some((a, i) => cuentas.some((b, j) => i < j && isSameName(a.nombre, b.nombre)));
  if (ids.size !== cuentas.length || repeated) throw new Error('two accounts with one name or one id');
  for (const [i, { id, nombre }] of cuentas.entries()) if (written.cuentas[i]?.id !== id) onOtherVersion?.(nombre);
  const elegida = written.cuentas.findIndex(({ id }) => id === written.predeterminada);
  return { predeterminada: cuentas[elegida]?.id ?? null, cuentas };
}

/** Name and address pass what they pass when they are typed; the id is what they make, whatever the file says that it is. */
function checkStored(typed: z.infer<typeof stored>): StoredAccount {
  const identidad: Identity =
    typed.tipo === 'api' ? { tipo: 'api', apiKey: typed.apiKey } : { tipo: 'usuario', usuario: typed.usuario };
  try {
    const url = parseBaseUrl(typed.url);
    const nombre = parseName(typed.nombre);
    return {
      ...identidad,
      id: accountIdOf(url, identidad),
      nombre,
      url,
      enLlavero: typed.enLlavero,
      isFromEnvironment: false,
    };
  } catch (cause) {
    // As damage, whose answer is to set the file aside: an AppError would leave it in place, and every call would fail with it.
    throw new Error('an account that nobody could have typed', { cause });
  }
}
