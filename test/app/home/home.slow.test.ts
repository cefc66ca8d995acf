import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { toDayNumber } from '#domain/civil-date.ts';
import { COMERCIOS } from '#sandbox/catalogue.ts';
import type { Sandbox } from '#sandbox/index.ts';
import { context } from '../context.ts';
import { visitOf } from '#app/home/news.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { createViews, type Views } from '../papers/world.ts';
import { findReal, sumOf } from '../papers/truth.ts';

/** The clock of these tests stands on Thursday 15 October 2026. */
const TODAY = '2026-10-15';
const show = ({ inicio }: Views) => inicio.ver({ cuenta: undefined }, context);
const centavos = (importe: string | null): number => Math.round(Number(importe) * 100);

async function synchronisedWorld(): Promise<Views> {
  const looks = await createViews();
  await looks.world.synchronise();
  return looks;
}

const looks = await synchronisedWorld();
afterAll(() => looks[Symbol.asyncDispose]());

const sumAll = ({ data }: Sandbox, what: 'soldOn' | 'creditedOn', date: string): number =>
  COMERCIOS.reduce((total, _, comercio) => total + data[what](toDayNumber(civilDay(date)), comercio), 0);

test('what was due and did not arrive is apart, and charges that the bank has not debited are counted', async () => {
  await using looks = await createViews({ operaciones: 4000, datos: ['pagos=faltan', 'cargos=pendientes'] });
  await looks.world.synchronise({ desde: '2026-07-20', hasta: '2027-10-15' });
  const { porAcreditar } = await show(looks);
  expect(porAcreditar.vencido.liquidaciones).toBeGreaterThan(0);
  expect(porAcreditar.cargos.liquidaciones).toBeGreaterThan(0);
  expect(centavos(porAcreditar.cargos.importe)).toBeLessThan(0);
});

