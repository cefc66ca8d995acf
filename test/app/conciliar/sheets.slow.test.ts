import { rm } from 'node:fs/promises';
import { expect } from 'vitest';
import { test, CSV, type readReview } from './support.ts';
import { HEADERS, NOVEMBER, OCTOBER, workbookOf } from './two-sheets.ts';

test('the sheets with coupons are offered, and those that are chosen are read together', async ({ world, folder }) => {
  const file = await workbookOf(folder, { Octubre: OCTOBER, Noviembre: NOVEMBER }, { besides: 'Marcas' });
  const { revision, archivos } = await world.revision.empezar({ archivos: [file] });
  expect(archivos).toMatchObject([
    {
      nombre: 'caja.xlsx',
      origen: 0,
      conCupones: [
        { hoja: 'Octubre', filas: 2 },
        { hoja: 'Noviembre', filas: 3 },
      ],
      tabla: { hoja: 'Noviembre', filas: 3, hojas: ['Octubre', 'Noviembre', 'Marcas'] },
    },
  ]);
  const joined = await world.revision.columnas({ revision, archivo: 0, hojas: ['Noviembre', 'Octubre'] });
  expect(joined.archivos.map(({ tabla }) => tabla?.hoja)).toEqual(['Octubre', 'Noviembre']);
  const { resumen } = await world.revision.leer({ revision });
  expect(resumen).toMatchObject({ filas: 6, listas: 4, conError: 1, ignoradas: 1 });
  const { filas } = await world.revision.filas({ revision, filtro: 'todas', desde: 0, limite: 10 });
  expect(filas.map(({ archivo, fila, estado }) => [archivo, fila, estado])).toEqual([
    [0, 4, 'lista'],
    [0, 5, 'lista'],
    [1, 4, 'lista'],
    [1, 5, 'lista'],
    [1, 6, 'error'],
    [1, 7, 'ignorada'],
  ]);
  // The same sale in both sheets; the message names the other sheet.
  expect(filas[3]?.problemas[0]?.mensaje).toContain('la fila 5 de la hoja «Octubre»');
  // Leaving out one sheet does not change the other.
  const single = await world.revision.columnas({ revision, archivo: 1, hojas: ['Octubre'] });
  expect(single.archivos.map(({ tabla }) => tabla?.hoja)).toEqual(['Octubre']);
});

test('a coupon that is sent knows its sheet, and an equal one is told later with it', async ({ world, folder }) => {
  const file = await workbookOf(folder, { Octubre: OCTOBER, Noviembre: NOVEMBER.slice(0, 1) });
  const { revision } = await world.revision.empezar({ archivos: [file] });
  await world.revision.columnas({ revision, archivo: 0, hojas: ['Octubre', 'Noviembre'] });
  const { resumen } = await world.revision.leer({ revision });
  await world.revision.enviar({ revision, version: resumen?.version ?? -1 });
  expect(world.enviados).toHaveLength(3);
  const other = await world.revision.empezar({ archivos: [file] });
  await world.revision.columnas({ revision: other.revision, archivo: 0, hojas: ['Noviembre'] });
  await world.revision.leer({ revision: other.revision });
  const request = { revision: other.revision, filtro: 'todas', desde: 0, limite: 10 } as const;
  const { filas } = await world.revision.filas(request);
  expect(filas[0]?.problemas).toMatchObject([
    {
      codigo: 'YA_ENVIADO',
      mensaje: 'Ya lo mandaste el 21/11 en «caja» (hoja «Noviembre», fila 4).',
      anterior: { archivo: 'caja.xlsx', hoja: 'Noviembre', fila: 4 },
    },
  ]);
});

