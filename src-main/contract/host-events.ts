import type { PassingNotice, Statement } from '#domain/texts/statements.ts';
import type { PHASES } from '#domain/texts/labels.ts';
import type { Sentence } from '#domain/texts/upload-sentences.ts';

/** The progress of a long operation. `total` is null while unknown. */
export interface Progress {
  readonly fase: keyof typeof PHASES;
  readonly hecho: number;
  readonly total: number | null;
  readonly carga?: string;
  /** The reconciliation of an upload whose result was read (phase `auditoria`). */
  readonly id?: string;
  /** An earlier upload of the account, whose tanda with unknown outcome has to be resolved first (phase `anterior`). */
  readonly anterior?: { readonly archivos: readonly string[]; readonly tanda: number };
  /** How many tandas the service has so far. */
  readonly tandas?: number;
  /** A sentence for people, when there is more to say than numbers. */
  readonly texto?: string;
  /** The sentence of `texto` as data, for screens in another language. */
  readonly frase?: Sentence;
}

/** What a host sends to its screens unasked. */
export type HostEvent =
  | { readonly tipo: 'avance'; readonly llamada: string; readonly progreso: Progress }
  /** A sentence to show. `pasajero` and `dicho` have the sentence as data, for screens in another language. */
  | {
      readonly tipo: 'aviso';
      readonly texto: string;
      readonly pasajero?: PassingNotice;
      readonly dicho?: Statement;
    }
  /** A secret is missing. The screens ask the person for the secret, show which server gets it (`url`), and answer with `pregunta`. */
  | { readonly tipo: 'clave'; readonly pregunta: string; readonly cuenta: string; readonly url: string }
  /** The person opened these files with the program (window only). `archivos`: handles, which calls take instead of paths. */
  | { readonly tipo: 'abrir_con'; readonly archivos: readonly string[] }
  /** The person chose the manual in the menu (window only). */
  | { readonly tipo: 'ayuda' }
  /** Another screen gave the secret, or the call that needed it has ended. */
  | { readonly tipo: 'clave_cerrada'; readonly pregunta: string };
