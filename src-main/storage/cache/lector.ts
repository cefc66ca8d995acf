/**
 * The cache read from threads, so that nobody waits for it: one answers pages and links, another sums and counts, another works out the order of
 * whole queries, another fills the index of what people type, and each export has one of its own. A page at any depth is a look-up of the rows
 * of that place, once the order is known; and what is typed over a query looks through its order instead of through the table.
 */
import type { Clock } from '#domain/clock.ts';
import { AppError } from '#contract/errors.ts';
import { TABLAS } from './columnas.ts';
import { crearHilo, esperando, LECTOR_WORKER_URL, type Hilo } from './hilo.ts';
import type { Pedida, Respuestas } from './lector-mensajes.ts';
import { crearOrdenes, cualDe, type Cual, type Orden } from './ordenes.ts';
import type { Lector, Lectores, PaginaLeida } from './lector-tipos.ts';
import { crearPasadas, filasDe } from './pasadas.ts';
import type { Consulta } from './tipos.ts';

/** Rows up to this place are looked for directly while the order of all is not known. */
const CERCA = 2_000;
/** How long nobody asks before the order of what is typed is worked out, and before the index is filled: whoever scrolls asks often. */
const CALMA_MS = 120;
const QUIETUD_MS = 400;
/** How long after its first page the order of a view is not begun: whoever asked for the page is painting it, with the same processors. */
const PINTADO_MS = 80;
/** How long totals are let go before the order of a view that was opened. */
const PACIENCIA_MS = 400;
/** How often it is looked whether the index lacks anything, while nobody types. */
const ENTRE_INDICES_MS = 5_000;
/** For so long after a question the index takes half of a processor at most: the program that paints the answer gives way to no thread of ours. */
const EN_USO_MS = 2_000;
/** The index is filled also while somebody asks all the time, but slowly. */
const ESPERAS_POR_PIEZA = 10;
/** How much each thread gives way to that of the pages. */
const CEDE = { cuentas: 5, ordenador: 10, indice: 19 };
const FILAS_POR_PIEZA = 30_000;

/** The cheapest question: for its version. */
const SOLO_VERSION = { nombre: 'porNumero', datos: { metodo: 'comercios', ns: new Float64Array(0) } } as const;

interface Deps {
  readonly clock: Clock;
  readonly workerUrl?: URL;
  /** Up to which place rows are looked for directly while the order of all is not known; 2,000 when left out. */
  readonly cerca?: number;
}

