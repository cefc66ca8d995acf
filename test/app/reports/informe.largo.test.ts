import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeInforme } from '#app/reports/write-informe.ts';
import { CAMPOS_EN_ORDEN, type Cupon } from '#domain/cupon.ts';
import type { InformeFuente } from '#domain/informe.ts';
import { findIllegible } from '../../workbook/write/legible.ts';
import { hojaDe, readLibro, type HojaLeida } from '../../workbook/write/libro-leido.ts';
import { aCuponInforme, aFuente } from './fuente.ts';

let carpeta = '';
beforeEach(async () => {
  carpeta = await mkdtemp(path.join(tmpdir(), 'informe-'));
});
afterEach(() => rm(carpeta, { recursive: true }));

const escribir = async (fuente: InformeFuente, maxFilas?: number): Promise<readonly HojaLeida[]> =>
  readLibro(
    await writeInforme(fuente, {
      signal: new AbortController().signal,
      creado: 0,
      salida: { carpeta },
      ...(maxFilas === undefined ? {} : { maxFilas }),
    }),
  );

const venta = (fecha_venta: string, importe: string, part: Cupon = {}): Cupon => ({
  fecha_venta,
  importe,
  tarjeta_desc: 'Visa Crédito',
  establecimiento: '0012345',
  ...part,
});
const varios = [
  aCuponInforme({ fila: 4, cupon: venta('2026-11-01', '1500.50') }),
  aCuponInforme({ fila: 5, cupon: venta('2026-11-02', '-100.25', { tarjeta_desc: 'Cabal' }) }),
  aCuponInforme({ fila: 6, disposicion: 'sin_conciliar', nroLiquidacion: null, cupon: venta('2026-11-01', '200.00') }),
  aCuponInforme({
    fila: 7,
    disposicion: 'no_informado',
    cupon: venta('2026-11-03', '10.00', { establecimiento: '9' }),
  }),
];

/** The rows under a title of the summary, up to its total. */
function tablaDe(resumen: HojaLeida, titulo: string): unknown[][] {
  const desde = resumen.filas.findIndex(([celda]) => celda === titulo) + 2;
  const hasta = resumen.filas.findIndex(([celda], n) => n >= desde && celda === 'Total');
  return resumen.filas.slice(desde, hasta + 1).map((fila) => [...fila]);
}

test('the workbook has one sheet for each thing that can happen to a coupon', async () => {
  const hojas = await escribir(aFuente(varios));
  expect(hojas.map(({ nombre }) => nombre)).toEqual([
    'Resumen',
    'Conciliados',
    'Sin conciliar',
    'No informados',
    'Errores',
    'Avisos',
  ]);
});

test('coupons that existed, were refused or not sent have their own sheets', async () => {
  const raros = (['existente', 'rechazado', 'no_enviado'] as const).map((disposicion) =>
    aCuponInforme({ disposicion }),
  );
  const hojas = await escribir(aFuente([...varios, ...raros]));
  expect(['Existentes', 'Rechazados', 'No enviados'].map((nombre) => hojaDe(hojas, nombre).valor('A6'))).toEqual([
    'cupones.xlsx',
    'cupones.xlsx',
    'cupones.xlsx',
  ]);
});

test('a matched coupon shows every field it has, its settlement and its date', async () => {
  const cupon: Cupon = {
    ...Object.fromEntries(CAMPOS_EN_ORDEN.map((campo) => [campo, `0${String(campo.length)}`])),
    fecha_venta: '2026-11-01',
    fecha_pres: '2026-11-02',
    fecha_pago: '2026-11-20',
    importe: '1500.50',
    referencia: '=HOY()',
  };
  const hojas = await escribir(aFuente([aCuponInforme({ cupon })]));
  const conciliados = hojaDe(hojas, 'Conciliados');
  expect(conciliados.filas[5]).toEqual([
    'cupones.xlsx',
    4,
    ...CAMPOS_EN_ORDEN.map((campo) => {
      if (campo === 'importe') return 1500.5;
      if (campo === 'cuotas') return Number(cupon[campo]);
      return campo.startsWith('fecha_') ? new Date(`${cupon[campo] ?? ''}T00:00:00Z`) : cupon[campo];
    }),
    '00098',
    new Date('2026-11-10T00:00:00Z'),
  ]);
});

