import type { MethodContext } from '#app/dispatch/dispatch.ts';

/** The context of a call without cancellation and progress. */
export const context = { signal: new AbortController().signal, onProgress: () => undefined };

/** The functions of a capability; their last argument is `context` by default. */
export type Asked<F> = {
  readonly [M in keyof F]: F[M] extends (input: infer I, own: MethodContext) => infer R
    ? (input: I, own?: MethodContext) => R
    : F[M];
};
export const askOf = <F extends object>(functions: F): Asked<F> =>
  Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [name, (input: never, own = context) => run(input, own)]),
  ) as Asked<F>;
