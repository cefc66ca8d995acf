import { ERROR_CATALOGUE, isAppError, type ErrorCode } from '#contract/errors.ts';
import { assertNever } from '#domain/assert-never.ts';
import {
  tieneIntentoAbierto,
  type Aprendido,
  type Envio,
  type Evento,
  type Maquina,
  type Observacion,
} from '#domain/upload/index.ts';
import { Ejecutor } from './ejecutar.ts';
import { conGracia } from './gracia.ts';
import { filasEnPalabras } from './filas-en-palabras.ts';
import { estaAuditando, estadoDe, interrumpida, resultadoFinal } from './resumen.ts';
import type { Protocolo } from './protocolo.ts';
import { tramosDe } from './tramos.ts';
import type { AprendidoStore, Boundary, Progreso, Resultado, UploadsDeps } from './tipos.ts';
import { createVerifiedResult, type VerifiedResult } from './verified-result.ts';

export interface Corrida {
  readonly deps: UploadsDeps;
  readonly protocolo: Protocolo;
  readonly aprendido: AprendidoStore;
  readonly carga: string;
  readonly inicial: Maquina;
  readonly signal: AbortSignal;
  /** Stops as soon as no attempt is open: another upload of the account wants to send (I2). */
  readonly soloResolver: boolean;
}

/** An applied batch may wait for the next commit: until then the ledger says "attempted", which resuming settles by reading. */
const puedeEsperar = (evento: Evento, m: Maquina): boolean =>
  evento.kind === 'aplicado' && evento.prueba === 'respuesta' && m.fase.state === 'READY' && m.tandas > 1;

const isLost = (evento: Evento): evento is Extract<Evento, { kind: 'perdida' }> => evento.kind === 'perdida';

/**
 * Runs one upload until it ends, stands still or is stopped. It owns the order of things: events become durable before the action that
 * follows them (I1), one commit a batch.
 */
export class Conductor {
  readonly #corrida: Corrida;
  readonly #ejecutor: Ejecutor;
  readonly #verified: VerifiedResult;
  #m: Maquina;
  #porAnotar: Evento[] = [];
  #leidos = 0;

