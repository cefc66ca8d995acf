import type { RowNotice } from '#domain/finding.ts';
import { requiredOf } from '#domain/cupones/fields.ts';
import { makeNegativesNotice, makeNoticeOf, makeRepeatedReferencesNotice } from '#domain/cupones/notices.ts';
import { importeOf } from '#domain/cupon.ts';
import { fileAndRowOf, type NamedRow, type RevisionDb, rowIdOf } from '#storage/review/index.ts';
import type { ReviewedFile } from './state.ts';

const KINDS = [...requiredOf('tarjeta'), ...requiredOf('billetera')];

const freeColumnsOf = ({ visto: { tabla } }: ReviewedFile): readonly string[] =>
  (tabla?.columnas ?? []).flatMap(({ campo, titulo, letra, muestras }) =>
    campo === null && muestras.length > 0 ? [titulo || letra] : [],
  );

/** The notices of a whole sheet. Notices that count rows (columns, negative amounts, repeated references) are made again from the present rows. */
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
  const named = db.listNamed().filter(({ id }) => id >= range.from && id < range.to);
  const listOf = (code: NamedRow['codigo']) =>
    named.flatMap(({ id, codigo, valor }) => (codigo === code ? [[fileAndRowOf(id).fila, valor] as const] : []));
  const amounts = listOf('IMPORTES_NEGATIVOS').map(([row, valor]) => [row, importeOf({ importe: valor })] as const);
  return [
    ...visto.avisos.flatMap((one) =>
      one.codigo === 'FALTA_COLUMNA' ? countAgain(one) : one.codigo === 'IMPORTES_NEGATIVOS' ? [] : one,
    ),
    ...makeNegativesNotice(nombres.importe ?? '', amounts),
    ...makeRepeatedReferencesNotice(nombres.wallet_referencia ?? '', listOf('REFERENCIA_REPETIDA')),
  ];
}
