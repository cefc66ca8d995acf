import { civilDateAt } from '#domain/civil-date.ts';
import type { Conciliacion, Counters, ResultCupon, SendingResponse } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import { Random } from './random.ts';
import type { Program } from './program.ts';
import type { FakeClock } from './clock.ts';

export interface Row {
  readonly cupon: Cupon;
  readonly clase: 'nuevo' | 'existente' | 'error';
  readonly arrives: number;
  /** The row comes from a second delivery of an answered send. */
  readonly isRepeated: boolean;
}

export interface ServerConciliacion {
  readonly id: string;
  readonly nuestra: boolean;
  readonly filas: Row[];
  estado: 'PENDIENTE' | 'IMPORTADO';
  readonly createdAt: number;
  readonly isRepeated: boolean;
  cerrada: number | null;
  /** Answered as deleted, but still visible for a while. */
  isDying: boolean;
}

/** The server: its true state, with the traits of a schedule. */
export class FakeServer {
  readonly #program: Program;
  readonly #timer: FakeClock;
  readonly #random: Random;
  readonly conciliaciones = new Map<string, ServerConciliacion>();
  /** Our requests that touched foreign reconciliations; must stay empty. */
  readonly touched: string[] = [];
  readonly story: string[] = [];
  /** Bodies that were applied whole, with the reconciliation and the time. */
  readonly taken: { readonly cuerpo: string; readonly en: ServerConciliacion; readonly t: number }[] = [];
  #next = 101;
  #free: string[] = [];

  constructor(program: Program, clock: FakeClock) {
    this.#program = program;
    this.#timer = clock;
    this.#random = new Random(program.semilla + 77);
  }

  count(text: string): void {
    this.story.push(`[${String(Math.round((this.#timer.t - Date.UTC(2026, 10, 3, 14)) / 100) / 10)} s] ${text}`);
  }

