import { fc, forAll } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import type { Cupon } from '#domain/cupon.ts';
import { candidateKeysOf, compareWithSent, nameOfSale } from '#domain/cupones/duplicates.ts';

const CARD: Cupon = {
  fecha_venta: '2026-11-03',
  tarjeta_desc: 'VISA CREDITO',
  establecimiento: '0012345',
  terminal: '20014000',
  lote: '0042',
  comprobante: '00001234',
  tarjeta_nro: '0792',
  cuotas: '1',
  autorizacion: '004567',
  importe: '1500.00',
};
const WALLET: Cupon = {
  fecha_venta: '2026-11-03',
  importe: '900.00',
  wallet_referencia: 'MP-000123',
  wallet_tipo_operacion: 'pago',
};
const without = (cupon: Cupon, ...fields: readonly (keyof Cupon)[]): Cupon =>
  Object.fromEntries(Object.entries(cupon).filter(([field]) => !fields.some((one) => one === field)));

describe('a sale of a card', () => {
  test.for<[string, Cupon]>([
    ['with another name of the card', { ...CARD, tarjeta_desc: 'Visa' }],
    ['with free texts', { ...CARD, referencia: 'mesa 4', auxiliar_1: 'ana' }],
    [
      'with day, voucher, last four and amount alone',
      without(CARD, 'tarjeta_desc', 'establecimiento', 'terminal', 'lote', 'cuotas', 'autorizacion'),
    ],
    ['without zeros', { ...CARD, comprobante: '1234', establecimiento: '12345', lote: '42', autorizacion: '4567' }],
    ['with another authorisation', { ...CARD, autorizacion: '999999' }],
  ])('is the same %s', ([, cupon]) => {
    expect(compareWithSent(cupon, CARD)).toEqual({ como: 'enviado' });
    expect(nameOfSale(cupon)).toBe(nameOfSale(CARD));
  });

  test.for<[keyof Cupon, string]>([
    ['importe', '1600.00'],
    ['comprobante', '1235'],
    ['tarjeta_nro', '0793'],
    ['fecha_venta', '2026-11-04'],
  ])('with another %s is a correction', ([field, value]) => {
    expect(compareWithSent({ ...CARD, [field]: value }, CARD)).toEqual({ como: 'corrige', campo: field });
  });

  test.for<[string, Cupon]>([
    ['two naming fields differ', { ...CARD, importe: '1600.00', comprobante: '1235' }],
    ['the authorisation differs too', { ...CARD, importe: '1600.00', autorizacion: '999999' }],
    ['another terminal took it', { ...CARD, importe: '1600.00', terminal: '20014001' }],
    [
      'nothing else agrees',
      { fecha_venta: '2026-11-03', comprobante: '1234', tarjeta_nro: '0792', importe: '1600.00' },
    ],
  ])('is another sale when %s', ([, cupon]) => {
    expect(compareWithSent(cupon, CARD)).toBeNull();
  });

  test('without its voucher looks like the one that was sent, and says by what', () => {
    const answer = compareWithSent(without(CARD, 'comprobante'), CARD);
    expect(answer).toMatchObject({ como: 'parece', iguales: expect.arrayContaining(['importe', 'tarjeta_nro']) });
    expect(
      compareWithSent({ fecha_venta: '2026-11-03', importe: '1500.00', establecimiento: '12345' }, CARD),
    ).toBeNull();
  });
});

describe('a sale of a wallet', () => {
  test('is named by its reference and its type of operation', () => {
    expect(compareWithSent({ ...WALLET, tarjeta_desc: 'QR' }, WALLET)).toEqual({ como: 'enviado' });
    expect(compareWithSent({ ...WALLET, wallet_tipo_operacion: 'devolucion' }, WALLET)).toBeNull();
    expect(compareWithSent({ ...WALLET, wallet_referencia: 'MP-000124' }, WALLET)).toBeNull();
  });

  test('with another amount or day is a correction', () => {
    expect(compareWithSent({ ...WALLET, importe: '950.00' }, WALLET)).toEqual({ como: 'corrige', campo: 'importe' });
    expect(compareWithSent({ ...WALLET, fecha_venta: '2026-11-04' }, WALLET)).toEqual({
      como: 'corrige',
      campo: 'fecha_venta',
    });
  });

  test('without its type looks like one that was sent', () => {
    expect(compareWithSent(without(WALLET, 'wallet_tipo_operacion'), WALLET)).toMatchObject({ como: 'parece' });
  });
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${String(length)}}$`));
const sale: fc.Arbitrary<Cupon> = fc.record(
  {
    fecha_venta: fc.constantFrom('2026-11-03', '2026-11-04'),
    importe: fc.constantFrom('10.00', '20.00'),
    comprobante: digits(2),
    tarjeta_nro: digits(1),
    establecimiento: fc.constantFrom('1', '01', '2'),
    autorizacion: digits(1),
    tarjeta_desc: fc.string({ minLength: 1 }),
    wallet_referencia: fc.constantFrom('a', 'b'),
    wallet_tipo_operacion: fc.constantFrom('pago', 'devolucion'),
  },
  { requiredKeys: ['fecha_venta', 'importe'] },
);

describe('laws', () => {
  test('a complete name is never only a likeness, and equal names are one sale', () => {
    forAll(sale, sale, (one, other) => {
      const answer = compareWithSent(one, other);
      const [name, theirs] = [nameOfSale(one), nameOfSale(other)];
      const sameKind =
        name !== undefined && theirs !== undefined && name.split(',').length === theirs.split(',').length;
      if (sameKind) expect(answer?.como).not.toBe('parece');
      if (name !== undefined && name === theirs && !('wallet_referencia' in one)) expect(answer?.como).toBe('enviado');
    });
  });

  test('what is recognised shares a key with what was sent', () => {
    forAll(sale, sale, (one, other) => {
      if (compareWithSent(one, other) === null) return;
      const [keys, theirs] = [candidateKeysOf(one), candidateKeysOf(other)];
      const shared = (['dia', 'numero', 'referencia'] as const).some(
        (key) => keys[key] !== null && keys[key] === theirs[key],
      );
      expect(shared).toBe(true);
    });
  });

  test('neither the name of the card nor free texts change an answer', () => {
    forAll(sale, sale, fc.string(), (one, other, text) => {
      const changed = { ...one, tarjeta_desc: text, referencia: text, auxiliar_3: text };
      expect(compareWithSent(changed, other)).toEqual(compareWithSent(one, other));
    });
  });
});
