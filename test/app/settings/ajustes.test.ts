import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { AJUSTES_INICIALES, createAjustes } from '#app/settings/ajustes.ts';
import { AJUSTES_INPUTS } from '#contract/ajustes-inputs.ts';
import { dataFolder } from '#platform/data-folder.ts';
import { AJUSTES } from '#app/upload/index.ts';
import { LIMITES } from '../../../src-renderer/features/ajustes/limites.ts';
import { test } from '../../platform/temporary-folder.ts';

function abrir(folder: string) {
  const avisos: string[] = [];
  const datos = dataFolder(path.join(folder, 'datos'));
  return { datos, avisos, ajustes: createAjustes({ datos, onAviso: (texto) => avisos.push(texto) }) };
}

describe('the settings', () => {
  test('asking for them makes no file', async ({ folder }) => {
    const { ajustes } = abrir(folder);
    expect(await ajustes.leer()).toEqual(AJUSTES_INICIALES);
    expect(await readdir(folder)).toEqual([]);
  });

  test('what was never chosen is what an upload does by itself', () => {
    expect({ tardanzaMs: AJUSTES_INICIALES.tardanza * 1000, porTanda: AJUSTES_INICIALES.porTanda }).toMatchObject({
      tardanzaMs: AJUSTES.tardanzaMs,
      porTanda: AJUSTES.porTanda,
    });
  });

  test('the screens call the same values theirs', () => {
    expect(AJUSTES_INICIALES).toMatchObject({
      porTanda: LIMITES.porTandaDeFabrica,
      tardanza: LIMITES.tardanzaDeFabrica,
    });
  });

  test('only what is given changes, and it stays', async ({ folder }) => {
    const { ajustes } = abrir(folder);
    await ajustes.cambiar({ tema: 'oscuro', porTanda: 250 });
    await ajustes.cambiar({ actualizar: { diario: true, hora: '07:30' } });
    expect(await abrir(folder).ajustes.leer()).toEqual({
      ...AJUSTES_INICIALES,
      tema: 'oscuro',
      porTanda: 250,
      actualizar: { diario: true, hora: '07:30' },
    });
  });

  test('a key of another version is kept', async ({ folder }) => {
    const { ajustes, datos } = abrir(folder);
    await mkdir(datos.raiz);
    await writeFile(datos.ajustes, '{"version":1,"tema":"claro","deOtra":{"x":1}}');
    await ajustes.cambiar({ tema: 'oscuro' });
    expect(JSON.parse(await readFile(datos.ajustes, 'utf8'))).toEqual({
      version: 1,
      tema: 'oscuro',
      deOtra: { x: 1 },
    });
  });

  test.for(['{"version":1,"tema":', '[]', '{"version":1,"porTanda":"muchas"}'])(
    'a damaged file is set aside whole, and said: %s',
    async (contenido, { folder }) => {
      const { ajustes, datos, avisos } = abrir(folder);
      await mkdir(datos.raiz);
      await writeFile(datos.ajustes, contenido);
      expect(await ajustes.leer()).toEqual(AJUSTES_INICIALES);
      const [apartado = ''] = await readdir(datos.raiz);
      expect(await readFile(path.join(datos.raiz, apartado), 'utf8')).toBe(contenido);
      expect(avisos).toEqual([expect.stringContaining(apartado)]);
    },
  );

  test('a newer file is refused and not touched', async ({ folder }) => {
    const { ajustes, datos } = abrir(folder);
    await mkdir(datos.raiz);
    await writeFile(datos.ajustes, '{"version":2}');
    await expect(ajustes.leer()).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
    await expect(ajustes.cambiar({ tema: 'claro' })).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
    expect(await readFile(datos.ajustes, 'utf8')).toBe('{"version":2}');
  });

  test('a folder for reports has to be there', async ({ folder }) => {
    const { ajustes } = abrir(folder);
    const archivo = path.join(folder, 'archivo');
    await writeFile(archivo, '');
    for (const mala of ['informes', path.join(folder, 'no-esta'), archivo]) {
      await expect(ajustes.cambiar({ carpetaInformes: mala })).rejects.toMatchObject({ code: 'CARPETA_SIN_PERMISO' });
    }
    expect((await ajustes.cambiar({ carpetaInformes: folder })).carpetaInformes).toBe(folder);
    expect((await ajustes.cambiar({ carpetaInformes: null })).carpetaInformes).toBeNull();
  });

  test.for([
    { porTanda: 0 },
    { tardanza: -1 },
    { tema: 'rosa' },
    { actualizar: { diario: true, hora: '24:00' } },
    { otro: 1 },
  ])('the contract refuses %j', (cambio) => {
    expect(AJUSTES_INPUTS['ajustes.cambiar'].safeParse(cambio).success).toBe(false);
  });
});
