import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Account } from '#app/accounts/account.ts';
import { createVistas } from '#app/browse/vistas.ts';

function someViews() {
  const root = mkdtempSync(path.join(tmpdir(), 'conciliador-vistas-'));
  const ofAccount = (id: string) =>
    createVistas({ data: { root }, cuentas: { choose: () => Promise.resolve({ id } as unknown as Account) } });
  return {
    archivo: path.join(root, 'vistas.json'),
    root,
    ofAccount,
    [Symbol.dispose]: () => {
      rmSync(root, { recursive: true });
    },
  };
}

const VISTA = {
  cuenta: undefined,
  nombre: 'Grandes de octubre',
  vista: 'operaciones' as const,
  desde: '2026-10-01',
  filtros: [{ campo: 'importe', op: 'mayor' as const, valor: '100000' }],
  orden: { campo: 'importe', desc: true },
  columnas: [{ campo: 'fecha_venta' }, { campo: 'importe', ancho: 140 }],
};

test('a saved view comes back as it was, in the account where it was saved', async () => {
  using test = someViews();
  await test.ofAccount('a').save(VISTA);
  const { cuenta: _, ...stored } = VISTA;
  expect(await test.ofAccount('a').list({ vista: 'operaciones' })).toEqual([stored]);
  expect(await test.ofAccount('b').list({})).toEqual([]);
  expect(await test.ofAccount('a').list({ vista: 'rechazos' })).toEqual([]);
});

test('the same name in the same view takes its place', async () => {
  using test = someViews();
  const vistas = test.ofAccount('a');
  await vistas.save(VISTA);
  await vistas.save({ ...VISTA, nombre: 'Otra' });
  expect(await vistas.save({ ...VISTA, nombre: 'GRANDES de octubre ', texto: 'espiga' })).toMatchObject([
    { texto: 'espiga' },
    { nombre: 'Otra' },
  ]);
});

test('one is deleted by its name', async () => {
  using test = someViews();
  const vistas = test.ofAccount('a');
  await vistas.save(VISTA);
  expect(await vistas.remove({ nombre: 'Grandes de octubre', vista: 'rechazos' })).toEqual([]);
  expect(await vistas.list({})).toHaveLength(1);
  expect(await vistas.remove({ nombre: 'grandes de octubre', vista: 'operaciones' })).toEqual([]);
  expect(await vistas.list({})).toEqual([]);
});

test('a damaged file is set aside, and nothing of it is lost', async () => {
  using test = someViews();
  writeFileSync(test.archivo, '{"version":1,"cuentas":{"a":[{"nombre":3}]}}');
  const vistas = test.ofAccount('a');
  expect(await vistas.list({})).toEqual([]);
  await vistas.save(VISTA);
  const setAside = readdirSync(test.root).find((name) => name.includes('danado')) ?? '';
  expect(readFileSync(path.join(test.root, setAside), 'utf8')).toContain('"nombre":3');
});

test('a file of a newer version is refused and stays', async () => {
  using test = someViews();
  writeFileSync(test.archivo, '{"version":2}');
  await expect(test.ofAccount('a').list({})).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
  expect(readFileSync(test.archivo, 'utf8')).toBe('{"version":2}');
});
