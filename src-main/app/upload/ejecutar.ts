import { hash } from 'node:crypto';
import { AppError, isAppError } from '#contract/errors.ts';
import { addDays, civilDateAt, civilDateTimeAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion, ConciliacionesServicio, ListaLeida, ResultadoPagina } from '#domain/conciliacion.ts';
import {
  cuerpoDeTanda,
  fueraDe,
  tieneIntentoAbierto,
  tieneNumeros,
  type Accion,
  type EnvioPlan,
  type Maquina,
  type Observacion,
  type Pertenencia,
} from '#domain/upload/index.ts';
import type { LecturaAbierta, Libro, Tramo } from '#storage/ledger/index.ts';
import { firstPageOf } from './first-page-of.ts';
import { leerResultado } from './leer-resultado.ts';
import { conPaciencia, type AlReintentar } from './paciencia.ts';
import type { Boundary } from './tipos.ts';
import type { VerifiedResult } from './verified-result.ts';

type En<T extends Accion['tipo']> = Extract<Accion, { tipo: T }>;
type ListaObservada = Extract<Observacion, { tipo: 'lista' }>;
/** Actions that only read, or wait, or make bytes. */
export type AccionInocua = Exclude<Accion, { tipo: 'enviar' | 'borrar' | 'nada' | 'preguntar' | 'detenerse' }>;

export interface Manos {
  readonly carga: string;
  readonly cuenta: string;
  readonly ledger: Libro;
  readonly servicio: ConciliacionesServicio;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly alLeer: (leidos: number) => void;
  readonly alReintentar: AlReintentar;
  readonly verified: VerifiedResult;
  readonly boundary: (name: Boundary) => void;
}

/** How often in a row a list must be said not to be there before that is believed of one that nothing was ever in. */
const LISTAS_NEGADAS = 3;
/** Lists that came back inconsistent, in a row, before the upload stops. */
const LISTAS_PARCIALES = 12;

/** A list that was never whole: it does not stand still, or rows of it are in a form of its own. */
const listaParcial = ({ ilegible }: ListaLeida): AppError =>
  ilegible === undefined
    ? new AppError('LECTURA_INESTABLE')
    : new AppError('RESPUESTA_INVALIDA', {
        detail: { metodo: 'conciliar-operaciones-listar', motivo: ilegible },
        mensaje: `La lista de conciliaciones del servicio trae filas que no se entienden (${ilegible}). Lo hecho hasta acá quedó guardado. Avisá al servicio.`,
      });

const ILEGIBLE: Pertenencia = { existe: true, ilegible: true, marca: 0, igual: 0, otras: 0 };

/** Does what the machine asks for, against the service and the ledger. One object per run of an upload. */
export class Ejecutor {
  readonly #manos: Manos;
  #cuerpo: { readonly hash: string; readonly bytes: Uint8Array } | null = null;
  #lectura: LecturaAbierta | null = null;
  #parciales = 0;
  #negadas = 0;

  constructor(manos: Manos) {
    this.#manos = manos;
  }

  /** Everything without an effect on the service. Throws what remains of a read that goes on failing. */
  async hacer(m: Maquina, accion: AccionInocua): Promise<Observacion> {
    const { servicio, signal, clock } = this.#manos;
    switch (accion.tipo) {
      case 'listar':
        return this.#listar(m, accion);
      case 'ver': {
        const encabezado = await this.#encabezado(m, accion.id);
        this.#manos.boundary('encabezado_leido');
        return { tipo: 'encabezado', encabezado };
      }
      case 'pertenencia':
        return this.#pertenencia(m, accion);
      case 'preparar':
        return this.#preparar(m, accion.envio);
      case 'renovar':
        await this.#paciente(() => servicio.renovar(signal));
        return { tipo: 'renovado' };
      case 'esperar':
        await clock.sleep(accion.ms, signal);
        return { tipo: 'esperado' };
      case 'leer':
        return this.#leer(m, accion.id);
      case 'concluir':
        return { tipo: 'concluido' };
    }
  }

