import { describe, expect, test } from 'vitest';
import type { ReadCupon, ResultReading } from '#contract/conciliaciones.ts';
import type { ResultOperacion } from '#domain/result-rows.ts';
import { describePlaces } from '../../src-renderer/features/conciliaciones/cupon-words.ts';
import { NO_FILTER } from '../../src-renderer/features/conciliaciones/filter.ts';
import { ResultState } from '../../src-renderer/features/conciliaciones/result.svelte.ts';
import { Jobs } from '../../src-renderer/shared/jobs.svelte.ts';
import { CONCILIACION } from './imported-conciliacion.ts';
import { makeApi, failWith } from './double.ts';
import { aCause, aExplainedCupon, answer } from './explained.ts';

const never = new AbortController().signal;
const operacion = (importe: string, matched: boolean): ResultOperacion => ({
  importe,
  conciliado: matched,
  modo: null,
  nro_liquidacion: null,
  liquidaciones_id: null,
  fecha_liq: null,
  fila: null,
});

const READ: ResultReading = {
  conciliacion: CONCILIACION,
  leido: '2026-11-21 10:32:05',
  grupos: {
    conciliados: { cupones: 2, importe: '0.30' },
    sin_conciliar: { cupones: 1, importe: '5.00' },
    no_informados: { cupones: 0, importe: '0.00' },
    errores: { cupones: 0, importe: '0.00' },
  },
  novedades: null,
  tarjetas: [],
  comercios: [],
  dias: null,
  archivos: [],
};
const CUPON: ReadCupon = {
  tipo: 'cupon',
  n: 1,
  operacion: operacion('5', false),
  disposicion: 'sin_conciliar',
  dias: 3,
  nuevo: false,
  archivo: null,
  mensaje: null,
};
/** Only a matched coupon has a trail of its own. */
const MATCHED: ReadCupon = { ...CUPON, disposicion: 'conciliado' };
const STEP = {
  vista: 'operaciones' as const,
  estado: 'no_encontrado' as const,
  filas: [],
  total: 0,
  ambiguo: false,
  por: null,
  campos: [],
  porIdentificador: false,
};
const TRAIL = {
  cupon: null,
  operacion: STEP,
  liquidacion: STEP,
  movimientos: STEP,
  impuestos: STEP,
  rechazos: STEP,
};
const statusOf = (answers: Parameters<typeof makeApi>[0]) => {
  const api = makeApi(answers);
  return { api, estado: new ResultState({ api, jobs: new Jobs() }, 'mía', '7') };
};

