import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXAMPLE } from '#app/demo/example.ts';
import { whyNoSmallDisk } from '../../platform/small-disk.ts';
import { mountWorld, sheet } from './world.ts';

const noMount = whyNoSmallDisk();
if (noMount !== undefined) process.stderr.write(`Skipped: a workbook that may only be read: ${noMount}\n`);

describe('files and folders of a PC that others use too', () => {
  // A file open in Excel can be read, but neither written nor locked. Linux has no such state; a read-only mount refuses the same.
  test.skipIf(noMount !== undefined)(
    'a workbook that is open elsewhere is asked for nothing but to be read',
    async () => {
      await using world = await mountWorld();
      const folder = path.join(world.carpeta, 'abiertas');
      mkdirSync(folder);
      copyFileSync(EXAMPLE.archivo, path.join(folder, 'ventas.xlsx'));
      world.file('abiertas/ventas.csv', sheet(3));
      const other = await open(path.join(folder, 'ventas.xlsx'), 'r+');
      execFileSync('mount', ['--bind', folder, folder]);
      try {
        execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
        for (const name of ['ventas.xlsx', 'ventas.csv']) {
          const { codigo, stderr } = await world.cli(['validar', path.join(folder, name)]);
          expect([name, stderr]).toEqual([name, expect.not.stringMatching(/no nos deja leer/)]);
          expect([0, 1]).toContain(codigo); // 1: the example has rows with errors
        }
        expect(readdirSync(folder).sort()).toEqual(['ventas.csv', 'ventas.xlsx']);
      } finally {
        execFileSync('umount', [folder]);
        await other.close();
      }
    },
  );
  test('of several files, what a spreadsheet program left is said and not read', async () => {
    await using world = await mountWorld();
    world.file('cupones.csv', sheet(3));
    world.file('~$cupones.xlsx', 'ana');
    const { codigo, stdout, stderr } = await world.cli(['validar', '~$cupones.xlsx', 'cupones.csv']);
    expect(codigo, stderr).toBe(0);
    expect(stderr).toContain('«~$cupones.xlsx» es el archivo que deja el programa de planillas');
    expect(stdout).toContain('3');
    // For several files the document is an array, also where only one is read.
    expect(await world.json(['validar', '~$cupones.xlsx', 'cupones.csv'])).toMatchObject([
      { archivo: 'cupones.csv', validas: 3 },
    ]);
  });
  test('data in a synchronised folder is refused with the reason, and nothing is made', async () => {
    await using world = await mountWorld();
    const cloud = path.join(world.carpeta, 'OneDrive - Comercio');
    mkdirSync(cloud);
    const { codigo, stdout, stderr } = await world.cli(['ajustes', 'cambiar', '--tema', 'oscuro'], {
      env: { CONCILIADOR_HOME: path.join(cloud, 'datos') },
    });
    expect(codigo).toBe(3);
    expect(`${stdout}${stderr}`).toMatch(/carpeta que se sincroniza \(OneDrive: [\s\S]*CONCILIADOR_HOME/);
    expect(existsSync(path.join(cloud, 'datos', 'ajustes.json'))).toBe(false);
    expect(existsSync(path.join(cloud, 'datos', 'bloqueo.db'))).toBe(false);
  });
});
