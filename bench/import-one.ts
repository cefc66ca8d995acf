/** Imports one file in this process, for `import.ts`. */
import { civilDateAt } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createImportRunner, IMPORT_WORKER_URL } from '#workbook/import/run.ts';
import { MAPPING } from './read-xlsx-files.ts';
import { begin, report } from './read-xlsx-measure.ts';

const [file = ''] = process.argv.slice(2);
const runner = createImportRunner({ workerUrl: IMPORT_WORKER_URL, clock: systemClock });
const start = begin();
let taken = 0;
const outcome = await runner.run(
  { archivo: file, hoy: civilDateAt(systemClock.now()), conCupones: true, mapear: MAPPING },
  {
    cupones: ({ texts }) => {
      taken += texts.length;
    },
  },
  new AbortController().signal,
);
if (outcome.tipo !== 'leido') throw new Error(outcome.ilegible.mensaje);
const { filas, validas: valid } = outcome.resumen;
report(start, `${String(valid)} valid of ${String(filas)}, ${String(taken)} taken`);
