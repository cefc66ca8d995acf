import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { describeCoverage } from '#app/browse/titles.ts';
import type { Control, CheckDocument, ChecksDocument } from '#contract/checks.ts';
import { formatPlain } from '#domain/money.ts';
import { context } from '../context.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { sheetOf, readWorkbook } from '../../workbook/write/read-back.ts';
import { createViews, type Views } from '../papers/world.ts';

const AUTUMN = { desde: civilDay('2026-09-01'), hasta: civilDay('2026-10-15') };
/** The last column of the months of a paper's summary. */
const COVERAGE = 11;
const show = ({ controles }: Views, period = AUTUMN) => controles.ver({ cuenta: undefined, ...period }, context);
const checksOf = ({ controles }: ChecksDocument, control: Control): readonly CheckDocument[] =>
  controles.filter((each) => each.control === control);

const writeBook = ({ papers, carpeta }: Views) => {
  const request = { cuenta: undefined, papel: 'liquidaciones', ...AUTUMN } as const;
  return papers.exportar({ ...request, salida: path.join(carpeta, 'papel.xlsx') }, context);
};
const differingOf = (doc: ChecksDocument, control: Control): readonly CheckDocument[] =>
  checksOf(doc, control).filter(({ estado }) => estado === 'difiere');

async function alter({ world, caches }: Views, sql: string): Promise<void> {
  await caches.close();
  const db = new Database(world.ruta);
  expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
  db.close();
}

async function synchronisedWorld(from = '2026-06-01'): Promise<Views> {
  const looks = await createViews();
  await looks.world.synchronise({ desde: from, hasta: '2026-10-15' });
  return looks;
}
async function showAltered(sql: string): Promise<ChecksDocument> {
  await using looks = await synchronisedWorld();
  await alter(looks, sql);
  return await show(looks);
}

test('what the service did not give is not what nobody asked for', async () => {
  await using looks = await createViews({ rasgos: ['falla=calendario:*:403'] });
  await looks.world.synchronise({ desde: '2026-09-01', hasta: '2026-10-15', metodos: ['calendario', 'operaciones'] });
  const doc = await show(looks);
  expect(new Set(checksOf(doc, 'calendario_vendido').map(({ motivo }) => motivo))).toEqual(new Set(['rechazado']));
  expect(new Set(checksOf(doc, 'liquidacion_neto').map(({ motivo }) => motivo))).toEqual(new Set(['sin_leer']));
});

