export { abrirCache, apartarDanada } from './abrir.ts';
export { TABLAS, horaDe, type Campo, type Tabla } from './columnas.ts';
export type { FilaServicio, Valor } from './fila.ts';
export { isDamaged } from '../sqlite/errores.ts';
export { VERSION_CACHE } from './migrations/index.ts';
export type * from './tipos.ts';
