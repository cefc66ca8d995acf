import * as z from 'zod';
import { fechaIso, nullableGroupedAmount, texto } from '../wire/fields.ts';

/** After "Calendar day" in the API description: the one list whose amounts have thousands commas besides the totals. */
export const calendarioWire = z.object({
  dia: texto,
  fecha: fechaIso,
  vendido: nullableGroupedAmount,
  acreditado: nullableGroupedAmount,
});
