import { describe, expect, test } from 'vitest';
import { CAMPOS_DE_VISTA } from '#contract/datos-campos.ts';
import type { DatosPagina, DatosTotales, FilaConClave } from '#contract/datos.ts';
import type { CoberturaDocumento } from '#contract/documents.ts';
import { columnasDe, estadoDeAcreditada } from '../../src-renderer/features/datos/columnas.ts';
import { DatosState, pedidoDe, periodoDe } from '../../src-renderer/features/datos/datos.svelte.ts';
import { vistaDe, vistasDe } from '../../src-renderer/features/datos/descripciones.ts';
import { importeEscrito } from '../../src-renderer/features/datos/importe-escrito.ts';
import { cambiarFicha, fichasDe, periodoEnPalabras } from '../../src-renderer/features/datos/oracion.ts';
import { guardarColumnas, leerColumnas } from '../../src-renderer/ui/grilla/preferencias.ts';
import { claseDeVacio, diasPorTraer } from '../../src-renderer/features/datos/vacio.ts';
import { SECCIONES_DE_DATOS } from '../../src-renderer/marco/filtro-ruta.ts';
import { Trabajo } from '../../src-renderer/marco/trabajos.svelte.ts';
import { apiDe, falla } from './doble.ts';

const COBERTURA: CoberturaDocumento = {
  estado: 'al_dia',
  contratado: true,
  desde: '2026-09-01',
  hasta: '2026-11-21',
  sincronizado: '2026-11-21 10:32:00',
  enDuda: 0,
};
const fila = (clave: string): FilaConClave => ({ clave, id: clave });
const pagina = (filas: readonly FilaConClave[], resto: Partial<DatosPagina> = {}): DatosPagina => ({
  vista: 'operaciones',
  filas,
  desdeFila: 0,
  cobertura: COBERTURA,
  hayMas: false,
  total: null,
  version: '1',
  ...resto,
});
const totales = (total: number, sumas: Record<string, string> = {}): DatosTotales => ({
  vista: 'operaciones',
  total,
  retiradas: 0,
  totales: sumas,
  version: '1',
});
const yaPintado = (): Promise<void> => Promise.resolve();
const PERIODO = { desde: '2026-11-01', hasta: '2026-11-21' };
const OPERACIONES = vistaDe('operaciones', undefined);
const PEDIDO = pedidoDe('mía', OPERACIONES, {}, PERIODO);

describe('what is asked of the core', () => {
  test('is the period of the top bar until the address says another', () => {
    expect(periodoDe(OPERACIONES, {}, PERIODO)).toEqual(PERIODO);
    expect(periodoDe(OPERACIONES, { desde: '2026-10-01' }, PERIODO)).toEqual({ desde: '2026-10-01' });
    expect(periodoDe(OPERACIONES, { siempre: true }, PERIODO)).toEqual({});
  });

  test('has no dates where the view has none, and whole months where the service totals months', () => {
    expect(periodoDe(vistaDe('comercios', undefined), {}, PERIODO)).toEqual({});
    const totalesDelMes = vistaDe('liquidaciones', 'liquidaciones-totales');
    expect(periodoDe(totalesDelMes, { desde: '2026-10-23', hasta: '2026-11-21' }, PERIODO).desde).toBe('2026-10-01');
  });
});

