import type { CorrectedValue } from '#contract/revision.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import type { RowNotice } from '#domain/finding.ts';
import { NOTICES_IN_SPANISH } from '#domain/texts/rows-in-spanish.ts';
import { fileAndRowOf, type RevisionDb } from '#storage/review/index.ts';
import type { ReviewState } from './state.ts';

/** A value of a row that is sent and differs from the file, by the place of its file among those read. */
type PlacedValue = CorrectedValue & { readonly indice: number };

/** Every value that is sent and differs from the file, in file order. Rows that are left out or have errors are not sent. */
export function listCorrected(db: RevisionDb, { archivos }: ReviewState): readonly PlacedValue[] {
  return db.listDone().flatMap(({ id, correcciones, omitida }) => {
    if (omitida !== null || db.readRow(id)?.texto === null) return [];
    const { archivo: place, fila } = fileAndRowOf(id);
    const file = archivos[place];
    return FIELDS_IN_ORDER.flatMap((field): PlacedValue[] => {
      const { texto = '', antes, modo } = correcciones[field] ?? {};
      if (antes === undefined || modo === undefined || antes === texto) return [];
      return [
        {
          indice: place,
          archivo: file?.visto.nombre ?? '',
          hoja: file?.visto.tabla?.hoja ?? null,
          fila,
          columna: file?.nombres[field] ?? field,
          campo: field,
          antes,
          despues: texto,
          modo,
        },
      ];
    });
  });
}

/** The same as a notice of its row, which the ledger keeps for the result and the report. */
export const toCorrectionNotice = ({ fila, columna, campo, antes, despues, modo }: CorrectedValue): RowNotice => ({
  fila,
  columna,
  campo,
  codigo: 'CORREGIDO',
  valor: antes,
  arreglo: despues,
  modo,
  mensaje: NOTICES_IN_SPANISH.corrected(columna, antes, despues),
});
