import { FIELDS_IN_ORDER, type CuponField } from '../cupon.ts';
import type { ColumnsUsed, RowNotice } from '../finding.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { sayAtConsole } from '../texts/failures.ts';
import {
  describeDayInTitle,
  describeUnknownColumn,
  describeMissingAtConsole,
  listFreeColumns,
  sayNotFound,
} from '../texts/row-errors.ts';
import { toShownIn } from './cell-text.ts';
import { toColumnLetter, toPlainHeader, type Dictionary } from './header-key.ts';
import { requiredOf, type RequiredOf } from './fields.ts';
import { findTable, tableAt } from './find-table.ts';
import type { TableLocation, MappingMotivo } from './validation.ts';
import {
  nameOfColumn,
  mapColumns,
  type Mapping,
  type RequestedMapping,
  getFingerprint,
  type Template,
} from './map-columns.ts';
import { makeNoticeOf } from './notices.ts';
import { rowsOf } from './row-kind.ts';
import { profileColumns, type ColumnProfile } from './profile-column.ts';
import { hideColumns } from './tables-beside.ts';

export interface RequestedReading {
  readonly mapear?: RequestedMapping | undefined;
  /** This template applies even if the headers differ. */
  readonly plantilla?: Template | undefined;
  /** If no template was requested, the template with the same headers applies. */
  readonly plantillas?: readonly Template[] | undefined;
  /** The row number of the header, as the spreadsheet shows it, if a person chose it. */
  readonly encabezado?: number | undefined;
}

/** A sheet whose table was found and whose columns have fields. */
export interface PreparedSheet {
  readonly sheet: Sheet;
  /** The sheet without other tables beside the coupons. */
  readonly cupones: Sheet;
  readonly table: TableLocation;
  readonly profiles: readonly ColumnProfile[];
  readonly mapeo: Mapping;
  readonly plantilla: Template | undefined;
  readonly huella: string;
  /** The order of day and month that a person chose for columns of dates. */
  readonly dateOrders?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>>;
}

/** Adds requested headers to the dictionary, so that their row is recognised as the header. */
function withAsked(names: Dictionary, { mapear, plantilla }: RequestedReading): Dictionary {
  const asked = new Map<string, CuponField>();
  for (const field of FIELDS_IN_ORDER) {
    const header = toPlainHeader(mapear?.[field] ?? plantilla?.mapeo[field] ?? '');
    if (header !== '' && !asked.has(header)) asked.set(header, field);
  }
  if (asked.size === 0) return names;
  return (header) => {
    const field = asked.get(toPlainHeader(header));
    return field === undefined ? names(header) : [{ campo: field, strength: 'exacto' }];
  };
}

/**
 * Moves titles to the columns of their values, which files with wide cells keep in another column. A title without values gets the only untitled column with
 * values up to the next title (the first of two, if the next title lacks values too), else the only such column between the title to its left and itself.
 */
function moveTitles(table: TableLocation, profiles: readonly ColumnProfile[]): TableLocation {
  const headers = [...table.headers];
  const hasValues = (column: number): boolean => (profiles[column]?.valores ?? 0) > 0;
  const listUntitled = (from: number, to: number): readonly number[] =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).filter(
      (place) => headers[place] === '' && hasValues(place),
    );
  for (const [column, title] of table.headers.entries()) {
    if (title === '' || hasValues(column)) continue;
    const next = table.headers.findIndex((other, place) => place > column && other !== '');
    const before = headers.findLastIndex((other, place) => place < column && other !== '');
    const after = listUntitled(column + 1, next < 0 ? headers.length : next);
    const candidates = after.length > 0 ? after : listUntitled(before + 1, column);
    const isShared = after.length === 2 && next >= 0 && !hasValues(next);
    const [place] = candidates;
    if (place === undefined || (candidates.length > 1 && !isShared)) continue;
    headers[place] = title;
    headers[column] = '';
  }
  return { ...table, headers };
}

