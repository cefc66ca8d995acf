/** Makes the workbook and the accounting entry of a month, and copies them to a folder of the person. */
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CierreDocument } from '#contract/cierre.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { ensureFolder } from '#platform/data-folder.ts';
import { getSystemCode } from '#platform/disk-error.ts';
import { makeTemporaryName, publish } from '#platform/new-file.ts';
import type { ClosedMonthFile } from '#storage/cierre/closed-month.ts';
import { toOutputError, writeBook, asFact } from '../sheets.ts';
import { type BookInput, asDate, asMoney, asText, headingsOf, toTable } from './sheets/common.ts';
import { buildPending } from './sheets/pending.ts';
import { buildReceivables } from './sheets/receivables.ts';
import { buildSettlements } from './sheets/settlements.ts';
import { buildTaxes } from './sheets/taxes.ts';
import type { EntryLine } from '#domain/cierre/entry.ts';
import { formatDayMonthYear, requireCivilDate } from '#domain/civil-date.ts';
import type { RecordSheet } from '#workbook/write/workbook.ts';

export type Books = Pick<ClosedMonthFile, 'libro' | 'sha256' | 'asiento'>;

/** Writes the workbook's five sheets. `folder`: for the unfinished file. `creado`: epoch ms; the same data and the same `creado` give the same bytes. */
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

/** Writes bytes to a file in a folder. Uses the name "nombre (2)" if a different file has the name; keeps a file that already has these bytes. */
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

/** Copies workbook and entry to a folder, which it creates if missing; without a folder only returns the digest. `version`: becomes part of the names. */
export async function deliver(
  doc: CierreDocument,
  { libro, sha256, asiento }: Books,
  { salida: folder, version }: { readonly salida: string | undefined; readonly version?: number | undefined },
): Promise<CierreDocument> {
  if (folder === undefined) return { ...doc, sha256 };
  await ensureFolder(folder);
  const name = `${doc.periodo}-${doc.cuit}${version === undefined ? '' : `-version-${String(version)}`}`;
  const archivo = await placeFile(folder, `cierre-${name}.xlsx`, libro);
  const csv = asiento === null ? null : await placeFile(folder, `asiento-${name}.csv`, Buffer.from(asiento, 'utf8'));
  return { ...doc, archivo, sha256, asiento: csv };
}

/** The person's account code for a line: the code for its jurisdiction, else the general code; the name of the account if the person gave no code. */
const codeOf = (plan: BookInput['plan'], { cuenta, nombre }: EntryLine): string =>
  plan[`${cuenta}.${/\b9\d\d\b/.exec(nombre)?.[0] ?? ''}`] ?? plan[cuenta] ?? nombre;

/** The sheet *Asiento*: settlements and bank credits, each at its own date. When debits and credits differ, the sheet has the reasons instead. */
function buildEntry(input: BookInput): RecordSheet {
  const { asiento, difieren } = input.evaluation;
  const toPart = (titulo: string, which: EntryLine['parte']) =>
    toTable(
      titulo,
      asiento.filter(({ parte }) => parte === which),
      [
        asDate('Fecha', ({ fecha }) => fecha),
        asText('Código', (line) => (input.plan[line.cuenta] === undefined ? null : codeOf(input.plan, line))),
        asText('Cuenta', ({ nombre }) => nombre),
        asText('Procesador', ({ procesador }) => procesador),
        asMoney('Debe', ({ debe }) => debe || null),
        asMoney('Haber', ({ haber }) => haber || null),
      ],
    );
  const reasons = difieren.map(({ procesador, importe }) =>
    asFact(
      'No se escribió',
      `En ${procesador} el debe y el haber difieren en ${String(Number(importe) / 100)} pesos: mirá Pendientes`,
    ),
  );
  return {
    forma: 'ficha',
    nombre: 'Asiento',
    titulo: 'Asiento del mes',
    widths: [13, 12, 30, 16, 15, 15],
    data: [...headingsOf(input), ...reasons],
    tables:
      difieren.length > 0
        ? []
        : [toPart('Liquidaciones, a su fecha', 'liquidacion'), toPart('Banco, a la fecha del movimiento', 'banco')],
  };
}

const withComma = (value: bigint): string => `${String(value / 100n)},${String(value % 100n).padStart(2, '0')}`;

/** `Fecha;Cuenta;Debe;Haber;Procesador`, for accounting software; null while debits and credits differ. */
function writeEntryCsv({ evaluation: { asiento, difieren }, plan }: BookInput): string | null {
  if (difieren.length > 0) return null;
  const quote = (cell: string): string => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const rows = asiento.map((line) =>
    [
      formatDayMonthYear(requireCivilDate(line.fecha)),
      codeOf(plan, line),
      withComma(line.debe),
      withComma(line.haber),
      line.procesador,
    ]
      .map(quote)
      .join(';'),
  );
  return `${['Fecha;Cuenta;Debe;Haber;Procesador', ...rows].join('\r\n')}\r\n`;
}