describe('the figures of the first page', () => {
  test('what was sold and credited this month is the sandbox’s, day by day', async () => {
    const { calendario, vendido, acreditado, linea, hayDatos, hoy } = await show(looks);
    expect({ hayDatos, hoy }).toEqual({ hayDatos: true, hoy: TODAY });
    const { sandbox } = looks.world;
    for (const { fecha, estado, ...importes } of calendario.dias) {
      if (fecha > TODAY) expect([fecha, estado, importes.vendido]).toEqual([fecha, 'futuro', null]);
      else {
        expect([fecha, estado]).toEqual([fecha, 'leido']);
        expect(centavos(importes.vendido)).toBe(sumAll(sandbox, 'soldOn', fecha));
        expect(centavos(importes.acreditado)).toBe(sumAll(sandbox, 'creditedOn', fecha));
      }
    }
    const past = calendario.dias.filter(({ fecha }) => fecha <= TODAY);
    expect(centavos(vendido.importe)).toBe(past.reduce((n, { fecha }) => n + sumAll(sandbox, 'soldOn', fecha), 0));
    expect(centavos(acreditado.importe)).toBe(
      past.reduce((n, { fecha }) => n + sumAll(sandbox, 'creditedOn', fecha), 0),
    );
    const linked = sandbox.data.movimientos.filter(
      ({ fecha, liquidacion, operacion }) =>
        fecha >= toDayNumber(civilDay('2026-10-01')) &&
        fecha <= toDayNumber(civilDay(TODAY)) &&
        (liquidacion >= 0 || operacion >= 0),
    );
    const signed = linked.map(({ debitoCredito, importe }) => (debitoCredito === 'C' ? importe : -importe));
    const { importe = '', partes = [] } = calendario.lista ?? {};
    expect(centavos(importe)).toBe(signed.reduce((sum, one) => sum + one, 0));
    expect(partes.map(({ motivo }) => motivo)).not.toContain('sin_explicar');
    const explained = partes.reduce((sum, part) => sum + centavos(part.importe), centavos(importe));
    expect(explained).toBe(centavos(acreditado.importe));
    // Each day says how much of it the list of linked movements lacks.
    for (const { fecha, importe: credited, lista } of linea.filter(({ clase }) => clase === 'acreditado')) {
      const shown = linked.reduce(
        (sum, one, i) =>
          sum + (one.fecha === toDayNumber(civilDay(fecha)) && one.liquidacion >= 0 ? (signed[i] ?? 0) : 0),
        0,
      );
      const rest = lista?.partes.find(({ motivo }) => motivo === 'sin_vincular')?.importe ?? '0.00';
      expect(shown + centavos(rest)).toBe(centavos(credited));
    }
    expect(vendido.abrir).toEqual({ vista: 'operaciones', desde: '2026-10-01', hasta: TODAY });
    expect(calendario.dias.find(({ fecha }) => fecha === '2026-10-12')?.feriado).toBe('Diversidad Cultural');
  });

  test('what is to be credited by settlements already made is exact, day by day', async () => {
    const { linea, despues, porAcreditar } = await show(looks);
    const today = toDayNumber(civilDay(TODAY));
    const pending = findReal(looks.world.sandbox, '2026-07-20', TODAY).filter(({ pago }) => pago > today);
    const { ops } = looks.world.sandbox.data;
    const withSales = new Map<number, number>();
    // The service gives no payment date for a charge without operations.
    for (const { pago, importes } of pending)
      if (importes['total_facturado'] !== 0)
        withSales.set(pago, (withSales.get(pago) ?? 0) + (importes['total_acreditado'] ?? 0));
    let loose = 0;
    const looseBy = new Map<number, number>();
    for (let i = 0; i < ops.count; i++) {
      if ((ops.liquidacion[i] ?? -1) >= 0 || (ops.paid[i] ?? 0) <= today) continue;
      const net = (ops.importe[i] ?? 0) - (ops.fee[i] ?? 0) - (ops.financing[i] ?? 0);
      loose += net;
      looseBy.set(ops.paid[i] ?? 0, (looseBy.get(ops.paid[i] ?? 0) ?? 0) + net);
      withSales.set(ops.paid[i] ?? 0, (withSales.get(ops.paid[i] ?? 0) ?? 0) + net);
    }
    expect(loose).not.toBe(0);
    // From unsettled sales the account's average taxes are subtracted; charges not debited yet are counted.
    const { tasaImpuestos, cargos, vencido, importe: due } = porAcreditar;
    const expected =
      [...withSales.values()].reduce((a, b) => a + b, 0) - Math.round((loose * (tasaImpuestos ?? 0)) / 10_000);
    expect(tasaImpuestos).toBeGreaterThan(0);
    expect(Math.abs(centavos(due) - expected - centavos(cargos.importe))).toBeLessThan(100);
    expect(vencido.liquidaciones).toBe(0);
    const upcoming = [
      ...linea.filter(({ clase }) => clase === 'por_acreditar'),
      ...(despues === null ? [] : [despues]),
    ];
    expect(upcoming.reduce((sum, { importe }) => sum + centavos(importe), centavos(cargos.importe))).toBe(
      centavos(due),
    );
    for (const { fecha, clase, importe } of linea.filter(({ fecha: which }) => which > TODAY)) {
      expect(clase).toBe('por_acreditar');
      const before = withSales.get(toDayNumber(civilDay(fecha))) ?? 0;
      const taxed = (looseBy.get(toDayNumber(civilDay(fecha))) ?? 0) * (tasaImpuestos ?? 0);
      expect(Math.abs(centavos(importe) - before + taxed / 10_000)).toBeLessThan(2);
    }
  });

  test('what is deducted is a share of what each card billed in the months that were read whole', async () => {
    const { costos, contracargos } = await show(looks);
    const total = costos.at(-1);
    expect(total?.tarjeta).toBeNull();
    expect(total?.meses.map(({ mes }) => mes)).toEqual([
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
    ]);
    // Ninety days begin in July: that month is not whole.
    expect(total?.meses.slice(0, 3).map((month) => month.total)).toEqual([null, null, null]);
    const september = findReal(looks.world.sandbox, '2026-09-01', '2026-09-30');
    const part = (sumOf(september, 'total_descontado') / sumOf(september, 'total_facturado')) * 10_000;
    expect(total?.meses[4]?.total).toBe(Math.round(part));
    const billed = new Set(findReal(looks.world.sandbox, '2026-05-01', TODAY).map(({ tarjeta }) => tarjeta));
    expect(costos).toHaveLength(billed.size + 1);
    expect(contracargos.map(({ cantidad }) => cantidad === null)).toEqual([true, true, false, false, false, false]);
    expect(contracargos.map(({ sinLeer }) => sinLeer)).toEqual([31, 30, 17, 0, 0, 0]);
    // Only a whole month is compared with a later visit.
    expect(Object.keys(visitOf({ hoy: civilDay(TODAY), contracargos, cargas: [] }).contracargos)).not.toContain(
      '2026-07',
    );
  });
});

