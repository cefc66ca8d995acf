import { expect } from 'vitest';
import { context, CSV, readReview, test } from './support.ts';

/** A line of the list: the problem of a heading with how many rows it has, or the number of a row. */
const lines = async (
  world: Parameters<typeof readReview>[0],
  revision: string,
  filter: 'todas' | 'error' = 'todas',
) => {
  const page = await world.agrupadas({ revision, filtro: filter, desde: 0, limite: 100 }, context);
  const shown = page.filas.map((one) =>
    one.estado === 'grupo'
      ? `${one.problema?.codigo ?? 'nada'} ${one.problema?.campo ?? ''} ${String(one.filas)}`
      : one.fila,
  );
  return { ...page, shown };
};

test('rows are shown by their first problem, errors first, each kind under a heading', async ({ world, writeFile }) => {
  const { document: doc } = await readReview(world.revision, [await writeFile(CSV)]);
  const { shown, total } = await lines(world.revision, doc.revision);
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
  const page = await world.revision.agrupadas(
    { revision: doc.revision, filtro: 'todas', desde: 3, limite: 3 },
    context,
  );
  expect(page.filas.map((one) => (one.estado === 'grupo' ? one.problema?.codigo : one.fila))).toEqual([
    3,
    7,
    'IMPORTE_INVALIDO',
  ]);
});

test('the next error is that of the list as it is shown, and a row that is mended goes to those with nothing', async ({
  world,
  writeFile,
}) => {
  const { document: doc, correct } = await readReview(world.revision, [await writeFile(CSV)]);
  const { revision } = doc;
  const next = async (after: number) => {
    const request = { revision, filtro: 'todas', agrupadas: true, busca: 'error', despues: after } as const;
    const found = await world.revision.siguiente(request, context);
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
