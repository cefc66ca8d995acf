/** Makes drafts in the ledger, which hold the coupons of an upload until it is frozen: from files that are read now, or from rows under review (`send.ts`). */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { SentBefore, UploadWithSent } from '#contract/documents.ts';
import { parseCanonicalText } from '#domain/cupon.ts';
import type { DecisionEvent } from '#domain/decisions/events.ts';
import { makeNotSentAgain } from '#domain/cupones/notices.ts';
import { describeSale } from '#domain/cupones/validation.ts';
import type { RecognisedCupon, RowNotice, SaleOfRow, ValidationSummary } from '#domain/finding.ts';
import { formatPesos, formatPlain, requireMoney, sumCentavos, type Money } from '#domain/money.ts';
import { describeSentAgain } from '#domain/texts/row-notices.ts';
import type { CuponRow, Ledger, RepeatedFile } from '#storage/ledger/index.ts';
import type { ImportOutcome } from '#workbook/import/job.ts';
import type { SentLookup } from '../uploaded/sent.ts';
import type { Import, ReadOptions, Tracking } from './read-files.ts';

interface Correction {
  readonly seq: number;
  readonly row: CuponRow;
  readonly of: RecognisedCupon;
}

export interface Draft {
  readonly carga: string;
  readonly archivos: readonly string[];
  /** The outcome of reading each file; empty for rows under review, which were shown before. */
  readonly leidos: readonly ImportOutcome[];
  /** How many coupons are valid, including coupons that are left out because they were sent before. */
  readonly validas: number;
  /** How many rows were sent before, left out or not, and in which uploads. */
  readonly enviados: SentBefore;
  /** True if most coupons of one file were sent before: the file is probably an earlier file with additions. */
  readonly hasSentFile: boolean;
  readonly corrections: readonly Correction[];
  /** Files that repeat another file of the draft; empty if a person saw the repeated rows. */
  readonly repeated: readonly RepeatedFile[];
}

/** A coupon for a draft. `of`: the coupon of an earlier upload that it repeats, corrects or resembles. */
interface CuponOfDraft {
  readonly row: CuponRow;
  readonly of: RecognisedCupon | null;
  /** The coupon is counted, but not sent. */
  readonly isLeftOut?: boolean;
}

export const wasSent = (of: RecognisedCupon | null | undefined): of is RecognisedCupon => of?.answer.como === 'enviado';

function openDraft(ledger: Ledger, account: string, files: readonly string[]) {
  const carga = ledger.createDraft({ cuenta: account, archivos: files });
  const corrections: Correction[] = [];
  const uploads = new Map<string, UploadWithSent>();
  const seen = { cupones: 0, de: 0 };
  const seenOf = new Map<number, { cupones: number; de: number }>();
  let validas = 0;
  let seq = 0;
  const count = (of: RecognisedCupon | null, file: number): void => {
    const ofFile = seenOf.get(file) ?? { cupones: 0, de: 0 };
    seenOf.set(file, ofFile);
    for (const one of [seen, ofFile]) {
      one.de += 1;
      if (wasSent(of)) one.cupones += 1;
    }
    if (!wasSent(of)) return;
    const { carga: upload, archivo, dia } = of;
    const key = `${upload}/${archivo}`;
    uploads.set(key, { carga: upload, archivo, dia, cupones: (uploads.get(key)?.cupones ?? 0) + 1 });
  };
  return {
    carga,
    count,
    add(cupones: readonly CuponOfDraft[]): void {
      const rows: CuponRow[] = [];
      for (const { row, of, isLeftOut = false } of cupones) {
        count(of, row.archivo);
        if (isLeftOut) continue;
        rows.push(row);
        seq += 1;
        if (of?.answer.como === 'corrige') corrections.push({ seq, row, of });
      }
      validas += cupones.length;
      ledger.addCupones(carga, rows);
    },
    result: () => {
      const cargas = [...uploads.values()].sort((a, b) => b.cupones - a.cupones || (a.carga < b.carga ? 1 : -1));
      const archivos = files.map((file) => path.basename(file));
      const hasSentFile = [...seenOf.values()].some(({ cupones, de }) => cupones * 2 > de);
      return { carga, archivos, validas, enviados: { ...seen, cargas }, hasSentFile, corrections };
    },
  };
}
type OpenDraft = ReturnType<typeof openDraft>;

