import type { Progreso } from '#contract/progress.ts';
import type { Falla } from '../api/falla.ts';
import type { Ruta } from './rutas.ts';

/** Something long that goes on whatever screen is shown. */
export class Trabajo {
  progreso = $state.raw<Progreso | undefined>(undefined);
  readonly id: number;
  readonly ruta: Ruta;
  /** How the top bar calls it; undefined: just work. */
  readonly titulo: (() => string) | undefined;
  deteniendo = $state(false);
  readonly #control = new AbortController();

  constructor(id: number, ruta: Ruta, titulo?: () => string) {
    this.id = id;
    this.ruta = ruta;
    this.titulo = titulo;
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** Whole percent, while the total is known. Not a derived value: it would end with the screen that began the work. */
  get porciento(): number | undefined {
    const progreso = this.progreso;
    if (progreso === undefined || progreso.total === null || progreso.total === 0) return undefined;
    return Math.floor((Math.min(progreso.hecho, progreso.total) / progreso.total) * 100);
  }

  detener(): void {
    this.deteniendo = true;
    this.#control.abort();
  }
}

/** Work that goes on after its screen. */
interface Seguido {
  readonly ruta: Ruta;
  readonly titulo: () => string;
  /** Aborted once the screen is gone. */
  readonly pantalla: AbortSignal;
  /** What the screen would say of it. */
  readonly falla: () => Falla | undefined;
}

/** What failed when its screen was gone. */
export interface Fallido extends Pick<Seguido, 'ruta' | 'titulo'> {
  readonly id: number;
  readonly falla: Falla;
}

/** The work in progress, shown in the top bar. */
export class Trabajos {
  activos = $state.raw<readonly Trabajo[]>([]);
  /** What nobody was told of yet. */
  fallidos = $state.raw<readonly Fallido[]>([]);
  #siguiente = 1;

  /** Runs something as work in progress; it leaves the list when it ends, however it ends. */
  async hacer<T>(ruta: Ruta, work: (trabajo: Trabajo) => Promise<T>, titulo?: () => string): Promise<T> {
    const trabajo = new Trabajo(this.#siguiente++, ruta, titulo);
    this.activos = [...this.activos, trabajo];
    try {
      return await work(trabajo);
    } finally {
      this.activos = this.activos.filter((otro) => otro !== trabajo);
    }
  }

  /** As `hacer`, for work that keeps its own failure: it is told on every screen when its own is not there any more. */
  async seguir({ ruta, titulo, pantalla, falla }: Seguido, work: (trabajo: Trabajo) => Promise<void>): Promise<void> {
    await this.hacer(ruta, work, titulo);
    const fallo = falla();
    if (pantalla.aborted && fallo !== undefined) this.tell({ ruta, titulo, falla: fallo });
  }

  /** What failed when its screen was gone: the top bar says it until the person knows. */
  tell(fallido: Omit<Fallido, 'id'>): void {
    this.fallidos = [...this.fallidos, { id: this.#siguiente++, ...fallido }];
  }

  /** The person knows. */
  descartar(fallido: Fallido): void {
    this.fallidos = this.fallidos.filter((otro) => otro !== fallido);
  }
}
