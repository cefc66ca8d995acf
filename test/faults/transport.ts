import { AppError, isAppError } from '#contract/errors.ts';
import { civilDateAt, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import type { ConciliacionesService, SendingResponse, ListReading, ResultPage } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { Foreign, Program, Luck } from './program.ts';
import type { FakeClock } from './clock.ts';
import type { FakeServer } from './server.ts';

interface Deps {
  readonly programa: Program;
  readonly reloj: FakeClock;
  readonly servidor: FakeServer;
  /** The coupons that another PC may have too. */
  readonly cupones: readonly Cupon[];
  /** Seen by the checks: a body or a DELETE leaves the client. */
  readonly onExit: (que: 'envio' | 'borrado', datum: string) => void;
}

/** The service over a bad line: the schedule says which request fares how. Counts go on over restarts of the client. */
export class Transport implements ConciliacionesService {
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

  getServiceDate(): CivilDate | null {
    return this.#respondio ? civilDateAt(this.#deps.reloj.t) : null;
  }

  /** Before each request: time passes, others act, the line may be dead. */
  #antes(): void {
    const { programa, reloj: clock, servidor } = this.#deps;
    const k = (this.#pedidos += 1) - 1;
    if (k > 5_000) throw new Error('no termina: demasiados pedidos');
    for (const foreign of programa.ajenas.filter((each) => each.k === k)) this.#otraPc(foreign);
    for (const corte of programa.muerto.filter((each) => each.k === k)) this.#muertoHasta = clock.t + corte.ms;
    for (const salto of programa.saltos.filter((each) => each.k === k)) clock.salto += salto.ms;
    if (programa.tokenVence.includes(k)) this.#vencido = true;
    clock.advance(40);
    if (clock.t < this.#muertoHasta) {
      servidor.count('el servicio no responde');
      throw new AppError('SIN_CONEXION');
    }
  }

  #otraPc({ que, abierta }: Foreign): void {
    const { servidor, cupones } = this.#deps;
    const primero = cupones[0] ?? {};
    const isDifferent: Cupon = { fecha_venta: '2026-10-01', importe: '77.00', referencia: 'ajena 9999' };
    if (que === 'borra') servidor.foreignDeletes();
    if (que === 'otra') servidor.foreign([isDifferent], abierta);
    if (que === 'mismo_cupon') servidor.foreign([{ ...primero, auxiliar_5: 'zzotrapc77.1' }], abierta);
    if (que === 'mismo_sin_marca') servidor.foreign(abierta ? [primero] : cupones, abierta);
  }

  #lectura(signal: AbortSignal): 'error' | 'parcial' | 'cuarentena' | undefined {
    signal.throwIfAborted();
    this.#antes();
    const k = (this.#lecturas += 1) - 1;
    const falla = this.#deps.programa.lecturas.find((each) => each.k === k)?.falla;
    if (falla === 'error') {
      this.#deps.servidor.count('una lectura falla');
      throw new AppError('SERVICIO_FALLA');
    }
    this.#vencido = false;
    this.#respondio = true;
    return falla;
  }

  async list(desde: CivilDate, hasta: CivilDate, signal: AbortSignal): Promise<ListReading> {
    const falla = this.#lectura(signal);
    const todas = this.#deps.servidor
      .visible()
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

  async show(id: string, signal: AbortSignal) {
    this.#lectura(signal);
    const c = this.#deps.servidor.conciliaciones.get(id);
    return Promise.resolve(c === undefined ? undefined : this.#deps.servidor.readHeader(c));
  }

  /** Page after page, as the client reads them: up to the first without rows, or a short one that makes up the counts. */
  async *readResult(id: string, signal: AbortSignal): AsyncGenerator<ResultPage> {
    let alreadyRead = 0;
    for (let page = 0; ; page += 1) {
      const falla = this.#lectura(signal);
      const c = this.#deps.servidor.conciliaciones.get(id);
      if (c === undefined) {
        if (page === 0) return;
        throw new AppError('LECTURA_INESTABLE');
      }
      const filas = this.#deps.servidor.readResult(c);
      if (filas === undefined) throw new AppError('PEDIDO_RECHAZADO');
      const corte = filas.slice(page * 100, page * 100 + 100);
      if (page > 0 && corte.length === 0) return;
      const bad = falla === 'cuarentena' && corte.length > 0;
      this.leidas.set(id, this.#deps.reloj.t);
      const encabezado = this.#deps.servidor.readHeader(c);
      yield await Promise.resolve({
        encabezado,
        cupones: bad ? corte.slice(1) : corte,
        cuarentena: bad ? 1 : 0,
      });
      alreadyRead += corte.length;
      const { total, nuevos, existentes, error, conciliados, sinConciliar } = encabezado;
      const counted = Math.max(total, nuevos + existentes + error);
      const comparadas = conciliados + sinConciliar;
      const expected = comparadas > 0 ? Math.min(comparadas, counted) : counted;
      if (corte.length === 0 || (corte.length < 100 && alreadyRead >= expected)) return;
    }
  }

  async send(cuerpo: Uint8Array, signal: AbortSignal): Promise<SendingResponse> {
    signal.throwIfAborted();
    const texto = new TextDecoder().decode(cuerpo);
    this.#deps.onExit('envio', texto);
    try {
      this.#antes();
    } catch (error) {
      if (!isAppError(error)) throw error;
      this.perdida = this.#deps.reloj.t;
      return Promise.resolve({ kind: 'perdida', motivo: 'sin conexión' });
    }
    const k = (this.#envios += 1) - 1;
    const luck = this.#deps.programa.envios.find((each) => each.k === k)?.suerte;
    if (this.#vencido) {
      this.#deps.servidor.count('el token venció: el envío es rechazado');
      return Promise.resolve({ kind: 'rechazo', status: 401, retryAfterMs: null, detalle: 'token' });
    }
    if (luck === undefined) {
      const respuesta = this.#deps.servidor.apply(texto);
      // Cut off while it was on its way: it arrived, and its answer did not.
      signal.throwIfAborted();
      return respuesta;
    }
    const respuesta = this.#conSuerte(texto, luck);
    const statement =
      respuesta.kind === 'rechazo' || (respuesta.kind === 'respuesta' && respuesta.estado && respuesta.id !== '');
    if (!statement) this.perdida = this.#deps.reloj.t;
    return Promise.resolve(respuesta);
  }

  #conSuerte(texto: string, luck: Luck): SendingResponse {
    const { servidor, reloj: clock } = this.#deps;
    servidor.count(`un envío corre esta suerte: ${JSON.stringify(luck)}`);
    const failed = luck.que === 'mitad' || ('como' in luck && (luck.como === '500' || luck.como === 'html'));
    const lost: SendingResponse = { kind: 'perdida', motivo: luck.que, ...(failed ? { status: 500 } : {}) };
    switch (luck.que) {
      case 'nunca':
        clock.advance(luck.como === 'silencio' ? 30_000 : 0);
        return luck.como === 'estado_falso'
          ? { kind: 'respuesta', estado: false, id: '', contadores: NO_COUNTERS }
          : lost;
      case 'sin_respuesta':
        this.#llegar(texto, luck.ms);
        if (luck.como === 'silencio') clock.advance(30_000);
        return luck.como === 'estado_falso' || luck.como === 'otro_id'
          ? {
              kind: 'respuesta',
              estado: luck.como === 'otro_id',
              id: luck.como === 'otro_id' ? '' : '0',
              contadores: NO_COUNTERS,
            }
          : lost;
      case 'doble': {
        const respuesta = servidor.apply(texto);
        if (!luck.respondida) this.#llegar(texto, luck.ms);
        else clock.schedule(luck.ms, () => servidor.apply(texto, { repetida: true }));
        return luck.respondida ? respuesta : lost;
      }
      case 'mitad':
        servidor.apply(texto, { parte: 0.5 });
        return lost;
      case 'rechazo':
        return {
          kind: 'rechazo',
          status: luck.status,
          retryAfterMs: luck.status === 429 ? 1_500 : null,
          detalle: '',
        };
    }
  }

  #llegar(texto: string, ms: number): void {
    const { servidor, reloj: clock } = this.#deps;
    if (ms === 0) {
      servidor.apply(texto);
      return;
    }
    this.enCamino.add(texto);
    clock.schedule(ms, () => {
      this.enCamino.delete(texto);
      servidor.apply(texto);
    });
  }

  async remove(id: string, signal: AbortSignal): Promise<'borrada' | 'perdida'> {
    signal.throwIfAborted();
    this.#deps.onExit('borrado', id);
    try {
      this.#antes();
    } catch (error) {
      if (!isAppError(error)) throw error;
      return Promise.resolve('perdida');
    }
    const k = (this.#borrados += 1) - 1;
    const luck = this.#deps.programa.borrados.find((each) => each.k === k);
    if (luck === undefined) {
      this.#deps.servidor.remove(id);
      return Promise.resolve('borrada');
    }
    this.#deps.servidor.count('un borrado queda sin respuesta');
    if (!luck.nunca)
      this.#deps.reloj.schedule(luck.ms, () => {
        this.#deps.servidor.remove(id);
      });
    return Promise.resolve('perdida');
  }

  async renew(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#vencido = false;
    return Promise.resolve();
  }
}

const NO_COUNTERS = { recibidos: null, total: null, nuevos: null, existentes: null, error: null };
