/** The service changes at a step of a run: in the end the cache must equal the service. */
import { expect } from 'vitest';
import { compareAll, FROM, TO } from './compare.ts';
import { createWorld, type World } from './world.ts';
import { makePlain } from './truth.ts';

const REQUEST = { desde: FROM, hasta: TO };
const HOUR = 3_600_000;

/** Synchronises, and runs `work` as soon as `requests` requests have come. */
async function atStep(world: World, requests: number, work: () => void): Promise<void> {
  let ended = false;
  const running = world.synchronise(REQUEST).finally(() => (ended = true));
  while (!ended && world.sandbox.listReceived().length < requests)
    await new Promise((resolve) => setImmediate(resolve));
  work();
  expect((await running).fallas).toEqual([]);
}

/** Rows that disappear and appear while lists are read. */
export async function rowsThatComeAndGo(requests: number): Promise<void> {
  await using world = await createWorld({ rasgos: ['en_vivo=2'] });
  const movimientos = world.sandbox.data.movimientos as unknown[];
  await atStep(world, requests, () => {
    for (const place of [0.2, 0.5, 0.8]) movimientos.splice(Math.floor(movimientos.length * place), 2);
  });
  world.sandbox.changeSwitch('en_vivo', 0);
  // A row counts as gone only after two readings without it, hours apart.
  for (let i = 0; i < 2; i++) {
    world.clock.advance(2 * HOUR);
    expect((await world.synchronise(REQUEST)).fallas).toEqual([]);
  }
  makePlain(world.sandbox);
  await compareAll(world);
}
