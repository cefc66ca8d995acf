export { abrirLibro, libroDe } from './abrir.ts';
export { refuseNewerLedger } from './newer.ts';
export {
  contenidoDe,
  crearCopia,
  examinarCopia,
  listarCopias,
  mismoContenido,
  refuseOtherAccount,
  restaurarArchivo,
  restaurarCopia,
  type Contenido,
  type Copia,
} from './respaldos.ts';
export { anotarRestauracion, estaSana } from './copias.ts';
export type * from './tipos.ts';
export { cuponDe } from './cupon-texto.ts';
export { huellaDe } from './huella.ts';
export type { SentCoupon } from './sent-coupons.ts';
export { openUploadCoupons, type UploadCoupons } from './upload-coupons.ts';
