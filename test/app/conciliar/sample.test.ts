import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createImport } from '#app/conciliar/read-files.ts';
import { createTemplates } from '#app/conciliar/templates.ts';
import { toCanonicalText } from '#domain/cupon.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createData, makeSampleCupones } from '#sandbox/index.ts';
import { createImportRunner, IMPORT_WORKER_URL } from '#workbook/import/run.ts';
import { civilDay } from '../../domain/civil-day.ts';

const SAMPLE = fileURLToPath(new URL('../../../resources/ejemplo/cupones-ejemplo.xlsx', import.meta.url));
const clock = { ...systemClock, now: () => Date.UTC(2026, 10, 21, 13) };

test('the sample workbook has the mistakes it was made with, and the sandbox knows the rest', async () => {
  const importing = createImport({
    runner: createImportRunner({ workerUrl: IMPORT_WORKER_URL, clock }),
    templates: createTemplates(path.join(tmpdir(), 'no-hay-plantillas.json')),
    clock,
  });
  const texts: string[] = [];
  const sink = (tanda: { readonly texts: readonly string[] }): void => {
    texts.push(...tanda.texts);
  };
  const archivos = await importing.importFiles([SAMPLE], { sink }, { signal: new AbortController().signal });
  expect(archivos).toMatchObject([
    {
      resumen: {
        hoja: 'Cupones',
        encabezado: 4,
        filas: 421,
        validas: 416,
        sinMapear: ['Vendedor'],
        errores: [
          { codigo: 'LARGO_MAXIMO', arreglo: '0010' },
          { codigo: 'OBLIGATORIO', campo: 'importe' },
          { codigo: 'LARGO_MAXIMO', valor: '49051' },
          { codigo: 'FECHA_IMPOSIBLE' },
          { codigo: 'NO_ES_NUMERO', campo: 'lote' },
        ],
        avisos: [
          { codigo: 'CEROS_PERDIDOS' },
          { codigo: 'FECHA_FUTURA' },
          { codigo: 'POSIBLE_DUPLICADO' },
          { codigo: 'FILA_DE_TOTALES' },
        ],
      },
    },
  ]);
  // When this fails the sandbox's data changed: `node scripts/sample.ts` makes the workbook again.
  const data = createData({ semilla: 1, operaciones: 5000, hoy: civilDay('2026-11-21') });
  const options = { cantidad: 420, semilla: 1, desde: civilDay('2026-10-01'), hasta: civilDay('2026-11-15') };
  const known = new Set(makeSampleCupones({ data }, options).map(({ cupon }) => toCanonicalText(cupon)));
  expect(texts.filter((text) => !known.has(text))).toHaveLength(2);
});
