import type { Answer, HostRequest, Bridge } from '#contract/bridge.ts';
import type { Outputs } from '#contract/inputs.ts';
import type { HostEvent, Progress } from '#contract/host-events.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import { Failure } from './failure.ts';

export interface Tracking {
  /** Stops the core's work when it aborts. The call then resolves with the work kept so far, or rejects with `CANCELADO`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: Progress) => void;
}

/** The methods of the core (`src-main/app`), with their types. A call rejects with `Failure` when the core refuses it. */
export interface Api {
  call<M extends Method>(method: M, input: MethodInput<M>, tracking?: Tracking): Promise<Outputs[M]>;
  answerSecret(question: string, key: string | null): Promise<void>;
  file(file: File, signal: AbortSignal): Promise<string>;
  deliver(file: string, readme?: string): Promise<void>;
  onSaved(note: (name: string) => void): void;
  /** `note` is called after each call in which card numbers were masked in typed texts, with the number of those texts. */
  onMasked(note: (texts: number) => void): void;
  listen(onEvent: (event: HostEvent) => void, onConnection: (present: boolean) => void, signal: AbortSignal): void;
}

async function requireReadable(file: File): Promise<void> {
  if (file instanceof DroppedFolder)
    throw new Failure({ code: 'ARCHIVO_ILEGIBLE', message: file.name, detail: { motivo: 'carpeta' } });
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (error) {
    throw new Failure({ code: 'ARCHIVO_ILEGIBLE', message: error instanceof Error ? error.message : '' });
  }
}

/** `createId` gives a new id for each call of this tab. Any unused text is valid. */
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
        // Sends the cancellation a second time when the first request fails. After a second failure the host is gone, and the call itself rejects.
        requestCancel()
          .catch(requestCancel)
          .catch(() => undefined);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        // Safe cast: host and page come from the same build, so the host's answer has the type that the contract gives for this method.
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

interface Dropped {
  readonly items: Iterable<{
    getAsFile(): File | null;
    webkitGetAsEntry(): { readonly isDirectory: boolean; readonly name: string } | null;
  }>;
}

/** Stands for a dropped folder, so that `Api.file` can refuse the folder with its own error. */
class DroppedFolder extends File {}

/** Lists the dropped files and folders, without dropped text. Call it inside the drop event: the browser forgets afterwards which entries are folders. */
export const listDropped = ({ items }: Dropped): readonly File[] =>
  [...items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory === true ? new DroppedFolder([], entry.name) : (item.getAsFile() ?? []);
  });

interface ClipboardContent {
  readonly files: Iterable<File>;
  getData(format: string): string;
}

const isTable = (text: string): boolean => /\t/.test(text) && /\S/.test(text);

/**
 * Gives the pasted files; without files, the pasted cells as a text file named `name`. Skips pictures, because spreadsheet programs also copy a picture of the
 * cells.
 */
export function getPastedFiles(clipboard: ClipboardContent, name: string): readonly File[] {
  const files = [...clipboard.files].filter(({ type }) => !type.startsWith('image/'));
  if (files.length > 0) return files;
  const text = clipboard.getData('text/plain');
  return isTable(text) ? [new File([text], name, { type: 'text/tab-separated-values' })] : [];
}

/** Sends requests of the screens to the host: over HTTP in a browser (`http.ts`), through the preload in the window (`createBridgeTransport`). */
export interface Transport {
  /** Rejects when the host cannot be reached or refuses the request. An error of the core is part of the resolved value. */
  send(request: HostRequest): Promise<unknown>;
  /** Passes events on until `signal` aborts. Calls `onConnection` at the start, and whenever the host stops or starts answering. */
  listen(onEvent: (event: HostEvent) => void, onConnection: (present: boolean) => void, signal: AbortSignal): void;
  /** Gives the host a file of the person; resolves with the handle that calls use. */
  file(file: File, signal: AbortSignal): Promise<string>;
  /**
   * Saves a report and its `readme`: in a browser as downloads, in the Electron window in the folder of reports, and opens the report there. Gives the saved
   * name; null if none was saved.
   */
  hand(file: string, readme?: string): Promise<string | null>;
}

export function createBridgeTransport(bridge: Bridge): Transport {
  return {
    send: (request) => bridge.invoke(request),
    listen: (onEvent, onConnection, signal) => {
      const release = bridge.subscribe(onEvent);
      signal.addEventListener('abort', release, { once: true });
      onConnection(true);
    },
    file: (file) => bridge.giveFile(file),
    // `readme` is not sent: the host saves it together with the report.
    hand: async (file) =>
      ((await bridge.invoke({ tipo: 'abrir', archivo: file })) as { readonly guardado: string | null }).guardado,
  };
}
