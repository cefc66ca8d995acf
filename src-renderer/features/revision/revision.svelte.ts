import type { MethodInput } from '#contract/inputs.ts';
import type { Progreso } from '#contract/progress.ts';
import type { RevisionCambio, RevisionDocumento, RevisionResumen, RevisionTotales } from '#contract/revision.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import type { Comun } from '../../marco/contexto.ts';
import { FilasState } from './filas.svelte.ts';

type Deps = Pick<Comun, 'api' | 'sesion'>;
type Una = { readonly cuenta?: string; readonly revision: string };

/** Files on their way to an upload: their columns, their rows, and what a person changes. */
export class RevisionState {
  documento = $state.raw<RevisionDocumento | undefined>(undefined);
  resumen = $state.raw<RevisionResumen | null>(null);
  totales = $state.raw<RevisionTotales | undefined>(undefined);
  #totalesDe = $state<number | undefined>(undefined);
  /** The totals of the rows as they are now; undefined while those of before a change are shown. */
  readonly totalesDeAhora: RevisionTotales | undefined = $derived(
    this.#totalesDe === this.resumen?.version ? this.totales : undefined,
  );
  falla = $state.raw<Falla | undefined>(undefined);
  progreso = $state.raw<Progreso | undefined>(undefined);
  /** A call that the person waits for runs. */
  ocupado = $state(false);
  /** What was done last, said aloud. */
  dicho = $state('');
  /** Save the columns of the first file under this name. */
  recordar = $state(false);
  plantilla = $state('');
  readonly filas: FilasState;
  readonly #deps: Deps;
  #control: AbortController | undefined;
  #cambios: Promise<unknown> = Promise.resolve();

  readonly varios: boolean = $derived((this.documento?.archivos.length ?? 0) > 1);
  readonly nombre: string = $derived(
    (this.documento?.archivos ?? [])
      .filter(({ origen }, place, all) => all.findIndex((one) => one.origen === origen) === place)
      .map(({ nombre }) => nombre)
      .join(', '),
  );

  constructor(deps: Deps) {
    this.#deps = deps;
    this.filas = new FilasState(deps.api, () => this.#una());
  }

  /** What every call says; undefined while nothing is under review. */
  #una(): Una | undefined {
    const cuenta = this.#deps.sesion.actual?.nombre;
    const revision = this.documento?.revision;
    return revision === undefined ? undefined : { ...(cuenta === undefined ? {} : { cuenta }), revision };
  }

  get una(): Una | undefined {
    return this.#una();
  }

  /** Begins with these files. Throws what the core refuses: the first step shows it. */
  async empezar(archivos: readonly string[], signal: AbortSignal): Promise<void> {
    const cuenta = this.#deps.sesion.actual?.nombre;
    const entrada = { ...(cuenta === undefined ? {} : { cuenta }), archivos: [...archivos] };
    this.#recibir(await this.#deps.api.llamar('revision.empezar', entrada, { signal }));
  }

  /** What was under review when the application was closed, if anything was; one that was sent is only told of. */
  async recuperar(): Promise<RevisionDocumento | undefined> {
    const cuenta = this.#deps.sesion.actual?.nombre;
    try {
      const found = await this.#deps.api.llamar('revision.ver', cuenta === undefined ? {} : { cuenta });
      if (found === null) return undefined;
      if (found.estado !== 'enviada') this.#recibir(found);
      return found;
    } catch (error) {
      // Nothing was asked by the person: what cannot be taken up again is as if it were not there.
      this.falla = comoFalla(error);
      return undefined;
    }
  }

  /** Shows what was found: a file that is being sent has its name and its counts. */
  poner(documento: RevisionDocumento): void {
    this.#recibir(documento);
  }

