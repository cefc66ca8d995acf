import type {
  DecidedCupon,
  StatedDecision,
  UndoneDecisions,
  DecisionKind,
  DecisionsOfWorkbook,
} from '#contract/decisions.ts';
import { AppError, NOT_VALID } from '#contract/errors.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { formatPlain, parseTypedAmounts } from '#domain/money.ts';
import { formatNumber, type Choose, type Words } from '#domain/texts/language.ts';
import { formatCount, sayRow } from '../format.ts';
import { ask, languageOf, withApp, type Command, type Environment } from '../command.ts';
import { type Given, pickGiven, refuse } from '../reading.ts';

type Taken = MethodInput<'decisiones.tomar'>['decisiones'][number];

const OF_DECISIONS = ['motivo', 'nota', 'tolerancia'] as const;

function seqsOf(text: string): readonly number[] {
  const seqs = text.split(',').map((one) => (/^\d{1,9}$/.test(one.trim()) ? Number(one) : 0));
  if (seqs.every((seq) => seq > 0)) return seqs;
  throw refuse(USAGE.notACupon(text));
}

function seqOf(text: string): number {
  const [seq, ...others] = seqsOf(text);
  if (seq !== undefined && others.length === 0) return seq;
  throw refuse(USAGE.oneCuponAtATime);
}

const operacionesOf = (text: string): string[] => {
  const ids = text.split(',').map((one) => one.trim());
  if (ids.every((id) => id !== '')) return ids;
  throw refuse(USAGE.notAnOperation(text));
};

/** Parses an amount with a decimal comma or dot. Refuses a minus sign, which `parseTypedAmounts` would ignore. */
function amountOf(option: string, text: string): string {
  const amount = /[-−]/.test(text) ? undefined : parseTypedAmounts(text);
  if (amount === undefined) throw refuse(USAGE.notAnAmount(text, option));
  return formatPlain(amount.desde);
}

function linesOfCupon(cupon: DecidedCupon, decision: StatedDecision | null, say: Choose): string[] {
  const where = sayRow(cupon, say) ?? `${say('cupón', 'coupon')} ${String(cupon.seq ?? '')}`;
  const decided = decision === null ? say('no queda ninguna decisión', 'no decision is left') : decision.texto;
  return [
    `${where.charAt(0).toUpperCase()}${where.slice(1)}: ${decided}.`,
    ...(decision?.contradicciones ?? []).map(({ texto }) => `  ${say('Para revisar', 'To be checked')}: ${texto}`),
  ];
}

const linesOfCupones = ({ cupones }: Pick<UndoneDecisions, 'cupones'>, { say }: Given): string[] =>
  cupones.flatMap(({ decision, ...cupon }) => linesOfCupon(cupon, decision, say));

/** Refuses other options beside `--deshacer`, which always undoes the last decision of its kind about the coupon. */
function checkOnlyCupon(given: Given): void {
  const others = given.texts('operacion', 'texto', ...OF_DECISIONS);
  if (Object.keys(others).length > 0) throw refuse(USAGE.undoTakesOnlyCupon);
}

/** Makes a command that takes a decision or, with `--deshacer`, undoes the last one of its kind about the coupon. */
function createDecisionCommand(
  tipo: DecisionKind,
  decisionOf: (given: Given, upload: string) => Taken,
  seqName = 'seq',
): Command {
  const take = ask('decisiones.tomar', {
    input: (given) => ({
      ...given.texts('cuenta'),
      ...languageOf(given),
      decisiones: [decisionOf(given, given.needed('carga'))],
    }),
    lines: linesOfCupones,
  });
  const undo = ask('decisiones.deshacer', {
    input: (given) => {
      checkOnlyCupon(given);
      const cupon = { carga: given.needed('carga'), seq: seqOf(given.needed(seqName)) };
      return { ...given.texts('cuenta'), ...languageOf(given), que: { cupon, tipo } };
    },
    lines: linesOfCupones,
  });
  return (given, environment) => (given.flag('deshacer') ? undo : take)(given, environment);
}

const ROW_STATES: Readonly<Record<DecisionsOfWorkbook['filas'][number]['estado'], Words>> = {
  se_aplica: ['se aplica', 'is applied'],
  igual: ['ya está', 'is there already'],
  rechazada: ['rechazada', 'refused'],
};

