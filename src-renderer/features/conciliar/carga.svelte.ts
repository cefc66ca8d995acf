import type { CargaDetenida, CargaDocumento, CargaTerminada, Decision } from '#contract/documents.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Progreso } from '#contract/progress.ts';
import { comoFalla, Falla } from '../../api/falla.ts';
import type { Comun } from '../../marco/contexto.ts';
import { m } from '../../paraglide/messages.js';
import { faltaElSecreto } from '../../ui/errores.ts';
import type { Trabajo } from '../../marco/trabajos.svelte.ts';

type PedidoDeEnvio = MethodInput<'revision.enviar'>;

/** Which upload goes on, and how its report is to be called. */
interface Retomada {
  readonly cuenta: string;
  readonly carga: string;
  readonly informe: string;
}

type Deps = Pick<Comun, 'api' | 'trabajos'> & { readonly frescura: Pick<Comun['frescura'], 'updateBehind'> };

/** An upload as a person follows it: what it is doing, how far, how it ended, what it asks. */
export class CargaState {
  trabajo = $state.raw<Trabajo | undefined>(undefined);
  progreso = $state.raw<Progreso | undefined>(undefined);
  documento = $state.raw<CargaDocumento | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  deteniendo = $state(false);
  /** Stopped in order to go on: nothing is on its way, and the next send waits for the person. */
  pausada = $state(false);
  #pausando = $state(false);
  /** Of the screen that shows it, aborted once that is gone: what fails then is told in the top bar. */
  screen: AbortSignal | undefined;
  /** When the work began, on the clock that only grows. */
  comienzo = $state(0);
  #pospuesta = $state.raw<CargaDocumento | undefined>(undefined);
  /** When the first coupons were confirmed: what the pace is counted from. */
  inicio = $state.raw<{ readonly ms: number; readonly hecho: number } | undefined>(undefined);
  readonly #comun: Deps;
  readonly #ahora: () => number;

  readonly enCurso: boolean = $derived(this.trabajo !== undefined);
  readonly terminada: CargaTerminada | undefined = $derived(
    this.documento !== undefined && 'informe' in this.documento ? this.documento : undefined,
  );
  readonly detenida: CargaDetenida | undefined = $derived(
    this.documento !== undefined && !('informe' in this.documento) ? this.documento : undefined,
  );
  /** The same coupons were sent before, and the only question is whether they go again: the page asks it, without a dialog. */
  readonly repetida: Decision | undefined = $derived.by(() => {
    const decision = this.detenida?.codigo === 'YA_ENVIADO' ? this.detenida.decision : undefined;
    return decision?.opciones.every(({ clave }) => clave === 'nueva') === true ? decision : undefined;
  });
  /** What a person must choose now; undefined when put off. */
  readonly decision: Decision | undefined = $derived(
    this.documento === this.#pospuesta || this.repetida !== undefined ? undefined : this.documento?.decision,
  );

  constructor(comun: Deps, ahora: () => number) {
    this.#comun = comun;
    this.#ahora = ahora;
  }

