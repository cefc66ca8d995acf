export { abrirLibro, libroDe } from './abrir.ts';
export { refuseNewerLedger } from './newer.ts';
export { contenidoDe, crearCopia, examinarCopia, listarCopias, restaurarCopia, type Copia } from './respaldos.ts';
export { anotarRestauracion } from './copias.ts';
export type * from './tipos.ts';
export { huellaDe } from './huella.ts';
export type { SentCoupon } from './sent-coupons.ts';
