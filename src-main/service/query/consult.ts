/** GETs whose parameters the service reads from the body, the query or both (docs/gaps.md, `parametros`). Compares the answers to learn which. */
import type { AppError } from '#contract/errors.ts';
import type { Learned, ParametersMode } from '../learned.ts';
import { isOfRequest } from '../token/oauth.ts';
import type { Call, GetSpec, Getter } from './get.ts';

interface Evidence {
  /** How many rows the comparison can use; with 0 nothing is learnt. */
  readonly filas: number;
  /** Rows that were not requested: of a date outside the window, or beyond the page size. */
  readonly leftOut: number;
  readonly total: number;
}

interface ConsultSpec<T> extends GetSpec<T> {
  /** Absent if the rows of this method do not show whether the service read the parameters; then only a refusal shows it. */
  readonly evidence?: (value: T) => Evidence;
}

export type Consult = <T>(spec: ConsultSpec<T>, signal: AbortSignal) => Promise<T>;

interface Candidate<T> {
  readonly modo: ParametersMode;
  readonly value: T;
}

/** After this many calls in which each way of sending parameters gave rows that were not requested, only one way is tried. */
const MAX_TIES = 3;

export const isNotFound = (error: unknown): error is AppError =>
  isOfRequest(error, 'PEDIDO_RECHAZADO') && error.detail['estado'] === 404;

export const isRefusal = (error: unknown): boolean => isOfRequest(error, 'PEDIDO_RECHAZADO', 'TOKEN_RECHAZADO');

/** Whether the answer had far too many rows, so that the service ignored the page size and perhaps all parameters. */
const isUnread = (error: unknown): boolean =>
  isOfRequest(error, 'RESPUESTA_ENORME') && error.detail['motivo'] === 'filas';

/** Of two refusals, prefers a 404: to know that a record does not exist, the service must have read the parameters. */
const saysMore = (first: unknown, other: unknown): unknown =>
  first === undefined || (isNotFound(other) && !isNotFound(first)) ? other : first;

export function createConsult({ getter, learned }: { getter: Getter; learned: Learned }): Consult {
  let ties = 0;

  async function tryModes<T>(spec: ConsultSpec<T>, call: Call) {
    const candidates: Candidate<T>[] = [];
    let refusal: unknown;
    const ask = async (mode: ParametersMode): Promise<void> => {
      try {
        candidates.push({ modo: mode, value: await getter.send(spec, mode, call) });
      } catch (error) {
        if (!isRefusal(error) && !isUnread(error)) throw error;
        refusal = saysMore(refusal, error);
      }
    };
    await ask('cuerpo');
    // Without `evidence` one good answer is enough: a second one could not show which way is right.
    if (spec.evidence !== undefined || candidates.length === 0) await ask('consulta');
    if (!candidates.some(({ value }) => (spec.evidence?.(value).leftOut ?? 0) === 0)) await ask('ambos');
    return { candidates, refusal };
  }

  /** Of the answers without unrequested rows, takes the one with the largest total: a server that ignores parameters answers for a window of its own. */
  function choose<T>(
    spec: ConsultSpec<T>,
    candidates: readonly Candidate<T>[],
    refused: boolean,
  ): Candidate<T> | undefined {
    const [first] = candidates;
    const { evidence } = spec;
    if (evidence === undefined) {
      if (first !== undefined && refused) learned.setParametersMode(first.modo);
      return first;
    }
    const seen = candidates.map((candidate) => ({ candidate, evidence: evidence(candidate.value) }));
    const [best] = seen
      .filter(({ evidence }) => evidence.leftOut === 0)
      .toSorted((a, b) => b.evidence.total - a.evidence.total);
    if (best !== undefined) {
      if (best.evidence.filas > 0) learned.setParametersMode(best.candidate.modo);
      return best.candidate;
    }
    if (candidates.length === 1 && first !== undefined && refused) learned.setParametersMode(first.modo);
    else if (candidates.length > 1) ties += 1;
    return first;
  }

  return async (spec, signal) => {
    const call = getter.call(signal);
    const known = learned.readParametersMode();
    if (spec.params.length === 0 || known !== undefined || ties >= MAX_TIES) {
      const value = await getter.send(spec, known ?? 'cuerpo', call);
      // Return this answer unless its rows lie outside the window: then the learnt way may be wrong, so try all ways again.
      if (ties >= MAX_TIES || (spec.evidence?.(value).leftOut ?? 0) === 0) return value;
    }
    // Try all ways of sending parameters first. Renew the token only if every way is refused.
    call.cure = false;
    let { candidates, refusal } = await tryModes(spec, call);
    if (candidates.length === 0 && call.suspect) {
      call.cure = true;
      ({ candidates, refusal } = await tryModes(spec, call));
    }
    const chosen = choose(spec, candidates, refusal !== undefined);
    if (chosen === undefined) throw refusal;
    return chosen.value;
  };
}
