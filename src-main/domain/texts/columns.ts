/** Why the columns of a sheet are not enough. */
import type { CuponField } from '../cupones/fields.ts';
import type { FailureWords } from './failures.ts';
import { labelOf } from './field-labels.ts';

/** A column that was asked for and that the sheet does not have. */
export const describeUnknownColumn = ({
  columna,
  campo,
}: {
  readonly columna: string;
  readonly campo: CuponField;
}): FailureWords => ({
  es: [
    `No encontramos la columna «${columna}» que pediste para ${labelOf(campo)}.`,
    'No se tomó nada. Revisá el nombre: tiene que ser el del encabezado o la letra.',
  ],
  en: [
    `We did not find the column “${columna}” that you chose for ${labelOf(campo, 'en')}.`,
    'Nothing was taken. Check the name: it has to be that of the header, or the letter.',
  ],
});

/** Fields that every coupon needs and that no column of the sheet has, at the command line. `how`: the switch that chooses a column. */
export const describeMissingColumns = (fields: readonly CuponField[], how = ''): string =>
  `No encontramos ${fields.map((field) => labelOf(field)).join(' ni ')}. Lo demás quedó mapeado. Elegí ${fields.length === 1 || how !== '' ? 'la columna' : 'las columnas'} para seguir${how}.`;