export function crearLectores({ clock, workerUrl = LECTOR_WORKER_URL, cerca = CERCA }: Deps): Lectores {
  const paginas = crearHilo(workerUrl);
  const cuentas = crearHilo(workerUrl, CEDE.cuentas);
  const ordenador = crearHilo(workerUrl, CEDE.ordenador);
  const indice = crearHilo(workerUrl, CEDE.indice);
  let fin = new AbortController();
  const ordenes = crearOrdenes();
  const lectores = new Map<string, Lector>();
  let ultimaPregunta = Number.NEGATIVE_INFINITY;
  /** The order that is being worked out although nobody waits for it. */
  let adelanto: { readonly cual: Cual; readonly control: AbortController } | undefined;

  function crearLector(ruta: string): Lector {
    /** The version of the data that is all in the index, and when that was last looked at. */
    let indexada: { readonly version: string | undefined; readonly cuando: number } = {
      version: undefined,
      cuando: Number.NEGATIVE_INFINITY,
    };

    /** Undefined when the data is no longer of that version. */
    async function en<P extends Pedida>(
      hilo: Hilo,
      operacion: P,
      { signal, version = null, urgente = false }: { signal: AbortSignal; version?: string | null; urgente?: boolean },
    ): Promise<{ readonly respuesta: NonNullable<Respuestas[P['nombre']]>; readonly version: string } | undefined> {
      ultimaPregunta = clock.monotonic();
      const contestado = await hilo.preguntar({ tipo: 'operacion', ruta, version, operacion }, { signal, urgente });
      if (contestado.tipo !== 'bien') return undefined;
      const nombre: P['nombre'] = operacion.nombre;
      const respuesta = contestado.respuestas[nombre];
      if (respuesta === undefined) throw new AppError('INTERNO');
      return { respuesta, version: contestado.version };
    }

    async function seguro<P extends Pedida>(hilo: Hilo, operacion: P, signal: AbortSignal) {
      const contestado = await en(hilo, operacion, { signal, urgente: true });
      if (contestado === undefined) throw new AppError('INTERNO');
      return contestado;
    }

    /**
     * The order of a query, from that of a wider one when there is one of the same version. Whoever comes next takes what was begun; nobody
     * gives it up but `adelanto`.
     */
    const ordenar = (consulta: Consulta, cual: Cual, signal = fin.signal): Promise<Orden> =>
      ordenes.pedir(cual, async () => {
        const base = ordenes.base(cual);
        const desdeBase =
          base === undefined
            ? undefined
            : await en(
                ordenador,
                { nombre: 'orden', datos: { consulta, conocidas: base.numeros } },
                { signal, version: base.version },
              );
        const { respuesta, version } =
          desdeBase ?? (await seguro(ordenador, { nombre: 'orden', datos: { consulta } }, signal));
        return { numeros: respuesta.valor, version };
      });

    /** Works out the order behind, so that neither going far down nor typing has to wait. */
    async function adelantar(consulta: Consulta, cual: Cual, version: string): Promise<void> {
      // Whoever opens a view will type over it; whoever types rarely goes far down. Totals, asked for once the page is painted, go first.
      if (cual.palabras.length > 0) {
        await clock.sleep(CALMA_MS, fin.signal);
        await cuentas.libre();
        if (!ordenes.esUltima(cual)) return;
      } else {
        await clock.sleep(PINTADO_MS, fin.signal);
        await Promise.race([cuentas.libre(), clock.sleep(PACIENCIA_MS, fin.signal)]);
      }
      await ordenador.libre();
      if (!ordenes.esDelUltimo(cual)) return;
      if (ordenes.lista(cual)?.version !== version) ordenes.olvidar(cual);
      const control = new AbortController();
      adelanto = { cual, control };
      await ordenar(consulta, cual, AbortSignal.any([control.signal, fin.signal]));
    }

    /** A page of an order; undefined when it is of another version of the data. */
    async function deOrden(
      { metodo }: Consulta,
      { numeros, version }: Orden,
      { desdeFila, filas, sea = false }: { desdeFila: number; filas: number; sea?: boolean },
      signal: AbortSignal,
    ): Promise<PaginaLeida | undefined> {
      const ns = numeros.slice(desdeFila, desdeFila + filas);
      const contestado = await en(
        paginas,
        { nombre: 'porNumero', datos: { metodo, ns } },
        { signal, version: sea ? null : version, urgente: true },
      );
      if (contestado === undefined) return undefined;
      return {
        filas: filasDe(metodo, contestado.respuesta.valor),
        hayMas: desdeFila + ns.length < numeros.length,
        total: numeros.length,
        version: contestado.version,
      };
    }

    async function porOrden(
      consulta: Consulta,
      lugar: { desdeFila: number; filas: number },
      signal: AbortSignal,
    ): Promise<PaginaLeida> {
      const cual = cualDe(ruta, consulta);
      if (adelanto?.cual.clave === cual.clave) adelanto = undefined; // somebody waits for it now
      // The data may change while the order is worked out: then it is worked out again, and the third time what there is goes.
      for (let intento = 0; ; intento++) {
        const orden = await esperando(ordenar(consulta, cual), signal);
        const pagina = await deOrden(consulta, orden, { ...lugar, sea: intento === 2 }, signal);
        if (pagina !== undefined) return pagina;
        ordenes.olvidar(cual);
      }
    }

    /** Rows among which are all those of what was typed, in order; waits for them where looking through the table would take as long. */
    async function conocidasDe({ metodo, filtros = [], orden }: Consulta, cual: Cual, signal: AbortSignal) {
      const porFecha = orden === undefined || orden.campo === TABLAS[metodo].fecha;
      const camino = filtros.length > 0 || !porFecha ? ordenes.baseEnCamino(cual) : undefined;
      // Without it the table is looked through.
      if (camino !== undefined)
        await esperando(
          camino.catch(() => undefined),
          signal,
        );
      return ordenes.base(cual);
    }

    async function primeras(
      consulta: Consulta,
      { desdeFila, filas: cuantas }: { desdeFila: number; filas: number },
      signal: AbortSignal,
    ) {
      const base = await conocidasDe(consulta, cualDe(ruta, consulta), signal);
      const datos = { consulta, desdeFila, cuantas };
      const deBase =
        base === undefined
          ? undefined
          : await en(
              paginas,
              { nombre: 'primeras', datos: { ...datos, conocidas: base.numeros } },
              { signal, version: base.version, urgente: true },
            );
      return deBase ?? seguro(paginas, { nombre: 'primeras', datos }, signal);
    }

    return {
      async pagina(consulta, lugar, signal) {
        const cual = cualDe(ruta, consulta);
        ordenes.usar(cual);
        if (adelanto !== undefined && adelanto.cual.grupo !== cual.grupo) adelanto.control.abort();
        const { desdeFila, filas: cuantas } = lugar;
        if (desdeFila + cuantas > cerca) return porOrden(consulta, lugar, signal);
        const orden = ordenes.lista(cual);
        const conocida = orden === undefined ? undefined : await deOrden(consulta, orden, lugar, signal);
        if (conocida !== undefined) return conocida;
        const { respuesta, version } = await primeras(consulta, lugar, signal);
        if (respuesta.valor === undefined) return porOrden(consulta, lugar, signal);
        const { filas, hayMas } = respuesta.valor;
        // Its failure is the next page's, which will ask again and be told.
        if (hayMas) adelantar(consulta, cual, version).catch(() => undefined);
        else if (desdeFila === 0)
          ordenes.poner(cual, { version, numeros: Float64Array.from(filas, ([n]) => Number(n)) });
        const total = hayMas || (filas.length === 0 && desdeFila > 0) ? null : desdeFila + filas.length;
        return { filas: filasDe(consulta.metodo, filas), hayMas, total, version };
      },
      async totales(consulta, signal) {
        // Sums never hold rows back: on two cores the two at once would.
        await esperando(paginas.libre(), signal);
        const { respuesta, version } = await seguro(cuentas, { nombre: 'totales', datos: { consulta } }, signal);
        return { ...respuesta.valor, version };
      },
      async valores(consulta, pedido, signal) {
        const { respuesta } = await seguro(cuentas, { nombre: 'valores', datos: { consulta, ...pedido } }, signal);
        return respuesta.valor.map(([cada = null, veces]) => ({ valor: cada, filas: Number(veces) }));
      },
      async porId(metodo, ids, signal) {
        const { respuesta } = await seguro(paginas, { nombre: 'porId', datos: { metodo, ids } }, signal);
        return filasDe(metodo, respuesta.valor);
      },
      async vinculadas(metodo, pedido, signal) {
        const { respuesta } = await seguro(paginas, { nombre: 'vinculadas', datos: { metodo, ...pedido } }, signal);
        return { filas: filasDe(metodo, respuesta.valor.filas), total: respuesta.valor.total };
      },
      async halladas(metodo, pedido, signal) {
        const { respuesta } = await seguro(paginas, { nombre: 'halladas', datos: { metodo, ...pedido } }, signal);
        return { filas: filasDe(metodo, respuesta.valor.filas), completo: respuesta.valor.completo };
      },
      async halladasPorImporte(metodo, pedido, signal) {
        const datos = { metodo, ...pedido };
        const { respuesta } = await seguro(paginas, { nombre: 'halladasPorImporte', datos }, signal);
        return filasDe(metodo, respuesta.valor);
      },
      agrupar: async (consulta, agrupacion, signal) =>
        (await seguro(cuentas, { nombre: 'agrupar', datos: { consulta, agrupacion } }, signal)).respuesta.valor,
      cotejar: async (desde, hasta, signal) =>
        (await seguro(cuentas, { nombre: 'cotejar', datos: { desde, hasta } }, signal)).respuesta.valor,
      porAcreditar: async (despuesDe, signal) =>
        (await seguro(cuentas, { nombre: 'porAcreditar', datos: { despuesDe } }, signal)).respuesta.valor,
      missing: async (de, periodo, signal) =>
        (await seguro(cuentas, { nombre: 'missing', datos: { de, ...periodo } }, signal)).respuesta.valor,
      pasadas: (signal) => crearPasadas({ ruta, workerUrl }, signal),
      async indexar(signal, { siempre } = { siempre: true }) {
        const { version } = await seguro(paginas, SOLO_VERSION, signal);
        const reciente = !siempre && clock.monotonic() - indexada.cuando < ENTRE_INDICES_MS;
        if (version === indexada.version || reciente) return;
        indexada = { version: undefined, cuando: clock.monotonic() };
        const pieza = { cuantas: FILAS_POR_PIEZA, siempre };
        for (;;) {
          // Whoever asks goes first.
          for (let espera = 0; espera < ESPERAS_POR_PIEZA; espera++) {
            const falta = ultimaPregunta + QUIETUD_MS - clock.monotonic();
            if (falta <= 0) break;
            await clock.sleep(falta, signal);
          }
          const empezo = clock.monotonic();
          const contestado = await indice.preguntar({ tipo: 'indexar', ruta, pieza }, { signal });
          if (contestado.tipo !== 'hecho' || contestado.quedan) {
            const ahora = clock.monotonic();
            if (!siempre && ahora - ultimaPregunta < EN_USO_MS) await clock.sleep(ahora - empezo, signal);
            continue;
          }
          // A synchronisation may be why there is nothing to do.
          if (siempre) indexada = { ...indexada, version };
          return;
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
      ordenes.olvidarTodas();
      await Promise.all([paginas, cuentas, ordenador, indice].map((hilo) => hilo.soltar(ruta)));
    },
    async cerrar() {
      fin.abort();
      fin = new AbortController();
      await Promise.all([paginas, cuentas, ordenador, indice].map((hilo) => hilo.cerrar()));
    },
  };
}