describe('the local data against itself and the totals of the service', () => {
  test('everything that was read whole agrees with the sandbox, control by control', async () => {
    await using looks = await synchronisedWorld();
    const doc = await show(looks);
    expect(doc.controles.filter(({ estado }) => estado === 'difiere')).toEqual([]);
    for (const control of [
      'liquidaciones_totales',
      'impuestos_totales',
      'calendario_vendido',
      'liquidacion_neto',
      'liquidacion_operaciones',
      'impuestos_partes',
    ] as const) {
      const own = checksOf(doc, control);
      expect(own.length, control).toBeGreaterThan(0);
      expect(
        own.filter(({ estado }) => estado !== 'coincide'),
        control,
      ).toEqual([]);
    }
    expect(doc.coinciden + doc.sinDatos).toBe(doc.controles.length);
  });

  test('an amount that changed here differs from the totals, and from its operations', async () => {
    const doc = await showAltered(
      "UPDATE liquidaciones SET total_facturado = total_facturado + 100 WHERE n = (SELECT n FROM liquidaciones WHERE fecha BETWEEN '2026-10-01' AND '2026-10-31' AND total_facturado > 0 ORDER BY n LIMIT 1)",
    );
    const [totals] = differingOf(doc, 'liquidaciones_totales');
    expect(totals).toMatchObject({ periodo: '2026-10', campo: 'total_facturado', diferencia: '1.00' });
    const [net] = checksOf(doc, 'liquidacion_neto').filter(({ campo, estado }) => estado === 'difiere' && campo === 'total_acreditado'); // prettier-ignore
    expect(net?.filas).toHaveLength(1);
    expect(net?.filas[0]?.abrir).toMatchObject({ vista: 'liquidaciones', filtros: [{ campo: 'id' }] });
    const [operaciones] = differingOf(doc, 'liquidacion_operaciones');
    expect(operaciones).toMatchObject({ filasTotal: 1, diferencia: '-1.00' });
    expect(doc.controles[0]?.estado).toBe('difiere');
  });

  test('tax records whose total is not their parts are named, also two that hide each other in the sum', async () => {
    const ofOctober = "SELECT n FROM impuestos WHERE fecha BETWEEN '2026-10-01' AND '2026-10-15' ORDER BY n";
    const [parts] = differingOf(
      await showAltered(
        `UPDATE impuestos SET total_retenciones = total_retenciones + CASE n WHEN (${ofOctober} LIMIT 1) THEN 500 ELSE -500 END WHERE n IN (${ofOctober} LIMIT 2)`,
      ),
      'impuestos_partes',
    );
    expect(parts).toMatchObject({ campo: 'total_retenciones', diferencia: '0.00', filasTotal: 2 });
    expect(parts?.filas[0]?.abrir).toMatchObject({ vista: 'impuestos', filtros: [{ campo: 'id' }] });
  });

  test('an operation that is missing shows on its day and in its settlement', async () => {
    const doc = await showAltered(
      "DELETE FROM operaciones WHERE n = (SELECT n FROM operaciones WHERE fecha_venta = '2026-10-05' AND liquidaciones_id IS NOT NULL ORDER BY n LIMIT 1)",
    );
    const [sold] = differingOf(doc, 'calendario_vendido');
    expect(sold?.filas).toMatchObject([
      { nombre: '2026-10-05', abrir: { vista: 'operaciones', desde: '2026-10-05', hasta: '2026-10-05' } },
    ]);
    expect(differingOf(doc, 'liquidacion_operaciones')).toHaveLength(1);
  });

  test('a row that the service withdrew is named as what may cause the difference', async () => {
    const differing = differingOf(
      await showAltered(
        "UPDATE impuestos SET retirada = 1 WHERE n = (SELECT n FROM impuestos WHERE fecha BETWEEN '2026-10-01' AND '2026-10-31' AND total_impuestos > 0 ORDER BY n LIMIT 1)",
      ),
      'impuestos_totales',
    );
    expect(differing.map(({ campo }) => campo)).toContain('tot_impuestos');
    expect(differing[0]?.filas).toContainEqual(expect.objectContaining({ retirada: true, calculado: null }));
  });
});