  constructor(corrida: Corrida) {
    const { deps, carga, signal } = corrida;
    const { keepResult } = deps;
    this.#corrida = corrida;
    this.#verified = createVerifiedResult(keepResult === undefined ? undefined : (id) => keepResult({ id, carga }));
    this.#m = corrida.inicial;
    this.#ejecutor = new Ejecutor({
      carga,
      cuenta: deps.cuenta,
      ledger: deps.ledger,
      servicio: deps.servicio,
      clock: deps.clock,
      signal,
      verified: this.#verified,
      alLeer: (leidos) => {
        this.#leidos = leidos;
        this.#avisar(0);
      },
      alReintentar: (problema, espera) => {
        this.#avisar(espera, problema);
      },
      boundary: (name) => {
        this.#boundary(name);
      },
    });
  }

  async correr(): Promise<Resultado> {
    const { carga, signal, deps } = this.#corrida;
    try {
      return await this.#bucle();
    } catch (error) {
      if (signal.aborted) return interrumpida(carga, this.#m, 'CANCELADO');
      if (isAppError(error)) {
        return interrumpida(carga, this.#m, error.code, { mensaje: error.message, detalle: error.detail });
      }
      throw error;
    } finally {
      this.#verified.drop();
      this.#guardarLoQueFalte(deps);
    }
  }

  /**
   * What is not durable yet can be found out again by reading: a disk that refuses it now has already said so, or will. An attempt that is
   * not durable yet never left (I1): written now, it would be taken for a lost one.
   */
  #guardarLoQueFalte(deps: UploadsDeps): void {
    const intento = this.#porAnotar.findIndex(({ kind }) => kind === 'intento' || kind === 'intento_borrar');
    const faltan = intento < 0 ? this.#porAnotar : this.#porAnotar.slice(0, intento);
    this.#porAnotar = [];
    if (faltan.length === 0) return;
    try {
      deps.ledger.anotar(this.#corrida.carga, faltan);
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
  }

  async #bucle(): Promise<Resultado> {
    const { protocolo, deps, carga, signal, soloResolver } = this.#corrida;
    for (;;) {
      if (soloResolver && !tieneIntentoAbierto(this.#m)) return interrumpida(carga, this.#m, 'CANCELADO');
      const final = resultadoFinal(carga, this.#m, () => deps.ledger.conteos(carga));
      if (final !== undefined) {
        this.#avisar(0);
        return this.#conFilas(final);
      }
      signal.throwIfAborted();
      const accion = protocolo.siguiente(this.#m, deps.clock.monotonic());
      switch (accion.tipo) {
        case 'nada':
        case 'preguntar':
          throw new Error(`Nothing to do in state ${this.#m.fase.state}`);
        case 'detenerse':
          return interrumpida(carga, this.#m, accion.codigo, this.#porQue());
        case 'enviar': {
          this.#anotar();
          this.#boundary('intento_despues');
          const bytes = this.#ejecutor.cuerpo(this.#m, accion);
          const gracia = conGracia(signal, deps.clock);
          const vuelo = deps.servicio.enviar(bytes, gracia.signal).finally(gracia.soltar);
          this.#boundary('envio_en_curso');
          const respuesta = await vuelo;
          this.#boundary('envio_respondido');
          this.#observar({ tipo: 'respuesta', respuesta });
          break;
        }
        case 'borrar':
          this.#anotar();
          this.#observar({ tipo: 'borrado', resultado: await deps.servicio.borrar(accion.id, signal) });
          break;
        case 'esperar':
          this.#avisar(accion.ms);
          this.#observar(await this.#ejecutor.hacer(this.#m, accion));
          break;
        case 'listar':
        case 'ver':
        case 'pertenencia':
        case 'preparar':
        case 'renovar':
        case 'leer':
        case 'concluir':
          this.#observar(await this.#ejecutor.hacer(this.#m, accion));
          break;
        default:
          assertNever(accion);
      }
    }
  }

  /** Which rows the service failed for each time they were sent. */
  #porQue(): { mensaje?: string } {
    const { fase } = this.#m;
    if (fase.state !== 'STOPPED' || fase.envio === undefined) return {};
    const filas = this.#filas(fase.envio);
    return filas === null ? {} : { mensaje: `${ERROR_CATALOGUE.CARGA_INTERRUMPIDA.mensaje} ${filas}` };
  }

  /** A person who is asked about a send that the service said it failed for is told its rows too: it may fail for them. */
  #conFilas(final: Resultado): Resultado {
    const { fase } = this.#m;
    if (final.estado !== 'necesita_decision' || fase.state !== 'NEEDS_DECISION' || fase.envio === null) return final;
    const perdida = [...this.#corrida.deps.ledger.eventos(this.#corrida.carga)].findLast(isLost);
    const filas = perdida?.status === undefined ? null : this.#filas(fase.envio);
    return filas === null ? final : { ...final, filas };
  }

  #filas({ desde, hasta }: Pick<Envio, 'desde' | 'hasta'>): string | null {
    const { ledger } = this.#corrida.deps;
    const { carga } = this.#corrida;
    const archivos = ledger.upload(carga)?.archivos ?? [];
    return filasEnPalabras(archivos, ledger.cupon(carga, desde), ledger.cupon(carga, hasta));
  }

  #observar(observacion: Observacion): void {
    const { protocolo, deps } = this.#corrida;
    const antes = this.#m;
    const paso = protocolo.observar(antes, observacion, deps.clock.monotonic());
    if (paso.eventos.some((evento) => evento.kind === 'base')) this.#boundary('base_leida');
    const leida = paso.eventos.some((evento) => evento.kind === 'leida');
    if (leida || (this.#m.id === null && paso.eventos.some((evento) => evento.kind === 'terminada'))) {
      this.#disponer(paso.maquina);
    }
    if (paso.eventos.some((evento) => evento.kind === 'terminada')) this.#boundary('terminada_antes');
    this.#m = paso.maquina;
    this.#porAnotar.push(...paso.eventos);
    if (paso.maquina.aprendido !== antes.aprendido) this.#aprender(antes.aprendido, paso.maquina.aprendido);
    const ultimo = paso.eventos.at(-1);
    if (ultimo !== undefined) {
      if (!puedeEsperar(ultimo, this.#m) && ultimo.kind !== 'base') this.#anotar();
      if (ultimo.kind === 'aplicado') this.#avisar(0);
    }
    if (antes.fase.state !== 'VERIFYING' && this.#m.fase.state === 'VERIFYING') this.#boundary('verificacion_inicio');
  }

  /** One commit for everything that waits. */
  #anotar(): void {
    if (this.#porAnotar.length === 0) return;
    const intento = this.#porAnotar.some((evento) => evento.kind === 'intento');
    const aplicado = this.#porAnotar.some((evento) => evento.kind === 'aplicado');
    if (intento) this.#boundary('intento_antes');
    this.#corrida.deps.ledger.anotar(this.#corrida.carga, this.#porAnotar);
    this.#porAnotar = [];
    if (aplicado) this.#boundary('aplicado_despues');
  }

  /** Every coupon gets its disposition before the event that says that the result was read (I7). */
  #disponer(m: Maquina): void {
    const { ledger } = this.#corrida.deps;
    const { carga } = this.#corrida;
    const tramos = tramosDe(m, [...ledger.eventos(carga), ...this.#porAnotar]);
    if (m.ultimaLectura === null) ledger.disponerSinLectura(carga, tramos);
    else this.#ejecutor.disponer(tramos);
    this.#boundary('disposicion_despues');
    if (m.ultimaLectura !== null) this.#verified.end(m.ultimaLectura.lectura.encabezado);
  }

  #aprender(antes: Aprendido, ahora: Aprendido): void {
    if (JSON.stringify(antes) !== JSON.stringify(ahora)) this.#corrida.aprendido.guardar(ahora);
  }

  #boundary(name: Boundary): void {
    this.#corrida.deps.onBoundary?.(name, this.#m.tandas);
  }

  #avisar(espera: number, problema: ErrorCode | null = null): void {
    const { deps, carga } = this.#corrida;
    const progreso: Progreso = {
      carga,
      estado: estadoDe(this.#m),
      total: this.#m.total,
      enviados: this.#m.aplicados,
      tandas: this.#m.tandas,
      id: this.#m.id,
      espera,
      leidos: this.#leidos,
      problema,
      auditando: estaAuditando(this.#m),
    };
    deps.onProgress?.(progreso);
  }
}
