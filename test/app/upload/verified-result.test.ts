/** What the verification read is the result: kept as it came, and read from the service only once. */
import { expect, test } from 'vitest';
import { leerResultado } from '#app/conciliaciones/leer-resultado.ts';
import type { UploadsDeps } from '#app/upload/index.ts';
import { createVerifiedResult } from '#app/upload/verified-result.ts';
import { AppError } from '#contract/errors.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import { systemClock } from '#platform/system-clock.ts';
import { cuponesDistintos, mundoReal } from './servicio-mundo.ts';

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
  const mundo = await mundoReal(100, [], deps);
  const carga = mundo.borrador(cuponesDistintos(count));
  const resultado = await mundo.uploads.iniciar(carga, { marcador: 'auto' }, signal);
  expect(resultado).toMatchObject({ estado: 'terminada', resumen: { completo: true, filas: count } });
  const id = mundo.ledger.upload(carga) === undefined ? '' : (mundo.uploads.estado(carga).id ?? '');
  return { mundo, carga, id };
}

test('a finished upload has its result at hand, the same that a second download brings', async () => {
  const { mundo, carga, id } = await uploaded(250);
  try {
    const { resultados, ledger: libro, servicio, sandbox } = mundo;
    const pages = sandbox.recibidos('resultado').length;
    const kept = resultados.ver(id);
    expect(kept).toMatchObject({ carga, isOfUpload: true, archivos: ['a.xlsx'], novedades: null });
    const first = [...resultados.cupones(kept?.lectura ?? 0, ['conciliado', 'sin_conciliar'])];
    expect(first).toHaveLength(250);
    expect(first.every(({ archivo, operacion }) => archivo === 'a.xlsx' && operacion.fila !== null)).toBe(true);
    expect(sandbox.recibidos('resultado')).toHaveLength(pages);

    await leerResultado({ id, servicio, resultados, libro, carga, clock: systemClock }, context);
    const again = resultados.ver(id);
    expect([...resultados.cupones(again?.lectura ?? 0, ['conciliado', 'sin_conciliar'])]).toEqual(first);
    expect(again?.grupos).toEqual(kept?.grupos);
    expect(again?.isOfUpload).toBeUndefined();
  } finally {
    await mundo.cerrar();
  }
});

test('a further pass, which only adds what the first did not show, is no result by itself', () => {
  const kept: string[] = [];
  const verified = createVerifiedResult((id) => {
    kept.push(`open ${id}`);
    return {
      add: (cupones) => kept.push(`add ${String(cupones.length)}`),
      end: ({ estado }) => kept.push(`end ${estado}`),
      discard: () => kept.push('discard'),
    };
  });
  verified.begin('7', true);
  verified.add([]);
  verified.begin('7', false);
  verified.add([]);
  verified.end(IMPORTADA);
  expect(kept).toEqual(['open 7', 'add 0', 'discard']);
  verified.begin('7', true);
  verified.end(IMPORTADA);
  verified.drop();
  expect(kept.slice(3)).toEqual(['open 7', 'end IMPORTADO']);
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
  const { mundo, id } = await uploaded(3, { keepResult });
  try {
    expect(discarded).toBe(1);
    expect(mundo.resultados.ver(id)).toBeUndefined();
  } finally {
    await mundo.cerrar();
  }
});
