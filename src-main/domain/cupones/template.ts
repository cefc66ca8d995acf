import type { CuponField } from '../cupon.ts';
import { ROW_NOTICE_CODES, ROW_ERROR_CODES, type RowNoticeCode, type RowErrorCode } from '../finding.ts';
import { plainHeader } from './header-key.ts';
import type { RequestedMapping } from './map-columns.ts';

/** A mapping that was saved, to be applied to files with the same headers. */
export interface Template {
  readonly nombre: string;
  /** `fingerprint` of the headers it was saved for. */
  readonly huella: string;
  readonly mapeo: RequestedMapping;
  /** What is mended by itself. */
  readonly arreglos?: readonly FixRule[] | undefined;
  /** How dates that can be read both ways are read. */
  readonly ordenFechas?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>> | undefined;
}

export const RULE_CODES = [...ROW_ERROR_CODES, ...ROW_NOTICE_CODES] as const;

/** A fix that is a rule: what is proposed for this finding in this field is taken ("take the last four", "put the zeros back"). */
export interface FixRule {
  readonly campo: CuponField;
  readonly codigo: RowErrorCode | RowNoticeCode;
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
