/** The workbook of a month and its entry: their bytes, and their copies in a folder of the person. */
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CierreDocument } from '#contract/cierre.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { ensureFolder } from '#platform/data-folder.ts';
import { getSystemCode } from '#platform/disk-error.ts';
import { makeTemporaryName, publish } from '#platform/new-file.ts';
import type { ClosedMonthFile } from '#storage/cierre/closed-month.ts';
import { toOutputError, writeBook } from '../sheets.ts';
import type { BookInput } from './sheets/common.ts';
import { buildEntry, writeEntryCsv } from './sheets/entry.ts';
import { buildPending } from './sheets/pending.ts';
import { buildReceivables } from './sheets/receivables.ts';
import { buildSettlements } from './sheets/settlements.ts';
import { buildTaxes } from './sheets/taxes.ts';

export type Books = Pick<ClosedMonthFile, 'libro' | 'sha256' | 'asiento'>;

/** Writes the five sheets. `folder`: for the file while it is being made. `creado`: epoch ms; the same data and moment give the same bytes. */
export async function writeBooks(
  input: BookInput,
  { folder, creado, signal }: { readonly folder: string; readonly creado: number; readonly signal: AbortSignal },
): Promise<Books> {
  const file = makeTemporaryName(path.resolve(folder, 'cierre.xlsx'));
  const sheets = [buildSettlements, buildTaxes, buildEntry, buildReceivables, buildPending].map((build) =>
    build(input),
  );
  try {
    await ensureFolder(folder);
    await writeBook(file, sheets, { signal, now: creado });
    const libro = await readFile(file);
    return { libro, sha256: createHash('sha256').update(libro).digest('hex'), asiento: writeEntryCsv(input) };
  } catch (error) {
    throw toOutputError(error, file, REFUSALS.noOutputFolder);
  } finally {
    await rm(file, { force: true });
  }
}

/** Puts bytes into a folder under a name, or "nombre (2)" where another file has it; a file with these very bytes is the answer. */
async function placeFile(folder: string, name: string, bytes: Buffer): Promise<string> {
  const wanted = path.resolve(folder, name);
  try {
    const present = await readFile(wanted).catch((error: unknown) => {
      if (getSystemCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (present?.equals(bytes) === true) return wanted;
    const temporary = makeTemporaryName(wanted);
    await writeFile(temporary, bytes, { mode: 0o600, flag: 'wx' });
    return await publish(temporary, wanted, 'numerar');
  } catch (error) {
    throw toOutputError(error, wanted, REFUSALS.noOutputFolder);
  }
}

/** Copies a workbook and its entry into a folder, which is made where it is missing. Without a folder, only the document says which bytes they are. */
export async function deliver(
  doc: CierreDocument,
  { libro, sha256, asiento }: Books,
  folder: string | undefined,
): Promise<CierreDocument> {
  if (folder === undefined) return { ...doc, sha256 };
  await ensureFolder(folder);
  const name = `${doc.periodo}-${doc.cuit}`;
  const archivo = await placeFile(folder, `cierre-${name}.xlsx`, libro);
  const csv = asiento === null ? null : await placeFile(folder, `asiento-${name}.csv`, Buffer.from(asiento, 'utf8'));
  return { ...doc, archivo, sha256, asiento: csv };
}
