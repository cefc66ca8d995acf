import { apply, observe, fold, nextAction } from '#domain/upload/index.ts';

/** The state machine as the driver runs it. */
export interface Protocol {
  readonly apply: typeof apply;
  readonly fold: typeof fold;
  readonly nextAction: typeof nextAction;
  readonly observe: typeof observe;
}

export const PROTOCOL: Protocol = { apply, fold, nextAction, observe };
