import path from 'node:path';
import Database from 'better-sqlite3';
import { fc, forAllOf } from '../../for-all.ts';
import { expect } from 'vitest';
import { formatPlain } from '#domain/money.ts';
import { openResults, type StoredCupon, type Results } from '#storage/results/open.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';
import { test as base } from '../../platform/temporary-folder.ts';
import { aStoredCupon } from './a-stored-cupon.ts';

const TODAY = civilDay('2026-11-21');
const HEADER = {
  encabezado: aConciliacion({ fecha: TODAY, total: 3, nuevos: 3, conciliados: 1, sinConciliar: 2 }),
  carga: null,
  archivos: [],
};

const aCupon = (changes: Partial<StoredCupon['operacion']> = {}): StoredCupon =>
  aStoredCupon(changes.conciliado === true ? 'conciliado' : 'sin_conciliar', {
    fecha_venta: '2026-11-03',
    tarjeta_desc: 'Visa Crédito',
    comprobante: '00047827',
    establecimiento: '12345',
    ...changes,
  });

const test = base.extend<{ db: Results }>({
  db: async ({ folder }, use) => {
    const db = openResults(path.join(folder, 'cache.db'));
    await use(db);
    db.close();
  },
});

function fill(db: Results, cupones: readonly StoredCupon[], reading: number): void {
  const readingNow = db.begin('7');
  readingNow.add(cupones);
  readingNow.finish(HEADER, reading);
}
const readPage = (db: Results, query: Parameters<Results['readPage']>[1], range = { desde: 0, limite: 500 }) =>
  db.readPage(db.show('7')?.lectura ?? 0, query, { ...range, hoy: TODAY });

test('the days of a reading end before a sale whose day had not come', ({ db }) => {
  const sold = (...days: readonly string[]) => days.map((day) => aCupon({ fecha_venta: day }));
  fill(db, sold('2026-10-02', '2026-11-20', '2027-10-05'), Date.UTC(2026, 10, 21, 15));
  expect(db.show('7')?.dias).toEqual({ desde: '2026-10-02', hasta: '2026-11-20' });
});

test('a reading that did not end leaves the one before as it was', ({ db }) => {
  fill(db, [aCupon()], 1000);
  const cut = db.begin('7');
  cut.add([aCupon({ conciliado: true })]);
  expect(db.show('7')?.grupos.conciliados.cupones).toBe(0);
  cut.discard();
  expect(db.show('7')?.leido).toBe(1000);
});

test('what matched since the reading before is new, with its amount', ({ db }) => {
  const one = aCupon({ comprobante: '1' });
  const two = aCupon({ comprobante: '2', importe: '50.25' });
  fill(db, [one, two], 1000);
  expect(db.show('7')?.novedades).toBeNull();
  fill(db, [one, aCupon({ comprobante: '2', importe: '50.25', conciliado: true })], 2000);
  expect(db.show('7')?.novedades).toEqual({ cupones: 1, importe: '50.25', desde: 1000 });
  expect(readPage(db, { grupo: 'conciliados', nuevos: true }).cupones).toBe(1);
});

test('a reading that changes nothing keeps what the one before it brought', ({ db }) => {
  const matched = aCupon({ conciliado: true });
  fill(db, [aCupon()], 1000);
  fill(db, [matched], 2000);
  fill(db, [matched], 3000);
  expect(db.show('7')).toMatchObject({ leido: 3000, novedades: { cupones: 1, desde: 1000 } });
});

test('of equal coupons, only those that matched now are new', ({ db }) => {
  const matched = aCupon({ conciliado: true });
  fill(db, [matched, aCupon(), aCupon()], 1000);
  fill(db, [aCupon(), matched, matched], 2000);
  expect(db.show('7')?.novedades?.cupones).toBe(1);
});

test('a search finds amounts and dates as they are written', ({ db }) => {
  fill(db, [aCupon({ importe: '12450.50' }), aCupon({ fecha_venta: '2026-11-04', importe: '1.00' })], 1000);
  for (const text of ['12.450,50', '12450,50', '03/11/2026', 'visa CREDITO 12.450']) {
    expect(readPage(db, { grupo: 'sin_conciliar', texto: text }).cupones, text).toBe(1);
  }
});

test('numbers that are text are ordered as numbers', ({ db }) => {
  fill(db, [aCupon({ lote: '10' }), aCupon({ lote: '009' }), aCupon({ lote: '2' })], 1000);
  const { filas } = readPage(db, { grupo: 'sin_conciliar', orden: { campo: 'lote', desc: true } });
  expect(filas.map((row) => row.tipo === 'cupon' && row.operacion.lote)).toEqual(['10', '009', '2']);
});

test('coupons are asked for by their number, also none of them', ({ db }) => {
  fill(db, [aCupon({ lote: '1' }), aCupon({ lote: '2' }), aCupon({ lote: '3' })], 1000);
  const lotes = (ns: readonly number[]) =>
    readPage(db, { grupo: 'sin_conciliar', ns }).filas.map((row) => row.tipo === 'cupon' && row.operacion.lote);
  const all = readPage(db, { grupo: 'sin_conciliar' }).filas.flatMap((row) => (row.tipo === 'cupon' ? [row.n] : []));
  expect(lotes(all.slice(1))).toEqual(['2', '3']);
  expect(lotes([])).toEqual([]);
});

test('days since the sale are of what did not match', ({ db }) => {
  fill(db, [aCupon(), aCupon({ conciliado: true })], 1000);
  expect(readPage(db, { grupo: 'sin_conciliar' }).filas[0]).toMatchObject({ dias: 18 });
  expect(readPage(db, { grupo: 'conciliados' }).filas[0]).toMatchObject({ dias: null });
});