/** Makes a draft of the coupons that `fill` adds. The caller must freeze or discard it. If `fill` fails or is cancelled, no draft remains. */
export async function makeDraft(
  ledger: Ledger,
  { cuenta, archivos }: { readonly cuenta: string; readonly archivos: readonly string[] },
  fill: (draft: OpenDraft) => Promise<Pick<Draft, 'leidos' | 'repeated'>>,
): Promise<Draft> {
  const draft = openDraft(ledger, cuenta, archivos);
  try {
    const filled = await fill(draft);
    return { ...draft.result(), ...filled };
  } catch (error) {
    ledger.discardDraft(draft.carga);
    throw error;
  }
}

interface FilesToDraft {
  readonly ledger: Ledger;
  readonly account: string;
  readonly files: readonly string[];
  readonly reading: ReadOptions;
  readonly alreadySent: SentLookup;
  /** What to do with coupons that were sent before: leave them out, send them with one notice about all, or send them as a person chose (`again`). */
  readonly sent: 'leave-out' | 'tell' | 'again';
}

/** Removes files that occur twice under different paths; keeps the first path. */
async function listOnce(files: readonly string[]): Promise<readonly string[]> {
  const byPlace = new Map<string, string>();
  for (const file of files) {
    // A missing file keeps its path: reading the file gives the error that the file is missing.
    const place = await realpath(file).catch(() => path.resolve(file));
    if (!byPlace.has(place)) byPlace.set(place, file);
  }
  return [...byPlace.values()];
}

/** Reads files into a draft: valid coupons and findings. A coupon that is left out because it was sent before gets a finding. */
export async function readDraft(
  importer: Import,
  { ledger, account, files: given, reading, alreadySent, sent }: FilesToDraft,
  tracking: Tracking,
): Promise<Draft> {
  const files = await listOnce(given);
  const leftOut = createLeftOut();
  const again: Money[] = [];
  const draft = await makeDraft(ledger, { cuenta: account, archivos: files }, async ({ carga, add, count }) => {
    const read = await importer.importFiles(
      files,
      {
        ...reading,
        alreadySent,
        sink: ({ archivo: file, hoja, filas, texts, occurrences, enviados, refused }) => {
          const archivo = files.indexOf(file);
          const cupones = texts.map((texto, i) => {
            const row = { archivo, hoja, fila: filas[i] ?? 0, texto, ocurrencia: occurrences[i] ?? 1 };
            const of = enviados[i] ?? null;
            const isLeftOut = wasSent(of) && sent === 'leave-out';
            if (isLeftOut) leftOut.add(row, describeSale({ valores: {}, leidos: parseCanonicalText(texto) }));
            if (wasSent(of) && sent === 'tell') again.push(requireMoney(parseCanonicalText(texto).importe ?? ''));
            return { row, of, isLeftOut };
          });
          add(cupones);
          for (const { fila, venta, previous } of refused) {
            count(previous, archivo);
            if (wasSent(previous) && sent === 'leave-out') leftOut.addRefused({ archivo, hoja, fila }, venta);
          }
        },
      },
      tracking,
    );
    const leidos = read.map((file) => {
      if (file.tipo === 'ilegible') return file;
      const { archivo, hoja, avisos } = file.resumen;
      // A file with several sheets has a document for each, so the index of a document does not give the file.
      const place = { archivo: files.indexOf(archivo), hoja };
      const resumen = leftOut.withoutErrors(place, file.resumen);
      const mended = avisos.flatMap(({ fila, campo, codigo, valor: antes = '' }) =>
        codigo === 'CORREGIDO' && fila !== null && campo ? { fila, campo, antes } : [],
      );
      ledger.addMended(carga, place, mended);
      const { errores } = resumen;
      ledger.addFindings(carga, archivo, { hoja, errores, avisos: leftOut.toNotices(place, avisos) });
      return { ...file, resumen };
    });
    if (again.length > 0) ledger.addFindings(carga, '', { avisos: [toSentAgain(again)] });
    return { leidos, repeated: ledger.listRepeatedFiles(carga) };
  });
  return { ...draft, enviados: { ...draft.enviados, archivos: files.length } };
}

