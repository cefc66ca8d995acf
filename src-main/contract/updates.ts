import type { ErrorCode } from './errors.ts';

/** What the methods of the updates answer (docs/updates.md). */

export type UpdateStatus =
  | { readonly estado: 'sin_buscar' }
  | { readonly estado: 'al_dia' }
  | { readonly estado: 'hay'; readonly version: string }
  | { readonly estado: 'bajando'; readonly version: string }
  /** Downloaded and verified. It is installed when the person says so. */
  | { readonly estado: 'lista'; readonly version: string }
  | { readonly estado: 'falla'; readonly codigo: ErrorCode; readonly mensaje: string };

export interface UpdatesDocument {
  readonly version: string;
  /** Whether there is a newer version; null while nobody looked. */
  readonly hay: boolean | null;
  /** Whether this program replaces itself: an installed window whose system verifies new versions. Any other says where the new version is. */
  readonly seInstala: boolean;
  /** The program looks once a day by itself. */
  readonly activas: boolean;
  /** False: an administrator allows no updates, not even when a person asks for them. */
  readonly permitidas: boolean;
  /** Where versions are published; null when this program was told no place. */
  readonly direccion: string | null;
  readonly canal: string;
  /** The values that an administrator fixed. */
  readonly fijadas: readonly ('direccion' | 'canal' | 'permitidas')[];
  /** When this run of the program last looked, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
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
