/** Reads the decisions that a person wrote in an exported workbook of the queue, and checks each of them. Saves nothing. */
import { LABELS, NOT_THIS_ONE } from '#domain/texts/labels.ts';
import { type DecisionOfWorkbook, type DecisionsOfWorkbook, decisionOfInput } from '#contract/decisions.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { isHeld } from '#domain/decisions/check.ts';
import { cuponesOf, type DecisionEvent } from '#domain/decisions/events.ts';
import { foldDecisions, splitHolding } from '#domain/decisions/fold.ts';
import { parseCuponInWorkbook, parseDecisionWord, QUEUE_COLUMNS } from '#domain/decisions/queue-workbook.ts';
import type { Sheet } from '#domain/sheet.ts';
import { DECISION_REFUSALS as SAID } from '#domain/texts/decision-refusals.ts';
import { getDecisionWords } from '#domain/texts/decisions.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { FailureWords } from '#domain/texts/failures.ts';
import type { ExplanationLanguage } from '#contract/explanations.ts';
import { readWorkbook } from '#workbook/read/index.ts';
import { countMasked, type MethodContext } from '../dispatch/dispatch.ts';
import { refuse, saidIn, type Asking, type DecisionInput, checkAll, eventsOf, type Asked } from './resolve.ts';

type Decision = MethodInput<'decisiones.tomar'>['decisiones'][number];

/** The most decisions that can be taken at once. */
const MOST = 5000;
/** The header is within this many rows, below the lines about the export. */
const HEADER_WITHIN = 20;

const TITLES = {
  ...QUEUE_COLUMNS,
  comprobante: LABELS.voucherOrReference.es,
  fecha: getFieldLabel('fecha_venta'),
  importe: getFieldLabel('importe'),
} as const;

/** A row of a queue: its texts, and its amounts as decimal text. `decision`: '' without a decision. */
interface FilledRow extends Readonly<Record<keyof typeof TITLES, string>> {
  readonly fila: number;
}

/** The rows below the header of a queue; undefined for a sheet without such a header. */
function readRows(sheet: Sheet): readonly FilledRow[] | undefined {
  const columns = Array.from({ length: sheet.columnCount }, (_, column) => column);
  const isTitle = (row: number, title: string) => (column: number) => sheet.text(row, column).trim() === title;
  const needed = [TITLES.decision, TITLES.motivo, TITLES.cupon];
  const header = Array.from({ length: Math.min(sheet.rowCount, HEADER_WITHIN) }, (_, row) => row).find((row) =>
    needed.every((title) => columns.some(isTitle(row, title))),
  );
  if (header === undefined) return undefined;
  const columnOf = (title: string): number => columns.findIndex(isTitle(header, title));
  const textOf = (row: number, title: string): string =>
    columnOf(title) < 0 ? '' : sheet.text(row, columnOf(title)).trim();
  const amountOf = (row: number, title: string): string => {
    const amount = columnOf(title) < 0 ? Number.NaN : sheet.number(row, columnOf(title));
    return Number.isNaN(amount) ? textOf(row, title) : amount.toFixed(2);
  };
  return Array.from({ length: sheet.rowCount - header - 1 }, (_, i) => header + 1 + i).map((row) => ({
    fila: sheet.rowNumber(row),
    decision: textOf(row, TITLES.decision),
    motivo: textOf(row, TITLES.motivo),
    cupon: textOf(row, TITLES.cupon),
    operacion: textOf(row, TITLES.operacion),
    importeOperacion: amountOf(row, TITLES.importeOperacion),
    diferencia: amountOf(row, TITLES.diferencia),
    comprobante: textOf(row, TITLES.comprobante),
    fecha: textOf(row, TITLES.fecha),
    importe: amountOf(row, TITLES.importe),
  }));
}

/** All rows of a workbook's queues, with a decision or without. Throws `ARCHIVO_ILEGIBLE`, or `ENTRADA_INVALIDA` for a workbook that is no queue. */
async function readFilled(file: string, signal: AbortSignal): Promise<readonly FilledRow[]> {
  const read = await readWorkbook(file, { signal });
  if (!read.ok) throw new AppError('ARCHIVO_ILEGIBLE', { mensaje: read.error.mensaje });
  const sheets = read.value.flatMap((sheet) => {
    const rows = readRows(sheet);
    return rows === undefined ? [] : [rows];
  });
  if (sheets.length === 0) throw refuse('ENTRADA_INVALIDA', SAID.noQueue, { motivo: 'no_es_de_decisiones' });
  return sheets.flat();
}

/** An amount without its sign; undefined for a text that is no number. */
const sizeOf = (text: string): number | undefined =>
  text === '' || Number.isNaN(Number(text)) ? undefined : Math.abs(Number(text));

