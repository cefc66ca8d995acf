import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';

/** The list inside a package for another PC: its contents, and the hashes of their bytes. */
const VERSION = 1;
const FORMAT = 'conciliador-traslado';

/** Files of the data folder that move unchanged. None of them has a secret. */
export const ROOT_FILES = ['cuentas.json', 'plantillas.json', 'ajustes.json', 'vistas.json'] as const;
/** Files of an account that move: databases as snapshots. Data that the service can give again moves only when it is asked for. */
export const BASES = ['ledger.db', 'revision.db'] as const;
export const BASES_DE_CACHE = ['cache.db', 'resultados.db'] as const;
export const ACCOUNT_FILES = ['aprendido.json', 'nombres.json'] as const;

/** A JSON file of ours is read whole into memory at every start: a larger one could keep the program from ever starting again. */
const MAX_JSON = 16 * 1024 * 1024;

const rootFile = new RegExp(`^(${ROOT_FILES.join('|').replaceAll('.', '\\.')})$`);
const accountFile = new RegExp(
  `^cuentas/[0-9a-f]{16}/(${[...BASES, ...BASES_DE_CACHE, ...ACCOUNT_FILES].join('|').replaceAll('.', '\\.')})$`,
);

const index = z.object({
  formato: z.literal(FORMAT),
  version: z.literal(VERSION),
  programa: z.string().max(40),
  hecho: z.number().int().min(0),
  piezas: z
    .array(
      z
        .object({
          // Only names of files that we write: none leads out of the data folder.
          nombre: z.string().refine((name) => rootFile.test(name) || accountFile.test(name)),
          bytes: z.number().int().min(0),
          sha256: z.string().regex(/^[0-9a-f]{64}$/),
        })
        .refine(({ nombre, bytes }) => !nombre.endsWith('.json') || bytes <= MAX_JSON),
    )
    .max(10_000),
});
const newerFormat = z.looseObject({ formato: z.literal(FORMAT), version: z.number().gt(VERSION) });

export type Index = z.infer<typeof index>;

export const createIndex = (contents: Pick<Index, 'programa' | 'hecho' | 'piezas'>): Index => ({
  formato: FORMAT,
  version: VERSION,
  ...contents,
});

/** The digest of a package: of the name of each piece and the hash of its bytes. */
export const indexDigest = ({ piezas }: Index): string =>
  createHash('sha256')
    .update(JSON.stringify(piezas.map(({ nombre, sha256 }) => [nombre, sha256]).sort()))
    .digest('hex');

/** The list of a package. It must have exactly the pieces that are there. Throws `PAQUETE_INVALIDO`, `DATOS_MAS_NUEVOS`. */
export function parseIndex(value: unknown, names: readonly string[]): Index {
  if (newerFormat.safeParse(value).success) throw new AppError('DATOS_MAS_NUEVOS', { detail: { que: 'traslado' } });
  const parsed = index.safeParse(value);
  if (!parsed.success) throw new AppError('PAQUETE_INVALIDO', { detail: { motivo: 'indice' } });
  const listed = parsed.data.piezas.map(({ nombre }) => nombre).sort();
  const same = listed.length === names.length && [...names].sort().every((name, i) => name === listed[i]);
  if (!same) throw new AppError('PAQUETE_INVALIDO', { detail: { motivo: 'piezas' } });
  return parsed.data;
}
