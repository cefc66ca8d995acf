/**
 * A process of bench/explain.ts: `FOLDER cuenta|archivo` asks the thread that explains, as the program does, and prints
 * `{"ms":…,"cpu":…,"again":…,"mib":…,"coupons":…}`: the first answer and how much of a processor it took, a page of the same one, and the most memory
 * that the process ever had.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { deserialize } from 'node:v8';
import { z } from 'zod';
import { createExplainingThread } from '#app/explanations/thread.ts';
import type { FileCoupon, Scope } from '#app/explanations/questions.ts';
import { fromDayNumber, parseIsoDate } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';

const [folder = '', what = ''] = process.argv.slice(2);
const file = z.object({
  today: z.string(),
  // As the import has them: copies that this benchmark alone would make are none of the program's memory.
  cupones: z.array(z.custom<FileCoupon>()),
});
const { today, cupones } = file.parse(deserialize(readFileSync(path.join(folder, 'filas'))));
const hoy = parseIsoDate(today) ?? fromDayNumber(0);
const scope: Scope = {
  cache: path.join(folder, 'cache.db'),
  results: path.join(folder, 'resultados.db'),
  ledger: null,
  uploads: [],
  source: what === 'cuenta' ? { kind: 'account' } : { kind: 'files', name: 'caja', cupones },
  decisions: { linked: [], refused: [], explained: [], settled: [] },
  decided: [],
  today: hoy,
  covered: [{ desde: fromDayNumber(0), hasta: hoy }],
};
const thread = createExplainingThread({ clock: systemClock });
const { signal } = new AbortController();
const ask = async (limite: number): Promise<readonly [number, number]> => {
  const start = performance.now();
  const page = await thread.ask(scope, { kind: 'page', filter: { desde: 0, limite } }, { signal });
  return [performance.now() - start, page.total];
};
const [ms, coupons] = await ask(100);
const { user, system } = process.cpuUsage();
const cpu = (user + system) / 1000;
const [again] = await ask(100);
await thread.close();
const mib = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ ms, cpu, again, mib, coupons }));
