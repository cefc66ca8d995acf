import type { Answer } from '#contract/answer.ts';
import type { Progress } from '#contract/progress.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import { callMethod, type CallRequest } from './call.ts';
import type { Handles } from './handles.ts';

/** Progress is for people to see: only the newest of each call, at most this often. */
export const CADENCE_MS = 60;

interface Running {
  readonly metodo: string;
  readonly control: AbortController;
  readonly answered: Promise<Answer<unknown>>;
}

/** The running calls of pages by their names, so that they can be stopped and awaited. */
export function createRunningCalls(deps: { readonly dispatch: Dispatch; readonly handles: Handles }) {
  const running = new Map<string, Running>();
  return {
    has: (name: string): boolean => running.has(name),
    start(name: string, request: CallRequest, onProgress: (progress: Progress) => void): Omit<Running, 'metodo'> {
      const control = new AbortController();
      const answered = callMethod(deps, request, { signal: control.signal, onProgress }).finally(() =>
        running.delete(name),
      );
      running.set(name, { metodo: request.metodo, control, answered });
      return { control, answered };
    },
    cancel: (name: string): void => running.get(name)?.control.abort(),
    methods: (): readonly string[] => [...running.values()].map(({ metodo }) => metodo),
    /** Stops every call and resolves when all have ended. What they did is kept. */
    async stop(): Promise<void> {
      const all = [...running.values()];
      for (const { control } of all) control.abort();
      await Promise.allSettled(all.map(({ answered }) => answered));
    },
  };
}
