import { randomUUID } from 'node:crypto';
import type { AskForSecret } from '#app/accounts/account-credentials.ts';
import type { HostEvent, PassingNotice } from '#contract/host-events.ts';
import type { Statement } from '#domain/texts/statements.ts';
import { findProblems } from '#domain/shape.ts';

/** The account whose secret is asked for, and the server that gets it. */
type AskedSecret = Parameters<AskForSecret>[0];

interface Pending {
  readonly cuenta: AskedSecret;
  readonly resolver: (clave: string | undefined) => void;
}

/** At most so many sentences are kept for a page that opens later: nobody would read more. */
const MAX_KEPT = 20;

/**
 * Asks the screens for the secret of an account that no keychain keeps, and tells them notices for the person. It is made before the
 * application, which gets both functions; it is connected to the event streams later, when they exist.
 */
export interface Questions {
  /** The secret, or undefined when nobody is there to ask, the person declined, or the signal was aborted. */
  ask: AskForSecret;
  /** False when nobody waits for that question. `clave` null: the person declined. */
  answer(pregunta: string, clave: string | null): boolean;
  /** A sentence for the person. When no page is open it is kept for the next one, unless it is only about what is going on. */
  notify(texto: string, dicho?: PassingNotice | Statement): void;
  /** The open questions and the sentences that nobody heard, for a page that has just connected. */
  onConnect(): readonly HostEvent[];
  connect(salida: { send(event: HostEvent): void; hasListener(): boolean }): void;
}

type Notice = Extract<HostEvent, { tipo: 'aviso' }>;

function noticeOf(texto: string, dicho?: PassingNotice | Statement): Notice {
  if (dicho === undefined) return { tipo: 'aviso', texto };
  if ('segundos' in dicho) return { tipo: 'aviso', texto, pasajero: dicho };
  const problemas = findProblems(dicho.motivo);
  return { tipo: 'aviso', texto, dicho, ...(problemas === undefined ? {} : { problemas }) };
}

export function createQuestions(): Questions {
  const pendientes = new Map<string, Pending>();
  let unheard: readonly Notice[] = [];
  let salida: { send(event: HostEvent): void; hasListener(): boolean } | undefined;
  const eventOf = (pregunta: string, { cuenta: { nombre, url } }: Pending): HostEvent => ({
    tipo: 'clave',
    pregunta,
    cuenta: nombre,
    url,
  });
  const closeQuestion = (pregunta: string, clave: string | undefined): boolean => {
    const pending = pendientes.get(pregunta);
    if (pending === undefined) return false;
    pendientes.delete(pregunta);
    salida?.send({ tipo: 'clave_cerrada', pregunta });
    pending.resolver(clave);
    return true;
  };
  return {
    ask: (cuenta, signal) => {
      if (salida === undefined || !salida.hasListener() || signal.aborted) return Promise.resolve(undefined);
      const pregunta = randomUUID();
      return new Promise((resolve) => {
        const onAbort = (): void => {
          closeQuestion(pregunta, undefined);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const pending: Pending = {
          cuenta,
          resolver: (clave) => {
            signal.removeEventListener('abort', onAbort);
            resolve(clave);
          },
        };
        pendientes.set(pregunta, pending);
        salida?.send(eventOf(pregunta, pending));
      });
    },
    answer: (pregunta, clave) => closeQuestion(pregunta, clave ?? undefined),
    notify: (texto, dicho) => {
      const notice = noticeOf(texto, dicho);
      if (salida?.hasListener() === true) salida.send(notice);
      else if (notice.pasajero === undefined) {
        unheard = [...unheard.filter((otro) => otro.texto !== texto), notice].slice(-MAX_KEPT);
      }
    },
    onConnect: () => {
      const avisos = unheard;
      unheard = [];
      return [...avisos, ...[...pendientes].map(([pregunta, pending]) => eventOf(pregunta, pending))];
    },
    connect: (destination) => {
      salida = destination;
    },
  };
}
