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
  /** Whether there is a newer version; null until the program has looked. */
  readonly hay: boolean | null;
  /** Whether this program replaces itself: an installed window whose system verifies new versions. Any other says where the new version is. */
  readonly seInstala: boolean;
  /** The program looks once a day by itself. */
  readonly activas: boolean;
  /** Where versions are published; null when this program was told no place. */
  readonly direccion: string | null;
  /** When this run of the program last looked, `YYYY-MM-DD HH:MM:SS` in Buenos Aires. */
  readonly buscada: string | null;
  readonly ahora: UpdateStatus;
}

export interface UpdatesOutputs {
  'actualizaciones.ver': UpdatesDocument;
  'actualizaciones.buscar': UpdatesDocument;
  'actualizaciones.bajar': UpdatesDocument;
  'actualizaciones.instalar': UpdatesDocument;
}
