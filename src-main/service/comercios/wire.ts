import * as z from 'zod';
import { identifier, texto } from '../wire/fields.ts';

/** After "Commerce (merchant)" in the API description. */
export const comercioWire = z.object({
  id: identifier,
  nombre: texto,
  razon_social: texto,
  cuit: texto,
  direccion: texto,
  codigo_postal: texto,
  provincia: texto,
  localidad: texto,
  rubro: texto,
});
