/** The filters of a view as plain code, over rows of documents. The rules are the same as in SQL (`storage/cache/query.ts`). */
import type { DataField } from '#contract/data-fields.ts';
import type { RowDocument } from '#contract/documents.ts';
import { parseTypedImporte, parseMoney } from '#domain/money.ts';
import { containsFolded, splitWords } from '#domain/fold-text.ts';
import type { Filter, Value } from '#storage/cache/index.ts';

const NUMBER = /^[0-9][0-9]*\.?[0-9]*$/;

/** A value as the cache stores it: amounts in centavos, booleans as 1 and 0. */
export function storedValueOf({ nombre, tipo }: DataField, row: RowDocument): Value {
  const value = row[nombre];
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value;
  return tipo === 'importe' ? (parseMoney(String(value), 'sin-miles') ?? null) : String(value);
}

function compareWith(field: DataField, value: Value, other: Value): number | undefined {
  if (value === null || other === null) return undefined;
  if (field.tipo === 'texto') return NUMBER.test(String(value)) ? Number(value) - Number(other) : undefined;
  // Compared with a day, a moment counts by its day.
  const own = field.tipo === 'fechaHora' && String(other).length === 10 ? String(value).slice(0, 10) : value;
  return own < other ? -1 : own > other ? 1 : 0;
}

const isEqual = ({ tipo }: DataField, value: Value, other: Value): boolean =>
  tipo === 'fechaHora' && typeof value === 'string' && typeof other === 'string' && other.length === 10
    ? value.slice(0, 10) === other
    : value === other;

export function matches(
  fields: readonly DataField[],
  { campo: name, op = 'igual', valores }: Filter,
  row: RowDocument,
): boolean {
  const field = fields.find((each) => each.nombre === name);
  if (field === undefined) throw new Error(`No such field: ${name}`);
  const value = storedValueOf(field, row);
  const isEmpty = value === null || (field.tipo === 'texto' && value === '');
  switch (op) {
    case 'igual':
      return valores.some((each) => isEqual(field, value, each));
    case 'distinto':
      return !valores.some((each) => isEqual(field, value, each));
    case 'contiene':
      return value !== null && valores.every((each) => containsFolded(String(value), String(each)));
    case 'mayor':
      return valores.every((each) => (compareWith(field, value, each) ?? 0) > 0);
    case 'menor':
      return valores.every((each) => (compareWith(field, value, each) ?? 0) < 0);
    case 'vacio':
      return isEmpty;
    case 'no_vacio':
      return !isEmpty;
  }
}

/** Whether each typed word is in one of the searched fields or is one of the row's amounts. */
export const matchesText = (
  { campos, searched }: { readonly campos: readonly DataField[]; readonly searched: readonly string[] },
  text: string,
  row: RowDocument,
): boolean =>
  splitWords(text).every((word) => {
    const importe = parseTypedImporte(word);
    if (importe === undefined) {
      return searched.some((name) => {
        const value = row[name];
        return typeof value === 'string' && containsFolded(value, word);
      });
    }
    return campos.some(
      (field) => field.tipo === 'importe' && [importe, -importe].includes(Number(storedValueOf(field, row))),
    );
  });
