/** The views of the local data, by the names of docs/cli.md (VISTA). */
export const VISTAS = [
  'calendario',
  'comercios',
  'operaciones',
  'movimientos',
  'liquidaciones',
  'liquidaciones-totales',
  'impuestos',
  'impuestos-totales',
  'rechazos',
  'liquidaciones-conciliadas',
  'conciliaciones',
  'cupones',
] as const;
export type Vista = (typeof VISTAS)[number];

/** The views that come from the service; coupons are ours. */
export const METHODS = VISTAS.filter((vista): vista is ServiceMethod => vista !== 'cupones');
export type ServiceMethod = Exclude<Vista, 'cupones'>;

/**
 * How much of what was asked the local data covers (docs/screens.md, coverage): never read; read in part; changed while it was read; read, but
 * longer ago than it should be; read and recent.
 */
export type CoverageStatus = 'al_dia' | 'parcial' | 'desactualizada' | 'inestable' | 'nunca';
