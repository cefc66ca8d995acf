import { plainHeader } from './header-key.ts';
import type { MapeoPedido } from './map-columns.ts';

/** A mapping that was saved, to be applied to files with the same headers. */
export interface Plantilla {
  readonly nombre: string;
  /** `fingerprint` of the headers it was saved for. */
  readonly huella: string;
  readonly mapeo: MapeoPedido;
}

/**
 * The fingerprint of headers: the same for the same texts in any order, so that a moved column does not lose the template.
 * A plain join, not a hash: it is short, exact, and shows in the file what it stands for.
 */
export function fingerprint(headers: readonly string[]): string {
  return headers
    .map(plainHeader)
    .filter((header) => header !== '')
    .sort()
    .join('|');
}
