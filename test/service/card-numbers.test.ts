import { fc, forAll } from '../for-all.ts';
import { describe, expect, test } from 'vitest';
import { coverCards } from '#service/transport/cover-cards.ts';
import { noSignal, clientOf } from './fixtures.ts';
import { window } from './listing.ts';
import { HEADER } from './paged-result.ts';

const VISA = '4509953566233704';
const GROUPED = '4509 9535 6623 3704';
const MASKED = '450995······3704';
/** Four more numbers that pass, for a column of them. */
const OTHERS = ['4507990000000010', '5555555555554444', '4111111111111111', '6011111111111117'];
const [one = '', two = '', three = '', four = ''] = OTHERS;

const cover = (value: unknown): unknown => coverCards(structuredClone(value));

describe('a card number that the service sends is covered', () => {
  test('in groups and beside words, wherever it stands', () => {
    expect(
      cover({
        a: `pago ${VISA}`,
        b: [GROUPED, { c: { d: '4509-9535-6623-3704' } }],
        [`k ${GROUPED}`]: 1,
        e: '4509\u200b 9535.6623/3704',
      }),
    ).toEqual({ a: `pago ${MASKED}`, b: [MASKED, { c: { d: MASKED } }], [`k ${MASKED}`]: 1, e: MASKED });
    expect(cover(GROUPED)).toBe(MASKED);
  });

  test('bare, as text or as a number, under a name of a card', () => {
    expect(
      cover({ tarjeta_nro: VISA, bin: Number(VISA), tarjeta: { numero: VISA }, nroTarjeta: [VISA], PAN: VISA }),
    ).toEqual({
      tarjeta_nro: MASKED,
      bin: MASKED,
      tarjeta: { numero: MASKED },
      nroTarjeta: [MASKED],
      PAN: MASKED,
    });
  });

  test('bare, where most rows of a list have one in that field, three of them another', () => {
    const rows = (...referencias: readonly string[]) => referencias.map((referencia) => ({ referencia }));
    expect(cover({ operaciones: rows(one, two, three, four, 'x') })).toEqual({
      operaciones: rows('450799······0010', '555555······4444', '411111······1111', '601111······1117', 'x'),
    });
    for (const left of [rows(one, two, three, 'x', 'y'), rows(one, two, 'x'), rows(one, one, one, one)]) {
      expect(cover({ operaciones: left })).toEqual({ operaciones: left });
    }
  });

  test('but not a bare one elsewhere, nor numbers that tell records apart', () => {
    const rows = OTHERS.map((id) => ({
      id,
      liquidaciones_id: id,
      establecimiento: id,
      comprobante: id,
      nro_liquidacion: id,
    }));
    const value = { referencia: `Pedido ${VISA}`, total: 3, importe: '1234.50', rows };
    expect(cover(value)).toEqual(value);
  });

  test('nothing else changes', () => {
    forAll(fc.jsonValue({ maxDepth: 5 }), (value) => {
      fc.pre(!/\d(?:\W{0,3}\d){12}/.test(JSON.stringify(value)));
      expect(cover(value)).toEqual(value);
    });
  });

  test('a whole answer of nothing but digits has none left, and is read at once', () => {
    const text = Array.from({ length: 400_000 }, (_, i) => String((i * 7 + 4) % 10)).join(' ');
    const before = performance.now();
    expect(JSON.stringify(cover({ comercios: [{ nombre: text }, { nombre: text.slice(0, 32_000) }] }))).not.toMatch(
      /\d(?: \d){12}/,
    );
    // Checking each number by itself would take half a minute.
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});

test('what a method gives, and what it sets aside, has none', async () => {
  const row = {
    id: '1',
    fecha_venta: `${window.desde} 10:00:00`,
    importe: '1.00',
    referencia: `tarjeta ${VISA}`,
    tarjeta_nro: VISA,
    extra: GROUPED,
  };
  const bad = { ...row, id: '2', importe: 'x', billetera: GROUPED };
  const { service } = await clientOf(() => ({ body: { operaciones: [row, bad], total: 2 } }));
  const { rows } = await service.operaciones.readAll({ ventana: window }, noSignal);
  expect(rows).toMatchObject([{ referencia: `tarjeta ${MASKED}`, tarjeta_nro: MASKED, extra: { extra: MASKED } }]);
  const everything = JSON.stringify([rows, service.quarantined, service.logged]);
  expect(everything.replace(/\D/g, '')).not.toContain(VISA);
});

test('a detail of a refusal has none, however it is written', async () => {
  const { service } = await clientOf(() => ({
    status: 400,
    body: '{"error":"tarjeta 4509.9535/6623_3704 ٤٥٠٩٩٥٣٥٦٦٢٣٣٧٠٤"}',
  }));
  await expect(service.comercios(noSignal)).rejects.toMatchObject({
    detail: { respuesta: `{"error":"tarjeta ${MASKED} ${MASKED}"}` },
  });
});

test('the identifier of a reconciliation is left as it came: it is asked for by it', async () => {
  const id = '4509-9535-6623-3704';
  const { service } = await clientOf(() => ({ body: { ...HEADER, id } }));
  await expect(service.conciliaciones.show(id, noSignal)).resolves.toMatchObject({ id });
});
