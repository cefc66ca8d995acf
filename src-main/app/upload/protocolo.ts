import { aplicar, observar, plegar, siguiente } from '#domain/upload/index.ts';

/** The state machine as the driver runs it. */
export interface Protocolo {
  readonly aplicar: typeof aplicar;
  readonly plegar: typeof plegar;
  readonly siguiente: typeof siguiente;
  readonly observar: typeof observar;
}

export const PROTOCOLO: Protocolo = { aplicar, plegar, siguiente, observar };
