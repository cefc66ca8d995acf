import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { INITIAL_SETTINGS, createSettings } from '#app/settings/settings.ts';
import { SETTINGS_INPUTS } from '#contract/settings.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { test } from '../../platform/temporary-folder.ts';

function openSettings(folder: string) {
  const notices: string[] = [];
  const data = getDataFolder(path.join(folder, 'datos'));
  return { datos: data, avisos: notices, ajustes: createSettings({ data, onNotice: (text) => notices.push(text) }) };
}

describe('the settings', () => {
  test('asking for them makes no file', async ({ folder }) => {
    const { ajustes } = openSettings(folder);
    expect(await ajustes.read()).toEqual(INITIAL_SETTINGS);
    expect(await readdir(folder)).toEqual([]);
  });

  test('only what is given changes, and it stays', async ({ folder }) => {
    const { ajustes } = openSettings(folder);
    await ajustes.change({ tema: 'oscuro', porTanda: 250 });
    await ajustes.change({ actualizar: { diario: true, hora: '07:30' } });
    expect(await openSettings(folder).ajustes.read()).toEqual({
      ...INITIAL_SETTINGS,
      tema: 'oscuro',
      porTanda: 250,
      actualizar: { diario: true, hora: '07:30' },
    });
  });

  test('a key of another version is kept', async ({ folder }) => {
    const { ajustes, datos: data } = openSettings(folder);
    await mkdir(data.root);
    await writeFile(data.settings, '{"version":1,"tema":"claro","ofAnother":{"x":1}}');
    await ajustes.change({ tema: 'oscuro' });
    expect(JSON.parse(await readFile(data.settings, 'utf8'))).toEqual({
      version: 1,
      tema: 'oscuro',
      ofAnother: { x: 1 },
    });
  });

  test.for(['{"version":1,"tema":', '[]', '{"version":1,"porTanda":"muchas"}'])(
    'a damaged file is set aside whole, and said: %s',
    async (contents, { folder }) => {
      const { ajustes, datos: data, avisos } = openSettings(folder);
      await mkdir(data.root);
      await writeFile(data.settings, contents);
      expect(await ajustes.read()).toEqual(INITIAL_SETTINGS);
      const [setAside = ''] = await readdir(data.root);
      expect(await readFile(path.join(data.root, setAside), 'utf8')).toBe(contents);
      expect(avisos).toEqual([expect.stringContaining(setAside)]);
    },
  );

  test('a newer file is refused and not touched', async ({ folder }) => {
    const { ajustes, datos: data } = openSettings(folder);
    await mkdir(data.root);
    await writeFile(data.settings, '{"version":2}');
    await expect(ajustes.read()).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
    await expect(ajustes.change({ tema: 'claro' })).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
    expect(await readFile(data.settings, 'utf8')).toBe('{"version":2}');
  });

  test('a folder for reports has to be there', async ({ folder }) => {
    const { ajustes } = openSettings(folder);
    const file = path.join(folder, 'archivo');
    await writeFile(file, '');
    for (const bad of ['informes', path.join(folder, 'no-esta'), file]) {
      await expect(ajustes.change({ carpetaInformes: bad })).rejects.toMatchObject({ code: 'CARPETA_SIN_PERMISO' });
    }
    expect((await ajustes.change({ carpetaInformes: folder })).carpetaInformes).toBe(folder);
    expect((await ajustes.change({ carpetaInformes: null })).carpetaInformes).toBeNull();
  });

  test.for([
    { porTanda: 0 },
    { tardanza: -1 },
    { tema: 'rosa' },
    { actualizar: { diario: true, hora: '24:00' } },
    { otro: 1 },
  ])('the contract refuses %j', (edit) => {
    expect(SETTINGS_INPUTS['ajustes.cambiar'].safeParse(edit).success).toBe(false);
  });
});
