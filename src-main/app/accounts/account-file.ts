import * as z from 'zod';
import { AppError } from '#contract/errors.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { mismoNombre, type Cuenta } from './account.ts';

const VERSION = 1;

const comun = {
  id: z.string().regex(/^[0-9a-f]{16}$/),
  nombre: z.string().min(1).max(60),
  url: z.string().min(1),
  enLlavero: z.boolean(),
};
const guardada = z.discriminatedUnion('tipo', [
  z.object({ ...comun, tipo: z.literal('api'), apiKey: z.string().min(1) }),
  z.object({ ...comun, tipo: z.literal('usuario'), usuario: z.string().min(1) }),
]);
const archivo = z.object({
  version: z.literal(VERSION),
  /** The id of the default account, or null. */
  predeterminada: z.string().nullable(),
  cuentas: z.array(guardada),
});

/** An account as the file has it. */
export type CuentaGuardada = Cuenta & {
  /** Whether its secret was put in the keychain: then it is looked for there, and must be deleted from there. */
  readonly enLlavero: boolean;
};

/** `cuentas.json`: everything about the accounts that is not secret. */
export interface CuentasGuardadas {
  readonly predeterminada: string | null;
  readonly cuentas: readonly CuentaGuardada[];
}

export interface CuentasArchivo {
  leer(): Promise<CuentasGuardadas>;
  escribir(cuentas: CuentasGuardadas): Promise<void>;
}

/**
 * The file of accounts. A newer version is refused with `DATOS_MAS_NUEVOS` and not touched; a damaged file is set aside and
 * said through `onApartado`, and there are no accounts until they are added again: their data is in its folders still.
 */
export function cuentasArchivo(file: string, onApartado: (apartado: string) => void): CuentasArchivo {
  return {
    async leer() {
      const read = await readJsonFile(file, parse);
      if (read.estado === 'leido') return read.valor;
      if (read.estado === 'danado') onApartado(read.apartado);
      return { predeterminada: null, cuentas: [] };
    },
    escribir: ({ predeterminada, cuentas }) =>
      writeJsonAtomic(file, { version: VERSION, predeterminada, cuentas: cuentas.map(({ deEntorno: _, ...c }) => c) }),
  };
}

function parse(value: unknown): CuentasGuardadas {
  const version = z.object({ version: z.number() }).safeParse(value);
  if (version.success && version.data.version > VERSION) throw new AppError('DATOS_MAS_NUEVOS');
  const { predeterminada, cuentas } = archivo.parse(value);
  const ids = new Set(cuentas.map((cuenta) => cuenta.id));
  const repeated = cuentas.some((a, i) => cuentas.some((b, j) => i < j && mismoNombre(a.nombre, b.nombre)));
  if (ids.size !== cuentas.length || repeated) throw new Error('two accounts with one name or one id');
  return { predeterminada, cuentas: cuentas.map((cuenta) => ({ ...cuenta, deEntorno: false })) };
}
