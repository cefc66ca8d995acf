/**
 * Reviews one file in this process, for `review.ts`. `enviado`: every coupon of the file was sent before. `caja`: measures from the moment when the person
 * drops the file.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '#app/accounts/account.ts';
import { createSent } from '#app/uploaded/sent.ts';
import { createQuietLedgers } from '../test/app/open/quiet-ledgers.ts';
import { createReviews } from '#app/open/index.ts';
import { createImport } from '#app/conciliar/read-files.ts';
import { createTemplates } from '#app/conciliar/templates.ts';
import { createRevision } from '#app/conciliar/revision.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { systemClock as clock } from '#platform/system-clock.ts';
import { createImportRunner, IMPORT_WORKER_URL } from '#workbook/import/run.ts';
import { MAPPING } from './read-xlsx-files.ts';
import { begin, report } from './read-xlsx-measure.ts';

const [file = '', mode] = process.argv.slice(2);
const account: Account = {
  id: '0123456789abcdef',
  nombre: 'banco',
  url: 'http://127.0.0.1:1/',
  tipo: 'api',
  apiKey: 'k',
  isFromEnvironment: false,
};
const refuseCall = (): never => {
  throw new Error('nothing is sent here');
};
const folder = mkdtempSync(join(tmpdir(), 'revision-'));
try {
  const data = getDataFolder(folder);
  const ledgers = createQuietLedgers({ data, clock });
  const reviews = createReviews(data);
  const importer = createImport({
    runner: createImportRunner({ workerUrl: IMPORT_WORKER_URL, clock }),
    templates: createTemplates(data.templates),
    clock,
  });
  const context = { signal: new AbortController().signal, onProgress: () => undefined };
  if (mode === 'enviado') {
    const workbook = await ledgers.open(account);
    const upload = workbook.createDraft({ cuenta: account.id, archivos: [file] });
    const writeRows = ({ filas, texts }: { filas: readonly number[]; texts: readonly string[] }): void => {
      workbook.addCupones(
        upload,
        texts.map((text, i) => ({ archivo: 0, hoja: null, fila: filas[i] ?? 0, texto: text })),
      );
    };
    await importer.importFiles([file], { mapear: MAPPING, sink: writeRows }, context);
    workbook.freeze(upload, { marcador: 'ninguno', nonce: 'n' });
  }
  const revision = createRevision({
    choose: () => Promise.resolve(account),
    reviews,
    ledgers,
    sent: createSent({ ledgers, caches: { existingResults: () => Promise.resolve(undefined) } }),
    importer,
    reconcile: { send: refuseCall },
    fixesOf: refuseCall,
    clock,
    random: Math.random,
  });
  const dropped = begin();
  const { revision: name } = await revision.empezar({ archivos: [file] }, context);
  await revision.columnas({ revision: name, archivo: 0, mapear: MAPPING }, context);
  const start = mode === 'caja' ? dropped : begin();
  const { resumen } = await revision.leer({ revision: name }, context);
  await revision.filas({ revision: name, filtro: 'todas', desde: 0, limite: 100 }, context);
  const sentOnes = resumen?.enviados.reduce((sum, { cupones }) => sum + cupones, 0) ?? 0;
  report(start, `${String(resumen?.listas)} of ${String(resumen?.filas)}, ${String(sentOnes)} sent before`);
  reviews.close();
  ledgers.close();
} finally {
  rmSync(folder, { recursive: true });
}
