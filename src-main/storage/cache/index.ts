export { abrirCache, apartarDanada } from './abrir.ts';
export { TABLAS, horaDe, type Campo, type Tabla } from './columnas.ts';
export { abrirEscritor, type Escritor } from './escritor.ts';
export { codificador, sinPlanas, type FilaServicio, type FilasPlanas, type PlanasNuevas, type Valor } from './fila.ts';
export { crearLectores } from './lector.ts';
export type { Lector, Lectores, Pasadas, TotalesLeidos } from './lector-tipos.ts';
export { openMatchingRows, type MatchingRows } from './matching-rows.ts';
export { isDamaged } from '../sqlite/errores.ts';
export type * from './tipos.ts';
