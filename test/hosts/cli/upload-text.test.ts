import { expect, test } from 'vitest';
import type { FinishedUpload } from '#contract/documents.ts';
import { uploadLines, uploadRow } from '../../../src-main/hosts/cli/upload-text.ts';

const doneWith = (more: Partial<FinishedUpload>): string =>
  uploadLines({
    id: '7',
    carga: 'C',
    estado: 'IMPORTADO',
    filas: 10,
    enviados: 10,
    tandas: 2,
    nuevos: 10,
    existen: 0,
    error: 0,
    conciliados: 8,
    sinConciliar: 2,
    noInformados: 0,
    completo: true,
    informe: null,
    importeConciliado: '8.00',
    importeSinConciliar: '2.00',
    ...more,
  }).join('\n');

test('an upload of which every coupon was reported says nothing more', () => {
  expect(doneWith({})).not.toMatch(/no aceptó|no informó/);
});

test('coupons that the service did not take are not told as not reported', () => {
  const said = doneWith({ enviados: 9, conciliados: 7, noAceptados: 1, completo: false });
  expect(said).toContain('El servicio no aceptó 1 cupón: no está en la conciliación. El informe dice en qué fila.');
  expect(said).not.toContain('no informó');
});

test('both are told where there are both', () => {
  const said = doneWith({ enviados: 8, conciliados: 5, noInformados: 1, noAceptados: 2, completo: false });
  expect(said).toContain('El servicio no aceptó 2 cupones: no están en la conciliación.');
  expect(said).toContain('El servicio no informó todos los cupones');
});

test('coupons that the service already had are not told as not reported', () => {
  const said = doneWith({ nuevos: 0, existen: 10, conciliados: 0, sinConciliar: 0, completo: false });
  expect(said).not.toContain('no informó');
  expect(said).toContain('Los que ya existían son de otra conciliación');
});

test('where the service does not say which it already had, those may be what it does not report', () => {
  const said = doneWith({ nuevos: 4, existen: 6, conciliados: 3, sinConciliar: 1, noInformados: 5, completo: false });
  expect(said).toContain(
    'El servicio no informó 5 cupones: el informe dice cuáles. Pueden ser de los 6 que dice que ya existían.',
  );
});

test('the rows that were not taken are named, file by file, with what to do', () => {
  const rows = [
    { archivo: 'ventas.xlsx', fila: 6 },
    { archivo: 'ventas.xlsx', fila: 18 },
    { archivo: 'otro.csv', fila: 3 },
  ];
  const more = { enviados: 5, conciliados: 5, sinConciliar: 0, completo: false };
  expect(doneWith({ ...more, noAceptados: 5, filasNoAceptadas: rows })).toContain(
    'Son: filas 6, 18 de ventas.xlsx; fila 3 de otro.csv; y 2 más, que el informe nombra. Revisá los datos en la planilla y enviá esas filas',
  );
  expect(doneWith({ ...more, noAceptados: 1, filasNoAceptadas: rows.slice(0, 1) })).toContain(
    'Es la fila 6 de ventas.xlsx. Revisá sus datos en la planilla y enviá esa fila en un archivo aparte.',
  );
});

test('the list says which uploads the service has no more, and how the person called them', () => {
  const upload = {
    carga: 'C',
    estado: 'TERMINADA',
    archivo: 'a.xlsx',
    filas: 5,
    cupones: 5,
    enviados: 5,
    id: '7',
    at: 0,
  };
  expect(uploadRow(upload)).toEqual(['  C', 'TERMINADA', '5 de 5', '7', 'a.xlsx']);
  expect(uploadRow({ ...upload, borrada: true })[1]).toBe('BORRADA');
  expect(uploadRow({ ...upload, ausente: true, nombre: 'Octubre' })).toEqual(
    expect.arrayContaining(['YA NO ESTÁ', 'Octubre (a.xlsx)']),
  );
});