export function prepareSheet(sheet: Sheet, names: Dictionary, request: RequestedReading): PreparedSheet | undefined {
  const digests = new Set(request.plantillas?.map(({ huella }) => huella));
  const isKnown = (headers: readonly string[]): boolean => digests.size > 0 && digests.has(getFingerprint(headers));
  const found =
    request.encabezado === undefined
      ? findTable(sheet, withAsked(names, request), isKnown)
      : tableAt(sheet, request.encabezado);
  if (found === undefined) return undefined;
  const profiles = profileColumns(sheet, found);
  const table = moveTitles(found, profiles);
  const print = getFingerprint(table.headers);
  const template = request.plantilla ?? request.plantillas?.find((one) => one.huella === print);
  const mapping = mapColumns({
    headers: table.headers,
    profiles,
    names,
    mapear: request.mapear,
    plantilla: template?.mapeo,
    wholeTemplate: template?.huella === print,
  });
  const { apart } = mapping;
  const cupones = apart.size === 0 ? sheet : hideColumns(sheet, (column) => apart.has(column));
  return { sheet, cupones, table, profiles, mapeo: mapping, plantilla: template, huella: print };
}

const has = (sheet: PreparedSheet, field: CuponField): boolean =>
  sheet.mapeo.columnas.some((column) => column.campo === field);

/** How many required fields have a column: fields of every coupon count twice, then the larger number of card or of wallet fields. */
function countRequiredFound(sheet: PreparedSheet): number {
  const count = (kind: RequiredOf): number => requiredOf(kind).filter((field) => has(sheet, field)).length;
  return count('siempre') * 2 + Math.max(count('tarjeta'), count('billetera'));
}

const isReadable = (sheet: PreparedSheet): boolean => requiredOf('siempre').every((field) => has(sheet, field));

/** Chooses the sheet with the most required fields; of equal sheets a visible sheet, then the longest. `conCupones`: the sheets that `isReadable`, in order. */
export function chooseSheet(
  sheets: readonly PreparedSheet[],
): { readonly elegida: PreparedSheet; readonly conCupones: readonly PreparedSheet[] } | undefined {
  const lengthOf = ({ sheet, table }: PreparedSheet): number => sheet.rowCount - table.headerRow;
  const [chosen] = sheets.toSorted(
    (a, b) =>
      countRequiredFound(b) - countRequiredFound(a) ||
      Number(a.sheet.hidden) - Number(b.sheet.hidden) ||
      lengthOf(b) - lengthOf(a),
  );
  if (chosen === undefined) return undefined;
  return { elegida: chosen, conCupones: sheets.filter(isReadable) };
}

export const countCupones = (sheet: Parameters<typeof rowsOf>[0]): number => [...rowsOf(sheet)].length;

export const listTablesBeside = ({ sheet, table, mapeo }: PreparedSheet): readonly RowNotice[] =>
  mapeo.besides.flatMap((columns) => {
    const places = new Set(columns.map(({ columna }) => columna));
    const cupones = hideColumns(sheet, (column) => !places.has(column));
    const rows = countCupones({ cupones, table, mapeo: { columnas: columns } });
    if (rows === 0) return [];
    const named = columns.map(({ campo, columna }) => ({
      campo,
      titulo: table.headers[columna] ?? '',
      letra: toColumnLetter(columna),
    }));
    // `valor`: what to pass to `--mapear` to read that table.
    const valor = named.map(({ campo, letra }) => `${campo}=${letra}`).join(' ');
    return [makeNoticeOf('OTRA_TABLA_AL_LADO', { columns: named, filas: rows }, { fila: null, valor, filas: rows })];
  });

