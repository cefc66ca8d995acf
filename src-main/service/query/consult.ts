/**
 * GETs whose parameters the service may read from the body, from the query or from both (docs/gaps.md, `parametros`). Tries body and query while an
 * account's server is unknown; the evidence decides, and the way that worked is learnt.
 */
import type { AppError } from '#contract/errors.ts';
import type { Learned, ParametersMode } from '../learned.ts';
import { isOfRequest } from '../token/oauth.ts';
import type { Call, GetSpec, Getter } from './get.ts';

/** Evidence in an answer for or against the service having read its parameters. */
interface Evidence {
  /** The number of rows that count as evidence; without them nothing is learnt. */
  readonly filas: number;
  /** Rows whose date lies outside the requested window. */
  readonly leftOut: number;
  readonly total: number;
}

interface ConsultSpec<T> extends GetSpec<T> {
  /** Absent where rows show nothing, so that only a refusal is evidence. */
  readonly evidence?: (value: T) => Evidence;
}

export type Consult = <T>(spec: ConsultSpec<T>, signal: AbortSignal) => Promise<T>;

interface Candidate<T> {
  readonly modo: ParametersMode;
  readonly value: T;
}

/** How often every way may answer with rows from outside the window before other ways are no longer tried. */
const MAX_TIES = 3;

export const isNotFound = (error: unknown): error is AppError =>
  isOfRequest(error, 'PEDIDO_RECHAZADO') && error.detail['estado'] === 404;

export const isRefusal = (error: unknown): boolean => isOfRequest(error, 'PEDIDO_RECHAZADO', 'TOKEN_RECHAZADO');

/** Far too many rows: the service did not read the page size, so perhaps not the dates either. */
const isUnread = (error: unknown): boolean =>
  isOfRequest(error, 'RESPUESTA_ENORME') && error.detail['motivo'] === 'filas';

/** Prefers "not found" of two refusals: the service read the parameters of that request. */
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
    // Without `evidence` a second answer would show nothing either.
    if (spec.evidence !== undefined || candidates.length === 0) await ask('consulta');
    if (!candidates.some(({ value }) => (spec.evidence?.(value).leftOut ?? 0) === 0)) await ask('ambos');
    return { candidates, refusal };
  }

  /** Prefers rows inside the window, then the larger total, because a server that read no parameters answers for a window of its own. */
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
      // Rows from outside the window disprove what a fully covered window taught.
      if (ties >= MAX_TIES || (spec.evidence?.(value).leftOut ?? 0) === 0) return value;
    }
    // Blame unread parameters for a refusal first. Blame the token only if every way is refused.
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
