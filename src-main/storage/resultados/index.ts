export { abrirResultados } from './abrir.ts';
export type { CuponGuardado, LecturaGuardada, Resultados } from './tipos.ts';
