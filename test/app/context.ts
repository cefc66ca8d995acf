import type { MethodContext } from '#app/dispatch/dispatch.ts';

/** The context of a call that is neither cancelled nor watched. */
export const context = { signal: new AbortController().signal, onProgress: () => undefined };

/** Functions of a capability, with `context` where a call passes none. */
export type Asked<F> = {
  readonly [M in keyof F]: F[M] extends (input: infer I, own: MethodContext) => infer R
    ? (input: I, own?: MethodContext) => R
    : F[M];
};
export const askOf = <F extends object>(functions: F): Asked<F> =>
  Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [name, (input: never, own = context) => run(input, own)]),
  ) as Asked<F>;
