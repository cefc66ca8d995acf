import { RESULT_GROUPS, type ResultGroup } from '#contract/conciliaciones.ts';

/** What a result is seen by: the coupons of a group, or what ties it to the till. */
export type ResultTab = ResultGroup | 'caja';
export const TABS: readonly ResultTab[] = [...RESULT_GROUPS, 'caja'];
