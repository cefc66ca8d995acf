import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { AppError, isAppError } from '#contract/errors.ts';
import { createUploads, type UploadResult, type UploadsDeps } from '#app/upload/index.ts';
import { canonicalText, type Cupon } from '#domain/cupon.ts';
import type { ConciliacionesService } from '#domain/conciliacion.ts';
import { createLedgerOver, type Ledger } from '#storage/ledger/index.ts';
import { Random } from './random.ts';
import { judge, judgeNaive, type Account } from './judgement.ts';
import { watchRun } from './line.ts';
import { Persona } from './person.ts';
import type { Program } from './program.ts';
import { FakeClock } from './clock.ts';
import { FakeServer } from './server.ts';
import { Transport } from './transport.ts';

/** Thrown when the process died: nothing of it may go on. */
class Crash extends Error {}

/** What a test may break, to see that the checks catch it. */
export interface Breakage {
  readonly protocol?: UploadsDeps['protocol'];
  readonly ledger?: (ledger: Ledger) => Ledger;
  readonly service?: (service: ConciliacionesService) => ConciliacionesService;
  /** Another way of uploading altogether. */
  readonly conductor?: (
    service: ConciliacionesService,
    cuponBodies: readonly Cupon[],
    programa: Program,
  ) => Promise<void>;
}

export interface Verdict extends Account {
  readonly decisiones: number;
  /** The questions that were asked, to count the frequent ones. */
  readonly preguntas: readonly string[];
  readonly pedidos: number;
  readonly estado: string;
  readonly story: readonly string[];
}

const TEMPLATE = new Map<string, Buffer>();

/** An empty ledger in memory: what a commit leaves in it is what the disk would hold. */
function disco(): Database.Database {
  const hecha = TEMPLATE.get('ledger');
  if (hecha !== undefined) return new Database(hecha);
  const db = new Database(':memory:');
  createLedgerOver(db, { clock: new FakeClock(), random: () => 0.5 });
  const bytes = db.serialize();
  TEMPLATE.set('ledger', bytes);
  return new Database(bytes);
}

function cuponesDe(programa: Program): readonly Cupon[] {
  return Array.from({ length: programa.cupones }, (_, i) => {
    const base: Cupon = {
      fecha_venta: '2026-10-01',
      comprobante: '000123',
      tarjeta_nro: '0042',
      importe: '1500.50',
      ...(i % 5 === 4 ? { wallet_referencia: `W${String(i)}`, wallet_tipo_operacion: 'SETTLEMENT' } : {}),
    };
    const igual = programa.iguales && !programa.bad.includes(i + 1);
    return igual ? base : { ...base, referencia: `r ${String(i + 1)}` };
  });
}

/**
 * Runs one schedule from the first send until the upload ends, with every restart and answer that it needs. `onLedger` gets the ledger at the end.
 */
export async function runProgram(
  programa: Program,
  breakage: Breakage = {},
  onLedger?: (db: Database.Database) => void,
): Promise<Verdict> {
  const db = disco();
  try {
    const verdict = await runIn(db, programa, breakage);
    onLedger?.(db);
    return verdict;
  } finally {
    // SQLite's memory is outside the heap: left to the garbage collector it would grow by a megabyte per schedule. A schedule is nothing but
    // microtasks: unless the event loop turns, the memory of native objects is never freed (100,000 schedules took 22 GB).
    db.close();
    await setImmediate();
  }
}

