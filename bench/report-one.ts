/**
 * A process of bench/report.ts: `ROOT ACCOUNT con|sin` writes the report of the account's result, with or without why its coupons did not match, and
 * prints `{"ms":…,"cpu":…,"explaining":…,"mib":…,"bytes":…}`: the clock, the processor of all threads, how much of the clock the explanation took, the
 * peak memory of the process, the size of the workbook.
 */
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Account } from '#app/accounts/account.ts';
import { createNames } from '#app/conciliaciones/names.ts';
import { createStoredResults } from '#app/conciliaciones/kept.ts';
import { createExplanations } from '#app/explanations/index.ts';
import { createExplainingThread } from '#app/explanations/thread.ts';
import { NO_COVERAGE } from '#app/coverage/coverage.ts';
import { createCaches } from '#app/open/caches.ts';
import { createQuietLedgers } from '../test/app/open/quiet-ledgers.ts';
import type { ExplanationsDocument } from '#contract/explanations.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { systemClock as clock } from '#platform/system-clock.ts';
import { readSpentSeconds } from './lib/figures.ts';

const [root = '', id = '', what = ''] = process.argv.slice(2);
const data = getDataFolder(root);
const account: Account = {
  id,
  nombre: 'banco',
  url: 'http://127.0.0.1:1/',
  tipo: 'api',
  apiKey: 'k',
  isFromEnvironment: false,
};
const refuseCall = (): never => {
  throw new Error('nothing is asked of a service here');
};
const choose = () => Promise.resolve(account);
const caches = createCaches({ data, clock, onNotice: () => undefined });
const ledgers = createQuietLedgers({ data, clock });
const thread = createExplainingThread({ clock });
const explanations = createExplanations({
  ...{ choose, caches, ledgers, thread, clock, folder: data },
  ...{ validate: refuseCall, reviewOf: refuseCall, readResult: refuseCall, unique: () => 'banco' },
});
const NOTHING: ExplanationsDocument = {
  ...{ id: '1', causas: [], cupones: [], total: 0, resumen: [], sinBajar: null, podados: 0 },
  cobertura: NO_COVERAGE,
};
let explaining = 0;
const stored = createStoredResults({
  ...{ choose, sessions: refuseCall, ledgers, caches, names: createNames(data), clock },
  async showExplanation(input, context) {
    if (what === 'sin') return NOTHING;
    const start = performance.now();
    const doc = await explanations.explicar(input, context);
    explaining = performance.now() - start;
    return doc;
  },
});
const file = path.join(root, `${what}.xlsx`);
rmSync(file, { force: true });
const context = { signal: new AbortController().signal, onProgress: () => undefined };
const [start, before] = [performance.now(), readSpentSeconds()];
await stored.informe({ cuenta: undefined, id: '1', exportar: file }, context);
const cpu = (readSpentSeconds() - before) * 1000;
const mib = process.resourceUsage().maxRSS / 1024;
const bytes = statSync(file).size;
console.log(JSON.stringify({ ms: performance.now() - start, cpu, explaining, mib, bytes }));
await thread.close();
ledgers.close();
await caches.close();
