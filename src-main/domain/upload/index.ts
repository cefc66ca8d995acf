export { aplicar, plegar } from './aplicar.ts';
export { claveComparable } from './clave.ts';
export { cuerpoDeTanda, tieneNumeros } from './cuerpo.ts';
export { describir, esOpcion, type Opcion } from './decision.ts';
export { leerMarca, marcar, nuevoNonce } from './marcador.ts';
export { terminada, tieneIntentoAbierto, type Maquina } from './maquina.ts';
export { observar } from './observar.ts';
export { siguiente } from './siguiente.ts';
export type * from './tipos.ts';
