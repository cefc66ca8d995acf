import type { DataPage } from '#contract/data.ts';

/** The views of the local data, as the contract names them. */
export type Vista = DataPage['vista'];
/** The views that come from the service: all but our own coupons. */
export type ServiceMethod = Exclude<Vista, 'cupones'>;
