import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from 'vitest';
import { crearResultados } from '#app/compose/resultados.ts';
import { crearLibros } from '#app/compose/libros.ts';
import { SIN_COBERTURA } from '#app/cobertura/cobertura.ts';
import { createGuardados, type Guardados } from '#app/conciliaciones/guardados.ts';
import { createNames } from '#app/conciliaciones/names.ts';
import { AppError } from '#contract/errors.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import type { CuponResultado, ResultadoPagina } from '#domain/conciliacion.ts';
import { canonicalText, type Cupon } from '#domain/cupon.ts';
import { dataFolder } from '#platform/data-folder.ts';
import { systemClock } from '#platform/system-clock.ts';

const context = { signal: new AbortController().signal, onProgress: () => undefined };
const CUENTA = { id: '0123456789abcdef', nombre: 'La Espiga' };
const fecha = parseIsoDate('2026-11-21') ?? null;
const encabezado = {
  id: '7',
  fecha,
  origenDesde: null,
  origenHasta: null,
  total: 3,
  nuevos: 3,
  existentes: 0,
  error: 0,
  conciliados: 1,
  sinConciliar: 2,
  estado: 'IMPORTADO',
};
const aCupon = (n: number): Cupon => ({
  fecha_venta: '2026-11-03',
  tarjeta_desc: 'Visa',
  tarjeta_nro: '4417',
  comprobante: String(n),
  importe: '100.00',
});
const aResultado = (n: number, conciliado = false): CuponResultado => ({
  cupon: aCupon(n),
  conciliado,
  modo: null,
  nroLiquidacion: conciliado ? '00458384' : null,
  liquidacionesId: null,
  fechaLiq: null,
});

interface Mundo {
  readonly guardados: Guardados;
  /** What the service answers of the reconciliation, a page each. */
  paginas: (readonly CuponResultado[] | Error)[];
  readonly libros: ReturnType<typeof crearLibros>;
}

const test = base.extend<{ carpeta: string; mundo: Mundo }>({
  carpeta: async ({}, use) => {
    const carpeta = await mkdtemp(path.join(tmpdir(), 'guardados-'));
    await use(carpeta);
    await rm(carpeta, { recursive: true, force: true });
  },
  mundo: async ({ carpeta }, use) => {
    const datos = dataFolder(path.join(carpeta, 'datos'));
    const resultados = crearResultados(datos);
    const libros = crearLibros({ datos, clock: systemClock, random: Math.random, onAviso: () => undefined });
    const mundo: { paginas: Mundo['paginas'] } = { paginas: [] };
    async function* resultado(): AsyncGenerator<ResultadoPagina> {
      for (const page of mundo.paginas) {
        if (page instanceof Error) throw page;
        yield { encabezado, cupones: page, cuarentena: 0 };
      }
    }
    const guardados = createGuardados({
      elegir: () => Promise.resolve(CUENTA as never),
      sesiones: () =>
        Promise.resolve({
          abrir: () => Promise.resolve({ cuenta: CUENTA, servicio: { conciliaciones: { resultado } } }),
        } as never),
      libros,
      resultados,
      names: createNames(datos),
      explicar: ({ de }) =>
        Promise.resolve({
          id: de,
          causas: [],
          error_estimado: null,
          cupones: [],
          total: 0,
          resumen: [],
          sinBajar: null,
          cobertura: SIN_COBERTURA,
        }),
      clock: systemClock,
    });
    await use(Object.assign(mundo, { guardados, libros }));
    resultados.cerrar();
    libros.cerrar();
  },
});
const una = { id: '7' };

test('a result is read page by page and kept', async ({ mundo }) => {
  mundo.paginas = [[aResultado(1, true), aResultado(2)], [aResultado(3)]];
  expect(await mundo.guardados.guardada(una, context)).toBeNull();
  const leido = await mundo.guardados.leer(una, context);
  expect(leido).not.toHaveProperty('noAceptados');
  expect(leido.grupos).toMatchObject({ conciliados: { cupones: 1 }, sin_conciliar: { cupones: 2, importe: '200.00' } });
  expect(await mundo.guardados.guardada(una, context)).toEqual(leido);
});

test('what is cut on the way leaves the reading before', async ({ mundo }) => {
  mundo.paginas = [[aResultado(1)]];
  const leido = await mundo.guardados.leer(una, context);
  mundo.paginas = [[aResultado(1, true)], new AppError('SIN_CONEXION')];
  await expect(mundo.guardados.leer(una, context)).rejects.toMatchObject({ code: 'SIN_CONEXION' });
  expect(await mundo.guardados.guardada(una, context)).toEqual(leido);
});

test('a coupon of ours that the result does not list is not reported, until it is', async ({ mundo }) => {
  const libro = await mundo.libros.abrir(CUENTA as never);
  const carga = libro.crearBorrador({ cuenta: CUENTA.id, archivos: ['a.xlsx'] });
  libro.agregarCupones(
    carga,
    [1, 2].map((n) => ({ archivo: 0, hoja: null, fila: n + 1, texto: canonicalText(aCupon(n)) })),
  );
  libro.congelar(carga, { marcador: 'ninguno', nonce: 'n' });
  libro.anotar(carga, [{ kind: 'aplicado', id: '7', prueba: 'respuesta', contadores: null, huerfanas: [] }]);
  libro.disponerSinLectura(carga, [{ desde: 1, hasta: 2, disposicion: 'no_informado' }]);
  expect(libro.cargaDe(CUENTA.id, '7')).toBe(carga);
  mundo.paginas = [[aResultado(1, true)]];
  expect((await mundo.guardados.leer(una, context)).grupos.no_informados.cupones).toBe(1);
  mundo.paginas = [[aResultado(1, true), aResultado(2, true)]];
  const leido = await mundo.guardados.leer(una, context);
  expect(leido.grupos.no_informados.cupones).toBe(0);
  expect(leido.archivos).toEqual(['a.xlsx']);
});