function linesOfWorkbook({ filas, sinDecision }: DecisionsOfWorkbook, ns: readonly number[], say: Choose): string[] {
  const count = (estado: keyof typeof ROW_STATES): string =>
    formatNumber(filas.filter((one) => one.estado === estado).length);
  return [
    ...filas.map(
      ({ fila, estado, texto }) =>
        `${say('Fila', 'Row')} ${formatNumber(fila)}, ${say(...ROW_STATES[estado])}: ${texto}`,
    ),
    say(
      `Se aplican ${count('se_aplica')}, ya estaban ${count('igual')}, rechazadas ${count('rechazada')}; sin decisión ${formatNumber(sinDecision)}.`,
      `Applied ${count('se_aplica')}, there already ${count('igual')}, refused ${count('rechazada')}; without a decision ${formatNumber(sinDecision)}.`,
    ),
    ns.length === 0
      ? say('No se guardó nada.', 'Nothing was saved.')
      : say(
          `Guardado: ${formatCount(ns.length, ['decisión', 'decisiones'])}. Se deshacen juntas con «decidir --deshacer ${ns.join(',')}».`,
          `Saved: ${formatCount(ns.length, ['decision', 'decisions'])}. “decidir --deshacer ${ns.join(',')}” undoes them together.`,
        ),
  ];
}

/** `decidir F.xlsx`: shows the decisions in a workbook. `--aplicar` takes the valid ones; none if a row is refused, unless `--omitir-errores` is given. */
const decideByWorkbook = (given: Given, environment: Environment): Promise<number> =>
  withApp(environment, async (app) => {
    const account = given.texts('cuenta');
    const doc = await app.call('decisiones.leer_planilla', {
      ...account,
      ...languageOf(given),
      planilla: given.needed('archivo'),
    });
    const { filas, sinDecision, decisiones } = doc;
    const isRefused = filas.some(({ estado }) => estado === 'rechazada') && !given.flag('omitirErrores');
    const takes = given.flag('aplicar') && !isRefused && decisiones.length > 0;
    const { ns } = takes
      ? await app.call('decisiones.tomar', { ...account, ...languageOf(given), decisiones: [...decisiones] })
      : { ns: [] };
    const refusal = { codigo: 'VALIDACION_RECHAZADA', mensaje: new AppError('VALIDACION_RECHAZADA').what } as const;
    const shown = { ...(isRefused ? refusal : {}), filas, sinDecision, ns };
    environment.consola.showResult(shown, () => linesOfWorkbook(doc, ns, given.say));
    return isRefused ? NOT_VALID : 0;
  });

const undoByNumber = ask('decisiones.deshacer', {
  input: (given) => ({
    ...given.texts('cuenta'),
    ...languageOf(given),
    que: { ns: [...seqsOf(given.needed('deshacer'))] },
  }),
  lines: linesOfCupones,
});

const cuponOf = (given: Given, upload: string) => ({ carga: upload, seq: seqOf(given.needed('seq')) });

export const DECISIONS: Readonly<Record<string, Command>> = {
  vincular: createDecisionCommand(
    'vinculo',
    (given, upload) => {
      const { operacion, tolerancia } = given.texts('operacion', 'tolerancia');
      if (operacion === undefined) throw refuse(USAGE.operationMissing);
      return {
        tipo: 'vinculo',
        cupones: seqsOf(given.needed('seq[,seq]')).map((seq) => ({ carga: upload, seq })),
        operaciones: operacionesOf(operacion),
        ...given.texts('nota'),
        ...(tolerancia === undefined ? {} : { tolerancia: amountOf('--tolerancia', tolerancia) }),
      };
    },
    'seq[,seq]',
  ),
  /** Without `--operacion`, the command means the operations that the coupon is linked with, else its first candidate. */
  desvincular: createDecisionCommand('no_es', (given, upload) => {
    const operacion = given.text('operacion');
    return {
      tipo: 'no_es',
      cupon: cuponOf(given, upload),
      ...given.texts('nota'),
      ...pickGiven({ operaciones: operacion === undefined ? undefined : operacionesOf(operacion) }),
    };
  }),
  explicado: createDecisionCommand('explicado', (given, upload) => {
    const cupon = cuponOf(given, upload);
    const motivo = given.text('motivo') ?? '';
    if (motivo.trim() === '') throw refuse(USAGE.reasonMissing);
    return { tipo: 'explicado', cupon, motivo };
  }),
  decidir: (given, environment) =>
    (given.text('deshacer') === undefined ? decideByWorkbook : undoByNumber)(given, environment),
  nota: createDecisionCommand('nota', (given, upload) => {
    const texto = given.text('texto') ?? '';
    if (texto.trim() === '') throw refuse(USAGE.noteMissing);
    return { tipo: 'nota', cupon: cuponOf(given, upload), texto };
  }),
};
