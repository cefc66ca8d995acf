import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect } from 'vitest';
import { chooseIn } from '#domain/texts/language.ts';
import { setMenu } from '#hosts/electron/menu.ts';
import { createShell } from '#hosts/electron/shell.ts';
import { toPatientRename } from '#platform/atomic-file.ts';
import { whyNoSmallDisk } from '../platform/small-disk.ts';
import { test } from '../platform/temporary-folder.ts';
import { createTestClock } from '../service/fixtures.ts';
import { createFakeElectron, FakeWindow } from './fake-electron.ts';

const noMount = whyNoSmallDisk();
if (noMount !== undefined) process.stderr.write(`Skipped: a report that is open elsewhere: ${noMount}\n`);

function desktop() {
  const fake = createFakeElectron();
  const window = new FakeWindow({});
  const shell = createShell({
    electron: fake.electron,
    getWindow: () => window as never,
    say: chooseIn('es-AR'),
    rename: toPatientRename(rename, createTestClock()),
  });
  return { ...fake, ventana: window, shell };
}

describe('the Shell port', () => {
  test('leaves a copy of a report where the person says', async ({ folder }) => {
    const { shell, estado } = desktop();
    await writeFile(path.join(folder, 'informe.xlsx'), 'nuevo');
    estado.saveTo = path.join(folder, 'elegido.xlsx');
    await writeFile(estado.saveTo, 'anterior'); // the dialog has already asked
    expect(await shell.saveCopy(path.join(folder, 'informe.xlsx'))).toBe(estado.saveTo);
    expect(await readFile(estado.saveTo, 'utf8')).toBe('nuevo');
    expect((await readdir(folder)).sort()).toEqual(['elegido.xlsx', 'informe.xlsx']);
  });
  test('what a text is of goes beside it, under its new name', async ({ folder }) => {
    const { shell, estado } = desktop();
    await writeFile(path.join(folder, 'ventas.csv'), 'ID');
    await writeFile(path.join(folder, 'ventas.leeme.txt'), 'Operaciones');
    estado.saveTo = path.join(folder, 'octubre.csv');
    await shell.saveCopy(path.join(folder, 'ventas.csv'));
    expect(await readFile(path.join(folder, 'octubre.leeme.txt'), 'utf8')).toBe('Operaciones');
  });
  test('copies nothing when the person does not want to', async ({ folder }) => {
    const { shell } = desktop();
    expect(await shell.saveCopy(path.join(folder, 'informe.xlsx'))).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });
  test('asks for a folder, and takes no for an answer', async ({ folder }) => {
    const { shell, estado } = desktop();
    expect(await shell.chooseFolder('respaldos')).toBeUndefined();
    estado.chosenFolder = folder;
    expect(await shell.chooseFolder('respaldos')).toBe(folder);
  });
  test('leaves what there was when the copy fails', async ({ folder }) => {
    const { shell, estado } = desktop();
    estado.saveTo = path.join(folder, 'elegido.xlsx');
    await writeFile(estado.saveTo, 'anterior');
    await expect(shell.saveCopy(path.join(folder, 'no-esta.xlsx'))).rejects.toThrow();
    expect(await readFile(estado.saveTo, 'utf8')).toBe('anterior');
  });
  test.skipIf(noMount !== undefined)(
    'what another program has open is left alone, and the report goes beside it',
    async ({ folder }) => {
      const { shell, estado } = desktop();
      const [report, chosen] = [path.join(folder, 'informe.xlsx'), path.join(folder, 'elegido.xlsx')];
      await writeFile(report, 'nuevo');
      await writeFile(chosen, 'abierto');
      await writeFile(path.join(folder, 'elegido (2).xlsx'), 'de antes');
      estado.saveTo = chosen;
      // Linux lets an open file be replaced; a file with a mount on it refuses with EBUSY, as Windows does.
      execFileSync('mount', ['--bind', chosen, chosen]);
      try {
        expect(await shell.saveCopy(report)).toBe(path.join(folder, 'elegido (3).xlsx'));
        expect(await readFile(chosen, 'utf8')).toBe('abierto');
      } finally {
        execFileSync('umount', [chosen]);
      }
      expect(await readFile(path.join(folder, 'elegido (3).xlsx'), 'utf8')).toBe('nuevo');
      expect((await readdir(folder)).filter((name) => name.endsWith('.parte'))).toEqual([]);
      expect(estado.questions.map(({ detail }) => detail)).toEqual([expect.stringContaining('«elegido (3).xlsx»')]);
    },
  );
  test('leaves no half copy beside a place that cannot be replaced', async ({ folder }) => {
    const { shell, estado } = desktop();
    await writeFile(path.join(folder, 'informe.xlsx'), 'nuevo');
    estado.saveTo = path.join(folder, 'carpeta.xlsx');
    await mkdir(estado.saveTo);
    await expect(shell.saveCopy(path.join(folder, 'informe.xlsx'))).rejects.toThrow();
    expect((await readdir(folder)).sort()).toEqual(['carpeta.xlsx', 'informe.xlsx']);
  });
  test('notifies when nobody looks at the window, and a click brings it back', () => {
    const { shell, ventana, avisos } = desktop();
    shell.notify('a', 'b');
    expect(avisos).toEqual([]);
    ventana.focused = false;
    shell.notify('Terminó', 'El resultado está listo.');
    expect(avisos[0]).toMatchObject({
      options: { title: 'Terminó', body: 'El resultado está listo.' },
      isShown: true,
    });
    avisos[0]?.emit('click');
    expect(ventana.facts).toEqual(['show']);
  });
});

