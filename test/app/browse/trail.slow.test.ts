import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataTrail, KeyedRow } from '#contract/data.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { ServiceMethod } from '#domain/vista.ts';
import { nunca, someData, type TestData } from './support.ts';

const METHODS: ServiceMethod[] = [
  'operaciones',
  'movimientos',
  'liquidaciones',
  'impuestos',
  'rechazos',
  'liquidaciones-conciliadas',
];

let prueba: TestData;
const filas = new Map<ServiceMethod, readonly KeyedRow[]>();
beforeAll(async () => {
  prueba = await someData({ operaciones: 6000 });
  await prueba.world.synchronise({ desde: '2026-08-01', hasta: '2026-11-21', metodos: METHODS });
  await prueba.world.sandbox.close();
  for (const vista of METHODS) filas.set(vista, await readAll(vista));
});
afterAll(async () => {
  await prueba[Symbol.asyncDispose]();
});

async function readAll(vista: ServiceMethod): Promise<readonly KeyedRow[]> {
  const alreadyRead: KeyedRow[] = [];
  for (;;) {
    const { filas: mas, hayMas } = await prueba.data.readPage(
      { cuenta: undefined, vista, desdeFila: alreadyRead.length, filas: 1000 },
      nunca,
    );
    alreadyRead.push(...mas);
    if (!hayMas) return alreadyRead;
  }
}
const findRow = (vista: ServiceMethod, matches: (fila: KeyedRow) => boolean): KeyedRow => {
  const fila = filas.get(vista)?.find(matches);
  if (fila === undefined) throw new Error(`no row of ${vista} fits`);
  return fila;
};
const readTrail = (de: MethodParsed<'datos.rastro'>['de']): Promise<DataTrail> =>
  prueba.data.readTrail({ cuenta: undefined, de }, nunca);
const trailFrom = (vista: ServiceMethod, fila: KeyedRow): Promise<DataTrail> => readTrail({ vista, clave: fila.clave });

/** A settlement of some time ago, paid and linked by the bank. */
const settled = (): KeyedRow => {
  const paid = new Set((filas.get('movimientos') ?? []).map((fila) => fila['liquidaciones_id']));
  const sold = new Set((filas.get('operaciones') ?? []).map((fila) => fila['liquidaciones_id']));
  return findRow(
    'liquidaciones',
    (fila) => paid.has(fila.clave) && sold.has(fila.clave) && String(fila['fecha']) > '2026-08-20',
  );
};

