import type { CuponField } from '../cupon.ts';
import { fold } from '../fold-text.ts';
import { CELL, type Sheet } from '../sheet.ts';
import type { MappedColumn, TableLocation, ValidationRequest } from './validation.ts';
import { readAmountText } from './amount-text.ts';
import { cleanText, isDigits, saysNothing, toShownValue } from './cell-text.ts';
import { readDateText, readSerial, remember } from './date-text.ts';
import { toPlainHeader } from './header-key.ts';
import type { PreparedSheet } from './prepare-sheet.ts';

/** What a row of the sheet is by its texts. A row with a date of sale is always a coupon here. */
export type RowKind = 'cupon' | 'vacia' | 'totales' | 'encabezado' | 'nota';

/** The columns that decide what a row is; −1 if absent. */
function findDecidingColumns(columns: readonly MappedColumn[]) {
  const columnOf = (field: CuponField): number => columns.find((one) => one.campo === field)?.columna ?? -1;
  return {
    fechaVenta: columnOf('fecha_venta'),
    importe: columnOf('importe'),
    comprobante: columnOf('comprobante'),
    tarjetaNro: columnOf('tarjeta_nro'),
    walletReferencia: columnOf('wallet_referencia'),
    walletTipoOperacion: columnOf('wallet_tipo_operacion'),
  };
}

type DecidingColumns = ReturnType<typeof findDecidingColumns>;

const TOTAL_WORD = /(?:^|[^\p{L}])(?:sub)?-?total(?:es)?(?:$|[^\p{L}])/iu;
/** A label that can only be a total's; "Total Salud" may be a customer. */
const TOTAL_ALONE = /^\P{L}*(?:sub)?-?total(?:es)?(?: general(?:es)?)?\P{L}*$/iu;
/** The beginning of a line of totals without the word "total": "Cantidad de cupones: 6". */
const COUNT_LABEL = /^(?:cantidad|cant|suma|sumatoria|recuento|promedio)(?:$|[^\p{L}])/iu;
const COUNT_ONLY = /^(?:cantidad|cant|recuento)(?:$|[^\p{L}])/iu;
/** A subtotal that says how many rows it adds up: "2 cupones". */
const COUNTED = /^\d+ (?:cupon(?:es)?|comprobantes?|operacion(?:es)?|transaccion(?:es)?|ventas?|tickets?)$/;
/** The label of a sum that a printed page carries over to the next page. */
const CARRIED = /^(?:a )?transport(?:e|es|ado|ar)(?: (?:de|a) (?:la )?(?:hoja|pagina) (?:anterior|siguiente))?:?$/;
const COSTS =
  'iva|neto|comision|comisiones|arancel|aranceles|retencion|retenciones|percepcion|percepciones|iibb|impuesto|impuestos';
/** Labels of lines that a settlement or till writes below its sales: "IVA 21%", "Neto a cobrar", "Retención de ganancias". */
const FOOTER = new RegExp(
  `^(?:${COSTS})(?:[ :()]+(?:${COSTS}|de|del|a|s/|sobre|por|y|cobrar|pagar|liquidar|ganancias|tarjetas?|ventas?|\\d+(?:[.,]\\d+)?%?|%))*[ :)]*$`,
);

/** `first`: whether this is the first text of its row. */
export const isTotalLabel = (text: string, first: boolean): boolean =>
  TOTAL_WORD.test(text) || (first && COUNT_LABEL.test(text));

/** Whether a line of totals counts coupons and sums nothing: the first text of "Cantidad de cupones", beside a whole number. */
export function isCount(sheet: Sheet, row: number, value: string): boolean {
  const texts = Array.from({ length: sheet.columnCount }, (_, column) => cleanText(sheet.text(row, column)));
  const label = texts.find((text) => text !== '') ?? '';
  return /^\d+$/.test(value) && COUNT_ONLY.test(label) && !TOTAL_WORD.test(label);
}

