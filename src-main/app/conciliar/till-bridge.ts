import { parseIsoDate } from '#domain/civil-date.ts';
import { describeSale } from '#domain/cupones/validation.ts';
import type { SaleOfRow } from '#domain/finding.ts';
import { createTillBridge, lineKindOf, saleOf, type RowPlace, type TillBridge } from '#domain/till-bridge.ts';
import { fileAndRowOf, type ReviewedRow, type RevisionDb } from '#storage/review/index.ts';
import { wrongFieldsOf } from './load.ts';
import type { ReviewState } from './state.ts';

/** So many rows are read at a time. */
const CHUNK = 20_000;

/** The sale of a row; cells with an error as they were written. */
export function saleOfRow({ valores, problemas }: Pick<ReviewedRow, 'valores' | 'problemas'>): SaleOfRow {
  const wrong: ReadonlySet<string> = wrongFieldsOf(problemas);
  const readable = Object.fromEntries(Object.entries(valores).filter(([field]) => !wrong.has(field)));
  return describeSale({ valores, leidos: readable });
}

/** Every row of the files under review: those that would be sent now, and those that would not. */
export function reviewBridge(db: RevisionDb, { archivos }: ReviewState): TillBridge {
  const bridge = createTillBridge(archivos.map(({ visto: seen }) => seen.nombre));
  const placeOf = (id: number): RowPlace => {
    const { archivo, fila } = fileAndRowOf(id);
    const seen = archivos[archivo]?.visto;
    return { archivo: seen?.nombre ?? '', hoja: seen?.tabla?.hoja ?? null, fila };
  };
  for (const { id, problema } of db.tillLines()) {
    const kind = lineKindOf(problema.codigo);
    if (kind !== undefined) bridge.addLine(placeOf(id), kind, problema.valor);
  }
  for (let last = 0; ;) {
    const rows = db.tillRows(last, CHUNK);
    for (const { id, fecha, centavos, omitida, conError } of rows) {
      const place = placeOf(id);
      const row = conError ? db.readRow(id) : undefined;
      const sale = conError
        ? saleOf(row === undefined ? undefined : saleOfRow(row))
        : { dia: parseIsoDate(fecha) ?? null, amount: centavos === null ? null : BigInt(centavos) };
      if (conError && omitida !== 'enviado') bridge.addLeftOut(place, 'error', sale);
      else if (omitida === null) bridge.addSent(place, sale);
      else bridge.addLeftOut(place, omitida === 'enviado' ? 'enviada' : 'omitida', sale);
    }
    const end = rows.at(-1);
    if (end === undefined) return bridge.result();
    last = end.id;
  }
}
