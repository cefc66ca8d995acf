import { afterAll, beforeAll, test } from 'vitest';
import { INPUTS, type Method } from '#contract/inputs.ts';
import { judge, throughLoopback, tryMethod, type EntryPoint } from './fuzz.ts';

/** How often each method is called with values from its schema, and as often with values around it. */
const TIMES = 20;

let input: EntryPoint;
beforeAll(async () => {
  input = await throughLoopback();
});
afterAll(() => input.close());

test.for(Object.keys(INPUTS) as Method[])('%s answers anything in the closed envelope', async (method) => {
  await tryMethod(method, input, TIMES);
});

test('a method that does not exist is refused as any other call', async () => {
  for (const method of ['', 'no.esta', 'toString', '__proto__', 'constructor', 'x'.repeat(64)]) {
    judge(method, {}, await input.call(method, {}));
  }
});
