import { expect, test } from 'vitest';
import { createSentUploads } from '#app/conciliar/sent-uploads.ts';
import type { Account } from '#app/accounts/account.ts';
import { createUploadWorld } from '../upload/world.ts';

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

test('a finished upload says of every send what it was worth and how it is known to be there', async () => {
  const { uploads, ledger, borrador: draft, signal } = createUploadWorld({});
  const upload = draft(0);
  await uploads.start(upload, { marcador: 'auto' }, signal);
  const said = await tandasOf(ledger)({ carga: upload });
  expect(said).toMatchObject({ carga: upload, tandas: 4, confirmadas: 4, cupones: 8 });
  expect(said.filas.map(({ n, tipo, cupones, importe, antes }) => ({ n, tipo, cupones, importe, antes }))).toEqual([
    { n: 1, tipo: 'primero', cupones: 1, importe: '1.00', antes: null },
    { n: 2, tipo: 'tanda', cupones: 3, importe: '3.00', antes: 1 },
    { n: 3, tipo: 'tanda', cupones: 3, importe: '3.00', antes: 4 },
    { n: 4, tipo: 'cierre', cupones: 1, importe: '1.00', antes: 7 },
  ]);
  expect(said.filas.every(({ prueba, at, id }) => prueba === 'respuesta' && at !== null && id !== null)).toBe(true);
});

test('one that was stopped shows what it has still to send', async () => {
  const { uploads, ledger, borrador: draft, cut, signal } = createUploadWorld({});
  const upload = draft(0);
  cut();
  await uploads.start(upload, { marcador: 'auto' }, signal);
  const { filas, confirmadas, tandas } = await tandasOf(ledger)({ carga: upload });
  expect([confirmadas, tandas]).toEqual([1, 4]);
  expect(filas.slice(1).map(({ estado, importe }) => [estado, importe])).toEqual([
    ['en_espera', '3.00'],
    ['en_espera', '3.00'],
    ['en_espera', '1.00'],
  ]);
});

test('of thousands of sends, those around the one under way', async () => {
  const { uploads, ledger, cut, signal } = createUploadWorld({});
  const many = ledger.createDraft({ cuenta: 'c', archivos: ['a'] });
  cut();
  ledger.addCupones(
    many,
    Array.from({ length: 3000 }, (_, i) => ({
      archivo: 0,
      hoja: null,
      fila: i + 2,
      texto: `{"fecha_venta":"2026-10-01","importe":"${String(i)}.50"}`,
    })),
  );
  await uploads.start(many, { marcador: 'auto' }, signal);
  const { filas, tandas } = await tandasOf(ledger)({ carga: many });
  expect([tandas, filas.length, filas[0]?.n]).toEqual([1002, 400, 1]);
});

test('an upload that there is not is told', async () => {
  const { ledger } = createUploadWorld({});
  await expect(tandasOf(ledger)({ carga: 'no-esta' })).rejects.toMatchObject({ code: 'CARGA_INEXISTENTE' });
});

test('the files sent last are there, newest first, with how they ended', async () => {
  const { uploads, ledger, borrador: draft, cut, signal } = createUploadWorld({});
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