describe('the rows of a view', () => {
  test('the first page is read once, for the screen and for its grid', async () => {
    const api = apiDe({ 'datos.pagina': () => pagina([fila('1')]), 'datos.totales': () => totales(1) });
    const estado = new DatosState(api, yaPintado);
    await estado.mostrar(PEDIDO, OPERACIONES.orden);
    const { fuente } = estado;
    if (fuente === undefined) throw new Error('no rows were asked for');
    expect((await fuente.leer(0, 100, OPERACIONES.orden)).filas).toEqual([fila('1')]);
    expect(api.pedidos.filter(([metodo]) => metodo === 'datos.pagina')).toHaveLength(1);
    await fuente.leer(100, 100, OPERACIONES.orden);
    await fuente.leer(0, 100, { campo: 'importe', desc: true });
    expect(api.pedidos.filter(([metodo]) => metodo === 'datos.pagina').slice(1)).toEqual([
      ['datos.pagina', { ...PEDIDO, desdeFila: 100, filas: 100, orden: OPERACIONES.orden }],
      ['datos.pagina', { ...PEDIDO, desdeFila: 0, filas: 100, orden: { campo: 'importe', desc: true } }],
    ]);
  });

  test('stay until the first of the new ones are here, and an older answer never wins', async () => {
    const soltar: ((valor: DatosPagina) => void)[] = [];
    const api = apiDe({
      'datos.pagina': () => new Promise((resolve) => soltar.push(resolve)),
      'datos.totales': () => totales(1),
    });
    const estado = new DatosState(api, yaPintado);
    const primera = estado.mostrar({ ...PEDIDO, texto: '0' }, OPERACIONES.orden);
    const segunda = estado.mostrar({ ...PEDIDO, texto: '00' }, OPERACIONES.orden);
    soltar[1]?.(pagina([fila('nueva')], { version: 'nueva' }));
    await segunda;
    const { fuente } = estado;
    soltar[0]?.(pagina([fila('vieja')], { version: 'vieja' }));
    await primera;
    expect(estado.fuente).toBe(fuente);
  });

  test('are painted before their totals are asked for, which are not once another question was asked', async () => {
    const api = apiDe({ 'datos.pagina': () => pagina([fila('1')]), 'datos.totales': () => totales(1) });
    const pintar: (() => void)[] = [];
    const estado = new DatosState(api, () => new Promise((seguir) => pintar.push(seguir)));
    const sumas = (): unknown[] => api.pedidos.flatMap(([metodo, pedido]) => (metodo === 'datos.totales' ? [pedido] : [])); // prettier-ignore
    const primera = estado.mostrar({ ...PEDIDO, texto: '0' }, OPERACIONES.orden);
    await expect.poll(() => pintar.length).toBe(1);
    expect(estado.fuente).toBeDefined();
    expect(sumas()).toEqual([]);
    const segunda = estado.mostrar({ ...PEDIDO, texto: '00' }, OPERACIONES.orden);
    await expect.poll(() => pintar.length).toBe(2);
    for (const seguir of pintar) seguir();
    await Promise.all([primera, segunda]);
    expect(sumas()).toEqual([{ ...PEDIDO, texto: '00' }]);
  });

  test('a view that cannot be read keeps what was shown and says why', async () => {
    let hay = true;
    const estado = new DatosState(
      apiDe({
        'datos.pagina': () => (hay ? pagina([fila('1')]) : falla('INTERNO')),
        'datos.totales': () => totales(1),
      }),
      yaPintado,
    );
    await estado.mostrar(PEDIDO, OPERACIONES.orden);
    hay = false;
    await estado.mostrar({ ...PEDIDO, texto: 'x' }, OPERACIONES.orden);
    expect(estado.falla?.code).toBe('INTERNO');
    expect(estado.fuente).toBeDefined();
  });

  test('the ones that the service withdrew are counted while they are not shown', async () => {
    const api = apiDe({
      'datos.pagina': () => pagina([fila('1')]),
      'datos.totales': ({ retiradas }) => (retiradas === true ? totales(5) : { ...totales(3), retiradas: 2 }),
    });
    const estado = new DatosState(api, yaPintado);
    await estado.mostrar(PEDIDO, OPERACIONES.orden);
    expect([estado.total, estado.retiradas]).toEqual([3, 2]);
    await estado.mostrar({ ...PEDIDO, retiradas: true }, OPERACIONES.orden);
    expect([estado.total, estado.retiradas]).toEqual([5, 0]);
  });

  test('movements add up to what came in less what left, as the core says it and asked once', async () => {
    const movimientos = pedidoDe('mía', vistaDe('movimientos', undefined), {}, PERIODO);
    const pedidos: unknown[] = [];
    const estado = new DatosState(
      apiDe({
        'datos.pagina': () => pagina([fila('1')]),
        'datos.totales': (pedido) => {
          pedidos.push(pedido);
          return totales(2, { importe_neto: '69.75', creditos: '100.00', debitos: '-30.25' });
        },
      }),
      yaPintado,
    );
    await estado.mostrar(movimientos, { campo: 'fecha', desc: true });
    expect(estado.sumas).toEqual({ importe_neto: '69.75', creditos: '100.00', debitos: '-30.25' });
    expect(pedidos).toHaveLength(1);
  });

  test('an export is exactly what is filtered, in its order and with its columns', async () => {
    const api = apiDe({
      'datos.pagina': () => pagina([fila('1')]),
      'datos.totales': () => totales(1),
      'datos.exportar': ({ salida }) => ({ vista: 'operaciones', archivo: salida, filas: 1, cobertura: COBERTURA }),
    });
    const estado = new DatosState(api, yaPintado);
    const pedido = pedidoDe('mía', OPERACIONES, { filtros: [{ campo: 'tarjeta', valor: 'Visa' }] }, PERIODO);
    await estado.mostrar(pedido, OPERACIONES.orden);
    const orden = { campo: 'importe', desc: true };
    const trabajo = new Trabajo(1, { seccion: 'operaciones', filtro: {} });
    await estado.exportar('csv', { orden, columnas: ['importe'], nombre: 'operaciones' }, trabajo);
    expect(api.pedidos.at(-1)).toEqual([
      'datos.exportar',
      { ...pedido, orden, columnas: ['importe'], salida: 'operaciones.csv' },
    ]);
    expect(estado.exportando).toBe(false);
  });
});

