import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { createCaches } from '#app/open/caches.ts';
import type { Ledgers } from '#app/open/index.ts';
import { createQuietLedgers } from '../open/quiet-ledgers.ts';
import { NO_COVERAGE } from '#app/coverage/coverage.ts';
import { keepResult } from '#app/conciliaciones/keep-result.ts';
import { createStoredResults, type StoredResults } from '#app/conciliaciones/kept.ts';
import { createNames } from '#app/conciliaciones/listing.ts';
import { AppError } from '#contract/errors.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import type { Conciliacion, ResultCupon, ResultPage } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/open.ts';
import type { CuponRow } from '#storage/ledger/types.ts';
import { addDraft } from '../../storage/ledger/drafts.ts';
import { createTestClock, type TestClock } from '../../service/fixtures.ts';
import { askOf, type Asked } from '../context.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';
import { test as base } from '../../platform/temporary-folder.ts';

const ACCOUNT = { id: '0123456789abcdef', nombre: 'La Espiga' };
const date = parseIsoDate('2026-11-21') ?? null;
const header = aConciliacion({ fecha: date, total: 3, nuevos: 3, conciliados: 1, sinConciliar: 2 });
const aCupon = (n: number): Cupon => ({
  fecha_venta: '2026-11-03',
  tarjeta_desc: 'Visa',
  tarjeta_nro: '4417',
  comprobante: String(n),
  importe: '100.00',
});
const toResult = (n: number, matched = false): ResultCupon => ({
  cupon: aCupon(n),
  conciliado: matched,
  modo: null,
  nroLiquidacion: matched ? '00458384' : null,
  liquidacionesId: null,
  fechaLiq: null,
});

interface World {
  readonly kept: Asked<StoredResults>;
  /** What the service answers of the reconciliation, a page each. */
  pages: (readonly ResultCupon[] | Error)[];
  /** How many rows of each page were set aside. */
  setAside: number;
  /** The header as the service gives it; undefined for a reconciliation that the service does not have. */
  header: Conciliacion | undefined;
  readonly ledgers: Ledgers;
  readonly db: Results;
  readonly clock: TestClock;
}

const test = base.extend<{ world: World }>({
  world: async ({ folder }, use) => {
    const data = getDataFolder(path.join(folder, 'datos'));
    const ledgers = createQuietLedgers({ data, clock: systemClock });
    const clock = createTestClock();
    const caches = createCaches({ data, clock, onNotice: () => undefined });
    const world: Pick<World, 'pages' | 'setAside' | 'header'> = { pages: [], setAside: 0, header };
    async function* resultPage(): AsyncGenerator<ResultPage> {
      for (const page of world.pages) {
        if (page instanceof Error) throw page;
        yield { encabezado: header, cupones: page, cuarentena: world.setAside };
      }
    }
    const service = {
      readResult: resultPage,
      show: () => Promise.resolve(world.header),
      list: () => Promise.resolve({ conciliaciones: [], completa: true }),
    };
    const stored = createStoredResults({
      accounts: { choose: () => Promise.resolve(ACCOUNT as never) },
      sessions: {
        open: () => Promise.resolve({ cuenta: ACCOUNT, servicio: { conciliaciones: service } }),
      } as never,
      ledgers,
      caches,
      names: createNames(data),
      showExplanation: ({ de }) =>
        Promise.resolve({
          id: de ?? null,
          causas: [],
          cupones: [],
          total: 0,
          resumen: [],
          sinBajar: null,
          podados: 0,
          cobertura: NO_COVERAGE,
        }),
      clock,
    });
    await use(
      Object.assign(world, { kept: askOf(stored), ledgers, clock, db: await caches.results(ACCOUNT as never) }),
    );
    await caches.close();
    ledgers.close();
  },
});
const one = { id: '7' };

const anError = (fila: number, valor: string) =>
  ({ fila, columna: 'Fecha', campo: 'fecha_venta', codigo: 'NO_ES_FECHA', valor, mensaje: valor }) as const;

function sendAs7(ledger: Ledger, upload: string): void {
  ledger.freeze(upload, { marcador: 'ninguno', nonce: 'n' });
  ledger.note(upload, [{ kind: 'aplicado', id: '7', prueba: 'respuesta', contadores: null, huerfanas: [] }]);
}

async function draftOf(world: World, cupones: readonly Cupon[], at: readonly Partial<CuponRow>[] = []) {
  const ledger = await world.ledgers.open(ACCOUNT as never);
  return { ledger, upload: addDraft(ledger, cupones, { cuenta: ACCOUNT.id, archivos: ['a.xlsx', 'b.xlsx'], at }) };
}