describe('what was not read whole', () => {
  test('nothing was ever read: every month says so and nothing differs', async () => {
    await using looks = await createViews();
    const { controles, difieren, coinciden } = await show(looks);
    expect({ difieren, coinciden }).toEqual({ difieren: 0, coinciden: 0 });
    expect(new Set(controles.map(({ motivo }) => motivo))).toEqual(new Set(['sin_leer']));
    expect(controles.every(({ esperado, calculado, diferencia }) => esperado === null && calculado === null && diferencia === null)).toBe(true); // prettier-ignore
  });

  test('a month of which some days are missing is partial, never a difference', async () => {
    await using looks = await synchronisedWorld('2026-09-10');
    const doc = await show(looks);
    expect(doc.difieren).toBe(0);
    const september = checksOf(doc, 'liquidaciones_totales').filter(({ periodo }) => periodo === '2026-09');
    expect(september).toMatchObject([{ estado: 'sin_datos', motivo: 'parcial', esperado: null, tarjeta: null }]);
    expect(
      checksOf(doc, 'liquidaciones_totales').filter(({ periodo }) => periodo === '2026-10').length,
    ).toBeGreaterThan(1);
  });

  /** Sales of one settlement of September, by their place. */
  const SEPTEMBER_SALES = `SELECT o.n FROM operaciones o JOIN liquidaciones l ON l.id = o.liquidaciones_id
    WHERE l.id = (SELECT liquidaciones_id FROM operaciones JOIN liquidaciones ON liquidaciones.id = liquidaciones_id
      WHERE liquidaciones.fecha BETWEEN '2026-09-01' AND '2026-09-20' GROUP BY liquidaciones_id HAVING count(*) > 2 ORDER BY liquidaciones_id LIMIT 1)
    ORDER BY o.n`;

  test('sales are looked for as long before their settlement as any was seen: what was not read of that is not missing', async () => {
    await using looks = await synchronisedWorld('2026-07-15');
    await alter(looks, `DELETE FROM operaciones WHERE n = (${SEPTEMBER_SALES} LIMIT 1)`);
    const readDiffering = async () => differingOf(await show(looks), 'liquidacion_operaciones').length;
    expect(await readDiffering()).toBe(1);
    await alter(
      looks,
      "UPDATE operaciones SET fecha_venta = '2026-07-16' WHERE n = (SELECT o.n FROM operaciones o JOIN liquidaciones l ON l.id = o.liquidaciones_id WHERE l.fecha >= '2026-10-05' ORDER BY o.n LIMIT 1)",
    );
    expect(await readDiffering()).toBe(0);
  });
});

test('a settlement that was due and the bank does not show is not missing from a calendar that does not count it', async () => {
  await using looks = await synchronisedWorld();
  const readDiffering = async () => differingOf(await show(looks), 'calendario_acreditado').length;
  expect(await readDiffering()).toBe(0);
  const ONE =
    "SELECT l.id FROM liquidaciones l JOIN movimientos m ON m.liquidaciones_id = l.id JOIN operaciones o ON o.liquidaciones_id = l.id WHERE l.total_acreditado > 0 AND m.fecha = o.fecha_pago AND m.fecha BETWEEN '2026-09-05' AND '2026-09-25' ORDER BY l.id LIMIT 1";
  await alter(
    looks,
    `UPDATE calendario SET acreditado = acreditado - (SELECT total_acreditado FROM liquidaciones WHERE id = (${ONE})) WHERE fecha = (SELECT fecha FROM movimientos WHERE liquidaciones_id = (${ONE}))`,
  );
  expect(await readDiffering()).toBe(1);
  await alter(looks, 'UPDATE liquidaciones SET acreditada = 1');
  await alter(looks, `UPDATE liquidaciones SET acreditada = 0 WHERE id = (${ONE})`);
  expect(await readDiffering()).toBe(0);
});

