import type { PassingNotice, Statement } from '#domain/texts/statements.ts';
import type { PHASES } from '#domain/texts/labels.ts';
import type { Sentence } from '#domain/texts/upload-sentences.ts';

/** The progress of a long operation. `total` is null while unknown. */
export interface Progress {
  readonly fase: keyof typeof PHASES;
  readonly hecho: number;
  readonly total: number | null;
  /** The upload in progress, by its name on this PC. */
  readonly carga?: string;
  /** The reconciliation of an upload whose result was read (`auditoria`). */
  readonly id?: string;
  /** Batches that the service has so far. */
  readonly tandas?: number;
  /** A sentence for people, if more is known than the numbers. */
  readonly texto?: string;
  /** The sentence by its code, for a screen in another language. */
  readonly frase?: Sentence;
}

/** What a host sends its screens besides the answers to their calls. */
export type HostEvent =
  | { readonly tipo: 'avance'; readonly llamada: string; readonly progreso: Progress }
  /** A sentence of the core to show; it expects no answer. `pasajero` and `dicho` hold it as data, so that the screens use their own language. */
  | {
      readonly tipo: 'aviso';
      readonly texto: string;
      readonly pasajero?: PassingNotice;
      readonly dicho?: Statement;
    }
  /** The secret of an account is missing. The screens ask for it, show the server that gets it (`url`), and answer with `pregunta`. */
  | { readonly tipo: 'clave'; readonly pregunta: string; readonly cuenta: string; readonly url: string }
  /** The person opened these files with the program, from outside; handles, in the form of calls (window only). */
  | { readonly tipo: 'abrir_con'; readonly archivos: readonly string[] }
  /** The person chose the manual in the menu (window only). */
  | { readonly tipo: 'ayuda' }
  /** Another screen answered the question, or its call has ended. */
  | { readonly tipo: 'clave_cerrada'; readonly pregunta: string };
