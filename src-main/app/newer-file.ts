import { z } from 'zod';
import { AppError, type ErrorDetail } from '#contract/errors.ts';

const versioned = z.object({ version: z.number() });

/** Refuses a file of ours that a newer version wrote (`DATOS_MAS_NUEVOS`): it is not damaged, and stays as it is. */
export function refuseNewer(value: unknown, version: number, detail: ErrorDetail = {}): void {
  if ((versioned.safeParse(value).data?.version ?? version) > version)
    throw new AppError('DATOS_MAS_NUEVOS', { detail });
}
