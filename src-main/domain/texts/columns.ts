/** For threads that read workbooks. The views' words stay in `field-labels.ts`, so that these threads do not load the views. */
import { type CuponField, CUPON_FIELDS } from '../cupones/fields.ts';
import type { FailureWords } from './failures.ts';
import { listNames, wordIn, type Language } from './language.ts';

/** A coupon's field in a sentence: "la fecha de venta". */
export const labelOf = (field: CuponField, language: Language = 'es'): string =>
  wordIn(CUPON_FIELDS[field].label, language);

/** A requested column that the sheet lacks. */
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

/** A requested header that several columns have. */
export const describeAmbiguousColumn = ({
  columna,
  campo,
  letras,
}: {
  readonly columna: string;
  readonly campo: CuponField;
  readonly letras: readonly string[];
}): FailureWords => ({
  es: [
    `Hay ${String(letras.length)} columnas «${columna}»: ${letras.join(' y ')}.`,
    `No se tomó nada. Pedí una por su letra para ${labelOf(campo)}: --mapear ${campo}=${letras[0] ?? ''}.`,
  ],
  en: [
    `There are ${String(letras.length)} columns “${columna}”: ${letras.join(' and ')}.`,
    `Nothing was taken. Ask for one by its letter for ${labelOf(campo, 'en')}: --mapear ${campo}=${letras[0] ?? ''}.`,
  ],
});

export const describeMissingColumns = (fields: readonly CuponField[]): string =>
  `${sayNotFound(fields)} Elegí ${fields.length === 1 ? 'la columna' : 'las columnas'} para seguir.`;

/** The same at the command line. `free`: the columns that are not used. */
export const describeMissingAtConsole = (fields: readonly CuponField[], free: readonly string[]): string =>
  free.length === 0
    ? `${sayNotFound(fields)} No queda ninguna columna sin usar: agregala en la planilla y traela de nuevo.`
    : `${sayNotFound(fields)} Elegí la columna con ${fields.map((field) => `--mapear ${field}=COLUMNA`).join(' ')}.${listFreeColumns(free)}`;

export const listFreeColumns = (free: readonly string[]): string =>
  free.length === 0 ? '' : ` Las que no se usan: ${listNames(free)}.`;

const sayNotFound = (fields: readonly CuponField[]): string =>
  `No encontramos ${fields.map((field) => labelOf(field)).join(' ni ')}. Lo demás quedó mapeado.`;
