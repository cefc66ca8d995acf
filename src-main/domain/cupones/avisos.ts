import type { CuponCampo } from '../cupon.ts';
import type { CuponAnterior, FilaAviso, SaleOfRow } from '../hallazgo.ts';

/** Where a notice is: the row a person sees, and the column when it is of one cell. */
export interface Lugar {
  readonly fila: number;
  readonly columna: string;
  readonly campo: CuponCampo;
}

/** `importe`: what it adds up to, as it says; empty where it says no amount. */
export const filaDeTotales = (fila: number, importe = ''): FilaAviso => ({
  fila,
  codigo: 'FILA_DE_TOTALES',
  ...(importe === '' ? {} : { valor: importe }),
  mensaje: 'Es una línea de totales, no un cupón. No se envía.',
});

export const encabezadoRepetido = (fila: number): FilaAviso => ({
  fila,
  codigo: 'ENCABEZADO_REPETIDO',
  mensaje: 'Es el encabezado otra vez. No se envía.',
});

export const filaIgnorada = (fila: number): FilaAviso => ({
  fila,
  codigo: 'FILA_IGNORADA',
  mensaje: 'Es solo texto, sin fecha ni importe. No se envía. Si era un cupón, completá esos datos.',
});

export const filaOmitida = (fila: number, venta: SaleOfRow): FilaAviso => ({
  fila,
  codigo: 'FILA_OMITIDA',
  mensaje: 'La omitiste: no se envió.',
  venta,
});

/** Of a row that was not sent because it had been. */
export const notSentAgain = (aviso: FilaAviso, venta: SaleOfRow): FilaAviso => ({
  ...aviso,
  mensaje: `${aviso.mensaje} No se mandó otra vez.`,
  venta,
});

export const filaOculta = (fila: number): FilaAviso => ({
  fila,
  codigo: 'FILA_OCULTA',
  mensaje: 'La fila está oculta en la planilla. Se leyó igual que las demás.',
});

/** `de`: the columns that show what a merged cell says, each with the row where that begins. */
export const celdaCombinada = (
  fila: number,
  de: readonly { readonly columna: string; readonly fila: number }[],
): FilaAviso => ({
  fila,
  codigo: 'CELDA_COMBINADA',
  valor: de.map(({ columna }) => columna).join(', '),
  mensaje: `Se tomó de una celda combinada: ${de.map(({ columna, fila: desde }) => `${columna}, de la fila ${String(desde)}`).join('; ')}.`,
});

export const otraHoja = (hoja: string, filas: number): FilaAviso => ({
  fila: null,
  codigo: 'OTRA_HOJA_CON_TABLA',
  valor: hoja,
  filas,
  mensaje: `La hoja «${hoja}» también tiene ${filas === 1 ? 'una fila' : `${String(filas)} filas`} de cupones y no se leyó. Si querías esa, elegila; o todas, con --hoja todas.`,
});

export const fechaDeNumeroSerie = (lugar: Lugar, valor: string, fecha: string): FilaAviso => ({
  ...lugar,
  codigo: 'FECHA_DE_NUMERO_SERIE',
  valor,
  mensaje: `El número ${valor} se leyó como la fecha ${dmy(fecha)}. Revisá que sea esa.`,
});

export const fechaFutura = (lugar: Lugar, valor: string): FilaAviso => ({
  ...lugar,
  codigo: 'FECHA_FUTURA',
  valor,
  mensaje: `Es una fecha futura: ${dmy(valor)}. Revisá que esté bien.`,
});

export const fechaAntigua = (lugar: Lugar, valor: string): FilaAviso => ({
  ...lugar,
  codigo: 'FECHA_ANTIGUA',
  valor,
  mensaje: `Es de hace más de dos años: ${dmy(valor)}. Revisá que esté bien.`,
});

export const importeCero = (lugar: Lugar, valor: string): FilaAviso => ({
  ...lugar,
  codigo: 'IMPORTE_CERO',
  valor,
  mensaje: 'El importe es cero. Se envía así. Revisá que esté bien.',
});

export const cerosPerdidos = (lugar: Lugar, valor: string, arreglo: string): FilaAviso => ({
  ...lugar,
  codigo: 'CEROS_PERDIDOS',
  valor,
  arreglo,
  mensaje: `«${valor}» tiene menos cifras que las que corresponden: la planilla perdió los ceros de adelante. Se envía así si no lo cambiás por ${arreglo}.`,
});

export const numeroDeTarjeta = (lugar: Lugar, valor: string): FilaAviso => ({
  ...lugar,
  codigo: 'NUMERO_DE_TARJETA',
  valor,
  mensaje: 'Vino un número de tarjeta completo. Lo tapamos al leerlo: no se guarda, y se envía tapado.',
});

