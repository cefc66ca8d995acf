import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import type { DataTrail } from '#contract/trail.ts';
import type { KeyedRow } from '#contract/data.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { readAll, someData } from './support.ts';

const METHODS: ServiceMethod[] = [
  'operaciones',
  'movimientos',
  'liquidaciones',
  'impuestos',
  'rechazos',
  'liquidaciones-conciliadas',
];

const opened = await someData({ operaciones: 6000 });
afterAll(() => opened[Symbol.asyncDispose]());
await opened.world.synchronise({ desde: '2026-08-01', hasta: '2026-11-21', metodos: METHODS });
await opened.world.sandbox.close();
const rows = new Map<ServiceMethod, readonly KeyedRow[]>();
for (const vista of METHODS) rows.set(vista, await readAll(opened, { vista }));

const findRow = (vista: ServiceMethod, matches: (row: KeyedRow) => boolean): KeyedRow => {
  const row = rows.get(vista)?.find(matches);
  if (row === undefined) throw new Error(`no row of ${vista} fits`);
  return row;
};
const readTrail = (de: MethodParsed<'datos.rastro'>['de']) => opened.data.rastro({ cuenta: undefined, de });
const trailFrom = (vista: ServiceMethod, row: KeyedRow): Promise<DataTrail> => readTrail({ vista, clave: row.clave });

const PAID = {
  desde: '2026-08-01',
  hasta: '2026-11-21',
  metodos: ['operaciones', 'movimientos', 'liquidaciones'],
} as const;
/** The trail of the first operation of another account, of which only these days and methods were downloaded. */
async function trailElsewhere(
  { metodos, ...days }: { desde: string; hasta: string; metodos: readonly ServiceMethod[] },
  { rasgos = [], filtros = [] }: { rasgos?: string[]; filtros?: MethodParsed<'datos.pagina'>['filtros'] } = {},
): Promise<DataTrail> {
  await using other = await someData({ operaciones: 1000, rasgos });
  await other.world.synchronise({ ...days, metodos: [...metodos] });
  const page = { cuenta: undefined, vista: 'operaciones', filtros, desdeFila: 0, filas: 1 } as const;
  const [first] = (await other.data.pagina(page)).filas;
  const de = { vista: 'operaciones', clave: first?.clave ?? '' } as const;
  return await other.data.rastro({ cuenta: undefined, de });
}

/** A settlement old enough to be paid and linked by the bank. */
const settled = (): KeyedRow => {
  const paid = new Set((rows.get('movimientos') ?? []).map((row) => row['liquidaciones_id']));
  const sold = new Set((rows.get('operaciones') ?? []).map((row) => row['liquidaciones_id']));
  return findRow(
    'liquidaciones',
    (row) => paid.has(row.clave) && sold.has(row.clave) && String(row['fecha']) > '2026-08-20',
  );
};

