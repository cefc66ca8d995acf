import type { MethodsOf } from '../dispatch/dispatch.ts';
import type { Once } from '../once.ts';
import type { Example } from './start.ts';

export const createDemoMethods = (example: Once<Example>): MethodsOf<'ejemplo.iniciar'> => ({
  'ejemplo.iniciar': { writes: true, run: async (_input, { signal }) => (await example()).start(signal) },
});
