import path from 'node:path';
import { expect, test } from 'vitest';
import { createHome } from '#app/home/index.ts';
import type { Account } from '#app/accounts/account.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { figuresOf } from '../figures/data.ts';
import {
  anOperacion,
  clock,
  createTestCache,
  HOUR,
  NOW,
  octoberRows,
  type TestCache,
} from '../../storage/cache/support.ts';
import { civilDay } from '../../domain/civil-day.ts';

const ACCOUNT = { id: '0123456789abcdef', nombre: 'prueba' } as unknown as Account; // only these are looked at here
/** The clock of these tests stands on 21 November 2026. */
const SOON = { fecha_pago: '2026-11-25' };

/** *Inicio* over a cache of a test. */
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
  return home.show({ cuenta: undefined });
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

test('an account that contracts the bank later has it', async () => {
  using test = createTestCache();
  const movements = { metodo: 'movimientos', campo: 'fecha' } as const;
  test.cache.write(octoberRows([], { ...movements, contratado: false, leido: NOW - HOUR }));
  expect((await showHome(test)).banco).toBe(false);
  test.cache.write(octoberRows([], { ...movements, desde: civilDay('2026-10-20') }));
  expect((await showHome(test)).banco).toBe(true);
});

test('what is to be credited is known once operations were read by payment date', async () => {
  using test = createTestCache();
  const days = { campo: 'fecha_pago', desde: civilDay('2026-11-22'), hasta: civilDay('2027-11-21') };
  test.cache.write(octoberRows([anOperacion('1', SOON)], days));
  const { porAcreditar, linea } = await showHome(test);
  expect(porAcreditar).toMatchObject({ importe: '1212.28', operaciones: 1 });
  expect(linea.find(({ fecha }) => fecha === '2026-11-24')).toMatchObject({ clase: 'por_acreditar', importe: '0.00' });
});