describe('the trail of an operation', () => {
  test('goes to its settlement, its payment and its taxes', async () => {
    const liquidacion = settled();
    const operacion = findRow('operaciones', (fila) => fila['liquidaciones_id'] === liquidacion.clave);
    const pasos = await trailFrom('operaciones', operacion);
    expect(pasos.operacion.filas).toEqual([operacion]);
    expect(pasos.liquidacion).toMatchObject({
      estado: 'encontrado',
      porIdentificador: true,
      campos: ['liquidaciones_id'],
      filas: [liquidacion],
    });
    expect(pasos.movimientos).toMatchObject({
      estado: 'encontrado',
      porIdentificador: true,
      campos: ['liquidaciones_id'],
    });
    expect(pasos.movimientos.filas[0]?.['importe']).toBe(String(liquidacion['total_acreditado']).replace('-', ''));
    expect(pasos.impuestos.filas.map((fila) => fila['numero'])).toEqual([liquidacion['numero']]);
    expect(pasos.cupon).toBeNull();
  });

  test('says how many sales its settlement has, also those that are not here', async () => {
    const salesOf = (liquidacion: KeyedRow): readonly KeyedRow[] =>
      filas.get('operaciones')?.filter((fila) => fila['liquidaciones_id'] === liquidacion.clave) ?? [];
    const sumOf = (liquidacion: KeyedRow): number =>
      salesOf(liquidacion).reduce((total, { importe }) => total + Math.round(Number(importe) * 100), 0);
    const billedOf = (liquidacion: KeyedRow): number => Math.round(Number(liquidacion['total_facturado']) * 100);
    const whole = findRow('liquidaciones', (fila) => salesOf(fila).length > 1 && sumOf(fila) === billedOf(fila));
    const { liquidacion } = await trailFrom('operaciones', salesOf(whole)[0] ?? whole);
    expect(liquidacion.ventas).toBe(salesOf(whole).length);
    // Its other sales are of before the first day that was downloaded: the service counts them.
    const cutShort = findRow('liquidaciones', (fila) => salesOf(fila).length > 0 && sumOf(fila) < billedOf(fila));
    const counted = findRow('liquidaciones-conciliadas', ({ clave }) => clave === cutShort.clave);
    expect(counted['operaciones']).toBeGreaterThan(salesOf(cutShort).length);
    expect((await trailFrom('operaciones', salesOf(cutShort)[0] ?? cutShort)).liquidacion.ventas).toBe(
      counted['operaciones'],
    );
  });

  test('that is not settled yet says that there is no settlement', async () => {
    const operacion = findRow('operaciones', (fila) => fila['liquidaciones_id'] === null);
    const { liquidacion, impuestos, movimientos } = await trailFrom('operaciones', operacion);
    expect([liquidacion.estado, impuestos.estado, movimientos.estado]).toEqual(Array(3).fill('pendiente'));
    expect(liquidacion.filas).toEqual([]);
  });

  test('that is not settled yet says so even where no settlement was ever downloaded', async () => {
    await using other = await someData({ operaciones: 1000 });
    await other.world.synchronise({ desde: '2026-10-01', hasta: '2026-11-21', metodos: ['operaciones'] });
    const { filas: operaciones } = await other.data.readPage(
      {
        cuenta: undefined,
        vista: 'operaciones',
        filtros: [{ campo: 'liquidaciones_id', op: 'vacio', valor: '' }],
        desdeFila: 0,
        filas: 1,
      },
      nunca,
    );
    const clave = operaciones[0]?.clave ?? '';
    const { liquidacion } = await other.data.readTrail(
      { cuenta: undefined, de: { vista: 'operaciones', clave } },
      nunca,
    );
    expect(liquidacion.estado).toBe('pendiente');
  });

  test('whose settlement was not downloaded says that, not that there is none', async () => {
    await using other = await someData({ operaciones: 1000 });
    await other.world.synchronise({ desde: '2026-08-01', hasta: '2026-08-31', metodos: ['operaciones'] });
    const { filas: operaciones } = await other.data.readPage(
      { cuenta: undefined, vista: 'operaciones', desdeFila: 0, filas: 1 },
      nunca,
    );
    const clave = operaciones[0]?.clave ?? '';
    const pasos = await other.data.readTrail({ cuenta: undefined, de: { vista: 'operaciones', clave } }, nunca);
    const { liquidacion, movimientos, rechazos } = pasos;
    expect([liquidacion.estado, movimientos.estado, rechazos.estado]).toEqual(Array(3).fill('no_descargado'));
  });

  test('without the bank feed says that it is not contracted', async () => {
    await using other = await someData({ operaciones: 1000, rasgos: { interbanking: 'no' } });
    await other.world.synchronise({
      desde: '2026-08-01',
      hasta: '2026-11-21',
      metodos: ['operaciones', 'movimientos', 'liquidaciones'],
    });
    const { filas: operaciones } = await other.data.readPage(
      { cuenta: undefined, vista: 'operaciones', desdeFila: 0, filas: 1 },
      nunca,
    );
    const clave = operaciones[0]?.clave ?? '';
    const { movimientos } = await other.data.readTrail(
      { cuenta: undefined, de: { vista: 'operaciones', clave } },
      nunca,
    );
    expect(movimientos).toMatchObject({ estado: 'no_contratado', filas: [] });
  });
});

