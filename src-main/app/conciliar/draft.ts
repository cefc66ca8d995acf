import { parseCanonicalText } from '#domain/cupon.ts';
import type { SentBefore, Validation, ValidationDocument } from '#contract/documents.ts';
import { makeNotSentAgain, makeSentAgainNotice } from '#domain/cupones/notices.ts';
import { describeSale } from '#domain/cupones/validation.ts';
import { requireMoney, type Money } from '#domain/money.ts';
import type { RecognisedCupon, UnreadableFile, RowNotice, SaleOfRow } from '#domain/finding.ts';
import type { CuponRow, Ledger, RepeatedFile } from '#storage/ledger/index.ts';
import path from 'node:path';
import type { SentLookup } from '../uploaded/sent.ts';
import type { Import, ImportResult, ReadOptions, Tracking } from './read-files.ts';
import { createSentCount } from './sent-count.ts';

/** A coupon of a draft, by its number there, and the earlier one that it corrects. */
export interface Correction {
  readonly seq: number;
  readonly row: CuponRow;
  readonly of: RecognisedCupon;
}

interface FilesToDraft {
  readonly ledger: Ledger;
  readonly account: string;
  readonly files: readonly string[];
  readonly reading: ReadOptions;
  readonly alreadySent: SentLookup;
  /** Coupons that were sent before are left out, told once for all of them, or only each in its row, where a person said to send them again. */
  readonly sent: 'leave-out' | 'tell' | 'again';
}

/** A draft in the ledger, with the findings of its files. */
export interface Draft {
  readonly carga: string;
  readonly imported: ImportResult;
  /** The document of `validar` for each file. */
  readonly validacion: readonly ValidationDocument[];
  /** Which of its coupons were sent before, left out or not. */
  readonly enviados: SentBefore;
  /** The coupons that correct one of an earlier upload. */
  readonly corrections: readonly Correction[];
  /** The names of its files. */
  readonly archivos: readonly string[];
  /** Files that repeat another one, where nobody saw it before sending: the screens show each repeated row. */
  readonly repeated: readonly RepeatedFile[];
}

const isUnreadable = (file: ImportResult['archivos'][number]): file is UnreadableFile => 'codigo' in file;

/**
 * Reads the files into a draft of the ledger: valid coupons and findings. A coupon that is left out because it was sent before has a finding
 * that says so. The caller freezes or discards the draft; when reading fails or is stopped, nothing is left.
 */