test('what is said of the columns of a sheet is said of the others that have them', async ({ world, folder }) => {
  const item = await workbookOf(folder, { Octubre: OCTOBER, Noviembre: NOVEMBER });
  const differing = await workbookOf(
    folder,
    { Otra: OCTOBER },
    { name: 'otra.xlsx', headers: ['Fecha', 'Marca', 'Últimos 4', 'Comprobante', 'Importe'] },
  );
  const { revision } = await world.revision.empezar({ archivos: [item, differing] });
  await world.revision.columnas({ revision, archivo: 0, mapear: { tarjeta_desc: '', referencia: 'Tarjeta' } });
  // A sheet that is added later gets the columns of the first sheet.
  const { archivos } = await world.revision.columnas({ revision, archivo: 0, hojas: ['Octubre', 'Noviembre'] });
  const fields = archivos.map(({ tabla }) => tabla?.columnas.find(({ letra }) => letra === 'B')?.campo);
  expect(fields).toEqual(['referencia', 'referencia', 'tarjeta_desc']);
  const secondTime = await world.revision.columnas({ revision, archivo: 1, mapear: { referencia: '' } });
  expect(secondTime.archivos.map(({ tabla }) => tabla?.columnas.find(({ letra }) => letra === 'B')?.campo)).toEqual([
    null,
    null,
    'tarjeta_desc',
  ]);
});

test('the sheets are read from the copy once the file is gone', async ({ world, folder }) => {
  const file = await workbookOf(folder, { Octubre: OCTOBER, Noviembre: NOVEMBER });
  const { revision } = await world.revision.empezar({ archivos: [file] });
  await rm(file);
  await world.revision.columnas({ revision, archivo: 0, hojas: ['Octubre', 'Noviembre'] });
  expect(await world.revision.leer({ revision })).toMatchObject({ resumen: { filas: 6 } });
  const doc = await world.reopen().ver({});
  expect(doc?.archivos.map(({ tabla }) => tabla?.hoja)).toEqual(['Octubre', 'Noviembre']);
});

test('a row that was left out is so again, once that was undone and done again', async ({ world, review }) => {
  const { nombre, fila } = await review(CSV);
  const one = { revision: nombre };
  await world.revision.omitir({ ...one, filas: [(await fila(2)).id], omitir: true });
  await world.revision.deshacer(one);
  expect((await fila(2)).estado).toBe('lista');
  expect(await world.revision.rehacer(one)).toMatchObject({ cambiadas: 1, fila: { estado: 'omitida' } });
});

test('once its column is chosen, a coupon is a coupon', async ({ world, folder }) => {
  const headers = HEADERS.map((one) => (one === 'Comprobante' ? 'Cosa' : one));
  const file = await workbookOf(folder, { Caja: OCTOBER }, { headers });
  const { revision } = await world.revision.empezar({ archivos: [file] });
  const { archivos } = await world.revision.columnas({ revision, archivo: 0, mapear: { comprobante: 'Cosa' } });
  expect(archivos[0]?.problema).toBeNull();
  expect(await world.revision.leer({ revision })).toMatchObject({ estado: 'filas', resumen: { listas: 2 } });
});

test('a template keeps the included sheets and the answers to their doubts', async ({ world, folder }) => {
  const rows = [...OCTOBER, ...OCTOBER].map(([day, card, lastFour, voucher, amount]) => [
    day,
    card,
    lastFour,
    voucher,
    `-${amount}`,
  ]);
  const file = await workbookOf(folder, { Octubre: rows, Noviembre: rows });
  const { revision, archivos } = await world.revision.empezar({ archivos: [file] });
  expect(archivos.map(({ tabla }) => tabla?.dudas)).toMatchObject([
    [{ clave: 'signo', tomada: 'dejar', elegida: false }],
  ]);
  await world.revision.columnas({ revision, archivo: 0, respuestas: { signo: 'invertir' } });
  const both = { revision, archivo: 0, hojas: ['Octubre', 'Noviembre'] };
  await world.revision.columnas(both);
  await world.revision.leer({ revision, plantilla: 'Caja' });
  const again = await world.revision.empezar({ archivos: [file] });
  expect(again.archivos.map(({ tabla }) => [tabla?.hoja, tabla?.plantilla])).toEqual([
    ['Octubre', 'Caja'],
    ['Noviembre', 'Caja'],
  ]);
  for (const { tabla } of again.archivos)
    expect(tabla?.dudas).toMatchObject([{ clave: 'signo', tomada: 'invertir', elegida: true }]);
  await world.revision.leer({ revision: again.revision });
  const request = { revision: again.revision, filtro: 'todas', desde: 0, limite: 20 } as const;
  const { filas } = await world.revision.filas(request);
  expect(filas).toHaveLength(8);
  expect(filas.every(({ valores }) => Number(valores.importe) > 0)).toBe(true);
});

