import type { ControlDocumento, ControlEstado, ControlesDocumento, Papel } from '#contract/controles.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';

interface Periodo {
  readonly desde: string;
  readonly hasta: string;
}

/** The tie-outs of an account over a period. */
export class ControlesState {
  documento = $state.raw<ControlesDocumento | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  leyendo = $state(false);
  filtro: ControlEstado | 'todos' = $state('todos');
  /** The paper that is being written. */
  escribiendo = $state.raw<Papel | undefined>(undefined);
  /** The paper that was written last. */
  escrito = $state.raw<string | undefined>(undefined);
  readonly #api: Api;
  readonly #cuenta: string | undefined;

  readonly mostrados: readonly ControlDocumento[] = $derived(
    (this.documento?.controles ?? []).filter(({ estado }) => this.filtro === 'todos' || estado === this.filtro),
  );

  constructor(api: Api, cuenta: string | undefined) {
    this.#api = api;
    this.#cuenta = cuenta;
  }

  /** What was read before stays on screen while it is read again, and when it cannot be. */
  async leer(periodo: Periodo, signal: AbortSignal): Promise<void> {
    this.leyendo = true;
    this.falla = undefined;
    try {
      const documento = await this.#api.llamar('controles.ver', { cuenta: this.#cuenta, ...periodo }, { signal });
      if (!signal.aborted) this.documento = documento;
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    } finally {
      this.leyendo = false;
    }
  }

  /** Writes a paper and hands it to the person. `salida`: the name of the file. */
  async exportar(
    papel: Papel,
    { desde, hasta, salida }: Periodo & { salida: string },
    signal: AbortSignal,
  ): Promise<void> {
    this.escribiendo = papel;
    this.falla = undefined;
    this.escrito = undefined;
    try {
      const pedido = { cuenta: this.#cuenta, papel, desde, hasta, salida };
      const { archivo } = await this.#api.llamar('papeles.exportar', pedido, { signal });
      await this.#api.entregar(archivo);
      this.escrito = salida;
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    } finally {
      this.escribiendo = undefined;
    }
  }
}
