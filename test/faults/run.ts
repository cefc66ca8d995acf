import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { AppError, isAppError } from '#contract/errors.ts';
import { createUploads, type UploadResult, type UploadsDeps } from '#app/upload/index.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { ConciliacionesService } from '#domain/conciliacion.ts';
import { createLedgerOver, type Ledger } from '#storage/ledger/index.ts';
import { Random } from './random.ts';
import { judge, type Account } from './judgement.ts';
import { openLine } from './line.ts';
import { Persona } from './person.ts';
import { isHostile, type Program } from './program.ts';
import { FakeClock } from './clock.ts';
import { FakeServer } from './server.ts';
import { addDraft } from '../storage/ledger/drafts.ts';

/** Thrown in place of the process's death: nothing of the process may go on. */
class Crash extends Error {}

/** Faulty parts with which a test checks that the simulator catches the fault. */
export interface Breakage {
  readonly protocol?: UploadsDeps['protocol'];
  readonly ledger?: (ledger: Ledger) => Ledger;
  readonly service?: (service: ConciliacionesService) => ConciliacionesService;
}

export interface Verdict extends Account {
  readonly decisiones: number;
  readonly isHostile: boolean;
  readonly pedidos: number;
  readonly estado: string;
  readonly story: readonly string[];
}

/** The codes with which an upload to a hostile service may end. */
const REFUSALS: ReadonlySet<string> = new Set(['RESPUESTA_INVALIDA', 'LECTURA_INESTABLE']);

let emptyLedger: Buffer | undefined;

function openDisk(): Database.Database {
  if (emptyLedger === undefined) {
    const db = new Database(':memory:');
    createLedgerOver(db, { clock: new FakeClock(), random: () => 0.5 });
    emptyLedger = db.serialize();
  }
  return new Database(emptyLedger);
}

export function cuponesOf(program: Program): readonly Cupon[] {
  return Array.from({ length: program.cupones }, (_, i) => {
    const base: Cupon = {
      fecha_venta: '2026-10-01',
      comprobante: '000123',
      tarjeta_nro: '0042',
      importe: '1500.50',
      ...(i % 5 === 4 ? { wallet_referencia: `W${String(i)}`, wallet_tipo_operacion: 'SETTLEMENT' } : {}),
    };
    const equal = program.iguales && !program.bad.includes(i + 1);
    return equal ? base : { ...base, referencia: `r ${String(i + 1)}` };
  });
}

/** Runs one schedule from the first send to the upload's end, with every restart and answer in between. */
export async function runProgram(program: Program, breakage: Breakage = {}): Promise<Verdict> {
  const db = openDisk();
  try {
    return await runIn(db, program, breakage);
  } finally {
    // SQLite's memory is outside the heap: left to the garbage collector it would grow by a megabyte per schedule. A schedule is nothing but
    // microtasks: unless the event loop turns, the memory of native objects is never freed (100,000 schedules took 22 GB).
    db.close();
    await setImmediate();
  }
}

