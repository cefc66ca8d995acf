import type { DataPage } from '#contract/data.ts';

/** The views of the local data, as the contract names them. */
export type Vista = DataPage['vista'];
/** The ones that come from the service: our own coupons do not. */
export type ServiceMethod = Exclude<Vista, 'cupones'>;