describe('the trail of the others', () => {
  test('a settlement has all of its operations', async () => {
    const liquidacion = settled();
    const theirs = filas.get('operaciones')?.filter((fila) => fila['liquidaciones_id'] === liquidacion.clave) ?? [];
    const { operacion } = await trailFrom('liquidaciones', liquidacion);
    expect(operacion.total).toBe(theirs.length);
    expect(new Set(operacion.filas.map(({ clave }) => clave))).toEqual(new Set(theirs.map(({ clave }) => clave)));
  });

  test('taxes go back to their settlement', async () => {
    const liquidacion = settled();
    const impuesto = findRow('impuestos', (fila) => fila['numero'] === liquidacion['numero']);
    expect((await trailFrom('impuestos', impuesto)).liquidacion.filas).toEqual([liquidacion]);
  });

  test('a movement goes back to what it pays', async () => {
    const liquidacion = settled();
    const movimiento = findRow('movimientos', (fila) => fila['liquidaciones_id'] === liquidacion.clave);
    const pasos = await trailFrom('movimientos', movimiento);
    expect(pasos.liquidacion.filas).toEqual([liquidacion]);
    expect(pasos.operacion.estado).toBe('encontrado');
  });

  test('a payment that the service did not link is found by its reference, and it is said', async () => {
    const numeros = new Set((filas.get('liquidaciones') ?? []).map((fila) => fila['numero']));
    const loose = findRow(
      'movimientos',
      (fila) => fila['liquidaciones_id'] === null && numeros.has(fila['referencia']),
    );
    const liquidacion = findRow('liquidaciones', (fila) => fila['numero'] === loose['referencia']);
    const { movimientos } = await trailFrom('liquidaciones', liquidacion);
    expect(movimientos).toMatchObject({
      estado: 'encontrado',
      porIdentificador: false,
      ambiguo: false,
      filas: [loose],
    });
    expect(movimientos.por).toBe('referencia_e_importe');
  });

  test('a chargeback goes to its operation by voucher and card, never as a certainty', async () => {
    const known = new Set((filas.get('operaciones') ?? []).map((fila) => fila['comprobante']));
    const rechazo = findRow('rechazos', (fila) => fila['motivo'] === 'CONTRACARGO' && known.has(fila['comprobante']));
    const { operacion, rechazos } = await trailFrom('rechazos', rechazo);
    expect(operacion).toMatchObject({ estado: 'encontrado', porIdentificador: false });
    expect(operacion.filas[0]).toMatchObject({
      comprobante: rechazo['comprobante'],
      tarjeta_nro: rechazo['tarjeta_nro'],
    });
    expect(rechazos.filas).toEqual([rechazo]);
    const vuelta = await trailFrom('operaciones', operacion.filas[0] ?? rechazo);
    expect(vuelta.rechazos.filas).toContainEqual(rechazo);
  });

  test('a record that is not there has no trail', async () => {
    await expect(readTrail({ vista: 'comercios', clave: '1' })).resolves.toMatchObject({ operacion: { filas: [] } });
  });
});

describe('the trail of a coupon', () => {
  const cuponDe = (fila: KeyedRow, changes: Record<string, string | null> = {}) => ({
    fecha_venta: String(fila['fecha_venta']).slice(0, 10),
    importe: String(fila['importe']),
    comprobante: String(fila['comprobante']).replace(/^0+/, ''),
    tarjeta_nro: String(fila['tarjeta_nro']),
    liquidaciones_id: fila['liquidaciones_id'] as string | null,
    ...changes,
  });

  test('finds the operation of the same day, amount, voucher and card', async () => {
    const operacion = findRow(
      'operaciones',
      (fila) => fila['liquidaciones_id'] === settled().clave && fila['billetera'] === '',
    );
    const pasos = await readTrail({ conciliacion: '1', cupon: cuponDe(operacion) });
    expect(pasos.cupon).toMatchObject({ estado: 'encontrado', vista: 'cupones' });
    expect(pasos.operacion.filas).toContainEqual(operacion);
    expect(pasos.operacion.porIdentificador).toBe(false);
    expect(pasos.liquidacion.filas).toEqual([settled()]);
  });

  test('of another day is given as a doubt', async () => {
    const operacion = findRow(
      'operaciones',
      (fila) => fila['billetera'] === '' && String(fila['fecha_venta']) < '2026-08-20',
    );
    const cupon = cuponDe(operacion, { fecha_venta: '2026-10-30', liquidaciones_id: null });
    const pasos = await readTrail({ conciliacion: '1', cupon });
    expect(pasos.operacion).toMatchObject({ estado: 'encontrado', ambiguo: true });
    expect(pasos.operacion.filas).toContainEqual(operacion);
    expect(pasos.operacion.por).toBe('comprobante_fecha_otra');
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