async function uploadOfTwo(world: World) {
  const drafted = await draftOf(world, [1, 2].map(aCupon));
  sendAs7(drafted.ledger, drafted.upload);
  return drafted;
}

/** An upload of two coupons with a kept result, in which no coupon matched. */
async function uploadThatKept(world: World): Promise<void> {
  const { ledger, upload } = await uploadOfTwo(world);
  const of = { id: '7', results: world.db, ledger, carga: upload, clock: world.clock };
  const keeper = keepResult({ ...of, isOfUpload: true });
  keeper.add([toResult(1), toResult(2)]);
  keeper.end({ encabezado: header, cuarentena: 0 });
}

test('a result is read page by page and kept', async ({ world }) => {
  world.pages = [[toResult(1, true), toResult(2)], [toResult(3)]];
  expect(await world.kept.guardada(one)).toBeNull();
  const reading = await world.kept.leer(one);
  expect(reading).not.toHaveProperty('noAceptados');
  expect(reading.grupos).toMatchObject({
    conciliados: { cupones: 1 },
    sin_conciliar: { cupones: 2, importe: '200.00' },
  });
  expect(await world.kept.guardada(one)).toEqual(reading);
});

test('a coupon of ours that the result does not list is not reported, until it is', async ({ world }) => {
  const { ledger, upload } = await uploadOfTwo(world);
  ledger.disposeWithoutReading(upload, [{ desde: 1, hasta: 2, disposicion: 'no_informado' }]);
  expect(ledger.uploadOf(ACCOUNT.id, '7')).toBe(upload);
  world.pages = [[toResult(1, true)]];
  expect((await world.kept.leer(one)).grupos.no_informados.cupones).toBe(1);
  world.pages = [[toResult(1, true), toResult(2, true)]];
  const reading = await world.kept.leer(one);
  expect(reading.grupos.no_informados.cupones).toBe(0);
  expect(reading.archivos).toEqual(['a.xlsx', 'b.xlsx']);
});

test('coupons that were not taken are counted apart from rows that were not sent', async ({ world }) => {
  const { ledger, upload } = await draftOf(world, [1, 2, 3].map(aCupon), [{}, {}, { archivo: 1 }]);
  const error = anError(9, 'no');
  ledger.addFindings(upload, 'a.xlsx', { errores: [error] });
  sendAs7(ledger, upload);
  ledger.disposeWithoutReading(upload, [{ desde: 2, hasta: 3, disposicion: 'rechazado' }]);
  world.pages = [[toResult(1, true)]];
  const reading = await world.kept.leer(one);
  expect(reading.grupos.errores.cupones).toBe(3);
  expect(reading.noAceptados).toEqual({
    cupones: 2,
    importe: '200.00',
    filas: [
      { archivo: 'a.xlsx', fila: 3 },
      { archivo: 'b.xlsx', fila: 4 },
    ],
  });
  // The error keeps its code, from which the screen builds the text in its language.
  const request = { ...one, grupo: 'errores' as const, desde: 0, limite: 10 };
  const { filas } = await world.kept.cupones(request);
  const { mensaje: _message, fila: _row, ...problem } = error;
  expect(filas).toContainEqual(
    expect.objectContaining({ mensaje: 'Fecha: no', problema: { ...problem, arreglo: null } }),
  );
});

test('rows of one number in two sheets say their sheets, sent or not', async ({ world }) => {
  const sheets = ['Octubre', 'Noviembre'];
  const places = sheets.map((hoja) => ({ hoja, fila: 9 }));
  const { ledger, upload } = await draftOf(world, [1, 2].map(aCupon), places);
  for (const hoja of sheets) ledger.addFindings(upload, 'a.xlsx', { hoja, errores: [anError(12, hoja)] });
  sendAs7(ledger, upload);
  ledger.disposeWithoutReading(upload, [{ desde: 1, hasta: 2, disposicion: 'sin_conciliar' }]);
  world.pages = [[toResult(1), toResult(2)]];
  await world.kept.leer(one);
  const sheetsOf = async (grupo: 'sin_conciliar' | 'errores') => {
    const { filas } = await world.kept.cupones({ ...one, grupo, desde: 0, limite: 10 });
    return filas.flatMap((row) => (row.tipo === 'cupon' ? [[row.operacion.fila, row.hoja]] : []));
  };
  expect(await sheetsOf('sin_conciliar')).toEqual([
    [9, 'Octubre'],
    [9, 'Noviembre'],
  ]);
  expect(await sheetsOf('errores')).toEqual([
    [12, 'Octubre'],
    [12, 'Noviembre'],
  ]);
});

