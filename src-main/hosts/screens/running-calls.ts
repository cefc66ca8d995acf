import { z } from 'zod';
import type { Answer } from '#contract/bridge.ts';
import { getErrorMessage } from '#contract/errors.ts';
import { INPUTS, type Method, type MethodInput } from '#contract/inputs.ts';
import type { Progress } from '#contract/host-events.ts';
import type { Dispatch, MethodContext } from '#app/dispatch/dispatch.ts';
import type { Handles } from './handles.ts';

/** The least time between two progress events of a call, in ms; only the newest is sent. */
export const CADENCE_MS = 60;

interface Running {
  readonly metodo: string;
  readonly control: AbortController;
  readonly answered: Promise<Answer<unknown>>;
}

const isMethod = (name: string): name is Method => Object.hasOwn(INPUTS, name);

export const refuseCall = (motivo: string): Answer<never> => ({
  ok: false,
  error: { code: 'ENTRADA_INVALIDA', message: getErrorMessage('ENTRADA_INVALIDA'), detail: { entrada: motivo } },
});

const id = z.string().min(1).max(64);
export const CALL = z.strictObject({ llamada: id, metodo: z.string().max(64), entrada: z.unknown() });
export type PageCall = z.infer<typeof CALL>;
export const CANCEL = z.strictObject({ llamada: id });
export const ANSWER = z.strictObject({ pregunta: id, clave: z.string().max(4096).nullable() });

/** Runs a call of a page: replaces handles by paths in the input, and paths by handles in the answer. `dispatch` checks the input. */
async function callMethod(
  { dispatch, handles }: { readonly dispatch: Dispatch; readonly handles: Handles },
  { metodo, entrada }: PageCall,
  context: MethodContext,
): Promise<Answer<unknown>> {
  if (!isMethod(metodo)) return refuseCall('metodo: no existe');
  const translated = await handles.checkInput(entrada);
  if (!translated.ok) return refuseCall(translated.error);
  // The cast comes before the check: `dispatch` checks the input against the method's schema.
  const input = translated.value as MethodInput<typeof metodo>;
  const answer = await dispatch(metodo, input, context);
  return answer.ok ? { ...answer, value: handles.checkOutput(metodo, answer.value) } : answer;
}

export function createRunningCalls(deps: { readonly dispatch: Dispatch; readonly handles: Handles }) {
  const running = new Map<string, Running>();
  return {
    has: (name: string): boolean => running.has(name),
    start(name: string, request: PageCall, onProgress: (progress: Progress) => void): Omit<Running, 'metodo'> {
      const control = new AbortController();
      const answered = callMethod(deps, request, { signal: control.signal, onProgress }).finally(() =>
        running.delete(name),
      );
      running.set(name, { metodo: request.metodo, control, answered });
      return { control, answered };
    },
    cancel: (name: string): void => running.get(name)?.control.abort(),
    methods: (): readonly string[] => [...running.values()].map(({ metodo }) => metodo),
    /** Stops all calls and resolves when they have ended. What they have stored stays. */
    async stop(): Promise<void> {
      const all = [...running.values()];
      for (const { control } of all) control.abort();
      await Promise.allSettled(all.map(({ answered }) => answered));
    },
  };
}
