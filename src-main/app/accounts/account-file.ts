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
  /** Whether its secret was put in the keychain. Then it is read from there, and has to be deleted there. */
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
  /** The id of the account was not made of its address and identity: it counts as another account. */
  readonly onOtherVersion?: (nombre: string) => void;
}

/**
 * The file of accounts. Everything in it is checked as if it had been typed: the file may come from another PC, or from somebody who wants a
 * secret sent elsewhere. A newer version is refused with `DATOS_MAS_NUEVOS` and not touched. A damaged file is set aside and told through
 * `onSetAside`; then there are no accounts until they are added again, but their data stays in its folders.
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

/** Checks name and address by the rules for typed ones. The id is computed from them, whatever the file says. */
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
    // Not an AppError: damage makes the reader set the file aside; an AppError would leave the file in place, and every call would fail.
    throw new Error('an account that nobody could have typed', { cause });
  }
}
