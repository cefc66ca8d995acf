import type { CuponField } from '../cupon.ts';
import type { CuponAnterior, RowNotice, SaleOfRow } from '../finding.ts';

/** The place of a notice: the row that a person sees, and the column. */
export interface Place {
  readonly fila: number;
  readonly columna: string;
  readonly campo: CuponField;
}

/** `importe`: the amount as the line writes it; empty where it says none. */
export const totalsRowNotice = (fila: number, importe = ''): RowNotice => ({
  fila,
  codigo: 'FILA_DE_TOTALES',
  ...(importe === '' ? {} : { valor: importe }),
  mensaje: 'Es una línea de totales, no un cupón. No se envía.',
});

export const repeatedHeaderNotice = (fila: number): RowNotice => ({
  fila,
  codigo: 'ENCABEZADO_REPETIDO',
  mensaje: 'Es el encabezado otra vez. No se envía.',
});

export const ignoredRowNotice = (fila: number): RowNotice => ({
  fila,
  codigo: 'FILA_IGNORADA',
  mensaje: 'Es solo texto, sin fecha ni importe. No se envía. Si era un cupón, completá esos datos.',
});

export const leftOutRow = (fila: number, venta: SaleOfRow): RowNotice => ({
  fila,
  codigo: 'FILA_OMITIDA',
  mensaje: 'La omitiste: no se envió.',
  venta,
});

/** The notice of a row that was not sent because an earlier upload had sent it. */
export const notSentAgain = (notice: RowNotice, venta: SaleOfRow): RowNotice => ({
  ...notice,
  mensaje: `${notice.mensaje} No se mandó otra vez.`,
  venta,
});

export const hiddenRowNotice = (fila: number): RowNotice => ({
  fila,
  codigo: 'FILA_OCULTA',
  mensaje: 'La fila está oculta en la planilla. Se leyó igual que las demás.',
});

/** `de`: the columns that took the value of a merged cell, each with the row where the merge begins. */
export const mergedCellNotice = (
  fila: number,
  de: readonly { readonly columna: string; readonly fila: number }[],
): RowNotice => ({
  fila,
  codigo: 'CELDA_COMBINADA',
  valor: de.map(({ columna }) => columna).join(', '),
  mensaje: `Se tomó de una celda combinada: ${de.map(({ columna, fila: desde }) => `${columna}, de la fila ${String(desde)}`).join('; ')}.`,
});

export const otherSheetNotice = (hoja: string, filas: number): RowNotice => ({
  fila: null,
  codigo: 'OTRA_HOJA_CON_TABLA',
  valor: hoja,
  filas,
  mensaje: `La hoja «${hoja}» también tiene ${filas === 1 ? 'una fila' : `${String(filas)} filas`} de cupones y no se leyó. Si querías esa, elegila; o todas, con --hoja todas.`,
});

export const serialDateNotice = (place: Place, valor: string, fecha: string): RowNotice => ({
  ...place,
  codigo: 'FECHA_DE_NUMERO_SERIE',
  valor,
  mensaje: `El número ${valor} se leyó como la fecha ${dayMonthYear(fecha)}. Revisá que sea esa.`,
});

export const futureDateNotice = (place: Place, valor: string): RowNotice => ({
  ...place,
  codigo: 'FECHA_FUTURA',
  valor,
  mensaje: `Es una fecha futura: ${dayMonthYear(valor)}. Revisá que esté bien.`,
});

export const oldDate = (place: Place, valor: string): RowNotice => ({
  ...place,
  codigo: 'FECHA_ANTIGUA',
  valor,
  mensaje: `Es de hace más de dos años: ${dayMonthYear(valor)}. Revisá que esté bien.`,
});

export const zeroImporteNotice = (place: Place, valor: string): RowNotice => ({
  ...place,
  codigo: 'IMPORTE_CERO',
  valor,
  mensaje: 'El importe es cero. Se envía así. Revisá que esté bien.',
});

export const lostZerosNotice = (place: Place, valor: string, arreglo: string): RowNotice => ({
  ...place,
  codigo: 'CEROS_PERDIDOS',
  valor,
  arreglo,
  mensaje: `«${valor}» tiene menos cifras que las que corresponden: la planilla perdió los ceros de adelante. Se envía así si no lo cambiás por ${arreglo}.`,
});

export const tarjetaNumberNotice = (place: Place, valor: string): RowNotice => ({
  ...place,
  codigo: 'NUMERO_DE_TARJETA',
  valor,
  mensaje: 'Vino un número de tarjeta completo. Lo tapamos al leerlo: no se guarda, y se envía tapado.',
});

