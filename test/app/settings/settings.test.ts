import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { INITIAL_SETTINGS, createSettings } from '#app/settings/settings.ts';
import { SETTINGS_INPUTS } from '#contract/settings-inputs.ts';
import { dataFolder } from '#platform/data-folder.ts';
import { DEFAULTS } from '#app/upload/index.ts';
import { LIMITS } from '../../../src-renderer/features/settings/limits.ts';
import { test } from '../../platform/temporary-folder.ts';

function openSettings(folder: string) {
  const avisos: string[] = [];
  const data = dataFolder(path.join(folder, 'datos'));
  return { datos: data, avisos, ajustes: createSettings({ data, onNotice: (texto) => avisos.push(texto) }) };
}

describe('the settings', () => {
  test('asking for them makes no file', async ({ folder }) => {
    const { ajustes } = openSettings(folder);
    expect(await ajustes.leer()).toEqual(INITIAL_SETTINGS);
    expect(await readdir(folder)).toEqual([]);
  });

  test('what was never chosen is what an upload does by itself', () => {
    expect({ patienceMs: INITIAL_SETTINGS.tardanza * 1000, porTanda: INITIAL_SETTINGS.porTanda }).toMatchObject({
      patienceMs: DEFAULTS.patienceMs,
      porTanda: DEFAULTS.porTanda,
    });
  });

  test('the screens call the same values theirs', () => {
    expect(INITIAL_SETTINGS).toMatchObject({
      porTanda: LIMITS.defaultPerTanda,
      tardanza: LIMITS.defaultPatience,
    });
  });

  test('only what is given changes, and it stays', async ({ folder }) => {
    const { ajustes } = openSettings(folder);
    await ajustes.change({ tema: 'oscuro', porTanda: 250 });
    await ajustes.change({ actualizar: { diario: true, hora: '07:30' } });
    expect(await openSettings(folder).ajustes.leer()).toEqual({
      ...INITIAL_SETTINGS,
      tema: 'oscuro',
      porTanda: 250,
      actualizar: { diario: true, hora: '07:30' },
    });
  });

  test('a key of another version is kept', async ({ folder }) => {
    const { ajustes, datos: data } = openSettings(folder);
    await mkdir(data.raiz);
    await writeFile(data.ajustes, '{"version":1,"tema":"claro","ofAnother":{"x":1}}');
    await ajustes.change({ tema: 'oscuro' });
    expect(JSON.parse(await readFile(data.ajustes, 'utf8'))).toEqual({
      version: 1,
      tema: 'oscuro',
      ofAnother: { x: 1 },
    });
  });

  test.for(['{"version":1,"tema":', '[]', '{"version":1,"porTanda":"muchas"}'])(
    'a damaged file is set aside whole, and said: %s',
    async (contents, { folder }) => {
      const { ajustes, datos: data, avisos } = openSettings(folder);
      await mkdir(data.raiz);
      await writeFile(data.ajustes, contents);
      expect(await ajustes.leer()).toEqual(INITIAL_SETTINGS);
      const [apartado = ''] = await readdir(data.raiz);
      expect(await readFile(path.join(data.raiz, apartado), 'utf8')).toBe(contents);
      expect(avisos).toEqual([expect.stringContaining(apartado)]);
    },
  );

  test('a newer file is refused and not touched', async ({ folder }) => {
    const { ajustes, datos: data } = openSettings(folder);
    await mkdir(data.raiz);
    await writeFile(data.ajustes, '{"version":2}');
    await expect(ajustes.leer()).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
    await expect(ajustes.change({ tema: 'claro' })).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
    expect(await readFile(data.ajustes, 'utf8')).toBe('{"version":2}');
  });

  test('a folder for reports has to be there', async ({ folder }) => {
    const { ajustes } = openSettings(folder);
    const archivo = path.join(folder, 'archivo');
    await writeFile(archivo, '');
    for (const bad of ['informes', path.join(folder, 'no-esta'), archivo]) {
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