describe('never read is not zero', () => {
  test('nothing was ever read: every figure is null, and no file is made', async () => {
    await using looks = await createViews();
    const start = await show(looks);
    expect(start).toMatchObject({
      hayDatos: false,
      banco: null,
      vendido: { importe: null, variacion: null },
      acreditado: { importe: null },
      porAcreditar: { importe: null },
      costos: [],
    });
    expect(start.calendario.dias.filter(({ estado }) => estado === 'leido')).toEqual([]);
    expect(start.linea.every(({ clase, importe }) => clase === 'sin_leer' && importe === null)).toBe(true);
    expect(existsSync(looks.world.ruta)).toBe(false);
  });

  test('days after the reading were not read, although their month was stored whole', async () => {
    await using looks = await synchronisedWorld();
    looks.world.clock.advance(3 * 86_400_000);
    const { calendario } = await show(looks);
    const states = calendario.dias.slice(13, 19).map(({ fecha, estado }) => [fecha.slice(8), estado]);
    expect(states).toEqual([
      ['14', 'leido'],
      ['15', 'leido'],
      ['16', 'sin_leer'],
      ['17', 'sin_leer'],
      ['18', 'sin_leer'],
      ['19', 'futuro'],
    ]);
    expect(calendario.sinLeer).toBe(3);
    // A heat map that begins before the month ends today.
    const { mapa } = await looks.inicio.ver({ cuenta: undefined, desde: civilDay('2026-09-19') }, context);
    expect([mapa.dias[0]?.fecha, mapa.dias.at(-1)?.fecha, mapa.sinLeer]).toEqual(['2026-09-19', '2026-10-18', 3]);
  });

  test('without a bank feed what was credited opens operations by their payment date', async () => {
    await using looks = await createViews();
    looks.world.sandbox.changeSwitch('interbanking', 'no');
    await looks.world.synchronise();
    const { banco, acreditado } = await show(looks);
    expect(banco).toBe(false);
    expect(acreditado.abrir).toMatchObject({ vista: 'operaciones', campoFecha: 'fecha_pago' });
  });

  test('the comparison with the month before needs the same days of both', async () => {
    await using looks = await createViews();
    await looks.world.synchronise({ desde: '2026-10-01', hasta: TODAY });
    expect((await show(looks)).vendido.variacion).toBeNull();
    await looks.world.synchronise({ desde: '2026-09-01', hasta: TODAY });
    expect((await show(looks)).vendido.variacion).toBeTypeOf('number');
  });
});

describe('what changed since the last time', () => {
  const markSeen = ({ inicio }: Views) => inicio.visto({ cuenta: undefined }, context);

  test('the first time it says what was credited since yesterday', async () => {
    const { desde, novedades } = await show(looks);
    expect(desde).toBeNull();
    expect(novedades.at(-1)).toMatchObject({ clase: 'leido' });
  });

  test('a visit of today does not hide what it showed; tomorrow it is what news are counted from', async () => {
    await using looks = await synchronisedWorld();
    await markSeen(looks);
    expect((await show(looks)).desde).toBeNull();
    looks.world.clock.advance(86_400_000);
    expect((await show(looks)).desde).toBe(TODAY);
    await markSeen(looks);
    expect((await show(looks)).desde).toBe(TODAY);
  });

  test('chargebacks that appeared since are counted, with what they add up to', async () => {
    await using looks = await createViews({ operaciones: 10_000 });
    await looks.world.synchronise({ desde: '2026-09-01', hasta: TODAY, metodos: ['rechazos'] });
    await markSeen(looks);
    const file = path.join(looks.carpeta, 'inicio.json');
    const stored = JSON.parse(readFileSync(file, 'utf8')) as {
      ultima: { dia: string; contracargos: Record<string, { cantidad: number; importe: string }> };
    };
    const before = stored.ultima.contracargos['2026-09'];
    if (before === undefined) throw new Error('September was read');
    expect(before.cantidad).toBeGreaterThan(0);
    // As if the service had reported two of the chargebacks after yesterday's visit.
    stored.ultima.dia = '2026-10-14';
    stored.ultima.contracargos['2026-09'] = {
      cantidad: before.cantidad - 1,
      importe: String(Number(before.importe) - 500),
    };
    writeFileSync(file, JSON.stringify(stored));
    const { novedades } = await show(looks);
    expect(novedades).toContainEqual(expect.objectContaining({ clase: 'contracargos', cantidad: 1, importe: '5.00' }));
    // The rail counts the same.
    const pending = await looks.inicio.pendientes({ cuenta: undefined }, context);
    expect(pending).toEqual({ porHacer: null, contracargos: 1, envios: [] });
  });
});

