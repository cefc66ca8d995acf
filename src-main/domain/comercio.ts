import type { Extra, Texto } from './fila.ts';

/** A merchant of the account (API description, "Commerce"). */
export interface Comercio {
  readonly id: string;
  readonly nombre: Texto;
  readonly razon_social: Texto;
  readonly cuit: Texto;
  readonly direccion: Texto;
  readonly codigo_postal: Texto;
  readonly provincia: Texto;
  readonly localidad: Texto;
  readonly rubro: Texto;
  readonly extra: Extra;
}
