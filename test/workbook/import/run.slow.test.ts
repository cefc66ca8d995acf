import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { isAppError } from '#contract/errors.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createImportRunner, IMPORT_WORKER_URL, type RunnerDeps } from '#workbook/import/run.ts';
import { TODAY } from '../../domain/cupones/validate-sheet.ts';
import { test as base } from '../../platform/temporary-folder.ts';

const DYING_WORKER_URL = new URL('./dying-worker.ts', import.meta.url);

const test = base.extend<{ file: (content: string, name?: string) => Promise<string> }>({
  file: async ({ folder }, use) => {
    await use(async (content, name = 'cupones.csv') => {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return file;
    });
  },
});

type Taker = Parameters<ReturnType<typeof createImportRunner>['run']>[1];
interface RunOptions extends Partial<RunnerDeps> {
  readonly taker?: Taker;
  readonly signal?: AbortSignal;
}
const run = (file: string, { taker = {}, signal = new AbortController().signal, ...deps }: RunOptions = {}) =>
  createImportRunner({ workerUrl: IMPORT_WORKER_URL, clock: systemClock, ...deps }).run(
    { archivo: file, hoy: TODAY, conCupones: true },
    taker,
    signal,
  );
const dying = (how: string, deps: Partial<RunnerDeps> = {}) => run(how, { workerUrl: DYING_WORKER_URL, ...deps });

const lines = (rows: number): string =>
  `fecha_venta;comprobante;tarjeta_nro;importe\n${Array.from({ length: rows }, (_, i) => `2026-11-01;${String(i)};4905;${String(i)},50\n`).join('')}`;

test('coupons come out in file order, chunk by chunk', async ({ file }) => {
  const chunks: number[] = [];
  const rows: number[] = [];
  let texts = 0;
  const cupones: Taker['cupones'] = (chunk) => {
    chunks.push(chunk.filas.length);
    rows.push(...chunk.filas);
    texts += chunk.texts.length;
  };
  const outcome = await run(await file(lines(4500)), { taker: { cupones } });
  expect(outcome).toMatchObject({ tipo: 'leido', resumen: { filas: 4500, validas: 4500 } });
  expect(chunks).toEqual([2000, 2000, 500]);
  expect(rows).toEqual(Array.from({ length: 4500 }, (_, i) => i + 2));
  expect(texts).toBe(4500);
});

test('no more than two chunks are given while one is being taken', async ({ file }) => {
  let taking = 0;
  let most = 0;
  const cupones: Taker['cupones'] = async () => {
    taking++;
    most = Math.max(most, taking);
    await new Promise((resolve) => setImmediate(resolve));
    taking--;
  };
  await run(await file(lines(9000)), { taker: { cupones } });
  expect(most).toBe(1);
});

test('what the taker throws stops the import', async ({ file }) => {
  const taker: Taker = { cupones: () => Promise.reject(new Error('disk full')) };
  await expect(run(await file(lines(5000)), { taker })).rejects.toThrow('disk full');
});

test('stopping ends the thread and is CANCELADO', async ({ file }) => {
  const stop = new AbortController();
  const taker: Taker = {
    noteProgress: () => {
      stop.abort();
    },
  };
  await expect(run(await file(lines(5000)), { taker, signal: stop.signal })).rejects.toSatisfy((error) =>
    isAppError(error, 'CANCELADO'),
  );
  await expect(run('x', { signal: AbortSignal.abort() })).rejects.toSatisfy((error) => isAppError(error, 'CANCELADO'));
});

test.for([
  ['hola\n', /./],
  ['Fecha  Cupón  Importe\n03/11/2026  4021  1.250,00\n', /en una sola columna/],
  ['Fecha Cupón\n03/11/2026 4021\n', /en una sola columna/],
  ['Ventas de octubre\nFecha;Cupón;Últimos 4;Importe\n', /^La tabla está vacía/],
] as const)('a file without a table, or with an empty one, is told: %j', async ([text, mensaje], { file }) => {
  expect(await run(await file(text))).toMatchObject({
    ilegible: { codigo: 'SIN_TABLA', mensaje: expect.stringMatching(mensaje) },
    detalle: null,
  });
});

test('a file without the needed columns is told, with its columns', async ({ file }) => {
  expect(await run(await file('Comprobante;Lote\n1;2\n'))).toMatchObject({
    ilegible: {
      codigo: 'COLUMNAS_SIN_MAPEAR',
      mensaje: expect.stringContaining('la fecha de venta ni el importe'),
      hoja: null,
      encabezado: 1,
      mapeo: { comprobante: 'Comprobante', lote: 'Lote' },
      sinMapear: [],
    },
    detalle: {
      columnas: [
        { letra: 'A', campo: 'comprobante' },
        { letra: 'B', campo: 'lote' },
      ],
    },
  });
});

test('a thread that crashes while reading is a damaged file, without a stack', async () => {
  const outcome = await dying('error');
  expect(outcome).toMatchObject({ ilegible: { codigo: 'ARCHIVO_DANADO' } });
  expect(JSON.stringify(outcome)).not.toContain('secret');
  expect(await dying('pila')).toMatchObject({ ilegible: { codigo: 'ARCHIVO_DANADO' } });
  expect(await dying('sale')).toMatchObject({ ilegible: { codigo: 'ARCHIVO_DANADO' } });
});

test('a thread that runs out of memory is a file too big', async () => {
  expect(await dying('memoria', { heapMb: 16 })).toMatchObject({ ilegible: { codigo: 'ARCHIVO_DEMASIADO_GRANDE' } });
});

test('a file of an old format has less time from when it is known to be one', async () => {
  const asked: number[] = [];
  const clock = {
    ...systemClock,
    timeout: (ms: number) => {
      asked.push(ms);
      return ms < 100_000 ? AbortSignal.timeout(1) : new AbortController().signal;
    },
  };
  expect(await dying('viejo', { clock })).toMatchObject({ ilegible: { codigo: 'ARCHIVO_DEMASIADO_GRANDE' } });
  expect(asked).toEqual([120_000, 60_000]);
});

test('a reading that does not end is a file too big', async () => {
  const clock = { ...systemClock, timeout: () => AbortSignal.timeout(1) };
  expect(await dying('nunca', { clock })).toMatchObject({ ilegible: { codigo: 'ARCHIVO_DEMASIADO_GRANDE' } });
});

test('a thread that crashes while validating is our bug, not the file', async () => {
  await expect(dying('error:validacion')).rejects.toSatisfy((error) => isAppError(error, 'INTERNO'));
});

test('what is found in every chunk is in the outcome, in file order', async ({ file }) => {
  const rows = Array.from({ length: 4500 }, (_, i) => `2026-11-01;${String(i)};${i % 3 === 0 ? 'x' : '7'};1,50\n`);
  const outcome = await run(await file(`fecha_venta;comprobante;tarjeta_nro;importe\n${rows.join('')}`));
  if (outcome.tipo === 'ilegible') throw new Error(outcome.ilegible.mensaje);
  const { errores, avisos, conError } = outcome.resumen;
  expect(conError).toBe(1500);
  expect(errores.map(({ fila }) => fila)).toEqual(Array.from({ length: 1500 }, (_, i) => i * 3 + 2));
  expect(errores[1499]).toMatchObject({ codigo: 'NO_ES_NUMERO', valor: 'x' });
  expect(avisos).toHaveLength(3000);
  expect(avisos[2999]).toMatchObject({ fila: 4501, codigo: 'CEROS_PERDIDOS', arreglo: '0007' });
});
