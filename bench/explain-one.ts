/**
 * A process of bench/explain.ts. With `FOLDER cuenta|archivo` it asks the thread that explains, as the program does, and prints
 * `{"ms":…,"cpu":…,"again":…,"decided":…,"noted":…,"mib":…,"coupons":…}`: time and processor time of the first answer; time of another page, of a page
 * after a person refused an operation, and of a page after a note; peak memory of the process; number of coupons.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { deserialize } from 'node:v8';
import { z } from 'zod';
import { createExplainingThread, type FileCupon, type Scope } from '#app/explanations/questions.ts';
import { fromDayNumber, parseIsoDate } from '#domain/civil-date.ts';
import type { DecidedOperacion, DecisionEvent } from '#domain/decisions/events.ts';
import { toCentavos } from '#domain/money.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import { giveThreadsTheirOwnNursery, keepCompiled } from '../bin/memory.js';
import { readSpentSeconds } from './lib/figures.ts';

// Like the start of the program (bin/conciliador.js).
keepCompiled();
giveThreadsTheirOwnNursery();

const [folder = '', what = ''] = process.argv.slice(2);
const file = z.object({
  today: z.string(),
  // Taken without copying: copies that only this benchmark makes would count as memory of the program.
  cupones: z.array(z.custom<FileCupon>()),
});
const { today, cupones } = file.parse(deserialize(readFileSync(path.join(folder, 'filas'))));
const day = parseIsoDate(today) ?? fromDayNumber(0);
const scope: Scope = {
  cuenta: '',
  cache: path.join(folder, 'cache.db'),
  ledger: null,
  source: what === 'cuenta' ? { kind: 'account' } : { kind: 'files', name: 'caja', cupones },
  today: day,
  covered: [{ desde: fromDayNumber(0), hasta: day, leido: day }],
  idioma: undefined,
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
// About a file the program asks only once, because the question contains the coupons.
const again = what === 'cuenta' ? await ask(scope) : { ms, page };
const mib = process.resourceUsage().maxRSS / 1024;
/** A decision about the first coupon that has an operation. Only coupons of the account can be decided. */
const first = what === 'cuenta' ? page.cupones.find(({ candidatos }) => candidatos.length > 0) : undefined;
const operacion: DecidedOperacion = {
  ...{
    id: String(first?.candidatos[0]?.operacion['id']),
    fecha_venta: day,
    importe: toCentavos(0),
    establecimiento: null,
  },
  ...{ terminal: null, lote: null, comprobante: null, tarjeta_nro: null, autorizacion: null, referencia: null },
};
const cupon = {
  ...{ carga: null, seq: null, conciliacion: first?.conciliacion ?? null, archivo: null, fila: null, vez: 1 },
  cupon: first?.cupon ?? {},
};
const ledger = path.join(folder, 'ledger.db');
async function decide(decision: DecisionEvent): Promise<void> {
  const opened = await openLedger(ledger, { clock: systemClock, random: Math.random });
  opened.decide('ana', [decision]);
  opened.close();
}
async function askAfter(decision: DecisionEvent) {
  if (first === undefined) return again;
  await decide(decision);
  return ask({ ...scope, ledger });
}
const after = await askAfter({ kind: 'no_es', cupon, operaciones: [operacion], nota: null });
const noted = await askAfter({ kind: 'explicado', cupon, motivo: 'nota' });
await thread.close();
const told = { ms, cpu, again: again.ms, decided: after.ms, noted: noted.ms, mib, coupons: page.total };
console.log(JSON.stringify(told));
