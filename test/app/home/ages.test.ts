import { describe, expect, test } from 'vitest';
import path from 'node:path';
import { outcomesOf, type UploadSources } from '#app/uploaded/uploads.ts';
import { sumWork, unmatchedOfAge, countUploaded, listUnmatched } from '#app/home/unmatched.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { ReadingCupon, StoredReading } from '#storage/results/open.ts';
import { context } from '../context.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { createHome } from '#app/home/index.ts';
import type { Account } from '#app/accounts/account.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { figuresOf } from '../figures/data.ts';
import { anOperacion, clock, createTestCache, octoberRows, type TestCache } from '../../storage/cache/support.ts';

const TODAY = civilDay('2026-11-21');

interface TestUpload {
  readonly carga: string;
  readonly conciliados: number;
  readonly sin: readonly Cupon[];
  /** The reconciliation of the upload's result. */
  readonly conciliacion?: string;
  /** When a person answered the upload's question, after the result was read. */
  readonly answeredAt?: number;
}

/** The part of a ledger that *Inicio* reads, over given uploads. */
function fakeLedger(uploads: readonly TestUpload[], deleted?: number): NonNullable<UploadSources['ledger']> {
  const uploadOf = (upload: string): TestUpload => {
    const which = uploads.find((each) => each.carga === upload);
    if (which === undefined) throw new Error(upload);
    return which;
  };
  return {
    uploads: () =>
      uploads.map(({ carga, conciliados, sin }) => ({
        carga,
        cuenta: 'c',
        archivos: [],
        congelado: 0,
        total: conciliados + sin.length,
        marcador: null,
        terminada: true,
      })),
    upload: () => undefined,
    getLastEvent: () => ({ kind: 'terminada', at: 100 }),
    readHistory: (upload) => {
      const { conciliacion: id, answeredAt = 100 } = uploadOf(upload);
      const reading = { at: 100, evento: { kind: 'leida', lectura: { encabezado: { id } } } };
      const end = { at: answeredAt, evento: { kind: 'terminada' } };
      return (id === undefined ? [] : [reading, end]) as unknown as ReturnType<
        NonNullable<UploadSources['ledger']>['readHistory']
      >; // the code under test reads only the id
    },
    readCounts: (upload) => ({
      conciliado: uploadOf(upload).conciliados,
      sin_conciliar: uploadOf(upload).sin.length,
      existente: 0,
      rechazado: 0,
      no_informado: 0,
      no_enviado: 0,
    }),
    readDeletions: () => new Map(deleted === undefined ? [] : [['7', deleted]]),
    countDistinct: () => 4321,
    readDecisions: () => [],
    readCupones: (upload) =>
      uploadOf(upload).sin.map((cupon, i) => ({
        seq: i + 1,
        archivo: null,
        fila: null,
        cupon,
        disposicion: 'sin_conciliar' as const,
        modo: null,
        nroLiquidacion: null,
        fechaLiq: null,
      })),
  };
}
const sumOf = (sources: UploadSources) => {
  const outcomes = outcomesOf(sources, 'c');
  return sumWork(listUnmatched(sources, outcomes), { total: countUploaded(sources, outcomes), hoy: TODAY });
};
const show = (uploads: readonly TestUpload[], results?: UploadSources['results']) =>
  sumOf({ ledger: fakeLedger(uploads), results });
const cupon = (saleDate: string, comprobante = '7'): Cupon => ({ fecha_venta: saleDate, comprobante, importe: '5.00' });

/** A newer kept reading of a result, with these unmatched coupons. */
const storedResult = (upload: string, reading: number, without: readonly Cupon[]): UploadSources['results'] => ({
  show: () =>
    ({
      carga: upload,
      leido: reading,
      lectura: 1,
      grupos: { conciliados: { cupones: 9 }, sin_conciliar: { cupones: without.length } },
    }) as unknown as StoredReading, // the code under test reads only these fields
  listReadings: () => new Map(),
  listMatchedLike: () => [],
  cupones: () => without.map((operacion, i) => ({ operacion, n: 201 + i }) as unknown as ReadingCupon),
});

