/** The closed months of an account: files `cierres/AAAA-MM-CUIT.db` beside its ledger, and the versions that a reopening set aside. */
import { existsSync, readdirSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { CierreDocument, ClosedMonth, ClosedName } from '#contract/cierre.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { writeJsonAtomic } from '#platform/atomic-file.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { makeTemporaryName, publish } from '#platform/new-file.ts';
import { rename } from '#platform/rename.ts';
import {
  listClosedMonths,
  readClosedMonth,
  readFrozenRows,
  readTakenAdjustments,
  writeClosedMonth,
  type ClosedMonthFile,
  type FrozenAdjustment,
  type FrozenRow,
} from '#storage/cierre/closed-month.ts';
import type { Account } from '../accounts/account.ts';

const amounts = z.record(z.string(), z.string());
const tieRow = z.object({
  numero: z.string(),
  clase: z.string(),
  importe: z.string(),
  esperado: z.string().nullable(),
  encontrado: z.string().nullable(),
  procesador: z.string(),
  fecha: z.string(),
});
/** What of a frozen document is read again. */
const frozen = z.looseObject({
  razonSocial: z.string(),
  abiertos: z.array(z.looseObject({ clave: z.string(), cuantos: z.number(), importe: z.string().nullable() })),
  empates: z.array(
    z.looseObject({
      clave: z.string(),
      comparados: z.number(),
      difieren: z.number(),
      sinComparar: z.number(),
      filas: z.array(tieRow),
    }),
  ),
  pendientes: z.number().optional(),
  saldos: z.object({ procesadores: z.array(amounts) }),
  conceptos: z.array(amounts),
  ajustes: z.array(amounts.or(z.looseObject({}))),
  cerrado: z.object({ quien: z.string(), cuando: z.string(), motivo: z.string(), version: z.string() }),
});

/** A document that this program froze itself; one of another form is `GUARDADO_ILEGIBLE`. */
const isFrozenDocument = (value: unknown): value is CierreDocument => frozen.safeParse(value).success;

export interface FrozenMonth extends Omit<ClosedMonthFile, 'documento'> {
  readonly documento: CierreDocument;
}

export interface ClosedMonths {
  /** In order of month, from the names of the files alone. */
  listNames(cuit?: string): readonly ClosedName[];
  /** The same with when each was closed. */
  list(cuit?: string): readonly ClosedMonth[];
  isClosed(periodo: string, cuit: string): boolean;
  read(periodo: string, cuit: string): FrozenMonth;
  readRows(periodo: string, cuit: string): readonly FrozenRow[];
  /** The adjustments of earlier months that a month took. */
  readTaken(periodo: string, cuit: string): readonly FrozenAdjustment[];
  /** Writes a month for good. Throws `SALIDA_EXISTENTE` when it is closed already. */
  write(
    month: ClosedMonthFile,
    rows: { filas: Iterable<FrozenRow>; ajustes: Iterable<FrozenAdjustment> },
  ): Promise<void>;
  /** Sets the last closed month aside as `AAAA-MM-CUIT.N.db`, with who and why beside it. Throws `ENTRADA_INVALIDA` for any other month. */
  reopen(
    periodo: string,
    cuit: string,
    why: { readonly motivo: string; readonly quien: string; readonly cuando: string },
  ): Promise<void>;
  /** The folder of the files, made if it is missing. */
  prepareFolder(): Promise<string>;
}

export function openClosedMonths(data: Pick<DataFolder, 'accountFolder'>, { id }: Account): ClosedMonths {
  const folder = data.accountFolder(id).closed;
  const fileOf = (periodo: string, cuit: string): string => path.join(folder, `${periodo}-${cuit}.db`);
  const read = (periodo: string, cuit: string): FrozenMonth => {
    const file = readClosedMonth(fileOf(periodo, cuit));
    const documento: unknown = JSON.parse(file.documento);
    if (!isFrozenDocument(documento)) throw new AppError('GUARDADO_ILEGIBLE');
    return { ...file, documento };
  };
  const listNames = (wanted?: string): readonly ClosedName[] =>
    listClosedMonths(folder).filter(({ cuit }) => wanted === undefined || cuit === wanted);
  return {
    listNames,
    list: (cuit) =>
      listNames(cuit).map((one) => ({
        ...one,
        cuando: read(one.periodo, one.cuit).documento.cerrado?.cuando ?? '',
      })),
    read,
    isClosed: (periodo, cuit) => existsSync(fileOf(periodo, cuit)),
    readRows: (periodo, cuit) => readFrozenRows(fileOf(periodo, cuit)),
    readTaken: (periodo, cuit) => readTakenAdjustments(fileOf(periodo, cuit)),
    async write(month, rows) {
      await ensureFolder(folder);
      const file = fileOf(month.periodo, month.cuit);
      const temporary = makeTemporaryName(file);
      writeClosedMonth(temporary, month, rows);
      await publish(temporary, file, 'rechazar');
      await chmod(file, 0o400);
    },
    async reopen(periodo, cuit, why) {
      if (!existsSync(fileOf(periodo, cuit)))
        throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.monthNotClosed(periodo) });
      if (listNames(cuit).at(-1)?.periodo !== periodo)
        throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.monthNotLast(periodo) });
      const earlier = readdirSync(folder).filter(
        (name) => name.startsWith(`${periodo}-${cuit}.`) && /\.\d+\.db$/.test(name),
      );
      const base = path.join(folder, `${periodo}-${cuit}.${String(earlier.length + 1)}`);
      await writeJsonAtomic(`${base}.json`, why);
      await rename(fileOf(periodo, cuit), `${base}.db`);
    },
    async prepareFolder() {
      await ensureFolder(folder);
      return folder;
    },
  };
}
