import type { Validacion, ValidacionDocumento } from '#contract/documents.ts';
import type { Progreso } from '#contract/progress.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import type { Comun } from '../../marco/contexto.ts';
import { nombreDeArchivo } from '../../ui/format.ts';
import { CargaState } from './carga.svelte.ts';
import { hallazgosDe, type Hallazgo } from './hallazgos.ts';

export type Paso = 'archivo' | 'revision' | 'envio' | 'resultado';
export const PASOS: readonly Paso[] = ['archivo', 'revision', 'envio', 'resultado'];
export type Filtro = 'todos' | 'errores' | 'avisos';

type Ilegible = Exclude<ValidacionDocumento, Validacion>;
const ilegible = (documento: ValidacionDocumento): documento is Ilegible => 'codigo' in documento;
const legible = (documento: ValidacionDocumento): documento is Validacion => !('codigo' in documento);

/** The main job, step by step: files, what is wrong with them, sending, result. */
export class ConciliarState {
  paso: Paso = $state('archivo');
  archivos = $state.raw<readonly string[]>([]);
  documentos = $state.raw<readonly ValidacionDocumento[]>([]);
  leyendo = $state(false);
  progreso = $state.raw<Progreso | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  filtro: Filtro = $state('todos');
  /** The person agrees to the control mark (UPLOAD.md, "Marker"). */
  marca = $state(true);
  readonly carga: CargaState;
  #lectura: AbortController | undefined;
  readonly #comun: Pick<Comun, 'api' | 'sesion' | 'trabajos'>;

  readonly legibles: readonly Validacion[] = $derived(this.documentos.filter(legible));
  readonly ilegibles: readonly Ilegible[] = $derived(this.documentos.filter(ilegible));
  readonly validas: number = $derived(this.legibles.reduce((sum, { validas }) => sum + validas, 0));
  readonly filas: number = $derived(this.legibles.reduce((sum, { filas }) => sum + filas, 0));
  readonly conError: number = $derived(this.legibles.reduce((sum, { conError }) => sum + conError, 0));
  readonly hallazgos: readonly Hallazgo[] = $derived(hallazgosDe(this.legibles));
  readonly errores: readonly Hallazgo[] = $derived(this.hallazgos.filter(({ clase }) => clase === 'error'));
  readonly avisos: readonly Hallazgo[] = $derived(this.hallazgos.filter(({ clase }) => clase === 'aviso'));
  readonly nombre: string = $derived(this.archivos.map(nombreDeArchivo).join(', '));

  constructor(comun: Pick<Comun, 'api' | 'sesion' | 'trabajos'>, ahora: () => number) {
    this.#comun = comun;
    this.carga = new CargaState(comun, ahora);
  }

  get visibles(): readonly Hallazgo[] {
    if (this.filtro === 'errores') return this.errores;
    return this.filtro === 'avisos' ? this.avisos : this.hallazgos;
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

  /** Sends what is valid. The rows with errors are left out only if the person said so by this button's words. */
  async enviar(decidir?: string): Promise<void> {
    const cuenta = this.#comun.sesion.actual?.nombre;
    if (cuenta === undefined) return;
    this.paso = 'envio';
    const documento = await this.carga.enviar({
      archivos: [...this.archivos],
      cuenta,
      omitirErrores: this.conError > 0 || this.ilegibles.length > 0,
      marcador: this.marca ? 'auto' : 'ninguno',
      informe: 'conciliacion.xlsx',
      ...(decidir === undefined ? {} : { decidir }),
    });
    if (documento !== undefined && 'informe' in documento) this.paso = 'resultado';
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
    const documento = await this.carga.retomar(cuenta, carga, decidir);
    if (documento !== undefined && 'informe' in documento) this.paso = 'resultado';
  }

  /** Back to the first step. What was sent stays where it is. */
  empezarDeNuevo(): void {
    this.dejarDeLeer();
    this.paso = 'archivo';
    this.archivos = [];
    this.documentos = [];
    this.falla = undefined;
    this.filtro = 'todos';
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
      const documentos = await this.#comun.api.llamar(
        'archivos.validar',
        { archivos: [...archivos], cupones: false },
        {
          signal: control.signal,
          onAvance: (progreso) => {
            this.progreso = progreso;
          },
        },
      );
      this.archivos = archivos;
      this.documentos = documentos;
      this.paso = 'revision';
    } catch (error) {
      if (!control.signal.aborted) this.falla = comoFalla(error);
    } finally {
      this.leyendo = false;
    }
  }
}
