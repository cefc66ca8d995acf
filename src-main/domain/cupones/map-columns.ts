import { FIELDS_IN_ORDER, type CuponField } from '../cupon.ts';
import { parseColumnLetter, toColumnLetter, toPlainHeader, type Dictionary, type Strength } from './header-key.ts';
import type { MappedColumn, MappingMotivo } from './validation.ts';
import { otherCurrencyIn } from './amount-text.ts';
import { fitOf, guessByContent, type ColumnProfile } from './profile-column.ts';
import { findTablesBeside } from './tables-beside.ts';
import {
  ROW_NOTICE_CODES,
  ROW_ERROR_CODES,
  type RowNoticeCode,
  type RowErrorCode,
  type DoubtAnswers,
} from '../finding.ts';

export interface AmbiguousColumn {
  readonly campo: CuponField;
  readonly columna: string;
  readonly letras: readonly string[];
}

export interface Mapping {
  readonly columnas: readonly MappedColumn[];
  /** Columns whose header names a field that another column has. The wizard shows them first. */
  readonly conflicts: readonly { readonly campo: CuponField; readonly columna: number }[];
  /** Columns that a person asked for (`mapear`) and the file does not have. Columns that only a template asks for are not listed. */
  readonly absent: readonly { readonly campo: CuponField; readonly columna: string }[];
  /** Headers that a person asked for and several columns have, with the letters of the columns. For a template, the first of the columns is taken. */
  readonly ambiguous: readonly AmbiguousColumn[];
  /** Columns of other tables beside the coupons. */
  readonly apart: ReadonlySet<number>;
  /** The column that has the amount in rows where the amount's own column is empty. */
  readonly resta?: number;
  /** Columns that were joined to another column and need no field: a month and a year beside the day. */
  readonly parts?: readonly number[];
  /** The other tables with sales beside the coupons, each with its columns. */
  readonly besides: readonly (readonly MappedColumn[])[];
}

/** For each field, the header of its column or else its letter; an empty text leaves the field without a column. */
export type RequestedMapping = Readonly<Partial<Record<CuponField, string>>>;

/** The weight of a title. "seguro" ("Cupón") outweighs "exacto" ("Comprobante", often the till's invoice), unless only the "exacto" column's values fit. */
const SCORE: Record<Strength, number> = { exacto: 1000, seguro: 1010, fuerte: 80, medio: 60, debil: 40 };
const FIT_BONUS = 20;
const MISFIT_COST = 50;

interface Claim {
  readonly campo: CuponField;
  readonly columna: number;
  readonly score: number;
  /** False for a weak name: another column may name the field more surely. */
  readonly sure: boolean;
  readonly motivo: MappingMotivo;
}

/** The columns that a person means by a text: the columns with that header (several if headers are equal), else the column with that letter. */
function findColumns(headers: readonly string[], wanted: string): readonly number[] {
  const placesOf = (isWanted: (header: string) => boolean): readonly number[] =>
    headers.flatMap((header, column) => (isWanted(header) ? [column] : []));
  const literal = placesOf((header) => header === wanted.trim());
  if (literal.length > 0) return literal;
  const plain = toPlainHeader(wanted);
  const alike = plain === '' ? undefined : headers.find((header) => toPlainHeader(header) === plain);
  if (alike !== undefined) return placesOf((header) => header === alike);
  const index = parseColumnLetter(wanted.trim());
  return index !== undefined && index < headers.length ? [index] : [];
}

