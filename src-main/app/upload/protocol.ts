import { observe, fold, chooseAction } from '#domain/upload/index.ts';

/** The state machine as the driver runs it. */
export interface Protocol {
  readonly fold: typeof fold;
  readonly chooseAction: typeof chooseAction;
  readonly observe: typeof observe;
}

export const PROTOCOL: Protocol = { fold, chooseAction, observe };
