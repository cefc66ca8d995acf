import { statSync } from 'node:fs';
import path from 'node:path';
import type { HostEvent } from '#contract/host-events.ts';
import type { Handles } from '../screens/handles.ts';

/** What the program is offered for by the system (electron-builder.ts), and what is read besides. */
const SPREADSHEET = /\.(?:xlsx|xlsm|xlsb|xls|ods|csv|tsv|txt)$/i;
/** The explorer of Windows starts the program once for each file of a selection: they come one after another. */
const TOGETHER_MS = 700;
/** More would not have been meant. */
const MAX_FILES = 200;

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** The spreadsheets among the arguments of the program, as absolute paths. What is not there, or is something else, is none. */
export const spreadsheetsOf = (args: readonly string[], folder: string): readonly string[] =>
  args
    .filter((arg) => !arg.startsWith('-') && SPREADSHEET.test(arg))
    .map((arg) => path.resolve(folder, arg))
    .filter(isFile)
    .slice(0, MAX_FILES);

interface OpenWithDeps {
  readonly handles: Pick<Handles, 'lend'>;
  readonly send: (event: HostEvent) => void;
  /** Runs something later, in milliseconds. */
  readonly later: (run: () => void, delayMs: number) => void;
}

/** The files that the person opened with this program: the page gets their handles, together, once it listens. */
export type OpenWith = ReturnType<typeof createOpenWith>;

export function createOpenWith({ handles, send, later }: OpenWithDeps) {
  let waiting: readonly string[] = [];
  let isListening = false;
  let turn = 0;
  const sendSoon = (): void => {
    turn += 1;
    const own = turn;
    later(() => {
      if (own !== turn || !isListening || waiting.length === 0) return;
      const files = waiting;
      waiting = [];
      send({ tipo: 'abrir_con', archivos: files.map((file) => handles.lend(file)) });
    }, TOGETHER_MS);
  };
  return {
    open: (files: readonly string[]): void => {
      if (files.length === 0) return;
      waiting = [...new Set([...waiting, ...files])];
      sendSoon();
    },
    /** A page listens. */
    onConnect: (): void => {
      isListening = true;
      sendSoon();
    },
    /** It is gone, or is another. */
    onLeave: (): void => {
      isListening = false;
    },
  };
}
