import { parseIsoDate } from '#domain/civil-date.ts';
import { describeSale } from '#domain/cupones/sale-of-row.ts';
import type { SaleOfRow } from '#domain/hallazgo.ts';
import { createTillBridge, lineKindOf, saleOf, type RowPlace, type TillBridge } from '#domain/till-bridge.ts';
import { lugarDe, type FilaLeida, type RevisionDb } from '#storage/revision/index.ts';
import type { EstadoRevision } from './estado.ts';

/** Rows that are read at a time. */
const CHUNK = 20_000;

/** What a row of the revision says of its sale: the cells with an error as they were written. */
export function saleOfFila({ valores, problemas }: Pick<FilaLeida, 'valores' | 'problemas'>): SaleOfRow {
  const wrong = new Set<string>(
    problemas.flatMap(({ clase, campo }) => (clase === 'error' && campo !== null ? [campo] : [])),
  );
  const leidos = Object.fromEntries(Object.entries(valores).filter(([campo]) => !wrong.has(campo)));
  return describeSale({ valores, leidos });
}

/** Every row of the files under review, as what would be sent now and what would not. */
export function reviewBridge(db: RevisionDb, { archivos }: EstadoRevision): TillBridge {
  const bridge = createTillBridge(archivos.map(({ visto }) => visto.nombre));
  const placeOf = (id: number): RowPlace => {
    const { archivo, fila } = lugarDe(id);
    const visto = archivos[archivo]?.visto;
    return { archivo: visto?.nombre ?? '', hoja: visto?.tabla?.hoja ?? null, fila };
  };
  for (const { id, problema } of db.tillLines()) {
    const kind = lineKindOf(problema.codigo);
    if (kind !== undefined) bridge.addLine(placeOf(id), kind, problema.valor);
  }
  for (let last = 0; ;) {
    const rows = db.tillRows(last, CHUNK);
    for (const { id, fecha, centavos, omitida, conError } of rows) {
      const place = placeOf(id);
      if (conError) {
        const fila = db.fila(id);
        bridge.addLeftOut(place, 'error', saleOf(fila === undefined ? undefined : saleOfFila(fila)));
        continue;
      }
      const sale = { dia: parseIsoDate(fecha) ?? null, amount: centavos === null ? null : BigInt(centavos) };
      if (omitida === null) bridge.addSent(place, sale);
      else bridge.addLeftOut(place, omitida === 'enviado' ? 'enviada' : 'omitida', sale);
    }
    const end = rows.at(-1);
    if (end === undefined) return bridge.result();
    last = end.id;
  }
}
