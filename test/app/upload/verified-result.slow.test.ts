/** What the verification read is the result: kept as it came, and read from the service only once. */
import { expect, test } from 'vitest';
import { readResult } from '#app/conciliaciones/read-result.ts';
import type { UploadsDeps } from '#app/upload/index.ts';
import { uploadsOf } from '#app/uploaded/uploads.ts';
import { createVerifiedResult } from '#app/upload/verified-result.ts';
import { AppError } from '#contract/errors.ts';
import type { ResultCupon, ResultPage } from '#domain/conciliacion.ts';
import { toCanonicalText } from '#domain/cupon.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createTestClock } from '../../service/fixtures.ts';
import { distinctCupones, createRealWorld } from './service-world.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';

type World = Awaited<ReturnType<typeof createRealWorld>>;

const { signal } = new AbortController();
const context = { signal, onProgress: () => undefined };

const IMPORTED = aConciliacion({ conciliados: 1 });

async function uploaded(count: number, deps: Pick<UploadsDeps, 'keepResult'> = {}) {
  const world = await createRealWorld(100, [], deps);
  const upload = world.borrador(distinctCupones(count));
  const result = await world.uploads.start(upload, { marcador: 'auto' }, signal);
  expect(result).toMatchObject({ estado: 'terminada', resumen: { completo: true, filas: count } });
  const id = world.ledger.upload(upload) === undefined ? '' : (world.uploads.statusOf(upload).id ?? '');
  return { world, carga: upload, id };
}

/** The coupons of a reading as they are kept. Their numbers are its own: another reading may give others. */
const cuponesIn = (results: World['results'], reading = 0) =>
  Array.from(results.cupones(reading, ['conciliado', 'sin_conciliar', 'existente']), ({ n: _, ...stored }) => stored);

test('a finished upload has its result at hand, the same that a second download brings', async () => {
  const { world, carga, id } = await uploaded(250);
  try {
    const { results, ledger: ledgerDb, servicio: service, sandbox } = world;
    const pages = sandbox.listReceived('resultado').length;
    const kept = results.show(id);
    expect(kept).toMatchObject({ carga, isOfUpload: true, archivos: ['a.xlsx'], novedades: null });
    const first = cuponesIn(results, kept?.lectura);
    expect(first).toHaveLength(250);
    expect(first.every(({ archivo, operacion }) => archivo === 'a.xlsx' && operacion.fila !== null)).toBe(true);
    expect(sandbox.listReceived('resultado')).toHaveLength(pages);

    await readResult({ id, servicio: service, results, ledger: ledgerDb, carga, clock: systemClock }, context);
    const again = results.show(id);
    expect(cuponesIn(results, again?.lectura)).toEqual(first);
    expect(again?.grupos).toEqual(kept?.grupos);
    expect(again?.isOfUpload).toBeUndefined();
  } finally {
    await world.close();
  }
});

test('what a finished upload kept is as new as its ledger: the queue has the numbers of its coupons', async () => {
  // Every look at the clock is later than the one before, as on a slow disk.
  let looks = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + looks++ };
  const world = await createRealWorld(100, [], { clock });
  try {
    const upload = world.borrador(distinctCupones(3));
    await world.uploads.start(upload, { marcador: 'auto' }, signal);
    const kept = world.results.show(world.uploads.statusOf(upload).id ?? '');
    expect(uploadsOf({ ledger: world.ledger, results: world.results }, 'c')).toMatchObject([
      { carga: upload, lectura: kept?.lectura ?? expect.unreachable() },
    ]);
  } finally {
    await world.close();
  }
});

test('a second pass that shows everything is the result, and no second download is needed', async () => {
  const world = await createRealWorld(100);
  try {
    await world.uploads.start(world.borrador(distinctCupones(30)), { marcador: 'ninguno' }, signal);
    // Thirty of them are there already, and the result does not list them: what is missing is read twice before it is believed.
    const upload = world.borrador(distinctCupones(50));
    const before = world.sandbox.listReceived('resultado').length;
    const result = await world.uploads.start(upload, { marcador: 'ninguno' }, signal);
    expect(result).toMatchObject({ estado: 'terminada', resumen: { existen: 30 } });
    expect(world.sandbox.listReceived('resultado').length - before).toBeGreaterThan(1);
    const id = world.uploads.statusOf(upload).id ?? '';
    const kept = world.results.show(id);
    expect(kept).toMatchObject({ carga: upload, isOfUpload: true });
    const of = { id, servicio: world.servicio, results: world.results, ledger: world.ledger, carga: upload };
    const first = cuponesIn(world.results, kept?.lectura);
    await readResult({ ...of, clock: systemClock }, context);
    const again = world.results.show(id);
    expect(cuponesIn(world.results, again?.lectura)).toEqual(first);
    expect(again?.grupos).toEqual(kept?.grupos);
  } finally {
    await world.close();
  }
});

/** Coupons of a kept result by their row, as it shows them. */
const rowsOf = (world: World, id: string) =>
  [...world.results.cupones(world.results.show(id)?.lectura ?? 0, ['conciliado', 'sin_conciliar', 'existente'])]
    .toSorted((a, b) => (a.operacion.fila ?? 0) - (b.operacion.fila ?? 0))
    .map(({ operacion, archivo, disposicion }) => ({ ...operacion, archivo, disposicion }));

/** Every row of a result, gathered over as many readings as it takes, as one page. */
async function* wholeResult(world: World, id: string): AsyncGenerator<ResultPage> {
  const rows = new Map<string, ResultCupon>();
  let header = IMPORTED;
  while (rows.size < header.total) {
    for await (const page of world.servicio.readResult(id, signal)) {
      ({ encabezado: header } = page);
      for (const row of page.cupones) rows.set(JSON.stringify(row.cupon), row);
    }
  }
  yield { encabezado: header, cupones: [...rows.values()], cuarentena: 0 };
}

