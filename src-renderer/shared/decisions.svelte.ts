import type { UndoneDecisions } from '#contract/decisions.ts';
import type { MethodInput } from '#contract/inputs.ts';

type Decision = MethodInput<'decisiones.tomar'>['decisiones'][number];

/** The last action of the person and the number of its coupons, which the screen shows. */
export interface Done {
  readonly what: Decision['tipo'] | 'deshecha';
  readonly n: number;
  /** By how much the amounts of a single link differ, decimal text. */
  readonly difference?: string | undefined;
  /** The coupon of an action in the queue, when the action was about a single coupon: the panel may already show another coupon. */
  readonly cupon?: UndoneDecisions['cupones'][number];
  /** The refused rows of an imported workbook of decisions. */
  readonly refused?: readonly number[];
}
export interface Step {
  readonly ns: readonly number[];
  readonly decisions: readonly Decision[];
}

export class TakenSteps {
  /** The steps that can be undone, oldest first. Decisions of one step are undone together. */
  taken = $state.raw<readonly Step[]>([]);
  /** The undone decisions, which can be redone until the person takes a new one. */
  undone = $state.raw<readonly Step['decisions'][]>([]);
  done = $state.raw<Done | undefined>(undefined);
}

/** The queue's steps by account. They outlive the screen, so that undo works after the person was elsewhere. */
export class StepsByAccount {
  readonly #steps: Partial<Record<string, TakenSteps>> = {};

  of(account: string): TakenSteps {
    return (this.#steps[account] ??= new TakenSteps());
  }
}