/** The fields that identify a sale; a line of totals has none of them. */
const IDENTIFYING: readonly CuponField[] = [
  'comprobante',
  'tarjeta_nro',
  'bin',
  'autorizacion',
  'referencia',
  'wallet_referencia',
  'wallet_tipo_operacion',
];

const findIdentifying = (columns: readonly MappedColumn[]): ReadonlySet<number> =>
  new Set(columns.filter(({ campo }) => IDENTIFYING.includes(campo)).map(({ columna }) => columna));

/** Makes the function that finds the cell with "total" or "2 cupones" in a row that identifies no sale. An identifying column may have the label. */
export function createTotalLabel(sheet: Sheet, columns: readonly MappedColumn[]) {
  const identifying = findIdentifying(columns);
  return (row: number): { readonly column: number; readonly text: string } | undefined => {
    let label: { readonly column: number; readonly text: string } | undefined;
    for (let column = 0; column < sheet.columnCount; column++) {
      const text = cleanText(sheet.text(row, column));
      const isLabel = TOTAL_WORD.test(text) || COUNTED.test(fold(text));
      if (sheet.kind(row, column) === CELL.texto && isLabel) label ??= { column, text };
      else if (text !== '' && !saysNothing(text) && identifying.has(column)) return undefined;
    }
    return label;
  };
}

/** Makes the function that gives the only text of a row that otherwise has only numbers, with an amount and without a value that identifies a sale. */
function createOnlyText(sheet: Sheet, columns: readonly MappedColumn[]) {
  const identifying = findIdentifying(columns);
  const importe = columns.find(({ campo }) => campo === 'importe')?.columna;
  return (row: number): string | undefined => {
    let only: string | undefined;
    for (let column = 0; column < sheet.columnCount; column++) {
      const text = cleanText(sheet.text(row, column));
      if (text === '') {
        if (column === importe) return undefined;
        continue;
      }
      const isAmount = looksLike(sheet.kind(row, column), text, 'importe');
      if (isAmount ? identifying.has(column) : only !== undefined || column === importe) return undefined;
      if (!isAmount) only = text;
    }
    return only;
  };
}

/** Makes the test whether the label of a row says that its amount is carried over from another page; the amount has to prove it. */
export function createCarriedOver(sheet: Sheet, columns: readonly MappedColumn[]): (row: number) => boolean {
  const onlyText = createOnlyText(sheet, columns);
  return (row) => CARRIED.test(fold(onlyText(row) ?? ''));
}

/** The share of a row's cells that must repeat the header for it to count as a repeated header. */
const HEADER_SHARE = 0.6;

function looksLike(kind: number, text: string, want: 'fecha' | 'importe'): boolean {
  if (want === 'fecha') return kind === CELL.fecha || (kind === CELL.texto && readDateText(text).kind !== 'otra');
  return kind === CELL.numero || (kind === CELL.texto && readAmountText(text).kind !== 'invalido');
}

/** Whether a cell is certainly a date; digits alone may be a number. */
export const isWrittenDate = (kind: number, text: string): boolean =>
  kind === CELL.fecha ||
  (kind === CELL.texto && !isDigits(text) && ['fecha', 'numerica'].includes(readDateText(text).kind));

function gather(sheet: Sheet, row: number, headers: readonly (readonly string[])[], at: DecidingColumns) {
  const facts = { filled: 0, words: 0, total: false, totalForDate: false, sameAsHeader: 0, amount: false, date: false };
  for (let column = 0; column < sheet.columnCount; column++) {
    const kind = sheet.kind(row, column);
    if (kind === CELL.vacia) continue;
    const text = cleanText(sheet.text(row, column));
    if (text === '' && kind === CELL.texto) continue;
    facts.filled++;
    // A date in another column counts as a word: it is the day on which the sheet was printed, and no voucher.
    if (
      isWrittenDate(kind, text)
        ? column !== at.fechaVenta
        : kind === CELL.texto && readAmountText(text).kind === 'invalido'
    )
      facts.words++;
    if (kind === CELL.texto) {
      if (isTotalLabel(text, facts.filled === 1)) {
        facts.total = true;
        if (column === at.fechaVenta && TOTAL_ALONE.test(text)) facts.totalForDate = true;
      }
      const plain = toPlainHeader(text);
      if (plain !== '' && headers.some((line) => line[column] === plain)) facts.sameAsHeader++;
    }
    if (column === at.importe && looksLike(kind, text, 'importe')) facts.amount = true;
    if (column === at.fechaVenta && looksLike(kind, text, 'fecha')) facts.date = true;
  }
  return facts;
}

