import type { ReviewFile, ReviewColumn, ReviewTable } from '#contract/revision.ts';
import { labelOf } from '#domain/texts/columns.ts';
import { m } from '../../paraglide/messages.js';
import { getLanguage } from '../../ui/language.ts';
import type { Field } from './fields.ts';

export interface MappedField {
  readonly campo: Field;
  readonly columna: ReviewColumn | undefined;
  /** Other columns whose header also names this field: then the choice is in doubt. */
  readonly otras: readonly ReviewColumn[];
}

export interface FieldGroups {
  readonly decidir: readonly MappedField[];
  readonly found: readonly MappedField[];
  readonly withoutColumn: readonly MappedField[];
  readonly unused: readonly ReviewColumn[];
}

const REQUIRED: readonly Field[] = ['fecha_venta', 'importe'];
/** Every coupon of a card needs both of these. */
const REQUIRED_OF_CARD: readonly Field[] = ['comprobante', 'tarjeta_nro'];

/** True for a field without which no row of the table is a coupon. In a table with a wallet's columns, the card's fields are not required. */
export function isRequired(field: Field, table: ReviewTable): boolean {
  const wallet = table.columnas.some((one) => one.campo === 'wallet_referencia');
  return REQUIRED.includes(field) || (!wallet && REQUIRED_OF_CARD.includes(field)) || isOtherHalf(field, table);
}

/** A wallet's coupon needs both of these. */
const REQUIRED_OF_WALLET: readonly Field[] = ['wallet_referencia', 'wallet_tipo_operacion'];

/** True for a field of the wallet without which rows of this table are no coupons: its pair has a column, with values. */
function isOtherHalf(field: Field, table: ReviewTable): boolean {
  if (!REQUIRED_OF_WALLET.includes(field)) return false;
  return table.columnas.some(
    ({ campo, muestras }) =>
      campo !== null &&
      campo !== field &&
      REQUIRED_OF_WALLET.some((one) => one === campo) &&
      muestras.some((one) => one !== ''),
  );
}

/** The required fields without a column, in words that follow «No encontramos». */
export const describeMissing = (missing: readonly Field[]): string =>
  missing.map((field) => labelOf(field, getLanguage())).join(m.columnas_ni());

/** What to do about the required fields without a column. Without most of them, or without date and amount, it may be no sheet of sales. */
export function describeWayOut(missing: readonly Field[]): string {
  if (missing.length > 2 || REQUIRED.every((field) => missing.includes(field))) return m.columnas_no_son_ventas();
  return missing.length === 1 ? m.columnas_no_encontramos_texto() : m.columnas_no_encontramos_varias();
}

/** The name of a sheet among those that are read: its file, if there are several, and its own name, if its file has several sheets. */
export function getSheetName(file: ReviewFile, all: readonly ReviewFile[]): string {
  const sheet = file.tabla?.hoja ?? null;
  const several = all.some(({ origen }) => origen !== file.origen);
  const withSiblings = all.some((one) => one !== file && one.origen === file.origen);
  if (sheet === null || !withSiblings) return file.nombre;
  return several ? `${file.nombre} · ${sheet}` : sheet;
}

/** The fields of a file, grouped; doubtful and missing ones come first (docs/screens.md, step 2). A column that the person chose is not doubtful. */
export function group(table: ReviewTable, fields: readonly Field[], missing: readonly Field[]): FieldGroups {
  const mapped = fields.map((field): MappedField => {
    const column = table.columnas.find((one) => one.campo === field);
    const decided = column?.motivo === 'mapear' || column?.motivo === 'plantilla';
    const others = decided ? [] : table.columnas.filter((one) => one.conflicto === field);
    return { campo: field, columna: column, otras: others };
  });
  const isDoubtful = ({ campo, columna, otras: others }: MappedField): boolean =>
    others.length > 0 || (columna === undefined && (missing.includes(campo) || isOtherHalf(campo, table)));
  return {
    decidir: mapped.filter(isDoubtful),
    found: mapped.filter((one) => !isDoubtful(one) && one.columna !== undefined),
    withoutColumn: mapped.filter((one) => !isDoubtful(one) && one.columna === undefined),
    unused: table.columnas.filter(({ campo }) => campo === null),
  };
}

/** The name of a column in a choice: its header, else its letter. */
export const getColumnName = ({ titulo, letra }: ReviewColumn): string => (titulo === '' ? letra : titulo);
