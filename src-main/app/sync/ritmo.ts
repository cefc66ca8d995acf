/**
 * How many rows there are to expect, so that a window is asked that fits one page and fills it: from the same day of other weeks, and within
 * a day from the hours of the days before. Learnt as it is read; a wrong guess costs a request, never a row.
 */
import { DIA_S, diasDe, type Entre } from './instantes.ts';

/** Pages are filled up to this share, so that a busier day than its neighbours still fits. */
const LLENADO = 0.88;
/** Whole days that fill a page this much are better than a cut within a day. */
const BASTANTE = 0.7;
const CASILLA_S = 900;
const CASILLAS = DIA_S / CASILLA_S;
/** Rows without a reported time all count as midnight: their share is kept apart. */
const MEDIANOCHE = CASILLAS;
const RECIENTES = 28;
const SEMANAS = 5;

export interface Ritmo {
  /** Where a window from a moment should end, not after `tope`. `escala`: how this stretch compares with what was expected of it. */
  fin(desde: number, opciones: { readonly tope: number; readonly escala: number }): number;
  /** A window was read whole, with its rows at these moments (days and seconds). Gives how its days compare with what was expected of them. */
  leida(ventana: Entre, momentos: Iterable<number>): number | undefined;
  /** A window did not fit one page. */
  noEntro(ventana: Entre, pagina: { readonly total: number; readonly recibidas: number }): void;
}

export function crearRitmo({ conHoras }: { readonly conHoras: boolean }): Ritmo {
  const enteros = new Map<number, number>();
  const enCurso = new Map<number, Float64Array>();
  let recientes: number[] = [];
  let densidad: number | undefined;
  let pagina: number | undefined;
  const perfil = new Float64Array(CASILLAS + 1).fill(1 / CASILLAS);
  perfil[MEDIANOCHE] = 0;
  let diasDePerfil = 0;

  function esperadas(dia: number): number | undefined {
    for (let semana = 1; semana <= SEMANAS; semana++) {
      const n = enteros.get(dia + 7 * semana) ?? enteros.get(dia - 7 * semana);
      if (n !== undefined) return n;
    }
    if (recientes.length === 0) return densidad;
    return recientes.reduce((suma, n) => suma + n, 0) / recientes.length;
  }

  /** The share of a day's rows that come before a second of it. */
  function antesDe(segundo: number): number {
    if (segundo === 0) return 0;
    let share = perfil[MEDIANOCHE] ?? 0;
    const entera = Math.floor(segundo / CASILLA_S);
    for (let i = 0; i < entera; i++) share += perfil[i] ?? 0;
    return share + ((perfil[entera] ?? 0) * (segundo % CASILLA_S)) / CASILLA_S;
  }
  /** The first second before which there is that share of a day's rows. */
  function segundoDe(share: number): number {
    let acumulado = perfil[MEDIANOCHE] ?? 0;
    if (acumulado >= share) return 1;
    for (let i = 0; i < CASILLAS; i++) {
      const propia = perfil[i] ?? 0;
      if (acumulado + propia >= share) return i * CASILLA_S + Math.round((CASILLA_S * (share - acumulado)) / propia);
      acumulado += propia;
    }
    return DIA_S;
  }

  function terminar(dia: number, casillas: Float64Array): number | undefined {
    const n = casillas.reduce((suma, cada) => suma + cada, 0);
    const antes = esperadas(dia);
    enteros.set(dia, n);
    recientes = [...recientes.slice(1 - RECIENTES), n];
    if (n >= 100) {
      diasDePerfil += 1;
      const peso = Math.max(0.25, 1 / diasDePerfil);
      for (const [i, cada] of casillas.entries()) perfil[i] = (perfil[i] ?? 0) * (1 - peso) + (cada / n) * peso;
    }
    return antes === undefined ? undefined : (n + 5) / (antes + 5);
  }

  return {
    fin(desde, { tope, escala }) {
      if (pagina === undefined || tope <= desde) return tope;
      const caben = LLENADO * pagina;
      let acumuladas = 0;
      for (let dia = Math.floor(desde / DIA_S); dia * DIA_S < tope; dia++) {
        const segundo = Math.max(0, desde - dia * DIA_S);
        const delDia = esperadas(dia);
        if (delDia === undefined) return tope;
        const previas = conHoras ? antesDe(segundo) : 0;
        const resto = delDia * escala * (1 - previas);
        if (acumuladas + resto > caben) {
          const noMenos = desde + (conHoras ? 1 : DIA_S);
          if (!conHoras || acumuladas > caben * BASTANTE) return Math.min(tope, Math.max(noMenos, dia * DIA_S));
          const cut = dia * DIA_S + segundoDe(previas + (caben - acumuladas) / (delDia * escala));
          return Math.min(tope, Math.max(noMenos, cut));
        }
        acumuladas += resto;
      }
      return tope;
    },
    leida(ventana, momentos) {
      const primero = Math.floor(ventana.desde / DIA_S);
      for (let dia = primero; dia * DIA_S < ventana.hasta; dia++) {
        // A day whose beginning was not read cannot be counted.
        if (ventana.desde <= dia * DIA_S) enCurso.set(dia, new Float64Array(CASILLAS + 1));
      }
      for (const momento of momentos) {
        const casillas = enCurso.get(Math.floor(momento / DIA_S));
        if (casillas === undefined) continue;
        const segundo = momento % DIA_S;
        const i = segundo === 0 ? MEDIANOCHE : Math.floor(segundo / CASILLA_S);
        casillas[i] = (casillas[i] ?? 0) + 1;
      }
      let suma = 0;
      let cuantos = 0;
      for (let dia = primero; (dia + 1) * DIA_S <= ventana.hasta; dia++) {
        const casillas = enCurso.get(dia);
        enCurso.delete(dia);
        const parte = casillas === undefined ? undefined : terminar(dia, casillas);
        if (parte === undefined) continue;
        suma += parte;
        cuantos += 1;
      }
      return cuantos === 0 ? undefined : suma / cuantos;
    },
    noEntro(ventana, { total, recibidas }) {
      pagina = Math.max(1, recibidas);
      if (ventana.hasta - ventana.desde < DIA_S) return;
      densidad = total / diasDe(ventana);
      if (recientes.length === 0) return;
      // What was known of these days was too little: until they are read, they are as dense as the window is.
      for (let dia = Math.floor(ventana.desde / DIA_S); dia * DIA_S < ventana.hasta; dia++) {
        for (let semana = 1; semana <= SEMANAS; semana++) {
          const igual = [dia + 7 * semana, dia - 7 * semana].find((otro) => enteros.has(otro));
          if (igual !== undefined && (enteros.get(igual) ?? 0) < densidad) enteros.set(igual, densidad);
        }
      }
      recientes = [...recientes.slice(1 - RECIENTES), densidad];
    },
  };
}
