import type { PassingNotice, Statement } from '#domain/texts/statements.ts';
import type { PHASES } from '#domain/texts/labels.ts';
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

/** What a host tells its screens besides the answers to their calls. */
export type HostEvent =
  | { readonly tipo: 'avance'; readonly llamada: string; readonly progreso: Progress }
  /**
   * A sentence that the core wants shown; it waits for no answer. `pasajero` and `dicho` hold the same as data, so that the screens say it in their
   * language.
   */
  | {
      readonly tipo: 'aviso';
      readonly texto: string;
      readonly pasajero?: PassingNotice;
      readonly dicho?: Statement;
    }
  /** The secret of an account is missing. The screens ask for it, show the server that it goes to (`url`), and answer with `pregunta`. */
  | { readonly tipo: 'clave'; readonly pregunta: string; readonly cuenta: string; readonly url: string }
  /** The person opened these with the program, outside of it; handles, as calls take them (the window only). */
  | { readonly tipo: 'abrir_con'; readonly archivos: readonly string[] }
  /** The manual was asked for in the menu (the window only). */
  | { readonly tipo: 'ayuda' }
  /** The question was answered elsewhere, or its call has ended. */
  | { readonly tipo: 'clave_cerrada'; readonly pregunta: string };
