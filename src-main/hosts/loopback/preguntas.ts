import { randomUUID } from 'node:crypto';
import type { PedirClave } from '#app/accounts/account-credentials.ts';
import type { HostEvent, Pasajero } from '#contract/host-events.ts';
import type { Dicho } from '#domain/dicho.ts';
import { problemasDe } from '#domain/forma.ts';

/** Whose secret is asked for, and the server that it goes to. */
type Preguntada = Parameters<PedirClave>[0];

interface Pendiente {
  readonly cuenta: Preguntada;
  readonly resolver: (clave: string | undefined) => void;
}

/** Sentences kept for a page that is still to come: more would not be read. */
const GUARDADOS = 20;

/**
 * Asks the screens for the secret of an account that no keychain keeps, and tells them what the person should know. Made before the application, which is given both, and
 * connected afterwards to the event streams, which did not exist yet.
 */
export interface Preguntas {
  /** The secret, or undefined when nobody is there to ask, the person declined, or the signal was aborted. */
  preguntar: PedirClave;
  /** False when nobody waits for that question. `clave` null: the person declined. */
  contestar(pregunta: string, clave: string | null): boolean;
  /** A sentence for the person; where no page is open it is kept for the next one, unless it is only of what is going on. */
  avisar(texto: string, dicho?: Pasajero | Dicho): void;
  /** The questions that are open and the sentences that nobody heard, for a page that has just connected. */
  alConectar(): readonly HostEvent[];
  conectar(salida: { enviar(event: HostEvent): void; hayAlguien(): boolean }): void;
}

type Aviso = Extract<HostEvent, { tipo: 'aviso' }>;

function avisoDe(texto: string, dicho?: Pasajero | Dicho): Aviso {
  if (dicho === undefined) return { tipo: 'aviso', texto };
  if ('segundos' in dicho) return { tipo: 'aviso', texto, pasajero: dicho };
  const problemas = problemasDe(dicho.motivo);
  return { tipo: 'aviso', texto, dicho, ...(problemas === undefined ? {} : { problemas }) };
}

export function crearPreguntas(): Preguntas {
  const pendientes = new Map<string, Pendiente>();
  let sinOir: readonly Aviso[] = [];
  let salida: { enviar(event: HostEvent): void; hayAlguien(): boolean } | undefined;
  const evento = (pregunta: string, { cuenta: { nombre, url } }: Pendiente): HostEvent => ({
    tipo: 'clave',
    pregunta,
    cuenta: nombre,
    url,
  });
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
    avisar: (texto, dicho) => {
      const aviso = avisoDe(texto, dicho);
      if (salida?.hayAlguien() === true) salida.enviar(aviso);
      else if (aviso.pasajero === undefined) {
        sinOir = [...sinOir.filter((otro) => otro.texto !== texto), aviso].slice(-GUARDADOS);
      }
    },
    alConectar: () => {
      const avisos = sinOir;
      sinOir = [];
      return [...avisos, ...[...pendientes].map(([pregunta, pendiente]) => evento(pregunta, pendiente))];
    },
    conectar: (destino) => {
      salida = destino;
    },
  };
}
