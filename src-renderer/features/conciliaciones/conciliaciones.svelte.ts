import type { CargaListada, ConciliacionDocumento, ConciliacionesListadas } from '#contract/documents.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import { faltaElSecreto } from '../../ui/errores.ts';

const TERMINADAS: readonly string[] = ['TERMINADA', 'ABANDONADA'];

/** The newest first: by the day that the service says, then by number, which it gives in order. */
const laMasNuevaPrimero = (a: ConciliacionDocumento, b: ConciliacionDocumento): number =>
  (b.fecha ?? '').localeCompare(a.fecha ?? '') || b.id.localeCompare(a.id, undefined, { numeric: true });

const enOrden = (listadas: ConciliacionesListadas): ConciliacionesListadas => ({
  ...listadas,
  conciliaciones: listadas.conciliaciones.toSorted(laMasNuevaPrimero),
});

/** An upload of this PC whose result was read, and that is not among what the service lists now. */
export type CargaGuardada = CargaListada & {
  readonly leida: NonNullable<CargaListada['leida']>;
  /** Its reconciliation; null when a later upload was given the same number, and has its page. */
  readonly suId: string | null;
};

/** The uploads of this PC whose result is known here alone: the service forgot them, or lists only the last days. */
export function soloGuardadas({ conciliaciones, cargas }: ConciliacionesListadas): readonly CargaGuardada[] {
  return cargas.flatMap((una) => {
    const { carga, id, leida, borrada } = una;
    if (leida === undefined || borrada === true || conciliaciones.some((otra) => otra.carga === carga)) return [];
    const deOtra = conciliaciones.some((otra) => otra.id === id) || cargas.find((otra) => otra.id === id) !== una;
    const suya = id !== null && !deOtra;
    return [{ ...una, leida, suId: suya ? id : null }];
  });
}

/** The reconciliations of an account and the uploads of this PC. */
export class ConciliacionesState {
  /** As the service gave them. */
  leidas = $state.raw<ConciliacionesListadas | undefined>(undefined);
  /** As this PC knows them by itself. */
  conocidas = $state.raw<ConciliacionesListadas | undefined>(undefined);
  /** The service was not asked, for somebody would have had to give the secret. */
  sinEntrar = $state(false);
  leyendo = $state(false);
  falla = $state.raw<Falla | undefined>(undefined);
  borrando = $state.raw<ConciliacionDocumento | undefined>(undefined);
  borrada = $state.raw<string | undefined>(undefined);
  trabajando = $state(false);
  readonly #api: Api;
  readonly #cuenta: string;

  /** What is on screen; undefined while nothing is known. */
  readonly mostradas: ConciliacionesListadas | undefined = $derived(this.leidas ?? this.conocidas);
  /** Uploads of this PC that have not ended. */
  readonly pendientes: readonly CargaListada[] = $derived(
    (this.mostradas?.cargas ?? []).filter((carga) => !TERMINADAS.includes(carga.estado)),
  );

  readonly guardadas: readonly CargaGuardada[] = $derived(
    this.mostradas === undefined ? [] : soloGuardadas(this.mostradas),
  );

  constructor(api: Api, cuenta: string) {
    this.#api = api;
    this.#cuenta = cuenta;
  }

  /** Shows what this PC knows, at once, then asks the service; nobody is asked for the secret because the screen was opened. */
  async abrir(signal: AbortSignal): Promise<void> {
    try {
      const conocidas = await this.#api.llamar('conciliaciones.conocidas', { cuenta: this.#cuenta }, { signal });
      this.conocidas = enOrden(conocidas);
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    }
    if (!signal.aborted) await this.#leer(signal, true);
  }

  /** Asks the service. What was read before stays on screen while it is read again, and when it cannot be. */
  async leer(signal: AbortSignal): Promise<void> {
    await this.#leer(signal, false);
  }

  async #leer(signal: AbortSignal, sinPreguntar: boolean): Promise<void> {
    this.leyendo = true;
    this.falla = undefined;
    this.sinEntrar = false;
    try {
      const entrada = { cuenta: this.#cuenta, ...(sinPreguntar ? { sinPreguntar } : {}) };
      this.leidas = enOrden(await this.#api.llamar('conciliaciones.listar', entrada, { signal }));
    } catch (error) {
      if (signal.aborted) return;
      const falla = comoFalla(error);
      if (sinPreguntar && faltaElSecreto(falla)) this.sinEntrar = true;
      else this.falla = falla;
    } finally {
      this.leyendo = false;
    }
  }

  async borrar(id: string, signal: AbortSignal): Promise<void> {
    this.trabajando = true;
    this.falla = undefined;
    try {
      await this.#api.llamar('conciliaciones.borrar', { cuenta: this.#cuenta, id, si: true }, { signal });
      this.borrada = id;
      this.borrando = undefined;
      await this.leer(signal);
    } catch (error) {
      this.borrando = undefined;
      if (!signal.aborted) this.falla = comoFalla(error);
    } finally {
      this.trabajando = false;
    }
  }
}
