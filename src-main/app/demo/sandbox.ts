import type { Clock } from '#domain/clock.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { AppError } from '#contract/errors.ts';
import { createSandbox, RasgoInvalido } from '#sandbox/index.ts';

interface SandboxPedido {
  readonly puerto?: number;
  readonly semilla?: number;
  readonly operaciones?: number;
  /** `CLAVE=VALOR`, as docs/gaps.md names them. */
  readonly rasgos?: readonly string[];
  /** The last day of its data; today when absent. */
  readonly hoy?: CivilDate;
}

/** A sandbox that is being served: where, and how one enters. */
export interface SandboxServido {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly usuario: string;
  readonly clave: string;
  cerrar(): Promise<void>;
}

/** Serves the sandbox API on loopback. Throws `USO` for a switch that does not exist or a port that is taken. */
export async function servirSandbox(pedido: SandboxPedido, clock: Clock): Promise<SandboxServido> {
  try {
    const { url, apiKey, apiSecret, usuario, clave, close } = await createSandbox({ ...pedido, clock });
    return { url, apiKey, apiSecret, usuario, clave, cerrar: close };
  } catch (error) {
    if (error instanceof RasgoInvalido) throw new AppError('USO', { cause: error, mensaje: error.message });
    if (isTakenPort(error)) throw new AppError('USO', { cause: error, mensaje: PUERTO_OCUPADO });
    throw error;
  }
}

const PUERTO_OCUPADO =
  'Ese puerto ya está en uso. No se abrió nada. Elegí otro con --puerto, o dejá que se elija solo.';

const isTakenPort = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
