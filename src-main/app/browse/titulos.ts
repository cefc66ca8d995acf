/** How fields and coverage are said to people, in sheets and on a terminal. */
import { etiquetaDeCampo } from '#contract/datos-etiquetas.ts';
import type { CoberturaDocumento, FallaDeMetodo } from '#contract/documents.ts';
import type { Vista } from '#domain/vista.ts';

export const NOMBRES: Readonly<Record<Vista, string>> = {
  calendario: 'Calendario',
  comercios: 'Comercios',
  operaciones: 'Operaciones',
  movimientos: 'Movimientos',
  liquidaciones: 'Liquidaciones',
  'liquidaciones-totales': 'Totales de liquidaciones',
  impuestos: 'Impuestos',
  'impuestos-totales': 'Totales de impuestos',
  rechazos: 'Rechazos',
  'liquidaciones-conciliadas': 'Liquidaciones conciliadas',
  conciliaciones: 'Conciliaciones',
  cupones: 'Cupones',
};

/** A field as people call it: `nro_liquidacion` → "Nro. liquidación". */
export const titulo = (nombre: string): string => etiquetaDeCampo(nombre);

const dmy = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`;
const ESTADOS: Readonly<Record<CoberturaDocumento['estado'], string>> = {
  al_dia: 'al día',
  parcial: 'faltan días',
  desactualizada: 'hay que actualizar',
  inestable: 'los datos cambiaban mientras se leían',
  nunca: 'todavía no se bajó nada',
};

const LO_QUE_DIJO = {
  sin_permiso: 'el servicio no deja leerlo con el acceso de la cuenta',
  no_existe: 'el servicio no lo tiene',
  falla: 'el servicio no lo pudo dar',
  sin_respuesta: 'el servicio no contestó',
} as const;

/** What the service said of a method that could not be read: "el servicio no lo tiene (respondió 404 el 21/11/2026 10:32)". */
function fallaEnPalabras({ clase, respuesta, cuando }: FallaDeMetodo): string {
  const dijo = respuesta === null || respuesta < 300 ? 'se pidió' : `respondió ${String(respuesta)}`;
  return `${LO_QUE_DIJO[clase]} (${dijo} el ${dmy(cuando)} ${cuando.slice(11, 16)})`;
}
const QUE_HACER = {
  sin_permiso: 'Si lo tenés contratado, pedile al servicio que lo habilite.',
  no_existe: 'Si lo tenés contratado, preguntale al servicio.',
  falla: 'Probá de nuevo más tarde con «sincronizar».',
  sin_respuesta: 'Probá de nuevo más tarde con «sincronizar».',
} as const;

/** Stretches that a line has room for. */
const FALLAS = 3;

/** " · del 01/09/2026 al 30/09/2026 el servicio no lo pudo dar (respondió 500 el …)": the days that it did not give. */
function fallasEnPalabras(fallas: NonNullable<CoberturaDocumento['fallas']>): string {
  const dichas = fallas.slice(-FALLAS).map((cada) => {
    const dias = cada.desde === cada.hasta ? `el ${dmy(cada.desde)}` : `del ${dmy(cada.desde)} al ${dmy(cada.hasta)}`;
    return ` · ${dias} ${fallaEnPalabras(cada)}`;
  });
  const resto = fallas.length - dichas.length;
  return [...dichas, ...(resto > 0 ? [` · y otros ${String(resto)} períodos antes`] : [])].join('');
}

/** What a view covers and when it was read, in one line. */
export function coberturaEnPalabras(cobertura: CoberturaDocumento): string {
  const { estado, contratado, desde, hasta, sincronizado, apartadas = 0, falla, fallas = [] } = cobertura;
  const periodo = desde === null || hasta === null ? '' : ` del ${dmy(desde)} al ${dmy(hasta)}`;
  const momento = sincronizado === null ? '' : `${dmy(sincronizado)} ${sincronizado.slice(11, 16)}`;
  // Rows of when it was contracted stay (TRAPS.md).
  if (!contratado) {
    const consultado = momento === '' ? '' : ` · consultado el ${momento}; si hay filas, son de antes`;
    return `Servicio no contratado${periodo}${consultado}`;
  }
  if (sincronizado === null && falla !== undefined) return `No se leyó: ${fallaEnPalabras(falla)}`;
  if (sincronizado === null) return 'Todavía no se bajó nada';
  const filas = apartadas === 1 ? '1 fila apartada' : `${String(apartadas)} filas apartadas`;
  const sinEntender = apartadas === 0 ? '' : ` · ${filas} sin entender`;
  const despues = falla === undefined ? '' : ` · ahora ${fallaEnPalabras(falla)}`;
  return `Datos${periodo} · leídos el ${momento} · ${ESTADOS[estado]}${sinEntender}${despues}${fallasEnPalabras(fallas)}`;
}

/** The amounts that some rows do not say, in a line of a stamp; none where all of them say all. By field, how many rows. */
export function sinInformarEnPalabras(faltan: readonly (readonly [campo: string, filas: number])[]): readonly string[] {
  const cuales = faltan.flatMap(([campo, filas]) => (filas === 0 ? [] : [`${titulo(campo)} (${String(filas)})`]));
  return cuales.length === 0
    ? []
    : [`Sin informar por el servicio, y fuera de las sumas (cuántas filas): ${cuales.join(', ')}`];
}

/** Which of the three empty states it is (SCREENS.md). */
export function vacioEnPalabras({ contratado, sincronizado, falla }: CoberturaDocumento): string {
  if (!contratado) return 'El servicio no está contratado.';
  if (sincronizado === null && falla !== undefined) {
    return `No se leyó: ${fallaEnPalabras(falla)}. ${QUE_HACER[falla.clase]}`;
  }
  return sincronizado === null ? 'Todavía no se bajó. Bajalo con «sincronizar».' : 'No hay nada con ese filtro.';
}
