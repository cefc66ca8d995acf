/** Turns rows of the cache into rows of documents, with the API's field names, amounts as decimal text and ISO dates (docs/cli.md). */
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { isObject } from '#domain/json.ts';
import { toCentavos, formatPlain } from '#domain/money.ts';
import { getTimeColumn, TABLES, type Field, type ReadRow, type CacheTable, type Value } from '#storage/cache/index.ts';
import type { KeyedRow } from '#contract/data.ts';
import type { RowDocument } from '#contract/documents.ts';
import type { Vista } from '#domain/views/index.ts';

/** Writes a stored detail as the API sends it: turns numbers from centavos into decimal text, and puts the fields of `extra` beside the other fields. */
function toDetailDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDetailDocument);
  if (typeof value === 'number') return formatPlain(toCentavos(value));
  if (!isObject(value)) return value;
  const { extra, ...own } = value;
  const readable = Object.fromEntries(Object.entries(own).map(([key, each]) => [key, toDetailDocument(each)]));
  return isObject(extra) ? { ...readable, ...extra } : readable;
}

function valueOf(row: ReadRow, { nombre, tipo }: Field): Value | boolean {
  const value = row[nombre] ?? null;
  if (value === null) return null;
  if (tipo === 'booleano') return value === 1;
  if (tipo !== 'fechaHora') return value;
  const time = row[getTimeColumn(nombre)] ?? null;
  return time === null ? value : `${String(value)} ${String(time)}`;
}

const momentOf = (value: Value | undefined): string | null =>
  typeof value === 'number' ? civilDateTimeAt(value) : null;

/** A row of a document. `retirada`: when the row was withdrawn. `en_duda`: when a complete reading first lacked it. */
export function toRowDocument(
  table: CacheTable,
  row: ReadRow,
  { detalle }: { readonly detalle: boolean },
): RowDocument {
  const doc: Record<string, unknown> = {};
  for (const field of table.campos) {
    const value = valueOf(row, field);
    if (field.tipo === 'json') {
      if (detalle) doc[field.nombre] = typeof value === 'string' ? toDetailDocument(JSON.parse(value)) : null;
    } else {
      doc[field.nombre] =
        field.tipo === 'importe' && typeof value === 'number' ? formatPlain(toCentavos(value)) : value;
    }
  }
  const { extra = null } = row;
  if (detalle && typeof extra === 'string') doc['extra'] = JSON.parse(extra);
  doc['retirada'] = momentOf(row['retirada']);
  doc['en_duda'] = momentOf(row['en_duda']);
  return doc;
}

export const toKeyedRow = (vista: Vista, row: ReadRow, detalle = false): KeyedRow => ({
  ...toRowDocument(TABLES[vista], row, { detalle }),
  clave: String(row['id']),
});