test('where rows moved between pages, what all passes showed is the result', async () => {
  const world = await createRealWorld(100, ['resultado_orden=barajado'], { clock: createTestClock() });
  try {
    const upload = world.borrador(distinctCupones(250));
    const before = world.sandbox.listReceived('resultado').length;
    const result = await world.uploads.start(upload, { marcador: 'auto' }, signal);
    expect(result).toMatchObject({ estado: 'terminada', resumen: { completo: true, noInformados: 0 } });
    // No pass of three pages showed every coupon: there were several.
    expect(world.sandbox.listReceived('resultado').length - before).toBeGreaterThan(2 * 3);
    const id = world.uploads.statusOf(upload).id ?? '';
    const kept = rowsOf(world, id);
    expect(kept.map(({ fila }) => fila)).toEqual(Array.from({ length: 250 }, (_, i) => i + 2));
    const of = { id, results: world.results, ledger: world.ledger, carga: upload, clock: systemClock };
    // The same in one page, which no row can leave.
    const whole = { ...world.servicio, readResult: () => wholeResult(world, id) };
    await readResult({ ...of, servicio: whole }, context);
    expect(rowsOf(world, id)).toEqual(kept);
    expect(world.results.show(id)).toMatchObject({ novedades: null });
  } finally {
    await world.close();
  }
});

test('without a marker, rows that moved between pages are not told from doubled ones: nothing is believed, and nothing kept', async () => {
  const world = await createRealWorld(100, ['resultado_orden=barajado'], { clock: createTestClock() });
  try {
    const upload = world.borrador(distinctCupones(250));
    const result = await world.uploads.start(upload, { marcador: 'ninguno' }, signal);
    expect(result).toMatchObject({ estado: 'interrumpida', codigo: 'LECTURA_INESTABLE' });
    expect(world.results.show(world.uploads.statusOf(upload).id ?? '')).toBeUndefined();
  } finally {
    await world.close();
  }
});

test('a coupon that is not listed is kept also where another sheet has a row of its number', async () => {
  const world = await createRealWorld(100);
  try {
    const [first, second, third] = distinctCupones(3);
    await world.uploads.start(
      world.borrador([first].filter((one) => one !== undefined)),
      { marcador: 'ninguno' },
      signal,
    );
    const upload = world.ledger.createDraft({ cuenta: 'c', archivos: ['a.xlsx'] });
    // The first of them is in the service already, which does not list it again.
    const rows = [first, second, third].map((cupon, i) => ({
      archivo: 0,
      hoja: `H${String(i)}`,
      fila: 2,
      texto: toCanonicalText(cupon ?? {}),
    }));
    world.ledger.addCupones(upload, rows);
    const result = await world.uploads.start(upload, { marcador: 'ninguno' }, signal);
    expect(result).toMatchObject({ estado: 'terminada', resumen: { existen: 1 } });
    expect(rowsOf(world, world.uploads.statusOf(upload).id ?? '').map(({ disposicion }) => disposicion)).toEqual([
      'sin_conciliar',
      'sin_conciliar',
      'existente',
    ]);
  } finally {
    await world.close();
  }
});

/** What was done with the keepers that were opened. */
function recording(failing: 'add' | undefined = undefined) {
  const done: string[] = [];
  const verified = createVerifiedResult((id) => {
    done.push(`open ${id}`);
    return {
      add: (cupones) => {
        if (failing === 'add') throw new AppError('DISCO_LLENO');
        done.push(`add ${String(cupones.length)}`);
      },
      again: () => done.push('again'),
      end: ({ encabezado: { estado } }, repeated) => done.push(`end ${estado}, repeated ${repeated}`),
      discard: () => done.push('discard'),
    };
  });
  return { done, verified };
}

test('passes of a verification add to each other, and another verification begins anew', () => {
  const { done, verified } = recording();
  verified.begin('7');
  verified.add([]);
  verified.begin('7');
  verified.end({ encabezado: IMPORTED, sobran: 0, cuarentena: 0 });
  expect(done.splice(0)).toEqual(['open 7', 'add 0', 'again', 'end IMPORTADO, repeated goes']);
  verified.begin('7');
  verified.drop();
  verified.begin('7');
  verified.end({ encabezado: IMPORTED, sobran: 2, cuarentena: 0 });
  expect(done).toEqual(['open 7', 'discard', 'open 7', 'end IMPORTADO, repeated stays']);
});

test('where a pass could not be kept, the passes after it are not the result', () => {
  const { done, verified } = recording('add');
  verified.begin('7');
  verified.add([]);
  verified.begin('7');
  verified.end({ encabezado: IMPORTED, sobran: 0, cuarentena: 0 });
  expect(done.splice(0)).toEqual(['open 7', 'discard']);
  verified.begin('7');
  expect(done).toEqual(['open 7']);
});

test('an upload ends as it would where its result cannot be kept', async () => {
  let discarded = 0;
  const keepResult = () => ({
    add: () => {
      throw new AppError('DISCO_LLENO');
    },
    again: () => undefined,
    end: () => {
      throw new Error('nothing came to be kept');
    },
    discard: () => {
      discarded += 1;
    },
  });
  const { world, id } = await uploaded(3, { keepResult });
  try {
    expect(discarded).toBe(1);
    expect(world.results.show(id)).toBeUndefined();
  } finally {
    await world.close();
  }
});
