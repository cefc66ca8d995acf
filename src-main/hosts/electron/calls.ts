import type { Answer } from '#contract/bridge.ts';
import type { Method } from '#contract/inputs.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import type { Handles } from '../page/handles.ts';
import { createRunningCalls, refuseCall, type PageCall } from '../page/running-calls.ts';
import type { WindowEvents } from './events.ts';

/** Uploads take minutes: closing during an upload asks first, and its end is worth a notice. */
const UPLOADS: readonly string[] = ['cargas.conciliar', 'cargas.retomar', 'revision.enviar'] satisfies Method[];
const isUpload = (method: string): boolean => UPLOADS.includes(method);

/** The running calls, by the names that the page gave them. */
export type Calls = ReturnType<typeof createCalls>;

interface CallsDeps {
  readonly dispatch: Dispatch;
  readonly handles: Handles;
  readonly events: WindowEvents;
  /** An upload ended, well or badly. */
  readonly onUploadEnd: (answer: Answer<unknown>) => void;
}

export function createCalls({ events, onUploadEnd, ...deps }: CallsDeps) {
  const running = createRunningCalls(deps);
  return {
    call: async (request: PageCall): Promise<Answer<unknown>> => {
      if (running.has(request.llamada)) return refuseCall('llamada: repetida');
      const { control, answered } = running.start(request.llamada, request, (progress) => {
        events.noteProgress(request.llamada, progress);
      });
      const answer = await answered;
      if (isUpload(request.metodo) && !control.signal.aborted) onUploadEnd(answer);
      return answer;
    },
    cancel: running.cancel,
    /** How many uploads are running. */
    countSendings: (): number => running.methods().filter(isUpload).length,
    /** Stops the calls of a page that is gone or replaced. What they did is kept. Resolves when all have ended. */
    stop: running.stop,
  };
}