test('fields that no coupon has take no column', async () => {
  const hojas = await escribir(aFuente(varios));
  expect(hojaDe(hojas, 'Conciliados').filas[4]).toEqual([
    'Archivo',
    'Fila',
    'Fecha de venta',
    'Tarjeta',
    'Establecimiento',
    'Importe',
    'Liquidación',
    'Fecha de liquidación',
  ]);
});

test('an unmatched coupon shows the days since its sale', async () => {
  const hoja = hojaDe(await escribir(aFuente(varios)), 'Sin conciliar');
  expect(hoja.filas[5]?.at(-1)).toBe(20);
});

test('the summary counts each disposition with formulas over its rows', async () => {
  const resumen = hojaDe(await escribir(aFuente(varios)), 'Resumen');
  expect(tablaDe(resumen, 'Qué pasó con cada cupón').map((fila) => fila.slice(0, 3))).toEqual([
    ['Conciliados', 2, 1400.25],
    ['Sin conciliar', 1, 200],
    ['No informados', 1, 10],
    ['Total', 4, 1610.25],
  ]);
  const fila = resumen.filas.findIndex(([celda]) => celda === 'Conciliados') + 1;
  expect(resumen.formula(`B${String(fila)}`)).toBe("ROWS('Conciliados'!$A$6:$A$7)");
  expect(resumen.formula(`C${String(fila)}`)).toBe("SUM('Conciliados'!$F$6:$F$7)");
  expect(resumen.formula(`C${String(fila + 3)}`)).toBe(`SUM(C${String(fila)}:C${String(fila + 2)})`);
});

test('the summary adds up by card, establishment and day to the same total', async () => {
  const resumen = hojaDe(await escribir(aFuente(varios)), 'Resumen');
  expect(tablaDe(resumen, 'Por tarjeta')).toEqual([
    ['Cabal', 1, -100.25, 1, -100.25, 0, 0, 0, 0],
    ['Visa Crédito', 3, 1710.5, 1, 1500.5, 1, 200, 1, 10],
    ['Total', 4, 1610.25, 2, 1400.25, 1, 200, 1, 10],
  ]);
  expect(tablaDe(resumen, 'Por comercio').map(([clave]) => clave)).toEqual(['0012345', '9', 'Total']);
  expect(tablaDe(resumen, 'Por día de venta').map(([clave]) => clave)).toEqual([
    new Date('2026-11-01T00:00:00Z'),
    new Date('2026-11-02T00:00:00Z'),
    new Date('2026-11-03T00:00:00Z'),
    'Total',
  ]);
});

test('the summary says of what account, file, reconciliation and period it is, and when it was read', async () => {
  const resumen = hojaDe(await escribir(aFuente(varios)), 'Resumen');
  const datos = new Map(resumen.filas.slice(2, 18).map(([etiqueta, valor]) => [etiqueta, valor]));
  expect(datos.get('Cuenta')).toBe('Zapatería & Cía');
  expect(datos.get('Archivo')).toBe('cupones.xlsx');
  expect(datos.get('Conciliación')).toBe('123');
  expect(datos.get('Período de las ventas')).toBe('01/11/2026 – 03/11/2026');
  expect(datos.get('Leído el')).toEqual(new Date('2026-11-21T10:32:05Z'));
});

test('no figure nor title of it is cut, however large', async () => {
  const grande = aCuponInforme({ cupon: venta('2026-11-01', '98765432109.99') });
  await escribir(aFuente([...varios, grande]));
  expect(await findIllegible(path.join(carpeta, 'conciliacion-123.xlsx'))).toEqual([]);
});

test('a result that was never read is not shown as zero', async () => {
  const hojas = await escribir(aFuente([aCuponInforme({ disposicion: 'no_enviado' })], { conciliacion: null }));
  expect(hojaDe(hojas, 'Conciliados').valor('A6')).toBe('Sin datos: no se leyó ningún resultado.');
});

