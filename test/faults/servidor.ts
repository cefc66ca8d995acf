import { civilDateAt } from '#domain/civil-date.ts';
import type { Conciliacion, Contadores, CuponResultado, EnvioRespuesta } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import { Azar } from './azar.ts';
import type { Programa } from './programa.ts';
import type { Reloj } from './reloj.ts';

export interface Fila {
  readonly cupon: Cupon;
  readonly clase: 'nuevo' | 'existente' | 'error';
  readonly llega: number;
  /** From a second delivery of a send that had been answered. */
  readonly repetida: boolean;
}

export interface Reconciliacion {
  readonly id: string;
  readonly nuestra: boolean;
  readonly filas: Fila[];
  estado: 'PENDIENTE' | 'IMPORTADO';
  readonly creada: number;
  readonly repetida: boolean;
  cerrada: number | null;
  /** Answered as deleted, still visible for a while. */
  muriendo: boolean;
}

/** What a person would call the server's truth, with the traits of a schedule. */
export class Servidor {
  readonly #programa: Programa;
  readonly #reloj: Reloj;
  readonly #azar: Azar;
  readonly conciliaciones = new Map<string, Reconciliacion>();
  /** Faults of ours against somebody else's: must stay empty. */
  readonly tocadas: string[] = [];
  readonly relato: string[] = [];
  /** Bodies that were applied whole, where and when. */
  readonly tomados: { readonly cuerpo: string; readonly en: Reconciliacion; readonly t: number }[] = [];
  #proximo = 101;
  #libres: string[] = [];

  constructor(programa: Programa, reloj: Reloj) {
    this.#programa = programa;
    this.#reloj = reloj;
    this.#azar = new Azar(programa.semilla + 77);
  }

  contar(texto: string): void {
    this.relato.push(`[${String(Math.round((this.#reloj.t - Date.UTC(2026, 10, 3, 14)) / 100) / 10)} s] ${texto}`);
  }

