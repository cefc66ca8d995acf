import type { CuponField } from '../cupon.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { readAmountText } from './amount-text.ts';
import { maskCardNumbers } from './card-text.ts';
import { cleanText } from './cell-text.ts';
import { readDateText } from './date-text.ts';
import { requiredOf } from './fields.ts';
import { toPlainHeader, type Dictionary, type Strength } from './header-key.ts';
import { createHasDate, isWrittenDate } from './row-kind.ts';
import type { DatedRow, TableLocation, ValidationRequest } from './validation.ts';

interface Candidate extends TableLocation {
  /** How many fields the texts name, weighted by how surely they name them. */
  readonly named: number;
  readonly fields: ReadonlyMap<CuponField, number>;
  readonly texts: number;
}

/** Look for the header in this many rows; titles, logos and blank lines may precede it. */
const HEADER_SEARCH_ROWS = 200;
const MIN_COLUMNS = 2;

function rowTextsOf(sheet: Sheet, row: number): string[] {
  const texts: string[] = [];
  for (let column = 0; column < sheet.columnCount; column++) {
    const kind = sheet.kind(row, column);
    texts.push(kind === CELL.vacia ? '' : maskCardNumbers(cleanText(sheet.text(row, column))));
  }
  return texts;
}

/** Whether a row may be a header: more of its cells are words than values. Numbers, dates and texts without letters are values; # and $ count as letters. */
function looksLikeHeader(sheet: Sheet, row: number, texts: readonly string[]): boolean {
  let words = 0;
  let values = 0;
  for (const [column, text] of texts.entries()) {
    if (text === '') continue;
    if (isWord(sheet.kind(row, column), text)) words++;
    else values++;
  }
  return words > values;
}

