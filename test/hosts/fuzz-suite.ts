import { afterAll, beforeAll, describe, test } from 'vitest';
import { INPUTS, type Method } from '#contract/inputs.ts';
import { juzgar, porElectron, porLoopback, probarMetodo, type Entrada } from './fuzz.ts';

/** Every method of the contract over both hosts, each `veces` times with values from its schema and from around it. */
export function probarTodos(veces: number): void {
  describe.for([
    ['HTTP on loopback', porLoopback],
    ['the IPC gate of the window', porElectron],
  ] as const)('over %s', ([, abrir]) => {
    let entrada: Entrada;
    beforeAll(async () => {
      entrada = await abrir();
    });
    afterAll(() => entrada.cerrar());

    test.for(Object.keys(INPUTS) as Method[])('%s answers anything in the closed envelope', async (metodo) => {
      await probarMetodo(metodo, entrada, veces);
    });

    test('a method that does not exist is refused as any other call', async () => {
      for (const metodo of ['', 'no.esta', 'toString', '__proto__', 'constructor', 'x'.repeat(64)]) {
        juzgar(metodo, {}, await entrada.llamar(metodo, {}));
      }
    });
  });
}
