import type { DecidedCupon, StatedDecision, UndoneDecisions, DecisionKind } from '#contract/decisions.ts';
import { AppError } from '#contract/errors.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { formatPlain } from '#domain/money.ts';
import { formatNumber } from '#domain/texts/language.ts';
import { parseTypedAmounts } from '#domain/typed-amount.ts';
import { withApp } from '../application.ts';
import {
  pickGiven,
  getArgument,
  getOptionalArgument,
  hasFlag,
  getTextOption,
  accountOf,
  type Command,
  type CommandRequest,
} from '../command.ts';
import { getFileName } from '#domain/texts/language.ts';

type Taken = MethodInput<'decisiones.tomar'>['decisiones'][number];

/** Options that say something of a decision. */
const OF_DECISIONS = ['motivo', 'nota', 'tolerancia'] as const;

const refuse = (message: string): AppError => new AppError('USO', { mensaje: message });

/** "12" or "12,13,14". */
function seqsOf(text: string): readonly number[] {
  const seqs = text.split(',').map((one) => (/^\d{1,9}$/.test(one.trim()) ? Number(one) : 0));
  if (seqs.every((seq) => seq > 0)) return seqs;
  throw refuse(CONSOLE.notACupon(text));
}

/** The coupon where only one is taken. */
function seqOf(text: string): number {
  const [seq, ...others] = seqsOf(text);
  if (seq !== undefined && others.length === 0) return seq;
  throw refuse(CONSOLE.oneCuponAtATime);
}

const operacionesOf = (text: string): string[] => {
  const ids = text.split(',').map((one) => one.trim());
  if (ids.every((id) => id !== '')) return ids;
  throw refuse(CONSOLE.notAnOperation(text));
};

/** An amount as people write it here, or with a dot. It has no sign: `parseTypedAmounts` would read over it. */
function amountOf(option: string, text: string): string {
  const amount = /[-−]/.test(text) ? undefined : parseTypedAmounts(text);
  if (amount === undefined) throw refuse(CONSOLE.notAnAmount(text, option));
  return formatPlain(amount.desde);
}

const wordsIn = (request: CommandRequest, option: string): string => {
  const said = getTextOption(request, option);
  if (said !== undefined && said.trim() !== '') return said;
  throw refuse(CONSOLE.wordsMissing(option === 'motivo' ? 'el motivo, con --motivo' : option));
};

function linesOfCupon({ archivo, fila, seq }: DecidedCupon, decision: StatedDecision | null): string[] {
  const where =
    fila === null
      ? `Cupón ${String(seq ?? '')}`
      : `Fila ${formatNumber(fila)}${archivo === null ? '' : ` de ${getFileName(archivo)}`}`;
  return [
    `${where}: ${decision === null ? 'no queda ninguna decisión' : decision.texto}.`,
    ...(decision?.contradicciones ?? []).map(({ texto }) => `  Para revisar: ${texto}`),
  ];
}

const linesOfCupones = ({ cupones }: Pick<UndoneDecisions, 'cupones'>): string[] =>
  cupones.flatMap(({ decision, ...cupon }) => linesOfCupon(cupon, decision));

/** What is undone is the last decision of its kind: nothing that is written besides the coupon would be read. */
function checkOnlyCupon(request: CommandRequest): void {
  const written = [getOptionalArgument(request, 2), ...OF_DECISIONS.map((option) => getTextOption(request, option))];
  if (written.every((one) => one === undefined)) return;
  throw refuse('Con --deshacer va solo el cupón: se deshace la última decisión así sobre él. No se hizo nada.');
}

/** A command that takes a decision, or with `--deshacer` undoes the last one of its kind about the coupon. */
const createDecisionCommand =
  (type: DecisionKind, decisionOf: (request: CommandRequest, upload: string) => Taken): Command =>
  (request, environment) =>
    withApp(environment, async (app) => {
      const account = accountOf(request);
      const upload = getArgument(request, 0);
      if (hasFlag(request, 'deshacer')) {
        checkOnlyCupon(request);
        const seq = seqOf(getArgument(request, 1));
        const undone = await app.call('decisiones.deshacer', {
          ...account,
          que: { cupon: { carga: upload, seq }, tipo: type },
        });
        environment.consola.showResult(undone, () => linesOfCupones(undone));
        return 0;
      }
      const taken = await app.call('decisiones.tomar', { ...account, decisiones: [decisionOf(request, upload)] });
      environment.consola.showResult(taken, () => linesOfCupones(taken));
      return 0;
    });

/** `vincular CARGA SEQ[,SEQ…] OPERACION[,OPERACION…]`. */
export const link = createDecisionCommand('vinculo', (request, upload) => {
  const operaciones = getOptionalArgument(request, 2);
  if (operaciones === undefined) throw refuse(CONSOLE.operationMissing);
  const tolerance = getTextOption(request, 'tolerancia');
  return {
    tipo: 'vinculo',
    cupones: seqsOf(getArgument(request, 1)).map((seq) => ({ carga: upload, seq })),
    operaciones: operacionesOf(operaciones),
    ...pickGiven({
      tolerancia: tolerance === undefined ? undefined : amountOf('--tolerancia', tolerance),
      nota: getTextOption(request, 'nota'),
    }),
  };
});

/**
 * `desvincular CARGA SEQ [OPERACION[,OPERACION…]]`: the coupon is not the named operations; without names, not the linked ones, or else not its
 * first candidate.
 */
export const unlink = createDecisionCommand('no_es', (request, upload) => {
  const operaciones = getOptionalArgument(request, 2);
  return {
    tipo: 'no_es',
    cupon: { carga: upload, seq: seqOf(getArgument(request, 1)) },
    ...pickGiven({
      operaciones: operaciones === undefined ? undefined : operacionesOf(operaciones),
      nota: getTextOption(request, 'nota'),
    }),
  };
});

/** `explicado CARGA SEQ --motivo T`. */
export const explained = createDecisionCommand('explicado', (request, upload) => ({
  tipo: 'explicado',
  cupon: { carga: upload, seq: seqOf(getArgument(request, 1)) },
  motivo: wordsIn(request, 'motivo'),
}));

/** `nota CARGA SEQ T`. */
export const note = createDecisionCommand('nota', (request, upload) => {
  const text = getOptionalArgument(request, 2);
  if (text === undefined || text.trim() === '') throw refuse(CONSOLE.noteMissing);
  return { tipo: 'nota', cupon: { carga: upload, seq: seqOf(getArgument(request, 1)) }, texto: text };
});
