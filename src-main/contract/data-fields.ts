/** The fields of every view (`domain/views/`). This file has only plain data, so that the screens may import it (`scripts/lint/direction.ts`). */
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

/** Several `igual` on a field are joined with *or*, everything else with *and*. `mayor` and `menor` exclude the value; on texts, they compare only numbers. */
export const OPERATORS = ['igual', 'distinto', 'contiene', 'mayor', 'menor', 'vacio', 'no_vacio'] as const;

/** How many days a synchronisation reads when the first day is not given (docs/cli.md, `sincronizar`). */
export const DEFAULT_DAYS = 90;

export const VISTA_FIELDS: Readonly<Record<Vista, readonly DataField[]>> = {
  ...mapViews(dataFieldsOf),
  cupones: OWN_FIELDS,
};

const signedOf = ({ signed }: View): Signed | undefined => signed;
/** For each view, the amount whose sign is in another field, if any. */
export const SIGNED_AMOUNTS: Readonly<Record<Vista, Signed | undefined>> = {
  ...mapViews(signedOf),
  cupones: undefined,
};

export const summandsOf = (vista: Vista): readonly Summand[] => summandsIn(VISTA_FIELDS[vista], SIGNED_AMOUNTS[vista]);

export const MAIN_AMOUNTS: Readonly<Record<Vista, readonly string[]>> = {
  ...mapViews(({ worth }) => worth),
  cupones: ['importe'],
};

export const VISTA_DATES: Readonly<Record<Vista, readonly string[]>> = {
  ...mapViews(({ dates }): readonly string[] => dates),
  cupones: OWN_DATES,
};

/** The date field of each view by which a period filters; null for a view without dates. */
export const VISTA_DATE: Readonly<Record<Vista, string | null>> = {
  ...mapViews(({ dates: [own = null] }) => own),
  cupones: OWN_DATE,
};
