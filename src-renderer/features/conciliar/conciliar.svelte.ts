import type { Progreso } from '#contract/progress.ts';
import type { RevisionDocumento } from '#contract/revision.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import type { Comun } from '../../marco/contexto.ts';
import { nombreDeInforme } from '../conciliaciones/nombre-de-informe.ts';
import { RevisionState } from '../revision/revision.svelte.ts';
import { CargaState } from './carga.svelte.ts';
import type { SentChoice } from './sent-before.ts';
import { TandasState } from './tandas.svelte.ts';

export type Paso = 'archivo' | 'columnas' | 'revision' | 'envio' | 'resultado';
export const PASOS: readonly Paso[] = ['archivo', 'columnas', 'revision', 'envio', 'resultado'];

/** How the core is told (docs/cli.md, `--decidir`). */
const RESPUESTAS: Readonly<Record<SentChoice, string>> = { omitir: 'omitir-enviados', mandar: 'enviar-todos' };

/** An upload of which there is nothing to go on with. */
const TERMINALES: readonly string[] = ['TERMINADA', 'ABANDONADA'];

type Deps = Pick<Comun, 'api' | 'sesion' | 'trabajos'> & { readonly frescura: Pick<Comun['frescura'], 'updateBehind'> };

/** The main job, step by step: files, what is wrong with them, sending, result. */
export class ConciliarState {
  paso: Paso = $state('archivo');
  leyendo = $state(false);
  progreso = $state.raw<Progreso | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  /** The person came back to the first step from a file that is still under review. */
  dejado = $state(false);
  /** The person agrees to the control mark (docs/upload.md, "Marker"). */
  marca = $state(true);
  /** What the person said of the coupons that were sent before; undefined while nothing was said. */
  yaEnviados: SentChoice | undefined = $state();
  /** It was asked to send, and there is something to be said of those. */
  faltaElegir = $state(false);
  /** The reconciliation of the result that was shown when the page was left. */
  #abierto = $state.raw<string | undefined>(undefined);
  readonly carga: CargaState;
  readonly revision: RevisionState;
  readonly tandas: TandasState;
  #lectura: AbortController | undefined;
  readonly #comun: Deps;

  constructor(comun: Deps, ahora: () => number) {
    this.#comun = comun;
    this.carga = new CargaState(comun, ahora);
    this.revision = new RevisionState(comun);
    this.tandas = new TandasState(comun.api);
  }

  get nombre(): string {
    return this.revision.nombre;
  }
  get filas(): number {
    return this.revision.resumen?.filas ?? 0;
  }
  get validas(): number {
    return this.revision.resumen?.listas ?? 0;
  }
  /** Lines that are no coupons. */
  get ignoradas(): number {
    return this.revision.resumen?.ignoradas ?? 0;
  }
  get omitidas(): number {
    return this.revision.resumen?.omitidas ?? 0;
  }

