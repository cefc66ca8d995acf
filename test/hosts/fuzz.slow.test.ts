import { afterAll, test } from 'vitest';
import { INPUTS, type Method } from '#contract/inputs.ts';
import { throughLoopback, tryMethod } from './fuzz.ts';

/** How often each method is called with values from its schema, and as often with values around it. */
const TIMES = 20;

const input = await throughLoopback();
afterAll(() => input.close());

test.for(Object.keys(INPUTS) as Method[])('%s answers anything in the closed envelope', async (method) => {
  await tryMethod(method, input, TIMES);
});
