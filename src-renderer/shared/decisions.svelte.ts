import type { UndoneDecisions } from '#contract/decisions.ts';
import type { MethodInput } from '#contract/inputs.ts';

type Decision = MethodInput<'decisiones.tomar'>['decisiones'][number];

/** The person's last action on coupons of the queue, for the message about it. */
export interface Done {
  readonly what: Decision['tipo'] | 'deshecha';
  readonly n: number;
  /** Difference of the amounts, as decimal text, when the action linked a single coupon. */
  readonly difference?: string | undefined;
  /** The coupon of an action on a single coupon, because the panel may already show the next coupon. */
  readonly cupon?: UndoneDecisions['cupones'][number];
  /** Row numbers that an import of a workbook of decisions refused. */
  readonly refused?: readonly number[];
}
export interface Step {
  readonly ns: readonly number[];
  readonly decisions: readonly Decision[];
}

export class TakenSteps {
  /** Steps that can be undone, oldest first; undo takes back all decisions of a step. */
  taken = $state.raw<readonly Step[]>([]);
  /** Undone decisions, which can be redone until the person takes a new decision. */
  undone = $state.raw<readonly Step['decisions'][]>([]);
  done = $state.raw<Done | undefined>(undefined);
}

/** The steps of the queue by account. They outlive the screen, so that undo still works when the person comes back. */
export class StepsByAccount {
  readonly #steps: Partial<Record<string, TakenSteps>> = {};

  of(account: string): TakenSteps {
    return (this.#steps[account] ??= new TakenSteps());
  }
}
