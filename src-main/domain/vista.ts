import { VIEW_NAMES, type ViewName } from './views/index.ts';

/** The views that come from the service, by the names of docs/cli.md (VISTA). */
export const METHODS = VIEW_NAMES;
export type ServiceMethod = ViewName;

/** The views of the local data: coupons are ours. */
export type Vista = ServiceMethod | 'cupones';
export const VISTAS: readonly Vista[] = [...METHODS, 'cupones'];

/**
 * How much of what was asked the local data covers (docs/screens.md, coverage): never read; read in part; changed while it was read; read, but
 * longer ago than it should be; read and recent.
 */
export type CoverageStatus = 'al_dia' | 'parcial' | 'desactualizada' | 'inestable' | 'nunca';
