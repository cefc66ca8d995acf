import { z } from 'zod';
import { cuenta, texto } from './common-inputs.ts';

const informe = texto.optional();

export const PROBE_INPUTS = {
  /** The same, and then uploads two invented coupons in two requests, watches them to their result and deletes them. Goes on with one that was cut. */
  'cuentas.probar_con_carga': z.strictObject({ cuenta, informe, si: z.boolean() }),
  /** Reads each method once and says how the service answers; writes nothing on the service. */
  'cuentas.probar_servicio': z.strictObject({
    cuenta,
    /** Where the report is written, as JSON; never over another file. */
    informe,
  }),
} as const;
