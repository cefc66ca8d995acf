export { abrirResultados } from './abrir.ts';
export type { CuponGuardado, LecturaGuardada, Resultados } from './tipos.ts';
export { openReadings, type ReadCoupon, type Readings } from './readings.ts';
