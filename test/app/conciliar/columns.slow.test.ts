import { expect } from 'vitest';
import { context, test } from './support.ts';

const CSV = `Fecha;Nro. Cupón;Comprobante;Ult. 4;Importe $;Vendedor
01/11/2026;00047761;B-00094471;8986;10.450,00;Marta
02/11/2026;00019161;B-00094472;7994;7.070,00;Iván
`;

test('the columns come with why, samples and what is in doubt', async ({ world, writeFile }) => {
  const { estado, archivos } = await world.revision.empezar({ archivos: [await writeFile(CSV)] }, context);
  expect(estado).toBe('columnas');
  expect(archivos).toMatchObject([
    {
      nombre: 'cupones.csv',
      problema: null,
      tabla: { hoja: null, encabezado: 1, filas: 2, vista: [{ fila: 1 }, { fila: 2 }, { fila: 3 }] },
    },
  ]);
  const importe = archivos[0]?.tabla?.columnas.find(({ campo }) => campo === 'importe');
  expect(importe).toMatchObject({ clave: 'Importe $', motivo: 'nombre', muestras: ['10.450,00', '7.070,00'] });
});

test('another column for a field keeps the rest as it was', async ({ world, writeFile }) => {
  const { revision } = await world.revision.empezar({ archivos: [await writeFile(CSV)] }, context);
  const edit = { revision, archivo: 0, mapear: { comprobante: 'Nro. Cupón', referencia: 'Vendedor' } };
  const { archivos } = await world.revision.columnas(edit, context);
  const mapped = Object.fromEntries(archivos[0]?.tabla?.columnas.map(({ titulo, campo }) => [titulo, campo]) ?? []);
  expect(mapped).toMatchObject({ 'Nro. Cupón': 'comprobante', Vendedor: 'referencia', 'Importe $': 'importe' });
});

test('a file without an amount asks for its column, and goes on when it has one', async ({ world, writeFile }) => {
  const file = await writeFile('Fecha;Cupón;Ult. 4;Cosa\n01/11/2026;1;8986;hola\n');
  const { revision, archivos } = await world.revision.empezar({ archivos: [file] }, context);
  expect(archivos[0]).toMatchObject({ problema: { codigo: 'COLUMNAS_SIN_MAPEAR' }, tabla: { filas: 1 } });
  const fixed = await world.revision.columnas({ revision, archivo: 0, mapear: { importe: 'Cosa' } }, context);
  expect(fixed.archivos[0]?.problema).toBeNull();
});

test('a template that was saved is applied to the next file with the same headers', async ({ world, writeFile }) => {
  const file = await writeFile(CSV);
  const { revision } = await world.revision.empezar({ archivos: [file] }, context);
  await world.revision.columnas({ revision, archivo: 0, mapear: { auxiliar_1: 'Vendedor' } }, context);
  await world.revision.leer({ revision, plantilla: 'Caja central' }, context);
  const { archivos } = await world.revision.empezar({ archivos: [file] }, context);
  expect(archivos[0]?.tabla).toMatchObject({ plantilla: 'Caja central' });
  expect(archivos[0]?.tabla?.columnas.find(({ titulo }) => titulo === 'Vendedor')).toMatchObject({
    campo: 'auxiliar_1',
    motivo: 'plantilla',
  });
});

test('the columns that were chosen survive closing the program', async ({ world, writeFile }) => {
  const { revision } = await world.revision.empezar({ archivos: [await writeFile(CSV)] }, context);
  await world.revision.columnas({ revision, archivo: 0, mapear: { auxiliar_1: 'Vendedor' } }, context);
  const found = await world.reopen().ver({}, context);
  expect(found).toMatchObject({ revision, estado: 'columnas', resumen: null });
  expect(found?.archivos[0]?.tabla?.columnas.at(-1)).toMatchObject({ campo: 'auxiliar_1', motivo: 'mapear' });
});
