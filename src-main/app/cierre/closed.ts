/** The closed months of an account: files `cierres/AAAA-MM-CUIT.db` beside its ledger. A month that was reopened keeps its earlier versions. */
import { existsSync, readdirSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { CierreDocument, ClosedMonth, ClosedName, ReopenedMonth } from '#contract/cierre.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { readJsonFile, rename, writeJsonAtomic } from '#platform/atomic-file.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import { makeTemporaryName, publish } from '#platform/new-file.ts';
import {
  listClosedMonths,
  readClosedMonth,
  readFrozenRows,
  readTakenAdjustments,
  writeClosedMonth,
  type ClosedMonthFile,
} from '#storage/cierre/closed-month.ts';
import type { Account } from '../accounts/account.ts';

const frozen = z.object({
  saldos: z.object({ procesadores: z.array(z.object({ procesador: z.string() })) }),
  cerrado: z.object({ cuando: z.string() }),
});

/** Who reopened a month, when and why. Stored in a file beside the earlier version. */
const reopening = z.object({ motivo: z.string(), quien: z.string(), cuando: z.string() });
const REOPENED = /^(\d{4}-\d{2})-(\d{11})\.(\d+)\.json$/;

/** True for a document with the fields of `frozen`; otherwise reading the month throws `GUARDADO_ILEGIBLE`. */
const isFrozenDocument = (value: unknown): value is CierreDocument => frozen.safeParse(value).success;

export type ClosedMonths = ReturnType<typeof openClosedMonths>;

export function openClosedMonths(data: Pick<DataFolder, 'accountFolder'>, { id }: Account) {
  const folder = data.accountFolder(id).closed;
  const fileOf = (periodo: string, cuit: string, version?: number): string =>
    path.join(folder, `${[`${periodo}-${cuit}`, version].filter((part) => part !== undefined).join('.')}.db`);
  /** Reads a closed month, or its `version` from before a reopening. Throws `ENTRADA_INVALIDA` if there is no such month or version. */
  const read = (periodo: string, cuit: string, version?: number) => {
    if (!existsSync(fileOf(periodo, cuit, version)))
      throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.monthNotClosed(periodo) });
    const file = readClosedMonth(fileOf(periodo, cuit, version));
    const documento: unknown = JSON.parse(file.documento);
    if (!isFrozenDocument(documento)) throw new AppError('GUARDADO_ILEGIBLE');
    return { ...file, documento };
  };
  const listNames = (wanted?: string): readonly ClosedName[] =>
    listClosedMonths(folder).filter(({ cuit }) => wanted === undefined || cuit === wanted);
  async function prepareFolder(): Promise<string> {
    await ensureFolder(folder);
    return folder;
  }
  return {
    listNames,
    prepareFolder,
    list: (cuit?: string): readonly ClosedMonth[] =>
      listNames(cuit).map((one) => ({
        ...one,
        cuando: read(one.periodo, one.cuit).documento.cerrado?.cuando ?? '',
      })),
    async listReopened(): Promise<readonly ReopenedMonth[]> {
      const names = existsSync(folder) ? readdirSync(folder).sort() : [];
      const found = names.map(async (name) => {
        const [, periodo = '', cuit = '', number] = REOPENED.exec(name) ?? [];
        const version = Number(number);
        // A reopening that was interrupted has a reason and no version.
        if (periodo === '' || !existsSync(fileOf(periodo, cuit, version))) return [];
        const why = await readJsonFile(path.join(folder, name), (value) => reopening.parse(value));
        return why === undefined ? [] : [{ periodo, cuit, version, ...why }];
      });
      return (await Promise.all(found)).flat();
    },
    read,
    isClosed: (periodo: string, cuit: string): boolean => existsSync(fileOf(periodo, cuit)),
    readRows: (periodo: string, cuit: string) => readFrozenRows(fileOf(periodo, cuit)),
    readTaken: (periodo: string, cuit: string) => readTakenAdjustments(fileOf(periodo, cuit)),
    /** Writes a closed month. Throws `SALIDA_EXISTENTE` if it is closed already. */
    async write(month: ClosedMonthFile, rows: Parameters<typeof writeClosedMonth>[2]): Promise<void> {
      await prepareFolder();
      const file = fileOf(month.periodo, month.cuit);
      const temporary = makeTemporaryName(file);
      writeClosedMonth(temporary, month, rows);
      await publish(temporary, file, 'rechazar');
      await chmod(file, 0o400);
    },
    /** Sets a taxpayer's last closed month aside as `AAAA-MM-CUIT.N.db`, with person and reason beside it. Throws `ENTRADA_INVALIDA` for any other month. */
    async reopen(
      periodo: string,
      cuit: string,
      why: { readonly motivo: string; readonly quien: string; readonly cuando: string },
    ): Promise<void> {
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
  };
}
