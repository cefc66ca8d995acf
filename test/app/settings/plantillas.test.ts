import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { createPlantillas } from '#app/import/plantillas.ts';
import { createPlantillasGuardadas } from '#app/settings/plantillas.ts';
import { makePipe } from '../../platform/make-pipe.ts';
import { test } from '../../platform/temporary-folder.ts';

async function conDos(folder: string) {
  const archivo = path.join(folder, 'plantillas.json');
  const plantillas = createPlantillas(archivo);
  await plantillas.guardar({
    nombre: 'Caja',
    huella: 'fecha|importe',
    mapeo: { fecha_venta: 'Fecha', importe: 'Importe' },
  });
  await plantillas.guardar({ nombre: 'Sistema', huella: 'date|amount', mapeo: { importe: 'Amount' } });
  return { archivo, guardadas: createPlantillasGuardadas(plantillas) };
}

test.skipIf(process.platform === 'win32')('what is no file is not waited for', async ({ folder }) => {
  const { guardadas } = await conDos(folder);
  for (const archivo of [makePipe(path.join(folder, 'tubo')), '/dev/zero', folder])
    await expect(guardadas.importar(archivo, false), archivo).rejects.toMatchObject({ code: 'PLANTILLAS_INVALIDAS' });
});

describe('templates by name', () => {
  test('one is renamed and deleted', async ({ folder }) => {
    const { guardadas } = await conDos(folder);
    await guardadas.renombrar('caja', 'Caja central');
    await guardadas.borrar('Sistema');
    expect(await guardadas.listar()).toEqual([
      { nombre: 'Caja central', mapeo: { fecha_venta: 'Fecha', importe: 'Importe' } },
    ]);
  });

  test('a name that another one has is refused, whatever its capitals', async ({ folder }) => {
    const { guardadas } = await conDos(folder);
    await expect(guardadas.renombrar('Caja', ' sistema ')).rejects.toMatchObject({ code: 'PLANTILLA_REPETIDA' });
    await expect(guardadas.renombrar('Otra', 'x')).rejects.toMatchObject({ code: 'PLANTILLA_INEXISTENTE' });
    await expect(guardadas.borrar('Otra')).rejects.toMatchObject({ code: 'PLANTILLA_INEXISTENTE' });
    expect(await guardadas.renombrar('Caja', 'CAJA')).toMatchObject({ nombre: 'CAJA' });
  });

  test('those of another PC come in, and one that is here stays unless it is said', async ({ folder }) => {
    const { guardadas } = await conDos(folder);
    const salida = path.join(folder, 'salen.json');
    expect(await guardadas.exportar(salida, ['Caja'])).toEqual({ exportado: salida, plantillas: 1 });
    await expect(guardadas.exportar(salida, undefined)).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
    expect(await guardadas.importar(salida, false)).toEqual({ agregadas: [], reemplazadas: [], omitidas: ['Caja'] });
    await guardadas.borrar('Caja');
    expect(await guardadas.importar(salida, false)).toEqual({ agregadas: ['Caja'], reemplazadas: [], omitidas: [] });
    expect((await guardadas.importar(salida, true)).reemplazadas).toEqual(['Caja']);
    expect(await guardadas.listar()).toHaveLength(2);
  });

  test.for(['no', '{}', '{"version":1,"plantillas":[{"nombre":""}]}'])(
    'a file that is none leaves both as they were: %s',
    async (contenido, { folder }) => {
      const { archivo, guardadas } = await conDos(folder);
      const antes = await readFile(archivo, 'utf8');
      const traido = path.join(folder, 'traido.json');
      await writeFile(traido, contenido);
      await expect(guardadas.importar(traido, true)).rejects.toMatchObject({ code: 'PLANTILLAS_INVALIDAS' });
      expect(await readFile(archivo, 'utf8')).toBe(antes);
      expect(await readFile(traido, 'utf8')).toBe(contenido);
    },
  );
});