describe('unmatched coupons by age', () => {
  test('each falls in the days since its sale, both ends included', () => {
    const dates = ['2026-11-21', '2026-11-14', '2026-11-13', '2026-10-22', '2026-10-21', '2026-09-22', '2026-09-21'];
    const without = dates.map((saleDate, i) => ({ fecha_venta: saleDate, comprobante: String(i), importe: '10.50' }));
    const seen = show([{ carga: 'A', conciliados: 3, sin: without }]);
    expect(seen.edades.map(({ cupones, importe }) => [cupones, importe])).toEqual([
      [2, '21.00'],
      [1, '10.50'],
      [1, '10.50'],
      [2, '21.00'],
      [1, '10.50'],
    ]);
    expect(seen).toMatchObject({ cupones: 7, total: 10, importe: '73.50' });
  });

  test('a sale dated later than tomorrow has no age, and is listed apart', () => {
    const sin = [cupon('2026-11-21'), cupon('2026-11-22'), cupon('2026-11-23'), cupon('2027-11-20')];
    const sources = { ledger: fakeLedger([{ carga: 'A', conciliados: 0, sin }]), results: undefined };
    const [ahead, week] = sumOf(sources).edades;
    expect([ahead, week]).toMatchObject([
      { desde: -1, cupones: 2, importe: '10.00' },
      { desde: 0, hasta: 7, cupones: 2 },
    ]);
    const rows = unmatchedOfAge(sources, outcomesOf(sources, 'c'), { hoy: TODAY, edad: -1 });
    expect(rows.filas.map(({ operacion }) => operacion.fecha_venta)).toEqual(['2026-11-23', '2027-11-20']);
  });

  test('two equal sales of one upload are two coupons', () => {
    expect(show([{ carga: 'A', conciliados: 1, sin: [cupon('2026-11-20'), cupon('2026-11-20')] }]).cupones).toBe(2);
  });

  test('the rows of an age are the coupons that it counts, each once, with a reconciliation that shows it', () => {
    const loose = [
      { carga: 'B', conciliados: 1, conciliacion: '8', sin: [cupon('2026-11-10'), cupon('2027-01-01', '3')] },
      { carga: 'A', conciliados: 1, conciliacion: '7', sin: [cupon('2026-11-10'), cupon('2026-11-08', '9')] },
    ];
    const sources = { ledger: fakeLedger(loose), results: undefined };
    const rowsOf = (age?: number) => unmatchedOfAge(sources, outcomesOf(sources, 'c'), { hoy: TODAY, edad: age });
    expect(show(loose)).toMatchObject({ cupones: 3, total: 4321 });
    for (const { desde, hasta, cupones, importe } of show(loose).edades) {
      expect(rowsOf(desde)).toMatchObject({ edad: { desde, hasta }, cupones });
      const sum = rowsOf(desde).filas.reduce((all, { operacion }) => all + Number(operacion.importe), 0);
      expect(sum.toFixed(2)).toBe(importe);
      expect(rowsOf(desde).filas).toHaveLength(cupones);
    }
    expect(rowsOf(8).filas).toMatchObject([
      { n: 0, conciliacion: '7', dias: 13, operacion: { comprobante: '9' } },
      { n: 1, conciliacion: '8', dias: 11, operacion: { comprobante: '7' } },
    ]);
    // A sale of tomorrow has no age.
    expect(rowsOf()).toMatchObject({
      edad: null,
      cupones: 3,
      miradas: 2,
      filas: [{}, {}, { dias: null }],
    });
  });

  test('what matched since is in the result that was read again, unless the upload was read later', () => {
    const uploads = [
      { carga: 'A', conciliados: 1, conciliacion: '7', sin: [cupon('2026-11-20'), cupon('2026-11-19')] },
    ];
    expect(show(uploads, storedResult('A', 101, [cupon('2026-11-19')])).cupones).toBe(1);
    expect(show(uploads, storedResult('A', 99, [])).cupones).toBe(2);
    expect(show(uploads, storedResult('otra', 101, [])).cupones).toBe(2);
  });

  test('what the upload kept is its newest state, also where a question was answered after it', () => {
    const coupons = [cupon('2026-11-20')];
    const upload = { carga: 'A', conciliados: 1, conciliacion: '7', sin: coupons, answeredAt: 300 };
    const sources = { ledger: fakeLedger([upload]), results: storedResult('A', 100, coupons) };
    const { filas } = unmatchedOfAge(sources, outcomesOf(sources, 'c'), { hoy: TODAY, edad: undefined });
    expect(filas.map(({ nLectura }) => nLectura)).toEqual([201]);
  });

  test('what was deleted from the service waits for nothing, unless it was taken up again later', () => {
    const uploads = [{ carga: 'A', conciliados: 1, conciliacion: '7', sin: [cupon('2026-11-20')] }];
    const outcomesWhere = (when: number) => outcomesOf({ ledger: fakeLedger(uploads, when), results: undefined }, 'c');
    expect(outcomesWhere(100)).toEqual([]);
    expect(outcomesWhere(99)).toHaveLength(1);
    expect(sumOf({ ledger: fakeLedger(uploads, 99), results: undefined }).cupones).toBe(1);
  });

  test('results of other PCs that were read here count too, a coupon that both have once', () => {
    const others = [cupon('2026-11-20'), cupon('2026-11-19', '8')];
    const results = {
      ...storedResult('otra', 101, others),
      show: () => undefined,
      listReadings: () =>
        new Map([
          ['9', { lectura: 1, leido: 101, conciliados: { cupones: 3 }, sinConciliar: { cupones: 2 } } as never], // the code under test reads only these fields
        ]),
    } as NonNullable<UploadSources['results']>;
    const own = [{ carga: 'A', conciliados: 1, conciliacion: '7', sin: [cupon('2026-11-20')] }];
    expect(show(own, results)).toMatchObject({ cupones: 2 });
    const sources = { ledger: fakeLedger(own), results };
    const { filas } = unmatchedOfAge(sources, outcomesOf(sources, 'c'), {
      hoy: TODAY,
      edad: undefined,
    });
    expect(filas.map(({ conciliacion }) => conciliacion)).toEqual(['9', '7']);
    // A coupon of another PC has no row: only its number in the reading names it.
    expect(filas.map(({ n, nLectura }) => [n, nLectura])).toEqual([
      [0, 202],
      [1, null],
    ]);
    expect(sumOf({ ledger: undefined, results })).toMatchObject({ cupones: 2, total: 5 });
  });

  test('uploads whose result was never read say nothing: that is not "none"', () => {
    const outcomes = (uploads: readonly TestUpload[]) =>
      outcomesOf({ ledger: fakeLedger(uploads), results: undefined }, 'c');
    expect(outcomes([{ carga: 'A', conciliados: 0, sin: [] }])).toEqual([]);
    expect(outcomes([])).toEqual([]);
    expect(show([{ carga: 'A', conciliados: 4, sin: [] }])).toMatchObject({ cupones: 0, total: 4 });
  });
});