  /** Sends what was reviewed; gives the document, or undefined when the call failed (`falla`). */
  enviar(pedido: PedidoDeEnvio): Promise<CargaDocumento | undefined> {
    return this.#seguir({ seccion: 'conciliar', cuenta: pedido.cuenta }, (trabajo) =>
      this.#comun.api.llamar('revision.enviar', pedido, this.#seguimiento(trabajo)),
    );
  }

  /** Goes on with an upload of this PC, with the answer to what it had asked. */
  retomar({
    decidir,
    ...pedido
  }: Retomada & { readonly decidir?: string | undefined }): Promise<CargaDocumento | undefined> {
    return this.#retomar({ ...pedido, ...(decidir === undefined ? {} : { decidir }) });
  }

  /** Waits for the result of one whose coupons are all confirmed, as long as nobody has to be asked for the secret: then it stays as it was found. */
  async esperar(pedido: Retomada): Promise<CargaDocumento | undefined> {
    const documento = await this.#retomar({ ...pedido, sinPreguntar: true });
    if (this.falla === undefined || !faltaElSecreto(this.falla)) return documento;
    this.falla = undefined;
    this.encontrada(pedido.carga, 'ESPERANDO');
    return undefined;
  }

  #retomar(entrada: MethodInput<'cargas.retomar'>): Promise<CargaDocumento | undefined> {
    return this.#seguir({ seccion: 'conciliaciones', cuenta: entrada.cuenta }, async (trabajo) => {
      const [documento] = await this.#comun.api.llamar('cargas.retomar', entrada, this.#seguimiento(trabajo));
      return documento;
    });
  }

  /** Asks the core to stop; the document that comes back says what was kept. */
  detener(): void {
    this.deteniendo = true;
    this.trabajo?.detener();
  }

  get pausando(): boolean {
    return this.#pausando;
  }

  /** The same, to go on from this very screen. */
  pausar(): void {
    this.#pausando = true;
    this.trabajo?.detener();
  }

  /** One that was on its way when the page was closed: as if it had been paused. How much of it arrived, its sends say. */
  encontrada(carga: string, estado: string): void {
    this.documento = { carga, estado, codigo: 'CANCELADO', mensaje: '', enviados: 0, pendientes: 0 };
    this.pausada = true;
  }

  /** A pause becomes a stop: the upload is taken up again from the list. */
  dejarEnPausa(): void {
    this.pausada = false;
  }

  /** The upload's name on this PC, as soon as it has one. */
  get carga(): string | undefined {
    return this.progreso?.carga ?? this.documento?.carga ?? undefined;
  }

  /** Coupons a second at the pace so far; undefined while there is no pace. */
  ritmo(ahora: number): number | undefined {
    const { inicio, progreso } = this;
    if (inicio === undefined || progreso?.fase !== 'envio') return undefined;
    const elapsed = ahora - inicio.ms;
    const done = progreso.hecho - inicio.hecho;
    return done <= 0 || elapsed < 1000 ? undefined : (done * 1000) / elapsed;
  }

  /** The decision stays asked: it is there when the upload is taken up again. */
  posponer(): void {
    this.#pospuesta = this.documento;
  }

  /** Asks it again. */
  retomarDecision(): void {
    this.#pospuesta = undefined;
  }

  /** Milliseconds that are missing at the pace so far; undefined while there is no pace. */
  faltan(ahora: number): number | undefined {
    const { progreso } = this;
    const ritmo = this.ritmo(ahora);
    if (ritmo === undefined || progreso === undefined || progreso.total === null) return undefined;
    return ((progreso.total - progreso.hecho) * 1000) / ritmo;
  }

  async #seguir(
    { seccion, cuenta }: { readonly seccion: 'conciliar' | 'conciliaciones'; readonly cuenta: string | undefined },
    work: (trabajo: Trabajo) => Promise<CargaDocumento | undefined>,
  ): Promise<CargaDocumento | undefined> {
    this.falla = undefined;
    this.documento = undefined;
    this.progreso = undefined;
    this.inicio = undefined;
    this.deteniendo = false;
    this.pausada = false;
    this.comienzo = this.#ahora();
    try {
      const empezar = (trabajo: Trabajo): Promise<CargaDocumento | undefined> => {
        this.trabajo = trabajo;
        return work(trabajo);
      };
      this.documento = await this.#comun.trabajos.hacer({ seccion }, empezar, m.marco_enviando);
      this.pausada = this.#pausando && this.detenida?.codigo === 'CANCELADO';
      // Nobody waits for it: how it goes and how it ends is shown in the top bar.
      if (this.#hasResult) void this.#comun.frescura.updateBehind(cuenta);
      return this.documento;
    } catch (error) {
      this.falla = comoFalla(error);
      return undefined;
    } finally {
      this.#pausando = false;
      this.trabajo = undefined;
      this.#tellIfLeft(seccion);
    }
  }

  /** It ended, with nothing to be asked: there is a result to be explained. */
  get #hasResult(): boolean {
    return this.terminada !== undefined && this.terminada.id !== null && this.terminada.decision === undefined;
  }

  /** The reconciliation to go to once the upload has ended: none when its screen was left, for the person is at something else. */
  get resultToOpen(): string | undefined {
    return this.#hasResult && this.screen?.aborted !== true ? (this.terminada?.id ?? undefined) : undefined;
  }

  /** Nobody sees the screen that would say that the report, or the whole call, failed. */
  #tellIfLeft(seccion: 'conciliar' | 'conciliaciones'): void {
    if (this.screen?.aborted !== true) return;
    const { trabajos } = this.#comun;
    const ruta = { seccion } as const;
    const report = reportFailure(this.documento);
    if (this.falla !== undefined) trabajos.tell({ ruta, titulo: m.marco_enviando, falla: this.falla });
    else if (report !== undefined) trabajos.tell({ ruta, titulo: m.marco_informe, falla: report });
  }

  #seguimiento(trabajo: Trabajo) {
    return {
      signal: trabajo.signal,
      onAvance: (progreso: Progreso) => {
        if (progreso.fase === 'envio') this.inicio ??= { ms: this.#ahora(), hecho: progreso.hecho };
        this.progreso = progreso;
        trabajo.progreso = progreso;
      },
    };
  }
}

/** Why an upload that ended has no report. A decision that it asks for has the same fields, and is asked for. */
function reportFailure(documento: CargaDocumento | undefined): Falla | undefined {
  if (documento === undefined || !('informe' in documento)) return undefined;
  const { informe, codigo, mensaje = '', decision } = documento;
  return informe === null && codigo !== undefined && decision === undefined
    ? new Falla({ code: codigo, message: mensaje })
    : undefined;
}