const has = (pattern: RegExp, sheet: Sheet, row: number, column: number): boolean =>
  column >= 0 && pattern.test(sheet.text(row, column));

const SEVERAL_DIGITS = /\d{6}/;

/** Whether a row has a wallet's reference: one word with six digits in a row, or one word with a digit beside an operation type; not a label of totals. */
function hasOperation(sheet: Sheet, row: number, at: DecidingColumns): boolean {
  const textAt = (column: number): string => (column < 0 ? '' : cleanText(sheet.text(row, column)));
  const reference = textAt(at.walletReferencia);
  if (!/^\S*\d\S*$/.test(reference)) return false;
  const type = textAt(at.walletTipoOperacion);
  return SEVERAL_DIGITS.test(reference) || (/\p{L}/u.test(type) && !TOTAL_WORD.test(type));
}

/** Makes the test whether a row has a readable date, as nearly every coupon has; rows with a date need no other test. */
export function createHasDate(sheet: Sheet, column: number): (row: number) => boolean {
  const isDateText = remember((text: string) => readDateText(cleanText(text)).kind !== 'otra');
  return (row) => {
    const kind = column < 0 ? CELL.vacia : sheet.kind(row, column);
    if (kind === CELL.fecha) return true;
    if (kind === CELL.numero) return readSerial(sheet.number(row, column), sheet.date1904).kind !== 'otra';
    return kind === CELL.texto && isDateText(sheet.text(row, column));
  };
}

/** Tells coupons from other lines (docs/coupons.md, "Finding the table"). A row with a readable date is a coupon; only rows without a date are examined. */
export function createRowKind(
  sheet: Sheet,
  table: TableLocation,
  columns: readonly MappedColumn[],
): (row: number) => RowKind {
  const at = findDecidingColumns(columns);
  const headers = [table.headers, ...table.headerLines].map((line) => line.map(toPlainHeader));
  const hasDate = createHasDate(sheet, at.fechaVenta);
  const onlyText = createOnlyText(sheet, columns);
  let lastDated = sheet.rowCount - 1;
  /** Whether a row has the label of a footer and stands below all rows with dates. Looks only at later rows, because earlier rows may be freed already. */
  const isFooter = (row: number): boolean => {
    if (!FOOTER.test(fold(onlyText(row) ?? ''))) return false;
    while (lastDated > row && !hasDate(lastDated)) lastDated--;
    return lastDated <= row;
  };
  return (row) => {
    if (hasDate(row)) return 'cupon';
    const facts = gather(sheet, row, headers, at);
    if (facts.filled === 0) return 'vacia';
    if (facts.sameAsHeader >= 2 && facts.sameAsHeader >= facts.filled * HEADER_SHARE) return 'encabezado';
    // A coupon without a date, of a customer called "Total", still has a voucher number and a card.
    const cuponLike = has(/\d/, sheet, row, at.comprobante) && has(/\d{4}/, sheet, row, at.tarjetaNro);
    // A row below a merged date has no date of its own, so a wallet sale with the text "Pago total" could look like a total.
    const isSale = cuponLike || (facts.total && hasOperation(sheet, row, at));
    if (facts.total && !facts.date && (facts.totalForDate || !isSale)) return 'totales';
    if (isFooter(row)) return 'totales';
    if (facts.words === facts.filled && !facts.amount && !facts.date && !cuponLike) return 'nota';
    return 'cupon';
  };
}

