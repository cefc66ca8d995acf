/** A stretch of whole days as it is read: what came of it, ready to be handed to the thread that writes. */
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import {
  sinPlanas,
  type FilaServicio,
  type FilasPlanas,
  type PaginaLeida,
  type PlanasNuevas,
} from '#storage/cache/index.ts';
import type { FilaLeida, Hoja, HojaPedida, Parte } from './fuentes.ts';
import { diaDe, type Entre } from './instantes.ts';

/** Adds a row, as it is kept, to others. */
export type Codificar = (fila: FilaServicio, id: string, planas: PlanasNuevas) => void;

export interface Tramo {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  /** Every page came byte by byte as it did before: `filas` rows, none of them here. */
  readonly igual: boolean;
  readonly filas: number;
  /** By pages, or whatever else was read together. */
  readonly planas: readonly FilasPlanas[];
  readonly paginas: readonly PaginaLeida[];
  readonly estado: 'completa' | 'inestable';
  readonly contratado: boolean;
}

export interface TramoAbierto {
  readonly filas: number;
  /** A page that holds everything between two moments. */
  agregar(entre: Entre, pedida: HojaPedida): void;
  /** What was read in other ways than one page. */
  agregarParte(parte: Parte, contratado: boolean): void;
  /** Everything up to a moment, which begins a day. */
  cerrar(hasta: number): Tramo;
}

export function abrirTramo(desde: number, codificar: Codificar): TramoAbierto {
  const planas: FilasPlanas[] = [];
  const paginas: PaginaLeida[] = [];
  let iguales: { readonly entre: Entre; readonly pedida: Extract<HojaPedida, { igual: true }> }[] = [];
  let distinto = false;
  let filas = 0;
  let estado: Tramo['estado'] = 'completa';
  let contratado = true;

  const poner = (cuales: readonly FilaLeida[]): void => {
    const parte = sinPlanas();
    for (const { id, fila } of cuales) codificar(fila, id, parte);
    if (parte.ids.length > 0) planas.push(parte);
  };
  function leida({ desde: inicio, hasta }: Entre, hoja: Hoja): void {
    poner(hoja.filas);
    contratado &&= hoja.contratado;
    if (hoja.cuarentena > 0 || hoja.huella === undefined) return;
    paginas.push({ desde: inicio, hasta, filas: hoja.filas.length, huella: hoja.huella });
  }
  /** One row that differs makes the whole stretch be held against what is kept. */
  function abrirIguales(): void {
    distinto = true;
    for (const { entre, pedida } of iguales) leida(entre, pedida.leer());
    iguales = [];
  }

  return {
    get filas() {
      return filas;
    },
    agregar(entre, pedida) {
      filas += pedida.igual ? pedida.filas : pedida.hoja.filas.length;
      if (pedida.igual && !distinto) {
        iguales.push({ entre, pedida });
        return;
      }
      if (!distinto) abrirIguales();
      leida(entre, pedida.igual ? pedida.leer() : pedida.hoja);
    },
    agregarParte(parte, esta) {
      if (!distinto) abrirIguales();
      filas += parte.filas.length;
      poner(parte.filas);
      contratado &&= esta;
      if (parte.estado === 'inestable') estado = 'inestable';
    },
    cerrar: (hasta) => ({
      desde: diaDe(desde),
      hasta: addDays(diaDe(hasta), -1),
      igual: !distinto,
      filas,
      planas,
      paginas,
      estado,
      contratado,
    }),
  };
}
