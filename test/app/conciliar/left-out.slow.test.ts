import { expect } from 'vitest';
import { context, test } from './support.ts';

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
  const { revision, archivos } = await world.revision.empezar({ archivos: files }, context);
  expect(archivos.map(({ problema }) => problema?.codigo)).toEqual(['SIN_TABLA', undefined, undefined]);
  const out = await world.revision.dejar_afuera({ revision, origen: 0, afuera: true }, context);
  expect(out.archivos.map(({ nombre }) => nombre)).toEqual(['buena.csv', 'otra.csv']);
  expect(out.fuera).toEqual([{ origen: 0, nombre: 'notas.csv' }]);
  const { estado, resumen } = await world.revision.leer({ revision }, context);
  expect([estado, resumen?.listas]).toEqual(['filas', 3]);
  const before = await world.revision.puente({ revision }, context);
  expect(before.hojas.map(({ archivo, dias }) => [archivo, dias.length])).toEqual([
    ['buena.csv', 2],
    ['otra.csv', 1],
  ]);
  await world.revision.enviar({ revision, version: resumen?.version ?? -1 }, context);
  expect(await world.bridgeOfLast()).toEqual(before);
});

test('a file that was left out is still so in another run, and is taken back in its place', async ({
  world,
  writeFile,
}) => {
  const files = [await writeFile(GOOD, 'buena.csv'), await writeFile(OTHER, 'otra.csv')];
  const { revision } = await world.revision.empezar({ archivos: files }, context);
  await world.revision.leer({ revision }, context);
  const { filas } = await world.revision.filas({ revision, filtro: 'todas', desde: 0, limite: 10 }, context);
  const fix = { revision, fila: filas[2]?.id ?? 0, campo: 'importe', valor: '7,00', todas: false } as const;
  await world.revision.corregir(fix, context);
  await world.revision.dejar_afuera({ revision, origen: 0, afuera: true }, context);
  const other = world.reopen();
  expect((await other.ver({}, context))?.fuera).toEqual([{ origen: 0, nombre: 'buena.csv' }]);
  expect((await other.leer({ revision }, context)).resumen).toMatchObject({ listas: 1, importe: '7.00' });
  const { archivos, fuera } = await other.dejar_afuera({ revision, origen: 0, afuera: false }, context);
  expect([archivos.map(({ nombre }) => nombre), fuera]).toEqual([['buena.csv', 'otra.csv'], undefined]);
  expect((await other.leer({ revision }, context)).resumen).toMatchObject({ listas: 3, importe: '37.00' });
});

test('the only file that is left stays, and one that is not there is not left out', async ({ world, writeFile }) => {
  const { revision } = await world.revision.empezar({ archivos: [await writeFile(GOOD)] }, context);
  const leaveOut = (origin: number, out: boolean) =>
    world.revision.dejar_afuera({ revision, origen: origin, afuera: out }, context);
  await expect(leaveOut(0, true)).rejects.toMatchObject({ code: 'SIN_CUPONES' });
  await expect(leaveOut(1, true)).rejects.toMatchObject({ code: 'REVISION_INEXISTENTE' });
  await expect(leaveOut(0, false)).rejects.toMatchObject({ code: 'REVISION_INEXISTENTE' });
});

test('a file that can no longer be read when its rows are is not left out in silence', async ({ world, writeFile }) => {
  const files = [await writeFile(GOOD, 'buena.csv'), await writeFile(OTHER, 'otra.csv')];
  const { revision } = await world.revision.empezar({ archivos: files }, context);
  await writeFile(NOTES, 'otra.csv');
  const { estado, archivos } = await world.revision.leer({ revision }, context);
  expect([estado, archivos.map(({ problema }) => problema?.codigo)]).toEqual(['columnas', [undefined, 'SIN_TABLA']]);
  await world.revision.dejar_afuera({ revision, origen: 1, afuera: true }, context);
  expect((await world.revision.leer({ revision }, context)).resumen).toMatchObject({ filas: 2, listas: 2 });
});
