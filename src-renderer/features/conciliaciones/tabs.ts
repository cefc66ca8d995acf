import { GRUPOS_DE_RESULTADO, type GrupoResultado } from '#contract/conciliaciones.ts';

/** What a result is seen by: the coupons of a group, or what ties it to the till. */
export type ResultTab = GrupoResultado | 'caja';
export const TABS: readonly ResultTab[] = [...GRUPOS_DE_RESULTADO, 'caja'];
