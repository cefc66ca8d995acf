import { expect, test, describe } from 'vitest';
import { leaveOutLockFiles, createSentUploads } from '#app/conciliar/methods.ts';
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
