import type { Answer } from '#contract/answer.ts';
import type { Outputs } from '#contract/outputs.ts';
import type { HostEvent } from '#contract/host-events.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import type { Progreso } from '#contract/progress.ts';
import { Falla } from './falla.ts';
import type { Transporte } from './transporte.ts';

interface Seguimiento {
  /** Aborting it asks the core to stop; the call then answers as the core says (what was done is kept). */
  readonly signal?: AbortSignal;
  readonly onAvance?: (progreso: Progreso) => void;
}

/** The core, typed. Throws `Falla` for what it refuses. */
export interface Api {
  llamar<M extends Method>(metodo: M, entrada: MethodInput<M>, seguimiento?: Seguimiento): Promise<Outputs[M]>;
  contestarClave(pregunta: string, clave: string | null): Promise<void>;
  archivo(file: File, signal: AbortSignal): Promise<string>;
  entregar(archivo: string, leeme?: string): Promise<void>;
  /** Events that are not of a call. */
  escuchar(onEvento: (event: HostEvent) => void, onConexion: (hay: boolean) => void, signal: AbortSignal): void;
}

/** What the system does not let the page read (a folder, a file that is gone, or that is not ours) is said before anything is sent. */
async function exigirLegible(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (error) {
    throw new Falla({ code: 'ARCHIVO_ILEGIBLE', message: error instanceof Error ? error.message : '' });
  }
}

/** `nuevoId` names the calls of this tab: any text that it has not used before. */
export function crearApi(transporte: Transporte, nuevoId: () => string): Api {
  const avances = new Map<string, (progreso: Progreso) => void>();
  return {
    llamar: async <M extends Method>(metodo: M, entrada: MethodInput<M>, { signal, onAvance }: Seguimiento = {}) => {
      const llamada = nuevoId();
      if (onAvance !== undefined) avances.set(llamada, onAvance);
      const cancelar = (): void => {
        const pedir = (): Promise<unknown> => transporte.enviar({ tipo: 'cancelar', llamada });
        // Asked twice: one request may be lost. When neither arrives the host is gone, and the call itself rejects and says so.
        pedir()
          .catch(pedir)
          .catch(() => undefined);
      };
      signal?.addEventListener('abort', cancelar, { once: true });
      try {
        // The host answers what the contract says of this method: it is the same build.
        const answer = (await transporte.enviar({ tipo: 'llamar', llamada, metodo, entrada })) as Answer<Outputs[M]>;
        if (!answer.ok) throw new Falla(answer.error);
        return answer.value;
      } finally {
        avances.delete(llamada);
        signal?.removeEventListener('abort', cancelar);
      }
    },
    contestarClave: async (pregunta, clave) => {
      await transporte.enviar({ tipo: 'contestar', pregunta, clave });
    },
    archivo: async (file, signal) => {
      await exigirLegible(file);
      return transporte.archivo(file, signal);
    },
    entregar: (archivo, leeme) => transporte.entregar(archivo, leeme),
    escuchar: (onEvento, onConexion, signal) => {
      transporte.escuchar(
        (event) => {
          if (event.tipo === 'avance') avances.get(event.llamada)?.(event.progreso);
          else onEvento(event);
        },
        onConexion,
        signal,
      );
    },
  };
}
