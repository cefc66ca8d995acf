import { observe } from '#domain/upload/observe.ts';
import { fold } from '#domain/upload/apply.ts';
import { chooseAction } from '#domain/upload/next.ts';

/** The state machine as the driver runs it. */
export interface Protocol {
  readonly fold: typeof fold;
  readonly chooseAction: typeof chooseAction;
  readonly observe: typeof observe;
}

export const PROTOCOL: Protocol = { fold, chooseAction, observe };