test('coupons that the service did not take are counted apart from rows that were not sent, with their rows', async ({
  mundo,
}) => {
  const libro = await mundo.libros.abrir(CUENTA as never);
  const carga = libro.crearBorrador({ cuenta: CUENTA.id, archivos: ['a.xlsx', 'b.xlsx'] });
  libro.agregarCupones(
    carga,
    [1, 2, 3].map((n) => ({ archivo: n === 3 ? 1 : 0, hoja: null, fila: n + 1, texto: canonicalText(aCupon(n)) })),
  );
  const error = { fila: 9, columna: 'Fecha', campo: 'fecha_venta', codigo: 'NO_ES_FECHA', valor: 'x', mensaje: 'no' };
  libro.agregarHallazgos(carga, 'a.xlsx', { errores: [error as never] });
  libro.congelar(carga, { marcador: 'ninguno', nonce: 'n' });
  libro.anotar(carga, [{ kind: 'aplicado', id: '7', prueba: 'respuesta', contadores: null, huerfanas: [] }]);
  libro.disponerSinLectura(carga, [{ desde: 2, hasta: 3, disposicion: 'rechazado' }]);
  mundo.paginas = [[aResultado(1, true)]];
  const leido = await mundo.guardados.leer(una, context);
  expect(leido.grupos.errores.cupones).toBe(3);
  expect(leido.noAceptados).toEqual({
    cupones: 2,
    importe: '200.00',
    filas: [
      { archivo: 'a.xlsx', fila: 3 },
      { archivo: 'b.xlsx', fila: 4 },
    ],
  });
  // What was wrong keeps its code: the screen says it in its own language.
  const pedido = { ...una, grupo: 'errores' as const, desde: 0, limite: 10 };
  const { filas } = await mundo.guardados.cupones(pedido, context);
  const { mensaje: _mensaje, fila: _fila, ...problema } = error;
  expect(filas).toContainEqual(
    expect.objectContaining({ mensaje: 'Fecha: no', problema: { ...problema, arreglo: null } }),
  );
});

test('a coupon of ours is found by its number as it stands in the spreadsheet, also where the service drops its zeros', async ({
  mundo,
}) => {
  const libro = await mundo.libros.abrir(CUENTA as never);
  const carga = libro.crearBorrador({ cuenta: CUENTA.id, archivos: ['a.xlsx'] });
  const cupon = { ...aCupon(1), comprobante: '000123', tarjeta_nro: '0042' };
  libro.agregarCupones(carga, [{ archivo: 0, hoja: null, fila: 2, texto: canonicalText(cupon) }]);
  libro.congelar(carga, { marcador: 'ninguno', nonce: 'n' });
  libro.anotar(carga, [{ kind: 'aplicado', id: '7', prueba: 'respuesta', contadores: null, huerfanas: [] }]);
  mundo.paginas = [[{ ...aResultado(1, true), cupon: { ...cupon, comprobante: '123', tarjeta_nro: '42' } }]];
  await mundo.guardados.leer(una, context);
  const pedido = { ...una, grupo: 'conciliados' as const, texto: '000123', desde: 0, limite: 10 };
  expect((await mundo.guardados.cupones(pedido, context)).filas).toMatchObject([
    { operacion: { comprobante: '000123', tarjeta_nro: '0042', importe: '100.00', fila: 2 } },
  ]);
});

test('the workbook is written from what is kept, without the service', async ({ mundo, carpeta }) => {
  mundo.paginas = [[aResultado(1, true), aResultado(2)]];
  await mundo.guardados.leer(una, context);
  mundo.paginas = [new AppError('SIN_CONEXION')];
  const exportar = path.join(carpeta, 'informe.xlsx');
  expect(await mundo.guardados.informe({ ...una, exportar }, context)).toEqual({ exportado: exportar });
});

test('coupons of a result that was never read do not exist', async ({ mundo }) => {
  const pedido = { ...una, grupo: 'conciliados' as const, desde: 0, limite: 10 };
  await expect(mundo.guardados.cupones(pedido, context)).rejects.toMatchObject({ code: 'CONCILIACION_INEXISTENTE' });
});

test('a person gives it a name, which is there when it is read again and when it is listed', async ({ mundo }) => {
  mundo.paginas = [[aResultado(1, true)]];
  await mundo.guardados.leer(una, context);
  expect(await mundo.guardados.nombrar({ ...una, nombre: 'Cierre de octubre' }, context)).toEqual({
    id: '7',
    nombre: 'Cierre de octubre',
  });
  expect((await mundo.guardados.guardada(una, context))?.conciliacion.nombre).toBe('Cierre de octubre');
  expect((await mundo.guardados.leer(una, context)).conciliacion.nombre).toBe('Cierre de octubre');
  const { conciliaciones } = await mundo.guardados.conocidas({}, context);
  expect(conciliaciones.map(({ nombre }) => nombre)).toEqual(['Cierre de octubre']);
  await mundo.guardados.nombrar({ ...una, nombre: null }, context);
  expect((await mundo.guardados.guardada(una, context))?.conciliacion).not.toHaveProperty('nombre');
});
