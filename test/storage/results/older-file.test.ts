/** A file of kept results from before some of its tables and indexes were added. */
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openResults } from '#storage/results/index.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';

const ADDED = ['borrada', 'ausente', 'cupon_liquidaciones_id', 'cupon_nro_liquidacion', 'cupon_venta'];

const HEADER = aConciliacion({ conciliados: 1 });
const CUPON = {
  operacion: {
    importe: '1.00',
    conciliado: true,
    modo: null,
    nro_liquidacion: '00458384',
    liquidaciones_id: '9',
    fecha_liq: null,
    fila: 2,
  },
  disposicion: 'conciliado',
  archivo: 'a.xlsx',
  mensaje: null,
} as const;

function olderFile(): string {
  const folder = createTemporaryFolder();
  const file = path.join(folder, 'resultados.db');
  const results = openResults(file);
  const reading = results.begin('7');
  reading.add([CUPON]);
  reading.finish({ encabezado: HEADER, carga: null, archivos: ['a.xlsx'] }, 1000);
  results.close();
  const db = new Database(file);
  db.exec(
    'DROP TABLE borrada; DROP TABLE ausente; DROP INDEX cupon_liquidaciones_id; DROP INDEX cupon_nro_liquidacion; DROP INDEX cupon_venta',
  );
  db.close();
  return file;
}

test('they are made when it is opened, and what it keeps stays', () => {
  const file = olderFile();
  const results = openResults(file);
  expect(results.show('7')).toMatchObject({ encabezado: HEADER, leido: 1000, grupos: { conciliados: { cupones: 1 } } });
  expect(results.listOfLiquidacion({ id: '9', numero: '' })).toHaveLength(1);
  expect([results.readDeleted().size, results.readMissing().size]).toEqual([0, 0]);
  results.markMissing('7', 2000);
  expect(results.readMissing()).toEqual(new Map([['7', 2000]]));
  results.remove('7', 3000);
  expect(results.readDeleted()).toEqual(new Map([['7', 3000]]));
  results.close();
  const db = new Database(file, { readonly: true });
  const names = db.prepare('SELECT name FROM sqlite_schema').pluck().all();
  db.close();
  expect(names).toEqual(expect.arrayContaining(ADDED));
});