async function runIn(db: Database.Database, programa: Program, breakage: Breakage): Promise<Verdict> {
  const clock = new FakeClock();
  const server = new FakeServer(programa, clock);
  const random = new Random(programa.semilla + 5);
  const cupones = cuponesDe(programa);
  const fallas: string[] = [];
  const persona = new Persona(random, server);
  let pedidos = 0;
  const transport: Transport = new Transport({
    programa,
    timer: clock,
    server,
    cupones,
    onExit: (que, datum) => {
      pedidos += 1;
      if (breakage.conductor === undefined) vigilante(que, datum);
    },
  });
  const vigilante = watchRun({
    db,
    programa,
    server,
    timer: clock,
    transport: () => transport,
    countResends: () => persona.resends,
    fallas,
  });
  const service = breakage.service?.(transport) ?? transport;
  if (breakage.conductor !== undefined) {
    await breakage.conductor(service, cupones, programa);
    clock.exhaust();
    const cuenta = judgeNaive({ server, cupones });
    return { ...cuenta, decisiones: 0, preguntas: [], pedidos, estado: 'sin', story: server.story };
  }
  if (programa.rasgos.conocida) {
    const { lista: list, filas } = programa.rasgos;
    openTestLedger(db, clock, random).learn('c', { lista: list, filas: filas === 'si', numeros: null, tamano: null });
  }
  let limits = 0;
  let commits = 0;
  let carga = '';
  let ledgerDb = openTestLedger(db, clock, random);
  const preguntas: string[] = [];
  let result: UploadResult | null = null;
  const crash = (en: 'limite' | 'commit', k: number, despues: boolean): void => {
    const crashHere = programa.crashes.find((each) => each.en === en && each.k === k && each.despues === despues);
    if (crashHere === undefined) return;
    server.count(`el programa muere (${en} ${String(k)}${despues ? ', después' : ', antes'})`);
    throw new Crash();
  };
  for (let vuelta = 0; vuelta < 60; vuelta += 1) {
    const live = { dead: false };
    ledgerDb = openTestLedger(db, clock, random);
    const available = overDisk(ledgerDb, live, (write) => {
      const k = (commits += 1) - 1;
      crash('commit', k, false);
      if (programa.fullDisk.includes(k)) {
        server.count('el disco está lleno');
        throw new AppError('DISCO_LLENO');
      }
      write();
      crash('commit', k, true);
    });
    const uploads = createUploads({
      ledger: breakage.ledger?.(available) ?? available,
      servicio: service,
      clock,
      random: random.real,
      cuenta: 'c',
      ajustes: { patienceMs: programa.patienceMs, porTanda: programa.porTanda, esperaMs: 300_000, settledMs: 6_000 },
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
      if (carga === '') carga = draftCupones(ledgerDb, cupones);
      const marcador = programa.marcador ? 'auto' : 'ninguno';
      if (ledgerDb.upload(carga) === undefined) result = await uploads.start(carga, { marcador }, signal);
      else if (result?.estado === 'necesita_decision') {
        result = await uploads.decide(carga, persona.respond(result), signal);
      } else result = await uploads.resume(carga, signal);
    } catch (error) {
      if (isAppError(error, 'DISCO_LLENO') && ledgerDb.upload(carga) === undefined) {
        // Nothing was sent yet: the person makes room and sends again.
        clock.advance(60_000);
        continue;
      }
      if (!(error instanceof Crash)) {
        fallas.push(`se rompe: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        break;
      }
      result = null;
      const crashHere = programa.crashes.find((each) => each.pauseMs >= 0);
      clock.advance(crashHere?.pauseMs ?? 0);
      // The next process: its monotonic clock begins anywhere.
      clock.origen = clock.t - random.randomInteger(0, 1_000_000);
      continue;
    }
    server.count(`queda ${result.estado}${'codigo' in result ? ` ${result.codigo}` : ''}`);
    if (result.estado === 'terminada' || result.estado === 'abandonada') break;
    if (result.estado === 'necesita_decision') {
      persona.hear(result);
      preguntas.push(result.pregunta);
    } else {
      clock.advance(60_000);
      if (result.codigo === 'ESPERA_AGOTADA' && programa.rasgos.demoraForma === 'nunca') break;
    }
  }
  clock.exhaust();
  const cuenta = judge({
    programa,
    server,
    transport,
    cupones,
    resultado: result,
    ledger: ledgerDb,
    carga,
    persona,
  });
  return {
    ...cuenta,
    fallas: [
      ...fallas,
      ...(fallas.length > 0 ? cuenta.fallas.filter((f) => !f.startsWith('no termina')) : cuenta.fallas),
    ],
    decisiones: persona.veces,
    preguntas,
    pedidos,
    estado: result?.estado ?? 'sin',
    story: server.story,
  };
}

function draftCupones(ledgerDb: Ledger, cupones: readonly Cupon[]): string {
  const carga = ledgerDb.createDraft({ cuenta: 'c', archivos: ['a.xlsx'] });
  ledgerDb.addCupones(
    carga,
    cupones.map((cupon, i) => ({ archivo: 0, hoja: 'H', fila: i + 2, texto: canonicalText(cupon) })),
  );
  return carga;
}

const openTestLedger = (db: Database.Database, clock: FakeClock, random: Random): Ledger =>
  createLedgerOver(db, { clock, random: random.real });

/** The ledger of a process that may die, or whose disk may fail, around any commit. A dead process writes nothing. */
function overDisk(ledgerDb: Ledger, live: { dead: boolean }, commit: (write: () => void) => void): Ledger {
  const withDeath = (write: () => void): void => {
    if (live.dead) throw new Crash();
    try {
      commit(write);
    } catch (error) {
      if (error instanceof Crash) live.dead = true;
      throw error;
    }
  };
  return {
    ...ledgerDb,
    note: (carga, events) => {
      withDeath(() => {
        ledgerDb.note(carga, events);
      });
    },
    freeze: (carga, opciones) => {
      withDeath(() => {
        ledgerDb.freeze(carga, opciones);
      });
    },
    learn: (cuenta, learned) => {
      withDeath(() => {
        ledgerDb.learn(cuenta, learned);
      });
    },
  };
}
