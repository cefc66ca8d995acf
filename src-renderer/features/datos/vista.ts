import type { DatosPagina } from '#contract/datos.ts';

/** The views of the local data, as the contract names them. */
export type Vista = DatosPagina['vista'];
/** The ones that come from the service: our own coupons do not. */
export type Metodo = Exclude<Vista, 'cupones'>;
