import type { DatosValores } from '#contract/datos.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';

const MARCAS = /\p{M}/gu;
const plano = (texto: string): string => texto.normalize('NFD').replace(MARCAS, '').toLowerCase();

/** The values of one field within what is filtered, to choose among them. */
export class ValoresState {
  leidos = $state.raw<DatosValores | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  buscado = $state('');
  readonly #api: Api;

  readonly visibles: DatosValores['valores'] = $derived(
    (this.leidos?.valores ?? []).filter(({ valor }) => plano(valor ?? '').includes(plano(this.buscado.trim()))),
  );

  constructor(api: Api) {
    this.#api = api;
  }

  async leer(pedido: MethodInput<'datos.valores'>, signal: AbortSignal): Promise<void> {
    try {
      const leidos = await this.#api.llamar('datos.valores', { ...pedido, limite: 200 }, { signal });
      if (!signal.aborted) this.leidos = leidos;
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    }
  }
}
