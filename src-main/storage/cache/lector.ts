/**
 * The cache read from threads, so that nobody waits for it: one answers pages and links, another sums, counts and works out the order of
 * whole queries, and each export has one of its own. A page at any depth is a look-up of the rows of that place, once the order is known.
 */
import type { CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { AppError } from '#contract/errors.ts';
import type { Metodo } from '#domain/vista.ts';
import { TABLAS } from './columnas.ts';
import { columnasLeidas } from './consulta.ts';
import type { Valor } from './fila.ts';
import { crearHilo, esperando, LECTOR_WORKER_URL, type Contestado, type Hilo } from './hilo.ts';
import type { FilaCruda } from './lectura.ts';
import type { Operacion, Pregunta, Respuesta, Trozo } from './lector-mensajes.ts';
import { crearOrdenes } from './ordenes.ts';
import type { Agrupacion, Consulta, Cotejo, FilaLeida, Filtro, Grupo, PorAcreditar } from './tipos.ts';

/** Rows up to this place are looked for directly while the order of all is not known. */
const CERCA = 2_000;
/** Rows of an order that is known that are looked through for what somebody types. */
const MIRADAS = 10_000;
/** How long nobody asks anything before the order of a query that was opened is worked out. */
const CALMA_MS = 120;
/** What takes the thread that asked a few milliseconds to turn into documents. */
const FILAS_POR_TROZO = 250;
const FILAS_POR_PIEZA = 30_000;

export interface PaginaLeida {
  readonly filas: readonly FilaLeida[];
  readonly hayMas: boolean;
  readonly total: number | null;
  readonly version: string;
}

export interface TotalesLeidos {
  readonly total: number;
  readonly sumas: Readonly<Record<string, bigint>>;
  readonly version: string;
}

/** Questions about the cache of one account. Each may be given up by its signal (`CANCELADO`). */
export interface Lector {
  pagina(
    consulta: Consulta,
    lugar: { readonly desdeFila: number; readonly filas: number },
    signal: AbortSignal,
  ): Promise<PaginaLeida>;
  totales(consulta: Consulta, signal: AbortSignal): Promise<TotalesLeidos>;
  valores(
    consulta: Consulta,
    pedido: { readonly campo: string; readonly cuantos: number },
    signal: AbortSignal,
  ): Promise<readonly { readonly valor: Valor; readonly filas: number }[]>;
  porId(metodo: Metodo, ids: readonly string[], signal: AbortSignal): Promise<readonly FilaLeida[]>;
  /** Rows that have all of these values, and how many they are. */
  vinculadas(
    metodo: Metodo,
    pedido: { readonly filtros: readonly Filtro[]; readonly limite: number },
    signal: AbortSignal,
  ): Promise<{ readonly filas: readonly FilaLeida[]; readonly total: number }>;
  /** The newest rows with a text in some fields. */
  halladas(
    metodo: Metodo,
    pedido: { readonly texto: string; readonly campos: readonly string[]; readonly limite: number },
    signal: AbortSignal,
  ): Promise<{ readonly filas: readonly FilaLeida[]; readonly completo: boolean }>;
  /** As in `ReadableCache`. */
  agrupar(consulta: Consulta, agrupacion: Agrupacion, signal: AbortSignal): Promise<readonly Grupo[]>;
  cotejar(desde: CivilDate, hasta: CivilDate, signal: AbortSignal): Promise<readonly Cotejo[]>;
  porAcreditar(despuesDe: CivilDate, signal: AbortSignal): Promise<readonly PorAcreditar[]>;
  /** Whole readings, one after the other, on a thread of their own that is to be closed. */
  pasadas(signal: AbortSignal): Pasadas;
  /**
   * Puts in the index what it does not have yet, a piece at a time, giving way to whoever asks. `siempre`: also while a synchronisation
   * writes.
   */
  indexar(signal: AbortSignal, opciones?: { readonly siempre: boolean }): Promise<void>;
}

/** All of them see the data as it was when the first one began. */
export interface Pasadas {
  /** Every row, in batches. */
  todas(consulta: Consulta): AsyncGenerator<readonly FilaLeida[]>;
  cerrar(): Promise<void>;
}

export interface Lectores {
  de(ruta: string): Lector;
  /** Lets go of a file that is about to be moved. */
  soltar(ruta: string): Promise<void>;
  /** Ends the threads; whoever asks after that begins them again. */
  cerrar(): Promise<void>;
}

const SIEMPRE = new AbortController().signal;

function filasDe(metodo: Metodo, crudas: readonly FilaCruda[]): readonly FilaLeida[] {
  const columnas = columnasLeidas(TABLAS[metodo]);
  return crudas.map((cruda) => {
    const fila: Record<string, Valor> = {};
    for (let i = 0; i < columnas.length; i++) fila[columnas[i] ?? ''] = cruda[i] ?? null;
    return fila;
  });
}

interface Deps {
  readonly clock: Clock;
  readonly workerUrl?: URL;
  /** Up to which place rows are looked for directly while the order of all is not known; 2,000 when left out. */
  readonly cerca?: number;
}

export function crearLectores({ clock, workerUrl = LECTOR_WORKER_URL, cerca = CERCA }: Deps): Lectores {
  const paginas = crearHilo(workerUrl);
  const cuentas = crearHilo(workerUrl);
  let fin = new AbortController();
  const ordenes = crearOrdenes();
  const lectores = new Map<string, Lector>();

  function crearLector(ruta: string): Lector {
    type Datos<O extends Operacion> = Extract<
      Extract<Pregunta, { tipo: 'operacion' }>['operacion'],
      { nombre: O }
    >['datos'];

    async function en<O extends Operacion>(
      hilo: Hilo,
      [nombre, datos]: readonly [O, Datos<O>],
      { signal, version = null, urgente = false }: { signal: AbortSignal; version?: string | null; urgente?: boolean },
    ): Promise<{ readonly valor: Respuesta<O>; readonly version: string } | undefined> {
      const operacion = { nombre, datos } as unknown as Extract<Pregunta, { tipo: 'operacion' }>['operacion'];
      const contestado: Contestado = await hilo.preguntar(
        { tipo: 'operacion', ruta, version, operacion },
        { signal, urgente },
      );
      if (contestado.tipo === 'cambio') return undefined;
      // Our own thread answered our own named question: `lector-mensajes.ts` ties the two.
      return { valor: contestado.valor as Respuesta<O>, version: contestado.version };
    }

    async function seguro<O extends Operacion>(
      hilo: Hilo,
      pedido: readonly [O, Datos<O>],
      signal: AbortSignal,
      urgente = true,
    ) {
      const contestado = await en(hilo, pedido, { signal, urgente });
      if (contestado === undefined) throw new AppError('INTERNO');
      return contestado;
    }

    const claveDe = (consulta: Consulta): string => JSON.stringify([ruta, consulta]);

    /** The order of a query as of a version of the first thread; worked out by the second one. */
    const ordenar = (consulta: Consulta, version: string): Promise<Float64Array> =>
      ordenes.pedir(claveDe(consulta), version, async () => {
        // Not the caller's signal: whoever comes to this query next takes what was already begun.
        const { valor } = await seguro(cuentas, ['orden', { consulta }], fin.signal, false);
        return valor;
      });

    /** Works out the order while nobody asks anything, so that going far down does not have to wait. */
    async function adelantar(consulta: Consulta, version: string): Promise<void> {
      const clave = claveDe(consulta);
      // Totals are asked for right after the first page: until they are there nobody is idle.
      do await clock.sleep(CALMA_MS, fin.signal);
      while (ordenes.ultima() === clave && !cuentas.libre());
      if (ordenes.ultima() === clave) await ordenar(consulta, version);
    }

    async function porOrden(
      consulta: Consulta,
      { desdeFila, filas }: { desdeFila: number; filas: number },
      signal: AbortSignal,
    ): Promise<PaginaLeida> {
      // The data may change while the order is worked out: then it is worked out again, and the third time what there is goes.
      for (let intento = 0; ; intento++) {
        const version = ordenes.version(claveDe(consulta)) ?? (await vistazo(signal));
        const orden = await esperando(ordenar(consulta, version), signal);
        const ns = orden.slice(desdeFila, desdeFila + filas);
        const contestado = await en(paginas, ['porNumero', { metodo: consulta.metodo, ns }], {
          signal,
          version: intento < 2 ? version : null,
          urgente: true,
        });
        if (contestado !== undefined) {
          return {
            filas: filasDe(consulta.metodo, contestado.valor),
            hayMas: desdeFila + ns.length < orden.length,
            total: orden.length,
            version: contestado.version,
          };
        }
        ordenes.olvidar(claveDe(consulta));
      }
    }

    /** The version of the data as the thread of the pages sees it now. */
    const vistazo = async (signal: AbortSignal): Promise<string> =>
      (await seguro(paginas, ['porNumero', { metodo: 'comercios', ns: new Float64Array(0) }], signal)).version;

    return {
      async pagina(consulta, lugar, signal) {
        const clave = claveDe(consulta);
        ordenes.usar(clave);
        const { desdeFila, filas: cuantas } = lugar;
        if (ordenes.version(clave) !== undefined || desdeFila + cuantas > cerca)
          return porOrden(consulta, lugar, signal);
        const { texto = '', ...sinTexto } = consulta;
        const { version: deCuando, ...primeras } = ordenes.primeras(
          texto.trim() === '' ? '' : claveDe(sinTexto),
          MIRADAS,
        );
        const { valor, version } =
          (await en(paginas, ['primeras', { consulta, desdeFila, cuantas, conocidas: primeras }], {
            signal,
            version: deCuando,
            urgente: true,
          })) ?? (await seguro(paginas, ['primeras', { consulta, desdeFila, cuantas }], signal));
        if (valor === undefined) return porOrden(consulta, lugar, signal);
        const { filas, hayMas } = valor;
        // Its failure is the next page's, which will ask again and be told.
        if (hayMas) adelantar(consulta, version).catch(() => undefined);
        const total = hayMas || (filas.length === 0 && desdeFila > 0) ? null : desdeFila + filas.length;
        return { filas: filasDe(consulta.metodo, filas), hayMas, total, version };
      },
      async totales(consulta, signal) {
        const { valor, version } = await seguro(cuentas, ['totales', { consulta }], signal);
        return { ...valor, version };
      },
      async valores(consulta, pedido, signal) {
        const { valor } = await seguro(cuentas, ['valores', { consulta, ...pedido }], signal);
        return valor.map(([cada = null, veces]) => ({ valor: cada, filas: Number(veces) }));
      },
      async porId(metodo, ids, signal) {
        return filasDe(metodo, (await seguro(paginas, ['porId', { metodo, ids }], signal)).valor);
      },
      async vinculadas(metodo, pedido, signal) {
        const { valor } = await seguro(paginas, ['vinculadas', { metodo, ...pedido }], signal);
        return { filas: filasDe(metodo, valor.filas), total: valor.total };
      },
      async halladas(metodo, pedido, signal) {
        const { valor } = await seguro(paginas, ['halladas', { metodo, ...pedido }], signal);
        return { filas: filasDe(metodo, valor.filas), completo: valor.completo };
      },
      agrupar: async (consulta, agrupacion, signal) =>
        (await seguro(cuentas, ['agrupar', { consulta, agrupacion }], signal)).valor,
      cotejar: async (desde, hasta, signal) => (await seguro(cuentas, ['cotejar', { desde, hasta }], signal)).valor,
      porAcreditar: async (despuesDe, signal) => (await seguro(cuentas, ['porAcreditar', { despuesDe }], signal)).valor,
      pasadas(signal) {
        const propio = crearHilo(workerUrl);
        return {
          async *todas(consulta) {
            await propio.preguntar({ tipo: 'todas', ruta, consulta }, { signal });
            for (;;) {
              const { filas, fin: ultimo } = trozoDe(
                await propio.preguntar({ tipo: 'siguen', cuantas: FILAS_POR_TROZO }, { signal }),
              );
              yield filasDe(consulta.metodo, filas);
              if (ultimo) return;
            }
          },
          cerrar: () => propio.cerrar(),
        };
      },
      async indexar(signal, { siempre } = { siempre: true }) {
        const pieza = { cuantas: FILAS_POR_PIEZA, siempre };
        for (;;) {
          const contestado = await cuentas.preguntar({ tipo: 'indexar', ruta, pieza }, { signal });
          if (contestado.tipo === 'cambio' || contestado.valor !== true) return;
        }
      },
    };
  }

  return {
    de(ruta) {
      const lector = lectores.get(ruta) ?? crearLector(ruta);
      lectores.set(ruta, lector);
      return lector;
    },
    async soltar(ruta) {
      lectores.delete(ruta);
      await Promise.all(
        [paginas, cuentas].map((hilo) => hilo.preguntar({ tipo: 'cerrar', ruta }, { signal: SIEMPRE, urgente: true })),
      );
    },
    async cerrar() {
      fin.abort();
      fin = new AbortController();
      await Promise.all([paginas.cerrar(), cuentas.cerrar()]);
    },
  };
}

/** What our own thread answers to `siguen`. */
const trozoDe = (contestado: Contestado): Trozo => (contestado as { readonly valor: Trozo }).valor;
