import { z } from 'zod';
import { cuenta, texto } from './campos.ts';

export const PROBE_INPUTS = {
  /** Reads each method once and says how the service answers; writes nothing on the service. */
  'cuentas.probar_servicio': z.strictObject({
    cuenta,
    /** Where the report is written, as JSON; never over another file. */
    informe: texto.optional(),
  }),
} as const;