test('errors show file, row, sale, column, field, value and message', async () => {
  const fuente = aFuente(varios, {
    errores: () => [
      {
        archivo: 'cupones.xlsx',
        fila: 17,
        columna: 'Tarjeta',
        campo: 'tarjeta_nro',
        codigo: 'LARGO_MAXIMO',
        valor: '12345',
        mensaje: 'Tiene más de 4 dígitos.',
        arreglo: '2345',
        venta: { fecha: '2026-11-02', tarjeta: 'Visa', tarjeta_nro: '12345', comprobante: '000124', importe: '80.00' },
      },
      {
        archivo: 'cupones.xlsx',
        fila: 18,
        columna: 'Fecha',
        campo: 'fecha_venta',
        codigo: 'FECHA_IMPOSIBLE',
        valor: '31/02/2026',
        mensaje: 'No es un día.',
        venta: {
          fecha: '31/02/2026',
          tarjeta: null,
          tarjeta_nro: null,
          comprobante: null,
          importe: null,
          importeEscrito: 'mil',
        },
      },
    ],
    avisos: () => [{ archivo: 'cupones.xlsx', fila: null, codigo: 'OTRA_HOJA_CON_TABLA', mensaje: 'Hay otra hoja.' }],
  });
  const hojas = await escribir(fuente);
  const errores = hojaDe(hojas, 'Errores');
  expect(errores.filas[6]?.slice(1, 7)).toEqual([18, '31/02/2026', null, null, null, 'mil']);
  expect(errores.filas[5]).toEqual([
    'cupones.xlsx',
    17,
    new Date('2026-11-02T00:00:00Z'),
    'Visa',
    '12345',
    '000124',
    80,
    'Tarjeta',
    'tarjeta_nro',
    '12345',
    'Tiene más de 4 dígitos.',
    '2345',
    'LARGO_MAXIMO',
  ]);
  expect(hojaDe(hojas, 'Avisos').valor('H6')).toBe('OTRA_HOJA_CON_TABLA');
});

test('the figures of the summary follow the rows onto a second sheet', async () => {
  const muchos = Array.from({ length: 25 }, (_, n) =>
    aCuponInforme({ fila: n + 2, cupon: venta('2026-11-01', '1.00') }),
  );
  const hojas = await escribir(aFuente(muchos), 17);
  const resumen = hojaDe(hojas, 'Resumen');
  const fila = resumen.filas.findIndex(([celda]) => celda === 'Conciliados') + 1;
  expect(resumen.formula(`C${String(fila)}`)).toBe(
    "SUM('Conciliados'!$F$6:$F$15,'Conciliados (2)'!$F$6:$F$15,'Conciliados (3)'!$F$6:$F$10)",
  );
  expect(resumen.valor(`C${String(fila)}`)).toBe(25);
});

test('the default name is that of the reconciliation, numbered when it is taken', async () => {
  await escribir(aFuente(varios));
  await escribir(aFuente(varios));
  expect((await readdir(carpeta)).sort()).toEqual(['conciliacion-123 (2).xlsx', 'conciliacion-123.xlsx']);
});

test('an id of the service never leads out of the folder', async () => {
  const fuente = aFuente(varios);
  const { conciliacion } = fuente;
  if (conciliacion === null) throw new Error('The fixture has one');
  await escribir({ ...fuente, conciliacion: { ...conciliacion, id: '../../x' } });
  expect(await readdir(carpeta)).toEqual(['conciliacion-______x.xlsx']);
});

const nombrado = (fuente: InformeFuente, archivo: string): Promise<string> =>
  writeInforme(fuente, { signal: new AbortController().signal, creado: 0, salida: { archivo } });

test('a file that a person named is never replaced', async () => {
  const archivo = path.join(carpeta, 'informe.xlsx');
  await writeFile(archivo, 'ajeno');
  await expect(nombrado(aFuente(varios), archivo)).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
});

