import { z } from 'zod';

/** The inputs of what keeps the local data fresh by itself. */
export const SYNC_INPUTS = {
  /** Reads again what is due, and nothing else; asks nobody for a secret. */
  'sincronizacion.refrescar': z.strictObject({ cuenta: z.string().min(1).optional() }),
} as const;
