import type { CivilDate } from '#domain/civil-date.ts';
import type { RowNotice, RowError } from '#domain/finding.ts';
import {
  chooseSheet,
  nameMapping,
  describeColumnProblem,
  prepareSheet,
  type PreparedSheet,
  type RequestedReading,
} from '#domain/cupones/prepare-sheet.ts';
import { createDictionary } from '#domain/cupones/header-key.ts';
import { createValidation } from '#domain/cupones/validate-sheet.ts';
import type { RejectedRow, CountedValidation, ValidationRequest } from '#domain/cupones/validation.ts';
import type { Sheet } from '#domain/sheet.ts';
import { aSheet, type TestCell } from './one-sheet.ts';
import { civilDay } from '../civil-day.ts';

const names = createDictionary();

export const TODAY = civilDay('2026-11-21');

export function prepareOneSheet(sheet: Sheet, request: RequestedReading = {}): PreparedSheet {
  const oneSheet = prepareSheet(sheet, names, request);
  if (oneSheet === undefined) throw new Error('no table');
  return oneSheet;
}
export const choose = (sheets: readonly Sheet[]) =>
  chooseSheet(sheets.flatMap((sheet) => prepareSheet(sheet, names, {}) ?? []));
export const mappingOf = (sheet: Sheet, request: RequestedReading = {}) => nameMapping(prepareOneSheet(sheet, request));
export const missingOf = (sheet: Sheet, request: RequestedReading = {}) =>
  describeColumnProblem(prepareOneSheet(sheet, request));

export interface Validated extends CountedValidation {
  readonly cupones: readonly {
    readonly fila: number;
    readonly texto: string;
    readonly cupon: Readonly<Record<string, string>>;
  }[];
  readonly rechazadas: readonly RejectedRow[];
}

export function validate(
  rows: readonly (readonly TestCell[] | undefined)[] | Sheet,
  options: RequestedReading &
    Pick<ValidationRequest, 'dateOrders'> & {
      readonly hoy?: CivilDate;
    } = {},
): Validated {
  const sheet = 'kind' in rows ? rows : aSheet(rows);
  const { cupones, table, mapeo } = prepareOneSheet(sheet, options);
  const validation = createValidation({
    sheet: cupones,
    table,
    columnas: mapeo.columnas,
    names,
    hoy: options.hoy ?? TODAY,
    dateOrders: options.dateOrders,
    withRejected: true,
  });
  const rowsOf: number[] = [];
  const rejected: RejectedRow[] = [];
  let text = '';
  for (let chunk = validation.next(7); chunk !== undefined; chunk = validation.next(7)) {
    rowsOf.push(...chunk.filas);
    rejected.push(...chunk.rechazadas);
    text += new TextDecoder().decode(chunk.bytes);
  }
  const texts = text.split('\n').slice(0, -1);
  return {
    ...validation.result(),
    rechazadas: rejected,
    cupones: texts.map((one, i) => ({ fila: rowsOf[i] ?? 0, texto: one, cupon: JSON.parse(one) })),
  };
}

/** The simplest table: one header row, and coupons that are right but for what a test changes. */
const BASE = ['fecha_venta', 'comprobante', 'tarjeta_nro', 'importe'] as const;
const RIGHT: Readonly<Record<string, TestCell>> = {
  fecha_venta: '2026-11-01',
  comprobante: '00001234',
  tarjeta_nro: '4905',
  importe: '1500,00',
};

/** Validates rows given by API field. A field that a row leaves out gets a right value; `null` makes it empty. */
export function validateFields(
  rows: readonly Readonly<Record<string, TestCell>>[],
  options: Parameters<typeof validate>[1] = {},
): Validated {
  const fields = [...new Set([...BASE, ...rows.flatMap((row) => Object.keys(row))])];
  return validate(
    [fields, ...rows.map((row) => fields.map((field) => row[field] ?? (field in row ? null : (RIGHT[field] ?? null))))],
    options,
  );
}

export const codesOf = (found: { readonly errores: readonly RowError[] }) => found.errores.map(({ codigo }) => codigo);
export const noticeCodes = (found: { readonly avisos: readonly RowNotice[] }): readonly string[] =>
  found.avisos.map(({ codigo }) => codigo);
