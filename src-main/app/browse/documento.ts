/** From a row of the cache to the row of a document: the API's field names, amounts as decimal strings, dates ISO (docs/cli.md). */
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { centavos, formatPlain } from '#domain/money.ts';
import { horaDe, type Campo, type FilaLeida, type Tabla, type Valor } from '#storage/cache/index.ts';
import type { FilaDocumento } from '#contract/documents.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A detail as the API writes it: its only numbers are amounts, kept as centavos; fields nobody names go back among the others. */
function detalleDocumento(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(detalleDocumento);
  if (typeof value === 'number') return formatPlain(centavos(value));
  if (!isObject(value)) return value;
  const { extra, ...propios } = value;
  const claros = Object.fromEntries(Object.entries(propios).map(([clave, cada]) => [clave, detalleDocumento(cada)]));
  return isObject(extra) ? { ...claros, ...extra } : claros;
}

/** The value of a field: a date with its time in one text. */
function valorDe(fila: FilaLeida, { nombre, tipo }: Campo): Valor | boolean {
  const valor = fila[nombre] ?? null;
  if (valor === null) return null;
  if (tipo === 'booleano') return valor === 1;
  if (tipo !== 'fechaHora') return valor;
  const hora = fila[horaDe(nombre)] ?? null;
  return hora === null ? valor : `${String(valor)} ${String(hora)}`;
}

/** An instant of ours as the documents write moments. */
const momento = (valor: Valor | undefined): string | null =>
  typeof valor === 'number' ? civilDateTimeAt(valor) : null;

/** A row of a view. `retirada` says when it was given up, `en_duda` when a complete reading first lacked it. */
export function filaDocumento(
  tabla: Tabla,
  fila: FilaLeida,
  { detalle }: { readonly detalle: boolean },
): FilaDocumento {
  const documento: Record<string, unknown> = {};
  for (const campo of tabla.campos) {
    const valor = valorDe(fila, campo);
    if (campo.tipo === 'json') {
      if (detalle) documento[campo.nombre] = typeof valor === 'string' ? detalleDocumento(JSON.parse(valor)) : null;
    } else {
      documento[campo.nombre] =
        campo.tipo === 'importe' && typeof valor === 'number' ? formatPlain(centavos(valor)) : valor;
    }
  }
  const { extra = null } = fila;
  if (detalle && typeof extra === 'string') documento['extra'] = JSON.parse(extra);
  documento['retirada'] = momento(fila['retirada']);
  documento['en_duda'] = momento(fila['en_duda']);
  return documento;
}
