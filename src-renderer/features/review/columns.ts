import type { ReviewFile, ReviewColumn, ReviewTable } from '#contract/revision.ts';
import { m } from '../../paraglide/messages.js';
import { getFieldName } from './fields.ts';
import type { Field } from './cell.ts';

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
  readonly sinUso: readonly ReviewColumn[];
}

const REQUIRED: readonly Field[] = ['fecha_venta', 'importe'];
/** Every coupon of a card needs both of these. */
const DE_TARJETA: readonly Field[] = ['comprobante', 'tarjeta_nro'];

/** True for a field that every coupon needs. In a table with a wallet's columns, the card's fields are not required. */
export function isRequired(campo: Field, tabla: ReviewTable): boolean {
  const wallet = tabla.columnas.some((one) => one.campo === 'wallet_referencia');
  return REQUIRED.includes(campo) || (!wallet && DE_TARJETA.includes(campo));
}

const WORDS: Readonly<Partial<Record<Field, () => string>>> = {
  fecha_venta: m.columnas_la_fecha,
  importe: m.columnas_el_importe,
  comprobante: m.columnas_el_comprobante,
  tarjeta_nro: m.columnas_los_ultimos,
  wallet_referencia: m.columnas_la_referencia,
  wallet_tipo_operacion: m.columnas_el_tipo,
};

/** The required fields without a column, in words that follow «No encontramos». */
export const describeMissing = (faltan: readonly Field[]): string =>
  faltan.map((campo) => (WORDS[campo] ?? (() => getFieldName(campo)))()).join(m.columnas_ni());

/** The name of a sheet among those that are read: its file, if there are several, and its own name, if its file has several sheets. */
export function getSheetName(archivo: ReviewFile, all: readonly ReviewFile[]): string {
  const hoja = archivo.tabla?.hoja ?? null;
  const several = all.some(({ origen }) => origen !== archivo.origen);
  const withSiblings = all.some((one) => one !== archivo && one.origen === archivo.origen);
  if (hoja === null || !withSiblings) return archivo.nombre;
  return several ? `${archivo.nombre} · ${hoja}` : hoja;
}

/** The fields of a file, grouped; doubtful and missing ones come first (docs/screens.md, step 2). A column that the person chose is not doubtful. */
export function group(tabla: ReviewTable, campos: readonly Field[], faltan: readonly Field[]): FieldGroups {
  const mapped = campos.map((campo): MappedField => {
    const columna = tabla.columnas.find((one) => one.campo === campo);
    const decided = columna?.motivo === 'mapear' || columna?.motivo === 'plantilla';
    const others = decided ? [] : tabla.columnas.filter((one) => one.conflicto === campo);
    return { campo, columna, otras: others };
  });
  const doubtful = ({ campo, columna, otras: others }: MappedField): boolean =>
    others.length > 0 || (columna === undefined && faltan.includes(campo));
  return {
    decidir: mapped.filter(doubtful),
    found: mapped.filter((one) => !doubtful(one) && one.columna !== undefined),
    withoutColumn: mapped.filter((one) => !doubtful(one) && one.columna === undefined),
    sinUso: tabla.columnas.filter(({ campo }) => campo === null),
  };
}

/** The name of a column in a choice: its header, else its letter. */
export const getColumnName = ({ titulo, letra }: ReviewColumn): string => (titulo === '' ? letra : titulo);
