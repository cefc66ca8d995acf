/** Sees every request of the client and keeps its answer, so that it can be compared with what the client made of it. */
import { isAppError } from '#contract/errors.ts';
import type { SeenRequest } from '#contract/probe.ts';
import { readBody, type Body } from '#service/transport/answer.ts';
import type { SeenRequest as WatchedRequest, Watcher } from '#service/transport/watch.ts';
import type { BadRow, Quarantine } from '#service/wire/rows.ts';

/** A request with the body of its answer. */
export interface Seen extends WatchedRequest {
  readonly body: Body | undefined;
}

interface Recorder {
  readonly watcher: Watcher;
  readonly quarantine: Quarantine;
  /** What was seen since the last call. */
  take(): { readonly seen: readonly Seen[]; readonly setAside: readonly BadRow[] };
}

export function createRecorder(): Recorder {
  let seen: Seen[] = [];
  let setAside: BadRow[] = [];
  return {
    watcher: (request) => {
      seen.push({ ...request, body: bodyOf(request) });
    },
    quarantine: (_called, row) => {
      setAside.push(row);
    },
    take() {
      const taken = { seen, setAside };
      seen = [];
      setAside = [];
      return taken;
    },
  };
}

/** An answer that is too large for the client counts as unreadable here too. */
function bodyOf({ answer }: WatchedRequest): Body | undefined {
  if (answer === undefined) return undefined;
  try {
    return readBody(answer, { ownIds: true });
  } catch (error) {
    if (!isAppError(error, 'RESPUESTA_ENORME')) throw error;
    return { kind: 'ilegible' };
  }
}

/** A path without the identifiers that belong to somebody. */
const withoutIds = (path: string): string => path.replace(/^(v2\/conciliar-operaciones\/)(?!listar$)[^/]+/, '$1{id}');

/** A request as the report shows it. */
export function requestOf({ method, path, query, form, ms, answer, code, body }: Seen): SeenRequest {
  const where = query === '' ? (form === '' ? 'ninguno' : 'cuerpo') : form === '' ? 'consulta' : 'ambos';
  return {
    pedido: `${method} ${withoutIds(path)}`,
    parametros: decodeURIComponent((form === '' ? query : form).replaceAll('+', ' ')),
    en: where,
    estado: answer?.status ?? null,
    codigo: code ?? null,
    ms,
    bytes: answer?.body.length ?? null,
    cuerpo: body?.kind ?? null,
  };
}