describe('the trail of an operation', () => {
  test('goes to its settlement, its payment and its taxes', async () => {
    const liquidacion = settled();
    const operacion = findRow('operaciones', (row) => row['liquidaciones_id'] === liquidacion.clave);
    const steps = await trailFrom('operaciones', operacion);
    expect(steps.operacion.filas).toEqual([operacion]);
    expect(steps.liquidacion).toMatchObject({
      estado: 'encontrado',
      filas: [liquidacion],
    });
    expect(steps.movimientos).toMatchObject({
      estado: 'encontrado',
    });
    expect(steps.movimientos.filas[0]?.['importe']).toBe(String(liquidacion['total_acreditado']).replace('-', ''));
    expect(steps.impuestos.filas.map((row) => row['numero'])).toEqual([liquidacion['numero']]);
    expect(steps.cupon).toBeNull();
  });

  test('says how many sales its settlement has, also those that are not here', async () => {
    const salesOf = (liquidacion: KeyedRow): readonly KeyedRow[] =>
      rows.get('operaciones')?.filter((row) => row['liquidaciones_id'] === liquidacion.clave) ?? [];
    const sumOf = (liquidacion: KeyedRow): number =>
      salesOf(liquidacion).reduce((total, { importe }) => total + Math.round(Number(importe) * 100), 0);
    const billedOf = (liquidacion: KeyedRow): number => Math.round(Number(liquidacion['total_facturado']) * 100);
    const whole = findRow('liquidaciones', (row) => salesOf(row).length > 1 && sumOf(row) === billedOf(row));
    const { liquidacion } = await trailFrom('operaciones', salesOf(whole)[0] ?? whole);
    expect(liquidacion.ventas).toBe(salesOf(whole).length);
    // Other sales of the settlement are before the first downloaded day: the service counts them.
    const cutShort = findRow('liquidaciones', (row) => salesOf(row).length > 0 && sumOf(row) < billedOf(row));
    const counted = findRow('liquidaciones-conciliadas', ({ clave }) => clave === cutShort.clave);
    expect(counted['operaciones']).toBeGreaterThan(salesOf(cutShort).length);
    expect((await trailFrom('operaciones', salesOf(cutShort)[0] ?? cutShort)).liquidacion.ventas).toBe(
      counted['operaciones'],
    );
  });

  test('that is not settled yet says that there is no settlement', async () => {
    const operacion = findRow('operaciones', (row) => row['liquidaciones_id'] === null);
    const { liquidacion, impuestos, movimientos } = await trailFrom('operaciones', operacion);
    expect([liquidacion.estado, impuestos.estado, movimientos.estado]).toEqual(Array(3).fill('pendiente'));
    expect(liquidacion.filas).toEqual([]);
  });

  test('that is not settled yet says so even where no settlement was ever downloaded', async () => {
    const unsettled = [{ campo: 'liquidaciones_id', op: 'vacio', valor: '' }] as const;
    const days = { desde: '2026-10-01', hasta: '2026-11-21', metodos: ['operaciones'] } as const;
    const { liquidacion } = await trailElsewhere(days, { filtros: [...unsettled] });
    expect(liquidacion.estado).toBe('pendiente');
  });

  test('whose settlement was not downloaded says that, not that there is none', async () => {
    const days = { desde: '2026-08-01', hasta: '2026-08-31', metodos: ['operaciones'] } as const;
    const { liquidacion, movimientos, rechazos } = await trailElsewhere(days);
    expect([liquidacion.estado, movimientos.estado, rechazos.estado]).toEqual(Array(3).fill('no_descargado'));
  });

  test('has once a movement that names both the operation and its settlement', async () => {
    await using other = await someData({ operaciones: 1000 });
    const { world, data } = other;
    await world.synchronise({ ...PAID, metodos: [...PAID.metodos] });
    const db = new Database(world.ruta);
    const [both] = db
      .prepare<[], { movimiento: string; operacion: string }>(
        `SELECT m.id AS movimiento, min(o.id) AS operacion FROM movimientos m
         JOIN operaciones o ON o.liquidaciones_id = m.liquidaciones_id GROUP BY m.id`,
      )
      .all();
    if (both === undefined) throw new Error('no settlement was paid');
    db.prepare('UPDATE movimientos SET transacciones_id = ? WHERE id = ?').run(both.operacion, both.movimiento);
    db.close();
    const de = { vista: 'operaciones', clave: both.operacion } as const;
    const { movimientos } = await data.rastro({ cuenta: undefined, de });
    expect(movimientos).toMatchObject({ total: 1, por: 'servicio_concilio', ambiguo: false });
    expect(movimientos.filas.map(({ clave }) => clave)).toEqual([both.movimiento]);
  });

  test('without the bank feed says that it is not contracted', async () => {
    const { movimientos } = await trailElsewhere(PAID, { rasgos: ['interbanking=no'] });
    expect(movimientos).toMatchObject({ estado: 'no_contratado', filas: [] });
  });
});

describe('the trail of the others', () => {
  test('a settlement has all of its operations', async () => {
    const liquidacion = settled();
    const theirs = rows.get('operaciones')?.filter((row) => row['liquidaciones_id'] === liquidacion.clave) ?? [];
    const { operacion } = await trailFrom('liquidaciones', liquidacion);
    expect(operacion.total).toBe(theirs.length);
    expect(new Set(operacion.filas.map(({ clave }) => clave))).toEqual(new Set(theirs.map(({ clave }) => clave)));
  });

  test('taxes go back to their settlement', async () => {
    const liquidacion = settled();
    const impuesto = findRow('impuestos', (row) => row['numero'] === liquidacion['numero']);
    expect((await trailFrom('impuestos', impuesto)).liquidacion.filas).toEqual([liquidacion]);
  });

  test('a movement goes back to what it pays', async () => {
    const liquidacion = settled();
    const movimiento = findRow('movimientos', (row) => row['liquidaciones_id'] === liquidacion.clave);
    const steps = await trailFrom('movimientos', movimiento);
    expect(steps.liquidacion.filas).toEqual([liquidacion]);
    expect(steps.operacion.estado).toBe('encontrado');
  });

  test('a payment that the service did not link is found by its reference, and it is said', async () => {
    const numbers = new Set((rows.get('liquidaciones') ?? []).map((row) => row['numero']));
    const loose = findRow('movimientos', (row) => row['liquidaciones_id'] === null && numbers.has(row['referencia']));
    const liquidacion = findRow('liquidaciones', (row) => row['numero'] === loose['referencia']);
    const { movimientos } = await trailFrom('liquidaciones', liquidacion);
    expect(movimientos).toMatchObject({
      estado: 'encontrado',
      ambiguo: false,
      filas: [loose],
    });
    expect(movimientos.por).toBe('referencia_e_importe');
  });

  test('a settlement whose payment only its trail finds is credited in the list, by its filter and on its page', async () => {
    const db = new Database(opened.world.ruta, { readonly: true });
    const raw = db.prepare<[], string>('SELECT id FROM liquidaciones WHERE acreditada = 0').pluck().all();
    db.close();
    const pending = await readAll(opened, {
      vista: 'liquidaciones',
      filtros: [{ campo: 'acreditada', valor: 'false' }],
    });
    const found = raw.filter((id) => !pending.some(({ clave }) => clave === id));
    expect([found.length > 0, pending.length < raw.length]).toEqual([true, true]);
    for (const clave of found.slice(0, 5)) {
      const { fila } = await opened.data.detalle({ cuenta: undefined, vista: 'liquidaciones', clave });
      const { movimientos } = await readTrail({ vista: 'liquidaciones', clave });
      expect([fila?.['acreditada'], movimientos.por]).toEqual([true, 'referencia_e_importe']);
    }
  });

  test('a chargeback goes to its operation by voucher and card, never as a certainty', async () => {
    const known = new Set((rows.get('operaciones') ?? []).map((row) => row['comprobante']));
    const rechazo = findRow('rechazos', (row) => row['motivo'] === 'CONTRACARGO' && known.has(row['comprobante']));
    const { operacion, rechazos } = await trailFrom('rechazos', rechazo);
    expect(operacion).toMatchObject({ estado: 'encontrado' });
    expect(operacion.filas[0]).toMatchObject({
      comprobante: rechazo['comprobante'],
      tarjeta_nro: rechazo['tarjeta_nro'],
    });
    expect(rechazos.filas).toEqual([rechazo]);
    const round = await trailFrom('operaciones', operacion.filas[0] ?? rechazo);
    expect(round.rechazos.filas).toContainEqual(rechazo);
  });

  test('a record that is not there has no trail', async () => {
    await expect(readTrail({ vista: 'comercios', clave: '1' })).resolves.toMatchObject({ operacion: { filas: [] } });
  });
});

