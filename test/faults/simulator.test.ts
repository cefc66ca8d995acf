import { expect, test } from 'vitest';
import { cuponesOf, runProgram } from './run.ts';
import { tellFailure, countFrom, shrink, addUp } from './shrink.ts';
import { MUTANTS } from './mutants.ts';
import { programOf, type Family, type Program } from './program.ts';
import { NO_FAULTS } from './without-faults.ts';
import { FakeClock } from './clock.ts';
import { judgeNaive } from './judgement.ts';
import { FakeServer } from './server.ts';
import { Transport } from './transport.ts';
import { toCanonicalText } from '#domain/cupon.ts';
import { buildTandaBody } from '#domain/upload/body.ts';

/** The simplest loop: sends each batch until the server accepts it, three times at most, and goes on. */
async function uploadNaively(program: Program) {
  const clock = new FakeClock();
  const server = new FakeServer(program, clock);
  const cupones = cuponesOf(program);
  const service = new Transport({ program, timer: clock, server, cupones, onExit: () => undefined });
  const { signal } = new AbortController();
  let id = '0';
  for (let i = 0; i < cupones.length; i += program.porTanda) {
    const tanda = cupones.slice(i, i + program.porTanda).map(toCanonicalText);
    const addMore = i + program.porTanda < cupones.length;
    for (let turn = 0; turn < 3; turn += 1) {
      const body = buildTandaBody(tanda, { id, subirMas: addMore, numeros: program.rasgos.numeros });
      const answer = await service.send(new TextEncoder().encode(body), signal);
      if (answer.kind !== 'respuesta' || !answer.estado) continue;
      id = id === '0' ? answer.id : id;
      break;
    }
  }
  clock.exhaust();
  return judgeNaive({ server, cupones });
}

const tellFirst = async (bad: readonly number[], family: Family, force?: Partial<Program>): Promise<string> =>
  bad[0] === undefined ? '' : tellFailure(programOf(bad[0], family, force));

// simulator.slow.test.ts plays ten thousand, and checks how few of them end in a decision.
test('a hundred schedules lose nothing, double nothing, touch nothing of others', async () => {
  const sum = await addUp(countFrom(1, 100), (seed) => runProgram(programOf(seed)));
  expect(await tellFirst(sum.malas, 'dentro')).toBe('');
  expect(sum).toMatchObject({ corridas: 100, lost: 0, doubled: 0, malas: [] });
});

test('the naive loop is caught losing coupons and doubling them', async () => {
  const ended = await Promise.all(countFrom(1, 100).map((seed) => uploadNaively(programOf(seed))));
  expect(ended.some(({ lost }) => lost > 0)).toBe(true);
  expect(ended.some(({ doubled }) => doubled > 0)).toBe(true);
});

test.for(Object.entries(MUTANTS))('a mutant is caught by the check of its invariant: %s', async ([name, breakage]) => {
  const stamp = name.slice(0, 3);
  for (const seed of countFrom(201, 600)) {
    if ((await runProgram(programOf(seed), breakage)).fallas.some((failure) => failure.startsWith(stamp))) return;
  }
  expect.unreachable('600 schedules did not notice');
});

test('a failing schedule is shrunk to what it needs, and told in words that play it again', async () => {
  const breakage = MUTANTS['I3: a lost send is sent again at once'] ?? {};
  for (const seed of countFrom(201, 400)) {
    const program = programOf(seed);
    if ((await runProgram(program, breakage)).fallas.length === 0) continue;
    const lines = (await tellFailure(program, breakage)).split('\n');
    expect(lines[0]).toBe(`semilla ${String(seed)} (dentro)`);
    expect(lines[1]).toMatch(/^(I\d: |pierde |duplica )/);
    expect(lines.slice(2, -1).join('\n')).toMatch(/^\[[\d.]+ s\] un envío corre esta suerte: /m);
    // The line alone plays the failure again, and shrinking removes nothing more.
    const short = JSON.parse(lines.at(-1) ?? '') as Program;
    expect((await runProgram(short, breakage)).fallas).not.toHaveLength(0);
    expect(await shrink(short, breakage)).toEqual(short);
    expect([short.readings, short.deletions, short.leaps, short.fullDisk]).toEqual([[], [], [], []]);
    return;
  }
  expect.unreachable('400 schedules did not fail');
});

test('a program that died is started again after the pause of that death', async () => {
  const crashes = [
    { en: 'limite', k: 2, despues: true, pauseMs: 1_000 },
    { en: 'limite', k: 8, despues: true, pauseMs: 500_000 },
  ] as const;
  const { story } = await runProgram(programOf(1, 'dentro', { ...NO_FAULTS, crashes }));
  const timeOf = (line = ''): number => Number(/^\[([\d.]+) s\]/.exec(line)?.[1]);
  const pauses = story.flatMap((line, i) =>
    line.includes('el programa muere') ? [timeOf(story[i + 1]) - timeOf(line)] : [],
  );
  expect(pauses).toEqual([expect.closeTo(1, 0), expect.closeTo(500, 0)]);
});

test('the same seed plays the same schedule', async () => {
  const one = await runProgram(programOf(42));
  expect((await runProgram(programOf(42))).story).toEqual(one.story);
});
