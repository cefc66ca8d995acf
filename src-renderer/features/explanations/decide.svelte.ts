import type { TakenDecisions } from '#contract/decisions.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { getLocale } from '../../paraglide/runtime.js';
import type { CouponPlace } from './queue.ts';

type Decision = MethodInput<'decisiones.tomar'>['decisiones'][number];
/** What was done last, for who is told. */
export type Done = Decision['tipo'] | 'deshecha';

interface Deps {
  readonly api: Pick<Api, 'call'>;
  readonly cuenta: string;
  /** Shows the coupon as it stands now. */
  readonly onDone: () => Promise<void>;
}

/** What a person decides about a coupon that did not match. Every decision can be undone. */
export class DecideState {
  busy = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);
  done = $state.raw<Done | undefined>(undefined);
  /** What the person is writing. */
  writing = $state<'nota' | 'explicado' | undefined>(undefined);
  /** The numbers of what was decided last; empty when there is nothing to undo here. */
  #last = $state.raw<readonly number[]>([]);
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Another coupon is looked at. What was decided last can still be undone. */
  forget(): void {
    this.failure = undefined;
    this.done = undefined;
    this.writing = undefined;
  }

  get canUndo(): boolean {
    return this.#last.length > 0;
  }

  /** The coupon is this operation. `difference`: what their amounts differ by, which the person saw: more is refused. */
  accept(cupon: CouponPlace, operacion: string, difference: string): Promise<void> {
    const tolerancia = difference.replace(/^-/, '');
    return this.#take({ tipo: 'vinculo', cupones: [cupon], operaciones: [operacion], tolerancia });
  }

  /** The coupon is not this operation: it is not proposed again. */
  reject(cupon: CouponPlace, operacion: string): Promise<void> {
    return this.#take({ tipo: 'no_es', cupon, operaciones: [operacion] });
  }

  explain(cupon: CouponPlace, motivo: string): Promise<void> {
    return this.#take({ tipo: 'explicado', cupon, motivo });
  }

  note(cupon: CouponPlace, texto: string): Promise<void> {
    return this.#take({ tipo: 'nota', cupon, texto });
  }

  /** Undoes what was decided last, whichever coupon it was about. */
  async undo(): Promise<void> {
    if (this.#last.length === 0) return;
    await this.#run('deshecha', async () => {
      await this.#undo(this.#last);
      this.#last = [];
    });
  }

  /** Undoes a decision by its number. */
  undoOne(n: number): Promise<void> {
    return this.#run('deshecha', async () => {
      await this.#undo([n]);
      this.#last = this.#last.filter((each) => each !== n);
    });
  }

  async #undo(ns: readonly number[]): Promise<void> {
    const { api, cuenta } = this.#deps;
    await api.call('decisiones.deshacer', { cuenta, idioma: getLocale(), que: { ns: [...ns] } });
  }

  #take(decision: Decision): Promise<void> {
    return this.#run(decision.tipo, async () => {
      const { api, cuenta } = this.#deps;
      const asked = { cuenta, idioma: getLocale(), decisiones: [decision] };
      const { ns }: TakenDecisions = await api.call('decisiones.tomar', asked);
      this.#last = ns;
    });
  }

  async #run(done: Done, work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.failure = undefined;
    this.done = undefined;
    try {
      await work();
      this.done = done;
      await this.#deps.onDone();
    } catch (error) {
      this.failure = toFailure(error);
    } finally {
      this.busy = false;
    }
  }
}
