/** Reads the decisions that a person wrote in an exported workbook of the queue, and checks each of them. Saves nothing. */
import { LABELS, NOT_THIS_ONE } from '#domain/texts/labels.ts';
import { type DecisionOfWorkbook, type DecisionsOfWorkbook, decisionOfInput } from '#contract/decisions.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { isHeld } from '#domain/decisions/check.ts';
import { cuponesOf, type DecisionEvent } from '#domain/decisions/events.ts';
import { foldDecisions, splitHolding } from '#domain/decisions/fold.ts';
import { parseCuponInWorkbook, parseDecisionWord, QUEUE_COLUMNS } from '#domain/decisions/queue-workbook.ts';
import { parseMoney } from '#domain/money.ts';
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

/** A row with its decision, or why it has none. `place`: which of the coupons of the decision is the row's. */
interface WrittenRow {
  readonly row: FilledRow;
  readonly decision: Decision | FailureWords;
  readonly place: number;
}

/** Makes one link of the rows that name the same operation, if their coupons add up to it; otherwise refuses all of them. */
function joinLinks(rows: readonly FilledRow[]): readonly WrittenRow[] {
  const written = rows.map((row) => ({ row, decision: decisionOf(row), place: 0 }));
  const links = written.flatMap(({ row, decision }) =>
    'tipo' in decision && decision.tipo === 'vinculo' ? [{ row, decision }] : [],
  );
  const joined = new Map<FilledRow, WrittenRow>();
  for (const parts of Map.groupBy(links, ({ row }) => row.operacion).values()) {
    const [first, ...more] = parts;
    if (first === undefined || more.length === 0) continue;
    const amounts = parts.map(({ row }) => parseMoney(row.importe, 'sin-miles') ?? Number.NaN);
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    const notes = [...new Set(parts.flatMap(({ decision }) => decision.nota ?? []))].join('; ');
    const decision: Decision | FailureWords =
      total === parseMoney(first.row.importeOperacion, 'sin-miles')
        ? {
            tipo: 'vinculo',
            cupones: parts.flatMap((part) => part.decision.cupones),
            operaciones: first.decision.operaciones,
            ...(notes === '' ? {} : { nota: notes }),
          }
        : SAID.rowsOfOneOperation;
    for (const [place, { row }] of parts.entries()) joined.set(row, { row, decision, place });
  }
  return written.map((one) => joined.get(one.row) ?? one);
}

/** True if day or amount of the row differ from its coupon's: the cells were edited, or the number now belongs to another coupon. */
function isChanged({ row: { fecha, importe }, place }: WrittenRow, event: DecisionEvent): boolean {
  const cupon = cuponesOf(event)[place];
  if (cupon === undefined) return false;
  const { fecha_venta: day = '', importe: amount = '' } = cupon.cupon;
  const differs = sizeOf(importe) !== sizeOf(amount) || Math.sign(Number(importe)) !== Math.sign(Number(amount));
  return differs || (fecha !== '' && fecha.slice(0, 10) !== day.slice(0, 10));
}

/** Each decision in the form of `decisiones.tomar`, with card numbers masked; without those that have no such form. */
function parseDecisions(written: readonly WrittenRow[]): ReadonlyMap<Decision | FailureWords, DecisionInput> {
  const parsed = new Map<Decision | FailureWords, DecisionInput>();
  for (const { decision } of written) {
    const input = 'tipo' in decision ? decisionOfInput.safeParse(decision).data : undefined;
    if (input !== undefined && !parsed.has(decision)) parsed.set(decision, input);
  }
  return parsed;
}

/** For each row with a decision: the effect of the decision if it were taken now, or the reason of its refusal in the caller's language. */
export async function previewWorkbook(
  asking: Asking,
  { planilla, idioma }: { readonly planilla: string; readonly idioma: ExplanationLanguage | undefined },
  context: MethodContext,
): Promise<DecisionsOfWorkbook> {
  const rows = await readFilled(planilla, context.signal);
  const written = joinLinks(rows.filter(({ decision }) => decision !== ''));
  const parsed = parseDecisions(written);
  if (parsed.size > MOST) throw refuse('ENTRADA_INVALIDA', SAID.tooManyRows(parsed.size, MOST));
  context.onMasked?.([...parsed].filter(([asked, input]) => countMasked(asked, input) > 0).length);
  const events = parsed.size === 0 ? [] : await eventsOf(asking, [...parsed.values()], context);
  const eventOf = new Map([...parsed.keys()].map((decision, i) => [decision, events[i]]));
  const changed = new Set(
    written.flatMap((one) => {
      const asked = eventOf.get(one.decision);
      return asked !== undefined && 'event' in asked && isChanged(one, asked.event) ? [one.decision] : [];
    }),
  );
  const entries = asking.ledger.readDecisions();
  const state = foldDecisions(entries);
  const read = Array.from(new Set(written.map(({ decision }) => decision)), (decision) => {
    const why = 'tipo' in decision ? SAID.rowNotUnderstood : decision;
    const refusal = changed.has(decision) ? SAID.rowChanged : why;
    const found = changed.has(decision) ? undefined : eventOf.get(decision);
    const asked: Asked = found ?? { refused: refuse('ENTRADA_INVALIDA', refusal) };
    return { decision, asked, held: 'event' in asked && isHeld(state, asked.event) };
  });
  const fresh = read.filter(({ held }) => !held);
  const checked = checkAll(
    entries,
    fresh.map(({ asked }) => asked),
  );
  const checkedOf = new Map(fresh.map(({ decision }, i) => [decision, checked[i]]));
  const answerOf = new Map(
    read.map(({ decision, asked, held }) => [decision, { its: checkedOf.get(decision) ?? asked, held }]),
  );
  const words = getDecisionWords(idioma);
  const listed = written.flatMap(({ row, decision: asked }): readonly DecisionOfWorkbook[] => {
    const answer = answerOf.get(asked);
    if (answer === undefined) return [];
    const { its, held } = answer;
    const { fila, cupon, decision, comprobante, fecha, importe } = row;
    const place = { fila, cupon, decision, comprobante, fecha: fecha.slice(0, 10), importe };
    if ('refused' in its)
      return [{ ...place, estado: 'rechazada', codigo: its.refused.code, texto: saidIn(its.refused, idioma) }];
    const { event } = its;
    if (event.kind === 'deshecha') return [{ ...place, estado: 'se_aplica', texto: '' }];
    return held
      ? [{ ...place, estado: 'igual', texto: words.decision(event) }]
      : [{ ...place, estado: 'se_aplica', texto: words.plan(event, splitHolding(state, event)) }];
  });
  const decisions = Array.from(answerOf, ([decision, { its, held }]) =>
    'event' in its && !held ? (parsed.get(decision) ?? []) : [],
  ).flat();
  const empty = rows.filter(({ decision, cupon }) => decision === '' && parseCuponInWorkbook(cupon) !== undefined);
  return { filas: listed, sinDecision: empty.length, decisiones: decisions };
}