describe('a result', () => {
  test('its workbook is written also when the person has gone to another screen, until they stop it', async () => {
    const screen = new AbortController();
    const goingOn: boolean[] = [];
    const { estado } = statusOf({
      'conciliaciones.leer': () => READ,
      'conciliaciones.informe': (_given, { signal }) => {
        screen.abort();
        goingOn.push(signal?.aborted === false);
        return { exportado: 'conciliacion-7.xlsx' };
      },
    });
    await estado.report.write(screen.signal);
    expect([goingOn, estado.report.isBusy, estado.failure]).toEqual([[true], false, undefined]);
  });

  test('a workbook that fails once its screen was left is told on every screen, and on its own otherwise', async () => {
    const screen = new AbortController();
    const jobs = new Jobs();
    const api = makeApi({ 'conciliaciones.leer': () => READ, 'conciliaciones.informe': () => failWith('DISCO_LLENO') });
    const state = new ResultState({ api, jobs }, 'mía', '7');
    await state.report.write(screen.signal);
    expect([state.failure?.code, jobs.failed]).toEqual(['DISCO_LLENO', []]);
    screen.abort();
    await state.report.write(screen.signal);
    expect(jobs.failed).toMatchObject([
      { ruta: { seccion: 'conciliaciones', id: '7' }, falla: { code: 'DISCO_LLENO' } },
    ]);
    const [failed] = jobs.failed;
    if (failed !== undefined) jobs.discard(failed);
    expect(jobs.failed).toEqual([]);
  });

  test('a workbook asked for before the result was read is written also when the person leaves meanwhile', async () => {
    const screen = new AbortController();
    const { api, estado } = statusOf({
      'conciliaciones.leer': (_given, { signal }) => {
        // The reading of the screen ends with the screen.
        if (!screen.signal.aborted) screen.abort();
        signal?.throwIfAborted();
        return READ;
      },
      'conciliaciones.informe': () => ({ exportado: 'conciliacion-7.xlsx' }),
    });
    await estado.report.write(screen.signal);
    expect(api.pedidos.map(([method]) => method)).toEqual([
      'conciliaciones.leer',
      'conciliaciones.leer',
      'conciliaciones.informe',
    ]);
    expect(estado.report.isBusy).toBe(false);
  });

  test('the name that the person gives is shown, and is in what they download', async () => {
    const api = makeApi({
      'conciliaciones.guardada': () => READ,
      'conciliaciones.leer': () => READ,
      'conciliaciones.nombrar': ({ nombre }) => ({ id: '7', nombre }),
      'conciliaciones.informe': ({ exportar }) => ({ exportado: exportar }),
    });
    const state = new ResultState({ api, jobs: new Jobs() }, 'mía', '7');
    await state.open(never);
    expect(await state.rename(' Octubre ')).toBe(true);
    expect(state.document?.conciliacion.nombre).toBe('Octubre');
    await state.report.write(never);
    expect(api.pedidos.at(-1)).toMatchObject(['conciliaciones.informe', { exportar: 'informe-mía-7-Octubre.xlsx' }]);
    await state.rename('');
    expect(api.pedidos.at(-1)).toMatchObject(['conciliaciones.nombrar', { nombre: null }]);
    expect(state.document?.conciliacion).not.toHaveProperty('nombre');
  });

  test('one that could not be read once its screen was left is told too', async () => {
    const screen = new AbortController();
    const jobs = new Jobs();
    const api = makeApi({
      'conciliaciones.leer': () => {
        screen.abort();
        return failWith('SIN_CONEXION');
      },
    });
    await new ResultState({ api, jobs }, 'mía', '7').report.write(screen.signal);
    expect(jobs.failed).toMatchObject([{ ruta: { id: '7' }, falla: { code: 'SIN_CONEXION' } }]);
  });

  test('shows what was kept before the service answers', async () => {
    const open = Promise.withResolvers<ResultReading>();
    const { estado } = statusOf({
      'conciliaciones.guardada': () => READ,
      'conciliaciones.leer': () => open.promise,
    });
    const done = estado.open(never);
    await Promise.resolve();
    await Promise.resolve();
    expect(estado.document?.leido).toBe('2026-11-21 10:32:05');
    open.resolve({ ...READ, leido: '2026-11-21 11:00:00' });
    await done;
    expect(estado.document?.leido).toBe('2026-11-21 11:00:00');
  });

  test('stays on screen when it cannot be read again', async () => {
    const { estado } = statusOf({
      'conciliaciones.guardada': () => READ,
      'conciliaciones.leer': () => failWith('SIN_CONEXION'),
    });
    await estado.open(never);
    expect(estado.failure?.code).toBe('SIN_CONEXION');
    expect(estado.document).toBe(READ);
  });

  test('stopped in the top bar is no failure', async () => {
    const jobs = new Jobs();
    const api = makeApi({
      'conciliaciones.leer': () => {
        jobs.active[0]?.stop();
        return failWith('CANCELADO');
      },
    });
    const state = new ResultState({ api, jobs }, 'mía', '7');
    await state.read(never);
    expect(state.failure).toBeUndefined();
    expect(jobs.active).toEqual([]);
  });

  test('where everything matched opens on what matched', async () => {
    const groups = { ...READ.grupos, sin_conciliar: { cupones: 0, importe: '0.00' } };
    const { estado } = statusOf({ 'conciliaciones.leer': () => ({ ...READ, grupos: groups }) });
    await estado.read(never);
    expect(estado.group).toBe('conciliados');
  });

  test('asks for a page of what the filter says, in the order of the grid', async () => {
    const { api, estado } = statusOf({
      'conciliaciones.cupones': () => ({ leido: '', total: 1, cupones: 1, importe: '5.00', desde: 0, filas: [CUPON] }),
    });
    estado.filter({ texto: 'visa', tarjeta: 'Visa' });
    estado.groupBy('dia');
    estado.toggle('2026-11-03');
    const { source } = estado;
    await source.read(100, 100, { campo: 'importe', desc: true });
    expect(api.pedidos.at(-1)?.[1]).toEqual({
      cuenta: 'mía',
      id: '7',
      grupo: 'sin_conciliar',
      texto: 'visa',
      tarjeta: 'Visa',
      agrupar: 'dia',
      cerrados: ['2026-11-03'],
      orden: { campo: 'importe', desc: true },
      desde: 100,
      limite: 100,
    });
    expect(estado.shownSums).toEqual({ cupones: 1, importe: '5.00' });
  });

  test('keeps what it adds up to when its tab is chosen again', async () => {
    const { estado } = statusOf({
      'conciliaciones.cupones': () => ({ leido: '', total: 1, cupones: 1, importe: '5.00', desde: 0, filas: [CUPON] }),
    });
    const { source } = estado;
    await source.read(0, 100, undefined);
    estado.show('sin_conciliar');
    // Nothing is read again, so the sums have to stay.
    expect([estado.source === source, estado.shownSums]).toEqual([true, { cupones: 1, importe: '5.00' }]);
    estado.show('conciliados');
    expect(estado.shownSums).toBeUndefined();
  });

  test('that is kept is shown whole without anybody being asked for the secret', async () => {
    const { api, estado } = statusOf({
      'conciliaciones.guardada': () => READ,
      'conciliaciones.leer': () => failWith('CLAVE_AUSENTE'),
    });
    await estado.open(never);
    expect(api.pedidos.at(-1)).toEqual(['conciliaciones.leer', expect.objectContaining({ sinPreguntar: true })]);
    expect([estado.document, estado.failure, estado.couldNotSignIn]).toEqual([READ, undefined, true]);
    await estado.read(never);
    expect(api.pedidos.at(-1)).toEqual(['conciliaciones.leer', { cuenta: 'mía', id: '7' }]);
    expect([estado.failure?.code, estado.couldNotSignIn]).toEqual(['CLAVE_AUSENTE', false]);
  });

  test('that its upload read today is shown as it is, and read again when it is asked for', async () => {
    const { api, estado } = statusOf({
      'conciliaciones.guardada': () => ({ ...READ, delEnvio: true }),
      'conciliaciones.leer': () => READ,
    });
    await estado.open(never);
    expect(api.pedidos.map(([method]) => method)).toEqual(['conciliaciones.guardada']);
    await estado.read(never);
    expect(api.pedidos.at(-1)?.[0]).toBe('conciliaciones.leer');
  });

  test('that was never read asks for what it takes', async () => {
    const { api, estado } = statusOf({ 'conciliaciones.guardada': () => null, 'conciliaciones.leer': () => READ });
    await estado.open(never);
    expect(api.pedidos.at(-1)).toEqual(['conciliaciones.leer', { cuenta: 'mía', id: '7' }]);
  });

  test('that the service has no more says so, now and when it is opened again', async () => {
    const { estado } = statusOf({
      'conciliaciones.guardada': () => READ,
      'conciliaciones.leer': () => failWith('CONCILIACION_INEXISTENTE'),
    });
    await estado.open(never);
    expect(estado.isAbsent).toBe(true);
    const other = statusOf({
      'conciliaciones.guardada': () => ({ ...READ, ausente: true }),
      'conciliaciones.leer': () => failWith('SIN_CONEXION'),
    });
    await other.estado.open(never);
    expect(other.estado.isAbsent).toBe(true);
  });

  test.for([
    ['this PC forgot too', 'CONCILIACION_INEXISTENTE', true],
    ['only failed to be explained is not forgotten', 'SERVICIO_FALLA', false],
  ] as const)('that the service has no more and %s', async ([, code, isForgotten]) => {
    const { estado } = statusOf({
      'conciliaciones.guardada': () => READ,
      'conciliaciones.leer': () => failWith('CONCILIACION_INEXISTENTE'),
      'explicaciones.explicar': () => failWith(code),
    });
    await estado.open(never);
    await estado.explain(never);
    expect([estado.explanations.prepareFailure?.code, estado.isForgotten]).toEqual([code, isForgotten]);
  });

  test('folding a group keeps the place, another filter does not', () => {
    const { estado } = statusOf({});
    estado.groupBy('tarjeta');
    const keyOf = () => estado.source.clave;
    const before = keyOf();
    estado.toggle('Visa');
    expect(keyOf()).toBe(before);
    estado.filter({ texto: '31' });
    expect(keyOf()).not.toBe(before);
  });

  test('changing what is seen closes the panel', async () => {
    const { estado } = statusOf({ 'datos.rastro': () => TRAIL });
    await estado.chosen.choose(MATCHED);
    expect(estado.chosen.trail).toBe(TRAIL);
    estado.show('conciliados');
    expect(estado.chosen.cupon).toBeUndefined();
  });

  test('the trail is looked for again once there is more data, and what was shown stays until then', async () => {
    const other = { ...TRAIL, rechazos: { ...STEP, estado: 'encontrado' as const } };
    const open = Promise.withResolvers<typeof other>();
    let times = 0;
    const { estado } = statusOf({ 'datos.rastro': () => (times++ === 0 ? TRAIL : open.promise) });
    await estado.chosen.choose(MATCHED);
    const again = estado.chosen.follow();
    expect(estado.chosen.trail).toBe(TRAIL);
    open.resolve(other);
    await again;
    expect(estado.chosen.trail).toBe(other);
  });

  test('the reading that an upload kept since is taken, where the coupon of the panel has another number', async () => {
    const row = { ...CUPON, operacion: { ...CUPON.operacion, fila: 11 }, archivo: 'caja.csv' };
    const kept = { ...READ, leido: '2026-11-21 10:34:00' };
    const { api, estado } = statusOf({
      'conciliaciones.guardada': () => kept,
      'conciliaciones.cupones': () => ({
        ...{ leido: kept.leido, total: 1, cupones: 1, importe: '5.00', desde: 0 },
        filas: [{ ...row, n: 74 }],
      }),
      'explicaciones.explicar': () => answer([aExplainedCupon(74)]),
    });
    estado.document = READ;
    await estado.chosen.choose(row);
    await estado.catchUp(never);
    await expect.poll(() => estado.chosen.cupon?.n).toBe(74);
    expect(estado.document).toBe(kept);
    expect(api.pedidos.find(([method]) => method === 'conciliaciones.cupones')?.[1]).toMatchObject({
      grupo: 'sin_conciliar',
      fila: 11,
      archivo: 'caja.csv',
    });
    // A coupon of another PC has no row: nobody can tell it in another reading.
    await estado.chosen.choose(CUPON);
    estado.document = READ;
    await estado.catchUp(never);
    expect(estado.chosen.cupon).toBeUndefined();
  });

  test('the trail of a coupon that is no longer shown is dropped', async () => {
    const open = Promise.withResolvers<typeof TRAIL>();
    const { estado } = statusOf({ 'datos.rastro': () => open.promise });
    const slow = estado.chosen.choose(MATCHED);
    await estado.chosen.choose(undefined);
    open.resolve(TRAIL);
    await slow;
    expect(estado.chosen.trail).toBeUndefined();
  });

  test('an unmatched coupon is explained, and has no trail of its own', async () => {
    const { api, estado } = statusOf({ 'explicaciones.explicar': () => failWith('SIN_CONEXION') });
    await estado.chosen.choose(CUPON);
    expect(api.pedidos.map(([method]) => method)).toEqual(['explicaciones.explicar']);
    expect(estado.explanations.failure?.code).toBe('SIN_CONEXION');
  });

  test('the coupons of a cause are shown alone, and are others once the data changed', async () => {
    let times = 0;
    const { estado } = statusOf({
      'conciliaciones.guardada': () => READ,
      'conciliaciones.leer': () => READ,
      'explicaciones.explicar': ({ causa: cause }) => ({
        ...answer(cause === undefined ? [] : [aExplainedCupon((times += 1))]),
        causas: [aCause('30012345')],
      }),
    });
    await estado.open(never);
    await estado.explain(never);
    await estado.seeCause(estado.explanations.overview?.causas[0]);
    expect([estado.cuponFilter.causa?.ns, estado.hasFilter]).toEqual([[1], true]);
    await estado.explain(never);
    expect(estado.cuponFilter.causa?.ns).toEqual([2]);
    await estado.seeCause(undefined);
    expect(estado.hasFilter).toBe(false);
  });

  test('a cause that took long does not come back over what was chosen meanwhile', async () => {
    const slow = Promise.withResolvers<undefined>();
    const { estado } = statusOf({
      'conciliaciones.guardada': () => READ,
      'conciliaciones.leer': () => READ,
      'explicaciones.explicar': async ({ causa: which }) => {
        if (which !== undefined) await slow.promise;
        return { ...answer([aExplainedCupon(1)]), causas: [aCause('1')] };
      },
    });
    await estado.open(never);
    await estado.explain(never);
    const seeing = estado.seeCause(estado.explanations.overview?.causas[0]);
    estado.filter({ texto: 'visa' });
    slow.resolve(undefined);
    await seeing;
    expect([estado.cuponFilter.texto, estado.cuponFilter.causa]).toEqual(['visa', undefined]);
  });

  test('opened on an age shows its unmatched coupons, also when everything else would open on another tab', async () => {
    const all = { ...READ, grupos: { ...READ.grupos, sin_conciliar: { cupones: 0, importe: '0.00' } } };
    const { estado } = statusOf({ 'conciliaciones.guardada': () => all, 'conciliaciones.leer': () => all });
    await estado.showAddressed({ grupo: 'sin_conciliar', ventaDesde: '2026-11-01', ventaHasta: '2026-11-08' });
    await estado.open(never);
    expect(estado.group).toBe('sin_conciliar');
    expect(estado.cuponFilter.venta).toEqual({ desde: '2026-11-01', hasta: '2026-11-08' });
  });

  test('opened on a coupon finds the tab where it is, and chooses it', async () => {
    const { api, estado } = statusOf({
      'conciliaciones.guardada': () => READ,
      'conciliaciones.leer': () => READ,
      'conciliaciones.cupones': ({ grupo }) => ({
        leido: READ.leido,
        desde: 0,
        filas: grupo === 'no_informados' ? [CUPON] : [],
        total: 1,
        cupones: 1,
        importe: '5.00',
      }),
      'datos.rastro': () => TRAIL,
    });
    await estado.showAddressed({ cupon: { fila: 12, archivo: 'caja.xlsx' } }); // nothing is read yet
    await estado.open(never);
    await expect.poll(() => estado.chosen.cupon).toBe(CUPON);
    expect(estado.group).toBe('no_informados');
    expect(api.pedidos.find(([method]) => method === 'conciliaciones.cupones')?.[1]).toMatchObject({
      fila: 12,
      archivo: 'caja.xlsx',
    });
    estado.filter(NO_FILTER);
    expect(estado.hasFilter).toBe(false);
  });

  test('what is new since the last reading is looked at alone', () => {
    const { estado } = statusOf({});
    estado.filter({ texto: '31' });
    estado.showNews();
    expect([estado.group, estado.cuponFilter.nuevos, estado.cuponFilter.texto]).toEqual(['conciliados', true, '']);
  });
});

test('where the coupons stand that were not accepted is said file by file, and how many more there are', () => {
  const rows = [
    { archivo: '/tmp/caja.xlsx', fila: 1204 },
    { archivo: '/tmp/caja.xlsx', fila: 7 },
    { archivo: 'otra.csv', fila: 3 },
  ];
  expect(describePlaces(rows, 5)).toBe('filas 1.204, 7 de caja.xlsx; fila 3 de otra.csv; 2 más');
  expect(describePlaces(rows.slice(1, 2), 1)).toBe('fila 7 de caja.xlsx');
});