export async function readDraft(
  importer: Import,
  { ledger, account, files, reading, alreadySent, sent }: FilesToDraft,
  tracking: Tracking,
): Promise<Draft> {
  const upload = ledger.createDraft({ cuenta: account, archivos: files });
  const sentBefore = createSentCount();
  const leftOut = createLeftOut();
  const again: Money[] = [];
  const corrections: Correction[] = [];
  let seq = 0;
  try {
    const imported = await importer.importFiles(
      files,
      {
        ...reading,
        alreadySent,
        sink: ({ archivo, hoja, filas, texts, occurrences, enviados, refused }) => {
          const index = files.indexOf(archivo);
          const theirs: CuponRow[] = [];
          for (const [i, text] of texts.entries()) {
            const recognised = enviados[i] ?? null;
            const previous = recognised?.answer.como === 'enviado' ? recognised : null;
            sentBefore.add(previous);
            if (previous !== null && sent === 'tell') again.push(requireMoney(parseCanonicalText(text).importe ?? ''));
            if (previous !== null && sent === 'leave-out') {
              leftOut.add(
                { index, hoja },
                filas[i] ?? 0,
                describeSale({ valores: {}, leidos: parseCanonicalText(text) }),
              );
              continue;
            }
            const row = { archivo: index, hoja, fila: filas[i] ?? 0, texto: text, ocurrencia: occurrences[i] ?? 1 };
            theirs.push(row);
            seq += 1;
            if (recognised?.answer.como === 'corrige') corrections.push({ seq, row, of: recognised });
          }
          ledger.addCupones(upload, theirs);
          for (const { fila, venta, previous } of refused) {
            const isSent = previous?.answer.como === 'enviado';
            sentBefore.add(isSent ? previous : null);
            if (isSent && sent === 'leave-out') leftOut.addRefused({ index, hoja }, fila, venta);
          }
        },
      },
      tracking,
    );
    const validation = imported.archivos.map((file): Validation | UnreadableFile =>
      isUnreadable(file)
        ? file
        : leftOut.withoutErrors({ index: files.indexOf(file.resumen.archivo), hoja: file.resumen.hoja }, file.resumen),
    );
    for (const doc of validation) {
      if ('codigo' in doc) continue;
      const { archivo, hoja, errores, avisos } = doc;
      // A file with several sheets has several documents: the place of a document is not that of its file.
      const index = files.indexOf(archivo);
      const mended = avisos.flatMap(({ fila, campo, codigo, valor: antes = '' }) =>
        codigo === 'CORREGIDO' && fila !== null && campo ? { fila, campo, antes } : [],
      );
      ledger.addMended(upload, { archivo: index, hoja }, mended);
      ledger.addFindings(upload, archivo, { hoja, errores, avisos: leftOut.told({ index, hoja }, avisos) });
    }
    if (again.length > 0) ledger.addFindings(upload, '', { avisos: [makeSentAgainNotice(again)] });
    return {
      carga: upload,
      imported: { ...imported, hasNoErrors: validation.every((doc) => !('codigo' in doc) && doc.conError === 0) },
      validacion: validation,
      enviados: { ...sentBefore.result(), archivos: files.length },
      corrections,
      archivos: files.map((file) => path.basename(file)),
      repeated: ledger.listRepeatedFiles(upload),
    };
  } catch (error) {
    ledger.discardDraft(upload);
    throw error;
  }
}

/** `index`: the place of the file among those of the upload. */
interface SheetOfFile {
  readonly index: number;
  readonly hoja: string | null;
}

/** The sales of rows that are left out because they were sent before, for the report. */
function createLeftOut() {
  /** By sheet: rows of two sheets may have the same number. */
  const sales = new Map<string, Map<number, SaleOfRow>>();
  const nameOf = ({ index, hoja }: SheetOfFile): string => JSON.stringify([index, hoja]);
  /** How many of them have errors. */
  const refused = new Map<string, number>();
  const add = (sheet: SheetOfFile, row: number, sale: SaleOfRow): void => {
    const rows = sales.get(nameOf(sheet)) ?? new Map<number, SaleOfRow>();
    sales.set(nameOf(sheet), rows.set(row, sale));
  };
  return {
    add,
    addRefused(sheet: SheetOfFile, row: number, sale: SaleOfRow): void {
      add(sheet, row, sale);
      refused.set(nameOf(sheet), (refused.get(nameOf(sheet)) ?? 0) + 1);
    },
    /** The document of a sheet without the errors of left-out rows: those coupons were sent with corrections. */
    withoutErrors(sheet: SheetOfFile, doc: Validation): Validation {
      const rows = sales.get(nameOf(sheet));
      if (rows === undefined) return doc;
      const errores = doc.errores.filter(({ fila }) => !rows.has(fila));
      return { ...doc, errores, conError: doc.conError - (refused.get(nameOf(sheet)) ?? 0) };
    },
    /** The notices of a sheet; those of left-out rows say that they were not sent again, and nothing of what was corrected in them. */
    told(sheet: SheetOfFile, notices: readonly RowNotice[]): readonly RowNotice[] {
      const rows = sales.get(nameOf(sheet));
      if (rows === undefined) return notices;
      return notices.flatMap((notice) => {
        const sale = notice.fila === null ? undefined : rows.get(notice.fila);
        if (sale === undefined) return notice;
        return notice.codigo === 'YA_ENVIADO'
          ? makeNotSentAgain(notice, sale)
          : notice.codigo === 'CORREGIDO'
            ? []
            : notice;
      });
    },
  };
}
