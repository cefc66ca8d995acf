import { expect, test } from 'vitest';
import { faultKinds, type CuponFields, type FaultKind } from '../../bench/explanations/till-mistakes.ts';

const card: CuponFields = {
  referencia: 'V-1',
  fecha_venta: '2024-11-08', // a Friday
  fecha_pres: '2024-11-11',
  tarjeta_desc: 'VISA',
  establecimiento: '23456789',
  terminal: '50123456',
  lote: '0123',
  comprobante: '00012345',
  tarjeta_nro: '0427',
  cuotas: '3',
  bin: '450799',
  autorizacion: '004512',
  importe: '15345.75',
  fecha_pago: '2024-11-25',
};
const atOnce: CuponFields = { ...card, tarjeta_desc: 'MASTERCARD DEBITO', cuotas: '1' };
const wallet: CuponFields = {
  fecha_venta: '2024-11-30',
  importe: '1210.00',
  wallet_referencia: '104563219875',
  wallet_tipo_operacion: 'SETTLEMENT',
};
const january: CuponFields = { ...card, fecha_venta: '2025-01-06' };
const bare: CuponFields = { fecha_venta: '2024-12-31', importe: '0.01' };
const cupones = [card, atOnce, wallet, january, bare];

/** Which fields each mistake may change: all of them, and no other, in some coupon. */
const owned: Readonly<Record<string, readonly string[]>> = {
  'day-and-month-exchanged': ['fecha_venta'],
  'day-of-close-after-midnight': ['fecha_venta'],
  'day-of-previous-close-kept': ['fecha_venta'],
  'presentation-date-as-sale-date': ['fecha_venta'],
  'weekend-typed-on-monday': ['fecha_venta'],
  'wrong-year-around-new-year': ['fecha_venta'],
  'date-dragged-into-series': ['fecha_venta'],
  'day-that-does-not-exist': ['fecha_venta'],
  'wallet-export-in-another-time-zone': ['fecha_venta'],
  'amount-digits-exchanged': ['importe'],
  'decimal-comma-lost': ['importe'],
  'thousands-dot-read-as-decimal': ['importe'],
  'cents-dropped': ['importe'],
  'tip-left-out': ['importe'],
  'financing-surcharge-left-out': ['importe'],
  'surcharge-on-interest-free-plan': ['importe'],
  'one-instalment-as-total': ['importe'],
  'amount-net-of-fee': ['importe'],
  'amount-without-vat': ['importe'],
  'partial-refund-netted': ['importe'],
  'whole-ticket-on-one-card': ['importe'],
  'tourist-vat-not-taken-off': ['importe'],
  'card-leading-zeros-lost': ['tarjeta_nro'],
  'card-digits-exchanged': ['tarjeta_nro'],
  'plastic-in-place-of-phone': ['tarjeta_nro'],
  'debit-and-credit-keys-confused': ['tarjeta_desc'],
  'plan-code-as-instalments': ['cuotas'],
  'instalments-left-at-one': ['cuotas'],
  'authorization-as-voucher': ['comprobante'],
  'voucher-misread': ['comprobante'],
  'voucher-cut-to-last-four': ['comprobante'],
  'voucher-with-thousands-dot': ['comprobante'],
  'voucher-counter-restarted': ['comprobante'],
  'batch-and-voucher-exchanged': ['lote', 'comprobante'],
  'batch-of-another-close': ['lote'],
  'terminal-replaced': ['terminal'],
  'store-number-of-another-processor': ['establecimiento'],
  'looked-up-by-amount': ['comprobante', 'tarjeta_nro', 'autorizacion'],
  'wallet-sale-rung-as-card': ['wallet_referencia', 'wallet_tipo_operacion', 'comprobante', 'tarjeta_nro'],
  'wallet-reference-rounded': ['wallet_referencia'],
};

/** The mistakes that are themselves an impossible value, and in which field. */
const impossible: Readonly<Record<string, string>> = { 'day-that-does-not-exist': 'fecha_venta' };

const dateFields = new Set(['fecha_venta', 'fecha_pres', 'fecha_pago']);
const otherForms: Readonly<Record<string, RegExp>> = {
  importe: /^\d+\.\d{2}$/,
  establecimiento: /^\d+$/,
  terminal: /^\d+$/,
  lote: /^\d+$/,
  comprobante: /^\d+(\.\d+)?$/,
  tarjeta_nro: /^\d{1,4}$/,
  cuotas: /^\d{1,2}$/,
  wallet_referencia: /^.{1,20}$/,
};

const exists = (date: string): boolean => {
  const [year = NaN, month = NaN, day = NaN] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10) === date;
};
const isValid = (field: string, text: string): boolean =>
  dateFields.has(field) ? exists(text) : (otherForms[field] ?? /./).test(text);

/** mulberry32: the same numbers for the same seed. */
const seeded = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
const lowest = () => 0;
const highest = () => 1 - Number.EPSILON;
const sources = (): (() => number)[] => [lowest, highest, ...Array.from({ length: 50 }, (_, seed) => seeded(seed))];

