/**
 * The fields of every view of the local data. `domain/views/` states them. Plain data: this
 * file is one of the few of the contract from which the renderer may import values (`scripts/lint/direction.ts`).
 */
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { OWN_DATE, OWN_DATES, OWN_FIELDS } from '#domain/views/own-cupones.ts';
export { RESULT_GROUPS, RESULT_ORDERS } from '#domain/report.ts';
import {
  dataFieldsOf,
  summandsIn,
  type DataField,
  type Summand,
  readFilterValues,
} from '#domain/views/filter-values.ts';
import { mapViews, SCREEN_NAMES, VIEWS, type ScreenName, type Vista } from '#domain/views/index.ts';
import type { Screen, Signed, View } from '#domain/views/view.ts';

export {
  FIELDS_IN_ORDER,
  readFilterValues,
  SCREEN_NAMES,
  VIEWS,
  type DataField,
  type Screen,
  type ScreenName,
  type Summand,
};

/**
 * Several `igual` on one field are *or*; everything else is *and*. `contiene` ignores case and accents. `mayor` and `menor` are strict; in a text
 * field they compare only texts that are numbers. `vacio` and `no_vacio` take no value.
 */
export const OPERATORS = ['igual', 'distinto', 'contiene', 'mayor', 'menor', 'vacio', 'no_vacio'] as const;

/** How many days a synchronisation without a first day reads, the last one included (docs/cli.md, `sincronizar`). */
export const DEFAULT_DAYS = 90;

export const VISTA_FIELDS: Readonly<Record<Vista, readonly DataField[]>> = {
  ...mapViews(dataFieldsOf),
  cupones: OWN_FIELDS,
};

const signedOf = ({ signed }: View): Signed | undefined => signed;
/** For each view, its amount without a sign, if any. */
export const SIGNED_AMOUNTS: Readonly<Record<Vista, Signed | undefined>> = {
  ...mapViews(signedOf),
  cupones: undefined,
};

export const summandsOf = (vista: Vista): readonly Summand[] => summandsIn(VISTA_FIELDS[vista], SIGNED_AMOUNTS[vista]);

/** The amounts that show the worth of a view's row, for a line with space for few. */
export const MAIN_AMOUNTS: Readonly<Record<Vista, readonly string[]>> = {
  ...mapViews(({ worth }) => worth),
  cupones: ['importe'],
};

export const VISTA_DATES: Readonly<Record<Vista, readonly string[]>> = {
  ...mapViews(({ dates }): readonly string[] => dates),
  cupones: OWN_DATES,
};

/** The date that a period filters by in each view; null for a view without a date. */
export const VISTA_DATE: Readonly<Record<Vista, string | null>> = {
  ...mapViews(({ dates: [own = null] }) => own),
  cupones: OWN_DATE,
};
