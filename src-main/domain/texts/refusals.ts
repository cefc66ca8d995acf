/** What several capabilities say when they refuse a request, as the command line says it. `undone`: what was not done. */
import type { CuponField } from '../cupon.ts';
import { labelOf } from './field-labels.ts';

const BACKWARDS = 'El período empieza después de terminar.';

export const periodBackwards = (undone: 'leyó' | 'pidió', mend = ''): string =>
  `${BACKWARDS} No se ${undone} nada.${mend === '' ? '' : ` ${mend}`}`;

export const NO_OUTPUT_FOLDER = 'La carpeta de salida no existe. No se escribió nada. Creala, o elegí otra.';

export const RELATIVE_FOLDER =
  'La carpeta tiene que estar escrita entera, desde la raíz del disco. Nada cambió. Escribila de nuevo.';

/** A column that was asked for and that the sheet does not have. */
export const unknownColumn = (column: string, field: CuponField): string =>
  `No encontramos la columna «${column}» que pediste para ${labelOf(field)}. No se tomó nada. Revisá el nombre: tiene que ser el del encabezado o la letra.`;

/** Fields that every coupon needs and that no column of the sheet has. */
export const columnsMissing = (fields: readonly CuponField[], how = ''): string =>
  `No encontramos ${fields.map((field) => labelOf(field)).join(' ni ')}. Lo demás quedó mapeado. Elegí ${fields.length === 1 || how !== '' ? 'la columna' : 'las columnas'} para seguir${how}.`;
