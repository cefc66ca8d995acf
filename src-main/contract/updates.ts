import type { ErrorCode } from './errors.ts';

/** What the methods of the updates answer (docs/updates.md). */

/** A version that the feed offers. Everything about it was checked except its bytes. */
export interface OfferedVersion {
  readonly version: string;
  /** The news of this version from CHANGELOG.md: Spanish, one line each. Empty when there are none. */
  readonly novedades: string;
  readonly bytes: number;
}

export type UpdateStatus =
  | { readonly estado: 'sin_buscar' }
  | { readonly estado: 'al_dia' }
  /** `noAbrio`: this version was installed on this PC before and did not open, so it is not downloaded automatically. */
  | ({ readonly estado: 'hay'; readonly noAbrio: boolean } & OfferedVersion)
  | ({ readonly estado: 'bajando'; readonly bajados: number } & OfferedVersion)
  /** Downloaded and checked. It is installed when the person says so, or when the program is closed. */
  | ({ readonly estado: 'lista' } & OfferedVersion)
  | { readonly estado: 'falla'; readonly codigo: ErrorCode; readonly mensaje: string };

export interface UpdatesDocument {
  readonly version: string;
  /** Whether there is a newer version; null while nobody looked. */
  readonly hay: boolean | null;
  /** Whether this program can replace itself, which only the installed window can. Any other only says that there is a new version. */
  readonly seInstala: boolean;
  /** The program looks once a day by itself. */
  readonly activas: boolean;
  /** False: an administrator allows no updates, not even when a person asks for them. */
  readonly permitidas: boolean;
  /** The address of the feed; null when this program has none. */
  readonly direccion: string | null;
  readonly canal: string;
  /** The values that an administrator fixed. */
  readonly fijadas: readonly ('direccion' | 'canal' | 'permitidas')[];
  /** When the program last asked the feed, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly buscada: string | null;
  readonly ahora: UpdateStatus;
}

/** The policy that an administrator set on this PC. */
export interface PolicyDocument {
  readonly archivo: string;
  readonly presente: boolean;
  /** True when somebody who is no administrator may have written the file. */
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
