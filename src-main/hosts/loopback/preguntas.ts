import { randomUUID } from 'node:crypto';
import type { HostEvent } from '#contract/host-events.ts';

interface Pendiente {
  readonly cuenta: string;
  readonly resolver: (clave: string | undefined) => void;
}

/**
 * Asks the screens for the secret of an account that no keychain keeps. Made before the application, which is given `preguntar`, and
 * connected afterwards to the event streams, which did not exist yet.
 */
export interface Preguntas {
  /** The secret, or undefined when nobody is there to ask, the person declined, or the signal was aborted. */
  preguntar(cuenta: string, signal: AbortSignal): Promise<string | undefined>;
  /** False when nobody waits for that question. `clave` null: the person declined. */
  contestar(pregunta: string, clave: string | null): boolean;
  /** The questions that are open, for a page that has just connected. */
  abiertas(): readonly HostEvent[];
  conectar(salida: { enviar(event: HostEvent): void; hayAlguien(): boolean }): void;
}

export function crearPreguntas(): Preguntas {
  const pendientes = new Map<string, Pendiente>();
  let salida: { enviar(event: HostEvent): void; hayAlguien(): boolean } | undefined;
  const evento = (pregunta: string, { cuenta }: Pendiente): HostEvent => ({ tipo: 'clave', pregunta, cuenta });
  const cerrar = (pregunta: string, clave: string | undefined): boolean => {
    const pendiente = pendientes.get(pregunta);
    if (pendiente === undefined) return false;
    pendientes.delete(pregunta);
    salida?.enviar({ tipo: 'clave_cerrada', pregunta });
    pendiente.resolver(clave);
    return true;
  };
  return {
    preguntar: (cuenta, signal) => {
      if (salida === undefined || !salida.hayAlguien() || signal.aborted) return Promise.resolve(undefined);
      const pregunta = randomUUID();
      return new Promise((resolve) => {
        const onAbort = (): void => {
          cerrar(pregunta, undefined);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const pendiente: Pendiente = {
          cuenta,
          resolver: (clave) => {
            signal.removeEventListener('abort', onAbort);
            resolve(clave);
          },
        };
        pendientes.set(pregunta, pendiente);
        salida?.enviar(evento(pregunta, pendiente));
      });
    },
    contestar: (pregunta, clave) => cerrar(pregunta, clave ?? undefined),
    abiertas: () => [...pendientes].map(([pregunta, pendiente]) => evento(pregunta, pendiente)),
    conectar: (destino) => {
      salida = destino;
    },
  };
}
