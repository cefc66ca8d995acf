import { civilDateAt } from '#domain/civil-date.ts';
import type { Conciliacion, Counters, ResultCupon, SendingResponse } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import { Random } from './random.ts';
import type { Program } from './program.ts';
import type { FakeClock } from './clock.ts';

export interface Row {
  readonly cupon: Cupon;
  readonly clase: 'nuevo' | 'existente' | 'error';
  readonly llega: number;
  /** From a second delivery of a send that had been answered. */
  readonly repetida: boolean;
}

export interface ServerConciliacion {
  readonly id: string;
  readonly nuestra: boolean;
  readonly filas: Row[];
  estado: 'PENDIENTE' | 'IMPORTADO';
  readonly creada: number;
  readonly repetida: boolean;
  cerrada: number | null;
  /** Answered as deleted, still visible for a while. */
  muriendo: boolean;
}

/** What a person would call the server's truth, with the traits of a schedule. */
export class FakeServer {
  readonly #programa: Program;
  readonly #reloj: FakeClock;
  readonly #azar: Random;
  readonly conciliaciones = new Map<string, ServerConciliacion>();
  /** Faults of ours against somebody else's: must stay empty. */
  readonly tocadas: string[] = [];
  readonly relato: string[] = [];
  /** Bodies that were applied whole, where and when. */
  readonly tomados: { readonly cuerpo: string; readonly en: ServerConciliacion; readonly t: number }[] = [];
  #proximo = 101;
  #libres: string[] = [];

  constructor(programa: Program, clock: FakeClock) {
    this.#programa = programa;
    this.#reloj = clock;
    this.#azar = new Random(programa.semilla + 77);
  }

  count(texto: string): void {
    this.relato.push(`[${String(Math.round((this.#reloj.t - Date.UTC(2026, 10, 3, 14)) / 100) / 10)} s] ${texto}`);
  }