describe('the trail of a coupon', () => {
  const cuponOf = (row: KeyedRow, changes: Record<string, string | null> = {}) => ({
    fecha_venta: String(row['fecha_venta']).slice(0, 10),
    importe: String(row['importe']),
    comprobante: String(row['comprobante']).replace(/^0+/, ''),
    tarjeta_nro: String(row['tarjeta_nro']),
    liquidaciones_id: row['liquidaciones_id'] as string | null,
    ...changes,
  });

  test('finds the operation of the same day, amount, voucher and card', async () => {
    const operacion = findRow(
      'operaciones',
      (row) => row['liquidaciones_id'] === settled().clave && row['billetera'] === '',
    );
    const steps = await readTrail({ conciliacion: '1', cupon: cuponOf(operacion) });
    expect(steps.cupon).toMatchObject({ estado: 'encontrado', vista: 'cupones' });
    expect(steps.operacion.filas).toContainEqual(operacion);
    expect(steps.liquidacion.filas).toEqual([settled()]);
  });

  test('with another amount is the one of the settlement that the service named', async () => {
    const operacion = findRow(
      'operaciones',
      (row) => row['liquidaciones_id'] === settled().clave && row['billetera'] === '',
    );
    const steps = await readTrail({ conciliacion: '1', cupon: cuponOf(operacion, { importe: '0.13' }) });
    expect(steps.operacion).toMatchObject({ por: 'importe_otro', ambiguo: false, filas: [operacion] });
  });

  test('of a wallet with the opposite sign is found by its reference', async () => {
    const operacion = findRow(
      'operaciones',
      (row) => row['liquidaciones_id'] !== null && row['billetera'] !== '' && row['referencia'] !== '',
    );
    const { comprobante: _, ...cupon } = cuponOf(operacion, {
      importe: String(-Number(operacion['importe'])),
      wallet_referencia: String(operacion['referencia']),
    });
    const steps = await readTrail({ conciliacion: '1', cupon });
    expect(steps.operacion).toMatchObject({ por: 'importe_otro', filas: [operacion] });
  });

  test('of another day is given as a doubt', async () => {
    const operacion = findRow(
      'operaciones',
      (row) => row['billetera'] === '' && String(row['fecha_venta']) < '2026-08-20',
    );
    const cupon = cuponOf(operacion, { fecha_venta: '2026-10-30', liquidaciones_id: null });
    const steps = await readTrail({ conciliacion: '1', cupon });
    expect(steps.operacion).toMatchObject({ estado: 'encontrado', ambiguo: true });
    expect(steps.operacion.filas).toContainEqual(operacion);
    expect(steps.operacion.por).toBe('comprobante_fecha_otra');
  });

  test('that matches nothing says so, and whether the day was downloaded', async () => {
    const cupon = { fecha_venta: '2026-09-10', importe: '0.13', comprobante: '1', tarjeta_nro: '0000' };
    expect((await readTrail({ conciliacion: '1', cupon })).operacion.estado).toBe('no_encontrado');
    expect(
      (await readTrail({ conciliacion: '1', cupon: { ...cupon, fecha_venta: '2025-01-10' } })).operacion.estado,
    ).toBe('no_descargado');
  });

  test('that is not on this PC is refused', async () => {
    await expect(readTrail({ conciliacion: '77', fila: 4 })).rejects.toMatchObject({ code: 'USO' });
  });
});