/** Gives a notice for each field that was found by a title which an unused column has too: the person may have meant that column. */
export function listRepeatedTitles({ table, profiles, mapeo }: PreparedSheet): readonly RowNotice[] {
  const { columnas, apart } = mapeo;
  const titleAt = (column: number): string => table.headers[column] ?? '';
  const isFree = (column: number): boolean =>
    !apart.has(column) && !columnas.some(({ columna }) => columna === column) && (profiles[column]?.valores ?? 0) > 0;
  return columnas.flatMap(({ campo, columna, motivo }) => {
    if (motivo !== 'nombre') return [];
    const title = titleAt(columna);
    const others = [...table.headers.keys()].filter((one) => isFree(one) && titleAt(one) === title);
    if (others.length === 0) return [];
    const column = { campo, titulo: title, letra: toColumnLetter(columna) };
    const letters = others.map(toColumnLetter);
    const valor = [column.letra, ...letters].join(', ');
    return [makeNoticeOf('TITULO_REPETIDO', { column, others: letters }, { fila: null, columna: title, campo, valor })];
  });
}

export const findUnknownColumn = ({ mapeo }: PreparedSheet): (typeof mapeo.absent)[number] | undefined =>
  mapeo.absent[0];

/** Explains which requested or required columns are missing; undefined if none are. */
export function describeColumnProblem(sheet: PreparedSheet): string | undefined {
  const unknown = findUnknownColumn(sheet);
  const { sinMapear: free } = nameMapping(sheet);
  if (unknown !== undefined) return `${sayAtConsole(describeUnknownColumn(unknown))}${listFreeColumns(free)}`;
  const missing = requiredOf('siempre').filter((field) => !has(sheet, field));
  if (missing.length === 0) return undefined;
  const title = missing.includes('fecha_venta') ? describeDayInTitle(listTextsAbove(sheet)) : undefined;
  return title === undefined ? describeMissingAtConsole(missing, free) : `${sayNotFound(missing)} ${title.es}`;
}

function listTextsAbove({ sheet, table }: PreparedSheet): readonly string[] {
  return Array.from({ length: table.headerRow }, (_, row) =>
    Array.from({ length: sheet.columnCount }, (_cell, column) => sheet.text(row, column)),
  ).flat();
}

/** A column in the form in which the wizard shows it (docs/screens.md, step 2). */
export interface ColumnReport {
  readonly letra: string;
  readonly titulo: string;
  readonly campo: CuponField | null;
  readonly motivo: MappingMotivo | null;
  /** The field that the header also names but another column has. */
  readonly conflicto: CuponField | null;
  /** Up to three values, with card numbers masked. */
  readonly muestras: readonly string[];
}

/** All columns with a header, a value or a field, in file order, without the columns that were joined to another column (`parts`). */
export const describeColumns = ({ table, profiles, mapeo }: PreparedSheet): readonly ColumnReport[] =>
  table.headers.flatMap((title, index) => {
    const samples = profiles[index]?.muestras ?? [];
    const mapped = mapeo.columnas.find(({ columna }) => columna === index);
    if (mapeo.parts?.includes(index) === true) return [];
    if (title === '' && samples.length === 0 && mapped === undefined) return [];
    // An empty column does not make the choice of a column doubtful.
    const conflict =
      samples.length === 0 ? null : (mapeo.conflicts.find(({ columna }) => columna === index)?.campo ?? null);
    const { campo = null, motivo = null } = mapped ?? {};
    const muestras = samples.map((text) => toShownIn(campo, text, CELL.texto));
    return { letra: toColumnLetter(index), titulo: title, campo, motivo, conflicto: conflict, muestras };
  });

/** The fields with the names of their columns, and the names of columns that are not sent (docs/cli.md, `mapeo`, `sinMapear`). */
export function nameMapping(sheet: PreparedSheet): ColumnsUsed {
  const mapping: Partial<Record<CuponField, string>> = {};
  for (const { campo, columna } of sheet.mapeo.columnas) mapping[campo] = nameOfColumn(sheet.table.headers, columna);
  const second = sheet.mapeo.resta === undefined ? undefined : toColumnLetter(sheet.mapeo.resta);
  const unmapped = describeColumns(sheet)
    .filter(({ campo, letra }) => campo === null && letra !== second)
    .map(({ titulo, letra }) => (titulo === '' ? letra : titulo));
  return { mapeo: mapping, sinMapear: unmapped };
}
