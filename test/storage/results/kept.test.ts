import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openResults } from '#storage/results/open.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';

const HEADER = {
  encabezado: aConciliacion({ sinConciliar: 1 }),
  carga: null,
  archivos: ['a.xlsx'],
};
const CUPON = {
  operacion: {
    importe: '1.00',
    conciliado: false,
    modo: null,
    nro_liquidacion: null,
    liquidaciones_id: null,
    fecha_liq: null,
    fila: 2,
  },
  disposicion: 'error',
  archivo: 'a.xlsx',
  mensaje: 'no',
  problema: { codigo: 'OBLIGATORIO', campo: 'fecha_venta', columna: null, valor: '', arreglo: null },
} as const;

/** A kept result of one coupon, after `change` was made to its file. */
function keptAfter(change: string) {
  const folder = createTemporaryFolder();
  const file = path.join(folder, 'resultados.db');
  const before = openResults(file);
  const reading = before.begin('7');
  reading.add([CUPON]);
  reading.finish(HEADER, 1000);
  before.close();
  const db = new Database(file);
  db.exec(change);
  db.close();
  const kept = openResults(file);
  onTestFinished(() => {
    kept.close();
  });
  return kept;
}

test('a reading and its coupons are what was written', () => {
  const kept = keptAfter('');
  const read = kept.show('7');
  expect(read).toMatchObject(HEADER);
  expect([...kept.cupones(read?.lectura ?? 0, ['error'])]).toEqual([{ ...CUPON, n: 1 }]);
});

test.for([`'{"encabezado":null}'`, `'no'`])(
  'a reading whose header cannot be understood is none, and is read again: %s',
  (header) => {
    const kept = keptAfter(`UPDATE lectura SET encabezado = ${header}`);
    expect(kept.show('7')).toBeUndefined();
    expect([...kept.listReadings()]).toEqual([]);
  },
);

test.for([`'{"operacion":{}}'`, `replace(detalle, 'OBLIGATORIO', 'RARO')`, `'no'`])(
  'a coupon that cannot be understood is told, not guessed: %s',
  (detail) => {
    const kept = keptAfter(
      `DROP INDEX cupon_liquidaciones_id; DROP INDEX cupon_nro_liquidacion; UPDATE cupon SET detalle = ${detail}`,
    );
    const { lectura = 0 } = kept.show('7') ?? {};
    expect(() => [...kept.cupones(lectura, ['error'])]).toThrow(
      expect.objectContaining({ code: 'GUARDADO_ILEGIBLE' }) as Error,
    );
  },
);
