import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '#domain/clock.ts';
import { marcar } from '#domain/upload/index.ts';
import { abrirLibro } from '#storage/ledger/index.ts';
import { ledgerCreate } from '../../../src-main/storage/ledger/migrations/0001-ledger-create.ts';

const clock: Clock = {
  now: () => Date.UTC(2026, 10, 3),
  monotonic: () => 0,
  sleep: () => Promise.resolve(),
  timeout: () => new AbortController().signal,
};
const TEXTOS = ['2026-10-01', '2026-10-01', '2026-11-30'].map(
  (fecha, i) => `{"referencia":"r${String(i)}","fecha_venta":"${fecha}","importe":"1.00","auxiliar_5":"x"}`,
);
const MARCADOR = { campo: 'auxiliar_4', nonce: 'abc' } as const;

/** A ledger as the first step of the schema left it: two uploads, with and without marker, and a draft that was left behind. */
function antes(): string {
  const carpeta = mkdtempSync(join(tmpdir(), 'libro-'));
  onTestFinished(() => {
    rmSync(carpeta, { recursive: true, force: true });
  });
  const ruta = join(carpeta, 'ledger.db');
  const db = new Database(ruta);
  db.exec(ledgerCreate.sql);
  db.pragma('user_version = 1');
  const upload = db.prepare(`INSERT INTO upload VALUES (?, ?, 'c', '["a.xlsx"]', 0, 0, 3, ?, ?, x'00')`);
  const cupon = db.prepare(`INSERT INTO cupon VALUES (?, ?, 0, 'H', ?, ?, ?)`);
  const huella = (texto: string) => hash('sha256', texto, 'buffer').subarray(0, 16);
  for (const [carga, marcador] of [[1, MARCADOR] as const, [2, null] as const]) {
    upload.run(carga, `CARGA-${String(carga)}`, marcador?.campo ?? null, marcador?.nonce ?? null);
    TEXTOS.forEach((texto, i) => {
      const enviado = marcador === null ? texto : marcar(texto, marcador, i + 1);
      cupon.run(carga, i + 1, i + 2, enviado, huella(texto));
    });
  }
  db.exec(`INSERT INTO borrador VALUES (3, 'BORRADOR', 'c', '["b.xlsx"]', 0)`);
  db.exec(`INSERT INTO hallazgo VALUES (3, 1, 'error', 'b.xlsx', '{}'), (1, 1, 'error', 'a.xlsx', '{}')`);
  db.close();
  return ruta;
}

test('what an upload sends is the same, byte by byte', async () => {
  const libro = await abrirLibro(antes(), { clock, random: () => 0.5 });
  expect(libro.textos('CARGA-1', 1, 3, [])).toEqual(TEXTOS.map((texto, i) => marcar(texto, MARCADOR, i + 1)));
  expect(libro.textos('CARGA-2', 1, 3, [])).toEqual(TEXTOS);
  libro.close();
});

test('its coupons are still found as sent, one by one and as a whole', async () => {
  const libro = await abrirLibro(antes(), { clock, random: () => 0.5 });
  const find = libro.openSent();
  expect(TEXTOS.map((texto) => find(texto, 1))).toMatchObject([2, 3, 4].map((fila) => ({ carga: 'CARGA-2', fila })));
  const otra = libro.crearBorrador({ cuenta: 'c', archivos: ['a.xlsx'] });
  libro.agregarCupones(
    otra,
    TEXTOS.toReversed().map((texto, i) => ({ archivo: 0, hoja: 'H', fila: i + 2, texto })),
  );
  expect(libro.igualesA(otra)).toEqual({ pendiente: 'CARGA-2', terminada: null });
  libro.close();
});

test('a draft that was left behind goes, findings and all, and those of an upload stay', async () => {
  const ruta = antes();
  (await abrirLibro(ruta, { clock, random: () => 0.5 })).close();
  const db = new Database(ruta, { readonly: true });
  expect(db.prepare('SELECT count(*) AS n FROM borrador').get()).toEqual({ n: 0 });
  expect(db.prepare('SELECT carga FROM hallazgo').all()).toEqual([{ carga: 1 }]);
  db.close();
});

test('the ledger is copied first', async () => {
  const ruta = antes();
  (await abrirLibro(ruta, { clock, random: () => 0.5 })).close();
  const [copia = ''] = readdirSync(join(ruta, '..', 'copias'));
  const db = new Database(join(ruta, '..', 'copias', copia), { readonly: true });
  expect(db.pragma('user_version', { simple: true })).toBe(1);
  db.close();
});

test('the coupons of a day are found by the index of fingerprints', async () => {
  const ruta = antes();
  (await abrirLibro(ruta, { clock, random: () => 0.5 })).close();
  const db = new Database(ruta, { readonly: true });
  const plan = db.prepare(`EXPLAIN QUERY PLAN SELECT fila FROM cupon WHERE huella = x'00'`).all();
  expect(JSON.stringify(plan)).toContain('INDEX cupon_huella');
  db.close();
});