  /** The bytes of the attempt that was just made durable; they are those whose hash it holds (I4). */
  cuerpo(m: Maquina, { envio }: En<'enviar'>): Uint8Array {
    const hecho = this.#cuerpo?.hash === envio.hash ? this.#cuerpo : this.#hacerCuerpo(m, envio);
    if (hecho.hash !== envio.hash) throw new Error('The bytes of an attempt changed (I4)');
    this.#cuerpo = null;
    return hecho.bytes;
  }

  /** Writes where every coupon ended, from the reading that was just judged. */
  disponer(tramos: readonly Tramo[]): void {
    if (this.#lectura === null) throw new Error('Dispositions without a reading');
    this.#lectura.disponer(tramos);
  }

  #paciente<T>(leer: () => Promise<T>, empezada = true): Promise<T> {
    return conPaciencia(this.#manos, empezada, leer);
  }

  /** From one day before to one day after the server's date, which is only known once it has answered. */
  async #listar(m: Maquina, accion: En<'listar'>): Promise<ListaObservada> {
    const { servicio, signal, clock } = this.#manos;
    const hoy = (): CivilDate => servicio.fechaServicio() ?? civilDateAt(clock.now());
    for (;;) {
      const fecha = hoy();
      const desde = accion.desde ?? addDays(fecha, -1);
      const empezada = m.tandas > 0 || tieneIntentoAbierto(m);
      const lista = await this.#paciente(() => servicio.listar(desde, addDays(fecha, 1), signal), empezada);
      if (hoy() !== fecha) continue;
      this.#negadas = lista.negada === true ? this.#negadas + 1 : 0;
      if (lista.negada === true) {
        await clock.sleep(2_000, signal);
        if (this.#negadas < LISTAS_NEGADAS) continue;
        this.#negadas = 0;
        return { tipo: 'lista', lista, desde };
      }
      this.#parciales = lista.completa ? 0 : this.#parciales + 1;
      if (this.#parciales > LISTAS_PARCIALES) throw listaParcial(lista);
      if (!lista.completa) await clock.sleep(2_000, signal);
      return { tipo: 'lista', lista, desde };
    }
  }

  /**
   * The header, or what the list shows of it: some services hide the header of a reconciliation until it is closed ("not found", or a refusal).
   * One in neither is not there. After a DELETE that nobody answered, the header's word is enough: a list may lag behind.
   */
  async #encabezado(m: Maquina, id: string): Promise<Conciliacion | undefined> {
    const { servicio, signal } = this.#manos;
    const negado = await this.#paciente(async () => {
      try {
        return { visto: await servicio.ver(id, signal) };
      } catch (error) {
        if (!isAppError(error, 'PEDIDO_RECHAZADO')) throw error;
        const visto = await this.#enLista(m, id);
        if (visto === undefined) throw error;
        return { visto };
      }
    });
    return negado.visto ?? (m.fase.state === 'DELETE_UNKNOWN' ? undefined : await this.#enLista(m, id));
  }