const ACCOUNT = { id: '0123456789abcdef', nombre: 'prueba' } as unknown as Account; // the code under test reads only these fields
/** The clock of these tests stands on 21 November 2026. */
const SOON = { fecha_pago: '2026-11-25' };

function showHome({ cache, ruta }: TestCache) {
  const data = figuresOf(cache);
  const home = createHome({
    accounts: { choose: () => Promise.resolve(ACCOUNT) },
    withData: (_account, job) => job(data),
    ledgers: { openExisting: () => Promise.resolve(undefined) },
    caches: { existingResults: () => Promise.resolve(undefined) },
    listWork: () => Promise.resolve(null),
    data: getDataFolder(path.dirname(ruta)),
    clock,
  });
  return home.ver({ cuenta: undefined }, context);
}

test('what is to be credited is unknown while operations were read by another date only', async () => {
  using test = createTestCache();
  test.cache.write(octoberRows([anOperacion('1', SOON)]));
  const { coberturas, porAcreditar, linea, proximas, hoy } = await showHome(test);
  expect(coberturas.porPago).toMatchObject({ estado: 'parcial', porOtraFecha: true });
  expect(porAcreditar.importe).toBeNull();
  expect(proximas).toEqual([]);
  const days = linea.filter(({ fecha }) => fecha > hoy);
  expect(days.map(({ clase, importe }) => [clase, importe])).toEqual(days.map(() => ['sin_leer', null]));
});
