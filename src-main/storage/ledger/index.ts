export { abrirLibro, libroDe } from './abrir.ts';
export type * from './tipos.ts';
