/** Puts faults into generated months: each gets its right name, and a clean year has none. */
import { expect, test } from 'vitest';
import type { TieKey } from '#domain/cierre/ties.ts';
import type { CierreDocument } from '#contract/cierre.ts';
import { toDayNumber, requireCivilDate } from '#domain/civil-date.ts';
import { createData } from '#sandbox/index.ts';
import { isSpoilt, SECOND_CUIT } from '#sandbox/disorder.ts';
import { createClosing, CUIT } from './world.ts';

const AUGUST = '2026-08';
const dayOf = (text: string): number => toDayNumber(requireCivilDate(text));
const plain = createData({ semilla: 1, operaciones: 6000, hoy: requireCivilDate('2026-10-15') });
const linked = new Set(plain.movimientos.map(({ liquidacion }) => liquidacion));
/** The settlements that the switches spoil. */
const spoilt = plain.liquidaciones.filter((l) => isSpoilt(l) && l.tipo === 'L' && linked.has(l.fila));
const datedIn = (from: string, to: string) => spoilt.filter(({ fecha }) => fecha >= dayOf(from) && fecha <= dayOf(to));
const ofAugust = datedIn('2026-08-01', '2026-08-31');
const dueInAugust = ({ pago }: (typeof spoilt)[number]): boolean => pago <= dayOf('2026-08-31');
const numbersOf = (rows: typeof spoilt): string[] => rows.map(({ numero }) => numero).sort();

const rowsOf = ({ empates }: CierreDocument, key: TieKey) => empates.find(({ clave }) => clave === key)?.filas ?? [];
/** Class and number of every row of every comparison. */
const allRows = (doc: CierreDocument): string[] =>
  doc.empates.flatMap(({ clave, filas }) => filas.map(({ clase, numero }) => `${clave} ${clase} ${numero}`)).sort();
const named = (prefix: string, rows: typeof spoilt): string[] => numbersOf(rows).map((numero) => `${prefix} ${numero}`);

test('a clean year has no row in any tie', async () => {
  await using closing = await createClosing({ desde: '2025-09-01' });
  const months = ['2025-11', '2025-12', ...Array.from({ length: 9 }, (_, n) => `2026-0${String(n + 1)}`)];
  for (const month of months) {
    const doc = await closing.show(month);
    expect(allRows(doc), month).toEqual([]);
    expect(doc.abiertos, month).toEqual([]);
  }
});

test('payments that did not arrive are missing, those of earlier months too', async () => {
  await using closing = await createClosing({ datos: ['pagos=faltan'] });
  const expected = datedIn('2026-06-01', '2026-08-31').filter(dueInAugust);
  expect(expected.length).toBeGreaterThan(2);
  expect(allRows(await closing.show(AUGUST))).toEqual(named('banco falta', expected));
});

test('payments that are short say by how much', async () => {
  await using closing = await createClosing({ datos: ['pagos=cortos'] });
  const doc = await closing.show(AUGUST);
  expect(ofAugust.length).toBeGreaterThan(1);
  expect(allRows(doc)).toEqual(named('banco de_menos', ofAugust));
  expect(rowsOf(doc, 'banco').every(({ importe }) => importe.startsWith('-'))).toBe(true);
});

test('payments that are late are of another month, and stay to collect at the closing', async () => {
  await using closing = await createClosing({ datos: ['pagos=tarde'] });
  await using clean = await createClosing();
  const [doc, before] = [await closing.show(AUGUST), await clean.show(AUGUST)];
  expect(allRows(doc)).toEqual(named('banco otro_mes', ofAugust.filter(dueInAugust)));
  const sum = ({ saldos }: CierreDocument) => saldos.procesadores.reduce((n, { aCobrar }) => n + Number(aCobrar), 0);
  expect(sum(doc)).toBeGreaterThan(sum(before));
});

test('payments in two parts are told', async () => {
  await using closing = await createClosing({ datos: ['pagos=partidos'] });
  expect(allRows(await closing.show(AUGUST))).toEqual(named('banco en_partes', ofAugust));
});

test('a part that does not add up is named, and there is no entry', async () => {
  await using closing = await createClosing({ datos: ['partes=no_suman'] });
  const all = plain.liquidaciones.filter(
    (l) => isSpoilt(l) && l.fecha >= dayOf('2026-08-01') && l.fecha <= dayOf('2026-08-31'),
  );
  const doc = await closing.show(AUGUST);
  expect(
    rowsOf(doc, 'partes')
      .map(({ clase, numero }) => `${clase} ${numero}`)
      .sort(),
  ).toEqual(named('descontado', all));
  expect(doc.abiertos.find(({ clave }) => clave === 'asiento')?.cuantos).toBeGreaterThan(0);
});

test('a detail a centavo off is named', async () => {
  await using closing = await createClosing({ datos: ['detalle=centavo'] });
  const doc = await closing.show(AUGUST);
  const taxed = plain.liquidaciones.filter(
    (l) =>
      isSpoilt(l) &&
      l.fecha >= dayOf('2026-08-01') &&
      l.fecha <= dayOf('2026-08-31') &&
      Object.values(l.impuestos).some((amount) => amount !== 0),
  );
  expect(allRows(doc)).toEqual(named('impuestos detalle', taxed));
});

test('an operation whose payment was due and that no settlement has is named', async () => {
  await using closing = await createClosing({ datos: ['sueltas=si'] });
  const doc = await closing.show(AUGUST);
  const { data } = closing.views.world.sandbox;
  const loose = Array.from({ length: data.fixed }, (_, i) => i).filter(
    (i) =>
      data.ops.liquidacion[i] === -1 &&
      (data.ops.paid[i] ?? 0) <= dayOf('2026-08-31') &&
      (data.ops.day[i] ?? 0) >= dayOf('2026-06-01'),
  );
  expect(loose.length).toBeGreaterThan(2);
  expect(rowsOf(doc, 'operaciones').filter(({ clase }) => clase === 'sin_liquidacion')).toHaveLength(loose.length);
  expect(new Set(rowsOf(doc, 'operaciones').map(({ clase }) => clase))).toEqual(
    new Set(['sin_liquidacion', 'no_suma']),
  );
});

test('a payment on the account of the other taxpayer is named', async () => {
  await using closing = await createClosing({ datos: ['contribuyentes=mezclados'] });
  const { stores } = closing.views.world.sandbox.data;
  const isOf = (cuit: string) => (l: (typeof spoilt)[number]) => stores[l.comercio]?.cuit === cuit;
  const { sinDeterminar } = await closing.cierre.contribuyentes({});
  const cuits = sinDeterminar.map(({ establecimiento }) => {
    const de = establecimiento ?? '';
    return { de, cuit: cuitOfEstablishment(de) };
  });
  await closing.cierre.responder({ cuits });
  for (const cuit of [CUIT, SECOND_CUIT]) {
    const doc = await closing.show(AUGUST, cuit);
    expect(allRows(doc)).toEqual(named('banco otro_cuit', ofAugust.filter(isOf(cuit))));
  }
  expect(ofAugust.length).toBeGreaterThan(1);

  /** The first and the last store share a name; their establishments differ (`establecimientoOf`). */
  function cuitOfEstablishment(establishment: string): string {
    const place = [0, 1, 2, 3, 4].find((store) => (Number(establishment) - 20_300_000 - store * 137) % 10_111 === 0);
    return stores[place ?? 0]?.cuit ?? '';
  }
});