  #nuevoId(nuestra: boolean): string {
    const libre = nuestra && this.#azar.si(0.5) ? undefined : this.#libres.shift();
    if (libre !== undefined && this.#programa.rasgos.idsReusados) return libre;
    return String((this.#proximo += 1));
  }

  #abrir(nuestra: boolean, repetida = false): Reconciliacion {
    const nueva: Reconciliacion = {
      id: this.#nuevoId(nuestra),
      nuestra,
      filas: [],
      estado: 'PENDIENTE',
      creada: this.#reloj.t,
      repetida,
      cerrada: null,
      muriendo: false,
    };
    this.conciliaciones.set(nueva.id, nueva);
    return nueva;
  }

  /** Somebody else's upload, with these coupons. */
  ajena(cupones: readonly Cupon[], abierta: boolean): string {
    const nueva = this.#abrir(false);
    nueva.filas.push(
      ...cupones.map((cupon) => ({ cupon, clase: 'nuevo' as const, llega: this.#reloj.t, repetida: false })),
    );
    if (!abierta) {
      nueva.estado = 'IMPORTADO';
      nueva.cerrada = this.#reloj.t;
    }
    this.contar(`otra PC crea la ${nueva.id} con ${String(cupones.length)} cupones`);
    return nueva.id;
  }

  /** Somebody else deletes what they made last. */
  ajenaBorra(): void {
    const c = [...this.conciliaciones.values()].findLast((cada) => !cada.nuestra);
    if (c === undefined) return;
    this.conciliaciones.delete(c.id);
    this.#libres.push(c.id);
    this.contar(`otra PC borra la ${c.id}`);
  }

  /**
   * Applies a body of ours as it arrives. `parte` of its coupons only, when the server fails half way (a close then stays open); `repetida` is
   * the second delivery of a send that was answered.
   */
  aplicar(cuerpo: string, { parte = 1, repetida = false } = {}): EnvioRespuesta {
    const { id, datos, subir_mas } = JSON.parse(cuerpo) as {
      id: string;
      datos: Record<string, string | number>[];
      subir_mas: string;
    };
    const negada = this.#negar(datos);
    if (negada !== undefined) return negada;
    const { postBorrado } = this.#programa.rasgos;
    const falta = id !== '0' && !this.conciliaciones.has(id);
    const nueva = id === '0' || (falta && postBorrado === 'crea');
    const abierta = nueva ? this.#abrir(true, repetida) : this.conciliaciones.get(id);
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
    const filas = datos.slice(0, Math.ceil(datos.length * parte)).map((dato) => this.#fila(dato, repetida));
    if (abierta.estado === 'PENDIENTE' || postImportado === 'agrega') abierta.filas.push(...filas);
    if (subir_mas === 'false' && parte === 1 && abierta.estado === 'PENDIENTE') {
      abierta.estado = 'IMPORTADO';
      abierta.cerrada = this.#reloj.t;
    }
    if (parte === 1 && !repetida) this.tomados.push({ cuerpo, en: abierta, t: this.#reloj.t });
    this.contar(
      `el servicio toma ${String(filas.length)} cupones en la ${abierta.id}${subir_mas === 'false' ? ' y la cierra' : ''}`,
    );
    return { kind: 'respuesta', estado: true, id: abierta.id, contadores: this.#contadores(abierta, filas) };
  }

  #fila(dato: Record<string, string | number>, repetida: boolean): Fila {
    const cupon = Object.fromEntries(Object.entries(dato).map(([campo, valor]) => [campo, String(valor)])) as Cupon;
    const n = Number(/\d+$/.exec(cupon.referencia ?? '')?.[0] ?? 0);
    const clase = this.#programa.existentes.includes(n)
      ? 'existente'
      : this.#programa.errados.includes(n)
        ? 'error'
        : 'nuevo';
    return { cupon, clase, llega: this.#reloj.t, repetida };
  }

  #negar(datos: readonly Record<string, string | number>[]): EnvioRespuesta | undefined {
    const { maxLote, statusTamano, numeros } = this.#programa.rasgos;
    const rechazo = (status: number, detalle: string): EnvioRespuesta => ({
      kind: 'rechazo',
      status,
      retryAfterMs: null,
      detalle,
    });
    if (maxLote > 0 && datos.length > maxLote) return rechazo(statusTamano, 'demasiados');
    if (numeros === 'numero' && datos.some((dato) => typeof dato['importe'] === 'string'))
      return rechazo(400, 'números');
    const malo = datos.some((dato) =>
      this.#programa.malos.includes(Number(/\d+$/.exec(String(dato['referencia'] ?? ''))?.[0] ?? 0)),
    );
    if (malo && this.#programa.rasgos.malosRompen) return { kind: 'perdida', motivo: 'cupón', status: 500 };
    return malo ? rechazo(400, 'cupón') : undefined;
  }

  #contadores({ filas }: Reconciliacion, nuevas: readonly Fila[]): Contadores {
    const de = this.#programa.rasgos.contadores === 'lote' ? nuevas : filas;
    const error = de.filter((fila) => fila.clase === 'error').length;
    const existentes = de.filter((fila) => fila.clase === 'existente').length;
    const bien = {
      recibidos: nuevas.length,
      total: de.length,
      nuevos: de.length - error - existentes,
      existentes,
      error,
    };
    return this.#programa.rasgos.contadores === 'mal' ? { ...bien, total: null, nuevos: -1, existentes: 999 } : bien;
  }

  visibles(): readonly Conciliacion[] {
    return [...this.conciliaciones.values()]
      .filter((c) => c.estado === 'IMPORTADO' || this.#programa.rasgos.lista)
      .map((c) => this.encabezado(c));
  }

  encabezado(c: Reconciliacion): Conciliacion {
    const { total, demoraMs, demoraForma, cuentaAlCerrar } = this.#programa.rasgos;
    if (cuentaAlCerrar && c.estado === 'PENDIENTE' && c.filas.length > 0) return this.encabezado({ ...c, filas: [] });
    const error = c.filas.filter((fila) => fila.clase === 'error').length;
    const existentes = c.filas.filter((fila) => fila.clase === 'existente').length;
    const nuevos = c.filas.length - error - existentes;
    const pasado = c.cerrada === null ? 0 : this.#reloj.t - c.cerrada;
    const listo = c.cerrada !== null && pasado >= demoraMs && demoraForma !== 'nunca';
    const conciliados = Math.floor(nuevos * 0.7);
    const avance = demoraForma === 'gradual' && demoraMs > 0 ? Math.min(1, pasado / demoraMs) : 0;
    const parcial = demoraForma === 'sin_conciliar' && c.cerrada !== null ? nuevos : Math.floor(nuevos * avance);
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
      sinConciliar: listo ? nuevos - conciliados : c.cerrada === null ? 0 : parcial,
      estado: c.estado,
    };
  }

  /** The rows that a result shows; undefined: the server answers with an error. */
  resultado(c: Reconciliacion): readonly CuponResultado[] | undefined {
    const { filas, demoraMs, demoraForma, eco, orden } = this.#programa.rasgos;
    if (c.estado === 'PENDIENTE' && filas !== 'si') return filas === 'vacio' ? [] : undefined;
    const pasado = c.cerrada === null ? 0 : this.#reloj.t - c.cerrada;
    if (c.estado === 'IMPORTADO' && demoraForma === 'vacio' && pasado < demoraMs) return [];
    const rows = c.filas
      .filter((fila) => fila.clase !== 'error')
      .map((fila, i) => ({
        cupon: eco === 'normalizado' ? normalizar(fila.cupon) : sinWallet(fila.cupon),
        conciliado: i % 10 < 7,
        modo: 'A',
        nroLiquidacion: null,
        liquidacionesId: null,
        fechaLiq: null,
      }));
    return orden === 'barajado' ? rows.sort(() => this.#azar.real() - 0.5) : rows;
  }

  /** A DELETE of ours that arrives. */
  borrar(id: string): void {
    const c = this.conciliaciones.get(id);
    if (c === undefined || c.muriendo) return;
    if (!c.nuestra) {
      this.tocadas.push(`borrado de la ajena ${id}`);
      return;
    }
    this.contar(`el servicio borra la ${id}`);
    c.muriendo = true;
    this.#reloj.programar(this.#programa.rasgos.borradoLentoMs, () => {
      if (this.conciliaciones.get(id) === c) this.conciliaciones.delete(id);
      this.#libres.push(id);
    });
    if (this.#programa.rasgos.borradoLentoMs === 0) this.#reloj.avanzar(0);
  }
}

function sinWallet(cupon: Cupon): Cupon {
  const { wallet_referencia: _referencia, wallet_tipo_operacion: _tipo, ...resto } = cupon;
  return resto;
}

/** As a server may write it back: numbers without zeros, amounts with other decimals, text in capitals. */
function normalizar(cupon: Cupon): Cupon {
  return Object.fromEntries(
    Object.entries(sinWallet(cupon)).map(([campo, valor]) => {
      if (['comprobante', 'terminal', 'lote', 'establecimiento'].includes(campo))
        return [campo, valor.replace(/^0+(?=\d)/, '')];
      return [campo, campo === 'importe' ? valor.replace(/\.?0+$/, '') : ` ${valor.toUpperCase()} `];
    }),
  ) as Cupon;
}
