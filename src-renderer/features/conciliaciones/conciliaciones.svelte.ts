import type { CargaListada, ConciliacionDocumento, ConciliacionesListadas } from '#contract/documents.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';

const TERMINADAS: readonly string[] = ['TERMINADA', 'ABANDONADA'];

/** The newest first: by the day that the service says, then by number, which it gives in order. */
const laMasNuevaPrimero = (a: ConciliacionDocumento, b: ConciliacionDocumento): number =>
  (b.fecha ?? '').localeCompare(a.fecha ?? '') || b.id.localeCompare(a.id, undefined, { numeric: true });

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
  leidas = $state.raw<ConciliacionesListadas | undefined>(undefined);
  leyendo = $state(false);
  falla = $state.raw<Falla | undefined>(undefined);
  borrando = $state.raw<ConciliacionDocumento | undefined>(undefined);
  borrada = $state.raw<string | undefined>(undefined);
  trabajando = $state(false);
  readonly #api: Api;
  readonly #cuenta: string;

  /** Uploads of this PC that have not ended. */
  readonly pendientes: readonly CargaListada[] = $derived(
    (this.leidas?.cargas ?? []).filter((carga) => !TERMINADAS.includes(carga.estado)),
  );

  readonly guardadas: readonly CargaGuardada[] = $derived(this.leidas === undefined ? [] : soloGuardadas(this.leidas));

  constructor(api: Api, cuenta: string) {
    this.#api = api;
    this.#cuenta = cuenta;
  }

  /** What was read before stays on screen while it is read again, and when it cannot be. */
  async leer(signal: AbortSignal): Promise<void> {
    this.leyendo = true;
    this.falla = undefined;
    try {
      const leidas = await this.#api.llamar('conciliaciones.listar', { cuenta: this.#cuenta }, { signal });
      this.leidas = { ...leidas, conciliaciones: leidas.conciliaciones.toSorted(laMasNuevaPrimero) };
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
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