  async columnas(
    archivo: number,
    cambio: Pick<MethodInput<'revision.columnas'>, 'hoja' | 'hojas' | 'encabezado' | 'mapear' | 'ordenFechas'>,
  ): Promise<void> {
    await this.#porTurno(() =>
      this.#hacer(async (una, signal) => {
        this.#recibir(await this.#deps.api.llamar('revision.columnas', { ...una, archivo, ...cambio }, { signal }));
      }),
    );
  }

  /** A template has a name from the start: the file's, until the person writes another. */
  nombrarPlantilla(): void {
    if (this.plantilla.trim() === '') this.plantilla = this.#nombreDeArchivo();
  }

  /** Reads the rows; true when there are some to look at. */
  async leer(): Promise<boolean> {
    await this.#cambios; // the columns that were chosen last are those that are read
    await this.#hacer(async (una, signal) => {
      // Whoever asked to remember the columns and wiped the name out still wants them remembered.
      const plantilla = this.plantilla.trim() === '' ? this.#nombreDeArchivo() : this.plantilla.trim();
      const saved = this.recordar ? { plantilla } : {};
      const seguimiento = {
        signal,
        onAvance: (progreso: Progreso) => {
          this.progreso = progreso;
        },
      };
      this.#recibir(await this.#deps.api.llamar('revision.leer', { ...una, ...saved }, seguimiento));
    });
    return this.documento?.estado === 'filas' && this.falla === undefined;
  }

  dejar(): void {
    this.#control?.abort();
  }

  corregir(
    fila: number,
    campo: MethodInput<'revision.corregir'>['campo'],
    valor: string,
    alcance: Pick<MethodInput<'revision.corregir'>, 'todas' | 'siempre'>,
  ): Promise<RevisionCambio | undefined> {
    return this.#cambiar((una) =>
      this.#deps.api.llamar('revision.corregir', { ...una, fila, campo, valor, ...alcance }),
    );
  }

  omitir(filas: number[] | 'errores' | 'enviados', omitir: boolean): Promise<RevisionCambio | undefined> {
    return this.#cambiar((una) => this.#deps.api.llamar('revision.omitir', { ...una, filas, omitir }));
  }

  orden(
    archivo: number,
    campo: MethodInput<'revision.orden'>['campo'],
    orden: 'dia' | 'mes',
  ): Promise<RevisionCambio | undefined> {
    return this.#cambiar((una) => this.#deps.api.llamar('revision.orden', { ...una, archivo, campo, orden }));
  }

  deshacer(): Promise<RevisionCambio | undefined> {
    return this.#cambiar((una) => this.#deps.api.llamar('revision.deshacer', una));
  }

  rehacer(): Promise<RevisionCambio | undefined> {
    return this.#cambiar((una) => this.#deps.api.llamar('revision.rehacer', una));
  }

  /** A workbook of errors that was corrected: its rows take the place of theirs. */
  async mezclar(file: File): Promise<RevisionCambio | undefined> {
    return this.#cambiar(async (una, signal) => {
      const archivo = await this.#deps.api.archivo(file, signal);
      return this.#deps.api.llamar('revision.mezclar', { ...una, archivos: [archivo] }, { signal });
    });
  }

  async descargarErrores(): Promise<void> {
    await this.#hacer(async (una, signal) => {
      const { exportado } = await this.#deps.api.llamar(
        'revision.errores',
        { ...una, exportar: 'errores.xlsx' },
        { signal },
      );
      await this.#deps.api.entregar(exportado);
    });
  }

  async leerTotales(): Promise<void> {
    const una = this.#una();
    const version = this.resumen?.version;
    if (una === undefined || version === undefined) return;
    try {
      const totales = await this.#deps.api.llamar('revision.totales', una);
      // A change may have come in between: then the next reading brings the right ones.
      if (this.resumen?.version !== version) return;
      this.totales = totales;
      this.#totalesDe = version;
    } catch (error) {
      this.falla = comoFalla(error);
    }
  }

  #nombreDeArchivo(): string {
    return (this.documento?.archivos[0]?.nombre ?? '').replace(/\.[a-z]{3,4}$/i, '').slice(0, 80);
  }

  /** Changes go one after another: one asked while another is on its way waits for it, and is not lost. */
  #cambiar(llamar: (una: Una, signal: AbortSignal) => Promise<RevisionCambio>): Promise<RevisionCambio | undefined> {
    return this.#porTurno(async () => {
      let done: RevisionCambio | undefined;
      await this.#hacer(async (una, signal) => {
        done = await llamar(una, signal);
        this.resumen = done.resumen;
        if (done.fila !== null) this.filas.poner(done.fila);
        await this.filas.refrescar();
      });
      return done;
    });
  }

  #porTurno<T>(work: () => Promise<T>): Promise<T> {
    const turno = this.#cambios.then(work);
    this.#cambios = turno;
    return turno;
  }

  async #hacer(work: (una: Una, signal: AbortSignal) => Promise<void>): Promise<void> {
    const una = this.#una();
    if (una === undefined || this.ocupado) return;
    const control = new AbortController();
    this.#control = control;
    this.ocupado = true;
    this.falla = undefined;
    try {
      await work(una, control.signal);
    } catch (error) {
      if (!control.signal.aborted) this.falla = comoFalla(error);
    } finally {
      this.ocupado = false;
      this.progreso = undefined;
    }
  }

  #recibir(documento: RevisionDocumento): void {
    const other = documento.revision !== this.documento?.revision;
    this.documento = documento;
    this.resumen = documento.resumen;
    this.falla = undefined;
    if (other) {
      const plantilla = documento.archivos[0]?.tabla?.plantilla ?? '';
      this.plantilla = plantilla;
      this.recordar = plantilla !== '';
    }
    this.totales = undefined;
    this.#totalesDe = undefined;
    this.filas.vaciar();
  }
}