/** The rows of a sheet that are coupons, valid or not. */
export function* rowsOf({
  cupones,
  table,
  mapeo,
}: Pick<PreparedSheet, 'cupones' | 'table'> & Mapped): Generator<number> {
  const kindOf = createRowKind(cupones, table, mapeo.columnas);
  for (let row = table.headerRow + 1; row < cupones.rowCount; row++) if (kindOf(row) === 'cupon') yield row;
}
interface Mapped {
  readonly mapeo: { readonly columnas: readonly MappedColumn[] };
}

const HAS_VALUE = /[\p{L}\p{N}]/u;
const WHOLE_AMOUNT = /^[-$\s]*\d+(?:\.\d{3})*$/;
/** The centavos of an amount whose decimal comma split it into two cells. Under a title two digits are needed: one digit may be the next column's value. */
const CENTAVOS = { untitled: /^\d{1,2}$/, titled: /^\d{2}$/ };

type Request = Pick<ValidationRequest, 'sheet' | 'table' | 'columnas'>;

/** A value to the right of the last title. */
export interface ExtraCell {
  readonly text: string;
  readonly amount?: string | undefined;
}

/** Restores amounts that their decimal comma split into two cells: digits, with one or two more in the next cell. Only in files whose separator is a comma. */
function createSplitAmount({ sheet, table, columnas }: Request) {
  const column = columnas.find(({ campo }) => campo === 'importe')?.columna;
  if (sheet.separator !== ',' || column === undefined) return { of: () => undefined, isOtherwise: () => true };
  const centavos = (table.headers[column + 1] ?? '') === '' ? CENTAVOS.untitled : CENTAVOS.titled;
  const amountAt = (row: number): string => cleanText(sheet.text(row, column));
  return {
    of(row: number): string | undefined {
      const [whole, rest] = [amountAt(row), cleanText(sheet.text(row, column + 1))];
      return WHOLE_AMOUNT.test(whole) && centavos.test(rest)
        ? toShownValue(`${whole},${rest}`, sheet.kind(row, column))
        : undefined;
    },
    /** Whether a row's amount has its own decimal mark, so that commas do not split amounts in this file. */
    isOtherwise: (row: number): boolean =>
      !WHOLE_AMOUNT.test(amountAt(row)) && readAmountText(amountAt(row)).kind !== 'invalido',
  };
}

/**
 * Makes the function that gives the value of a row to the right of the last title. Only for text files, where an unquoted separator inside a text shifts the
 * cells after it. Ignores a note further right (after an empty cell), a mark alone, and a column that a person or a template named. If most rows have such a
 * value, it is a column without a title, unless all values were split off by a decimal comma.
 */
export function createExtraCell(request: Request): (row: number) => ExtraCell | undefined {
  const { sheet, table, columnas } = request;
  const extra = table.headers.findLastIndex((title) => title !== '') + 1;
  const isAsked = columnas.some(({ columna, motivo }) => columna >= extra && motivo !== 'contenido');
  if (sheet.name !== null || extra === 0 || extra >= sheet.columnCount || isAsked) return () => undefined;
  const extraAt = (row: number): string => {
    const text = cleanText(sheet.text(row, extra));
    return HAS_VALUE.test(text) ? toShownValue(text, sheet.kind(row, extra)) : '';
  };
  const split = createSplitAmount(request);
  const firstRow = table.headerRow + 1;
  let withExtra = 0;
  let areSplit = true;
  for (let row = firstRow; row < sheet.rowCount; row++) {
    const isExtra = extraAt(row) !== '';
    if (isExtra) withExtra++;
    areSplit &&= !split.isOtherwise(row) && (!isExtra || split.of(row) !== undefined);
  }
  if (!areSplit && withExtra * 2 > sheet.rowCount - firstRow) return () => undefined;
  return (row) => {
    const text = extraAt(row);
    return text === '' ? undefined : { text, amount: areSplit ? split.of(row) : undefined };
  };
}
