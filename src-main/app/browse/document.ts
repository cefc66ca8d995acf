/** From a row of the cache to the row of a document: field names of the API, amounts as decimal strings, ISO dates (docs/cli.md). */
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { centavos, formatPlain } from '#domain/money.ts';
import { getTimeColumn, type Field, type ReadRow, type CacheTable, type Valor } from '#storage/cache/index.ts';
import type { RowDocument } from '#contract/documents.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A detail as the API writes it. Its only numbers are amounts in centavos. Fields that the description does not name go back among the others. */
function detailDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(detailDocument);
  if (typeof value === 'number') return formatPlain(centavos(value));
  if (!isObject(value)) return value;
  const { extra, ...own } = value;
  const readable = Object.fromEntries(Object.entries(own).map(([clave, each]) => [clave, detailDocument(each)]));
  return isObject(extra) ? { ...readable, ...extra } : readable;
}

/** The value of a field; a date and its time are one text. */
function valorDe(fila: ReadRow, { nombre, tipo }: Field): Valor | boolean {
  const valor = fila[nombre] ?? null;
  if (valor === null) return null;
  if (tipo === 'booleano') return valor === 1;
  if (tipo !== 'fechaHora') return valor;
  const hora = fila[getTimeColumn(nombre)] ?? null;
  return hora === null ? valor : `${String(valor)} ${String(hora)}`;
}

/** An instant of ours as the documents write moments. */
const momentOf = (valor: Valor | undefined): string | null =>
  typeof valor === 'number' ? civilDateTimeAt(valor) : null;

/** A row of a view. `retirada`: when the row was withdrawn. `en_duda`: when a complete reading first lacked it. */
export function rowDocument(tabla: CacheTable, fila: ReadRow, { detalle }: { readonly detalle: boolean }): RowDocument {
  const doc: Record<string, unknown> = {};
  for (const campo of tabla.campos) {
    const valor = valorDe(fila, campo);
    if (campo.tipo === 'json') {
      if (detalle) doc[campo.nombre] = typeof valor === 'string' ? detailDocument(JSON.parse(valor)) : null;
    } else {
      doc[campo.nombre] = campo.tipo === 'importe' && typeof valor === 'number' ? formatPlain(centavos(valor)) : valor;
    }
  }
  const { extra = null } = fila;
  if (detalle && typeof extra === 'string') doc['extra'] = JSON.parse(extra);
  doc['retirada'] = momentOf(fila['retirada']);
  doc['en_duda'] = momentOf(fila['en_duda']);
  return doc;
}
