import type { UploadResult } from '#app/upload/index.ts';
import type { Cupon } from '#domain/cupon.ts';
import { getComparableKey } from '#domain/upload/body.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Persona } from './person.ts';
import { isHostile, type Program } from './program.ts';
import type { ServerConciliacion, FakeServer } from './server.ts';
import type { Transport } from './transport.ts';

export interface Trial {
  readonly programa: Program;
  readonly server: FakeServer;
  readonly transport: Transport;
  readonly cupones: readonly Cupon[];
  readonly resultado: UploadResult | null;
  readonly ledger: Ledger;
  readonly carga: string;
  readonly persona: Persona;
}

export interface Account {
  readonly fallas: readonly string[];
  readonly lost: number;
  readonly doubled: number;
}

const keyOf = (cupon: Cupon): string => {
  const { auxiliar_1: _1, auxiliar_2: _2, auxiliar_3: _3, auxiliar_4: _4, auxiliar_5: _5, ...rest } = cupon;
  return getComparableKey(rest, null);
};

function count(keys: Iterable<string>): Map<string, number> {
  const total = new Map<string, number>();
  for (const each of keys) total.set(each, (total.get(each) ?? 0) + 1);
  return total;
}

/** How many entries of `found` exceed those of `owed`, summed over the keys. */
function excessOf(found: ReadonlyMap<string, number>, owed: ReadonlyMap<string, number>): number {
  let n = 0;
  for (const [each, howMany] of found) n += Math.max(0, howMany - (owed.get(each) ?? 0));
  return n;
}

/** Judges how an upload ended against the server's truth. Coupons doubled where no reading could show it are no failure. */
export function judge(trial: Trial): Account {
  const { programa, resultado: result, server } = trial;
  const failures = server.touched.map((what) => `I6: toca lo ajeno: ${what}`);
  if (result?.estado !== 'terminada') {
    // Without markers, missing and doubled rows look the same as rows that moved.
    const isUnmarked = !programa.marcador && result?.estado === 'interrumpida' && result.codigo === 'LECTURA_INESTABLE';
    const mayStop = isUnmarked || programa.rasgos.demoraForma === 'nunca' || isHostile(programa);
    const wait = result?.estado === 'interrumpida' && mayStop;
    if (result?.estado !== 'abandonada' && !wait) failures.push(`no termina: ${JSON.stringify(result)}`);
    return { fallas: failures, lost: 0, doubled: 0 };
  }
  const { id } = result.resumen;
  failures.push(...checkFinished(trial, id, result.resumen));
  const lost = countLost(trial, id, failures);
  const doubled = countDoubled(trial, result.resumen);
  if (lost > 0) failures.push(`pierde ${String(lost)} cupones sin decirlo`);
  if (doubled > 0) failures.push(`duplica ${String(doubled)} cupones sin decirlo`);
  return { fallas: failures, lost, doubled };
}

/** Counts coupons that are neither in the reconciliation nor reported as missing. */
function countLost({ server, cupones, ledger: ledgerDb, carga }: Trial, id: string | null, failures: string[]): number {
  const final = id === null ? undefined : server.conciliaciones.get(id);
  const present = count((final?.filas ?? []).filter((row) => row.clase !== 'error').map((row) => keyOf(row.cupon)));
  const total = Object.values(ledgerDb.readCounts(carga)).reduce((a, b) => a + b, 0);
  if (total !== cupones.length) failures.push(`I7: ${String(total)} destinos para ${String(cupones.length)} cupones`);
  const statements = Array.from(ledgerDb.readCupones(carga, ['rechazado', 'no_informado', 'no_enviado']));
  const covered = new Map(present);
  for (const row of statements) covered.set(keyOf(row.cupon), (covered.get(keyOf(row.cupon)) ?? 0) + 1);
  return excessOf(count(cupones.map(keyOf)), covered);
}

