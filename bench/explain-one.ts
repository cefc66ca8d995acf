/**
 * A process of bench/explain.ts: `FOLDER cuenta|archivo` asks the thread that explains, as the program does, and prints
 * `{"ms":…,"cpu":…,"again":…,"decided":…,"noted":…,"mib":…,"coupons":…}`: the time of the first answer, its processor time; the time of a page of the same answer, of a page after a person refused an operation and of one after a note
 * was left; and the peak memory of the process.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { deserialize } from 'node:v8';
import { z } from 'zod';
import { createExplainingThread } from '#app/explanations/thread.ts';
import type { FileCupon, Scope } from '#app/explanations/questions.ts';
import { fromDayNumber, parseIsoDate } from '#domain/civil-date.ts';
import { saleNameOf } from '#domain/decisions/sale-key.ts';
import type { DecidedOperacion } from '#domain/decisions/events.ts';
import { toCentavos, parseMoney } from '#domain/money.ts';
import { systemClock } from '#platform/system-clock.ts';
import { giveThreadsTheirOwnNursery, keepCompiled } from '../bin/threads.js';
import { readSpentSeconds } from './lib/figures.ts';

// As the program starts (bin/conciliador.js).
keepCompiled();
giveThreadsTheirOwnNursery();

const [folder = '', what = ''] = process.argv.slice(2);
const file = z.object({
  today: z.string(),
  // Read as the import gives them: copies that only this benchmark makes would count as the program's memory.
  cupones: z.array(z.custom<FileCupon>()),
});
const { today, cupones } = file.parse(deserialize(readFileSync(path.join(folder, 'filas'))));
const day = parseIsoDate(today) ?? fromDayNumber(0);
const scope: Scope = {
  cache: path.join(folder, 'cache.db'),
  ledger: null,
  uploads: [],
  source: what === 'cuenta' ? { kind: 'account' } : { kind: 'files', name: 'caja', cupones },
  decisions: { linked: [], refused: [], settled: [], gone: [] },
  decided: [],
  today: day,
  covered: [{ desde: fromDayNumber(0), hasta: day, leido: day }],
};
const thread = createExplainingThread({ clock: systemClock });
const { signal } = new AbortController();
const ask = async (its: Scope) => {
  const start = performance.now();
  const page = await thread.ask(its, { kind: 'page', filter: { desde: 0, limite: 100 } }, { signal });
  return { ms: performance.now() - start, page };
};
const { ms, page } = await ask(scope);
const cpu = readSpentSeconds() * 1000;
// The program asks once about a file: its coupons go to the thread with the question.
const again = what === 'cuenta' ? await ask(scope) : { ms, page };
const mib = process.resourceUsage().maxRSS / 1024;
/** What a person may decide about the first coupon that has an operation; of a file nobody decides. */
const first = page.items.find(({ explicacion, sale }) => sale !== null && explicacion.candidatos.length > 0);
const [sale, id] = [first?.sale ?? '', first?.explicacion.candidatos[0]?.operacion ?? ''];
const operacion: DecidedOperacion = {
  ...{ id, fecha_venta: day, importe: toCentavos(0), establecimiento: null, terminal: null },
  ...{ lote: null, comprobante: null, tarjeta_nro: null, autorizacion: null, referencia: null },
};
const name = saleNameOf({ vez: 1, cupon: first?.cupon ?? {} });
const decided = [
  { sale, name, importe: first === undefined ? 0 : (parseMoney(first.cupon.importe ?? '', 'sin-miles') ?? 0) },
];
const refused = [{ sale, operaciones: [operacion] }];
const after =
  first === undefined ? again : await ask({ ...scope, decided, decisions: { ...scope.decisions, refused } });
const noted =
  first === undefined
    ? again
    : await ask({ ...scope, decided, decisions: { ...scope.decisions, refused, settled: [sale] } });
await thread.close();
const told = { ms, cpu, again: again.ms, decided: after.ms, noted: noted.ms, mib, coupons: page.total };
console.log(JSON.stringify(told));
