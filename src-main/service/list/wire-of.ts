/** The wire schema of a view's rows, from the shapes of its fields (`domain/views/`). */
import * as z from 'zod';
import type { Fields, FieldShape, FieldValue, SentName, ShapeValue, ViewField } from '#domain/views/view.ts';
import {
  codigo,
  cuenta,
  dateTime,
  dmyDate,
  optionalDateTime,
  fechaIso,
  identifier,
  nullableBoolean,
  nullableGroupedAmount,
  optionalAmount,
  optionalCount,
  optionalIsoDate,
  plainAmount,
  requiredBoolean,
  texto,
  vinculo,
} from '../wire/fields.ts';
import { parseNested, parseNestedList, allowNothing } from '../wire/rows.ts';

/** The compiler checks each reader's value against the one that the domain states. */
const READERS: { readonly [S in FieldShape]: z.ZodType<ShapeValue<S>> } = {
  identificador: identifier,
  texto,
  codigo,
  vinculo,
  cuenta,
  cuenta_o_nada: optionalCount,
  importe_sin_miles: plainAmount,
  importe_sin_miles_o_nada: optionalAmount,
  importe_con_miles_o_nulo: nullableGroupedAmount,
  fecha_iso: fechaIso,
  fecha_iso_o_nada: optionalIsoDate,
  fecha_dmy: dmyDate,
  fecha_hora: dateTime,
  fecha_hora_o_nada: optionalDateTime,
  booleano: requiredBoolean,
  booleano_o_nulo: nullableBoolean,
};

type WireShape<F extends Fields> = { readonly [K in SentName<F>]: z.ZodType<FieldValue<F[K]>> };

function readerOf(field: ViewField): z.ZodType {
  if (field.shape !== 'json') return READERS[field.shape];
  if ('list' in field) return allowNothing(parseNestedList(objectOf(field.list)));
  const parts = Object.entries(field.lists).map(([name, rows]) => [name, parseNestedList(objectOf(rows))] as const);
  return allowNothing(parseNested(z.object(Object.fromEntries(parts))));
}

function objectOf<F extends Fields>(fields: F): z.ZodObject<WireShape<F>> {
  const sent = Object.entries(fields).filter(([, field]) => !('ours' in field));
  // Object.fromEntries loses which name has which field; the compiler checks `READERS` instead.
  return z.object(Object.fromEntries(sent.map(([name, field]) => [name, readerOf(field)])) as WireShape<F>);
}

/** The rows as the service sends them, without the fields that we add. */
export const wireOf = <F extends Fields>({ fields }: { readonly fields: F }): z.ZodObject<WireShape<F>> =>
  objectOf(fields);
