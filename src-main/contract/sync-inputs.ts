import { z } from 'zod';

/** The input of the method that keeps the local data fresh. */
export const SYNC_INPUTS = {
  /** Reads again only what is due. Asks nobody for a secret. */
  'sincronizacion.refrescar': z.strictObject({ cuenta: z.string().min(1).optional() }),
} as const;
