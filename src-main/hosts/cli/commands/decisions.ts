import type { DecidedCupon, StatedDecision, UndoneDecisions, DecisionKind } from '#contract/decisions.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { formatPlain } from '#domain/money.ts';
import { amountsTyped } from '#domain/typed-amount.ts';
import { withApp } from '../application.ts';
import {
  dados,
  getArgument,
  getOptionalArgument,
  hasFlag,
  textOption,
  type Command,
  type CommandRequest,
} from '../command.ts';
import { fileNameOf, formatNumber } from '../format.ts';

type Taken = MethodInput<'decisiones.tomar'>['decisiones'][number];

const refuse = (mensaje: string): AppError => new AppError('USO', { mensaje });

/** "12" or "12,13,14". */
function seqsOf(text: string): readonly number[] {
  const seqs = text.split(',').map((one) => (/^\d{1,9}$/.test(one.trim()) ? Number(one) : 0));
  if (seqs.every((seq) => seq > 0)) return seqs;
  throw refuse(
    `«${text}» no es un número de cupón, ni varios con comas. No se hizo nada. Los da «explicar --json», en seq.`,
  );
}

/** The coupon of a command that takes only one. */
function seqOf(text: string): number {
  const [seq, ...others] = seqsOf(text);
  if (seq !== undefined && others.length === 0) return seq;
  throw refuse('Este comando es para un cupón por vez. No se hizo nada. Repetilo con cada uno.');
}

const operacionesOf = (text: string): string[] => {
  const ids = text.split(',').map((one) => one.trim());
  if (ids.every((id) => id !== '')) return ids;
  throw refuse(`«${text}» no es un número de operación, ni varios con comas. No se hizo nada.`);
};

/** An amount as people write it here, or with a dot. */
function amountOf(option: string, text: string): string {
  const amount = amountsTyped(text);
  if (amount === undefined)
    throw refuse(`«${text}» no es un importe para ${option}. No se hizo nada. Escribilo como 0,13 o 1.234,50.`);
  return formatPlain(amount.desde);
}

const wordsIn = (request: CommandRequest, option: string): string => {
  const said = textOption(request, option);
  if (said !== undefined && said.trim() !== '') return said;
  throw refuse(`Falta decir ${option === 'motivo' ? 'el motivo, con --motivo' : option}. No se hizo nada.`);
};

function linesOfCupon({ archivo, fila, seq }: DecidedCupon, decision: StatedDecision | null): string[] {
  const where =
    fila === null
      ? `Cupón ${String(seq ?? '')}`
      : `Fila ${formatNumber(fila)}${archivo === null ? '' : ` de ${fileNameOf(archivo)}`}`;
  return [
    `${where}: ${decision === null ? 'no queda ninguna decisión' : decision.texto}.`,
    ...(decision?.contradicciones ?? []).map(({ texto }) => `  Para revisar: ${texto}`),
  ];
}

const linesOfCupones = ({ cupones }: Pick<UndoneDecisions, 'cupones'>): string[] =>
  cupones.flatMap(({ decision, ...cupon }) => linesOfCupon(cupon, decision));

/** A command that takes a decision, or with `--deshacer` undoes the last one of its kind about the coupon. */
const deciding =
  (tipo: DecisionKind, decisionOf: (request: CommandRequest, carga: string) => Taken): Command =>
  (request, environment) =>
    withApp(environment, async (app) => {
      const cuenta = dados({ cuenta: textOption(request, 'cuenta') });
      const carga = getArgument(request, 0);
      if (hasFlag(request, 'deshacer')) {
        const [seq = 0] = seqsOf(getArgument(request, 1));
        const undone = await app.call('decisiones.deshacer', { ...cuenta, que: { cupon: { carga, seq }, tipo } });
        environment.consola.showResult(undone, () => linesOfCupones(undone));
        return 0;
      }
      const taken = await app.call('decisiones.tomar', { ...cuenta, decisiones: [decisionOf(request, carga)] });
      environment.consola.showResult(taken, () => linesOfCupones(taken));
      return 0;
    });

/** `vincular CARGA SEQ[,SEQ…] OPERACION[,OPERACION…]`. */
export const link = deciding('vinculo', (request, carga) => {
  const operaciones = getOptionalArgument(request, 2);
  if (operaciones === undefined) throw refuse('Falta la operación, o --deshacer. No se hizo nada.');
  const tolerancia = textOption(request, 'tolerancia');
  return {
    tipo: 'vinculo',
    cupones: seqsOf(getArgument(request, 1)).map((seq) => ({ carga, seq })),
    operaciones: operacionesOf(operaciones),
    ...dados({
      tolerancia: tolerancia === undefined ? undefined : amountOf('--tolerancia', tolerancia),
      nota: textOption(request, 'nota'),
    }),
  };
});

/**
 * `desvincular CARGA SEQ [OPERACION[,OPERACION…]]`: the coupon is not the named operations; without names, not the linked ones, or else not its
 * first candidate.
 */
export const unlink = deciding('no_es', (request, carga) => {
  const operaciones = getOptionalArgument(request, 2);
  return {
    tipo: 'no_es',
    cupon: { carga, seq: seqOf(getArgument(request, 1)) },
    ...dados({
      operaciones: operaciones === undefined ? undefined : operacionesOf(operaciones),
      nota: textOption(request, 'nota'),
    }),
  };
});

/** `explicado CARGA SEQ --motivo T`. */
export const explained = deciding('explicado', (request, carga) => ({
  tipo: 'explicado',
  cupon: { carga, seq: seqOf(getArgument(request, 1)) },
  motivo: wordsIn(request, 'motivo'),
}));

/** `nota CARGA SEQ T`. */
export const note = deciding('nota', (request, carga) => {
  const texto = getOptionalArgument(request, 2);
  if (texto === undefined || texto.trim() === '')
    throw refuse('Falta el texto de la nota, o --deshacer. No se hizo nada.');
  return { tipo: 'nota', cupon: { carga, seq: seqOf(getArgument(request, 1)) }, texto };
});
