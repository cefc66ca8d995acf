import { describe, expect, test } from 'vitest';
import { VIEW_NAMES, VIEWS } from '#domain/views/index.ts';
import type { Words } from '#domain/texts/language.ts';
import { TERMS } from '#domain/views/terms.ts';
import {
  amount,
  boolean,
  dateTime,
  defineView,
  identifier,
  list,
  optionalAmount,
  text,
  type Fields,
} from '#domain/views/view.ts';

const source = { path: 'v1/una', list: 'una', pageSize: 10, dateIsStated: true, withTimes: ['fecha'] } as const;
const base = {
  name: 'una',
  title: ['Una', 'One'],
  fields: { id: identifier(), fecha: dateTime(), importe: amount(), lote: text(), conciliado: boolean() },
  dates: ['fecha'],
  natural: ['fecha', 'lote'],
  indexes: ['lote'],
  searched: { fields: ['lote'], indexed: false },
  worth: ['importe'],
  found: null,
  screen: {
    columns: ['fecha', 'lote'],
    secondary: ['lote'],
    filters: ['lote'],
    order: { field: 'fecha', descending: true },
  },
  source: { ...source, byStore: null },
} as const;
const signed = {
  field: 'importe',
  by: 'lote',
  plus: 'C',
  minus: 'D',
  as: { name: 'neto', words: ['Neto', 'Net'] },
  sums: { plus: { name: 'mas', words: ['Más', 'More'] }, minus: { name: 'menos', words: ['Menos', 'Less'] } },
} as const;

describe('the compiler', () => {
  test('takes a view whose lists name its own fields', () => {
    expect(defineView(base)).toBe(base);
    defineView({ ...base, source: null, screen: null });
    defineView({ ...base, signed, worth: ['neto'], screen: { ...base.screen, columns: ['neto'] } });
    defineView({ ...base, fields: { ...base.fields, detalle: list({ tipo: text() }) } });
    defineView({ ...base, fields: { ...base.fields, tip: optionalAmount('Propina', 'Tip') } });
  });

  test('refuses a list that names a field that the view does not have', () => {
    // @ts-expect-error natural names no field
    defineView({ ...base, natural: ['fecha', 'lotte'] });
    // @ts-expect-error columns name no field
    defineView({ ...base, screen: { ...base.screen, columns: ['fecha', 'lotte'] } });
    // @ts-expect-error the order names no field
    defineView({ ...base, screen: { ...base.screen, order: { field: 'lotte', descending: true } } });
    // @ts-expect-error what is found names no field
    defineView({ ...base, found: { rank: 1, fields: ['lotte'], amount: null, beside: [] } });
    // @ts-expect-error dates name no field
    defineView({ ...base, dates: ['fecha_venta'] });
    // @ts-expect-error the derived amount of a view that has none
    defineView({ ...base, screen: { ...base.screen, columns: ['neto'] } });
    // @ts-expect-error the name of a row's store
    defineView({ ...base, source: { ...source, byStore: 'comercio' } });
    // @ts-expect-error times of a date that is none of the view's
    defineView({ ...base, source: { ...source, byStore: null, withTimes: ['fecha_pago'] } });
  });

  test('refuses a field of another type', () => {
    // @ts-expect-error it is no date
    defineView({ ...base, dates: ['lote'] });
    // @ts-expect-error it is no amount
    defineView({ ...base, worth: ['lote'] });
    // @ts-expect-error a sign of what is no amount
    defineView({ ...base, signed: { ...signed, field: 'lote' } });
    // @ts-expect-error a sign that no text says
    defineView({ ...base, signed: { ...signed, by: 'conciliado' } });
    // @ts-expect-error a shape that is not one of the closed list
    defineView({ ...base, fields: { ...base.fields, lote: { shape: 'fecha_americana', words: [] } } });
  });

  test('refuses a field without words, in a detail too', () => {
    // @ts-expect-error the field has no words
    defineView({ ...base, fields: { ...base.fields, tip: optionalAmount() } });
    // @ts-expect-error the field of a detail has no words
    defineView({ ...base, fields: { ...base.fields, detalle: list({ tip: optionalAmount() }) } });
    // @ts-expect-error the word is in one language only
    expect(text('Lote').words).toEqual(['Lote']);
  });
});

function* statedWords(fields: Fields): Generator<readonly [name: string, words: Words]> {
  for (const [name, field] of Object.entries(fields)) {
    if ('list' in field) yield* statedWords(field.list);
    else if ('lists' in field) for (const part of Object.values(field.lists)) yield* statedWords(part);
    else if (field.words.length === 2) yield [name, field.words];
  }
}

test('a field is called the same in every view', () => {
  const words = new Map<string, Words>(Object.entries(TERMS));
  for (const name of VIEW_NAMES) {
    for (const [field, its] of statedWords(VIEWS[name].fields)) {
      expect([field, its]).toEqual([field, words.get(field) ?? its]);
      words.set(field, its);
    }
  }
});
