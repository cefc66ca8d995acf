import { monthOf } from '../civil-date.ts';

interface ReportContent {
  /** What the workbook is; by default the result of a reconciliation. */
  readonly what?: 'informe' | 'sin-conciliar' | 'sin-cupon';
  readonly cuenta: string;
  /** Days of sale of the coupons, `YYYY-MM-DD`; undefined if unknown. */
  readonly dias: { readonly desde: string; readonly hasta: string } | undefined;
  readonly nombre?: string | undefined;
  /** The reconciliation, once it has a number. */
  readonly id?: string | undefined;
}

/** Characters that some system refuses in a file name. */
const FOREIGN = /[/\\:*?"<>|\p{Cc}]+/gu;
/** Longest part taken from an account's name or an identifier, in letters: the period after it is never cut. */
const MAX_LENGTH = 80;

function periodOf({ desde, hasta }: NonNullable<ReportContent['dias']>): string {
  const [first, last] = [monthOf(desde), monthOf(hasta)];
  return first === last ? first : `${first} a ${last}`;
}

/** Text of a person or of the service as part of a file name. */
export const toNamePart = (part: string): string =>
  [...part.normalize('NFC').replace(FOREIGN, ' ').replace(/\s+/gu, ' ').trim()].slice(0, MAX_LENGTH).join('').trim();

/** A name by which people find the workbook of a result: `informe-La Espiga-2026-10.xlsx`. */
export function getReportName({ what = 'informe', cuenta, dias, nombre, id }: ReportContent): string {
  const parts = [what, cuenta, dias === undefined ? (id ?? '') : periodOf(dias), nombre ?? ''].map(toNamePart);
  return `${parts.filter((part) => part !== '').join('-')}.xlsx`;
}

/** The command line's default. Replaces what could leave the folder, because the service's ids are opaque. */
export const reportNameOfId = (id: string): string =>
  `informe-${id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_LENGTH)}.xlsx`;
