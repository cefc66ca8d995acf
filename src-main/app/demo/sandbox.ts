import type { Clock } from '#domain/clock.ts';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { getSystemCode } from '#platform/disk-error.ts';
import { createSandbox, InvalidSwitch, type Sandbox, type SandboxOptions } from '#sandbox/index.ts';

/** A running sandbox: its address and its credentials. */
export type ServedSandbox = Pick<Sandbox, 'url' | 'apiKey' | 'apiSecret' | 'usuario' | 'clave' | 'close'>;

/** Serves the sandbox API on loopback. Throws `USO` for a switch that does not exist or a port that is taken. */
export async function serveSandbox(request: Omit<SandboxOptions, 'clock'>, clock: Clock): Promise<ServedSandbox> {
  try {
    const { url, apiKey, apiSecret, usuario, clave, close } = await createSandbox({ ...request, clock });
    return { url, apiKey, apiSecret, usuario, clave, close };
  } catch (error) {
    if (error instanceof InvalidSwitch) throw new AppError('USO', { cause: error, mensaje: error.message });
    if (['EADDRINUSE', 'EACCES'].includes(getSystemCode(error) ?? ''))
      throw new AppError('USO', { cause: error, mensaje: REFUSALS.portInUse });
    throw error;
  }
}
