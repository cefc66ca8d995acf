import { apply, observe, fold, nextAction } from '#domain/upload/index.ts';

/** The state machine as the driver runs it. */
export interface Protocol {
  readonly aplicar: typeof apply;
  readonly plegar: typeof fold;
  readonly siguiente: typeof nextAction;
  readonly observar: typeof observe;
}

export const PROTOCOL: Protocol = { aplicar: apply, plegar: fold, siguiente: nextAction, observar: observe };
