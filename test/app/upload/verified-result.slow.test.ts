/** The verification's reading is the result: kept as read, and read from the service only once. */
import { expect, test } from 'vitest';
import { readResult } from '#app/conciliaciones/keep-result.ts';
import type { UploadsDeps } from '#app/upload/index.ts';
import { findConciliacion, uploadsOf } from '#app/uploaded/uploads.ts';
import { AppError } from '#contract/errors.ts';
import { systemClock } from '#platform/system-clock.ts';
import { distinctCupones, createRealWorld } from './service-world.ts';
import { addDraft } from '../../storage/ledger/drafts.ts';

type World = Awaited<ReturnType<typeof createRealWorld>>;

const { signal } = new AbortController();
const context = { signal, onProgress: () => undefined };

async function uploaded(count: number, deps: Pick<UploadsDeps, 'keepResult'> = {}) {
  const world = await createRealWorld(100, [], deps);
  const upload = world.draft(distinctCupones(count));
  const result = await world.uploads.start(upload, { marcador: 'auto' }, signal);
  expect(result).toMatchObject({ estado: 'terminada', resumen: { completo: true, filas: count } });
  const id = findConciliacion(world.ledger, upload) ?? '';
  return { world, carga: upload, id, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

/** The kept coupons of a reading, without their numbers, which another reading may change. */
const cuponesIn = (results: World['results'], reading = 0) =>
  Array.from(results.cupones(reading, ['conciliado', 'sin_conciliar', 'existente']), ({ n: _, ...stored }) => stored);

test('a finished upload has its result at hand, the same that a second download brings', async () => {
  await using done = await uploaded(250);
  const { world, carga, id } = done;
  const { results, ledger: ledgerDb, service, sandbox } = world;
  const pages = sandbox.listReceived('resultado').length;
  const kept = results.show(id);
  expect(kept).toMatchObject({ carga, isOfUpload: true, archivos: ['a.xlsx'], novedades: null });
  const first = cuponesIn(results, kept?.lectura);
  expect(first).toHaveLength(250);
  expect(first.every(({ archivo, operacion }) => archivo === 'a.xlsx' && operacion.fila !== null)).toBe(true);
  expect(sandbox.listReceived('resultado')).toHaveLength(pages);

  await readResult(service, { id, results, ledger: ledgerDb, carga, clock: systemClock }, context);
  const again = results.show(id);
  expect(cuponesIn(results, again?.lectura)).toEqual(first);
  expect(again?.grupos).toEqual(kept?.grupos);
  expect(again?.isOfUpload).toBeUndefined();
});

test('what a finished upload kept is as new as its ledger: the queue has the numbers of its coupons', async () => {
  // Each look at the clock is later, as on a slow disk.
  let looks = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + looks++ };
  await using world = await createRealWorld(100, [], { clock });
  const upload = world.draft(distinctCupones(3));
  await world.uploads.start(upload, { marcador: 'auto' }, signal);
  const kept = world.results.show(findConciliacion(world.ledger, upload) ?? '');
  expect(uploadsOf({ ledger: world.ledger, results: world.results }, 'c')).toMatchObject([
    { carga: upload, lectura: kept?.lectura ?? expect.unreachable() },
  ]);
});

test('a second pass that shows everything is the result, and no second download is needed', async () => {
  await using world = await createRealWorld(100);
  await world.uploads.start(world.draft(distinctCupones(30)), { marcador: 'ninguno' }, signal);
  // The service has thirty of the coupons already, and the result leaves them out: missing coupons are read twice before they count as missing.
  const upload = world.draft(distinctCupones(50));
  const before = world.sandbox.listReceived('resultado').length;
  const result = await world.uploads.start(upload, { marcador: 'ninguno' }, signal);
  expect(result).toMatchObject({ estado: 'terminada', resumen: { existen: 30 } });
  expect(world.sandbox.listReceived('resultado').length - before).toBeGreaterThan(1);
  const id = findConciliacion(world.ledger, upload) ?? '';
  const kept = world.results.show(id);
  expect(kept).toMatchObject({ carga: upload, isOfUpload: true });
  const of = { id, results: world.results, ledger: world.ledger, carga: upload };
  const first = cuponesIn(world.results, kept?.lectura);
  await readResult(world.service, { ...of, clock: systemClock }, context);
  const again = world.results.show(id);
  expect(cuponesIn(world.results, again?.lectura)).toEqual(first);
  expect(again?.grupos).toEqual(kept?.grupos);
});

const rowsOf = (world: World, id: string) =>
  [...world.results.cupones(world.results.show(id)?.lectura ?? 0, ['conciliado', 'sin_conciliar', 'existente'])]
    .toSorted((a, b) => (a.operacion.fila ?? 0) - (b.operacion.fila ?? 0))
    .map(({ operacion, archivo, disposicion }) => ({ ...operacion, archivo, disposicion }));

test('a coupon that is not listed is kept also where another sheet has a row of its number', async () => {
  await using world = await createRealWorld(100);
  await world.uploads.start(world.draft(distinctCupones(3).slice(0, 1)), { marcador: 'ninguno' }, signal);
  // The service has the first coupon already and does not list it again.
  const upload = addDraft(world.ledger, distinctCupones(3), {
    at: [0, 1, 2].map((i) => ({ hoja: `H${String(i)}`, fila: 2 })),
  });
  const result = await world.uploads.start(upload, { marcador: 'ninguno' }, signal);
  expect(result).toMatchObject({ estado: 'terminada', resumen: { existen: 1 } });
  expect(rowsOf(world, findConciliacion(world.ledger, upload) ?? '').map(({ disposicion }) => disposicion)).toEqual([
    'sin_conciliar',
    'sin_conciliar',
    'existente',
  ]);
});

test('an upload ends as it would where its result cannot be kept', async () => {
  let discarded = 0;
  const keepResult = () => ({
    add: () => {
      throw new AppError('DISCO_LLENO');
    },
    end: () => {
      throw new Error('nothing came to be kept');
    },
    discard: () => {
      discarded += 1;
    },
  });
  await using done = await uploaded(3, { keepResult });
  const { world, id } = done;
  expect(discarded).toBe(1);
  expect(world.results.show(id)).toBeUndefined();
});