test('a coupon is found by its number as in the spreadsheet, also without its zeros', async ({ world }) => {
  const cupon = { ...aCupon(1), comprobante: '000123', tarjeta_nro: '0042' };
  const { ledger, upload } = await draftOf(world, [cupon]);
  sendAs7(ledger, upload);
  world.pages = [[{ ...toResult(1, true), cupon: { ...cupon, comprobante: '123', tarjeta_nro: '42' } }]];
  await world.kept.leer(one);
  const request = { ...one, grupo: 'conciliados' as const, texto: '000123', desde: 0, limite: 10 };
  expect((await world.kept.cupones(request)).filas).toMatchObject([
    { operacion: { comprobante: '000123', tarjeta_nro: '0042', importe: '100.00', fila: 2 } },
  ]);
});

test('the workbook is written from what is kept, without the service', async ({ world, folder }) => {
  world.pages = [[toResult(1, true), toResult(2)]];
  await world.kept.leer(one);
  world.pages = [new AppError('SIN_CONEXION')];
  const exported = path.join(folder, 'informe.xlsx');
  expect(await world.kept.informe({ ...one, exportar: exported })).toEqual({ exportado: exported });
});

test('a workbook that exists is refused before anything is read', async ({ world, folder }) => {
  const exported = path.join(folder, 'informe.xlsx');
  await writeFile(exported, 'ajeno');
  world.pages = [new AppError('SIN_CONEXION')];
  for (const asked of [world.kept.resultado, world.kept.informe]) {
    await expect(asked({ ...one, exportar: exported })).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
  }
});

test('the whole result is read and kept; what could not be understood is counted', async ({ world }) => {
  world.setAside = 2;
  world.pages = [[toResult(1, true), toResult(2)], [toResult(3)]];
  const result = await world.kept.resultado(one);
  expect(result).toMatchObject({ id: '7', estado: 'IMPORTADO', carga: null, cuarentena: 4 });
  expect(result.operaciones).toMatchObject([
    { comprobante: '1', conciliado: true, nro_liquidacion: '00458384', fila: null },
    { comprobante: '2', conciliado: false },
    { comprobante: '3', conciliado: false },
  ]);
  expect((await world.kept.guardada(one))?.leido).toBe(result.leido);
  world.setAside = 0;
  world.pages = [[toResult(1, true)]];
  const again = await world.kept.resultado(one);
  expect(again.operaciones).toHaveLength(1);
  expect(again).not.toHaveProperty('cuarentena');
});

test('a coupon that is not in the result is not among what the service lists', async ({ world }) => {
  const { ledger, upload } = await uploadOfTwo(world);
  ledger.disposeWithoutReading(upload, [{ desde: 1, hasta: 2, disposicion: 'no_informado' }]);
  world.pages = [[toResult(1, true)]];
  const { carga, operaciones } = await world.kept.resultado(one);
  expect(carga).toBe(upload);
  expect(operaciones).toMatchObject([{ comprobante: '1', fila: 2 }]);
});

test('what the upload read today is given again until a person reads it anew', async ({ world }) => {
  await uploadThatKept(world);
  world.pages = [new AppError('SIN_CONEXION')];
  const matchedIn = async (asked: { releer?: boolean } = {}): Promise<readonly boolean[]> =>
    (await world.kept.resultado({ ...one, ...asked })).operaciones.map(({ conciliado }) => conciliado);
  expect(await matchedIn()).toEqual([false, false]);
  await expect(matchedIn({ releer: true })).rejects.toMatchObject({ code: 'SIN_CONEXION' });
  world.pages = [[toResult(1, true), toResult(2)]];
  expect(await matchedIn({ releer: true })).toEqual([true, false]);
});

test.for([
  'another day',
  'when the service no longer had it',
  'when its header counts otherwise',
  'when its header is gone',
])('what the upload read is read again %s: it may have changed', async (when, { world }) => {
  await uploadThatKept(world);
  if (when === 'another day') world.clock.advance(86_400_000);
  else if (when === 'when the service no longer had it') world.db.markMissing('7', world.clock.now());
  else world.header = when === 'when its header is gone' ? undefined : { ...header, conciliados: 2, sinConciliar: 1 };
  world.pages = [[toResult(1, true), toResult(2, true)]];
  const { operaciones } = await world.kept.resultado(one);
  expect(operaciones).toMatchObject([{ conciliado: true }, { conciliado: true }]);
});

test('coupons of a result that was never read do not exist', async ({ world }) => {
  const request = { ...one, grupo: 'conciliados' as const, desde: 0, limite: 10 };
  await expect(world.kept.cupones(request)).rejects.toMatchObject({ code: 'CONCILIACION_INEXISTENTE' });
});