test('a reading that was removed is no more, and another may come', ({ db }) => {
  fill(db, [aCupon()], 400);
  db.remove('7');
  expect(db.show('7')).toBeUndefined();
  fill(db, [aCupon()], 600);
  expect(db.show('7')?.leido).toBe(600);
});

test('a reading and its coupons are what was written', ({ db }) => {
  const refused: StoredCupon = {
    ...aCupon({ fila: 2 }),
    disposicion: 'error',
    archivo: 'a.xlsx',
    mensaje: 'no',
    problema: { codigo: 'OBLIGATORIO', campo: 'fecha_venta', columna: null, valor: '', arreglo: null },
  };
  fill(db, [refused], 1000);
  const read = db.show('7');
  expect(read).toMatchObject(HEADER);
  expect([...db.cupones(read?.lectura ?? 0, ['error'])]).toEqual([{ ...refused, n: 1 }]);
});

test('two readings at once do not mix', ({ db }) => {
  const [one, other] = [db.begin('7'), db.begin('8')];
  one.add([aCupon()]);
  other.add([aCupon(), aCupon()]);
  one.add([aCupon()]);
  one.discard();
  other.finish(HEADER, 1000);
  expect([db.show('7'), db.show('8')?.grupos.sin_conciliar.cupones]).toEqual([undefined, 2]);
});

test('a program that is killed while it reads leaves nothing in the cache, and another one may write meanwhile', ({
  db,
  folder,
}) => {
  db.begin('7').add([aCupon()]);
  const other = openResults(path.join(folder, 'cache.db'));
  fill(other, [aCupon()], 1000);
  other.close();
  db.close();
  const file = new Database(path.join(folder, 'cache.db'), { readonly: true });
  expect(file.prepare('SELECT count(*) FROM cupon').pluck().get()).toBe(1);
  file.close();
});

test('a cache that was set aside is told where the reading ends', ({ db }) => {
  const reading = db.begin('7');
  reading.add([aCupon()]);
  db.close();
  for (const step of [() => void reading.add([aCupon()]), () => void reading.finish(HEADER, 1000), reading.discard])
    expect(step).toThrow(expect.objectContaining({ code: 'GUARDADO_ILEGIBLE' }) as Error);
});

test('pages put together are the whole list, however it is cut, grouped or folded', ({ db }) => {
  const cupon = fc.record({
    tarjeta_desc: fc.constantFrom('Visa', 'Cabal', undefined),
    fecha_venta: fc.constantFrom('2026-11-01', '2026-11-02'),
    importe: fc.integer({ min: -100_000, max: 100_000 }).map((cents) => formatPlain(BigInt(cents))),
  });
  forAllOf(
    60,
    fc.array(cupon, { maxLength: 40 }),
    fc.constantFrom(undefined, 'tarjeta' as const, 'dia' as const),
    fc.subarray(['Visa', 'Cabal', '', '2026-11-01']),
    fc.integer({ min: 1, max: 9 }),
    (cupones, grouping, closed, limit) => {
      fill(
        db,
        cupones.map(({ tarjeta_desc, ...rest }) =>
          aCupon({ ...rest, ...(tarjeta_desc === undefined ? { tarjeta_desc: '' } : { tarjeta_desc }) }),
        ),
        1000,
      );
      const query = { grupo: 'sin_conciliar' as const, agrupar: grouping, cerrados: closed };
      const whole = readPage(db, query);
      const pieces = [];
      for (let from = 0; from < whole.total; from += limit)
        pieces.push(...readPage(db, query, { desde: from, limite: limit }).filas);
      expect(pieces).toEqual(whole.filas);
      expect(whole.filas).toHaveLength(whole.total);
      expect(whole.cupones).toBe(cupones.length);
      const sum = (texts: readonly string[]) => texts.reduce((total, one) => total + BigInt(one.replace('.', '')), 0n);
      expect(BigInt(whole.importe.replace('.', ''))).toBe(sum(cupones.map(({ importe }) => importe)));
      if (grouping === undefined) return;
      const groups = whole.filas.filter((row) => row.tipo === 'grupo');
      expect(sum(groups.map(({ importe }) => importe))).toBe(BigInt(whole.importe.replace('.', '')));
      expect(groups.reduce((total, { cupones: n }) => total + n, 0)).toBe(cupones.length);
    },
  );
});

test('the matched coupons that may be a sale are found by its day, amount and numbers, whatever zeros these came back with', ({
  db,
}) => {
  fill(
    db,
    [
      aCupon({ conciliado: true, autorizacion: '007' }),
      aCupon({ conciliado: true, autorizacion: '8' }),
      aCupon({ conciliado: true, comprobante: '47828', autorizacion: '7' }),
      aCupon({ conciliado: true, fecha_venta: '2026-11-04', autorizacion: '7' }),
      aCupon({ autorizacion: '7' }),
      aCupon({ conciliado: true, comprobante: 'A-1' }),
    ],
    1000,
  );
  const unfinished = db.begin('8');
  unfinished.add([aCupon({ conciliado: true, autorizacion: '7' })]);
  const findLike = (cupon: Parameters<Results['listMatchedLike']>[0], importe = 10_000) =>
    db.listMatchedLike({ fecha_venta: '2026-11-03', ...cupon }, importe).map(({ n }) => n);
  expect(findLike({ comprobante: '47827', autorizacion: '7' })).toEqual([1]);
  expect(findLike({ comprobante: '47827', autorizacion: '7' }, 10_001)).toEqual([]);
  expect(findLike({ comprobante: 'a-1' })).toEqual([6]);
});