/** Claims of columns to fields by their headers. The score rises if the values fit the field and falls if they contradict it. */
const claimsByName = (headers: readonly string[], profiles: readonly ColumnProfile[], names: Dictionary): Claim[] =>
  headers.flatMap((header, column) =>
    names(header).flatMap(({ campo, strength }, _index, candidates) => {
      if (campo === 'importe' && otherCurrencyIn(header) !== '') return [];
      const profile = profiles[column];
      const fit = profile === undefined ? 'sin_datos' : fitOf(campo, profile);
      // A weak or ambiguous name is dropped if the values contradict it: a "Banco" with names is no bank code, a "Tarjeta" with brands no card number.
      if ((strength === 'debil' || candidates.length > 1) && fit === 'contradice') return [];
      const score = SCORE[strength] + (fit === 'coincide' ? FIT_BONUS : fit === 'contradice' ? -MISFIT_COST : 0);
      return [{ campo, columna: column, score, sure: strength !== 'debil', motivo: 'nombre' as const }];
    }),
  );

/** Gives the column with the operation number to the wallet reference instead of the voucher, if the table has wallet operation types and no card numbers. */
function withWallet(columns: readonly MappedColumn[], headers: readonly string[], names: Dictionary) {
  const has = (field: CuponField): boolean => columns.some((one) => one.campo === field);
  if (!has('wallet_tipo_operacion') || has('wallet_referencia') || has('tarjeta_nro')) return columns;
  const isOperation = ({ campo, columna, motivo }: MappedColumn): boolean =>
    campo === 'comprobante' &&
    motivo === 'nombre' &&
    names(headers[columna] ?? '').some((one) => one.campo === 'comprobante' && one.strength === 'medio');
  return columns.map((one): MappedColumn => (isOperation(one) ? { ...one, campo: 'wallet_referencia' } : one));
}

/** Drops weak names of the wallet reference, if the table has card numbers or no wallet operation types. */
function withoutLoneReference(claims: readonly Claim[]): readonly Claim[] {
  const names = (field: CuponField): boolean => claims.some(({ campo }) => campo === field);
  const isOfWallet = names('wallet_tipo_operacion') && !names('tarjeta_nro');
  return claims.filter(({ campo, sure }) => campo !== 'wallet_referencia' || sure || isOfWallet);
}

interface Settling {
  readonly taken: readonly MappedColumn[];
  readonly leftOut: ReadonlySet<CuponField>;
  readonly apart: ReadonlySet<number>;
}

/** Takes the best claims first (of equal claims, the leftmost column), so that each field gets at most one column, and each column one field. */
function settle(claims: readonly Claim[], { taken, leftOut, apart }: Settling) {
  const columns: MappedColumn[] = [...taken];
  const conflicts: { campo: CuponField; columna: number }[] = [];
  const isApart = ({ columna }: Claim): number => Number(apart.has(columna));
  const byScore = claims.toSorted((a, b) => isApart(a) - isApart(b) || b.score - a.score || a.columna - b.columna);
  for (const claim of byScore) {
    const { campo, columna, motivo } = claim;
    const busyField = leftOut.has(campo) || columns.some((one) => one.campo === campo);
    const busyColumn = columns.some((one) => one.columna === columna);
    if (!busyField && !busyColumn && !apart.has(columna)) columns.push({ campo, columna, motivo });
    else if (busyField && !busyColumn && !leftOut.has(campo)) conflicts.push({ campo, columna });
  }
  return {
    columnas: columns,
    conflicts: conflicts.filter(({ columna }) => !columns.some((one) => one.columna === columna)),
  };
}

function resolveAsked(headers: readonly string[], asked: RequestedMapping, motivo: MappingMotivo) {
  const columns: MappedColumn[] = [];
  const absent: { campo: CuponField; columna: string }[] = [];
  const ambiguous: AmbiguousColumn[] = [];
  const leftOut = new Set<CuponField>();
  for (const field of FIELDS_IN_ORDER) {
    const wanted = asked[field];
    if (wanted === undefined) continue;
    if (wanted.trim() === '') {
      leftOut.add(field);
      continue;
    }
    const places = findColumns(headers, wanted);
    const [column] = places;
    if (places.length > 1) ambiguous.push({ campo: field, columna: wanted, letras: places.map(toColumnLetter) });
    if (column === undefined) absent.push({ campo: field, columna: wanted });
    else columns.push({ campo: field, columna: column, motivo });
  }
  return { columnas: columns, absent, ambiguous, leftOut };
}

