import { m } from '../paraglide/messages.js';
import { countDaysBetween, isCivilDate } from './dates.ts';
import { formatDate } from './format.ts';

/** Milliseconds without typing before a search begins. */
export const TYPING_PAUSE_MS = 120;

/** True for text fields and lists of options, which need letters and `Ctrl Z` themselves; false for checkboxes and radio buttons. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select');

/** A handler for a form's `submit`: runs `work` instead of letting the browser reload the page. */
export const handleSubmit =
  (work: () => unknown) =>
  (event: SubmitEvent): void => {
    event.preventDefault();
    void work();
  };

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** True for Ctrl Z, also when Caps Lock makes the letter a capital. */
export const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: Press): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'z';

export const isRedo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: Press): boolean =>
  (ctrlKey || metaKey) && !altKey && key.toLowerCase() === (shiftKey ? 'z' : 'y');

/** Removes accents and capitals, for searching. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const hasWords = (text: string, typed: string): boolean =>
  foldText(typed)
    .split(/\s+/)
    .every((word) => foldText(text).includes(word));

/** Reads an amount as a person types it (`12.450,00`, `12450`, `$ 12.450`). Gives decimal text; undefined for other text. */
export function parseTypedImporte(text: string): string | undefined {
  const clean = text.replace(/[\s$]/g, '').replace('−', '-');
  const match = /^(-?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(clean);
  if (match !== null) {
    const [, sign = '', whole = '', decimals = ''] = match;
    return `${sign}${whole.replaceAll('.', '')}.${decimals.padEnd(2, '0')}`;
  }
  // One or two digits after the dot are decimals; three digits are thousands.
  const point = /^(-?\d+)\.(\d{1,2})$/.exec(clean);
  return point === null ? undefined : `${point[1] ?? ''}.${(point[2] ?? '').padEnd(2, '0')}`;
}

/**
 * Reads a typed date: `3/10/2026` (also with `-`, `.` or spaces), eight digits, or `2026-10-03`. With `near` (`YYYY-MM-DD`) also `3/10/26`, and `3/10` with the
 * year that puts it nearest to `near`. Gives `YYYY-MM-DD`; undefined for other text, a day that does not exist and a day before 1900.
 */
export function parseWrittenDate(text: string, near?: string): string | undefined {
  const clean = text.trim();
  const match =
    /^(?<d>\d{1,2})[-/. ](?<m>\d{1,2})[-/. ](?<a>\d{4})$/.exec(clean) ??
    /^(?<d>\d{2})(?<m>\d{2})(?<a>\d{4})$/.exec(clean) ??
    /^(?<a>\d{4})-(?<m>\d{2})-(?<d>\d{2})$/.exec(clean) ??
    (near === undefined ? null : /^(?<d>\d{1,2})[-/](?<m>\d{1,2})(?:[-/](?<a>\d{2}))?$/.exec(clean));
  if (match?.groups === undefined) return undefined;
  const { a, m = '', d = '' } = match.groups;
  const year = Number(near?.slice(0, 4));
  const years = a === undefined ? [year, year - 1, year + 1] : [a.length === 2 ? `20${a}` : a];
  const distanceOf = (day: string): number => Math.abs(countDaysBetween(day, near ?? day));
  return years
    .map((one) => `${String(one)}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`)
    .filter((day) => day >= '1900' && isCivilDate(day))
    .sort((one, other) => distanceOf(one) - distanceOf(other))[0];
}

/** Reads a typed whole number, also `1.000`; undefined for other text and for numbers outside the limits. */
export function parseWholeBetween(text: string, [from, to]: readonly [number, number]): number | undefined {
  const clean = text.trim().replace(/[.\s](?=\d{3}\b)/g, '');
  if (!/^\d{1,9}$/.test(clean)) return undefined;
  const n = Number(clean);
  return n >= from && n <= to ? n : undefined;
}

/** Limits of a typed date, `YYYY-MM-DD`: `max` is the last valid day, `after` the day before the first valid day. */
interface DateLimits {
  readonly max?: string | undefined;
  readonly after?: string | undefined;
}

/** The error of a typed date; empty for a valid date or an empty text. */
export function describeTypedDate(
  text: string,
  { max, after, near }: DateLimits & { readonly near?: string | undefined },
): string {
  if (text.trim() === '') return '';
  const written = parseWrittenDate(text, near);
  if (written === undefined) return m.validez_fecha();
  if (after !== undefined && written <= after) return m.validez_ya_llego({ fecha: formatDate(after) });
  return max !== undefined && written > max ? m.validez_posterior({ fecha: formatDate(max) }) : '';
}

interface Field {
  readonly validity: Pick<
    ValidityState,
    'badInput' | 'customError' | 'rangeOverflow' | 'typeMismatch' | 'valueMissing'
  >;
  readonly max: string;
  readonly validationMessage: string;
}

/** Why the browser refuses a value, in the program's words, because the browser may speak another language. */
export function describeInvalid({ validity, max, validationMessage }: Field): string {
  if (validity.customError) return validationMessage;
  if (validity.badInput) return m.validez_incompleto();
  if (validity.valueMissing) return m.validez_falta();
  if (validity.typeMismatch) return m.validez_direccion();
  return validity.rangeOverflow ? m.validez_posterior({ fecha: formatDate(max) }) : m.validez_no_sirve();
}