/** A line of the list: a heading's problem with its number of rows, or a row's number. */
const lines = async (
  world: Parameters<typeof readReview>[0],
  revision: string,
  filter: 'todas' | 'error' = 'todas',
) => {
  const page = await world.agrupadas({ revision, filtro: filter, desde: 0, limite: 100 });
  const shown = page.filas.map((one) =>
    one.estado === 'grupo'
      ? `${one.problema?.codigo ?? 'nada'} ${one.problema?.campo ?? ''} ${String(one.filas)}`
      : one.fila,
  );
  return { ...page, shown };
};

test('rows are shown by their first problem, errors first, each kind under a heading', async ({ world, review }) => {
  const { document: doc } = await review(CSV);
  const { shown, total, filas } = await lines(world.revision, doc.revision);
  expect(shown).toEqual([
    'FECHA_IMPOSIBLE fecha_venta 1',
    4,
    'LARGO_MAXIMO tarjeta_nro 2',
    3,
    7,
    'IMPORTE_INVALIDO importe 1',
    6,
    'POSIBLE_DUPLICADO  1',
    5,
    'nada  1',
    2,
  ]);
  expect(total).toBe(shown.length);
  const page = await world.revision.agrupadas({ revision: doc.revision, filtro: 'todas', desde: 3, limite: 3 });
  expect(page.filas.map((one) => (one.estado === 'grupo' ? one.problema?.codigo : one.fila))).toEqual([
    3,
    7,
    'IMPORTE_INVALIDO',
  ]);
  const leaveOut = (comoFila = 0) =>
    world.revision.omitir({ revision: doc.revision, filas: { comoFila }, omitir: true });
  expect(await leaveOut(filas[3]?.id)).toMatchObject({ cambiadas: 2, resumen: { conError: 2, omitidas: 2 } });
  expect(await leaveOut(filas[8]?.id)).toMatchObject({ cambiadas: 1, resumen: { conAviso: 0, omitidas: 3 } });
});

test('the next error is that of the list; a mended row goes to those with nothing', async ({ world, review }) => {
  const { document: doc, correct } = await review(CSV);
  const { revision } = doc;
  const next = async (after: number) => {
    const request = { revision, filtro: 'todas', agrupadas: true, busca: 'error', despues: after } as const;
    const found = await world.revision.siguiente(request);
    return [found?.fila.fila, found?.posicion, found?.fila.id ?? 0] as const;
  };
  const [first, place, id] = await next(0);
  expect([first, place]).toEqual([4, 1]);
  const [second, , secondId] = await next(id);
  expect(second).toBe(3);
  expect((await next(secondId)).slice(0, 2)).toEqual([7, 4]);
  await correct(4, 'fecha_venta', '3/11/2026');
  const { shown } = await lines(world.revision, revision);
  expect(shown.slice(0, 2)).toEqual(['LARGO_MAXIMO tarjeta_nro 2', 3]);
  expect(shown.slice(-3)).toEqual(['nada  2', 2, 4]);
  expect((await lines(world.revision, revision, 'error')).shown).toHaveLength(5);
});

const HEADER = 'Fecha;Tarjeta;Últimos 4;Comprobante;Importe\n';
const GOOD = `${HEADER}01/11/2026;Visa;4905;00001;10,00\n02/11/2026;Visa;4905;00002;20,00\n`;
const OTHER = `${HEADER}03/11/2026;Visa;4905;00003;5,00\n`;
const NOTES = 'no son cupones\n';

