import type { PHASES } from '#domain/texts/phases.ts';
import type { Sentence } from '#domain/texts/upload-sentences.ts';

/** The progress of a long operation. `total` is null while it is not known. */
export interface Progress {
  readonly fase: keyof typeof PHASES;
  readonly hecho: number;
  readonly total: number | null;
  /** The upload in progress, by its name on this PC. */
  readonly carga?: string;
  /** Batches that the service has so far. */
  readonly tandas?: number;
  /** A sentence for people, when there is more to say than the numbers. */
  readonly texto?: string;
  /** The sentence by its code, for a screen in another language. */
  readonly frase?: Sentence;
}
