import type { Extra, OptionalText } from './row.ts';

/** A merchant of the account (API description, "Commerce"). */
export interface Comercio {
  readonly id: string;
  readonly nombre: OptionalText;
  readonly razon_social: OptionalText;
  readonly cuit: OptionalText;
  readonly direccion: OptionalText;
  readonly codigo_postal: OptionalText;
  readonly provincia: OptionalText;
  readonly localidad: OptionalText;
  readonly rubro: OptionalText;
  readonly extra: Extra;
}