export interface MappingRequest {
  readonly headers: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  readonly names: Dictionary;
  readonly mapear?: RequestedMapping | undefined;
  readonly plantilla?: RequestedMapping | undefined;
  /** The template was saved for exactly these headers, so fields that it leaves out get no column. */
  readonly wholeTemplate?: boolean | undefined;
}

/** Chooses the column of each field: as a person asked, then as the template says (either may give two fields one column), then by header, then by values. */
export function mapColumns(request: MappingRequest): Mapping {
  const { headers, profiles, names, mapear, plantilla, wholeTemplate } = request;
  const asked = resolveAsked(headers, mapear ?? {}, 'mapear');
  const saved = resolveAsked(headers, plantilla ?? {}, 'plantilla');
  const decided = new Set([...asked.columnas.map(({ campo }) => campo), ...asked.leftOut]);
  const askedColumns = new Set(asked.columnas.map(({ columna }) => columna));
  const taken = [
    ...asked.columnas,
    ...saved.columnas.filter(({ campo, columna }) => !decided.has(campo) && !askedColumns.has(columna)),
  ];
  const order = (columns: readonly MappedColumn[]) =>
    columns.toSorted((a, b) => FIELDS_IN_ORDER.indexOf(a.campo) - FIELDS_IN_ORDER.indexOf(b.campo));
  const claims = withoutLoneReference(claimsByName(headers, profiles, names));
  const { apart, sales } = findTablesBeside({ ...request, named: claims.filter(({ sure }) => sure), asked: taken });
  const besides = sales.map(({ first, last }) => {
    const own = claims.filter(({ columna }) => columna >= first && columna <= last);
    return order(settle(own, { taken: [], leftOut: new Set(), apart: new Set() }).columnas);
  });
  const known = { absent: asked.absent, ambiguous: asked.ambiguous, apart, besides };
  if (wholeTemplate === true) return { columnas: order(taken), conflicts: [], ...known };

  const leftOut = new Set([...asked.leftOut, ...saved.leftOut]);
  const named = settle(claims, { taken, leftOut, apart });
  const byName = leftOut.has('wallet_referencia') ? named.columnas : withWallet(named.columnas, headers, names);
  const withContent = guessByContent({ headers, profiles, columnas: byName, leftOut, apart });
  return { columnas: order(withContent), conflicts: named.conflicts, ...known };
}

/** How people and JSON name a column: by its header, else by its letter. */
export function nameOfColumn(headers: readonly string[], column: number): string {
  const header = headers[column] ?? '';
  return header === '' ? toColumnLetter(column) : header;
}

/** A saved mapping, which is applied to files with the same headers, or to any file for which a person names it. */
export interface Template {
  readonly nombre: string;
  /** The fingerprint (`getFingerprint`) of the headers for which it was saved. */
  readonly huella: string;
  readonly mapeo: RequestedMapping;
  readonly arreglos?: readonly FixRule[] | undefined;
  readonly respuestas?: DoubtAnswers | undefined;
  /** The sheets of the file that were read together. */
  readonly hojas?: readonly string[] | undefined;
}

export const RULE_CODES = [...ROW_ERROR_CODES, ...ROW_NOTICE_CODES] as const;

/** Applies the proposed fix of a finding in a field without asking, such as "take the last four digits" or "put the zeros back". */
export interface FixRule {
  readonly campo: CuponField;
  readonly codigo: RowErrorCode | RowNoticeCode;
}

/** The same text for the same headers in any order, so that a template survives moved columns. It is readable in the templates' file. */
export const getFingerprint = (headers: readonly string[]): string =>
  headers
    .map(toPlainHeader)
    .filter((header) => header !== '')
    .sort()
    .join('|');
