import { z } from 'zod';
import { cuenta, texto } from './common-inputs.ts';

const informe = texto.optional();

export const PROBE_INPUTS = {
  /** Does what `cuentas.probar_servicio` does; then uploads two invented coupons in two requests, waits for their result and deletes them. Goes on with an earlier trial that was cut. */
  'cuentas.probar_con_carga': z.strictObject({ cuenta, informe, si: z.boolean() }),
  /** Reads each method once and says how the service answers; writes nothing on the service. */
  'cuentas.probar_servicio': z.strictObject({
    cuenta,
    /** Where the report is written, as JSON; never over another file. */
    informe,
  }),
} as const;
