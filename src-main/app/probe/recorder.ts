/** Sees every request of the client and keeps what came, so that it can be looked at beside what the client made of it. */
import type { SeenRequest } from '#contract/probe.ts';
import { readBody, type Body } from '#service/transport/answer.ts';
import type { SeenRequest as WatchedRequest, Watcher } from '#service/transport/watch.ts';
import type { Quarantine } from '#service/wire/rows.ts';

/** A request with its answer as JSON, where it was that. */
export interface Seen extends WatchedRequest {
  readonly body: Body | undefined;
}

interface SetAside {
  readonly raw: string;
  readonly motivo: string;
}

interface Recorder {
  readonly watcher: Watcher;
  readonly quarantine: Quarantine;
  /** What was seen since the last time. */
  take(): { readonly seen: readonly Seen[]; readonly setAside: readonly SetAside[] };
}

export function createRecorder(): Recorder {
  let seen: Seen[] = [];
  let setAside: SetAside[] = [];
  return {
    watcher: (request) => {
      seen.push({ ...request, body: bodyOf(request) });
    },
    quarantine: (_called, raw, motivo) => {
      setAside.push({ raw, motivo });
    },
    take() {
      const taken = { seen, setAside };
      seen = [];
      setAside = [];
      return taken;
    },
  };
}

/** The client refuses an answer that is too much for reading: it is no body here either. */
function bodyOf({ answer }: WatchedRequest): Body | undefined {
  if (answer === undefined) return undefined;
  try {
    return readBody(answer, { ownIds: true });
  } catch {
    return { kind: 'ilegible' };
  }
}

/** What a path may name that is somebody's. */
const withoutIds = (path: string): string => path.replace(/^(v2\/conciliar-operaciones\/)(?!listar$)[^/]+/, '$1{id}');

/** A request as the report tells it. */
export function requestOf({ method, path, query, form, ms, answer, code, body }: Seen): SeenRequest {
  const en = query === '' ? (form === '' ? 'ninguno' : 'cuerpo') : form === '' ? 'consulta' : 'ambos';
  return {
    pedido: `${method} ${withoutIds(path)}`,
    parametros: decodeURIComponent((form === '' ? query : form).replaceAll('+', ' ')),
    en,
    estado: answer?.status ?? null,
    codigo: code ?? null,
    ms,
    bytes: answer?.body.length ?? null,
    cuerpo: body?.kind ?? null,
  };
}