  /** What a complete list shows of a reconciliation. One that is said not to be there says nothing of what was in it (I5). */
  async #enLista(m: Maquina, id: string): Promise<Conciliacion | undefined> {
    for (;;) {
      const { lista } = await this.#listar(m, { tipo: 'listar', desde: m.base?.desde ?? null });
      if (lista.negada === true) throw new AppError('PEDIDO_RECHAZADO', { detail: { estado: 404 } });
      const vista = lista.conciliaciones.find((cada) => cada.id === id);
      if (vista !== undefined || lista.completa) return vista;
    }
  }

  async #pertenencia(m: Maquina, { ids, seq }: En<'pertenencia'>): Promise<Observacion> {
    const porId: Record<string, Pertenencia> = {};
    for (const id of ids) porId[id] = await this.#duenio(m, id, seq);
    return { tipo: 'pertenencia', porId };
  }

  /**
   * The first page is enough: a reconciliation is one upload's. A result that is refused, or "not found" while its header is there, shows no
   * rows, which proves nothing; one that fails in a way that may pass is asked for again, as every other read (I5).
   */
  async #duenio(m: Maquina, id: string, seq: number | null): Promise<Pertenencia> {
    const { signal, ledger, carga, clock } = this.#manos;
    for (let vez = 1; ; vez += 1) {
      const pagina = await this.#paginaVisible(id);
      if (pagina === 'ausente' && (await this.#encabezado(m, id)) === undefined)
        return { existe: false, marca: 0, igual: 0, otras: 0 };
      if (pagina !== 'ilegible' && pagina !== 'ausente') {
        const filas = ledger.pertenencia(carga, pagina.cupones, seq);
        // A row that cannot be read is nobody's: without a marker beside it, nothing is proven either way.
        if (pagina.cuarentena === 0 || filas.marca > 0) return { existe: true, ...filas };
      }
      if (vez === 3) return ILEGIBLE;
      await clock.sleep(1_000, signal);
    }
  }

  async #paginaVisible(id: string): Promise<ResultadoPagina | 'ausente' | 'ilegible'> {
    const { servicio, signal } = this.#manos;
    const leer = (): Promise<ResultadoPagina | undefined> => firstPageOf(servicio, id, signal);
    try {
      return (await leer()) ?? 'ausente';
    } catch (error) {
      if (isAppError(error, 'PEDIDO_RECHAZADO', 'SERVICIO_FALLA', 'RESPUESTA_INVALIDA')) return 'ilegible';
      // A fresh token did not help: it is this result that is forbidden.
      if (isAppError(error, 'TOKEN_RECHAZADO') && error.detail['estado'] === 403) return 'ilegible';
      return (await this.#paciente(leer)) ?? 'ausente';
    }
  }

  #preparar(m: Maquina, envio: EnvioPlan): Observacion {
    const hecho = this.#hacerCuerpo(m, envio);
    this.#cuerpo = hecho;
    return { tipo: 'preparado', hash: hecho.hash, cupones: hecho.cupones, conNumeros: hecho.conNumeros };
  }

  #hacerCuerpo(m: Maquina, { desde, hasta, id, tipo }: EnvioPlan) {
    const textos = this.#manos.ledger.textos(this.#manos.carga, desde, hasta, fueraDe(m, { desde }));
    const subirMas = tipo === 'primero' || tipo === 'tanda';
    const bytes = new TextEncoder().encode(cuerpoDeTanda(textos, { id, subirMas, numeros: m.numeros }));
    return { hash: hash('sha256', bytes), bytes, cupones: textos.length, conNumeros: textos.some(tieneNumeros) };
  }

  async #leer(m: Maquina, id: string): Promise<Observacion> {
    const { servicio, signal, clock, alLeer, boundary, ledger, carga, verified } = this.#manos;
    // A verification begins with nothing seen; its further passes add to what the first one showed.
    const nueva = m.fase.state === 'VERIFYING' && m.fase.lecturas === 0;
    if (nueva || this.#lectura === null) this.#lectura = ledger.abrirLectura(carga, m.rechazados);
    const lectura = this.#lectura;
    const pedido = { servicio, id, lectura, signal };
    const leida = await this.#paciente(async () => {
      verified.begin(id, nueva);
      const hecha = await leerResultado({
        ...pedido,
        keep: verified.add,
        alLeer: (leidos) => {
          boundary('pagina_leida');
          alLeer(leidos);
        },
      });
      // Gone is what its header says too; a result that is not there yet is asked for again.
      if (hecha === undefined && (await servicio.ver(id, signal)) !== undefined)
        throw new AppError('RESPUESTA_INVALIDA');
      return hecha;
    });
    if (leida === undefined) return { tipo: 'encabezado', encabezado: undefined };
    boundary('lectura_terminada');
    return { tipo: 'lectura', lectura: leida, leido: civilDateTimeAt(clock.now()) };
  }
}
