import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { saveState, readState, type ReviewState } from '#app/conciliar/state.ts';
import { openReview, type RevisionDb } from '#storage/review/index.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';

const STATE: ReviewState = {
  revision: '01M82K577G249HD6WT5NWWFA2S',
  estado: 'filas',
  archivos: [
    {
      ruta: 'a.xlsx',
      origen: 0,
      huella: 'total',
      opciones: { hoja: 'Hoja 1', encabezado: 3, mapear: { importe: 'Total' } },
      visto: {
        nombre: 'a.xlsx',
        origen: 0,
        conCupones: [{ hoja: 'Hoja 1', filas: 1 }],
        hojas: ['Hoja 1'],
        problema: null,
        tabla: {
          hoja: 'Hoja 1',
          hojas: ['Hoja 1'],
          encabezado: 3,
          filas: 1,
          plantilla: null,
          columnas: [
            {
              letra: 'A',
              titulo: 'Total',
              clave: 'Total',
              campo: 'importe',
              motivo: 'mapear',
              conflicto: null,
              muestras: ['1,00'],
            },
          ],
          vista: [{ fila: 4, celdas: ['1,00'] }],
          dudas: [],
        },
        avisos: [{ fila: null, codigo: 'FILA_IGNORADA', mensaje: 'm' }],
      },
      nombres: { importe: 'Total' },
    },
  ],
  hojas: [{ todas: ['Hoja 1'], conCupones: [{ hoja: 'Hoja 1', filas: 1 }] }],
  carga: null,
};

function revision(): RevisionDb {
  const folder = createTemporaryFolder();
  const db = openReview(path.join(folder, 'revision.db'));
  onTestFinished(() => {
    db.close();
  });
  return db;
}

test('what is kept of a revision is what was written', () => {
  const db = revision();
  expect(readState(db)).toBeUndefined();
  saveState(db, STATE);
  expect(readState(db)).toEqual(STATE);
});
