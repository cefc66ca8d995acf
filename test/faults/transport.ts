import { AppError, isAppError } from '#contract/errors.ts';
import { civilDateAt, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import type { ConciliacionesService, Removal, SendingResponse, ListReading, ResultPage } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { Foreign, Program, Luck } from './program.ts';
import type { FakeClock } from './clock.ts';
import type { FakeServer } from './server.ts';

interface Deps {
  readonly program: Program;
  readonly timer: FakeClock;
  readonly server: FakeServer;
  readonly cupones: readonly Cupon[];
  /** Called when a body or a DELETE leaves the client. */
  readonly onExit: (what: 'envio' | 'borrado', datum: string) => void;
}

/** The service over a bad line, as the schedule says for each request. Requests are counted across restarts of the client. */
export class Transport implements ConciliacionesService {
  readonly #deps: Deps;
  #requests = 0;
  #readings = 0;
  #sendings = 0;
  #deletions = 0;
  #deadUntil = 0;
  #isExpired = false;
  #didAnswer = false;
  /** Unanswered bodies that the server may still apply. */
  readonly underway = new Set<string>();
  /** When an answer was last lost; null: never. */
  lost: number | null = null;
  /** When the list was last read without a fault; `read`: each result. */
  listed = 0;
  readonly read = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  getServiceDate(): CivilDate | null {
    return this.#didAnswer ? civilDateAt(this.#deps.timer.t) : null;
  }

  /** Runs before each request: time passes, foreign uploads happen, the line may be dead. */
  #before(): void {
    const { program, timer: clock, server } = this.#deps;
    const k = (this.#requests += 1) - 1;
    if (k > 5_000) throw new Error('no termina: demasiados pedidos');
    for (const foreign of program.foreign.filter((each) => each.k === k)) this.#playOtherPc(foreign);
    for (const outcome of program.dead.filter((each) => each.k === k)) this.#deadUntil = clock.t + outcome.ms;
    for (const leap of program.leaps.filter((each) => each.k === k)) clock.leap += leap.ms;
    if (program.tokenExpires.includes(k)) this.#isExpired = true;
    clock.advance(40);
    if (clock.t < this.#deadUntil) {
      server.count('el servicio no responde');
      throw new AppError('SIN_CONEXION');
    }
  }

  #playOtherPc({ que, abierta }: Foreign): void {
    const { server, cupones } = this.#deps;
    const first = cupones[0] ?? {};
    const other: Cupon = { fecha_venta: '2026-10-01', importe: '77.00', referencia: 'ajena 9999' };
    if (que === 'borra') server.foreignDeletes();
    if (que === 'otra') server.foreign([other], abierta);
    if (que === 'mismo_cupon') server.foreign([{ ...first, auxiliar_5: 'zzotrapc77.1' }], abierta);
    if (que === 'mismo_sin_marca') server.foreign(abierta ? [first] : cupones, abierta);
  }

  #playReading(signal: AbortSignal): 'error' | 'parcial' | 'cuarentena' | undefined {
    signal.throwIfAborted();
    this.#before();
    const k = (this.#readings += 1) - 1;
    const failure = this.#deps.program.readings.find((each) => each.k === k)?.falla;
    if (failure === 'error') {
      this.#deps.server.count('una lectura falla');
      throw new AppError('SERVICIO_FALLA');
    }
    this.#isExpired = false;
    this.#didAnswer = true;
    return failure;
  }

  async list(from: CivilDate, to: CivilDate, signal: AbortSignal): Promise<ListReading> {
    const failure = this.#playReading(signal);
    const all = this.#deps.server
      .visible()
      .filter(
        (c) => c.fecha !== null && toDayNumber(c.fecha) >= toDayNumber(from) && toDayNumber(c.fecha) <= toDayNumber(to),
      );
    if (failure !== 'parcial') this.listed = this.#deps.timer.t;
    if (all.length === 0 && this.#deps.program.rasgos.emptyList === 'ausente') throw new AppError('RESPUESTA_INVALIDA');
    return Promise.resolve(
      failure === 'parcial'
        ? { conciliaciones: all.slice(0, Math.floor(all.length / 2)), completa: false }
        : { conciliaciones: all, completa: true },
    );
  }

  async show(id: string, signal: AbortSignal) {
    this.#playReading(signal);
    const { server, program } = this.#deps;
    const c = server.conciliaciones.get(id);
    const isHidden = c?.estado === 'PENDIENTE' && !program.rasgos.showsPending;
    return Promise.resolve(c === undefined || isHidden ? undefined : server.readHeader(c));
  }

  /** Reads page after page as the client does: up to the first page without rows, or to a short one that completes the counts. */
  async *readResult(id: string, signal: AbortSignal): AsyncGenerator<ResultPage> {
    let alreadyRead = 0;
    for (let page = 0; ; page += 1) {
      const failure = this.#playReading(signal);
      const c = this.#deps.server.conciliaciones.get(id);
      if (c === undefined) {
        if (page === 0) return;
        throw new AppError('LECTURA_INESTABLE');
      }
      const rows = this.#deps.server.readResult(c);
      if (rows === undefined) throw new AppError('PEDIDO_RECHAZADO');
      const outcome = rows.slice(page * 100, page * 100 + 100);
      if (page > 0 && outcome.length === 0) return;
      const bad = failure === 'cuarentena' && outcome.length > 0;
      this.read.set(id, this.#deps.timer.t);
      const header = this.#deps.server.readHeader(c);
      yield await Promise.resolve({
        encabezado: header,
        cupones: bad ? outcome.slice(1) : outcome,
        cuarentena: bad ? 1 : 0,
      });
      alreadyRead += outcome.length;
      const { total, nuevos, existentes, error, conciliados, sinConciliar } = header;
      const counted = Math.max(total, nuevos + existentes + error);
      const compared = conciliados + sinConciliar;
      const expected = compared > 0 ? Math.min(compared, counted) : counted;
      if (outcome.length === 0 || (outcome.length < 100 && alreadyRead >= expected)) return;
    }
  }

  async send(body: Uint8Array, signal: AbortSignal): Promise<SendingResponse> {
    signal.throwIfAborted();
    const text = new TextDecoder().decode(body);
    this.#deps.onExit('envio', text);
    try {
      this.#before();
    } catch (error) {
      if (!isAppError(error)) throw error;
      this.lost = this.#deps.timer.t;
      return Promise.resolve({ kind: 'perdida', motivo: 'sin conexión' });
    }
    const k = (this.#sendings += 1) - 1;
    const luck = this.#deps.program.sendings.find((each) => each.k === k)?.luck;
    if (this.#isExpired) {
      this.#deps.server.count('el token venció: el envío es rechazado');
      return Promise.resolve({ kind: 'rechazo', status: 401, retryAfterMs: null, detalle: 'token' });
    }
    if (luck === undefined) {
      const answer = this.#deps.server.apply(text);
      // If the client aborted meanwhile, the body arrived but the answer did not.
      signal.throwIfAborted();
      return answer;
    }
    const answer = this.#tryLuck(text, luck);
    const statement = answer.kind === 'rechazo' || (answer.kind === 'respuesta' && answer.estado && answer.id !== '');
    if (!statement) this.lost = this.#deps.timer.t;
    return Promise.resolve(answer);
  }

  #tryLuck(text: string, luck: Luck): SendingResponse {
    const { server, timer: clock } = this.#deps;
    server.count(`un envío corre esta suerte: ${JSON.stringify(luck)}`);
    const failed = luck.que === 'mitad' || ('como' in luck && (luck.como === '500' || luck.como === 'html'));
    const lost: SendingResponse = { kind: 'perdida', motivo: luck.que, ...(failed ? { status: 500 } : {}) };
    switch (luck.que) {
      case 'nunca':
        clock.advance(luck.como === 'silencio' ? 30_000 : 0);
        return luck.como === 'estado_falso'
          ? { kind: 'respuesta', estado: false, id: '', contadores: NO_COUNTERS }
          : lost;
      case 'sin_respuesta':
        this.#arrive(text, luck.ms);
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
        const answer = server.apply(text);
        if (!luck.isAnswered) this.#arrive(text, luck.ms);
        else clock.schedule(luck.ms, () => server.apply(text, { isRepeated: true }));
        return luck.isAnswered ? answer : lost;
      }
      case 'mitad':
        server.apply(text, { parte: 0.5 });
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

  #arrive(text: string, ms: number): void {
    const { server, timer: clock } = this.#deps;
    if (ms === 0) {
      server.apply(text);
      return;
    }
    this.underway.add(text);
    clock.schedule(ms, () => {
      this.underway.delete(text);
      server.apply(text);
    });
  }

  async remove(id: string, signal: AbortSignal): Promise<Removal> {
    signal.throwIfAborted();
    this.#deps.onExit('borrado', id);
    try {
      this.#before();
    } catch (error) {
      if (!isAppError(error)) throw error;
      return Promise.resolve('perdida');
    }
    const k = (this.#deletions += 1) - 1;
    const luck = this.#deps.program.deletions.find((each) => each.k === k);
    if (luck === undefined) {
      this.#deps.server.remove(id);
      return Promise.resolve('borrada');
    }
    this.#deps.server.count('un borrado queda sin respuesta');
    if (!luck.nunca)
      this.#deps.timer.schedule(luck.ms, () => {
        this.#deps.server.remove(id);
      });
    return Promise.resolve('perdida');
  }

  async renew(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#isExpired = false;
    return Promise.resolve();
  }
}

const NO_COUNTERS = { recibidos: null, total: null, nuevos: null, existentes: null, error: null };
