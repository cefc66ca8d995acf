import type { CorrectedValue } from '#contract/revision.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import { fileAndRowOf, type RevisionDb } from '#storage/review/index.ts';
import type { ReviewState } from './state.ts';

/** A value of a row that is sent and differs from the file, by the place of its file among those read. */
type PlacedValue = CorrectedValue & { readonly indice: number };

type Change = Pick<CorrectedValue, 'antes' | 'despues' | 'modo'>;

/**
 * Every value that is sent and differs from the file, in file order: what a person corrected, and what rules of the template did. Rows that are left
 * out or have errors are not sent.
 */
export function listCorrected(db: RevisionDb, { archivos }: ReviewState): readonly PlacedValue[] {
  const changes = new Map<number, Map<CuponField, Change>>();
  for (const { id, campo, antes, despues } of db.listMended()) {
    const ofRow = changes.get(id) ?? new Map<CuponField, Change>();
    changes.set(id, ofRow.set(campo, { antes, despues, modo: 'plantilla' }));
  }
  for (const { id, correcciones, omitida } of db.listDone()) {
    if (omitida !== null || db.readRow(id)?.texto === null) continue;
    const ofRow = changes.get(id) ?? new Map<CuponField, Change>();
    changes.set(id, ofRow);
    for (const field of FIELDS_IN_ORDER) {
      const { texto = '', antes, modo } = correcciones[field] ?? {};
      // A person may have corrected what the template had: the file says what it said before both.
      if (antes !== undefined && modo !== undefined)
        ofRow.set(field, { antes: ofRow.get(field)?.antes ?? antes, despues: texto, modo });
    }
  }
  return [...changes]
    .sort(([a], [b]) => a - b)
    .flatMap(([id, ofRow]) => {
      const { archivo: place, fila } = fileAndRowOf(id);
      const file = archivos[place];
      const sheet = { archivo: file?.visto.nombre ?? '', hoja: file?.visto.tabla?.hoja ?? null };
      return FIELDS_IN_ORDER.flatMap((field): PlacedValue[] => {
        const change = ofRow.get(field);
        if (change === undefined || change.antes === change.despues) return [];
        return [{ indice: place, ...sheet, fila, columna: file?.nombres[field] ?? field, campo: field, ...change }];
      });
    });
}
