import type { Clock } from '#domain/clock.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { createSandbox, InvalidSwitch } from '#sandbox/index.ts';

interface SandboxRequest {
  readonly puerto?: number;
  readonly semilla?: number;
  readonly operaciones?: number;
  /** `CLAVE=VALOR`, as docs/gaps.md names them. */
  readonly rasgos?: readonly string[];
  /** The last day of its data; by default today. */
  readonly hoy?: CivilDate;
}

/** A running sandbox: its address and its credentials. */
export interface ServedSandbox {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly usuario: string;
  readonly clave: string;
  close(): Promise<void>;
}

/** Serves the sandbox API on loopback. Throws `USO` for a switch that does not exist or a port that is taken. */
export async function serveSandbox(request: SandboxRequest, clock: Clock): Promise<ServedSandbox> {
  try {
    const { url, apiKey, apiSecret, usuario, clave, close } = await createSandbox({ ...request, clock });
    return { url, apiKey, apiSecret, usuario, clave, close };
  } catch (error) {
    if (error instanceof InvalidSwitch) throw new AppError('USO', { cause: error, mensaje: error.message });
    if (isTakenPort(error)) throw new AppError('USO', { cause: error, mensaje: REFUSALS.portInUse });
    throw error;
  }
}

const isTakenPort = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