function decisionOf(row: FilledRow): Decision | FailureWords {
  const cupon = parseCuponInWorkbook(row.cupon);
  const word = parseDecisionWord(row.decision);
  const { motivo, operacion } = row;
  const note = motivo === '' ? {} : { nota: motivo };
  if (cupon === undefined) return SAID.rowWithoutCupon;
  switch (word) {
    case undefined:
      return SAID.unknownWord(row.decision);
    case 'Es esta': {
      if (operacion === '') return SAID.rowWithoutOperation;
      const apart = Number(row.importe) - Number(row.importeOperacion);
      const tolerance = Number.isNaN(apart) ? '0' : Math.abs(apart).toFixed(2);
      return { tipo: 'vinculo', cupones: [cupon], operaciones: [operacion], tolerancia: tolerance, ...note };
    }
    case NOT_THIS_ONE.es:
      return operacion === '' ? SAID.rowWithoutOperation : { tipo: 'no_es', cupon, operaciones: [operacion], ...note };
    case 'Por reclamar':
      return { tipo: 'reclamo', cupon, estado: 'por_reclamar', ...note };
    case 'Reclamado':
      return { tipo: 'reclamo', cupon, estado: 'reclamado', ...note };
    case 'Nota':
      return motivo === '' ? SAID.rowWithoutReason : { tipo: 'nota', cupon, texto: motivo };
    case 'Explicado':
      return motivo === '' ? SAID.rowWithoutReason : { tipo: 'explicado', cupon, motivo };
    case 'Ajuste': {
      if (motivo === '') return SAID.rowWithoutReason;
      if ((sizeOf(row.diferencia) ?? 0) === 0) return SAID.rowWithoutDifference;
      return { tipo: 'ajuste', cupon, importe: Number(row.diferencia).toFixed(2), motivo };
    }
  }
}

/** True if day or amount of the row differ from its coupon's: the cells were edited, or the number now belongs to another coupon. */
function isChanged({ fecha, importe }: FilledRow, event: DecisionEvent): boolean {
  const [cupon] = cuponesOf(event);
  if (cupon === undefined) return false;
  const { fecha_venta: day = '', importe: amount = '' } = cupon.cupon;
  const differs = sizeOf(importe) !== sizeOf(amount) || Math.sign(Number(importe)) !== Math.sign(Number(amount));
  return differs || (fecha !== '' && fecha.slice(0, 10) !== day.slice(0, 10));
}

/** A row in the form of `decisiones.tomar` (`input`), with card numbers masked, or why the row has no such form (`why`). */
function parseRow(row: FilledRow) {
  const decision = decisionOf(row);
  if (!('tipo' in decision)) return { row, why: decision };
  const parsed = decisionOfInput.safeParse(decision);
  return parsed.success ? { row, asked: decision, input: parsed.data } : { row, why: SAID.rowNotUnderstood };
}

/** For each row with a decision: the effect of the decision if it were taken now, or the reason of its refusal in the caller's language. */
export async function previewWorkbook(
  asking: Asking,
  { planilla, idioma }: { readonly planilla: string; readonly idioma: ExplanationLanguage | undefined },
  context: MethodContext,
): Promise<DecisionsOfWorkbook> {
  const rows = await readFilled(planilla, context.signal);
  const filled = rows.filter(({ decision }) => decision !== '').map(parseRow);
  const inputs = filled.flatMap(({ input }) => input ?? []);
  if (inputs.length > MOST) throw refuse('ENTRADA_INVALIDA', SAID.tooManyRows(inputs.length, MOST));
  context.onMasked?.(filled.filter(({ asked, input }) => countMasked(asked, input) > 0).length);
  const valid = filled.filter(({ input }) => input !== undefined);
  const events = inputs.length === 0 ? [] : await eventsOf(asking, inputs, context);
  const eventsByRow = new Map(valid.map(({ row }, i) => [row, events[i]]));
  const entries = asking.ledger.readDecisions();
  const state = foldDecisions(entries);
  const read = filled.map(({ row, input, why }) => {
    const asked: Asked = eventsByRow.get(row) ?? { refused: refuse('ENTRADA_INVALIDA', why ?? SAID.rowNotUnderstood) };
    const changed = 'event' in asked && isChanged(row, asked.event);
    const its: Asked = changed ? { refused: refuse('ENTRADA_INVALIDA', SAID.rowChanged) } : asked;
    return { row, input, asked: its, held: 'event' in its && isHeld(state, its.event) };
  });
  const fresh = read.filter(({ held }) => !held);
  const checked = checkAll(
    entries,
    fresh.map(({ asked }) => asked),
  );
  const checkedByRow = new Map(fresh.map(({ row }, i) => [row, checked[i]]));
  const words = getDecisionWords(idioma);
  const decisions: DecisionInput[] = [];
  const listed = read.map(({ row, input, asked, held }): DecisionOfWorkbook => {
    const its = checkedByRow.get(row) ?? asked;
    const { fila, cupon, decision, comprobante, fecha, importe } = row;
    const place = { fila, cupon, decision, comprobante, fecha: fecha.slice(0, 10), importe };
    if ('refused' in its) {
      return { ...place, estado: 'rechazada', codigo: its.refused.code, texto: saidIn(its.refused, idioma) };
    }
    if (!held && input !== undefined) decisions.push(input);
    const { event } = its;
    if (event.kind === 'deshecha') return { ...place, estado: 'se_aplica', texto: '' };
    return held
      ? { ...place, estado: 'igual', texto: words.decision(event) }
      : { ...place, estado: 'se_aplica', texto: words.plan(event, splitHolding(state, event)) };
  });
  const empty = rows.filter(({ decision, cupon }) => decision === '' && parseCuponInWorkbook(cupon) !== undefined);
  return { filas: listed, sinDecision: empty.length, decisiones: decisions };
}
