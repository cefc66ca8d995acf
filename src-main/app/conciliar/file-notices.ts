import type { RowNotice } from '#domain/finding.ts';
import { requiredOf } from '#domain/cupones/fields.ts';
import { makeNegativesNotice, makeNoticeOf, makeRepeatedReferencesNotice } from '#domain/cupones/notices.ts';
import { fileAndRowOf, type RevisionDb, rowIdOf } from '#storage/review/index.ts';
import type { ReviewedFile } from './state.ts';

const KINDS = [...requiredOf('tarjeta'), ...requiredOf('billetera')];

const freeColumnsOf = ({ visto: { tabla } }: ReviewedFile): readonly string[] =>
  (tabla?.columnas ?? []).flatMap(({ campo, titulo, letra, muestras }) =>
    campo === null && muestras.length > 0 ? [titulo || letra] : [],
  );

/** The notices of a whole file. Those that count rows (`FALTA_COLUMNA`, `IMPORTES_NEGATIVOS`) are made anew from the rows as they are now. */
export function noticesOfFile(db: RevisionDb, file: ReviewedFile, index: number): readonly RowNotice[] {
  const { nombres, visto } = file;
  const range = { from: rowIdOf(index, 0), to: rowIdOf(index + 1, 0) };
  const isKindless = KINDS.every((field) => nombres[field] === undefined);
  const countAgain = (notice: RowNotice): readonly RowNotice[] => {
    const { campo } = notice;
    if (campo === null || campo === undefined) return [notice];
    const filas = db.countLacking({ ...range, campo, kindless: Number(isKindless) });
    if (filas === 0) return [];
    const { codigo: _code, mensaje: _sentence, ...data } = { ...notice, filas };
    return [makeNoticeOf('FALTA_COLUMNA', { campo, filas, free: freeColumnsOf(file) }, data)];
  };
  const isNegative = ({ codigo }: RowNotice): boolean => codigo === 'IMPORTES_NEGATIVOS';
  const negatives = db.listNegatives({ ...range, known: Number(visto.avisos.some(isNegative)) });
  const amounts = negatives.map(({ id, centavos }) => [fileAndRowOf(id).fila, centavos] as const);
  const sales = nombres.wallet_referencia === undefined ? [] : db.listRepeatedReferences(range);
  const references = sales.map(({ id, referencia }) => [fileAndRowOf(id).fila, referencia] as const);
  return [
    ...visto.avisos.flatMap((one) => (one.codigo === 'FALTA_COLUMNA' ? countAgain(one) : isNegative(one) ? [] : one)),
    ...makeNegativesNotice(nombres.importe ?? '', amounts),
    ...makeRepeatedReferencesNotice(nombres.wallet_referencia ?? '', references),
  ];
}