/** `covered`: the covered number. `arreglo`: the text to send instead, where the field may hold it. */
export const looksLikeTarjetaNotice = (place: Place, covered: string, arreglo?: string): RowNotice => ({
  ...place,
  codigo: 'PARECE_NUMERO_DE_TARJETA',
  valor: covered,
  ...(arreglo === undefined ? {} : { arreglo }),
  mensaje:
    arreglo === undefined
      ? `«${covered}» puede ser un número de tarjeta completo. Se envía entero, como vino. Si es una tarjeta, cambialo.`
      : `«${covered}» puede ser un número de tarjeta completo. Se envía entero, como vino, si no lo tapás.`,
});

interface CoveredNumbers {
  readonly columna: string;
  /** The text of the first covered number. */
  readonly ejemplo: string;
  readonly howMany: number;
  /** How many of them also gave the first six digits. */
  readonly conBin: number;
}

/** One notice for the column, however many rows have one. */
export const coveredTarjetaNotice = ({ columna, ejemplo, howMany, conBin }: CoveredNumbers): RowNotice => ({
  fila: null,
  columna,
  campo: 'tarjeta_nro',
  codigo: 'TARJETA_TAPADA',
  valor: ejemplo,
  mensaje: `En «${columna}» ${howMany === 1 ? 'un número vino tapado' : `${String(howMany)} números vinieron tapados`} («${ejemplo}»). Se toman los últimos cuatro${conBin > 0 ? ', y los primeros seis donde faltaba el BIN' : ''}.`,
});

interface Mended {
  readonly columna: string;
  readonly campo: CuponField;
  readonly codigo: string;
  readonly howMany: number;
}

/** One notice for the column and the rule. */
export const templateFix = ({ columna, campo, codigo, howMany }: Mended): RowNotice => ({
  fila: null,
  columna,
  campo,
  codigo: 'ARREGLO_DE_PLANTILLA',
  valor: codigo,
  filas: howMany,
  mensaje: `En «${columna}» ${howMany === 1 ? 'un valor se corrigió' : `${String(howMany)} valores se corrigieron`} como dice la plantilla.`,
});

export const mixedKindNotice = (fila: number): RowNotice => ({
  fila,
  codigo: 'TIPO_DE_CUPON_MEZCLADO',
  mensaje:
    'Tiene datos de billetera y también comprobante y tarjeta. Se toma como venta de billetera. Revisá que esté bien.',
});

export const possibleDuplicateNotice = (fila: number, primera: number): RowNotice => ({
  fila,
  codigo: 'POSIBLE_DUPLICADO',
  valor: String(primera),
  mensaje: `Es igual a la fila ${String(primera)}. Se envían las dos. Si es la misma venta, borrá una.`,
});

/** A duplicate of a row of another file or sheet of the upload, which `de` names. */
export const duplicateInOtherNotice = (
  fila: number,
  primera: { readonly fila: number; readonly de: string },
): RowNotice => ({
  fila,
  codigo: 'POSIBLE_DUPLICADO',
  valor: String(primera.fila),
  mensaje: `Es igual a la fila ${String(primera.fila)} de ${primera.de}. Se envían las dos. Si es la misma venta, borrá una.`,
});

/** The name of a file without its folder and its ending. */
export const shortenName = (archivo: string): string =>
  (archivo.split(/[/\\]/).at(-1) ?? archivo).replace(/(?<=.)\.[a-z]{3,4}$/i, '');

/** `22/11`, or `22/11/2025` when it was not this year. */
export const formatShortDay = (dia: string, hoy: string): string => {
  const [year = '', mes = '', numero = ''] = dia.split('-');
  return `${numero}/${mes}${hoy.startsWith(`${year}-`) ? '' : `/${year}`}`;
};

/** A row equal to one of an earlier upload; says where that one stood, in a person's words. */
export const alreadySentNotice = (fila: number, anterior: CuponAnterior, hoy: string): RowNotice => {
  const { archivo, hoja, fila: theirs, dia } = anterior;
  const where = hoja === null ? `fila ${String(theirs)}` : `hoja «${hoja}», fila ${String(theirs)}`;
  return {
    fila,
    codigo: 'YA_ENVIADO',
    valor: `${archivo}, ${where}`,
    mensaje: `Ya lo mandaste el ${formatShortDay(dia, hoy)} en «${shortenName(archivo)}» (${where}).`,
    anterior,
  };
};

/** `05/10/2027` from `2027-10-05`. */
const dayMonthYear = (iso: string): string => iso.split('-').reverse().join('/');
