import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { createTemplates } from '#app/conciliar/templates.ts';
import { test } from '../../platform/temporary-folder.ts';

async function withTwo(folder: string) {
  const file = path.join(folder, 'plantillas.json');
  const templates = createTemplates(file);
  await templates.replace([
    { nombre: 'Caja', huella: 'fecha|importe', mapeo: { fecha_venta: 'Fecha', importe: 'Importe' } },
    { nombre: 'Sistema', huella: 'date|amount', mapeo: { importe: 'Amount' } },
  ]);
  return { archivo: file, stored: templates };
}

describe('templates by name', () => {
  test('one is renamed and deleted', async ({ folder }) => {
    const { stored } = await withTwo(folder);
    await stored.rename('caja', 'Caja central');
    await stored.remove('Sistema');
    expect(await stored.listByName()).toEqual([
      { nombre: 'Caja central', mapeo: { fecha_venta: 'Fecha', importe: 'Importe' } },
    ]);
  });

  test('a name that another one has is refused, whatever its capitals', async ({ folder }) => {
    const { stored } = await withTwo(folder);
    await expect(stored.rename('Caja', ' sistema ')).rejects.toMatchObject({ code: 'PLANTILLA_REPETIDA' });
    await expect(stored.rename('Otra', 'x')).rejects.toMatchObject({ code: 'PLANTILLA_INEXISTENTE' });
    await expect(stored.remove('Otra')).rejects.toMatchObject({ code: 'PLANTILLA_INEXISTENTE' });
    expect(await stored.rename('Caja', 'CAJA')).toMatchObject({ nombre: 'CAJA' });
  });

  test('those of another PC come in, and one that is here stays unless it is said', async ({ folder }) => {
    const { stored } = await withTwo(folder);
    const output = path.join(folder, 'salen.json');
    expect(await stored.writeFile(output)).toEqual({ exportado: output, plantillas: 2 });
    await expect(stored.writeFile(output)).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
    const all = ['Caja', 'Sistema'];
    expect(await stored.importFiles(output, false)).toEqual({ agregadas: [], reemplazadas: [], omitidas: all });
    await stored.remove('Caja');
    const [added, ...others] = all;
    expect(await stored.importFiles(output, false)).toEqual({ agregadas: [added], reemplazadas: [], omitidas: others });
    expect((await stored.importFiles(output, true)).reemplazadas).toEqual(all);
    expect(await stored.listByName()).toHaveLength(2);
  });

  test('card numbers in the names of a file come in masked, and are counted', async ({ folder }) => {
    const { archivo, stored } = await withTwo(folder);
    const brought = path.join(folder, 'traido.json');
    await writeFile(brought, (await readFile(archivo, 'utf8')).replace('"Caja"', '"Caja 4507990000000010"'));
    const counted: number[] = [];
    const { agregadas, omitidas } = await stored.importFiles(brought, true, (texts) => counted.push(texts));
    expect({ agregadas, omitidas, counted }).toMatchObject({ omitidas: [], counted: [1] });
    expect((await stored.listByName()).map(({ nombre }) => nombre)).toContain('Caja ············0010');
  });

  test.for(['no', '{}', '{"version":1,"plantillas":[{"nombre":""}]}'])(
    'a file that is none leaves both as they were: %s',
    async (contents, { folder }) => {
      const { archivo, stored } = await withTwo(folder);
      const before = await readFile(archivo, 'utf8');
      const fetched = path.join(folder, 'traido.json');
      await writeFile(fetched, contents);
      await expect(stored.importFiles(fetched, true)).rejects.toMatchObject({ code: 'PLANTILLAS_INVALIDAS' });
      expect(await readFile(archivo, 'utf8')).toBe(before);
      expect(await readFile(fetched, 'utf8')).toBe(contents);
    },
  );
});
