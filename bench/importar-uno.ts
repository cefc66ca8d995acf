/** One import of one file in this process, for `importar.ts`: prints milliseconds, peak megabytes, valid coupons. */
import { civilDateAt } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createImportRunner, IMPORT_WORKER_URL } from '#workbook/import/run.ts';

/** The file's terminals have letters and its empty wallets a dash: they are read as texts, so that every row is a coupon that is sent. */
const MAPEAR = {
  terminal: '',
  wallet_referencia: '',
  wallet_tipo_operacion: '',
  auxiliar_4: 'terminal',
  auxiliar_5: 'wallet_referencia',
};
const [archivo = ''] = process.argv.slice(2);
const runner = createImportRunner({ workerUrl: IMPORT_WORKER_URL, clock: systemClock });
const start = performance.now();
let taken = 0;
const outcome = await runner.run(
  { archivo, hoy: civilDateAt(systemClock.now()), conCupones: true, mapear: MAPEAR },
  {
    cupones: ({ textos }) => {
      taken += textos.length;
    },
  },
  new AbortController().signal,
);
const ms = performance.now() - start;
if (outcome.tipo !== 'leido') throw new Error(outcome.ilegible.mensaje);
const { filas, validas } = outcome.resumen;
console.log(
  [
    ms.toFixed(0),
    (process.resourceUsage().maxRSS / 1024).toFixed(0),
    `${String(validas)} valid of ${String(filas)}, ${String(taken)} taken`,
  ].join('\t'),
);
