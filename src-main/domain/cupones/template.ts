import type { CuponField } from '../cupon.ts';
import { ROW_NOTICE_CODES, ROW_ERROR_CODES, type RowNoticeCode, type RowErrorCode } from '../finding.ts';
import type { DoubtAnswers } from '../doubt.ts';
import { toPlainHeader } from './header-key.ts';
import type { RequestedMapping } from './map-columns.ts';

/** A saved mapping, applied to files with the same headers. */
export interface Template {
  readonly nombre: string;
  /** `getFingerprint` of the headers that it was saved for. */
  readonly huella: string;
  readonly mapeo: RequestedMapping;
  /** Fixes that are applied without asking. */
  readonly arreglos?: readonly FixRule[] | undefined;
  /** Answers to the doubts of these columns. */
  readonly respuestas?: DoubtAnswers | undefined;
  /** The sheets that were read together. */
  readonly hojas?: readonly string[] | undefined;
}

export const RULE_CODES = [...ROW_ERROR_CODES, ...ROW_NOTICE_CODES] as const;

/** A rule to take the proposed fix of this finding in this field ("take the last four", "put the zeros back"). */
export interface FixRule {
  readonly campo: CuponField;
  readonly codigo: RowErrorCode | RowNoticeCode;
}

/** Equal for the same texts in any order, so that a moved column keeps its template. A plain join, so that the file shows its headers. */
export const getFingerprint = (headers: readonly string[]): string =>
  headers
    .map(toPlainHeader)
    .filter((header) => header !== '')
    .sort()
    .join('|');
