import type Database from 'better-sqlite3';
import type { UploadEvent } from '#domain/upload/types.ts';
import type { Program } from './program.ts';
import type { FakeClock } from './clock.ts';
import type { FakeServer } from './server.ts';
import { Transport } from './transport.ts';
import type { Cupon } from '#domain/cupon.ts';

interface Line {
  readonly db: Database.Database;
  readonly programa: Program;
  readonly server: FakeServer;
  readonly timer: FakeClock;
  /** The coupons of the upload; another PC may send some too. */
  readonly cupones: readonly Cupon[];
  /** How often a person answered to send again: such an answer accounts for doublings after it. */
  readonly countResends: () => number;
  readonly fallas: string[];
}

const CLOSING = new Set<UploadEvent['kind']>([
  'aplicado',
  'no_aplicado',
  'borrada',
  'reinicio',
  'decision_pedida',
  'abandonada',
]);

/** Checks I1 to I5 at the line: compares what leaves with what the disk says at that instant and with what the server really has. */
export function openLine({ db, programa, server, timer: clock, cupones, countResends: resends, fallas }: Line) {
  const bodies = new Map<string, { readonly cuerpo: string; readonly desde: number }>();
  const read = db.prepare('SELECT carga, detail FROM event ORDER BY carga, n');
  let exits = 0;
  const transport: Transport = new Transport({ program: programa, timer: clock, server, cupones, onExit: check });
  return { transport, countExits: () => exits };

  function check(what: 'envio' | 'borrado', datum: string): void {
    exits += 1;
    const byUpload = new Map<number, UploadEvent[]>();
    for (const row of read.all() as { carga: number; detail: string }[]) {
      const list = byUpload.get(row.carga) ?? [];
      list.push(JSON.parse(row.detail) as UploadEvent);
      byUpload.set(row.carga, list);
    }
    const withoutOutcome = [...byUpload.values()].reduce((n, events) => n + countOpen(events), 0);
    if (withoutOutcome > 1) fallas.push(`I2: ${String(withoutOutcome)} intentos abiertos en la cuenta`);
    const lastFour = [...byUpload.values()].map((events) => events.findLast((event) => event.kind !== 'reanudada'));
    if (what === 'borrado') {
      const written = lastFour.some(
        (event) =>
          (event?.kind === 'decidida' && event.clave === `borrar:${datum}`) ||
          (event?.kind === 'intento_borrar' && event.id === datum),
      );
      if (!written) fallas.push(`I1: se borra ${datum} sin intento`);
      return;
    }
    const { id } = JSON.parse(datum) as { id: string };
    const [upload, attempt] = [...byUpload]
      .map(([n, events]) => [n, events.findLast((event) => event.kind !== 'reanudada')] as const)
      .find(([, event]) => event?.kind === 'intento' && event.envio.id === id) ?? [0, undefined];
    if (attempt?.kind !== 'intento') {
      fallas.push(`I1: sale un envío y lo último en disco es ${lastFour.map((event) => event?.kind ?? 'nada').join()}`);
      return;
    }
    const key = `${String(upload)}/${String(attempt.envio.generacion)}/${String(attempt.envio.n)}`;
    const previous = bodies.get(key);
    if (previous !== undefined && previous.cuerpo !== datum) fallas.push(`I4: la tanda ${key} cambió sus bytes`);
    // A first send has the same bytes in every generation: the server's traces of an earlier generation do not count.
    const from = previous?.desde ?? clock.t;
    bodies.set(key, { cuerpo: datum, desde: from });
    if (programa.family !== 'dentro' || !programa.marcador) return;
    const live = server.taken.some(
      ({ cuerpo, en, t }) => cuerpo === datum && t >= from && !en.isDying && server.conciliaciones.get(en.id) === en,
    );
    if (previous !== undefined && resends() === 0 && (live || transport.underway.has(datum))) {
      fallas.push('I3: se envía otra vez lo que llegó o puede llegar');
    }
    if (id === '0') checkAbsences(byUpload.get(upload) ?? []);
  }

  /** I5: what the ledger calls absent must be absent, and a baseline must have every id that the list showed. */
  function checkAbsences(events: readonly UploadEvent[]): void {
    const base = events.findLast((event) => event.kind === 'base');
    const missing = server.visible().filter((c) => base?.kind !== 'base' || !base.ids.includes(c.id));
    if (missing.length > 0) fallas.push(`I5: la base no tiene ${missing.map((c) => c.id).join(', ')}`);
    if (programa.rasgos.reusesIds) return;
    for (const event of events) {
      if (event.kind !== 'borrada' || event.prueba !== 'ausente') continue;
      const c = server.conciliaciones.get(event.id);
      if (c?.nuestra === true && !c.isDying) fallas.push(`I5: la ${event.id} se dio por ausente y está`);
    }
  }
}

function countOpen(events: readonly UploadEvent[]): number {
  let n = 0;
  for (const event of events) {
    if (CLOSING.has(event.kind)) n = 0;
    else if (event.kind === 'intento' || (event.kind === 'intento_borrar' && n === 0)) n += 1;
  }
  return n;
}
