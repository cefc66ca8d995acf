/** Moments of civil time as seconds since 1970-01-01 00:00:00, and the windows between two of them, the end not included. */
import { addDays, fromDayNumber, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import type { VentanaConHoras } from '#domain/ventana.ts';

export const DIA_S = 86_400;

const dos = (n: number): string => String(n).padStart(2, '0');
const hora = (segundo: number): string =>
  `${dos(Math.floor(segundo / 3600))}:${dos(Math.floor(segundo / 60) % 60)}:${dos(segundo % 60)}`;

export const inicioDe = (dia: CivilDate): number => toDayNumber(dia) * DIA_S;
export const diaDe = (instante: number): CivilDate => fromDayNumber(Math.floor(instante / DIA_S));
/** The second of the day of `HH:MM:SS`. */
export const segundoDe = (texto: string): number =>
  Number(texto.slice(0, 2)) * 3600 + Number(texto.slice(3, 5)) * 60 + Number(texto.slice(6, 8));

export interface Entre {
  readonly desde: number;
  readonly hasta: number;
}

/** Days of the calendar that a window touches. */
export const diasDe = ({ desde, hasta }: Entre): number =>
  Math.floor((hasta - 1) / DIA_S) - Math.floor(desde / DIA_S) + 1;

/** As the service is asked for it: by days where it begins and ends with one, else by times, whose end is not included. */
export function ventanaDe({ desde, hasta }: Entre): VentanaConHoras {
  if (desde % DIA_S === 0 && hasta % DIA_S === 0) return { desde: diaDe(desde), hasta: addDays(diaDe(hasta), -1) };
  return {
    desde: diaDe(desde),
    hasta: diaDe(hasta),
    horas: { desde: hora(desde % DIA_S), hasta: hora(hasta % DIA_S) },
  };
}
