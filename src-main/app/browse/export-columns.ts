/** The columns of an export: their fields, kinds, widths and totals. */
import { SIGNED_AMOUNTS, summandsOf, VISTA_FIELDS } from '#contract/data-fields.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { VIEWS, type Vista } from '#domain/views/index.ts';
import { type Language, chooseIn, type Choose, type Words } from '#domain/texts/language.ts';
import { describeInList, getFieldLabel, getListTitle, signInList } from '#domain/texts/field-labels.ts';
import type { Column, ColumnType } from '#workbook/write/workbook.ts';
import { getWidth } from '#workbook/write/layout.ts';
import { requireField } from './request.ts';
import { readAmount, type RowSummary } from './row-summary.ts';
import { describeCoverage, describeWithdrawn, nameOfView, describeNotReported, listInDoubtLines } from './titles.ts';
import { isObject } from '#domain/json.ts';
import type { CoverageDocument, ExportDocument, RowDocument } from '#contract/documents.ts';
import { dataFieldsOf } from '#domain/views/filter-values.ts';
import type { Fields } from '#domain/views/view.ts';
import type { Instant } from '#domain/clock.ts';
import { isMissingDays } from '../coverage/coverage.ts';

/** Text fields whose values are numbers: an export writes numbers, so that a spreadsheet can add and sort them. */
const NUMBERS: Readonly<Record<string, ColumnType>> = {
  cuotas: 'entero',
  tna: 'porcentaje',
  porcentaje: 'porcentaje',
};

const kindOf = (name: string, type: ExportedField['tipo']): ColumnType =>
  NUMBERS[name] ?? (type === 'booleano' ? 'texto' : type);

/** The title of a column: the title on screen or, for the command line, the full name of the field. */
export const getTitle = (name: string, language: Language | undefined): string =>
  language === undefined ? getFieldLabel(name) : getListTitle(name, language);

/** The value of a field as an export writes it. For a screen, states and other codes are in words; deductions have their sign there. */
export function readShown(vista: Vista, row: RowDocument, name: string, language: Language | undefined): unknown {
  const value = readAmount(vista, row, name);
  if (language === undefined) return typeof value === 'boolean' ? describeInList(name, value) : value;
  return describeInList(name, value, language) ?? (typeof value === 'string' ? signInList(name, value) : value);
}

const WIDTHS: Readonly<Record<ColumnType, number>> = {
  texto: 18,
  entero: 9,
  importe: 17,
  porcentaje: 10,
  fecha: 12,
  fechaHora: 21,
  booleano: 11,
};
const WIDTHS_OF: Readonly<Record<string, number>> = {
  archivo: 26,
  cbu: 25,
  categoria: 26,
  comercio: 24,
  descripcion: 36,
  direccion: 28,
  informacion: 34,
  razon_social: 24,
};

const EXTRA: ExportedField = { nombre: 'extra', tipo: 'texto' };
const WITHDRAWN: ExportedField = { nombre: 'retirada', tipo: 'fechaHora' };
const IN_DOUBT: ExportedField = { nombre: 'en_duda', tipo: 'fechaHora' };
const MARKS: Readonly<Record<string, ExportedField>> = {
  en_duda: { nombre: 'en_duda', tipo: 'texto' },
  retirada: { nombre: 'retirada', tipo: 'fecha' },
};

/**
 * The fields to export: the requested fields in their order, or all, and no others on a screen without `detalle`. Else adds the detail and `extra` with
 * `detalle`; the time of withdrawal if withdrawn rows are included; the time since which a row is in doubt, if any row is. Without requested fields, adds
 * both times to every view except `cupones`.
 */
export function listExportedFields(
  {
    vista,
    columnas,
    detalle = false,
    retiradas = false,
    idioma,
  }: Pick<MethodParsed<'datos.exportar'>, 'vista' | 'columnas' | 'detalle' | 'retiradas' | 'idioma'>,
  { enDuda }: Pick<RowSummary, 'enDuda'>,
): readonly ExportedField[] {
  const own = VISTA_FIELDS[vista].filter(({ tipo }) => tipo !== 'json');
  const chosen = columnas?.map((name) => MARKS[name] ?? requireField(VISTA_FIELDS[vista], name, vista)) ?? own;
  const fields = chosen.map(({ nombre, tipo }): ExportedField => ({ nombre, tipo: tipo === 'json' ? 'texto' : tipo }));
  if (idioma !== undefined && !detalle) return fields;
  const hasDetail = VISTA_FIELDS[vista].some(({ tipo }) => tipo === 'json');
  const isChosen = (name: string): boolean => columnas?.includes(name) === true;
  const all = columnas === undefined && vista !== 'cupones';
  return [
    ...fields,
    ...(detalle && hasDetail && !isChosen('detalle') ? [{ nombre: 'detalle', tipo: 'texto' as const }] : []),
    ...(detalle && vista !== 'cupones' ? [EXTRA] : []),
    ...(all || retiradas ? [WITHDRAWN] : []),
    ...(all || enDuda.filas > 0 ? [IN_DOUBT] : []),
  ];
}

/** Adds the columns credit and debit beside an amount that has a sign, so that a sheet shows a total of each. */
export function withBothSides(vista: Vista, fields: readonly ExportedField[]): readonly ExportedField[] {
  const signed = SIGNED_AMOUNTS[vista];
  if (signed === undefined) return fields;
  const { plus, minus } = signed.sums;
  const sides = [plus, minus].map(({ name }): ExportedField => ({ nombre: name, tipo: 'importe' }));
  return fields.flatMap((field) => (field.nombre === signed.as.name ? [...sides, field] : [field]));
}