  #createId(ours: boolean): string {
    const freeId = ours && this.#random.si(0.5) ? undefined : this.#free.shift();
    if (freeId !== undefined && this.#program.rasgos.reusesIds) return freeId;
    return String((this.#next += 1));
  }

  #open(ours: boolean, isRepeated = false): ServerConciliacion {
    const fresh: ServerConciliacion = {
      id: this.#createId(ours),
      nuestra: ours,
      filas: [],
      estado: 'PENDIENTE',
      createdAt: this.#timer.t,
      isRepeated,
      cerrada: null,
      isDying: false,
    };
    this.conciliaciones.set(fresh.id, fresh);
    return fresh;
  }

  foreign(cupones: readonly Cupon[], opened: boolean): string {
    const fresh = this.#open(false);
    fresh.filas.push(
      ...cupones.map((cupon) => ({ cupon, clase: 'nuevo' as const, arrives: this.#timer.t, isRepeated: false })),
    );
    if (!opened) {
      fresh.estado = 'IMPORTADO';
      fresh.cerrada = this.#timer.t;
    }
    this.count(`otra PC crea la ${fresh.id} con ${String(cupones.length)} cupones`);
    return fresh.id;
  }

  foreignDeletes(): void {
    const c = [...this.conciliaciones.values()].findLast((each) => !each.nuestra);
    if (c === undefined) return;
    this.conciliaciones.delete(c.id);
    this.#free.push(c.id);
    this.count(`otra PC borra la ${c.id}`);
  }

  /**
   * Applies a body of ours on arrival. `parte`: the share of its coupons applied before the server fails (a close then leaves the reconciliation open).
   * `isRepeated`: second delivery of an answered send.
   */
  apply(body: string, { parte = 1, isRepeated = false } = {}): SendingResponse {
    const { id, datos, subir_mas } = JSON.parse(body) as {
      id: string;
      datos: Record<string, string | number>[];
      subir_mas: string;
    };
    const refused = this.#refuse(datos);
    if (refused !== undefined) return refused;
    const { postToDeleted } = this.#program.rasgos;
    const missing = id !== '0' && !this.conciliaciones.has(id);
    const fresh = id === '0' || (missing && postToDeleted === 'crea');
    const opened = fresh ? this.#open(true, isRepeated) : this.conciliaciones.get(id);
    if (opened === undefined || opened.isDying)
      return { kind: 'rechazo', status: 400, retryAfterMs: null, detalle: 'no existe' };
    if (!opened.nuestra) {
      this.touched.push(`envío a la ajena ${id}`);
      return { kind: 'rechazo', status: 403, retryAfterMs: null, detalle: 'ajena' };
    }
    const { postToImported } = this.#program.rasgos;
    if (opened.estado === 'IMPORTADO' && postToImported === 'error') {
      return { kind: 'rechazo', status: 400, retryAfterMs: null, detalle: 'cerrada' };
    }
    const rows = datos.slice(0, Math.ceil(datos.length * parte)).map((datum) => this.#buildRow(datum, isRepeated));
    if (opened.estado === 'PENDIENTE' || postToImported === 'agrega') opened.filas.push(...rows);
    if (subir_mas === 'false' && parte === 1 && opened.estado === 'PENDIENTE') {
      opened.estado = 'IMPORTADO';
      opened.cerrada = this.#timer.t;
    }
    if (parte === 1 && !isRepeated) this.taken.push({ cuerpo: body, en: opened, t: this.#timer.t });
    this.count(
      `el servicio toma ${String(rows.length)} cupones en la ${opened.id}${subir_mas === 'false' ? ' y la cierra' : ''}`,
    );
    return { kind: 'respuesta', estado: true, id: opened.id, contadores: this.#countersOf(opened, rows) };
  }

  #buildRow(datum: Record<string, string | number>, isRepeated: boolean): Row {
    const cupon = Object.fromEntries(Object.entries(datum).map(([field, value]) => [field, String(value)])) as Cupon;
    const n = Number(/\d+$/.exec(cupon.referencia ?? '')?.[0] ?? 0);
    const kind = this.#program.existentes.includes(n)
      ? 'existente'
      : this.#program.wrong.includes(n)
        ? 'error'
        : 'nuevo';
    return { cupon, clase: kind, arrives: this.#timer.t, isRepeated };
  }

  #refuse(data: readonly Record<string, string | number>[]): SendingResponse | undefined {
    const { maxLote, sizeStatus, numeros } = this.#program.rasgos;
    const rechazo = (status: number, detail: string): SendingResponse => ({
      kind: 'rechazo',
      status,
      retryAfterMs: null,
      detalle: detail,
    });
    if (maxLote > 0 && data.length > maxLote) return rechazo(sizeStatus, 'demasiados');
    if (numeros === 'numero' && data.some((datum) => typeof datum['importe'] === 'string'))
      return rechazo(400, 'números');
    const bad = data.some((datum) =>
      this.#program.bad.includes(Number(/\d+$/.exec(String(datum['referencia'] ?? ''))?.[0] ?? 0)),
    );
    if (bad && this.#program.rasgos.badBreak) return { kind: 'perdida', motivo: 'cupón', status: 500 };
    return bad ? rechazo(400, 'cupón') : undefined;
  }

  #countersOf({ filas }: ServerConciliacion, added: readonly Row[]): Counters {
    const de = this.#program.rasgos.contadores === 'lote' ? added : filas;
    const error = de.filter((row) => row.clase === 'error').length;
    const existing = de.filter((row) => row.clase === 'existente').length;
    const counts = {
      recibidos: added.length,
      total: de.length,
      nuevos: de.length - error - existing,
      existentes: existing,
      error,
    };
    return this.#program.rasgos.contadores === 'mal' ? { ...counts, total: null, nuevos: -1, existentes: 999 } : counts;
  }

  visible(): readonly Conciliacion[] {
    return [...this.conciliaciones.values()]
      .filter((c) => c.estado === 'IMPORTADO' || this.#program.rasgos.lista)
      .map((c) => this.readHeader(c));
  }

  readHeader(c: ServerConciliacion): Conciliacion {
    const { total, demoraMs, demoraForma, countsAtClose } = this.#program.rasgos;
    if (countsAtClose && c.estado === 'PENDIENTE' && c.filas.length > 0) return this.readHeader({ ...c, filas: [] });
    const error = c.filas.filter((row) => row.clase === 'error').length;
    const existing = c.filas.filter((row) => row.clase === 'existente').length;
    const added = c.filas.length - error - existing;
    const elapsed = c.cerrada === null ? 0 : this.#timer.t - c.cerrada;
    const ready = c.cerrada !== null && elapsed >= demoraMs && demoraForma !== 'nunca';
    const matched = Math.floor(added * 0.7);
    const progress = demoraForma === 'gradual' && demoraMs > 0 ? Math.min(1, elapsed / demoraMs) : 0;
    const partial = demoraForma === 'sin_conciliar' && c.cerrada !== null ? added : Math.floor(added * progress);
    return {
      id: c.id,
      fecha: civilDateAt(c.createdAt),
      origenDesde: null,
      origenHasta: null,
      total: total === 'todos' ? c.filas.length : total === 'nuevos' ? added : c.filas.length - error,
      nuevos: added,
      existentes: existing,
      error,
      conciliados: ready ? matched : 0,
      sinConciliar: ready ? added - matched : c.cerrada === null ? 0 : partial,
      estado: c.estado,
    };
  }

  /** The rows that a result shows; undefined when the server answers with an error. */
  readResult(c: ServerConciliacion): readonly ResultCupon[] | undefined {
    const { filas, demoraMs, demoraForma, eco, orden } = this.#program.rasgos;
    if (c.estado === 'PENDIENTE' && filas !== 'si') return filas === 'vacio' ? [] : undefined;
    const elapsed = c.cerrada === null ? 0 : this.#timer.t - c.cerrada;
    if (c.estado === 'IMPORTADO' && demoraForma === 'vacio' && elapsed < demoraMs) return [];
    const rows = c.filas
      .filter((row) => row.clase !== 'error')
      .map((row, i) => ({
        cupon: eco === 'normalizado' ? normalise(row.cupon) : dropWallet(row.cupon),
        conciliado: i % 10 < 7,
        modo: 'A',
        nroLiquidacion: null,
        liquidacionesId: null,
        fechaLiq: null,
      }));
    return orden === 'barajado' ? rows.sort(() => this.#random.real() - 0.5) : rows;
  }

  /** Applies a DELETE of ours on arrival. */
  remove(id: string): void {
    const c = this.conciliaciones.get(id);
    if (c === undefined || c.isDying) return;
    if (!c.nuestra) {
      this.touched.push(`borrado de la ajena ${id}`);
      return;
    }
    this.count(`el servicio borra la ${id}`);
    c.isDying = true;
    this.#timer.schedule(this.#program.rasgos.slowDeletionMs, () => {
      if (this.conciliaciones.get(id) === c) this.conciliaciones.delete(id);
      this.#free.push(id);
    });
    if (this.#program.rasgos.slowDeletionMs === 0) this.#timer.advance(0);
  }
}

function dropWallet(cupon: Cupon): Cupon {
  const { wallet_referencia: _referencia, wallet_tipo_operacion: _type, ...rest } = cupon;
  return rest;
}

/** A coupon as a server may write it back: numbers without zeros, amounts with other decimals, text in capitals. */
function normalise(cupon: Cupon): Cupon {
  return Object.fromEntries(
    Object.entries(dropWallet(cupon)).map(([field, value]) => {
      if (['comprobante', 'terminal', 'lote', 'establecimiento'].includes(field))
        return [field, value.replace(/^0+(?=\d)/, '')];
      return [field, field === 'importe' ? value.replace(/\.?0+$/, '') : ` ${value.toUpperCase()} `];
    }),
  ) as Cupon;
}
