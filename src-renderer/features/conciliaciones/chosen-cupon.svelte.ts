import type { ReadCupon } from '#contract/conciliaciones.ts';
import type { DataTrail } from '#contract/trail.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api } from '../../api/api.ts';
import { Newest } from '../../shared/task.svelte.ts';
import type { ExplanationsState } from '../explanations/explanations.svelte.ts';

interface Deps {
  readonly api: Api;
  readonly account: string;
  readonly id: string;
  readonly explanations: ExplanationsState;
}

/** The input of the method for a coupon's money trail: the row in the upload of this PC, and the values in the result. */
function createTrailSource(conciliacion: string, { operacion, archivo }: ReadCupon): MethodInput<'datos.rastro'>['de'] {
  const { conciliado: _matched, modo: _mode, fila, ...cupon } = operacion;
  return { conciliacion, ...(fila === null ? {} : { fila }), ...(archivo === null ? {} : { archivo }), cupon };
}

/** The coupon in the panel of a result, with its money trail or, if unmatched, its explanation. */
export class ChosenCupon {
  cupon = $state.raw<ReadCupon | undefined>(undefined);
  trail = $state.raw<DataTrail | undefined>(undefined);
  readonly following = new Newest();
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  release(): void {
    this.cupon = undefined;
    this.following.stop();
  }

  async choose(cupon: ReadCupon | undefined): Promise<void> {
    this.cupon = cupon;
    this.trail = undefined;
    await this.follow();
  }

  /** Reads the coupon's money trail from the data of this PC. The old trail stays on screen meanwhile. */
  async follow(): Promise<void> {
    const { api, account, id, explanations } = this.#deps;
    const { cupon } = this;
    this.following.stop();
    const open = cupon?.disposicion === 'sin_conciliar';
    await explanations.choose(open ? { conciliacion: id, n: cupon.n } : undefined);
    if (cupon === undefined || open || this.cupon !== cupon) return;
    const input = { cuenta: account, de: createTrailSource(id, cupon) };
    const trail = await this.following.run((tracking) => api.call('datos.rastro', input, tracking));
    if (trail !== undefined) this.trail = trail;
  }
}
