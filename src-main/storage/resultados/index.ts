export { abrirResultados } from './abrir.ts';
export type { CuponGuardado, LecturaEnCurso, LecturaGuardada, Resultados } from './tipos.ts';
