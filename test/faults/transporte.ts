import { AppError, isAppError } from '#contract/errors.ts';
import { civilDateAt, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import type { ConciliacionesServicio, EnvioRespuesta, ListaLeida, ResultadoPagina } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { Ajena, Programa, Suerte } from './programa.ts';
import type { Reloj } from './reloj.ts';
import type { Servidor } from './servidor.ts';

interface Deps {
  readonly programa: Programa;
  readonly reloj: Reloj;
  readonly servidor: Servidor;
  /** The coupons that another PC may have too. */
  readonly cupones: readonly Cupon[];
  /** Seen by the checks: a body or a DELETE leaves the client. */
  readonly alSalir: (que: 'envio' | 'borrado', dato: string) => void;
}

/** The service over a bad line: the schedule says which request fares how. Counts go on over restarts of the client. */
export class Transporte implements ConciliacionesServicio {
  readonly #deps: Deps;
  #pedidos = 0;
  #lecturas = 0;
  #envios = 0;
  #borrados = 0;
  #muertoHasta = 0;
  #vencido = false;
  #respondio = false;
  /** Unanswered bodies that the server may still apply. */
  readonly enCamino = new Set<string>();
  /** When the last answer was lost. */
  perdida: number | null = null;
  /** When the list, and each result, was last read without a fault. */
  listada = 0;
  readonly leidas = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  fechaServicio(): CivilDate | null {
    return this.#respondio ? civilDateAt(this.#deps.reloj.t) : null;
  }

  /** Before each request: time passes, others act, the line may be dead. */
  #antes(): void {
    const { programa, reloj, servidor } = this.#deps;
    const k = (this.#pedidos += 1) - 1;
    if (k > 5_000) throw new Error('no termina: demasiados pedidos');
    for (const ajena of programa.ajenas.filter((cada) => cada.k === k)) this.#otraPc(ajena);
    for (const corte of programa.muerto.filter((cada) => cada.k === k)) this.#muertoHasta = reloj.t + corte.ms;
    for (const salto of programa.saltos.filter((cada) => cada.k === k)) reloj.salto += salto.ms;
    if (programa.tokenVence.includes(k)) this.#vencido = true;
    reloj.avanzar(40);
    if (reloj.t < this.#muertoHasta) {
      servidor.contar('el servicio no responde');
      throw new AppError('SIN_CONEXION');
    }
  }

  #otraPc({ que, abierta }: Ajena): void {
    const { servidor, cupones } = this.#deps;
    const primero = cupones[0] ?? {};
    const distinto: Cupon = { fecha_venta: '2026-10-01', importe: '77.00', referencia: 'ajena 9999' };
    if (que === 'borra') servidor.ajenaBorra();
    if (que === 'otra') servidor.ajena([distinto], abierta);
    if (que === 'mismo_cupon') servidor.ajena([{ ...primero, auxiliar_5: 'zzotrapc77.1' }], abierta);
    if (que === 'mismo_sin_marca') servidor.ajena(abierta ? [primero] : cupones, abierta);
  }

  #lectura(signal: AbortSignal): 'error' | 'parcial' | 'cuarentena' | undefined {
    signal.throwIfAborted();
    this.#antes();
    const k = (this.#lecturas += 1) - 1;
    const falla = this.#deps.programa.lecturas.find((cada) => cada.k === k)?.falla;
    if (falla === 'error') {
      this.#deps.servidor.contar('una lectura falla');
      throw new AppError('SERVICIO_FALLA');
    }
    this.#vencido = false;
    this.#respondio = true;
    return falla;
  }

  async listar(desde: CivilDate, hasta: CivilDate, signal: AbortSignal): Promise<ListaLeida> {
    const falla = this.#lectura(signal);
    const todas = this.#deps.servidor
      .visibles()
      .filter(
        (c) =>
          c.fecha !== null && toDayNumber(c.fecha) >= toDayNumber(desde) && toDayNumber(c.fecha) <= toDayNumber(hasta),
      );
    if (falla !== 'parcial') this.listada = this.#deps.reloj.t;
    return Promise.resolve(
      falla === 'parcial'
        ? { conciliaciones: todas.slice(0, Math.floor(todas.length / 2)), completa: false }
        : { conciliaciones: todas, completa: true },
    );
  }

  async ver(id: string, signal: AbortSignal) {
    this.#lectura(signal);
    const c = this.#deps.servidor.conciliaciones.get(id);
    return Promise.resolve(c === undefined ? undefined : this.#deps.servidor.encabezado(c));
  }

  /** Page after page, as the client reads them: up to the first without rows, or a short one that makes up the counts. */
  async *resultado(id: string, signal: AbortSignal): AsyncGenerator<ResultadoPagina> {
    let leidas = 0;
    for (let pagina = 0; ; pagina += 1) {
      const falla = this.#lectura(signal);
      const c = this.#deps.servidor.conciliaciones.get(id);
      if (c === undefined) {
        if (pagina === 0) return;
        throw new AppError('LECTURA_INESTABLE');
      }
      const filas = this.#deps.servidor.resultado(c);
      if (filas === undefined) throw new AppError('PEDIDO_RECHAZADO');
      const corte = filas.slice(pagina * 100, pagina * 100 + 100);
      if (pagina > 0 && corte.length === 0) return;
      const mala = falla === 'cuarentena' && corte.length > 0;
      this.leidas.set(id, this.#deps.reloj.t);
      const encabezado = this.#deps.servidor.encabezado(c);
      yield await Promise.resolve({
        encabezado,
        cupones: mala ? corte.slice(1) : corte,
        cuarentena: mala ? 1 : 0,
      });
      leidas += corte.length;
      const { total, nuevos, existentes, error, conciliados, sinConciliar } = encabezado;
      const contadas = Math.max(total, nuevos + existentes + error);
      const comparadas = conciliados + sinConciliar;
      const esperadas = comparadas > 0 ? Math.min(comparadas, contadas) : contadas;
      if (corte.length === 0 || (corte.length < 100 && leidas >= esperadas)) return;
    }
  }

  async enviar(cuerpo: Uint8Array, signal: AbortSignal): Promise<EnvioRespuesta> {
    signal.throwIfAborted();
    const texto = new TextDecoder().decode(cuerpo);
    this.#deps.alSalir('envio', texto);
    try {
      this.#antes();
    } catch (error) {
      if (!isAppError(error)) throw error;
      this.perdida = this.#deps.reloj.t;
      return Promise.resolve({ kind: 'perdida', motivo: 'sin conexión' });
    }
    const k = (this.#envios += 1) - 1;
    const suerte = this.#deps.programa.envios.find((cada) => cada.k === k)?.suerte;
    if (this.#vencido) {
      this.#deps.servidor.contar('el token venció: el envío es rechazado');
      return Promise.resolve({ kind: 'rechazo', status: 401, retryAfterMs: null, detalle: 'token' });
    }
    if (suerte === undefined) {
      const respuesta = this.#deps.servidor.aplicar(texto);
      // Cut off while it was on its way: it arrived, and its answer did not.
      signal.throwIfAborted();
      return respuesta;
    }
    const respuesta = this.#conSuerte(texto, suerte);
    const dicha =
      respuesta.kind === 'rechazo' || (respuesta.kind === 'respuesta' && respuesta.estado && respuesta.id !== '');
    if (!dicha) this.perdida = this.#deps.reloj.t;
    return Promise.resolve(respuesta);
  }

  #conSuerte(texto: string, suerte: Suerte): EnvioRespuesta {
    const { servidor, reloj } = this.#deps;
    servidor.contar(`un envío corre esta suerte: ${JSON.stringify(suerte)}`);
    const fallo = suerte.que === 'mitad' || ('como' in suerte && (suerte.como === '500' || suerte.como === 'html'));
    const perdida: EnvioRespuesta = { kind: 'perdida', motivo: suerte.que, ...(fallo ? { status: 500 } : {}) };
    switch (suerte.que) {
      case 'nunca':
        reloj.avanzar(suerte.como === 'silencio' ? 30_000 : 0);
        return suerte.como === 'estado_falso'
          ? { kind: 'respuesta', estado: false, id: '', contadores: SIN_CONTADORES }
          : perdida;
      case 'sin_respuesta':
        this.#llegar(texto, suerte.ms);
        if (suerte.como === 'silencio') reloj.avanzar(30_000);
        return suerte.como === 'estado_falso' || suerte.como === 'otro_id'
          ? {
              kind: 'respuesta',
              estado: suerte.como === 'otro_id',
              id: suerte.como === 'otro_id' ? '' : '0',
              contadores: SIN_CONTADORES,
            }
          : perdida;
      case 'doble': {
        const respuesta = servidor.aplicar(texto);
        if (!suerte.respondida) this.#llegar(texto, suerte.ms);
        else reloj.programar(suerte.ms, () => servidor.aplicar(texto, { repetida: true }));
        return suerte.respondida ? respuesta : perdida;
      }
      case 'mitad':
        servidor.aplicar(texto, { parte: 0.5 });
        return perdida;
      case 'rechazo':
        return {
          kind: 'rechazo',
          status: suerte.status,
          retryAfterMs: suerte.status === 429 ? 1_500 : null,
          detalle: '',
        };
    }
  }

  #llegar(texto: string, ms: number): void {
    const { servidor, reloj } = this.#deps;
    if (ms === 0) {
      servidor.aplicar(texto);
      return;
    }
    this.enCamino.add(texto);
    reloj.programar(ms, () => {
      this.enCamino.delete(texto);
      servidor.aplicar(texto);
    });
  }

  async borrar(id: string, signal: AbortSignal): Promise<'borrada' | 'perdida'> {
    signal.throwIfAborted();
    this.#deps.alSalir('borrado', id);
    try {
      this.#antes();
    } catch (error) {
      if (!isAppError(error)) throw error;
      return Promise.resolve('perdida');
    }
    const k = (this.#borrados += 1) - 1;
    const suerte = this.#deps.programa.borrados.find((cada) => cada.k === k);
    if (suerte === undefined) {
      this.#deps.servidor.borrar(id);
      return Promise.resolve('borrada');
    }
    this.#deps.servidor.contar('un borrado queda sin respuesta');
    if (!suerte.nunca)
      this.#deps.reloj.programar(suerte.ms, () => {
        this.#deps.servidor.borrar(id);
      });
    return Promise.resolve('perdida');
  }

  async renovar(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#vencido = false;
    return Promise.resolve();
  }
}

const SIN_CONTADORES = { recibidos: null, total: null, nuevos: null, existentes: null, error: null };