/** `tapado`: the number covered. `arreglo`: what would be sent instead, where the field may hold that. */
export const pareceTarjeta = (lugar: Lugar, tapado: string, arreglo?: string): FilaAviso => ({
  ...lugar,
  codigo: 'PARECE_NUMERO_DE_TARJETA',
  valor: tapado,
  ...(arreglo === undefined ? {} : { arreglo }),
  mensaje:
    arreglo === undefined
      ? `«${tapado}» puede ser un número de tarjeta completo. Se envía entero, como vino. Si es una tarjeta, cambialo.`
      : `«${tapado}» puede ser un número de tarjeta completo. Se envía entero, como vino, si no lo tapás.`,
});

interface Tapadas {
  readonly columna: string;
  /** The text of the first one. */
  readonly ejemplo: string;
  readonly cuantas: number;
  /** How many gave the first six too. */
  readonly conBin: number;
}

/** One for the column, whatever its rows. */
export const tarjetaTapada = ({ columna, ejemplo, cuantas, conBin }: Tapadas): FilaAviso => ({
  fila: null,
  columna,
  campo: 'tarjeta_nro',
  codigo: 'TARJETA_TAPADA',
  valor: ejemplo,
  mensaje: `En «${columna}» ${cuantas === 1 ? 'un número vino tapado' : `${String(cuantas)} números vinieron tapados`} («${ejemplo}»). Se toman los últimos cuatro${conBin > 0 ? ', y los primeros seis donde faltaba el BIN' : ''}.`,
});

interface Mended {
  readonly columna: string;
  readonly campo: CuponCampo;
  readonly codigo: string;
  readonly cuantas: number;
}

/** One for the column and the rule. */
export const arregloDePlantilla = ({ columna, campo, codigo, cuantas }: Mended): FilaAviso => ({
  fila: null,
  columna,
  campo,
  codigo: 'ARREGLO_DE_PLANTILLA',
  valor: codigo,
  filas: cuantas,
  mensaje: `En «${columna}» ${cuantas === 1 ? 'un valor se corrigió' : `${String(cuantas)} valores se corrigieron`} como dice la plantilla.`,
});

export const tipoMezclado = (fila: number): FilaAviso => ({
  fila,
  codigo: 'TIPO_DE_CUPON_MEZCLADO',
  mensaje:
    'Tiene datos de billetera y también comprobante y tarjeta. Se toma como venta de billetera. Revisá que esté bien.',
});

export const posibleDuplicado = (fila: number, primera: number): FilaAviso => ({
  fila,
  codigo: 'POSIBLE_DUPLICADO',
  valor: String(primera),
  mensaje: `Es igual a la fila ${String(primera)}. Se envían las dos. Si es la misma venta, borrá una.`,
});

/** The same, with a row of another file or sheet of the upload: `de` names it. */
export const duplicadoEnOtro = (fila: number, primera: { readonly fila: number; readonly de: string }): FilaAviso => ({
  fila,
  codigo: 'POSIBLE_DUPLICADO',
  valor: String(primera.fila),
  mensaje: `Es igual a la fila ${String(primera.fila)} de ${primera.de}. Se envían las dos. Si es la misma venta, borrá una.`,
});

/** A file as people call it: without its folder and its ending. */
export const nombreCorto = (archivo: string): string =>
  (archivo.split(/[/\\]/).at(-1) ?? archivo).replace(/(?<=.)\.[a-z]{3,4}$/i, '');

/** `22/11`, or `22/11/2025` when it was not this year. */
export const diaCorto = (dia: string, hoy: string): string => {
  const [anio = '', mes = '', numero = ''] = dia.split('-');
  return `${numero}/${mes}${hoy.startsWith(`${anio}-`) ? '' : `/${anio}`}`;
};

/** A row equal to one of an earlier upload: where that one stood, as a person knows it. */
export const yaEnviado = (fila: number, anterior: CuponAnterior, hoy: string): FilaAviso => {
  const { archivo, hoja, fila: suya, dia } = anterior;
  const donde = hoja === null ? `fila ${String(suya)}` : `hoja «${hoja}», fila ${String(suya)}`;
  return {
    fila,
    codigo: 'YA_ENVIADO',
    valor: `${archivo}, ${donde}`,
    mensaje: `Ya lo mandaste el ${diaCorto(dia, hoy)} en «${nombreCorto(archivo)}» (${donde}).`,
    anterior,
  };
};

/** `05/10/2027` from `2027-10-05`. */
const dmy = (iso: string): string => iso.split('-').reverse().join('/');