/** The columns of a sheet. The totals row sums amounts, unless another field has their sign, and counts the rows in a first column that is not summed. */
export function toColumns(
  vista: Vista,
  fields: readonly ExportedField[],
  { sums = {}, language }: { readonly sums?: RowSummary['sumas']; readonly language?: Language | undefined } = {},
): readonly Column[] {
  const unsigned = SIGNED_AMOUNTS[vista]?.field;
  return fields.map(({ nombre, tipo: stored }, index) => {
    const type = kindOf(nombre, stored);
    const width = WIDTHS_OF[nombre] ?? WIDTHS[type];
    const total: Pick<Column, 'total'> =
      type === 'importe' && nombre !== unsigned
        ? { total: 'suma' }
        : index === 0
          ? { total: { cuenta: language === 'en' ? ['row', 'rows'] : ['fila', 'filas'] } }
          : {};
    return {
      titulo: getTitle(nombre, language),
      tipo: type,
      ancho: Math.max(width, getWidth(sums[nombre] ?? null, type)),
      ...total,
    };
  });
}

export const toKinds = (fields: readonly ExportedField[]): readonly (readonly [nombre: string, tipo: ColumnType])[] =>
  fields.map(({ nombre, tipo }) => [nombre, kindOf(nombre, tipo)]);

export const listSums = (vista: Vista, fields: readonly ExportedField[]): readonly string[] => {
  const names = withBothSides(vista, fields).map(({ nombre }) => nombre);
  return summandsOf(vista).flatMap(({ name }) => (names.includes(name) ? [name] : []));
};

export interface ExportedField {
  readonly nombre: string;
  readonly tipo: 'texto' | 'entero' | 'importe' | 'fecha' | 'fechaHora' | 'booleano';
}

export interface DetailSheet {
  readonly nombre: Words;
  /** The list within the detail to write; empty if the detail is the list. */
  readonly parte: string;
  /** Fields of the record, repeated with each part of its detail. */
  readonly de: readonly ExportedField[];
  readonly campos: readonly ExportedField[];
}

const fieldsIn = (fields: Fields): readonly ExportedField[] =>
  dataFieldsOf({ fields }).flatMap(({ nombre, tipo }) => (tipo === 'json' ? [] : [{ nombre, tipo }]));

const textOf = (name: string): ExportedField => ({ nombre: name, tipo: 'texto' });
const DE: readonly ExportedField[] = [
  textOf('id'),
  textOf('numero'),
  { nombre: 'fecha', tipo: 'fecha' },
  textOf('marca'),
  textOf('comercio'),
];
const { ventas, descuentos } = VIEWS.liquidaciones.fields.detalle.lists;

const SHEETS: Partial<Readonly<Record<Vista, readonly DetailSheet[]>>> = {
  liquidaciones: [
    { nombre: ['Ventas', 'Sales'], parte: 'ventas', de: DE, campos: fieldsIn(ventas) },
    { nombre: ['Descuentos', 'Deductions'], parte: 'descuentos', de: DE, campos: fieldsIn(descuentos) },
  ],
  impuestos: [
    {
      nombre: ['Detalle', 'Detail'],
      parte: '',
      de: [...DE, textOf('provincia')],
      campos: fieldsIn(VIEWS.impuestos.fields.detalle.list),
    },
  ],
};

export const detailSheetsOf = (vista: Vista): readonly DetailSheet[] => SHEETS[vista] ?? [];

export function partsOf(row: RowDocument, part: string): readonly RowDocument[] {
  const detail = row['detalle'];
  const list = part === '' ? detail : isObject(detail) ? detail[part] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

export interface Export {
  readonly vista: Vista;
  /** The language of the screen that exports; undefined for the command line, which writes values as the service sends them. */
  readonly idioma: Language | undefined;
  readonly cuenta: string;
  readonly filtro: string;
  readonly campos: readonly ExportedField[];
  /** Yields the rows in chunks, the same rows on each call; with their detail if requested. */
  readonly rowBatches: () => AsyncIterable<readonly RowDocument[]>;
  readonly detalle: boolean;
  readonly retiradas: boolean;
  readonly cobertura: CoverageDocument;
  readonly summary: RowSummary;
}

export interface Output {
  readonly archivo: string;
  readonly creado: Instant;
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number) => void;
}

/** The paths of the export and of the text beside a `.csv`, which has the lines that a workbook has above its rows. */
export type Exported = Pick<ExportDocument, 'archivo' | 'leeme'>;

/** Why a total does not cover all requested days and rows; undefined if the total covers them. */
export function describeGap(coverage: CoverageDocument, say: Choose = chooseIn()): string | undefined {
  if (isMissingDays(coverage))
    return coverage.porOtraFecha === true
      ? say('Pueden faltar filas', 'Rows may be missing')
      : say('Faltan días: no es el total', 'Days are missing: this is not the total');
  return (coverage.apartadas ?? 0) > 0
    ? say('Faltan filas apartadas: no es el total', 'Rows set aside are missing: this is not the total')
    : undefined;
}

export const describeExport = (exportData: Export): readonly string[] => {
  const { vista, idioma, cuenta, filtro, cobertura, campos, retiradas, summary } = exportData;
  const say = chooseIn(idioma);
  return [
    nameOfView(vista, say),
    `${cuenta} · ${filtro}`,
    describeCoverage(cobertura, undefined, say),
    ...describeNotReported(
      campos.map(({ nombre }) => [nombre, summary.faltan[nombre] ?? 0]),
      say,
    ),
    ...listInDoubtLines(vista, summary.enDuda, say),
    ...(retiradas ? describeWithdrawn(summary.retiradas, say) : []),
  ];
};
