import type { CuponCampo } from '../cupon.ts';
import { AVISO_CODIGOS, ERROR_CODIGOS, type AvisoCodigo, type ErrorCodigo } from '../hallazgo.ts';
import { plainHeader } from './header-key.ts';
import type { MapeoPedido } from './map-columns.ts';

/** A mapping that was saved, to be applied to files with the same headers. */
export interface Plantilla {
  readonly nombre: string;
  /** `fingerprint` of the headers it was saved for. */
  readonly huella: string;
  readonly mapeo: MapeoPedido;
  /** What is mended by itself. */
  readonly arreglos?: readonly ReglaDeArreglo[] | undefined;
  /** How dates that can be read both ways are read. */
  readonly ordenFechas?: Readonly<Partial<Record<CuponCampo, 'dia' | 'mes'>>> | undefined;
}

export const REGLA_CODIGOS = [...ERROR_CODIGOS, ...AVISO_CODIGOS] as const;

/** A fix that is a rule: what is proposed for this finding in this field is taken ("take the last four", "put the zeros back"). */
export interface ReglaDeArreglo {
  readonly campo: CuponCampo;
  readonly codigo: ErrorCodigo | AvisoCodigo;
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