  #createId(nuestra: boolean): string {
    const freeId = nuestra && this.#azar.si(0.5) ? undefined : this.#libres.shift();
    if (freeId !== undefined && this.#programa.rasgos.idsReusados) return freeId;
    return String((this.#proximo += 1));
  }

  #open(nuestra: boolean, repetida = false): ServerConciliacion {
    const fresh: ServerConciliacion = {
      id: this.#createId(nuestra),
      nuestra,
      filas: [],
      estado: 'PENDIENTE',
      creada: this.#reloj.t,
      repetida,
      cerrada: null,
      muriendo: false,
    };
    this.conciliaciones.set(fresh.id, fresh);
    return fresh;
  }

  /** Somebody else's upload, with these coupons. */
  foreign(cupones: readonly Cupon[], abierta: boolean): string {
    const fresh = this.#open(false);
    fresh.filas.push(
      ...cupones.map((cupon) => ({ cupon, clase: 'nuevo' as const, llega: this.#reloj.t, repetida: false })),
    );
    if (!abierta) {
      fresh.estado = 'IMPORTADO';
      fresh.cerrada = this.#reloj.t;
    }
    this.count(`otra PC crea la ${fresh.id} con ${String(cupones.length)} cupones`);
    return fresh.id;
  }

  /** Somebody else deletes what they made last. */
  foreignDeletes(): void {
    const c = [...this.conciliaciones.values()].findLast((each) => !each.nuestra);
    if (c === undefined) return;
    this.conciliaciones.delete(c.id);
    this.#libres.push(c.id);
    this.count(`otra PC borra la ${c.id}`);
  }

  /**
   * Applies a body of ours as it arrives. `parte` of its coupons only, when the server fails half way (a close then stays open); `repetida` is
   * the second delivery of a send that was answered.
   */
  apply(cuerpo: string, { parte = 1, repetida = false } = {}): SendingResponse {
    const { id, datos, subir_mas } = JSON.parse(cuerpo) as {
      id: string;
      datos: Record<string, string | number>[];
      subir_mas: string;
    };
    const negada = this.#negar(datos);
    if (negada !== undefined) return negada;
    const { postBorrado } = this.#programa.rasgos;
    const missing = id !== '0' && !this.conciliaciones.has(id);
    const fresh = id === '0' || (missing && postBorrado === 'crea');
    const abierta = fresh ? this.#open(true, repetida) : this.conciliaciones.get(id);
    if (abierta === undefined || abierta.muriendo)
      return { kind: 'rechazo', status: 400, retryAfterMs: null, detalle: 'no existe' };
    if (!abierta.nuestra) {
      this.tocadas.push(`envío a la ajena ${id}`);
      return { kind: 'rechazo', status: 403, retryAfterMs: null, detalle: 'ajena' };
    }
    const { postImportado } = this.#programa.rasgos;
    if (abierta.estado === 'IMPORTADO' && postImportado === 'error') {
      return { kind: 'rechazo', status: 400, retryAfterMs: null, detalle: 'cerrada' };
    }
    const filas = datos.slice(0, Math.ceil(datos.length * parte)).map((datum) => this.#buildRow(datum, repetida));
    if (abierta.estado === 'PENDIENTE' || postImportado === 'agrega') abierta.filas.push(...filas);
    if (subir_mas === 'false' && parte === 1 && abierta.estado === 'PENDIENTE') {
      abierta.estado = 'IMPORTADO';
      abierta.cerrada = this.#reloj.t;
    }
    if (parte === 1 && !repetida) this.tomados.push({ cuerpo, en: abierta, t: this.#reloj.t });
    this.count(
      `el servicio toma ${String(filas.length)} cupones en la ${abierta.id}${subir_mas === 'false' ? ' y la cierra' : ''}`,
    );
    return { kind: 'respuesta', estado: true, id: abierta.id, contadores: this.#contadores(abierta, filas) };
  }

  #buildRow(datum: Record<string, string | number>, repetida: boolean): Row {
    const cupon = Object.fromEntries(Object.entries(datum).map(([campo, valor]) => [campo, String(valor)])) as Cupon;
    const n = Number(/\d+$/.exec(cupon.referencia ?? '')?.[0] ?? 0);
    const clase = this.#programa.existentes.includes(n)
      ? 'existente'
      : this.#programa.errados.includes(n)
        ? 'error'
        : 'nuevo';
    return { cupon, clase, llega: this.#reloj.t, repetida };
  }

  #negar(datos: readonly Record<string, string | number>[]): SendingResponse | undefined {
    const { maxLote, statusTamano, numeros } = this.#programa.rasgos;
    const rechazo = (status: number, detalle: string): SendingResponse => ({
      kind: 'rechazo',
      status,
      retryAfterMs: null,
      detalle,
    });
    if (maxLote > 0 && datos.length > maxLote) return rechazo(statusTamano, 'demasiados');
    if (numeros === 'numero' && datos.some((datum) => typeof datum['importe'] === 'string'))
      return rechazo(400, 'números');
    const bad = datos.some((datum) =>
      this.#programa.malos.includes(Number(/\d+$/.exec(String(datum['referencia'] ?? ''))?.[0] ?? 0)),
    );
    if (bad && this.#programa.rasgos.malosRompen) return { kind: 'perdida', motivo: 'cupón', status: 500 };
    return bad ? rechazo(400, 'cupón') : undefined;
  }

  #contadores({ filas }: ServerConciliacion, nuevas: readonly Row[]): Counters {
    const de = this.#programa.rasgos.contadores === 'lote' ? nuevas : filas;
    const error = de.filter((fila) => fila.clase === 'error').length;
    const existentes = de.filter((fila) => fila.clase === 'existente').length;
    const isFine = {
      recibidos: nuevas.length,
      total: de.length,
      nuevos: de.length - error - existentes,
      existentes,
      error,
    };
    return this.#programa.rasgos.contadores === 'mal'
      ? { ...isFine, total: null, nuevos: -1, existentes: 999 }
      : isFine;
  }

  visible(): readonly Conciliacion[] {
    return [...this.conciliaciones.values()]
      .filter((c) => c.estado === 'IMPORTADO' || this.#programa.rasgos.lista)
      .map((c) => this.readHeader(c));
  }

  readHeader(c: ServerConciliacion): Conciliacion {
    const { total, demoraMs, demoraForma, cuentaAlCerrar } = this.#programa.rasgos;
    if (cuentaAlCerrar && c.estado === 'PENDIENTE' && c.filas.length > 0) return this.readHeader({ ...c, filas: [] });
    const error = c.filas.filter((fila) => fila.clase === 'error').length;
    const existentes = c.filas.filter((fila) => fila.clase === 'existente').length;
    const nuevos = c.filas.length - error - existentes;
    const elapsed = c.cerrada === null ? 0 : this.#reloj.t - c.cerrada;
    const listo = c.cerrada !== null && elapsed >= demoraMs && demoraForma !== 'nunca';
    const conciliados = Math.floor(nuevos * 0.7);
    const progress = demoraForma === 'gradual' && demoraMs > 0 ? Math.min(1, elapsed / demoraMs) : 0;
    const partial = demoraForma === 'sin_conciliar' && c.cerrada !== null ? nuevos : Math.floor(nuevos * progress);
    return {
      id: c.id,
      fecha: civilDateAt(c.creada),
      origenDesde: null,
      origenHasta: null,
      total: total === 'todos' ? c.filas.length : total === 'nuevos' ? nuevos : c.filas.length - error,
      nuevos,
      existentes,
      error,
      conciliados: listo ? conciliados : 0,
      sinConciliar: listo ? nuevos - conciliados : c.cerrada === null ? 0 : partial,
      estado: c.estado,
    };
  }

  /** The rows that a result shows; undefined: the server answers with an error. */
  readResult(c: ServerConciliacion): readonly ResultCupon[] | undefined {
    const { filas, demoraMs, demoraForma, eco, orden } = this.#programa.rasgos;
    if (c.estado === 'PENDIENTE' && filas !== 'si') return filas === 'vacio' ? [] : undefined;
    const elapsed = c.cerrada === null ? 0 : this.#reloj.t - c.cerrada;
    if (c.estado === 'IMPORTADO' && demoraForma === 'vacio' && elapsed < demoraMs) return [];
    const rows = c.filas
      .filter((fila) => fila.clase !== 'error')
      .map((fila, i) => ({
        cupon: eco === 'normalizado' ? normalise(fila.cupon) : sinWallet(fila.cupon),
        conciliado: i % 10 < 7,
        modo: 'A',
        nroLiquidacion: null,
        liquidacionesId: null,
        fechaLiq: null,
      }));
    return orden === 'barajado' ? rows.sort(() => this.#azar.real() - 0.5) : rows;
  }

  /** A DELETE of ours that arrives. */
  remove(id: string): void {
    const c = this.conciliaciones.get(id);
    if (c === undefined || c.muriendo) return;
    if (!c.nuestra) {
      this.tocadas.push(`borrado de la ajena ${id}`);
      return;
    }
    this.count(`el servicio borra la ${id}`);
    c.muriendo = true;
    this.#reloj.schedule(this.#programa.rasgos.borradoLentoMs, () => {
      if (this.conciliaciones.get(id) === c) this.conciliaciones.delete(id);
      this.#libres.push(id);
    });
    if (this.#programa.rasgos.borradoLentoMs === 0) this.#reloj.advance(0);
  }
}

function sinWallet(cupon: Cupon): Cupon {
  const { wallet_referencia: _referencia, wallet_tipo_operacion: _type, ...resto } = cupon;
  return resto;
}

/** As a server may write it back: numbers without zeros, amounts with other decimals, text in capitals. */
function normalise(cupon: Cupon): Cupon {
  return Object.fromEntries(
    Object.entries(sinWallet(cupon)).map(([campo, valor]) => {
      if (['comprobante', 'terminal', 'lote', 'establecimiento'].includes(campo))
        return [campo, valor.replace(/^0+(?=\d)/, '')];
      return [campo, campo === 'importe' ? valor.replace(/\.?0+$/, '') : ` ${valor.toUpperCase()} `];
    }),
  ) as Cupon;
}
