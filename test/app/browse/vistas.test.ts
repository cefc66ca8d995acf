import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Account } from '#app/accounts/account.ts';
import { createVistas } from '#app/browse/vistas.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';

function someViews() {
  const root = createTemporaryFolder();
  const ofAccount = (id: string) =>
    createVistas({ data: { root }, cuentas: { choose: () => Promise.resolve({ id } as unknown as Account) } });
  return { archivo: path.join(root, 'vistas.json'), root, ofAccount };
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

test('damaged views are told when they are set aside', async () => {
  const root = createTemporaryFolder();
  writeFileSync(path.join(root, 'vistas.json'), '{');
  const told: unknown[] = [];
  const cuentas = { choose: () => Promise.resolve({ id: 'a' } as unknown as Account) };
  const vistas = createVistas({ data: { root }, cuentas, onNotice: (_, said) => told.push(said) });
  expect(await vistas.list({})).toEqual([]);
  expect(told).toMatchObject([{ codigo: 'vistas_danadas', nombre: readdirSync(root)[0] }]);
});

test('a saved view comes back as it was, in the account where it was saved', async () => {
  const views = someViews();
  await views.ofAccount('a').save(VISTA);
  const { cuenta: _, ...stored } = VISTA;
  expect(await views.ofAccount('a').list({ vista: 'operaciones' })).toEqual([stored]);
  expect(await views.ofAccount('b').list({})).toEqual([]);
  expect(await views.ofAccount('a').list({ vista: 'rechazos' })).toEqual([]);
});

test('the same name in the same view takes its place', async () => {
  const views = someViews();
  const vistas = views.ofAccount('a');
  await vistas.save(VISTA);
  await vistas.save({ ...VISTA, nombre: 'Otra' });
  expect(await vistas.save({ ...VISTA, nombre: 'GRANDES de octubre ', texto: 'espiga' })).toMatchObject([
    { texto: 'espiga' },
    { nombre: 'Otra' },
  ]);
});

test('one is deleted by its name', async () => {
  const views = someViews();
  const vistas = views.ofAccount('a');
  await vistas.save(VISTA);
  expect(await vistas.remove({ nombre: 'Grandes de octubre', vista: 'rechazos' })).toEqual([]);
  expect(await vistas.list({})).toHaveLength(1);
  expect(await vistas.remove({ nombre: 'grandes de octubre', vista: 'operaciones' })).toEqual([]);
  expect(await vistas.list({})).toEqual([]);
});

test('a damaged file is set aside, and nothing of it is lost', async () => {
  const views = someViews();
  writeFileSync(views.archivo, '{"version":1,"cuentas":{"a":[{"nombre":3}]}}');
  const vistas = views.ofAccount('a');
  expect(await vistas.list({})).toEqual([]);
  await vistas.save(VISTA);
  const setAside = readdirSync(views.root).find((name) => name.includes('danado')) ?? '';
  expect(readFileSync(path.join(views.root, setAside), 'utf8')).toContain('"nombre":3');
});

test('a file of a newer version is refused and stays', async () => {
  const views = someViews();
  writeFileSync(views.archivo, '{"version":2}');
  await expect(views.ofAccount('a').list({})).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
  expect(readFileSync(views.archivo, 'utf8')).toBe('{"version":2}');
});