describe('the menu', () => {
  const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
  function menu(
    platform: string,
    { isPackaged = true, locale = 'es-AR' }: { isPackaged?: boolean; locale?: 'es-AR' | 'en' } = {},
  ) {
    const set = desktop();
    set.app.isPackaged = isPackaged;
    const folders = { data: '/datos', logs: '/datos/registro' };
    let helped = 0;
    setMenu({
      electron: set.electron,
      platform,
      shell: set.shell,
      say: chooseIn(locale),
      folders,
      openHelp: () => (helped += 1),
    });
    return { ...set, items: flat(set.menus[0] ?? []), helped: () => helped };
  }
  test.each(['linux', 'win32', 'darwin'])('on %s every item has a Spanish label of its own', (platform) => {
    const { items } = menu(platform);
    const named = items.filter(({ type }) => type !== 'separator');
    expect(named.every(({ label }) => label !== undefined && label !== '')).toBe(true);
    expect(named.map(({ label }) => label).join(' ')).not.toMatch(/Edit\b|Copy|Paste|Quit|Help|About|Window/);
    expect(named.map(({ role }) => role)).toEqual(expect.arrayContaining(['quit', 'copy', 'paste', 'about']));
  });
  test.each(['linux', 'win32', 'darwin'])('on %s every item is in English where the screens are', (platform) => {
    const labels = (locale: 'es-AR' | 'en'): readonly (string | undefined)[] =>
      menu(platform, { isPackaged: false, locale }).items.map(({ label }) => label);
    const own = labels('en').filter((label) => label !== undefined && label !== 'Conciliador');
    expect(own).toEqual(expect.arrayContaining(['&File', 'Copy', 'Developer Tools']));
    const same = own.filter((label) => labels('es-AR').includes(label));
    expect(same).toEqual([]);
  });
  test('offers reloading and developer tools in a checkout only', () => {
    const roles = (isPackaged: boolean): unknown[] => menu('linux', { isPackaged }).items.map(({ role }) => role);
    expect(roles(true)).not.toContain('toggleDevTools');
    expect(roles(true)).not.toContain('reload');
    expect(roles(false)).toContain('toggleDevTools');
  });
  test('opens the manual and the folders of the data', () => {
    const { items, openedLinks, helped } = menu('linux');
    // The page itself listens to F1.
    expect(items.find(({ accelerator }) => accelerator === 'F1')).toMatchObject({ registerAccelerator: false });
    const clickable = items.filter((item) => item.click !== undefined);
    for (const { click } of clickable) (click as () => void)();
    expect(openedLinks).toEqual(['/datos', '/datos/registro']);
    expect(helped()).toBe(1);
    expect(clickable).toHaveLength(3);
  });
});
