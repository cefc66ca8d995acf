import type { SentBefore, Validation, ValidationDocument } from '#contract/documents.ts';
import { notSentAgain } from '#domain/cupones/notices.ts';
import { describeSale } from '#domain/cupones/sale-of-row.ts';
import type { UnreadableFile, RowNotice, SaleOfRow } from '#domain/finding.ts';
import { cuponDe, type CuponRow, type Ledger } from '#storage/ledger/index.ts';
import type { SentLookup } from '../uploaded/sent.ts';
import type { Import, ImportResult, ReadOptions, Tracking } from '../import/index.ts';
import { createSentCount } from './sent.ts';

interface Params {
  readonly ledger: Ledger;
  readonly cuenta: string;
  readonly archivos: readonly string[];
  readonly lectura: ReadOptions;
  readonly yaEnviados: SentLookup;
  /** Whether coupons that were sent before are left out. */
  readonly leaveOutSent: boolean;
}

/** A draft in the ledger, with the findings of its files. */
export interface Draft {
  readonly carga: string;
  readonly importer: ImportResult;
  /** The document of `validar` for each file. */
  readonly validacion: readonly ValidationDocument[];
  /** Which of its coupons were sent before, left out or not. */
  readonly enviados: SentBefore;
}

const isUnreadable = (archivo: ImportResult['archivos'][number]): archivo is UnreadableFile => 'codigo' in archivo;

/**
 * Reads the files into a draft of the ledger: valid coupons and findings. A coupon that is left out because it was sent before has a finding
 * that says so. The caller freezes or discards the draft; when reading fails or is stopped, nothing is left.
 */
export async function readDraft(
  importer: Import,
  { ledger, cuenta, archivos, lectura, yaEnviados, leaveOutSent }: Params,
  tracking: Tracking,
): Promise<Draft> {
  const carga = ledger.createDraft({ cuenta, archivos });
  const sentBefore = createSentCount();
  const leftOut = createLeftOut();
  try {
    const imported = await importer.importFiles(
      archivos,
      {
        ...lectura,
        yaEnviados,
        sink: ({ archivo, hoja, filas, texts, occurrences, enviados }) => {
          const index = archivos.indexOf(archivo);
          const theirs: CuponRow[] = [];
          for (const [i, texto] of texts.entries()) {
            const anterior = enviados[i] ?? null;
            sentBefore.add(anterior);
            if (anterior !== null && leaveOutSent) {
              leftOut.add(index, filas[i] ?? 0, texto);
              continue;
            }
            theirs.push({ archivo: index, hoja, fila: filas[i] ?? 0, texto, ocurrencia: occurrences[i] ?? 1 });
          }
          ledger.addCupones(carga, theirs);
        },
      },
      tracking,
    );
    const validacion = imported.archivos.map((archivo): Validation | UnreadableFile =>
      isUnreadable(archivo) ? archivo : archivo.resumen,
    );
    for (const [index, doc] of validacion.entries()) {
      if ('codigo' in doc) continue;
      const { archivo, hoja, errores, avisos } = doc;
      ledger.addFindings(carga, archivo, { hoja, errores, avisos: leftOut.told(index, avisos) });
    }
    return { carga, importer: imported, validacion, enviados: sentBefore.result() };
  } catch (error) {
    ledger.discardDraft(carga);
    throw error;
  }
}

/** The sales of rows that are left out because they were sent before, for the report. */
function createLeftOut() {
  const sales = new Map<number, Map<number, SaleOfRow>>();
  return {
    add(archivo: number, fila: number, texto: string): void {
      const rows = sales.get(archivo) ?? new Map<number, SaleOfRow>();
      sales.set(archivo, rows.set(fila, describeSale({ valores: {}, leidos: cuponDe(texto) })));
    },
    /** The notices of a file; those of left-out rows say that they were not sent again. */
    told(archivo: number, avisos: readonly RowNotice[]): readonly RowNotice[] {
      const rows = sales.get(archivo);
      if (rows === undefined) return avisos;
      return avisos.map((notice) => {
        const venta = notice.codigo === 'YA_ENVIADO' && notice.fila !== null ? rows.get(notice.fila) : undefined;
        return venta === undefined ? notice : notSentAgain(notice, venta);
      });
    },
  };
}