function toSentAgain(amounts: readonly Money[]): RowNotice {
  const sum = sumCentavos(amounts);
  const [valor, filas] = [formatPlain(sum), amounts.length];
  return { fila: null, codigo: 'YA_ENVIADO', valor, filas, mensaje: describeSentAgain(filas, formatPesos(sum)) };
}

type SheetOfFile = Pick<CuponRow, 'archivo' | 'hoja'>;
type PlaceOfRow = SheetOfFile & Pick<CuponRow, 'fila'>;

function createLeftOut() {
  /** Rows by sheet, because two sheets may have rows with the same number. */
  const sales = new Map<string, Map<number, SaleOfRow>>();
  const nameOf = ({ archivo, hoja }: SheetOfFile): string => JSON.stringify([archivo, hoja]);
  /** For each sheet, how many left-out rows have errors. */
  const refused = new Map<string, number>();
  const add = (row: PlaceOfRow, sale: SaleOfRow): void => {
    const rows = sales.get(nameOf(row)) ?? new Map<number, SaleOfRow>();
    sales.set(nameOf(row), rows.set(row.fila, sale));
  };
  return {
    add,
    addRefused(row: PlaceOfRow, sale: SaleOfRow): void {
      add(row, sale);
      refused.set(nameOf(row), (refused.get(nameOf(row)) ?? 0) + 1);
    },
    /** The document of a sheet without the errors of left-out rows: an earlier upload sent these coupons with corrected values. */
    withoutErrors(sheet: SheetOfFile, doc: ValidationSummary): ValidationSummary {
      const rows = sales.get(nameOf(sheet));
      if (rows === undefined) return doc;
      const errores = doc.errores.filter(({ fila }) => !rows.has(fila));
      return { ...doc, errores, conError: doc.conError - (refused.get(nameOf(sheet)) ?? 0) };
    },
    /** The notices of a sheet. For rows that are left out, "not sent again" replaces the notices about corrected cells. */
    toNotices(sheet: SheetOfFile, notices: readonly RowNotice[]): readonly RowNotice[] {
      const rows = sales.get(nameOf(sheet));
      return notices.flatMap((notice) => {
        const sale = notice.fila === null ? undefined : rows?.get(notice.fila);
        if (sale === undefined) return notice;
        if (notice.codigo === 'YA_ENVIADO') return makeNotSentAgain(notice, sale);
        return notice.codigo === 'CORREGIDO' ? [] : notice;
      });
    },
  };
}

/**
 * Records, as decisions of a person, which coupons of the draft correct coupons of earlier uploads. Runs before the draft is frozen. If the process ends in
 * between, a record about a coupon that was never sent remains; this record has no effect until the sale matches.
 */
export function noteCorrections(ledger: Ledger, { carga, corrections, archivos }: Draft, who: string): void {
  const events = corrections.flatMap(({ seq, row, of }): readonly DecisionEvent[] => {
    const old = ledger.cupon(of.carga, of.seq);
    if (old === undefined) return [];
    const saleOf = ({ ocurrencia = 1, texto }: CuponRow) => ({ vez: ocurrencia, cupon: parseCanonicalText(texto) });
    const cupon = { carga: of.carga, seq: of.seq, archivo: of.archivo, fila: of.fila, ...saleOf(old) };
    const por = { carga, seq, archivo: archivos[row.archivo] ?? null, fila: row.fila, ...saleOf(row) };
    return [{ kind: 'reemplazo', cupon: { conciliacion: null, ...cupon }, por: { conciliacion: null, ...por } }];
  });
  if (events.length > 0) ledger.decide(who, events);
}
