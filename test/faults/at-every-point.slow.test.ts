import { expect, test } from 'vitest';
import { runProgram } from './run.ts';
import { programOf, type Program, type Luck } from './program.ts';
import { NO_FAULTS } from './without-faults.ts';

/** Eight coupons in five sends to a service without quirks. Faults happen only where a test asks for them. */
const CLEAN: Partial<Program> = { ...NO_FAULTS, cupones: 8, porTanda: 2 };
const { rasgos } = programOf(1);
const clean = (failure: Partial<Program>, known = true): Program =>
  programOf(1, 'dentro', {
    ...CLEAN,
    rasgos: {
      ...rasgos,
      lista: true,
      filas: 'si',
      contadores: 'lote',
      total: 'todos',
      demoraMs: 3_000,
      demoraForma: 'sin_conciliar',
      maxLote: 0,
      numeros: 'texto',
      known,
      reusesIds: true,
      slowDeletionMs: 4_000,
    },
    ...failure,
  });

/** More points of each kind than an upload has: the last faults never happen. */
const REQUESTS = 40;
const LIMITS = 45;
const COMMITS = 16;
const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, k) => k);

/** Plays one fault at each point in turn. Every run must end well and, on a known service, without asking a person. */
async function atEach(n: number, failure: (k: number) => Partial<Program>, known = true): Promise<void> {
  for (const k of upTo(n)) {
    const { fallas, decisiones, estado, story } = await runProgram(clean(failure(k), known));
    const where = `en ${String(k)}\n${story.join('\n')}`;
    expect(fallas, where).toEqual([]);
    if (known) expect([estado, decisiones], where).toEqual(['terminada', 0]);
  }
}

test('a plain upload reaches its end within the points that are tried', async () => {
  const { pedidos, fallas } = await runProgram(clean({}));
  expect(fallas).toEqual([]);
  expect(pedidos).toBe(5); // only sends count
});

test('the token ends at each request in turn', () => atEach(REQUESTS, (k) => ({ tokenExpires: [k] })));
test('each read fails in turn', () => atEach(REQUESTS, (k) => ({ readings: [{ k, falla: 'error' }] })));
test('each read comes partial in turn', () => atEach(REQUESTS, (k) => ({ readings: [{ k, falla: 'parcial' }] })));
test('the line dies at each request in turn', () => atEach(REQUESTS, (k) => ({ dead: [{ k, ms: 90_000 }] })));
test('the clock jumps a day ahead at each request in turn', () =>
  atEach(REQUESTS, (k) => ({ leaps: [{ k, ms: 86_400_000 }] })));
test('the clock jumps a day back at each request in turn', () =>
  atEach(REQUESTS, (k) => ({ leaps: [{ k, ms: -86_400_000 }] })));
test('the disk is full at each durable write in turn', () => atEach(COMMITS, (k) => ({ fullDisk: [k] })));
test('an attempt that a full disk did not take never left, and is not asked about', async () => {
  for (const k of upTo(3)) {
    const { decisiones, estado, story } = await runProgram(clean({ fullDisk: [k] }, false));
    expect([estado, decisiones], story.join('\n')).toEqual(['terminada', 0]);
  }
});
test.for([0, 200_000])('the program dies at each boundary in turn, and begins again after %i ms', (pauseMs) =>
  atEach(LIMITS, (k) => ({ crashes: [{ en: 'limite', k, despues: true, pauseMs }] })),
);
test.for([false, true])('the program dies at each durable write in turn, after it: %s', (after) =>
  atEach(COMMITS, (k) => ({ crashes: [{ en: 'commit', k, despues: after, pauseMs: 1_000 }] })),
);
test('somebody else uploads the very same coupons at each request in turn', () =>
  atEach(REQUESTS, (k) => ({ foreign: [{ k, que: 'mismo_cupon', abierta: true }] })));

const LUCKS: readonly Luck[] = [
  { que: 'nunca', como: 'silencio' },
  { que: 'nunca', como: 'estado_falso' },
  { que: 'sin_respuesta', ms: 0, como: 'html' },
  { que: 'sin_respuesta', ms: 100_000, como: 'silencio' },
  { que: 'sin_respuesta', ms: 400, como: 'otro_id' },
  { que: 'doble', ms: 50_000, isAnswered: false },
  { que: 'mitad' },
  { que: 'rechazo', status: 401 },
  { que: 'rechazo', status: 400 },
  { que: 'rechazo', status: 429 },
];
test.for(LUCKS)('each send in turn meets %j', (luck) =>
  // On the first upload it is not known whether the service lists open reconciliations, so a person may be asked.
  atEach(7, (k) => ({ sendings: [{ k, luck }] }), false),
);
