import type { WebContents } from 'electron';
import type { Questions } from '../page/questions.ts';
import type { Handles } from '../page/handles.ts';
import type { Calls } from './calls.ts';
import { EVENTS_CHANNEL } from './bridge.ts';
import type { PageRequest } from './messages.ts';
import { createReceiver } from './reception.ts';
import type { OpenWith } from './open-with.ts';
import { IS_REPORT, type Shell } from './shell.ts';

interface HandlerDeps {
  readonly calls: Calls;
  readonly questions: Questions;
  readonly handles: Handles;
  readonly openWith: Pick<OpenWith, 'onConnect'>;
  readonly shell: Shell;
  /** The folder in which copies are offered to be saved; undefined: the desktop's own. */
  readonly getReportsFolder: () => Promise<string | undefined>;
}

/** Files that can be saved. Templates and packages for another PC are among them; they are never opened. */
const CAN_BE_SAVED = /\.(?:xlsx|csv|json|zip)$/i;

/** Handles each message of the bridge. */
export function createHandler({ calls, questions, handles, openWith, shell, getReportsFolder }: HandlerDeps) {
  const receive = createReceiver(handles);
  return async (request: PageRequest, page: WebContents): Promise<unknown> => {
    switch (request.tipo) {
      case 'llamar':
        return calls.call(request);
      case 'cancelar':
        calls.cancel(request.llamada);
        return { ok: true };
      case 'contestar':
        return { ok: questions.answer(request.pregunta, request.clave) };
      case 'suscribir':
        for (const event of questions.onConnect()) page.send(EVENTS_CHANNEL, event);
        openWith.onConnect();
        return { ok: true };
      case 'recibir':
        return receive(request);
      case 'abrir': {
        const path = handles.pathOf(request.archivo);
        if (path === undefined || !CAN_BE_SAVED.test(path)) throw new Error('Refused: not a report of this window');
        const copy = await shell.saveCopy(path, await getReportsFolder());
        // Only reports are opened: any other file that the person gave could be a program.
        return { ok: copy !== undefined && IS_REPORT.test(copy) && (await shell.openFile(copy)) };
      }
      default:
        return request satisfies never;
    }
  };
}
