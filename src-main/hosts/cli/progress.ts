import type { Clock } from '#domain/clock.ts';
import { chooseIn, formatNumber, type Language } from '#domain/texts/language.ts';
import { sayAtConsole } from '#domain/texts/upload-sentences.ts';
import { getPhaseAtConsole } from '#domain/texts/labels.ts';
import type { Progress } from '#contract/host-events.ts';
import type { TextOutput } from './printer.ts';
import { rewriteLine, writeText } from './terminal.js';

const BAR_WIDTH = 24;
/** Without a terminal, a line is written at each tenth. */
const PLAIN_STEPS = 10;

/** Stages that follow each other in seconds and count something that people did not give: without a terminal, each is named once. */
const STAGES: ReadonlySet<Progress['fase']> = new Set([
  'datos',
  'indice',
  'conciliados',
  'comparacion',
  'asignacion',
  'explicacion',
]);
/** Work of this length needs no word about its stages. */
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

/** What an upload does now: its own sentence, or the number of its batch. */
function sayStep({ tandas = 0, texto, frase }: Progress, language: Language): string | undefined {
  if (frase !== undefined) return sayAtConsole(frase, language);
  return texto ?? (tandas === 0 ? undefined : chooseIn(language)(`tanda ${String(tandas)}`, `batch ${String(tandas)}`));
}

/**
 * The identity of a plain line: its text without the remaining seconds of a wait, which change while nothing else does. A step is a tenth of
 * the total.
 */
const lineKeyOf = ({ fase, hecho, total, tandas, texto, frase, carga }: Progress): string => {
  const step = total === null || total === 0 ? '' : String(Math.floor((hecho / total) * PLAIN_STEPS));
  const said = frase?.codigo ?? texto ?? (tandas === undefined ? '' : String(tandas));
  return [carga ?? '', fase, step, said].join('|');
};

/**
 * Shows progress: on a terminal one line that is rewritten; otherwise plain lines at each tenth, each wait once, and the stages of an explanation
 * once each where they take long.
 */
export function createProgress(
  stream: Pick<TextOutput, 'isTTY' | 'columns' | 'write'>,
  clock: Pick<Clock, 'monotonic'>,
  language: Language = 'es',
): {
  show(progress: Progress): void;
  end(): void;
} {
  const terminal = stream.isTTY === true;
  let last = '';
  /** The messages of an upload since it last advanced. They would repeat: an upload waits and looks again for as long as the service takes. */
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
    show: (progress) => {
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