/** What the mistake makes of every coupon to which it happens, with each source of chance. */
const spoiltBy = (kind: FaultKind) =>
  cupones.flatMap((cupon) =>
    sources().flatMap((random) => {
      const spoilt = kind.apply(cupon, random);
      return spoilt === undefined ? [] : [{ coupon: cupon, spoilt }];
    }),
  );

const differing = (cupon: CuponFields, spoilt: CuponFields): string[] =>
  [...new Set([...Object.keys(cupon), ...Object.keys(spoilt)])].filter((field) => cupon[field] !== spoilt[field]);

test('every mistake has a name of its own', () => {
  expect(faultKinds.map(({ name }) => name).toSorted()).toEqual(Object.keys(owned).toSorted());
});

test.each(faultKinds)('$name is described in one sentence', ({ description }) => {
  expect(description).toMatch(/^[A-Z].*[^.]\.$/);
});

test.each(faultKinds)('$name changes the fields it owns and no other', (kind) => {
  const changes = spoiltBy(kind).map(({ coupon, spoilt }) => differing(coupon, spoilt));
  expect(changes.filter((fields) => fields.length === 0)).toEqual([]);
  expect([...new Set(changes.flat())].toSorted()).toEqual(owned[kind.name]?.toSorted());
});

test.each(faultKinds)('$name gives texts that the API takes, unless the mistake is that it does not', (kind) => {
  for (const { spoilt } of spoiltBy(kind)) {
    const invalid = Object.keys(spoilt).filter((field) => !isValid(field, spoilt[field] ?? ''));
    const expected = impossible[kind.name];
    expect(invalid).toEqual(expected === undefined ? [] : [expected]);
  }
});

test.each(faultKinds)('$name depends on nothing but the coupon and the chance it is given', (kind) => {
  for (const cupon of cupones) {
    const before = structuredClone(cupon);
    expect(kind.apply(cupon, seeded(7))).toEqual(kind.apply(cupon, seeded(7)));
    expect(cupon).toEqual(before);
  }
});

test.each(faultKinds)('$name cannot happen to a coupon with no data', (kind) => {
  expect(kind.apply({}, lowest)).toBeUndefined();
});

test.each<[string, CuponFields, CuponFields]>([
  ['day-and-month-exchanged', card, { fecha_venta: '2024-08-11' }],
  ['weekend-typed-on-monday', card, { fecha_venta: '2024-11-11' }],
  ['wrong-year-around-new-year', january, { fecha_venta: '2024-01-06' }],
  ['wrong-year-around-new-year', bare, { fecha_venta: '2025-12-31' }],
  ['day-that-does-not-exist', wallet, { fecha_venta: '2024-11-31' }],
  ['day-of-close-after-midnight', bare, { fecha_venta: '2025-01-01' }],
  ['amount-digits-exchanged', card, { importe: '51345.75' }],
  ['decimal-comma-lost', card, { importe: '1534575.00' }],
  ['thousands-dot-read-as-decimal', card, { importe: '15.35' }],
  ['cents-dropped', card, { importe: '15345.00' }],
  ['one-instalment-as-total', card, { importe: '5115.25' }],
  ['amount-without-vat', wallet, { importe: '1000.00' }],
  ['card-leading-zeros-lost', card, { tarjeta_nro: '427' }],
  ['debit-and-credit-keys-confused', atOnce, { tarjeta_desc: 'MASTERCARD' }],
  ['plan-code-as-instalments', card, { cuotas: '13' }],
  ['authorization-as-voucher', card, { comprobante: '004512' }],
  ['voucher-misread', card, { comprobante: '80012345' }],
  ['voucher-cut-to-last-four', card, { comprobante: '2345' }],
  ['voucher-with-thousands-dot', card, { comprobante: '12.345' }],
  ['batch-of-another-close', card, { lote: '0124' }],
  ['wallet-reference-rounded', wallet, { wallet_referencia: '104563000000' }],
])('%s spoils a coupon as the mistake does', (name, cupon, changes) => {
  const spoilt = faultKinds.find((kind) => kind.name === name)?.apply(cupon, lowest);
  expect(spoilt).toEqual({ ...cupon, ...changes });
});

test.each<[string, CuponFields]>([
  ['day-and-month-exchanged', { ...card, fecha_venta: '2024-11-13' }],
  ['day-and-month-exchanged', { ...card, fecha_venta: '2024-11-11' }],
  ['presentation-date-as-sale-date', { ...card, fecha_pres: '2024-11-08' }],
  ['weekend-typed-on-monday', { ...card, fecha_venta: '2024-11-11' }],
  ['day-that-does-not-exist', { ...card, fecha_venta: '2024-12-31' }],
  ['cents-dropped', wallet],
  ['one-instalment-as-total', atOnce],
  ['card-leading-zeros-lost', { ...card, tarjeta_nro: '4270' }],
  ['authorization-as-voucher', { ...card, autorizacion: 'A04512' }],
  ['batch-and-voucher-exchanged', { ...card, lote: card['comprobante'] ?? '' }],
  ['wallet-export-in-another-time-zone', card],
  ['tourist-vat-not-taken-off', wallet],
])('%s cannot happen where there is nothing to mistake', (name, cupon) => {
  expect(faultKinds.find((kind) => kind.name === name)?.apply(cupon, lowest)).toBeUndefined();
});
