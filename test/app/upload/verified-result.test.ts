/** What the verification read is the result: kept as it came, and read from the service only once. */
import { expect, test } from 'vitest';
import { readResult } from '#app/conciliaciones/read-result.ts';
import type { UploadsDeps } from '#app/upload/index.ts';
import { createVerifiedResult } from '#app/upload/verified-result.ts';
import { AppError } from '#contract/errors.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import { systemClock } from '#platform/system-clock.ts';
import { distinctCupones, createRealWorld } from './service-world.ts';

const { signal } = new AbortController();
const context = { signal, onProgress: () => undefined };

const IMPORTADA: Conciliacion = {
  id: '7',
  fecha: null,
  origenDesde: null,
  origenHasta: null,
  total: 1,
  nuevos: 1,
  existentes: 0,
  error: 0,
  conciliados: 1,
  sinConciliar: 0,
  estado: 'IMPORTADO',
};

async function uploaded(count: number, deps: Pick<UploadsDeps, 'keepResult'> = {}) {
  const world = await createRealWorld(100, [], deps);
  const carga = world.borrador(distinctCupones(count));
  const result = await world.uploads.start(carga, { marcador: 'auto' }, signal);
  expect(result).toMatchObject({ estado: 'terminada', resumen: { completo: true, filas: count } });
  const id = world.ledger.upload(carga) === undefined ? '' : (world.uploads.statusOf(carga).id ?? '');
  return { mundo: world, carga, id };
}

test('a finished upload has its result at hand, the same that a second download brings', async () => {
  const { mundo: world, carga, id } = await uploaded(250);
  try {
    const { resultados, ledger: ledgerDb, servicio: service, sandbox } = world;
    const pages = sandbox.listReceived('resultado').length;
    const kept = resultados.show(id);
    expect(kept).toMatchObject({ carga, isOfUpload: true, archivos: ['a.xlsx'], novedades: null });
    const first = [...resultados.cupones(kept?.lectura ?? 0, ['conciliado', 'sin_conciliar'])];
    expect(first).toHaveLength(250);
    expect(first.every(({ archivo, operacion }) => archivo === 'a.xlsx' && operacion.fila !== null)).toBe(true);
    expect(sandbox.listReceived('resultado')).toHaveLength(pages);

    await readResult({ id, servicio: service, resultados, libro: ledgerDb, carga, clock: systemClock }, context);
    const again = resultados.show(id);
    expect([...resultados.cupones(again?.lectura ?? 0, ['conciliado', 'sin_conciliar'])]).toEqual(first);
    expect(again?.grupos).toEqual(kept?.grupos);
    expect(again?.isOfUpload).toBeUndefined();
  } finally {
    await world.close();
  }
});

test('a second pass that shows everything is the result, and no second download is needed', async () => {
  const world = await createRealWorld(100);
  try {
    await world.uploads.start(world.borrador(distinctCupones(30)), { marcador: 'ninguno' }, signal);
    // Thirty of them are there already, and the result does not list them: what is missing is read twice before it is believed.
    const carga = world.borrador(distinctCupones(50));
    const before = world.sandbox.listReceived('resultado').length;
    const result = await world.uploads.start(carga, { marcador: 'ninguno' }, signal);
    expect(result).toMatchObject({ estado: 'terminada', resumen: { existen: 30 } });
    expect(world.sandbox.listReceived('resultado').length - before).toBeGreaterThan(1);
    const id = world.uploads.statusOf(carga).id ?? '';
    const kept = world.resultados.show(id);
    expect(kept).toMatchObject({ carga, isOfUpload: true });
    const of = { id, servicio: world.servicio, resultados: world.resultados, libro: world.ledger, carga };
    const first = [...world.resultados.cupones(kept?.lectura ?? 0, ['conciliado', 'sin_conciliar', 'existente'])];
    await readResult({ ...of, clock: systemClock }, context);
    const again = world.resultados.show(id);
    expect([...world.resultados.cupones(again?.lectura ?? 0, ['conciliado', 'sin_conciliar', 'existente'])]).toEqual(
      first,
    );
    expect(again?.grupos).toEqual(kept?.grupos);
  } finally {
    await world.close();
  }
});

test('the last pass is kept, and only where it is the result by itself', () => {
  const kept: string[] = [];
  const verified = createVerifiedResult((id) => {
    kept.push(`open ${id}`);
    return {
      add: (cupones) => kept.push(`add ${String(cupones.length)}`),
      end: ({ estado }) => kept.push(`end ${estado}`),
      discard: () => kept.push('discard'),
    };
  });
  verified.begin('7');
  verified.add([]);
  verified.begin('7');
  verified.end(IMPORTADA, true);
  expect(kept.splice(0)).toEqual(['open 7', 'add 0', 'discard', 'open 7', 'end IMPORTADO']);
  verified.begin('7');
  verified.end(IMPORTADA, false);
  verified.drop();
  expect(kept).toEqual(['open 7', 'discard']);
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
  const { mundo: world, id } = await uploaded(3, { keepResult });
  try {
    expect(discarded).toBe(1);
    expect(world.resultados.show(id)).toBeUndefined();
  } finally {
    await world.close();
  }
});
