import { describe, expect, test } from 'vitest';
import type { CuponLeido, ResultadoLeido } from '#contract/conciliaciones.ts';
import type { OperacionResultado } from '#contract/documents.ts';
import { dondeEstan } from '../../src-renderer/features/conciliaciones/no-aceptados.ts';
import { ResultadoState } from '../../src-renderer/features/conciliaciones/resultado.svelte.ts';
import { Trabajos } from '../../src-renderer/marco/trabajos.svelte.ts';
import { CONCILIACION } from './conciliacion-importada.ts';
import { apiDe, falla } from './doble.ts';
import { aCausa, aCuponExplicado, answer } from './explained.ts';

const never = new AbortController().signal;
const operacion = (importe: string, conciliado: boolean): OperacionResultado => ({
  importe,
  conciliado,
  modo: null,
  nro_liquidacion: null,
  liquidaciones_id: null,
  fecha_liq: null,
  fila: null,
});

const LEIDO: ResultadoLeido = {
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
const CUPON: CuponLeido = {
  tipo: 'cupon',
  n: 1,
  operacion: operacion('5', false),
  disposicion: 'sin_conciliar',
  dias: 3,
  nuevo: false,
  archivo: null,
  mensaje: null,
};
/** Only what matched has a trail of its own. */
const MATCHED: CuponLeido = { ...CUPON, disposicion: 'conciliado' };
const PASO = {
  vista: 'operaciones' as const,
  estado: 'no_encontrado' as const,
  filas: [],
  total: 0,
  ambiguo: false,
  por: null,
  campos: [],
  porIdentificador: false,
};
const RASTRO = {
  cupon: null,
  operacion: PASO,
  liquidacion: PASO,
  movimientos: PASO,
  impuestos: PASO,
  rechazos: PASO,
};
const estadoDe = (respuestas: Parameters<typeof apiDe>[0]) => {
  const api = apiDe(respuestas);
  return { api, estado: new ResultadoState({ api, trabajos: new Trabajos() }, 'mía', '7') };
};

describe('a result', () => {
  test('its workbook is written also when the person has gone to another screen, until they stop it', async () => {
    const pantalla = new AbortController();
    const seguia: boolean[] = [];
    const { estado } = estadoDe({
      'conciliaciones.leer': () => LEIDO,
      'conciliaciones.informe': (_entrada, { signal }) => {
        pantalla.abort();
        seguia.push(signal?.aborted === false);
        return { exportado: 'conciliacion-7.xlsx' };
      },
    });
    await estado.exportar(pantalla.signal);
    expect([seguia, estado.exportando, estado.falla]).toEqual([[true], false, undefined]);
  });

  test('a workbook that fails once its screen was left is told on every screen, and on its own otherwise', async () => {
    const pantalla = new AbortController();
    const trabajos = new Trabajos();
    const api = apiDe({ 'conciliaciones.leer': () => LEIDO, 'conciliaciones.informe': () => falla('DISCO_LLENO') });
    const estado = new ResultadoState({ api, trabajos }, 'mía', '7');
    await estado.exportar(pantalla.signal);
    expect([estado.falla?.code, trabajos.fallidos]).toEqual(['DISCO_LLENO', []]);
    pantalla.abort();
    await estado.exportar(pantalla.signal);
    expect(trabajos.fallidos).toMatchObject([
      { ruta: { seccion: 'conciliaciones', id: '7' }, falla: { code: 'DISCO_LLENO' } },
    ]);
    const [fallido] = trabajos.fallidos;
    if (fallido !== undefined) trabajos.descartar(fallido);
    expect(trabajos.fallidos).toEqual([]);
  });

  test('a workbook asked for before the result was read is written also when the person leaves meanwhile', async () => {
    const pantalla = new AbortController();
    const { api, estado } = estadoDe({
      'conciliaciones.leer': (_entrada, { signal }) => {
        // The reading of the screen ends with it.
        if (!pantalla.signal.aborted) pantalla.abort();
        signal?.throwIfAborted();
        return LEIDO;
      },
      'conciliaciones.informe': () => ({ exportado: 'conciliacion-7.xlsx' }),
    });
    await estado.exportar(pantalla.signal);
    expect(api.pedidos.map(([metodo]) => metodo)).toEqual([
      'conciliaciones.leer',
      'conciliaciones.leer',
      'conciliaciones.informe',
    ]);
    expect(estado.exportando).toBe(false);
  });

  test('the name that the person gives is shown, and is in what they download', async () => {
    const api = apiDe({
      'conciliaciones.guardada': () => LEIDO,
      'conciliaciones.leer': () => LEIDO,
      'conciliaciones.nombrar': ({ nombre }) => ({ id: '7', nombre }),
      'conciliaciones.informe': ({ exportar }) => ({ exportado: exportar }),
    });
    const estado = new ResultadoState({ api, trabajos: new Trabajos() }, 'mía', '7');
    await estado.abrir(never);
    expect(await estado.rename(' Octubre ')).toBe(true);
    expect(estado.leido?.conciliacion.nombre).toBe('Octubre');
    await estado.exportar(never);
    expect(api.pedidos.at(-1)).toMatchObject([
      'conciliaciones.informe',
      { exportar: 'conciliacion-mía-7-Octubre.xlsx' },
    ]);
    await estado.rename('');
    expect(api.pedidos.at(-1)).toMatchObject(['conciliaciones.nombrar', { nombre: null }]);
    expect(estado.leido?.conciliacion).not.toHaveProperty('nombre');
  });

  test('one that could not be read once its screen was left is told too', async () => {
    const pantalla = new AbortController();
    const trabajos = new Trabajos();
    const api = apiDe({
      'conciliaciones.leer': () => {
        pantalla.abort();
        return falla('SIN_CONEXION');
      },
    });
    await new ResultadoState({ api, trabajos }, 'mía', '7').exportar(pantalla.signal);
    expect(trabajos.fallidos).toMatchObject([{ ruta: { id: '7' }, falla: { code: 'SIN_CONEXION' } }]);
  });

  test('shows what was kept before the service answers', async () => {
    const open = Promise.withResolvers<ResultadoLeido>();
    const { estado } = estadoDe({
      'conciliaciones.guardada': () => LEIDO,
      'conciliaciones.leer': () => open.promise,
    });
    const done = estado.abrir(never);
    await Promise.resolve();
    await Promise.resolve();
    expect(estado.leido?.leido).toBe('2026-11-21 10:32:05');
    open.resolve({ ...LEIDO, leido: '2026-11-21 11:00:00' });
    await done;
    expect(estado.leido?.leido).toBe('2026-11-21 11:00:00');
  });

  test('stays on screen when it cannot be read again', async () => {
    const { estado } = estadoDe({
      'conciliaciones.guardada': () => LEIDO,
      'conciliaciones.leer': () => falla('SIN_CONEXION'),
    });
    await estado.abrir(never);
    expect(estado.falla?.code).toBe('SIN_CONEXION');
    expect(estado.leido).toBe(LEIDO);
  });

  test('stopped in the top bar is no failure', async () => {
    const trabajos = new Trabajos();
    const api = apiDe({
      'conciliaciones.leer': () => {
        trabajos.activos[0]?.detener();
        return falla('CANCELADO');
      },
    });
    const estado = new ResultadoState({ api, trabajos }, 'mía', '7');
    await estado.leer(never);
    expect(estado.falla).toBeUndefined();
    expect(trabajos.activos).toEqual([]);
  });

  test('where everything matched opens on what matched', async () => {
    const grupos = { ...LEIDO.grupos, sin_conciliar: { cupones: 0, importe: '0.00' } };
    const { estado } = estadoDe({ 'conciliaciones.leer': () => ({ ...LEIDO, grupos }) });
    await estado.leer(never);
    expect(estado.grupo).toBe('conciliados');
  });

  test('asks for a page of what the filter says, in the order of the grid', async () => {
    const { api, estado } = estadoDe({
      'conciliaciones.cupones': () => ({ leido: '', total: 1, cupones: 1, importe: '5.00', desde: 0, filas: [CUPON] }),
    });
    estado.filtrar({ texto: 'visa', tarjeta: 'Visa' });
    estado.agruparPor('dia');
    estado.plegar('2026-11-03');
    const { fuente } = estado;
    await fuente.leer(100, 100, { campo: 'importe', desc: true });
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
    expect(estado.mostrado).toEqual({ cupones: 1, importe: '5.00' });
  });

  test('keeps what it adds up to when its tab is chosen again', async () => {
    const { estado } = estadoDe({
      'conciliaciones.cupones': () => ({ leido: '', total: 1, cupones: 1, importe: '5.00', desde: 0, filas: [CUPON] }),
    });
    const { fuente } = estado;
    await fuente.leer(0, 100, undefined);
    estado.ver('sin_conciliar');
    // Nothing is read again, so nothing else would say it.
    expect([estado.fuente === fuente, estado.mostrado]).toEqual([true, { cupones: 1, importe: '5.00' }]);
    estado.ver('conciliados');
    expect(estado.mostrado).toBeUndefined();
  });

  test('that is kept is shown whole without anybody being asked for the secret', async () => {
    const { api, estado } = estadoDe({
      'conciliaciones.guardada': () => LEIDO,
      'conciliaciones.leer': () => falla('CLAVE_AUSENTE'),
    });
    await estado.abrir(never);
    expect(api.pedidos.at(-1)).toEqual(['conciliaciones.leer', expect.objectContaining({ sinPreguntar: true })]);
    expect([estado.leido, estado.falla, estado.sinEntrar]).toEqual([LEIDO, undefined, true]);
    await estado.leer(never);
    expect(api.pedidos.at(-1)).toEqual(['conciliaciones.leer', { cuenta: 'mía', id: '7' }]);
    expect([estado.falla?.code, estado.sinEntrar]).toEqual(['CLAVE_AUSENTE', false]);
  });

  test('that its upload read today is shown as it is, and read again when it is asked for', async () => {
    const { api, estado } = estadoDe({
      'conciliaciones.guardada': () => ({ ...LEIDO, delEnvio: true }),
      'conciliaciones.leer': () => LEIDO,
    });
    await estado.abrir(never);
    expect(api.pedidos.map(([metodo]) => metodo)).toEqual(['conciliaciones.guardada']);
    await estado.leer(never);
    expect(api.pedidos.at(-1)?.[0]).toBe('conciliaciones.leer');
  });

  test('that was never read asks for what it takes', async () => {
    const { api, estado } = estadoDe({ 'conciliaciones.guardada': () => null, 'conciliaciones.leer': () => LEIDO });
    await estado.abrir(never);
    expect(api.pedidos.at(-1)).toEqual(['conciliaciones.leer', { cuenta: 'mía', id: '7' }]);
  });

  test('that the service has no more says so, now and when it is opened again', async () => {
    const { estado } = estadoDe({
      'conciliaciones.guardada': () => LEIDO,
      'conciliaciones.leer': () => falla('CONCILIACION_INEXISTENTE'),
    });
    await estado.abrir(never);
    expect(estado.ausente).toBe(true);
    const otra = estadoDe({
      'conciliaciones.guardada': () => ({ ...LEIDO, ausente: true }),
      'conciliaciones.leer': () => falla('SIN_CONEXION'),
    });
    await otra.estado.abrir(never);
    expect(otra.estado.ausente).toBe(true);
  });

  test('folding a group keeps the place, another filter does not', () => {
    const { estado } = estadoDe({});
    estado.agruparPor('tarjeta');
    const claveDe = () => estado.fuente.clave;
    const before = claveDe();
    estado.plegar('Visa');
    expect(claveDe()).toBe(before);
    estado.filtrar({ texto: '31' });
    expect(claveDe()).not.toBe(before);
  });

  test('changing what is seen closes the panel', async () => {
    const { estado } = estadoDe({ 'datos.rastro': () => RASTRO });
    await estado.elegir(MATCHED);
    expect(estado.rastro).toBe(RASTRO);
    estado.ver('conciliados');
    expect(estado.elegida).toBeUndefined();
  });

  test('the trail is looked for again once there is more data, and what was shown stays until then', async () => {
    const otro = { ...RASTRO, rechazos: { ...PASO, estado: 'encontrado' as const } };
    const open = Promise.withResolvers<typeof otro>();
    let veces = 0;
    const { estado } = estadoDe({ 'datos.rastro': () => (veces++ === 0 ? RASTRO : open.promise) });
    await estado.elegir(MATCHED);
    const again = estado.seguirRastro();
    expect(estado.rastro).toBe(RASTRO);
    open.resolve(otro);
    await again;
    expect(estado.rastro).toBe(otro);
  });

  test('the trail of a coupon that is no longer shown is dropped', async () => {
    const open = Promise.withResolvers<typeof RASTRO>();
    const { estado } = estadoDe({ 'datos.rastro': () => open.promise });
    const slow = estado.elegir(MATCHED);
    await estado.elegir(undefined);
    open.resolve(RASTRO);
    await slow;
    expect(estado.rastro).toBeUndefined();
  });

  test('an unmatched coupon is explained, and has no trail of its own', async () => {
    const { api, estado } = estadoDe({ 'explicaciones.explicar': () => falla('SIN_CONEXION') });
    await estado.elegir(CUPON);
    expect(api.pedidos.map(([metodo]) => metodo)).toEqual(['explicaciones.explicar']);
    expect(estado.explanations.failure?.code).toBe('SIN_CONEXION');
  });

  test('the coupons of a cause are shown alone, and are others once the data changed', async () => {
    let times = 0;
    const { estado } = estadoDe({
      'conciliaciones.guardada': () => LEIDO,
      'conciliaciones.leer': () => LEIDO,
      'explicaciones.explicar': ({ causa }) => ({
        ...answer(causa === undefined ? [] : [aCuponExplicado((times += 1))]),
        causas: [aCausa('30012345')],
      }),
    });
    await estado.abrir(never);
    await estado.explain(never);
    await estado.seeCause(estado.explanations.overview?.causas[0]);
    expect([estado.filtro.causa?.ns, estado.hayFiltro]).toEqual([[1], true]);
    await estado.explain(never);
    expect(estado.filtro.causa?.ns).toEqual([2]);
    await estado.seeCause(undefined);
    expect(estado.hayFiltro).toBe(false);
  });

  test('opened on an age shows its unmatched coupons, also when everything else would open on another tab', async () => {
    const todo = { ...LEIDO, grupos: { ...LEIDO.grupos, sin_conciliar: { cupones: 0, importe: '0.00' } } };
    const { estado } = estadoDe({ 'conciliaciones.guardada': () => todo, 'conciliaciones.leer': () => todo });
    await estado.mostrar({ grupo: 'sin_conciliar', ventaDesde: '2026-11-01', ventaHasta: '2026-11-08' });
    await estado.abrir(never);
    expect(estado.grupo).toBe('sin_conciliar');
    expect(estado.filtro.venta).toEqual({ desde: '2026-11-01', hasta: '2026-11-08' });
  });

  test('opened on a coupon finds the tab where it is, and chooses it', async () => {
    const { api, estado } = estadoDe({
      'conciliaciones.guardada': () => LEIDO,
      'conciliaciones.leer': () => LEIDO,
      'conciliaciones.cupones': ({ grupo }) => ({
        leido: LEIDO.leido,
        desde: 0,
        filas: grupo === 'no_informados' ? [CUPON] : [],
        total: 1,
        cupones: 1,
        importe: '5.00',
      }),
      'datos.rastro': () => RASTRO,
    });
    await estado.mostrar({ cupon: { fila: 12, archivo: 'caja.xlsx' } }); // nothing is read yet
    await estado.abrir(never);
    await expect.poll(() => estado.elegida).toBe(CUPON);
    expect(estado.grupo).toBe('no_informados');
    expect(api.pedidos.find(([metodo]) => metodo === 'conciliaciones.cupones')?.[1]).toMatchObject({
      fila: 12,
      archivo: 'caja.xlsx',
    });
    estado.quitarFiltros();
    expect(estado.hayFiltro).toBe(false);
  });

  test('what is new since the last reading is looked at alone', () => {
    const { estado } = estadoDe({});
    estado.filtrar({ texto: '31' });
    estado.verNovedades();
    expect([estado.grupo, estado.filtro.nuevos, estado.filtro.texto]).toEqual(['conciliados', true, '']);
  });
});

test('where the coupons stand that were not accepted is said file by file, and how many more there are', () => {
  const filas = [
    { archivo: '/tmp/caja.xlsx', fila: 1204 },
    { archivo: '/tmp/caja.xlsx', fila: 7 },
    { archivo: 'otra.csv', fila: 3 },
  ];
  expect(dondeEstan(filas, 5)).toBe('filas 1.204, 7 de caja.xlsx; fila 3 de otra.csv; 2 más');
  expect(dondeEstan(filas.slice(1, 2), 1)).toBe('fila 7 de caja.xlsx');
});
