import type { ReadCupon } from '#contract/conciliaciones.ts';
import type { DataTrail } from '#contract/data.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { ExplanationsState } from '../explanations/explanations.svelte.ts';

interface Deps {
  readonly api: Api;
  readonly account: string;
  readonly id: string;
  readonly explanations: ExplanationsState;
}

/** The input for the money trail of a coupon of a result: its place in our upload, and what the result says of it. */
function createTrailSource(conciliacion: string, { operacion, archivo }: ReadCupon): MethodInput<'datos.rastro'>['de'] {
  const { conciliado: _matched, modo: _mode, fila, ...cupon } = operacion;
  return { conciliacion, ...(fila === null ? {} : { fila }), ...(archivo === null ? {} : { archivo }), cupon };
}

/** The coupon of a result that the panel shows: where its money went, or why it did not match. */
export class ChosenCupon {
  cupon = $state.raw<ReadCupon | undefined>(undefined);
  trail = $state.raw<DataTrail | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  release(): void {
    this.cupon = undefined;
  }

  /** Shows a coupon, then where its money went, or why it did not match. */
  async choose(cupon: ReadCupon | undefined): Promise<void> {
    this.cupon = cupon;
    this.trail = undefined;
    await this.follow();
  }

  /** Reads where the money of the coupon went, as far as this PC knows now. The previous trail stays until the new one is here. */
  async follow(): Promise<void> {
    const { api, account, id, explanations } = this.#deps;
    const { cupon } = this;
    this.failure = undefined;
    const open = cupon?.disposicion === 'sin_conciliar';
    await explanations.choose(open ? { conciliacion: id, n: cupon.n } : undefined);
    if (cupon === undefined || open || this.cupon !== cupon) return;
    try {
      const trail = await api.call('datos.rastro', { cuenta: account, de: createTrailSource(id, cupon) });
      if (this.cupon === cupon) this.trail = trail;
    } catch (error) {
      if (this.cupon === cupon) this.failure = toFailure(error);
    }
  }
}
