import { monthOf } from '../civil-date.ts';

interface ReportContent {
  /** What the workbook is: the result of a reconciliation when it is left out. */
  readonly what?: 'conciliacion' | 'sin-conciliar' | 'sin-cupon';
  /** The account's name. */
  readonly cuenta: string;
  /** Days of sale of the coupons, `YYYY-MM-DD`; undefined where none is known. */
  readonly dias: { readonly desde: string; readonly hasta: string } | undefined;
  /** As the person named it. */
  readonly nombre?: string | undefined;
  /** The reconciliation, once it has a number. */
  readonly id?: string | undefined;
}

/** Characters that no system takes in the name of a file. */
const FOREIGN = /[/\\:*?"<>|\p{Cc}]+/gu;
/** Longest part taken from an account's name or an identifier, in letters: the period after it is never cut. */
const MAX_LENGTH = 80;

/** `2026-10`, or `2026-10 a 2026-11` for days of several months. */
function periodOf({ desde, hasta }: NonNullable<ReportContent['dias']>): string {
  const [first, last] = [monthOf(desde), monthOf(hasta)];
  return first === last ? first : `${first} a ${last}`;
}

/** Text of a person or of the service as a part of a file's name: without what no system takes there, and not too long. */
export const toNamePart = (part: string): string =>
  [...part.normalize('NFC').replace(FOREIGN, ' ').replace(/\s+/gu, ' ').trim()].slice(0, MAX_LENGTH).join('').trim();

/** The workbook of a result as a person finds it again among others: `conciliacion-La Espiga-2026-10.xlsx`. */
export function getReportName({ what = 'conciliacion', cuenta, dias, nombre, id }: ReportContent): string {
  const parts = [what, cuenta, dias === undefined ? (id ?? '') : periodOf(dias), nombre ?? ''].map(toNamePart);
  return `${parts.filter((part) => part !== '').join('-')}.xlsx`;
}

/**
 * The same workbook where nobody said how to call it (the command line): by the reconciliation's number, else the upload's. It is opaque text of the
 * service: what could leave the folder, or not be a file name, is replaced.
 */
export const reportNameOfId = (id: string): string =>
  `conciliacion-${id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_LENGTH)}.xlsx`;