/** Counts doubled coupons that were not reported, leaving out those that no reading could show (docs/decisions/0007). */
function countDoubled(trial: Trial, { id, sinProbar }: { id: string | null; sinProbar: readonly string[] }): number {
  const { server, cupones, persona } = trial;
  const owed = count(cupones.map(keyOf));
  let doubled = 0;
  for (const c of server.conciliaciones.values()) {
    if (!c.nuestra || c.isDying) continue;
    if (c.id !== id) {
      // Every further reconciliation of ours doubles its coupons.
      if (persona.named.has(c.id) || sinProbar.includes(c.id) || wasSentAgain(trial, c)) continue;
      if (wasSeenBySomebody(trial, c)) doubled += c.filas.length;
      continue;
    }
    if (persona.doubled.has(c.id)) continue;
    const reading = trial.transport.read.get(c.id) ?? 0;
    const seen = c.filas.filter((row) => row.arrives <= reading || !isLeftOut(trial, row));
    doubled += excessOf(count(seen.map((row) => keyOf(row.cupon))), owed);
  }
  return doubled;
}

/** True outside the assumption: a request that may arrive later than D (family `tarde`), or was delivered again after its answer. */
const isLeftOut = ({ programa }: Trial, { isRepeated }: { readonly isRepeated: boolean }): boolean =>
  isRepeated || programa.family === 'tarde';

/** True when a reading could have shown the reconciliation: a list that was read had it, or the client had to wait for it. */
function wasSeenBySomebody(trial: Trial, c: ServerConciliacion): boolean {
  const isListable = c.estado === 'IMPORTADO' || trial.programa.rasgos.lista;
  return !isLeftOut(trial, c) || (isListable && c.createdAt <= trial.transport.listed);
}

/** True when a person sent the first coupon again after the question that warns of this reconciliation. */
const wasSentAgain = ({ persona, programa }: Trial, c: ServerConciliacion): boolean =>
  persona.resends > 0 && !programa.rasgos.lista && c.estado === 'PENDIENTE' && c.filas.length <= 1;

/** I8: a finished upload was read, and the reading agrees with the server. */
function checkFinished(
  { ledger: ledgerDb, carga, server, transport, programa, cupones }: Trial,
  id: string | null,
  { conciliados, sinConciliar }: { conciliados: number; sinConciliar: number },
): readonly string[] {
  if (id === null) {
    const all = ledgerDb.readCounts(carga).rechazado === cupones.length;
    return all ? [] : ['I8: termina sin conciliación ni rechazos'];
  }
  const failures: string[] = [];
  const events = ledgerDb.readEvents(carga);
  const reading = events.findLastIndex((event) => event.kind === 'leida');
  const appliedAt = events.findLastIndex((event) => event.kind === 'aplicado');
  if (reading < 0 || reading < appliedAt) failures.push('I8: termina sin haber leído');
  const isLate = transport.lost !== null && (transport.read.get(id) ?? 0) < transport.lost + programa.patienceMs;
  if (isLate) failures.push('I8: termina sin leer después de D');
  const c = server.conciliaciones.get(id);
  if (c === undefined) failures.push(`termina con la ${id}, que no está`);
  else if (c.estado !== 'IMPORTADO') failures.push(`termina con la ${id} abierta`);
  const visible = c?.filas.filter((row) => row.clase !== 'error').length ?? 0;
  if (programa.wrong.length === 0 && conciliados + sinConciliar > visible) {
    failures.push('I7: dice más conciliados que los que hay');
  }
  return failures;
}

export function judgeNaive({ server, cupones }: Pick<Trial, 'server' | 'cupones'>) {
  const ours = [...server.conciliaciones.values()].filter((c) => c.nuestra && !c.isDying);
  const present = count(
    ours.flatMap((c) => c.filas.filter((row) => row.clase !== 'error').map((row) => keyOf(row.cupon))),
  );
  const owed = count(cupones.map(keyOf));
  return { lost: excessOf(owed, present), doubled: excessOf(present, owed) };
}
