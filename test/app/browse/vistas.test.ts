import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Cuenta } from '#app/accounts/account.ts';
import { createVistas } from '#app/browse/vistas.ts';

function unasVistas() {
  const raiz = mkdtempSync(path.join(tmpdir(), 'conciliador-vistas-'));
  const deCuenta = (id: string) =>
    createVistas({ datos: { raiz }, cuentas: { elegir: () => Promise.resolve({ id } as unknown as Cuenta) } });
  return {
    archivo: path.join(raiz, 'vistas.json'),
    raiz,
    deCuenta,
    [Symbol.dispose]: () => {
      rmSync(raiz, { recursive: true });
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
  using prueba = unasVistas();
  await prueba.deCuenta('a').guardar(VISTA);
  const { cuenta: _, ...guardada } = VISTA;
  expect(await prueba.deCuenta('a').listar({ vista: 'operaciones' })).toEqual([guardada]);
  expect(await prueba.deCuenta('b').listar({})).toEqual([]);
  expect(await prueba.deCuenta('a').listar({ vista: 'rechazos' })).toEqual([]);
});

test('the same name in the same view takes its place', async () => {
  using prueba = unasVistas();
  const vistas = prueba.deCuenta('a');
  await vistas.guardar(VISTA);
  await vistas.guardar({ ...VISTA, nombre: 'Otra' });
  expect(await vistas.guardar({ ...VISTA, nombre: 'GRANDES de octubre ', texto: 'espiga' })).toMatchObject([
    { texto: 'espiga' },
    { nombre: 'Otra' },
  ]);
});

test('one is deleted by its name', async () => {
  using prueba = unasVistas();
  const vistas = prueba.deCuenta('a');
  await vistas.guardar(VISTA);
  expect(await vistas.borrar({ nombre: 'Grandes de octubre', vista: 'rechazos' })).toEqual([]);
  expect(await vistas.listar({})).toHaveLength(1);
  expect(await vistas.borrar({ nombre: 'grandes de octubre', vista: 'operaciones' })).toEqual([]);
  expect(await vistas.listar({})).toEqual([]);
});

test('a damaged file is set aside, and nothing of it is lost', async () => {
  using prueba = unasVistas();
  writeFileSync(prueba.archivo, '{"version":1,"cuentas":{"a":[{"nombre":3}]}}');
  const vistas = prueba.deCuenta('a');
  expect(await vistas.listar({})).toEqual([]);
  await vistas.guardar(VISTA);
  const apartado = readdirSync(prueba.raiz).find((nombre) => nombre.includes('danado')) ?? '';
  expect(readFileSync(path.join(prueba.raiz, apartado), 'utf8')).toContain('"nombre":3');
});

test('a file of a newer version is refused and stays', async () => {
  using prueba = unasVistas();
  writeFileSync(prueba.archivo, '{"version":2}');
  await expect(prueba.deCuenta('a').listar({})).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
  expect(readFileSync(prueba.archivo, 'utf8')).toBe('{"version":2}');
});
