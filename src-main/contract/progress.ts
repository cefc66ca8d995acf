import type { Sentence } from '#domain/texts/upload-sentences.ts';

/** What a long operation is doing. `total` is null while it is not known. */
export interface Progress {
  readonly fase:
    | 'lectura'
    | 'validacion'
    | 'envio'
    | 'espera'
    | 'resultado'
    | 'auditoria'
    | 'informe'
    | 'sincronizacion'
    | 'exportacion'
    | 'traslado'
    | 'explicacion'
    | 'actualizacion';
  readonly hecho: number;
  readonly total: number | null;
  /** The upload that it is of, by its name on this PC. */
  readonly carga?: string;
  /** Batches that the service has so far. */
  readonly tandas?: number;
  /** A sentence for people, when there is more to say than the numbers. */
  readonly texto?: string;
  /** The same by its code, for who says it in another language. */
  readonly frase?: Sentence;
}
