/** What a program that was killed while it kept a result leaves. */
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { openResults } from '#storage/results/open.ts';
import type { StoredCupon } from '#storage/results/types.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';
import { test as base } from '../../platform/temporary-folder.ts';

const CUPON: StoredCupon = {
  operacion: {
    importe: '1.00',
    conciliado: false,
    modo: null,
    nro_liquidacion: null,
    fecha_liq: null,
    fila: null,
    liquidaciones_id: null,
  },
  disposicion: 'sin_conciliar',
  archivo: null,
  mensaje: null,
};
const HEADER = {
  encabezado: aConciliacion({ sinConciliar: 1 }),
  carga: null,
  archivos: [],
};

const test = base.extend<{ file: string; counts: () => readonly unknown[] }>({
  file: async ({ folder }, use) => {
    await use(path.join(folder, 'resultados.db'));
  },
  counts: async ({ file }, use) => {
    await use(() => {
      const db = new Database(file, { readonly: true });
      try {
        return ['lectura', 'cupon'].map((table) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
      } finally {
        db.close();
      }
    });
  },
});

/** Opens it as a program of this number would, while those of `running` are. */
const openAs = (file: string, pid: number, running: readonly number[] = []) =>
  openResults(file, { pid, isRunning: (other) => running.includes(other) });

test('is swept when the file is opened next, and what was kept whole stays', ({ file, counts }) => {
  const killed = openAs(file, 10);
  const whole = killed.begin('7');
  whole.add([CUPON]);
  whole.finish(HEADER, 1000);
  killed.begin('8').add([CUPON, CUPON]);
  killed.close();
  expect(counts()).toEqual([2, 3]);
  const next = openAs(file, 11);
  expect(counts()).toEqual([1, 1]);
  expect(next.show('7')).toBeDefined();
  next.close();
});

test('stays while its program runs, which finishes it', ({ file, counts }) => {
  const other = openAs(file, 10);
  const reading = other.begin('7');
  reading.add([CUPON]);
  openAs(file, 11, [10]).close();
  expect(counts()).toEqual([1, 1]);
  reading.finish(HEADER, 1000);
  expect(other.show('7')).toBeDefined();
  other.close();
});

test('of a program that had the number of this one is swept too, and so is one that says nothing of who wrote it', ({
  file,
  counts,
}) => {
  const killed = openAs(file, 10);
  killed.begin('7').add([CUPON]);
  killed.close();
  const before = openResults(file);
  before.begin('8').add([CUPON]);
  before.close();
  openAs(file, 10, [10]).close();
  expect(counts()).toEqual([0, 0]);
});
