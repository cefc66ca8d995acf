import type { Answer } from '#contract/answer.ts';
import type { Method } from '#contract/inputs.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import { callMethod, refused } from '../page/call.ts';
import type { Handles } from '../page/handles.ts';
import type { WindowEvents } from './events.ts';

/** Uploads take minutes: closing during an upload asks first, and its end is worth a notice. */
const UPLOADS: readonly string[] = ['cargas.conciliar', 'cargas.retomar', 'revision.enviar'] satisfies Method[];
const isUpload = (metodo: string): boolean => UPLOADS.includes(metodo);

interface PageCall {
  readonly llamada: string;
  readonly metodo: string;
  readonly entrada: unknown;
}

/** The running calls, by the names that the page gave them. */
export interface Calls {
  call(request: PageCall): Promise<Answer<unknown>>;
  cancel(callId: string): void;
  /** How many uploads are running. */
  countSendings(): number;
  /** Stops the calls of a page that is gone or replaced. What they did is kept. Resolves when all have ended. */
  stop(): Promise<void>;
}

interface CallsDeps {
  readonly dispatch: Dispatch;
  readonly handles: Handles;
  readonly eventos: WindowEvents;
  /** An upload ended, well or badly. */
  readonly onUploadEnd: (answer: Answer<unknown>) => void;
}

export function createCalls({ dispatch, handles, eventos: events, onUploadEnd }: CallsDeps): Calls {
  const running = new Map<
    string,
    { readonly metodo: string; readonly control: AbortController; readonly fin: Promise<unknown> }
  >();

  const call = (request: PageCall, signal: AbortSignal): Promise<Answer<unknown>> =>
    callMethod({ dispatch, handles }, request, {
      signal,
      onProgress: (progreso) => {
        events.noteProgress(request.llamada, progreso);
      },
    });

  return {
    call: async (request) => {
      if (running.has(request.llamada)) return refused('llamada: repetida');
      const control = new AbortController();
      const fin = call(request, control.signal);
      // The caller hears of a failure below; `stop` only waits for the end.
      running.set(request.llamada, { metodo: request.metodo, control, fin: fin.catch(() => undefined) });
      try {
        const answer = await fin;
        if (isUpload(request.metodo) && !control.signal.aborted) onUploadEnd(answer);
        return answer;
      } finally {
        running.delete(request.llamada);
      }
    },
    cancel: (callId) => {
      running.get(callId)?.control.abort();
    },
    countSendings: () => [...running.values()].filter(({ metodo }) => isUpload(metodo)).length,
    stop: async () => {
      const all = [...running.values()];
      for (const { control } of all) control.abort();
      await Promise.all(all.map(({ fin }) => fin));
    },
  };
}
