import { z } from 'zod';
import type { BrowserWindow, IpcMainInvokeEvent, WebContents } from 'electron';
import { appendFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ANSWER, CALL, CANCEL } from '../screens/running-calls.ts';
import { MAX_PIECE, CANAL, EVENTS_CHANNEL } from './bridge.ts';
import type { ElectronApi } from './electron-api.ts';
import { ORIGIN, isOwnAddress } from './security.ts';
import { MAX_FILE_BYTES, toFileName, type Handles } from '../screens/handles.ts';
import { isUsableName } from '#platform/new-file.ts';
import type { Questions } from '../screens/questions.ts';
import type { SettingsDocument } from '#contract/settings.ts';
import type { Calls } from './core.ts';
import type { OpenWith } from './lifecycle.ts';
import { IS_REPORT, type Shell } from './shell.ts';

/** All messages of the channel: those of contract/bridge.ts, and the preload's about files and events. */
export const REQUEST = z.discriminatedUnion('tipo', [
  CALL.extend({ tipo: z.literal('llamar') }),
  CANCEL.extend({ tipo: z.literal('cancelar') }),
  ANSWER.extend({ tipo: z.literal('contestar') }),
  z.strictObject({ tipo: z.literal('abrir'), archivo: z.string().max(300) }),
  z.strictObject({ tipo: z.literal('suscribir') }),
  /**
   * A piece of a file that the person dropped, picked or pasted: bytes without a path, so that a page can read only files that the person gave. `sigue`: the
   * handle from the answer to the previous piece; null for the first one. `fin`: whether this is the last piece.
   */
  z.strictObject({
    tipo: z.literal('recibir'),
    nombre: z.string().max(1000),
    sigue: z.string().max(300).nullable(),
    bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= MAX_PIECE),
    fin: z.boolean(),
  }),
]);
export type PageRequest = z.infer<typeof REQUEST>;

interface GateDeps {
  readonly ipcMain: ElectronApi['ipcMain'];
  readonly getWindow: () => BrowserWindow | undefined;
  readonly handle: (request: PageRequest, page: WebContents) => Promise<unknown>;
  /** Called for a message that does not come from the window's page, or that is no `PageRequest`. */
  readonly onRechazo: (motivo: 'remitente' | 'forma') => void;
}

/** Whether a message comes from the main document of the window and from the screens' origin. Other messages must not reach the core. */
const isOurs = ({ sender, senderFrame }: IpcMainInvokeEvent, window: BrowserWindow | undefined): boolean =>
  window !== undefined &&
  sender === window.webContents &&
  senderFrame !== null && // null once the document is gone
  senderFrame === sender.mainFrame &&
  senderFrame.parent === null &&
  senderFrame.origin === ORIGIN &&
  isOwnAddress(senderFrame.url);

/** The only way from the screens to this process: one channel. Checks sender and form; `dispatch` checks the input. A refused message gets an error. */
export function openGate({ ipcMain, getWindow, handle, onRechazo }: GateDeps): void {
  ipcMain.handle(CANAL, async (event, message: unknown) => {
    if (!isOurs(event, getWindow())) {
      onRechazo('remitente');
      throw new Error('Refused: not the page of the application');
    }
    const request = REQUEST.safeParse(message);
    if (!request.success) {
      onRechazo('forma');
      throw new Error('Refused: not a message of the bridge');
    }
    return handle(request.data, event.sender);
  });
}

type Piece = Extract<PageRequest, { readonly tipo: 'recibir' }>;

const MAX_AT_ONCE = 64;

function cleanName(name: string): string {
  const clean = name.replace(/[:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+|[. ]+$/g, '_');
  return isUsableName(clean) ? clean : `_${clean}`;
}

/** Receives a page's files piece by piece; answers with the file's handle. Rejects pieces of a file not begun here: a page may not write to other files. */
function createReceiver(handles: Pick<Handles, 'createNew' | 'pathOf'>): (piece: Piece) => Promise<string> {
  const underway = new Map<string, number>();

  async function begin({ nombre, bytes }: Piece): Promise<string> {
    if (underway.size >= MAX_AT_ONCE) throw new Error('Refused: too many files at once');
    const its = toFileName(nombre) ?? toFileName(cleanName(nombre)) ?? 'archivo';
    const { handle, ruta } = await handles.createNew(its);
    await writeFile(ruta, bytes, { mode: 0o600, flag: 'wx' });
    underway.set(handle, bytes.byteLength);
    return handle;
  }

  async function appendToFile(handle: string, bytes: Uint8Array): Promise<string> {
    const before = underway.get(handle);
    const path = handles.pathOf(handle);
    if (before === undefined || path === undefined) throw new Error('Refused: not a file on its way');
    const total = before + bytes.byteLength;
    if (total > MAX_FILE_BYTES) throw new Error('Refused: longer than any file of ours');
    underway.set(handle, total);
    await appendFile(path, bytes);
    return handle;
  }

  return async (piece) => {
    const handle = piece.sigue === null ? await begin(piece) : await appendToFile(piece.sigue, piece.bytes);
    if (piece.fin) underway.delete(handle);
    return handle;
  };
}

interface HandlerDeps {
  readonly calls: Calls;
  readonly questions: Questions;
  readonly handles: Handles;
  readonly openWith: Pick<OpenWith, 'onConnect'>;
  readonly shell: Shell;
  readonly readSettings: () => Promise<SettingsDocument | undefined>;
}

/** Files that may be saved. Templates (.json) may be saved but never opened. */
const CAN_BE_SAVED = /\.(?:xlsx|csv|json)$/i;

export function createHandler({ calls, questions, handles, openWith, shell, readSettings }: HandlerDeps) {
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
        const copy = await shell.saveCopy(path, (await readSettings())?.carpetaInformes ?? undefined);
        // Open only reports, because any other file could be a program.
        const ok = copy !== undefined && IS_REPORT.test(copy) && (await shell.openFile(copy));
        return { ok, guardado: copy === undefined ? null : basename(copy) };
      }
      default:
        return request satisfies never;
    }
  };
}
