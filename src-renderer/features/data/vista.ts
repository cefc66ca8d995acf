import type { DataPage } from '#contract/data.ts';

/** The views of the local data, as the contract names them. */
export type Vista = DataPage['vista'];
