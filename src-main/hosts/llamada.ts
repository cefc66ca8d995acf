import type { Answer } from '#contract/answer.ts';
import { ERROR_CATALOGUE } from '#contract/errors.ts';
import { INPUTS, type Method, type MethodInput } from '#contract/inputs.ts';
import type { Progreso } from '#contract/progress.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import type { Manijas } from './manijas.ts';

const isMethod = (name: string): name is Method => Object.hasOwn(INPUTS, name);

export const refused = (motivo: string): Answer<never> => ({
  ok: false,
  error: { code: 'ENTRADA_INVALIDA', message: ERROR_CATALOGUE.ENTRADA_INVALIDA.mensaje, detail: { entrada: motivo } },
});

interface Pedido {
  readonly metodo: string;
  readonly entrada: unknown;
}
interface Contexto {
  readonly signal: AbortSignal;
  readonly onProgress: (progreso: Progreso) => void;
}

/** One call from a page. Any method with any input: the gate checks both, this only translates handles to paths and back. */
export async function llamar(
  { dispatch, manijas }: { readonly dispatch: Dispatch; readonly manijas: Manijas },
  { metodo, entrada }: Pedido,
  contexto: Contexto,
): Promise<Answer<unknown>> {
  if (!isMethod(metodo)) return refused('metodo: no existe');
  const traducida = await manijas.entrada(entrada);
  if (!traducida.ok) return refused(traducida.error);
  // The gate checks it against the schema of this very method; here it is text from outside.
  const input = traducida.value as MethodInput<typeof metodo>;
  const answer = await dispatch(metodo, input, contexto);
  return answer.ok ? { ok: true, value: manijas.salida(metodo, answer.value) } : answer;
}
