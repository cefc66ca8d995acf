import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { crearLibros, type Libros } from '#app/compose/libros.ts';
import type { Cuenta } from '#app/accounts/account.ts';
import type { Clock } from '#domain/clock.ts';
import { dataFolder, type DataFolder } from '#platform/data-folder.ts';

const HORA = 3_600_000;
const ID = '0123456789abcdef';
const cuenta: Cuenta = {
  id: ID,
  nombre: 'Una',
  tipo: 'api',
  apiKey: 'k',
  url: 'https://servicio.example',
  deEntorno: false,
};
let raiz = '';
let datos: DataFolder;
let ahora = 0;
/** Who sleeps: woken by the test, an hour later. */
let despertar: (() => void) | undefined;
let dormidos = 0;
const clock: Clock = {
  now: () => ahora,
  monotonic: () => ahora,
  sleep: (_ms, signal) => {
    dormidos += 1;
    return new Promise((resolve, reject) => {
      despertar = resolve;
      signal?.addEventListener('abort', () => {
        dormidos -= 1;
        reject(signal.reason as Error);
      });
    });
  },
  timeout: () => new AbortController().signal,
};
const avisos: string[] = [];
const crear = (): Libros =>
  crearLibros({ datos, clock, random: () => 0.5, onAviso: (texto) => void avisos.push(texto) });
const copias = (): number => readdirSync(join(datos.cuenta(ID).carpeta, 'copias')).length;

async function pasaUnaHora(): Promise<void> {
  ahora += HORA;
  const antes = dormidos;
  despertar?.();
  await expect.poll(() => dormidos).toBe(antes + 1);
}

beforeEach(() => {
  raiz = mkdtempSync(join(tmpdir(), 'libros-'));
  datos = dataFolder(raiz);
  ahora = Date.UTC(2026, 10, 3);
  dormidos = 0;
});
afterEach(() => {
  rmSync(raiz, { recursive: true, force: true });
});

test('a ledger that is open while nobody does anything is copied once a day', async () => {
  const primero = crear();
  await primero.abrir(cuenta);
  primero.cerrar();
  const libros = crear();
  await libros.abrir(cuenta); // made at an earlier opening, it is copied at this one
  expect(copias()).toBe(1);
  for (let hora = 1; hora <= 24; hora += 1) await pasaUnaHora();
  expect(copias()).toBe(1);
  await pasaUnaHora();
  expect(copias()).toBe(2);
  expect(avisos).toEqual([]);
  libros.cerrar();
});

test('closing ends the rounds, and a ledger opened again has its own', async () => {
  const libros = crear();
  await libros.abrir(cuenta);
  expect(dormidos).toBe(1);
  libros.cerrar();
  expect(dormidos).toBe(0);
  await libros.abrir(cuenta);
  expect(dormidos).toBe(1);
  libros.cerrar();
});
