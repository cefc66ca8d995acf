import { afterAll, beforeAll, describe, test } from 'vitest';
import { INPUTS, type Method } from '#contract/inputs.ts';
import { judge, throughElectron, throughLoopback, tryMethod, type EntryPoint } from './fuzz.ts';

/** Every method of the contract over both hosts, each `veces` times with values from its schema and from around it. */
function tryAll(times: number): void {
  describe.for([
    ['HTTP on loopback', throughLoopback],
    ['the IPC gate of the window', throughElectron],
  ] as const)('over %s', ([, openEntry]) => {
    let input: EntryPoint;
    beforeAll(async () => {
      input = await openEntry();
    });
    afterAll(() => input.close());

    test.for(Object.keys(INPUTS) as Method[])('%s answers anything in the closed envelope', async (method) => {
      await tryMethod(method, input, times);
    });

    test('a method that does not exist is refused as any other call', async () => {
      for (const method of ['', 'no.esta', 'toString', '__proto__', 'constructor', 'x'.repeat(64)]) {
        judge(method, {}, await input.call(method, {}));
      }
    });
  });
}

tryAll(20);