test('rows that the service stopped showing are told by view with what they are worth, where the page adds them up', async () => {
  await using looks = await synchronisedWorld();
  expect((await show(looks)).enDuda).toEqual([]);
  const db = new Database(looks.world.ruta);
  const doubt = (method: string, importe: string, cond: string): number => {
    const one = db.prepare(`SELECT id, ${importe} AS importe FROM ${method} WHERE ${cond} LIMIT 1`).get() as { id: string; importe: number }; // prettier-ignore
    db.prepare('INSERT INTO ausencia (metodo, id, desde) VALUES (?, ?, 0)').run(method, one.id);
    return one.importe;
  };
  const [sale, settled] = [
    doubt('operaciones', 'importe', `fecha_pago > '${TODAY}' AND importe > 0`),
    doubt('liquidaciones', 'total_acreditado', "fecha LIKE '2026-09%' AND total_acreditado > 0"),
  ];
  // This sale is paid, so no figure of the page has it.
  doubt('operaciones', 'importe', `fecha_pago < '${TODAY}'`);
  db.close();
  const { enDuda } = await show(looks);
  expect(enDuda.map(({ vista, filas, importe }) => [vista, filas, centavos(importe)])).toEqual([
    ['operaciones', 1, sale],
    ['liquidaciones', 1, settled],
  ]);
  expect(enDuda[0]?.abrir).toEqual({ vista: 'operaciones', campoFecha: 'fecha_pago', desde: '2026-10-16' });
});

describe('the calendar', () => {
  test('gives whole months with what is known of each day, and how far there is data', async () => {
    const { meses, primero } = await looks.inicio.calendario(
      {
        cuenta: undefined,
        desde: '2026-06',
        hasta: '2026-11',
      },
      context,
    );
    expect(meses.map(({ mes, dias }) => [mes, dias.length])).toEqual([
      ['2026-06', 30],
      ['2026-07', 31],
      ['2026-08', 31],
      ['2026-09', 30],
      ['2026-10', 31],
      ['2026-11', 30],
    ]);
    // The calendar is read by whole months: all of July, although ninety days begin within it.
    expect(meses.map(({ sinLeer }) => sinLeer)).toEqual([30, 0, 0, 0, 0, 0]);
    // The rows of the first days of July were not downloaded.
    expect(meses.map(({ sinBajar }) => sinBajar)).toEqual([0, 17, 0, 0, 0, 0]);
    expect(meses[1]?.dias[16]).toMatchObject({ fecha: '2026-07-17', sinBajar: ['vendido', 'acreditado'] });
    expect(primero).toBe('2026-07');
  });

  test('more than two years, or none, is a wrong call', async () => {
    await using looks = await createViews();
    const request = (from: string, to: string) =>
      looks.inicio.calendario({ cuenta: undefined, desde: from, hasta: to }, context);
    await expect(request('2024-01', '2026-02')).rejects.toMatchObject({ code: 'ENTRADA_INVALIDA' });
    await expect(request('2026-02', '2026-01')).rejects.toMatchObject({ code: 'ENTRADA_INVALIDA' });
  });
});
