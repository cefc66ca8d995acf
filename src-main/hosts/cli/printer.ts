import type { Readable, Writable } from 'node:stream';
import { exitCodeOf, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import { type Choose, chooseIn, formatNumber, type Language } from '#domain/texts/language.ts';
import { LABELS, getPhaseAtConsole } from '#domain/texts/labels.ts';
import { toLines, listDetailLines, type Lines } from './format.ts';
import { waitForDrain, watchStream, writeDocument, writeText, rewriteLine } from './terminal.js';
import type { Clock } from '#domain/clock.ts';
import { sayAtConsole } from '#domain/texts/upload-sentences.ts';
import type { Progress } from '#contract/host-events.ts';

/** Prints a command's output. Standard output: only the result, text or one JSON document. Standard error: progress and messages (docs/cli.md). */
export type CliConsole = ReturnType<typeof createConsole>;

const isRecord = (doc: unknown): doc is object => typeof doc === 'object' && doc !== null && !Array.isArray(doc);

export function createConsole(
  { stdout, stderr, clock }: Pick<Io, 'stdout' | 'stderr' | 'clock'>,
  { json, say }: { readonly json: boolean; readonly say: Choose },
) {
  let isLost = false;
  let masked = 0;
  let maySend = false;
  watchStream(stdout, () => {
    if (!isLost) writeText(stderr, `${say(...USAGE.lostResult)}\n`);
    isLost = true;
  });
  watchStream(stderr, () => undefined);
  const progress = createProgress(stderr, clock, say('es', 'en'));
  return {
    json,
    showResult: (doc: unknown, lines: () => Lines): void => {
      progress.end();
      if (json) writeDocument(stdout, masked > 0 && isRecord(doc) ? { ...doc, tapados: masked } : doc);
      else writeText(stdout, `${toLines(lines()).join('\n')}\n`);
    },
    /** Prints a failure and returns its exit code. With `--json`, the failure becomes part of the command's own document, if it has one. */
    showFailure: (
      { code, message, detail }: { code: ErrorCode; message: string; detail?: ErrorDetail },
      own: object = {},
    ): number => {
      progress.end();
      const extra = listDetailLines(detail, say);
      for (const line of [message, ...extra]) writeText(stderr, `${line}\n`);
      if (json)
        writeDocument(stdout, {
          ...own,
          codigo: code,
          mensaje: message,
          ...(extra.length > 0 ? { detalle: detail } : {}),
        });
      return exitCodeOf(code);
    },
    showNotice: (line: string): void => {
      progress.end();
      writeText(stderr, `${line}\n`);
    },
    noteProgress: (now: Progress): void => {
      maySend ||= now.fase !== 'lectura' && now.fase !== 'validacion';
      progress.show(now);
    },
    /** Whether the command has passed the phases that only read, so that something may have been sent. */
    maySend: (): boolean => maySend,
    /** Says that card numbers were masked in what was typed. With `--json`, a document that is an object gets the number of these texts as `tapados`. */
    noteMasked: (texts: number): void => {
      masked += texts;
      progress.end();
      writeText(stderr, `${LABELS.cardMasked[say('es', 'en')]}\n`);
    },
    /** Waits until all output has left the process; false if the result could not be written completely. */
    flush: async (): Promise<boolean> => {
      progress.end();
      await Promise.all([waitForDrain(stdout), waitForDrain(stderr)]);
      return !isLost;
    },
  };
}

export type TextOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

const BAR_WIDTH = 24;
/** How many lines of progress to print without a terminal: one for each tenth. */
const PLAIN_STEPS = 10;

/** Stages that count things which the person did not provide. Without a terminal, each is printed once. */
const STAGES: ReadonlySet<Progress['fase']> = new Set([
  'datos',
  'indice',
  'conciliados',
  'comparacion',
  'asignacion',
  'explicacion',
]);
/** Work that ends sooner than this prints no stages. */
const QUICK_MS = 1_000;

const drawBar = (done: number, total: number): string => {
  const filled = total === 0 ? BAR_WIDTH : Math.min(BAR_WIDTH, Math.floor((done / total) * BAR_WIDTH));
  return `[${'█'.repeat(filled)}${'·'.repeat(BAR_WIDTH - filled)}]`;
};

const formatFigures = ({ hecho, total }: Progress, of: string): string =>
  total === null
    ? hecho > 0
      ? ` ${formatNumber(hecho)}`
      : ''
    : ` ${formatNumber(hecho)} ${of} ${formatNumber(total)}`;

/** What an upload is doing: its own sentence, or the number of its batch. */
function sayStep({ tandas = 0, texto, frase }: Progress, language: Language): string | undefined {
  if (frase !== undefined) return sayAtConsole(frase, language);
  return texto ?? (tandas === 0 ? undefined : chooseIn(language)(`tanda ${String(tandas)}`, `batch ${String(tandas)}`));
}

/** The key of a progress line without a terminal: an equal line is not printed again. Leaves out the seconds of a wait; counts progress in tenths. */
const lineKeyOf = ({ fase, hecho, total, tandas, texto, frase, carga }: Progress): string => {
  const step = total === null || total === 0 ? '' : String(Math.floor((hecho / total) * PLAIN_STEPS));
  const said = frase?.codigo ?? texto ?? (tandas === undefined ? '' : String(tandas));
  return [carga ?? '', fase, step, said].join('|');
};

/** Shows progress: on a terminal, one line, rewritten; else a line for each tenth, each wait, and each stage of an explanation that takes long. */
export function createProgress(
  stream: Pick<TextOutput, 'isTTY' | 'columns' | 'write'>,
  clock: Pick<Clock, 'monotonic'>,
  language: Language = 'es',
) {
  const terminal = stream.isTTY === true;
  let last = '';
  /** What an upload has said since it last advanced. An upload waits and reads again and again, and would repeat these lines. */
  const said = new Set<string>();
  let confirmed = -1;
  let open = false;
  let stagesSince: number | undefined;
  const saidStages = new Set<Progress['fase']>();
  const showStage = (phase: Progress['fase']): void => {
    stagesSince ??= clock.monotonic();
    if (clock.monotonic() - stagesSince < QUICK_MS || saidStages.has(phase)) return;
    saidStages.add(phase);
    writeText(stream, `${getPhaseAtConsole(phase, language)}\n`);
  };
  const end = (): void => {
    if (open) writeText(stream, '\n');
    open = false;
  };
  return {
    show: (progress: Progress): void => {
      const { fase, hecho, total } = progress;
      const step = sayStep(progress, language);
      const figures = formatFigures(progress, language === 'es' ? 'de' : 'of');
      const label = `${getPhaseAtConsole(fase, language)}${figures}${step === undefined ? '' : `: ${step}`}`;
      if (terminal) {
        const line = `${total === null ? '' : `${drawBar(hecho, total)} `}${label}`;
        rewriteLine(stream, line, Math.max(20, (stream.columns ?? 80) - 1));
        open = true;
        return;
      }
      if (STAGES.has(fase)) {
        showStage(fase);
        return;
      }
      if (fase === 'envio' && hecho > confirmed) {
        confirmed = hecho;
        said.clear();
      }
      const key = lineKeyOf(progress);
      if (key === last || said.has(key)) return;
      if (progress.carga !== undefined) said.add(key);
      last = key;
      writeText(stream, `${label}\n`);
    },
    end,
  };
}