describe('why there is no answer', () => {
  test('without a bank feed nobody says the day that a settlement was credited: no reading would help', async () => {
    await using looks = await createViews({ rasgos: ['interbanking=no'] });
    await looks.world.synchronise({ desde: '2026-06-01', hasta: '2026-10-15' });
    const credited = checksOf(await show(looks), 'calendario_acreditado');
    expect(credited.map(({ estado, motivo }) => [estado, motivo])).toEqual([
      ['sin_datos', 'no_contratado'],
      ['sin_datos', 'no_contratado'],
    ]);
  });

  test('what the service lists by the payment date was read, and is compared by the day that it is paid', async () => {
    await using looks = await createViews({ rasgos: ['fecha_filtro=pago'] });
    await looks.world.synchronise({ desde: '2026-07-01', hasta: '2026-10-15' });
    const doc = await show(looks);
    expect(doc.controles.filter(({ motivo }) => motivo === 'sin_leer')).toEqual([]);
    expect(doc.difieren).toBe(0);
    expect(checksOf(doc, 'calendario_acreditado').map(({ estado }) => estado)).toEqual(['coincide', 'coincide']);
    const { archivo, cobertura } = await writeBook(looks);
    expect(cobertura).toMatchObject({ estado: 'parcial', porOtraFecha: true });
    expect(describeCoverage(cobertura)).toContain('leídos por otra fecha, pueden faltar filas');
    const summary = sheetOf(await readWorkbook(archivo), 'Resumen por mes');
    const months = summary.filas.filter(([month]) => month === '2026-09');
    const notWhole = 'Leído por fecha de pago: pueden faltar filas de cualquiera de sus días';
    expect([months[0]?.[COVERAGE], Number(months[0]?.[1]) > 0]).toEqual([notWhole, true]);
    const total = summary.filas.find(([label]) => label === 'Total');
    expect(total?.[COVERAGE]).toBe('Pueden faltar filas de 2026-09, 2026-10');
  });

  test('a period that is part of a month says which days each comparison is of: the service only adds up months', async () => {
    await using looks = await synchronisedWorld();
    const doc = await show(looks, { desde: civilDay('2026-09-10'), hasta: civilDay('2026-09-20') });
    const daysOf = (control: Control) => new Set(checksOf(doc, control).map(({ desde, hasta }) => `${desde} ${hasta}`));
    const [month, request] = ['2026-09-01 2026-09-30', '2026-09-10 2026-09-20'];
    for (const control of ['liquidaciones_totales', 'impuestos_totales'] as const)
      expect(daysOf(control), control).toEqual(new Set([month]));
    for (const control of [
      'calendario_vendido',
      'liquidacion_operaciones',
      'liquidacion_neto',
      'impuestos_partes',
    ] as const)
      // prettier-ignore
      expect(daysOf(control), control).toEqual(new Set([request]));
  });

  const ONE = "SELECT l.id FROM liquidaciones l JOIN operaciones o ON o.liquidaciones_id = l.id WHERE l.fecha BETWEEN '2026-09-05' AND '2026-09-20' AND l.total_facturado > 0 GROUP BY l.id ORDER BY l.id LIMIT 1"; // prettier-ignore

  test('settlements that the service says have no operations are left out and counted, not a difference', async () => {
    await using looks = await synchronisedWorld();
    await alter(looks, `DELETE FROM liquidaciones_conciliadas WHERE id = (${ONE})`);
    await alter(looks, `UPDATE operaciones SET liquidaciones_id = NULL WHERE liquidaciones_id = (${ONE})`);
    const checks = checksOf(await show(looks), 'liquidacion_operaciones');
    expect(checks.filter(({ estado }) => estado === 'difiere')).toEqual([]);
    expect(checks.map(({ sinOperaciones }) => sinOperaciones ?? 0).reduce((a, b) => a + b, 0)).toBe(1);
    // Without the list of settlements that have operations, the missing operations are a difference again.
    await alter(looks, "DELETE FROM cobertura WHERE metodo = 'liquidaciones-conciliadas'");
    expect(differingOf(await show(looks), 'liquidacion_operaciones')).toHaveLength(1); // prettier-ignore
  });

  test('a difference over sums that lack rows set aside accuses nobody; one within a row stays', async () => {
    await using looks = await synchronisedWorld();
    await alter(
      looks,
      "UPDATE liquidaciones SET total_facturado = total_facturado + 100 WHERE n = (SELECT n FROM liquidaciones WHERE fecha BETWEEN '2026-09-05' AND '2026-09-20' AND total_facturado > 0 ORDER BY n LIMIT 1)",
    );
    const readStates = async () => {
      const doc = await show(looks);
      const rowsOf = (control: Control) => checksOf(doc, control).filter(({ periodo }) => periodo === '2026-09').filter(({ estado }) => estado !== 'coincide').map(({ estado, motivo }) => motivo ?? estado); // prettier-ignore
      return [rowsOf('liquidaciones_totales')[0], rowsOf('liquidacion_neto')[0]];
    };
    expect(await readStates()).toEqual(['difiere', 'difiere']);
    await looks.caches.use(looks.cuenta, (cache) => {
      const window = { desde: civilDay('2026-09-01'), hasta: civilDay('2026-09-30') };
      const when = looks.world.clock.now();
      return Promise.resolve(
        cache.setAside({ metodo: 'liquidaciones', crudo: '{}', problemas: [], cuando: when, ventana: window }),
      );
    });
    expect(await readStates()).toEqual(['apartadas', 'difiere']);
  });
});