test('a folder that is not there is told in words', async () => {
  const archivo = path.join(carpeta, 'nada', 'informe.xlsx');
  await expect(nombrado(aFuente(varios), archivo)).rejects.toMatchObject({ code: 'CARPETA_SIN_PERMISO' });
});

test('rows that change between the two passes make no workbook', async () => {
  let pasadas = 0;
  const fuente = aFuente(varios, {
    cupones: (cuales) => {
      pasadas += 1;
      return (pasadas === 1 ? varios : varios.slice(1)).filter(({ disposicion }) => cuales.includes(disposicion));
    },
  });
  await expect(escribir(fuente)).rejects.toMatchObject({ code: 'LECTURA_INESTABLE' });
  expect(await readdir(carpeta)).toEqual([]);
});

test('why coupons did not match is a column, a sheet of its own and what many have in common', async () => {
  const cupon = venta('2026-11-01', '17580.13', { comprobante: '00166657', tarjeta_nro: '4777' });
  const texto = 'La tarjeta informó $ 17.580,00; vos cargaste $ 17.580,13. Difiere en $ 0,13.';
  const hojas = await escribir(
    aFuente([
      ...varios.filter(({ disposicion }) => disposicion !== 'sin_conciliar'),
      aCuponInforme({ fila: 6, disposicion: 'sin_conciliar', nroLiquidacion: null, cupon, motivo: 'Importe' }),
    ], {
      archivos: ['/home/caja/cupones.xlsx'],
      explicaciones: {
        cupones: [
          {
            archivo: '/home/caja/cupones.xlsx', fila: 6, cupon, motivo: 'Importe', certeza: 'Muy probable', texto, hacer: 'Corregilo.',
            operacion: {
              id: '5519903', probabilidad: 0.998, fechaVenta: '2026-11-01', importe: '17580.00', tarjeta: 'Visa', comprobante: '00166657',
              tarjetaNro: '4777', terminal: '20019115', lote: '0732', autorizacion: null,
            },
            otras: ['5519904'], decision: null,
          },
        ],
        causas: [
          {
            texto: 'Los importes están mal.', hacer: 'Corregí la columna.', cupones: 20, importe: '100.00', conAtributo: 21,
            conciliadosConAtributo: 1, sinAtributo: 200, mismoMotivoSinAtributo: 0,
          },
        ],
        notas: ['Nuestro error acá: entre 0,0 % y 0,1 %.'],
      },
    }),
  ); // prettier-ignore
  expect(hojas.map(({ nombre }) => nombre)).toEqual([
    'Resumen', 'Conciliados', 'Sin conciliar', 'No informados', 'Por qué', 'Causas', 'Errores', 'Avisos',
  ]); // prettier-ignore
  const rowAfter = (hoja: HojaLeida, header: string): Record<string, unknown> => {
    const at = hoja.filas.findIndex((fila) => fila.includes(header));
    const [titles = [], row = []] = [hoja.filas[at], hoja.filas[at + 1]];
    return Object.fromEntries(titles.map((title, i) => [String(title), row[i]]));
  };
  expect(rowAfter(hojaDe(hojas, 'Sin conciliar'), 'Motivo')).toMatchObject({
    Comprobante: '00166657',
    Motivo: 'Importe',
  });
  const why = hojaDe(hojas, 'Por qué');
  expect(rowAfter(why, 'Motivo')).toMatchObject({
    Archivo: 'cupones.xlsx',
    Fila: 6,
    Motivo: 'Importe',
    Certeza: 'Muy probable',
    'Qué pasó': texto,
    Operación: '5519903',
    'Importe según la tarjeta': 17_580,
    Diferencia: 0.13,
    'Su lote': '0732',
    Probabilidad: 99.8,
    'También puede ser': '5519904',
  });
  expect(why.filas.flat()).toContain('Nuestro error acá: entre 0,0 % y 0,1 %.');
  expect(rowAfter(hojaDe(hojas, 'Causas'), 'Qué hacer')).toMatchObject({
    Cupones: 20,
    'De cuántos': 21,
    Conciliados: 1,
  });
  expect(await findIllegible(path.join(carpeta, 'conciliacion-123.xlsx'))).toEqual([]);
});