describe('the empty states', () => {
  const nunca: CoberturaDocumento = { ...COBERTURA, estado: 'nunca', sincronizado: null, desde: null, hasta: null };
  test('never fetched, refused, not contracted, none and none with these filters are five', () => {
    const filtro = { filtros: [{ campo: 'tarjeta', valor: 'Visa' }] };
    expect(claseDeVacio(nunca, filtro)).toBe('nunca');
    expect(claseDeVacio({ ...nunca, contratado: false }, {})).toBe('no-contratado');
    const falla = { clase: 'no_existe', respuesta: 404, cuando: '2026-10-15 10:00:00' } as const;
    expect(claseDeVacio({ ...nunca, falla }, {})).toBe('rechazado');
    expect(claseDeVacio({ ...COBERTURA, falla }, {})).toBe('nada');
    expect(claseDeVacio(COBERTURA, {})).toBe('nada');
    expect(claseDeVacio(COBERTURA, filtro)).toBe('sin-filtro');
    expect(claseDeVacio({ ...COBERTURA, estado: 'parcial' }, {})).toBe('parcial');
  });

  test('the button of an empty screen brings its period, up to today', () => {
    const hoy = '2026-11-21';
    const enero = { desde: '2024-01-01', hasta: '2024-01-31' };
    expect(diasPorTraer(enero, { hoy, hayDatos: true })).toEqual(enero);
    expect(diasPorTraer(enero, { hoy, hayDatos: false })).toEqual(enero);
    expect(diasPorTraer({ desde: '2026-11-01', hasta: '2026-12-31' }, { hoy, hayDatos: true })).toEqual({
      desde: '2026-11-01',
      hasta: hoy,
    });
  });

  test('the first time it brings the last 90 days, as long as the period is one of them', () => {
    const noviembre = { desde: '2026-11-01', hasta: '2026-11-21' };
    expect(diasPorTraer(noviembre, { hoy: '2026-11-21', hayDatos: false })).toEqual({});
    expect(diasPorTraer({}, { hoy: '2026-11-21', hayDatos: true })).toEqual({});
  });

  test('credited without a bank to look at is never "no"', () => {
    expect(estadoDeAcreditada(null).palabra).toBe('Sin datos');
    expect(estadoDeAcreditada(false).palabra).toBe('Pendiente');
  });
});

