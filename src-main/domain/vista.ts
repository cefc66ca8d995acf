import { VIEW_NAMES, type ViewName } from './views/index.ts';

/** The views that come from the service, by the names of docs/cli.md (VISTA). */
export const METHODS = VIEW_NAMES;
export type ServiceMethod = ViewName;

/** The views of the local data: those of the service, and our coupons. */
export type Vista = ServiceMethod | 'cupones';
export const VISTAS: readonly Vista[] = [...METHODS, 'cupones'];

/**
 * How much of what was asked for the local data covers (docs/screens.md, coverage). `nunca`: never read. `parcial`: read in part. `inestable`: it
 * changed while it was read. `desactualizada`: read, but longer ago than it should be. `al_dia`: read, and recent.
 */
export type CoverageStatus = 'al_dia' | 'parcial' | 'desactualizada' | 'inestable' | 'nunca';
