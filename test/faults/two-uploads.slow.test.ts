import { expect, test } from 'vitest';
import Database from 'better-sqlite3';
import { countFrom } from './shrink.ts';
import { createUploads, type UploadResult, type UploadsDeps } from '#app/upload/index.ts';
import { createLedgerOver, type Ledger } from '#storage/ledger/index.ts';
import { Random } from './random.ts';
import { openLine } from './line.ts';
import { programOf } from './program.ts';
import { FakeClock } from './clock.ts';
import { FakeServer } from './server.ts';
import { addDraft } from '../storage/ledger/drafts.ts';

/** What a mutant lacks: the settling of the other upload's attempt (`ledger`), or the queue inside a process (`withoutTail`). */
interface WithoutI2 {
  readonly ledger?: (ledger: Ledger) => Ledger;
  readonly withoutTail?: boolean;
}

interface Verdict {
  readonly fallas: readonly string[];
  readonly story: readonly string[];
}

/**
 * Runs two uploads of one account at the same time, with lost answers and a line that dies, starting both again in the other order until they end (I2).
 * The service is plain: questions are tested elsewhere.
 */
async function runTwo(seed: number, without: WithoutI2 = {}): Promise<Verdict> {
  const base = programOf(seed);
  const program = {
    ...base,
    cupones: 6,
    porTanda: 2,
    bad: [],
    existentes: [],
    wrong: [],
    crashes: [],
    foreign: [],
    fullDisk: [],
    deletions: [],
    dead: [{ k: new Random(seed).randomInteger(2, 30), ms: 90_000 }],
    sendings: base.sendings.filter(({ luck }) => luck.que === 'nunca' || luck.que === 'sin_respuesta'),
    rasgos: {
      ...base.rasgos,
      lista: true,
      filas: 'si',
      maxLote: 0,
      numeros: 'texto',
      demoraForma: 'vacio',
      known: true,
      showsPending: true,
      emptyList: 'lista',
      countsAtClose: false,
      reusesIds: false,
      orden: 'id',
    },
  } as const;
  const clock = new FakeClock();
  const server = new FakeServer(program, clock);
  const db = new Database(':memory:');
  const random = new Random(seed + 9).real;
  const ledgerDb = createLedgerOver(db, { clock, random });
  ledgerDb.learn('c', { lista: true, numeros: null, tamano: null });
  const failures: string[] = [];
  const { transport } = openLine({
    db,
    programa: program,
    server,
    timer: clock,
    cupones: [],
    countResends: () => 0,
    fallas: failures,
  });
  const deps: UploadsDeps = {
    ledger: without.ledger?.(ledgerDb) ?? ledgerDb,
    service: transport,
    clock,
    random,
    account: 'c',
    settings: { porTanda: 2 },
  };
  const joined = createUploads(deps);
  const uploads = [1, 2].map((who) => {
    const sale = { fecha_venta: '2026-10-01', importe: '1.00' };
    const references = Array.from({ length: program.cupones }, (_, i) => `${String(who)}-${String(i)}`);
    const cupones = references.map((referencia) => ({ referencia, ...sale }));
    const upload = addDraft(ledgerDb, cupones, { archivos: ['a'] });
    return { carga: upload, uploads: without.withoutTail === true ? createUploads(deps) : joined };
  });
  const { signal } = new AbortController();
  const lastFour = new Map<string, UploadResult>();
  for (
    let round = 0;
    round < 20 && [...lastFour.values()].filter((r) => r.estado === 'terminada').length < 2;
    round += 1
  ) {
    const order = round % 2 === 0 ? uploads : [...uploads].reverse();
    const results = await Promise.all(
      order.map(({ carga, uploads }) =>
        ledgerDb.upload(carga) === undefined
          ? uploads.start(carga, { marcador: 'auto' }, signal)
          : uploads.resume(carga, signal),
      ),
    );
    for (const result of results) lastFour.set(result.carga, result);
    clock.advance(60_000);
  }
  for (const result of lastFour.values()) {
    if (result.estado !== 'terminada') failures.push(`no termina: ${JSON.stringify(result)}`);
    else if (result.resumen.conciliados + result.resumen.sinConciliar !== program.cupones) failures.push('falta algo');
  }
  return { fallas: failures, story: server.story };
}

test('two uploads of an account never have two attempts open, whatever is lost between them', async () => {
  for (const seed of countFrom(1, 80)) {
    const { fallas, story } = await runTwo(seed);
    expect(fallas, [`semilla ${String(seed)}`, ...story].join('\n')).toEqual([]);
  }
});

const MUTANTS: Readonly<Record<string, WithoutI2>> = {
  'the attempt of the other upload is not settled first': { ledger: (ledger) => ({ ...ledger, uploads: () => [] }) },
  'uploads of one process do not wait for their turn': { withoutTail: true },
};

test.for(Object.entries(MUTANTS))('a mutant without I2 is caught: %s', async ([, without]) => {
  for (const seed of countFrom(1, 300)) {
    if ((await runTwo(seed, without)).fallas.some((failure) => failure.startsWith('I2'))) return;
  }
  expect.unreachable('300 schedules did not notice');
});