async function runIn(db: Database.Database, program: Program, breakage: Breakage): Promise<Verdict> {
  const clock = new FakeClock();
  const server = new FakeServer(program, clock);
  const random = new Random(program.semilla + 5);
  const cupones = cuponesOf(program);
  const failures: string[] = [];
  const persona = new Persona(random, server);
  const { transport, countExits } = openLine({
    db,
    programa: program,
    server,
    timer: clock,
    cupones,
    countResends: () => persona.resends,
    fallas: failures,
  });
  const service = breakage.service?.(transport) ?? transport;
  if (program.rasgos.known) {
    openTestLedger(db, clock, random).learn('c', { lista: program.rasgos.lista, numeros: null, tamano: null });
  }
  let limits = 0;
  let commits = 0;
  let upload = '';
  let ledgerDb = openTestLedger(db, clock, random);
  let result: UploadResult | null = null;
  let pauseMs = 0;
  let refusals = 0;
  const crash = (where: 'limite' | 'commit', k: number, after: boolean): void => {
    const crashHere = program.crashes.find((each) => each.en === where && each.k === k && each.despues === after);
    if (crashHere === undefined) return;
    server.count(`el programa muere (${where} ${String(k)}${after ? ', después' : ', antes'})`);
    ({ pauseMs } = crashHere);
    throw new Crash();
  };
  for (let round = 0; round < 60; round += 1) {
    const live = { dead: false };
    const available = overDisk(ledgerDb, live, (write) => {
      const k = (commits += 1) - 1;
      crash('commit', k, false);
      if (program.fullDisk.includes(k)) {
        server.count('el disco está lleno');
        throw new AppError('DISCO_LLENO');
      }
      write();
      crash('commit', k, true);
    });
    const uploads = createUploads({
      ledger: breakage.ledger?.(available) ?? available,
      service,
      clock,
      random: random.real,
      account: 'c',
      settings: { patienceMs: program.patienceMs, porTanda: program.porTanda, esperaMs: 300_000, settledMs: 6_000 },
      ...(breakage.protocol === undefined ? {} : { protocol: breakage.protocol }),
      onBoundary: () => {
        const k = (limits += 1) - 1;
        try {
          crash('limite', k, true);
        } catch (error) {
          live.dead = true;
          throw error;
        }
      },
    });
    const signal = new AbortController().signal;
    try {
      if (upload === '') upload = addDraft(ledgerDb, cupones, { at: { hoja: 'H' } });
      const marker = program.marcador ? 'auto' : 'ninguno';
      if (ledgerDb.upload(upload) === undefined) result = await uploads.start(upload, { marcador: marker }, signal);
      else if (result?.estado === 'necesita_decision') {
        result = await uploads.decide(upload, persona.respond(result), signal);
      } else {
        // As a person does, resumes with one coupon a batch where the service fails for a batch.
        const isFailing = result?.estado === 'interrumpida' && result.codigo === 'CARGA_INTERRUMPIDA';
        result = await uploads.resume(upload, signal, isFailing ? 1 : undefined);
      }
    } catch (error) {
      if (isAppError(error, 'DISCO_LLENO') && ledgerDb.upload(upload) === undefined) {
        // Nothing was sent yet: the person frees space and sends again.
        clock.advance(60_000);
        continue;
      }
      if (!(error instanceof Crash)) {
        failures.push(`se rompe: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        break;
      }
      result = null;
      clock.advance(pauseMs);
      // The next process: a new monotonic origin, and the ledger opened again.
      clock.origin = clock.t - random.randomInteger(0, 1_000_000);
      ledgerDb = openTestLedger(db, clock, random);
      continue;
    }
    server.count(`queda ${result.estado}${'codigo' in result ? ` ${result.codigo}` : ''}`);
    if (result.estado === 'terminada' || result.estado === 'abandonada') break;
    if (result.estado === 'necesita_decision') persona.hear(result);
    else {
      clock.advance(60_000);
      if (result.codigo === 'ESPERA_AGOTADA' && program.rasgos.demoraForma === 'nunca') break;
      if (isHostile(program) && REFUSALS.has(result.codigo) && (refusals += 1) > 3) break;
    }
  }
  clock.exhaust();
  const account = judge({
    programa: program,
    server,
    transport,
    cupones,
    resultado: result,
    ledger: ledgerDb,
    carga: upload,
    persona,
  });
  return {
    ...account,
    fallas: [
      ...failures,
      ...(failures.length > 0 ? account.fallas.filter((f) => !f.startsWith('no termina')) : account.fallas),
    ],
    decisiones: persona.times,
    isHostile: isHostile(program),
    pedidos: countExits(),
    estado: result?.estado ?? 'sin',
    story: server.story,
  };
}

const openTestLedger = (db: Database.Database, clock: FakeClock, random: Random): Ledger =>
  createLedgerOver(db, { clock, random: random.real });

/** A ledger whose process may die, or whose disk may fail, around any commit. A dead process writes nothing. */
function overDisk(ledgerDb: Ledger, live: { dead: boolean }, commit: (write: () => void) => void): Ledger {
  const untilDeath =
    <Args extends readonly unknown[]>(write: (...args: Args) => void) =>
    (...args: Args): void => {
      if (live.dead) throw new Crash();
      try {
        commit(() => {
          write(...args);
        });
      } catch (error) {
        if (error instanceof Crash) live.dead = true;
        throw error;
      }
    };
  const { note, freeze, learn } = ledgerDb;
  return { ...ledgerDb, note: untilDeath(note), freeze: untilDeath(freeze), learn: untilDeath(learn) };
}
