import { mkdir, readdir, readFile, rm, writeFile as overwrite } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { makePipe } from '../../platform/make-pipe.ts';
import { context, CSV, test } from './support.ts';

const listCopied = async (folder: string): Promise<string[]> => {
  const account = path.join(folder, 'datos', 'cuentas', '0123456789abcdef', 'revision');
  const entries = await readdir(account, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
};

describe('the files under review', () => {
  test.skipIf(process.platform === 'win32')(
    'are not waited for when they are no files (skipped on Windows: no named pipes in folders)',
    async ({ world, folder }) => {
      const pipe = makePipe(path.join(folder, 'tubo.csv'));
      const { archivos } = await world.revision.empezar({ archivos: [pipe] }, context);
      expect(archivos[0]?.problema?.codigo).toBe('FORMATO_DESCONOCIDO');
    },
  );

  test('leave no copy once another revision begins, nor once it is discarded', async ({ world, writeFile, folder }) => {
    await world.revision.empezar({ archivos: [await writeFile(CSV, 'a.csv')] }, context);
    const { revision } = await world.revision.empezar({ archivos: [await writeFile(CSV, 'b.csv')] }, context);
    const [copy = '', ...others] = await listCopied(folder);
    expect([copy.split(path.sep).at(-3), path.basename(copy), others]).toEqual([revision, 'b.csv', []]);
    await world.revision.descartar({ revision }, context);
    expect(await listCopied(folder)).toEqual([]);
  });

  test('of the same name do not meet', async ({ world, folder }) => {
    const paths = [];
    for (const inside of ['uno', 'dos']) {
      await mkdir(path.join(folder, inside));
      paths.push(path.join(folder, inside, 'cupones.csv'));
      await overwrite(path.join(folder, inside, 'cupones.csv'), CSV);
    }
    const { archivos } = await world.revision.empezar({ archivos: paths }, context);
    expect(archivos.map(({ problema }) => problema)).toEqual([null, null]);
  });

  test('one that is not there says so by its own name', async ({ world, folder }) => {
    const { archivos } = await world.revision.empezar({ archivos: [path.join(folder, 'no-esta.csv')] }, context);
    expect(archivos[0]).toMatchObject({ nombre: 'no-esta.csv', problema: { codigo: 'ARCHIVO_INEXISTENTE' } });
  });

  test('can be gone when the columns are chosen again in another run', async ({ world, writeFile }) => {
    const path = await writeFile(CSV);
    const { revision } = await world.revision.empezar({ archivos: [path] }, context);
    await world.revision.leer({ revision }, context);
    await rm(path);
    const other = world.reopen();
    const request = { revision, filtro: 'todas' as const, desde: 0, limite: 10 };
    expect((await other.filas(request, context)).total).toBe(6);
    const { archivos } = await other.columnas({ revision, archivo: 0, mapear: { lote: '' } }, context);
    expect(archivos[0]).toMatchObject({ nombre: 'cupones.csv', problema: null });
    await other.leer({ revision }, context);
    const { filas, total } = await other.filas(request, context);
    expect([total, filas[0]?.valores.lote, filas[0]?.valores.importe]).toEqual([6, undefined, '1500.00']);
    const [, withTarjeta] = filas;
    expect(withTarjeta?.problemas[0]).toMatchObject({ campo: 'tarjeta_nro', arreglo: '0010' });
  });

  test('no card number is in the copy, and nothing of it is left once the revision is discarded', async ({
    world,
    writeFile,
    folder,
  }) => {
    const { revision } = await world.revision.empezar({ archivos: [await writeFile(CSV)] }, context);
    const copies = await listCopied(folder);
    expect(copies).toHaveLength(1);
    const copy = gunzipSync(await readFile(copies[0] ?? '')).toString();
    expect(copy).toContain('Comprobante');
    expect(copy).not.toMatch(/4507990000000010|4507990000000028/);
    await world.revision.descartar({ revision }, context);
    expect(await listCopied(folder)).toEqual([]);
  });

  test('a file that cannot be read leaves no copy, and says why', async ({ world, writeFile, folder }) => {
    const { archivos } = await world.revision.empezar(
      { archivos: [await writeFile('\u0000\u0001', 'x.xlsx')] },
      context,
    );
    expect(archivos[0]?.problema?.codigo).toBe('FORMATO_DESCONOCIDO');
    expect(await listCopied(folder)).toEqual([]);
  });
});
