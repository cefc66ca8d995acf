import type { ErrorCode } from './errors.ts';

/** What the methods of the updates answer (docs/updates.md). */

/** A version that the feed has, of which everything was checked but its bytes. */
export interface OfferedVersion {
  readonly version: string;
  /** What is new in it, as CHANGELOG.md says it: Spanish, one line each. Empty when nothing was said. */
  readonly novedades: string;
  readonly bytes: number;
}

export type UpdateStatus =
  | { readonly estado: 'sin_buscar' }
  | { readonly estado: 'al_dia' }
  /** `noAbrio`: it was installed on this PC before and did not open, so that it is not brought by itself. */
  | ({ readonly estado: 'hay'; readonly noAbrio: boolean } & OfferedVersion)
  | ({ readonly estado: 'bajando'; readonly bajados: number } & OfferedVersion)
  /** Brought and checked: it is installed when the person says so, or when the program is closed. */
  | ({ readonly estado: 'lista' } & OfferedVersion)
  | { readonly estado: 'falla'; readonly codigo: ErrorCode; readonly mensaje: string };

export interface UpdatesDocument {
  readonly version: string;
  /** Whether there is a newer version; null while nobody looked. */
  readonly hay: boolean | null;
  /** Whether this program puts a new version in its own place: the window, installed. Any other says what there is. */
  readonly seInstala: boolean;
  /** Looks once a day by itself. */
  readonly activas: boolean;
  /** False: an administrator allows none, not even when asked. */
  readonly permitidas: boolean;
  /** Where new versions come from; null when this program was told no address. */
  readonly direccion: string | null;
  readonly canal: string;
  /** What an administrator fixed. */
  readonly fijadas: readonly ('direccion' | 'canal' | 'permitidas')[];
  /** When it last looked, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly buscada: string | null;
  readonly ahora: UpdateStatus;
}

/** What an administrator fixed on this PC. */
export interface PolicyDocument {
  readonly archivo: string;
  readonly presente: boolean;
  /** Somebody who is no administrator may have written it. */
  readonly deCualquiera: boolean;
  readonly servicio: string | null;
  readonly actualizaciones: {
    readonly direccion: string | null;
    readonly canal: string | null;
    readonly permitidas: boolean | null;
  };
}

export interface UpdatesOutputs {
  'actualizaciones.ver': UpdatesDocument;
  'actualizaciones.buscar': UpdatesDocument;
  'actualizaciones.bajar': UpdatesDocument;
  'actualizaciones.instalar': UpdatesDocument;
  'politica.ver': PolicyDocument;
}
