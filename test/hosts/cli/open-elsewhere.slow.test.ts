import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { test as base } from '../../platform/temporary-folder.ts';
import { runCli } from './run-cli.ts';
import { mountWorld, sheet, type World } from './world.ts';

const test = base.extend<{ world: World }>({
  world: async ({}, use) => {
    const world = await mountWorld();
    await use(world);
    await world.close();
  },
});

describe('files and folders of a PC that others use too', () => {
  test('of several files, what a spreadsheet program left is said and not read', async ({ world }) => {
    world.file('cupones.csv', sheet(3));
    world.file('~$cupones.xlsx', 'ana');
    const { codigo, stdout, stderr } = await runCli(['validar', '~$cupones.xlsx', 'cupones.csv'], {
      cwd: world.carpeta,
      env: world.env,
    });
    expect(codigo, stderr).toBe(0);
    expect(stderr).toContain('«~$cupones.xlsx» es el archivo que deja el programa de planillas');
    expect(stdout).toContain('3');
  });
  test('data in a synchronised folder is refused with the reason and what to do, and nothing is made there', async ({
    world,
  }) => {
    const cloud = path.join(world.carpeta, 'OneDrive - Comercio');
    mkdirSync(cloud);
    const { codigo, stdout, stderr } = await runCli(['ajustes', 'cambiar', '--tema', 'oscuro'], {
      cwd: world.carpeta,
      env: { ...world.env, CONCILIADOR_HOME: path.join(cloud, 'datos') },
    });
    expect(codigo).toBe(3);
    expect(`${stdout}${stderr}`).toMatch(/carpeta que se sincroniza \(OneDrive: [\s\S]*CONCILIADOR_HOME/);
    expect(existsSync(path.join(cloud, 'datos', 'ajustes.json'))).toBe(false);
    expect(existsSync(path.join(cloud, 'datos', 'bloqueo.db'))).toBe(false);
  });
});
