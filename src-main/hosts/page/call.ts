import type { Answer } from '#contract/answer.ts';
import { getErrorMessage } from '#contract/errors.ts';
import { INPUTS, type Method, type MethodInput } from '#contract/inputs.ts';
import type { Progress } from '#contract/progress.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import type { Handles } from './handles.ts';

const isMethod = (name: string): name is Method => Object.hasOwn(INPUTS, name);

export const refuseCall = (motivo: string): Answer<never> => ({
  ok: false,
  error: { code: 'ENTRADA_INVALIDA', message: getErrorMessage('ENTRADA_INVALIDA'), detail: { entrada: motivo } },
});

export interface CallRequest {
  readonly metodo: string;
  readonly entrada: unknown;
}
interface CallContext {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Runs one call from a page. The gate checks method and input; this function only turns handles into paths, and paths into handles. */
export async function callMethod(
  { dispatch, handles }: { readonly dispatch: Dispatch; readonly handles: Handles },
  { metodo, entrada }: CallRequest,
  context: CallContext,
): Promise<Answer<unknown>> {
  if (!isMethod(metodo)) return refuseCall('metodo: no existe');
  const translated = await handles.checkInput(entrada);
  if (!translated.ok) return refuseCall(translated.error);
  // The gate checks the input against the schema of this method; here it is text from outside.
  const input = translated.value as MethodInput<typeof metodo>;
  const answer = await dispatch(metodo, input, context);
  return answer.ok ? { ok: true, value: handles.checkOutput(metodo, answer.value) } : answer;
}