const isWord = (kind: number, text: string): boolean =>
  kind === CELL.texto && /\p{L}|[#$º°]/u.test(text) && readDateText(text).kind === 'otra';

function holdsDate(sheet: Sheet, row: number): boolean {
  for (let column = 0; column < sheet.columnCount; column++)
    if (isWrittenDate(sheet.kind(row, column), cleanText(sheet.text(row, column)))) return true;
  return false;
}

const WEIGHT: Readonly<Record<Strength, number>> = { exacto: 10, seguro: 9, fuerte: 9, medio: 8, debil: 5 };

const weightOf = (header: string, names: Dictionary): number => {
  const [first] = header === '' ? [] : names(header);
  return first === undefined ? 0 : WEIGHT[first.strength];
};

function weighFields(headers: readonly string[], names: Dictionary): Pick<Candidate, 'named' | 'fields'> {
  const found = new Map<CuponField, number>();
  let named = 0;
  for (const [column, header] of headers.entries()) {
    const free = header === '' ? undefined : names(header).find(({ campo }) => !found.has(campo));
    if (free === undefined) continue;
    found.set(free.campo, column);
    named += WEIGHT[free.strength];
  }
  return { named, fields: found };
}

/** Joins the two lines of a header. A title over several columns stands only in the first of them, so it applies up to the next title in its line. */
function joinLines(above: readonly string[], below: readonly string[]): string[] {
  let group = '';
  return below.map((text, column) => {
    const own = above[column] ?? '';
    if (own !== '') group = own;
    if (text === '') return own;
    return group === '' ? text : `${group} ${text}`;
  });
}

/** Joins a header of two lines. A column keeps its own text if that names a field at least as surely as the joined text. */
const joinTwoLines = (above: readonly string[], below: readonly string[], names: Dictionary): string[] =>
  joinLines(above, below).map((joined, column) => {
    const own = below[column] ?? '';
    const ownWeight = weightOf(own, names);
    return own === '' || ownWeight === 0 || weightOf(joined, names) > ownWeight ? joined : own;
  });

const countFilled = (texts: readonly string[]): number =>
  texts.reduce((count, text) => count + (text === '' ? 0 : 1), 0);

function candidateAt(sheet: Sheet, row: number, above: string[] | undefined, names: Dictionary): Candidate | undefined {
  const texts = rowTextsOf(sheet, row);
  if (!looksLikeHeader(sheet, row, texts)) return undefined;
  const single = {
    headerRow: row,
    headers: texts,
    headerLines: [texts],
    ...weighFields(texts, names),
    texts: countFilled(texts),
  };
  if (above === undefined || sheet.rowNumber(row) - sheet.rowNumber(row - 1) !== 1 || countFilled(above) < 2)
    return single;
  const headers = joinTwoLines(above, texts, names);
  const weighed = weighFields(headers, names);
  return weighed.named > single.named
    ? { ...single, ...weighed, headers, headerLines: [above, texts], texts: countFilled(headers) }
    : single;
}

/** The headers and fields of a row that may be a header, which has no amount, no date and no line of dashes. */
function headerAt(sheet: Sheet, row: number, names: Dictionary): Pick<Candidate, 'headers' | 'fields'> | undefined {
  const candidate = candidateAt(sheet, row, undefined, names);
  const isTitle = (text: string, column: number): boolean =>
    text === '' || (isWord(sheet.kind(row, column), text) && readAmountText(text).kind === 'invalido');
  return candidate?.headers.every(isTitle) === true ? candidate : undefined;
}

/** Whether the second line of a header divides groups of the first ("Importe" over "Neto" and "Bruto"), and both name no fewer fields than the first alone. */
function splitsGroups(candidate: Candidate, best: Candidate): boolean {
  const [above = [], below] = candidate.headerLines;
  return (
    below !== undefined &&
    best.headerLines.length === 1 &&
    candidate.headerRow - best.headerRow === 1 &&
    candidate.fields.size >= best.fields.size &&
    below.some((text, column) => text !== '' && above[column] === '')
  );
}

/** The column that marks sales: last four digits or wallet reference. Undefined if the header lacks fields of a sale, because its rows may be sums by day. */
function findSaleColumn({ fields, headers }: Candidate, names: Dictionary): number | undefined {
  const hasAll = (some: readonly CuponField[]): boolean => some.every((field) => fields.has(field));
  if (!hasAll(requiredOf('siempre'))) return undefined;
  if (hasAll(requiredOf('billetera'))) return fields.get('wallet_referencia');
  if (!fields.has('comprobante')) return undefined;
  const possible = headers.findIndex((text) => text !== '' && names(text).some(({ campo }) => campo === 'tarjeta_nro'));
  return fields.get('tarjeta_nro') ?? (possible < 0 ? undefined : possible);
}

/** The sales between a header and a later header. They are read only if the first header is kept. */
function findSalesBetween(
  sheet: Sheet,
  { best, later }: { readonly best: Candidate | undefined; readonly later: Candidate },
  names: Dictionary,
): readonly DatedRow[] {
  const column = best?.fields.get('fecha_venta');
  const saleColumn = best === undefined ? undefined : findSaleColumn(best, names);
  if (best === undefined || column === undefined || saleColumn === undefined) return [];
  const hasDate = createHasDate(sheet, column);
  const rows: DatedRow[] = [];
  for (let row = best.headerRow + 1; row < later.headerRow; row++)
    if (hasDate(row) && /\d/.test(sheet.text(row, saleColumn))) rows.push({ row, column });
  return rows;
}

/** Fills the empty columns of a header from a later header. Undefined if another column differs, because one header then cannot serve the rows of both. */
function addColumns(best: Candidate, later: Candidate, names: Dictionary): Candidate | undefined {
  const isSame = (text: string, column: number): boolean => {
    const other = later.headers[column] ?? '';
    const fieldAt = ({ fields }: Candidate): CuponField | undefined =>
      [...fields].find(([, place]) => place === column)?.[0];
    const field = fieldAt(best);
    return toPlainHeader(text) === toPlainHeader(other) || (field !== undefined && field === fieldAt(later));
  };
  if (!best.headers.every((text, column) => text === '' || isSame(text, column))) return undefined;
  const headers = best.headers.map((text, column) => (text === '' ? (later.headers[column] ?? '') : text));
  const headerLines = [...best.headerLines, ...later.headerLines];
  return { ...best, ...weighFields(headers, names), headers, headerLines, texts: countFilled(headers) };
}

/**
 * Finds the header row (docs/coupons.md, "Finding the table"), which has at least two filled cells and a row below. Prefers the first row for which `isKnown`
 * is true (a template has these headers), then the row whose texts name coupon fields most surely, then the row with the most filled cells and no date, which
 * would be a sale; of equal rows, the first. A later header with the same columns and more does not replace one that has sales between them: the first header
 * then gets the added columns.
 */
export function findTable(
  sheet: Sheet,
  names: Dictionary,
  isKnown: (headers: readonly string[]) => boolean = () => false,
): TableLocation | undefined {
  let best: Candidate | undefined;
  let above: string[] | undefined;
  const passedOver: DatedRow[] = [];
  for (let row = 0; row < Math.min(sheet.rowCount - 1, HEADER_SEARCH_ROWS); row++) {
    const candidate = candidateAt(sheet, row, above, names);
    above = candidate === undefined ? undefined : [...(candidate.headerLines.at(-1) ?? [])];
    if (candidate === undefined || candidate.texts < MIN_COLUMNS) continue;
    if (isKnown(candidate.headers)) {
      passedOver.push(...findSalesBetween(sheet, { best, later: candidate }, names));
      best = candidate;
      break;
    }
    // A row with a date is no header: in a sheet without headers, it is a sale with many words.
    if (candidate.named === 0 && holdsDate(sheet, row)) continue;
    const better =
      best === undefined ||
      candidate.named > best.named ||
      splitsGroups(candidate, best) ||
      (candidate.named === best.named && best.named === 0 && candidate.texts > best.texts);
    if (!better) continue;
    const between = findSalesBetween(sheet, { best, later: candidate }, names);
    const extended = best === undefined || between.length === 0 ? undefined : addColumns(best, candidate, names);
    if (extended === undefined) passedOver.push(...between);
    best = extended ?? candidate;
  }
  return best === undefined
    ? undefined
    : {
        headerRow: best.headerRow,
        headers: best.headers,
        headerLines: best.headerLines,
        ...(passedOver.length === 0 ? {} : { passedOver }),
      };
}

/** Whether the last row of a sheet is a header without rows below: it names the fields that every coupon needs. */
export function endsInHeader(sheet: Sheet, names: Dictionary): boolean {
  const header = sheet.rowCount === 0 ? undefined : headerAt(sheet, sheet.rowCount - 1, names);
  return header !== undefined && requiredOf('siempre').every((field) => header.fields.has(field));
}

/** The table whose header a person chose, by the row number that the spreadsheet shows. */
export function tableAt(sheet: Sheet, rowNumber: number): TableLocation | undefined {
  for (let row = 0; row < sheet.rowCount && sheet.rowNumber(row) <= rowNumber; row++) {
    if (sheet.rowNumber(row) !== rowNumber) continue;
    const headers = rowTextsOf(sheet, row);
    return { headerRow: row, headers, headerLines: [headers] };
  }
  return undefined;
}

type Named = Pick<ValidationRequest, 'sheet' | 'table' | 'columnas'> & { readonly names: Dictionary };

/**
 * Makes the test whether a row below the header is another header with the columns in other places, so that the rows after it cannot be read. `repeated`: the
 * row is known to be a header. Otherwise the row must name more than the fields of every sale, because the foot of a page also has a date and a total. A
 * title that names no field proves nothing, unless the field of its column is named in another place.
 */
export function createOtherHeader({ sheet, table, columnas, names }: Named) {
  const lines = [table.headers, ...table.headerLines].map((line) => line.map(toPlainHeader));
  const titled = columnas.filter(({ columna }) => (table.headers[columna] ?? '') !== '');
  /** A title of the table stands for the field of its column, however that field was chosen. */
  const withTitles: Dictionary = (text) => {
    const plain = toPlainHeader(text);
    const own = titled.filter(({ columna }) => plain !== '' && lines.some((line) => line[columna] === plain));
    return [...own.map(({ campo }) => ({ campo, strength: 'exacto' as const })), ...names(text)];
  };
  const required = requiredOf('siempre');
  return (row: number, repeated: boolean): boolean => {
    const header = headerAt(sheet, row, withTitles);
    if (header === undefined) return false;
    const { headers, fields } = header;
    if (!repeated && (fields.size <= required.length || !required.every((field) => fields.has(field)))) return false;
    return titled.some(({ campo, columna }) => {
      const text = headers[columna] ?? '';
      const named = withTitles(text);
      const isOther = named.length > 0 || fields.has(campo);
      return text !== '' && isOther && !named.some((one) => one.campo === campo);
    });
  };
}
