import path from 'node:path';
import { expect, test, describe } from 'vitest';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { leaveOutLockFiles, createSentUploads } from '#app/conciliar/methods.ts';
import { toCanonicalText } from '#domain/cupon.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createData } from '#sandbox/index.ts';
import { makeSampleCupones } from '../../../scripts/sample-cupones.ts';
import { createTestImport } from './importer.ts';
import { civilDay } from '../../domain/civil-day.ts';
import type { Account } from '#app/accounts/account.ts';
import { createUploadWorld } from '../upload/world.ts';
import { addDraft } from '../../storage/ledger/drafts.ts';

const LOCK = '/ventas/~$octubre.xlsx';

describe('what a spreadsheet program leaves beside an open workbook', () => {
  const left = (files: readonly string[]): { archivos: readonly string[]; said: readonly string[] } => {
    const said: string[] = [];
    return { archivos: leaveOutLockFiles(files, (_text, { nombre }) => said.push(nombre)), said };
  };
  test('is left out of what is read, and said', () => {
    expect(left(['/ventas/octubre.xlsx', LOCK, '/ventas/.~lock.caja.ods#'])).toEqual({
      archivos: ['/ventas/octubre.xlsx'],
      said: ['~$octubre.xlsx', '.~lock.caja.ods#'],
    });
  });
  test('alone it stays, so that the reading says what it is', () => {
    expect(left([LOCK])).toEqual({ archivos: [LOCK], said: [] });
  });
  test('is told by its name and not by that of its folder', () => {
    expect(left(['/~$carpeta/octubre.xlsx', '/ventas/a~$b.xlsx'])).toMatchObject({ said: [] });
  });
});

const SAMPLE = fileURLToPath(new URL('../../../resources/ejemplo/cupones-ejemplo.xlsx', import.meta.url));
const clock = { ...systemClock, now: () => Date.UTC(2026, 10, 21, 13) };

test('the sample workbook has the mistakes it was made with, and the sandbox knows the rest', async () => {
  const importing = createTestImport(path.join(tmpdir(), 'no-hay-plantillas.json'), clock);
  const texts: string[] = [];
  const sink = (tanda: { readonly texts: readonly string[] }): void => {
    texts.push(...tanda.texts);
  };
  const archivos = await importing.importFiles([SAMPLE], { sink }, { signal: new AbortController().signal });
  expect(archivos).toMatchObject([
    {
      resumen: {
        hoja: 'Cupones',
        encabezado: 4,
        filas: 421,
        validas: 416,
        sinMapear: ['Vendedor'],
        errores: [
          { codigo: 'LARGO_MAXIMO', arreglo: '0010' },
          { codigo: 'OBLIGATORIO', campo: 'importe' },
          { codigo: 'LARGO_MAXIMO', valor: '49051' },
          { codigo: 'FECHA_IMPOSIBLE' },
          { codigo: 'NO_ES_NUMERO', campo: 'lote' },
        ],
        avisos: [
          { codigo: 'IMPORTES_NEGATIVOS', filas: 3 },
          { codigo: 'CEROS_PERDIDOS' },
          { codigo: 'FECHA_FUTURA' },
          { codigo: 'POSIBLE_DUPLICADO' },
          { codigo: 'FILA_DE_TOTALES' },
        ],
      },
    },
  ]);
  // When this fails the sandbox's data changed: `node scripts/sample.ts` makes the workbook again.
  const data = createData({ semilla: 1, operaciones: 5000, hoy: civilDay('2026-11-21') });
  const options = { cantidad: 420, semilla: 1, desde: civilDay('2026-10-01'), hasta: civilDay('2026-11-15') };
  const known = new Set(makeSampleCupones({ data }, options).map(({ cupon }) => toCanonicalText(cupon)));
  expect(texts.filter((text) => !known.has(text))).toHaveLength(2);
});

const ACCOUNT: Account = {
  id: 'c',
  nombre: 'La Espiga',
  url: 'http://127.0.0.1:1/',
  tipo: 'api',
  apiKey: 'k',
  isFromEnvironment: false,
};
type Ledger = ReturnType<typeof createUploadWorld>['ledger'];
const deps = (ledger: Ledger | undefined) => ({
  choose: () => Promise.resolve(ACCOUNT),
  ledgers: { openExisting: () => Promise.resolve(ledger) },
  caches: { existingResults: () => Promise.resolve(undefined) },
});
const tandasOf = (ledger: Ledger) => createSentUploads(deps(ledger)).tandas;

test('of thousands of sends, those around the one under way', async () => {
  const { uploads, ledger, cut, signal } = createUploadWorld({});
  const amounts = Array.from({ length: 3000 }, (_, i) => `${String(i)}.50`);
  const many = addDraft(
    ledger,
    amounts.map((importe) => ({ fecha_venta: '2026-10-01', importe })),
  );
  cut();
  await uploads.start(many, { marcador: 'auto' }, signal);
  const { filas, tandas } = await tandasOf(ledger)({ carga: many });
  expect([tandas, filas.length, filas[0]?.n]).toEqual([1002, 400, 1]);
});

test('an upload that there is not is told', async () => {
  const { ledger } = createUploadWorld({});
  await expect(tandasOf(ledger)({ carga: 'no-esta' })).rejects.toMatchObject({ code: 'CARGA_INEXISTENTE' });
});

test('the files sent last are there, newest first, with how they ended', async () => {
  const { uploads, ledger, draft, cut, signal } = createUploadWorld({});
  const first = draft(0);
  await uploads.start(first, { marcador: 'auto' }, signal);
  const second = draft(100);
  cut();
  await uploads.start(second, { marcador: 'auto' }, signal);
  expect(await createSentUploads(deps(ledger)).recientes({})).toMatchObject([
    { carga: second, archivos: ['a'], cupones: 8, estado: 'ENVIANDO' },
    { carga: first, archivos: ['a'], cupones: 8, estado: 'TERMINADA' },
  ]);
});

test('an account that never sent anything has no recent files, and makes no ledger to say so', async () => {
  expect(await createSentUploads(deps(undefined)).recientes({})).toEqual([]);
});