describe('the sentence of the filters', () => {
  test('joins the values of a field, and says what is not plain', () => {
    const filtros = [
      { campo: 'tarjeta', valor: 'Visa Crédito' },
      { campo: 'tarjeta', valor: 'Mastercard' },
      { campo: 'comercio', valor: 'La Espiga Centro' },
      { campo: 'lote', valor: '' },
      { campo: 'importe', op: 'mayor', valor: '1000.00' },
    ] as const;
    const oracion = fichasDe('operaciones', { filtros }).map(({ conector, texto }) => `${conector} ${texto}`);
    expect(oracion).toEqual([
      'con Visa Crédito o Mastercard',
      'en La Espiga Centro',
      'y Lote (sin dato)',
      'y Importe mayor que $ 1.000,00',
    ]);
  });

  test('a chip that changes stays in its place', () => {
    const [a, b] = [
      { campo: 'tarjeta', valor: 'a' },
      { campo: 'lote', valor: 'b' },
    ];
    expect(cambiarFicha({ filtros: [a, b] }, [a], [{ campo: 'tarjeta', valor: 'c' }]).filtros).toEqual([
      { campo: 'tarjeta', valor: 'c' },
      b,
    ]);
    expect(cambiarFicha({ filtros: [a] }, [a], [])).toEqual({});
  });

  test('the period is said with what it has', () => {
    expect(periodoEnPalabras(PERIODO)).toBe('01/11/2026 al 21/11/2026');
    expect(periodoEnPalabras({ hasta: '2026-11-21' })).toBe('hasta el 21/11/2026');
    expect(periodoEnPalabras({})).toBe('en cualquier fecha');
  });

  test.each([
    ['12.450,5', '12450.50'],
    ['$ 12.450', '12450.00'],
    ['-3,07', '-3.07'],
    ['12450.00', '12450.00'],
    ['1.2', '1.20'],
    ['12.450.00', undefined],
    ['mil', undefined],
  ])('an amount typed as %s is %s', (escrito, leido) => {
    expect(importeEscrito(escrito)).toBe(leido);
  });
});

describe('the columns', () => {
  test('every view shows fields that it has, each once', () => {
    for (const seccion of SECCIONES_DE_DATOS) {
      for (const descripcion of vistasDe(seccion)) {
        const hay = CAMPOS_DE_VISTA[descripcion.vista].map(({ nombre }) => nombre);
        expect(hay).toEqual(expect.arrayContaining([...descripcion.columnas, ...descripcion.filtros]));
        expect(descripcion.columnas).toEqual(expect.arrayContaining([...descripcion.secundarias]));
        const claves = columnasDe(descripcion).map(({ clave }) => clave);
        expect(claves.slice(0, descripcion.columnas.length)).toEqual(descripcion.columnas);
        expect(new Set(claves).size).toBe(claves.length);
      }
    }
  });

  test('are remembered, and what was not written by us is not believed', () => {
    const guardado = new Map<string, string>();
    const storage = {
      getItem: (clave: string) => guardado.get(clave) ?? null,
      setItem: (clave: string, valor: string) => void guardado.set(clave, valor),
      removeItem: (clave: string) => void guardado.delete(clave),
    };
    guardarColumnas(storage, 'operaciones', [{ clave: 'lote', ancho: 80, oculta: true }]);
    expect(leerColumnas(storage, 'operaciones')).toEqual([{ clave: 'lote', ancho: 80, oculta: true }]);
    for (const ajeno of ['{', '[{"clave":1}]', '{"clave":"x"}']) {
      guardado.set('conciliador.columnas.operaciones', ajeno);
      expect(leerColumnas(storage, 'operaciones')).toEqual([]);
    }
  });
});
