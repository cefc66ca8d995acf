export { abrirResultados } from './abrir.ts';
export { openReadings, type Readings } from './readings.ts';
export type { CuponGuardado, LecturaGuardada, Resultados } from './tipos.ts';