  /** The reconciliation whose result is shown; undefined in the other steps. */
  get resultado(): string | undefined {
    return this.paso === 'resultado' ? (this.carga.terminada?.id ?? this.#abierto) : undefined;
  }

  /** Shows the result that the address names; does nothing once something was begun. */
  abrirResultado(id: string): void {
    if (!this.#sinEmpezar) return;
    this.#abierto = id;
    this.paso = 'resultado';
  }

  /** Goes on where the application was closed; does nothing once something was begun. */
  async recuperar(): Promise<void> {
    if (!this.#sinEmpezar || this.revision.documento !== undefined) return;
    const found = await this.revision.recuperar();
    if (found === undefined || !this.#sinEmpezar) return;
    if (found.estado !== 'enviada') this.#irALaRevision();
    else if (found.carga !== null) await this.#recuperarEnvio(found, found.carga);
  }

  get #sinEmpezar(): boolean {
    return this.paso === 'archivo' && !this.leyendo;
  }

  /** The program or its page was closed while it sent: the send is there again, in pause. */
  async #recuperarEnvio(documento: RevisionDocumento, carga: string): Promise<void> {
    const { api, sesion, trabajos } = this.#comun;
    const cuenta = sesion.actual?.nombre;
    // What goes on from the list of reconciliations is followed there.
    const enviando = trabajos.activos.some(({ ruta }) => ruta.seccion === 'conciliaciones');
    if (cuenta === undefined || enviando) return;
    try {
      const recientes = await api.llamar('cargas.recientes', { cuenta });
      const una = recientes.find((reciente) => reciente.carga === carga);
      if (una === undefined || TERMINALES.includes(una.estado) || !this.#sinEmpezar) return;
      this.revision.poner(documento);
      this.carga.encontrada(carga, una.estado);
      this.paso = 'envio';
      // Every coupon is confirmed: to go on is only to wait, and nobody has to say so.
      const terminado =
        una.estado === 'ESPERANDO' ? await this.carga.esperar({ cuenta, carga, informe: this.#informe }) : undefined;
      if (terminado !== undefined && 'informe' in terminado) this.paso = 'resultado';
    } catch (error) {
      this.falla = comoFalla(error);
    }
  }

  /** Files that were dropped or picked: given to the host, read and checked. */
  async traer(files: readonly File[]): Promise<void> {
    await this.#leer(async (signal) => {
      const handles: string[] = [];
      for (const file of files) handles.push(await this.#comun.api.archivo(file, signal));
      return handles;
    });
  }

  /** The example workbook, of the example account. */
  async traerEjemplo(): Promise<void> {
    await this.#leer(async (signal) => {
      const { archivo } = await this.#comun.api.llamar('ejemplo.iniciar', {}, { signal });
      return [archivo];
    });
  }

  dejarDeLeer(): void {
    this.#lectura?.abort();
  }

  /** How the report is called: by the account and the days of what is sent, as far as they are known. */
  get #informe(): string {
    const dias = (this.revision.totalesDeAhora?.porDia ?? []).flatMap(({ clave }) => clave || []).sort();
    const [desde, hasta] = [dias[0], dias.at(-1)];
    return nombreDeInforme({
      cuenta: this.#comun.sesion.actual?.nombre ?? '',
      dias: desde === undefined || hasta === undefined ? undefined : { desde, hasta },
    });
  }

  /** Sends the rows as they were shown, or nothing if they changed since. */
  async enviar(decidir?: string): Promise<void> {
    const { una, resumen } = this.revision;
    if (una === undefined || resumen === null) return;
    this.paso = 'envio';
    this.faltaElegir = false;
    const elegida = decidir ?? (this.yaEnviados === undefined ? undefined : RESPUESTAS[this.yaEnviados]);
    const documento = await this.carga.enviar({
      ...una,
      version: resumen.version,
      marcador: this.marca ? 'auto' : 'ninguno',
      informe: this.#informe,
      ...(elegida === undefined ? {} : { decidir: elegida }),
    });
    if (documento !== undefined && 'informe' in documento) this.paso = 'resultado';
    // What is asked is on the page already, with what each answer means.
    if (documento?.decision?.yaEnviados !== undefined && resumen.enviados.length > 0) {
      this.carga.documento = undefined;
      this.faltaElegir = true;
    }
  }

  /** Leaves out the coupons that were sent before, or takes them back: what is going to be sent shows it at once. */
  async elegirYaEnviados(eleccion: SentChoice): Promise<void> {
    this.yaEnviados = eleccion;
    this.faltaElegir = false;
    await this.revision.omitir('enviados', eleccion === 'omitir');
  }

  /** The answer to what the upload asked: of one that began, by its name; of one that did not, by sending with the answer. */
  async decidir(clave: string): Promise<void> {
    const carga = this.carga.terminada?.carga ?? this.carga.detenida?.carga;
    const cuenta = this.#comun.sesion.actual?.nombre;
    if (carga === undefined || carga === null || cuenta === undefined) return this.enviar(clave);
    if (this.carga.detenida?.codigo === 'CARGA_PENDIENTE' || this.carga.detenida?.codigo === 'YA_ENVIADO') {
      return this.enviar(clave);
    }
    await this.seguir(clave);
  }

  /** Goes on with an upload that stopped. */
  async seguir(decidir?: string): Promise<void> {
    const carga = this.carga.terminada?.carga ?? this.carga.detenida?.carga;
    const cuenta = this.#comun.sesion.actual?.nombre;
    if (carga === undefined || carga === null || cuenta === undefined) return;
    this.paso = 'envio';
    const documento = await this.carga.retomar({ cuenta, carga, decidir, informe: this.#informe });
    if (documento !== undefined && 'informe' in documento) this.paso = 'resultado';
  }

  /** A step that is done can be gone back to, until something was sent. */
  puedeIrA(paso: Paso): boolean {
    const { enCurso, documento } = this.carga;
    const sinEnviar = !enCurso && documento === undefined && this.#abierto === undefined && !this.revision.ocupado;
    return sinEnviar && PASOS.indexOf(paso) < PASOS.indexOf(this.paso);
  }

  irA(paso: Paso): void {
    if (!this.puedeIrA(paso)) return;
    if (paso === 'archivo') this.volverAlArchivo();
    else this.paso = paso;
  }

  /** Back to the first step with the file under review: nothing of it is lost until another is brought. */
  volverAlArchivo(): void {
    this.paso = 'archivo';
    this.dejado = this.revision.documento?.archivos.some(({ tabla }) => tabla !== null) ?? false;
  }

  /** Forward again, to where the file that was left is. */
  seguirConElDejado(): void {
    this.dejado = false;
    this.#irALaRevision();
  }

  /** Back to the first step. What was sent stays where it is. */
  empezarDeNuevo(): void {
    this.dejarDeLeer();
    this.paso = 'archivo';
    this.dejado = false;
    this.falla = undefined;
    this.#abierto = undefined;
    this.carga.documento = undefined;
    this.carga.falla = undefined;
  }

  async #leer(traer: (signal: AbortSignal) => Promise<readonly string[]>): Promise<void> {
    const control = new AbortController();
    this.#lectura = control;
    this.leyendo = true;
    this.falla = undefined;
    this.progreso = undefined;
    try {
      const archivos = await traer(control.signal);
      await this.revision.empezar(archivos, control.signal);
      this.dejado = false;
      this.yaEnviados = undefined;
      this.faltaElegir = false;
      this.#irALaRevision();
    } catch (error) {
      if (!control.signal.aborted) this.falla = comoFalla(error);
    } finally {
      this.leyendo = false;
    }
  }

  #irALaRevision(): void {
    this.paso = this.revision.documento?.estado === 'filas' ? 'revision' : 'columnas';
  }
}