test('a file that cannot be read is left out, and the others are read and sent', async ({ world, writeFile }) => {
  const files = [
    await writeFile(NOTES, 'notas.csv'),
    await writeFile(GOOD, 'buena.csv'),
    await writeFile(OTHER, 'otra.csv'),
  ];
  const { revision, archivos } = await world.revision.empezar({ archivos: files });
  expect(archivos.map(({ problema }) => problema?.codigo)).toEqual(['SIN_TABLA', undefined, undefined]);
  const out = await world.revision.dejar_afuera({ revision, origen: 0, afuera: true });
  expect(out.archivos.map(({ nombre }) => nombre)).toEqual(['buena.csv', 'otra.csv']);
  expect(out.fuera).toEqual([{ origen: 0, nombre: 'notas.csv' }]);
  const { estado, resumen } = await world.revision.leer({ revision });
  expect([estado, resumen?.listas]).toEqual(['filas', 3]);
  const before = await world.revision.puente({ revision });
  expect(before.hojas.map(({ archivo, dias }) => [archivo, dias.length])).toEqual([
    ['buena.csv', 2],
    ['otra.csv', 1],
  ]);
  await world.revision.enviar({ revision, version: resumen?.version ?? -1 });
  expect(await world.bridgeOfLast()).toEqual(before);
});

test('a file that was left out stays so in another run until it is taken back', async ({ world, writeFile }) => {
  const files = [await writeFile(GOOD, 'buena.csv'), await writeFile(OTHER, 'otra.csv')];
  const { revision } = await world.revision.empezar({ archivos: files });
  await world.revision.leer({ revision });
  const { filas } = await world.revision.filas({ revision, filtro: 'todas', desde: 0, limite: 10 });
  const fix = { revision, fila: filas[2]?.id ?? 0, campo: 'importe', valor: '7,00', todas: false } as const;
  await world.revision.corregir(fix);
  await world.revision.dejar_afuera({ revision, origen: 0, afuera: true });
  const other = world.reopen();
  expect((await other.ver({}))?.fuera).toEqual([{ origen: 0, nombre: 'buena.csv' }]);
  expect((await other.leer({ revision })).resumen).toMatchObject({ listas: 1, importe: '7.00' });
  const { archivos, fuera } = await other.dejar_afuera({ revision, origen: 0, afuera: false });
  expect([archivos.map(({ nombre }) => nombre), fuera]).toEqual([['buena.csv', 'otra.csv'], undefined]);
  expect((await other.leer({ revision })).resumen).toMatchObject({ listas: 3, importe: '37.00' });
});

test('the only file that is left stays, and one that is not there is not left out', async ({ world, writeFile }) => {
  const { revision } = await world.revision.empezar({ archivos: [await writeFile(GOOD)] });
  const leaveOut = (origin: number, out: boolean) =>
    world.revision.dejar_afuera({ revision, origen: origin, afuera: out });
  await expect(leaveOut(0, true)).rejects.toMatchObject({ code: 'SIN_CUPONES' });
  await expect(leaveOut(1, true)).rejects.toMatchObject({ code: 'REVISION_INEXISTENTE' });
  await expect(leaveOut(0, false)).rejects.toMatchObject({ code: 'REVISION_INEXISTENTE' });
});

test('a file that can no longer be read when its rows are is not left out in silence', async ({ world, writeFile }) => {
  const files = [await writeFile(GOOD, 'buena.csv'), await writeFile(OTHER, 'otra.csv')];
  const { revision } = await world.revision.empezar({ archivos: files });
  await writeFile(NOTES, 'otra.csv');
  const { estado, archivos } = await world.revision.leer({ revision });
  expect([estado, archivos.map(({ problema }) => problema?.codigo)]).toEqual(['columnas', [undefined, 'SIN_TABLA']]);
  await world.revision.dejar_afuera({ revision, origen: 1, afuera: true });
  expect((await world.revision.leer({ revision })).resumen).toMatchObject({ filas: 2, listas: 2 });
});
