import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { createTemplates } from '#app/import/templates.ts';
import { createStoredTemplates } from '#app/settings/templates.ts';
import { makePipe } from '../../platform/make-pipe.ts';
import { test } from '../../platform/temporary-folder.ts';

async function conDos(folder: string) {
  const archivo = path.join(folder, 'plantillas.json');
  const plantillas = createTemplates(archivo);
  await plantillas.save({
    nombre: 'Caja',
    huella: 'fecha|importe',
    mapeo: { fecha_venta: 'Fecha', importe: 'Importe' },
  });
  await plantillas.save({ nombre: 'Sistema', huella: 'date|amount', mapeo: { importe: 'Amount' } });
  return { archivo, stored: createStoredTemplates(plantillas) };
}

test.skipIf(process.platform === 'win32')('what is no file is not waited for', async ({ folder }) => {
  const { stored } = await conDos(folder);
  for (const archivo of [makePipe(path.join(folder, 'tubo')), '/dev/zero', folder])
    await expect(stored.importFiles(archivo, false), archivo).rejects.toMatchObject({ code: 'PLANTILLAS_INVALIDAS' });
});

describe('templates by name', () => {
  test('one is renamed and deleted', async ({ folder }) => {
    const { stored } = await conDos(folder);
    await stored.rename('caja', 'Caja central');
    await stored.remove('Sistema');
    expect(await stored.list()).toEqual([
      { nombre: 'Caja central', mapeo: { fecha_venta: 'Fecha', importe: 'Importe' } },
    ]);
  });

  test('a name that another one has is refused, whatever its capitals', async ({ folder }) => {
    const { stored } = await conDos(folder);
    await expect(stored.rename('Caja', ' sistema ')).rejects.toMatchObject({ code: 'PLANTILLA_REPETIDA' });
    await expect(stored.rename('Otra', 'x')).rejects.toMatchObject({ code: 'PLANTILLA_INEXISTENTE' });
    await expect(stored.remove('Otra')).rejects.toMatchObject({ code: 'PLANTILLA_INEXISTENTE' });
    expect(await stored.rename('Caja', 'CAJA')).toMatchObject({ nombre: 'CAJA' });
  });

  test('those of another PC come in, and one that is here stays unless it is said', async ({ folder }) => {
    const { stored } = await conDos(folder);
    const salida = path.join(folder, 'salen.json');
    expect(await stored.writeFile(salida, ['Caja'])).toEqual({ exportado: salida, plantillas: 1 });
    await expect(stored.writeFile(salida, undefined)).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
    expect(await stored.importFiles(salida, false)).toEqual({ agregadas: [], reemplazadas: [], omitidas: ['Caja'] });
    await stored.remove('Caja');
    expect(await stored.importFiles(salida, false)).toEqual({ agregadas: ['Caja'], reemplazadas: [], omitidas: [] });
    expect((await stored.importFiles(salida, true)).reemplazadas).toEqual(['Caja']);
    expect(await stored.list()).toHaveLength(2);
  });

  test.for(['no', '{}', '{"version":1,"plantillas":[{"nombre":""}]}'])(
    'a file that is none leaves both as they were: %s',
    async (contents, { folder }) => {
      const { archivo, stored } = await conDos(folder);
      const antes = await readFile(archivo, 'utf8');
      const fetched = path.join(folder, 'traido.json');
      await writeFile(fetched, contents);
      await expect(stored.importFiles(fetched, true)).rejects.toMatchObject({ code: 'PLANTILLAS_INVALIDAS' });
      expect(await readFile(archivo, 'utf8')).toBe(antes);
      expect(await readFile(fetched, 'utf8')).toBe(contents);
    },
  );
});
