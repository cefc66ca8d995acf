import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { makePipe } from '../../platform/make-pipe.ts';
import { context, CSV, test } from './apoyo.ts';

const copiadas = async (carpeta: string): Promise<string[]> => {
  const cuenta = path.join(carpeta, 'datos', 'cuentas', '0123456789abcdef', 'revision');
  const entries = await readdir(cuenta, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
};

describe('the files under review', () => {
  test.skipIf(process.platform === 'win32')('are not waited for when they are no files', async ({ mundo, carpeta }) => {
    const tubo = makePipe(path.join(carpeta, 'tubo.csv'));
    const { archivos } = await mundo.revision.empezar({ archivos: [tubo] }, context);
    expect(archivos[0]?.problema?.codigo).toBe('FORMATO_DESCONOCIDO');
  });

  test('can be gone when the columns are chosen again in another run', async ({ mundo, archivo }) => {
    const ruta = await archivo(CSV);
    const { revision } = await mundo.revision.empezar({ archivos: [ruta] }, context);
    await mundo.revision.leer({ revision }, context);
    await rm(ruta);
    const otra = mundo.reabrir();
    const documento = await otra.columnas({ revision, archivo: 0, mapear: { lote: '' } }, context);
    expect(documento.archivos[0]).toMatchObject({ nombre: 'cupones.csv', problema: null });
    await otra.leer({ revision }, context);
    const { filas } = await otra.filas({ revision, filtro: 'todas', desde: 0, limite: 10 }, context);
    expect(filas[0]?.valores.lote).toBeUndefined();
  });

  test('cannot be read from their copies without the keychain', async ({ mundo, archivo, carpeta }) => {
    await mundo.revision.empezar({ archivos: [await archivo(CSV)] }, context);
    for (const copia of await copiadas(carpeta)) {
      const bytes = (await readFile(copia)).toString('latin1');
      expect(bytes).not.toContain('4507990000000010');
      expect(bytes).not.toContain('Comprobante');
    }
  });

  test('that were changed behind our back are not used', async ({ mundo, archivo, carpeta }) => {
    const ruta = await archivo(CSV);
    const { revision } = await mundo.revision.empezar({ archivos: [ruta] }, context);
    await rm(ruta);
    const [copia = ''] = await copiadas(carpeta);
    const bytes = await readFile(copia);
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    await writeFile(copia, bytes);
    await expect(mundo.revision.leer({ revision }, context)).rejects.toThrow();
  });

  test('leave no copy once another revision begins, nor once it is discarded', async ({ mundo, archivo, carpeta }) => {
    await mundo.revision.empezar({ archivos: [await archivo(CSV, 'a.csv')] }, context);
    const { revision } = await mundo.revision.empezar({ archivos: [await archivo(CSV, 'b.csv')] }, context);
    const [copia = '', ...otras] = await copiadas(carpeta);
    expect([path.basename(path.dirname(copia)), otras]).toEqual([revision, []]);
    await mundo.revision.descartar({ revision }, context);
    expect(await copiadas(carpeta)).toEqual([]);
  });

  test('of the same name do not meet', async ({ mundo, carpeta }) => {
    const rutas = [];
    for (const folder of ['uno', 'dos']) {
      await mkdir(path.join(carpeta, folder));
      rutas.push(path.join(carpeta, folder, 'cupones.csv'));
      await writeFile(path.join(carpeta, folder, 'cupones.csv'), CSV);
    }
    const { archivos } = await mundo.revision.empezar({ archivos: rutas }, context);
    expect(archivos.map(({ problema }) => problema)).toEqual([null, null]);
  });

  test('one that is not there says so by its own name', async ({ mundo, carpeta }) => {
    const { archivos } = await mundo.revision.empezar({ archivos: [path.join(carpeta, 'no-esta.csv')] }, context);
    expect(archivos[0]).toMatchObject({ nombre: 'no-esta.csv', problema: { codigo: 'ARCHIVO_INEXISTENTE' } });
  });
});

describe('without a keychain', () => {
  test.override({ conLlavero: false });

  test('the columns can be chosen again in another run all the same', async ({ mundo, archivo }) => {
    const ruta = await archivo(CSV);
    const { revision } = await mundo.revision.empezar({ archivos: [ruta] }, context);
    await mundo.revision.leer({ revision }, context);
    await rm(ruta);
    const otra = mundo.reabrir();
    const pedido = { revision, filtro: 'todas' as const, desde: 0, limite: 10 };
    expect((await otra.filas(pedido, context)).total).toBe(6);
    const { archivos } = await otra.columnas({ revision, archivo: 0, mapear: { lote: '' } }, context);
    expect(archivos[0]).toMatchObject({ nombre: 'cupones.csv', problema: null });
    await otra.leer({ revision }, context);
    const { filas, total } = await otra.filas(pedido, context);
    expect([total, filas[0]?.valores.lote, filas[0]?.valores.importe]).toEqual([6, undefined, '1500.00']);
    const [, conTarjeta] = filas;
    expect(conTarjeta?.problemas[0]).toMatchObject({ campo: 'tarjeta_nro', arreglo: '0010' });
  });

  test('no card number is in the copy, and nothing of it is left once the revision is discarded', async ({
    mundo,
    archivo,
    carpeta,
  }) => {
    const { revision } = await mundo.revision.empezar({ archivos: [await archivo(CSV)] }, context);
    const copias = await copiadas(carpeta);
    expect(copias).toHaveLength(1);
    const copia = gunzipSync(await readFile(copias[0] ?? '')).toString();
    expect(copia).toContain('Comprobante');
    expect(copia).not.toMatch(/4507990000000010|4507990000000028/);
    await mundo.revision.descartar({ revision }, context);
    expect(await copiadas(carpeta)).toEqual([]);
  });

  test('a file that cannot be read leaves no copy, and says why', async ({ mundo, archivo, carpeta }) => {
    const { archivos } = await mundo.revision.empezar({ archivos: [await archivo('\u0000\u0001', 'x.xlsx')] }, context);
    expect(archivos[0]?.problema?.codigo).toBe('FORMATO_DESCONOCIDO');
    expect(await copiadas(carpeta)).toEqual([]);
  });
});
