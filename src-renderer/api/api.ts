import type { Answer, HostRequest, Bridge } from '#contract/bridge.ts';
import type { Outputs } from '#contract/inputs.ts';
import type { HostEvent, Progress } from '#contract/host-events.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import { Failure } from './failure.ts';

/** Optional arguments of a call: a signal that stops it, and a function that gets its progress. */
export interface Tracking {
  /** When it aborts, the core is asked to stop. The call still resolves, with the work that was done and kept. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: Progress) => void;
}

/** The methods of the core, with their types. A call rejects with `Failure` when the core refuses it. */
export interface Api {
  call<M extends Method>(method: M, input: MethodInput<M>, tracking?: Tracking): Promise<Outputs[M]>;
  answerSecret(question: string, key: string | null): Promise<void>;
  file(file: File, signal: AbortSignal): Promise<string>;
  deliver(file: string, readme?: string): Promise<void>;
  /** Calls this with the name of each file that was saved for the person. */
  onSaved(note: (name: string) => void): void;
  /** Calls this whenever card numbers were masked in typed texts of a call, with how many texts. */
  onMasked(note: (texts: number) => void): void;
  listen(onEvent: (event: HostEvent) => void, onConnection: (present: boolean) => void, signal: AbortSignal): void;
}

/** Throws before anything is sent when the system does not let the page read the file: it is a folder, it is gone, or it is not the person's. */
async function requireReadable(file: File): Promise<void> {
  if (file instanceof DroppedFolder)
    throw new Failure({ code: 'ARCHIVO_ILEGIBLE', message: file.name, detail: { motivo: 'carpeta' } });
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (error) {
    throw new Failure({ code: 'ARCHIVO_ILEGIBLE', message: error instanceof Error ? error.message : '' });
  }
}

/** `createId` names the calls of this tab: any text that it has not used before. */
export function createApi(transport: Transport, createId: () => string): Api {
  let noteMasked: (texts: number) => void = () => undefined;
  let noteSaved: (name: string) => void = () => undefined;
  const progresses = new Map<string, (progress: Progress) => void>();
  return {
    call: async <M extends Method>(method: M, input: MethodInput<M>, { signal, onProgress }: Tracking = {}) => {
      const callId = createId();
      if (onProgress !== undefined) progresses.set(callId, onProgress);
      const cancel = (): void => {
        const requestCancel = (): Promise<unknown> => transport.send({ tipo: 'cancelar', llamada: callId });
        // Sends the cancellation a second time when the first request fails. When both fail, the host is gone and the call itself rejects.
        requestCancel()
          .catch(requestCancel)
          .catch(() => undefined);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        // Host and page are of the same build: the host answers what the contract says of this method.
        const answer = (await transport.send({
          tipo: 'llamar',
          llamada: callId,
          metodo: method,
          entrada: input,
        })) as Answer<Outputs[M]>;
        if (!answer.ok) throw new Failure(answer.error);
        if (answer.tapados !== undefined) noteMasked(answer.tapados);
        return answer.value;
      } finally {
        progresses.delete(callId);
        signal?.removeEventListener('abort', cancel);
      }
    },
    answerSecret: async (question, key) => {
      await transport.send({ tipo: 'contestar', pregunta: question, clave: key });
    },
    file: async (file, signal) => {
      await requireReadable(file);
      return transport.file(file, signal);
    },
    deliver: async (file, readme) => {
      const saved = await transport.hand(file, readme);
      if (saved !== null) noteSaved(saved);
    },
    onSaved: (note) => {
      noteSaved = note;
    },
    onMasked: (note) => {
      noteMasked = note;
    },
    listen: (onEvent, onConnection, signal) => {
      transport.listen(
        (event) => {
          if (event.tipo === 'avance') progresses.get(event.llamada)?.(event.progreso);
          else onEvent(event);
        },
        onConnection,
        signal,
      );
    },
  };
}

/** The part of `DataTransfer` that this module uses; tests pass their own. */
interface Dropped {
  readonly items: Iterable<{
    getAsFile(): File | null;
    webkitGetAsEntry(): { readonly isDirectory: boolean; readonly name: string } | null;
  }>;
}

/** A dropped folder. It is among the files so that `Api.file` refuses it with a sentence of its own. */
class DroppedFolder extends File {}

/** The dropped files and folders, without text. The browser tells folders apart only while the event is handled. */
export const listDropped = ({ items }: Dropped): readonly File[] =>
  [...items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory === true ? new DroppedFolder([], entry.name) : (item.getAsFile() ?? []);
  });

/** The part of `DataTransfer` that this module reads; tests pass their own. */
interface ClipboardContent {
  readonly files: Iterable<File>;
  getData(format: string): string;
}

/** True for text with a tab between cells. A single word is not a table. */
const isTable = (text: string): boolean => /\t/.test(text) && /\S/.test(text);

/**
 * The files of a paste: the copied files, or else the cells of a spreadsheet program as a file called `name`. Such a program also puts a picture of
 * the cells in the clipboard: pictures are ignored.
 */
export function getPastedFiles(clipboard: ClipboardContent, name: string): readonly File[] {
  const files = [...clipboard.files].filter(({ type }) => !type.startsWith('image/'));
  if (files.length > 0) return files;
  const text = clipboard.getData('text/plain');
  return isTable(text) ? [new File([text], name, { type: 'text/tab-separated-values' })] : [];
}

/** How the screens reach the host. There are two transports: `http.ts` (the browser) and `createBridgeTransport` (the window). */
export interface Transport {
  /** Rejects only when the host cannot be reached; what the core refuses is in the answer. */
  send(request: HostRequest): Promise<unknown>;
  /** Passes events on until `signal` aborts. Calls `onConnection` when the host goes away and when it is back. */
  listen(onEvent: (event: HostEvent) => void, onConnection: (present: boolean) => void, signal: AbortSignal): void;
  /** Gives the host a file of the person; resolves with the handle that calls use. */
  file(file: File, signal: AbortSignal): Promise<string>;
  /**
   * Saves a report in the person's download folder, and opens it in the window. Gives the name of the saved file; null when the person declined.
   * `readme`: the text file that accompanies the report, if it has one.
   */
  hand(file: string, readme?: string): Promise<string | null>;
}

/** The transport of the window: the functions of the preload. */
export function createBridgeTransport(bridge: Bridge): Transport {
  return {
    send: (request) => bridge.invoke(request),
    listen: (onEvent, onConnection, signal) => {
      const release = bridge.subscribe(onEvent);
      signal.addEventListener('abort', release, { once: true });
      onConnection(true);
    },
    file: (file) => bridge.giveFile(file),
    // The host keeps the accompanying text together with the file: only the file has to be named.
    hand: async (file) =>
      ((await bridge.invoke({ tipo: 'abrir', archivo: file })) as { readonly guardado: string | null }).guardado,
  };
}