describe('what may cause a difference', () => {
  const ONE = "SELECT id FROM liquidaciones WHERE fecha BETWEEN '2026-09-05' AND '2026-09-20' AND total_acreditado > 0 AND id IN (SELECT liquidaciones_id FROM movimientos) ORDER BY id LIMIT 1"; // prettier-ignore

  test('a settlement that is missing is named by the records that carry its number, with its amount', async () => {
    await using looks = await synchronisedWorld();
    const db = new Database(looks.world.ruta, { readonly: true });
    const { numero, total } = db.prepare(`SELECT numero, total_acreditado AS total FROM liquidaciones WHERE id = (${ONE})`).get() as { numero: string; total: number }; // prettier-ignore
    db.close();
    await alter(looks, `DELETE FROM liquidaciones WHERE id = (${ONE})`);
    const differing = differingOf(await show(looks), 'liquidaciones_totales');
    const credited = differing.find(({ campo }) => campo === 'total_acreditado');
    expect(credited).toMatchObject({ periodo: '2026-09', diferencia: formatPlain(BigInt(-total)) });
    const [missing] = credited?.filas.filter(({ nombradaPor }) => nombradaPor !== undefined) ?? [];
    expect(missing).toMatchObject({ nombre: numero, esperado: formatPlain(BigInt(total)), calculado: null });
    expect(missing?.nombradaPor?.map(({ vista }) => vista)).toEqual(
      expect.arrayContaining(['impuestos', 'liquidaciones-conciliadas', 'operaciones', 'movimientos']),
    );
    expect(missing?.abrir).toMatchObject({ vista: 'impuestos', filtros: [{ campo: 'id' }] });
    const { archivo } = await writeBook(looks);
    const texts = sheetOf(await readWorkbook(archivo), 'Controles')
      .filas.flat()
      .join('\n');
    expect(texts).toContain(`${numero} (falta acá; figura en un comprobante de impuestos, la lista de conciliadas, `);
  });

  test('a tax record that is missing is named by its settlement', async () => {
    const differing = differingOf(await showAltered(`DELETE FROM impuestos WHERE id = (${ONE})`), 'impuestos_totales');
    expect(differing.length).toBeGreaterThan(0);
    const [missing] = differing[0]?.filas.filter(({ nombradaPor }) => nombradaPor !== undefined) ?? [];
    expect(missing).toMatchObject({ diferencia: null, nombradaPor: [{ vista: 'liquidaciones', filas: 1 }] });
  });

  test('a row in doubt is named as such', async () => {
    await using looks = await synchronisedWorld();
    await alter(looks, `INSERT INTO ausencia (metodo, id, desde) SELECT 'liquidaciones', id, 0 FROM liquidaciones WHERE id = (${ONE})`); // prettier-ignore
    // The service's own total no longer includes the settlement.
    await alter(
      looks,
      `UPDATE liquidaciones_totales SET total_acreditado = total_acreditado - (SELECT total_acreditado FROM liquidaciones WHERE id = (${ONE})) WHERE desde = '2026-09-01' AND tarjeta = (SELECT tarjeta FROM liquidaciones WHERE id = (${ONE}))`,
    );
    const [differs] = differingOf(await show(looks), 'liquidaciones_totales');
    expect(differs?.filas).toEqual([expect.objectContaining({ enDuda: true, calculado: differs?.diferencia })]);
  });
});
