import { randomUUID } from 'node:crypto';
import type { AskForSecret } from '#app/accounts/account-credentials.ts';
import type { HostEvent } from '#contract/host-events.ts';
import type { PassingNotice, Statement } from '#domain/texts/statements.ts';

type AskedSecret = Parameters<AskForSecret>[0];

interface Pending {
  readonly cuenta: AskedSecret;
  readonly settle: (key: string | undefined) => void;
}

/** How many sentences to keep for a page that opens later. */
const MAX_KEPT = 20;

/** Asks the screens for a secret that no keychain stores, and sends them sentences. Made before the application; connected to the event stream later. */
export type Questions = ReturnType<typeof createQuestions>;

type Notice = Extract<HostEvent, { tipo: 'aviso' }>;

function noticeOf(text: string, said?: PassingNotice | Statement): Notice {
  if (said === undefined) return { tipo: 'aviso', texto: text };
  return 'segundos' in said
    ? { tipo: 'aviso', texto: text, pasajero: said }
    : { tipo: 'aviso', texto: text, dicho: said };
}

export function createQuestions() {
  const stillPending = new Map<string, Pending>();
  let unheard: readonly Notice[] = [];
  let output: { send(event: HostEvent): void; hasListener(): boolean } | undefined;
  const eventOf = (question: string, { cuenta: { nombre, url } }: Pending): HostEvent => ({
    tipo: 'clave',
    pregunta: question,
    cuenta: nombre,
    url,
  });
  const closeQuestion = (question: string, key: string | undefined): boolean => {
    const pending = stillPending.get(question);
    if (pending === undefined) return false;
    stillPending.delete(question);
    output?.send({ tipo: 'clave_cerrada', pregunta: question });
    pending.settle(key);
    return true;
  };
  return {
    /** The secret; undefined if no page listens, the person cancelled, or the signal was aborted. */
    ask: ((account, signal) => {
      if (output === undefined || !output.hasListener() || signal.aborted) return Promise.resolve(undefined);
      const question = randomUUID();
      return new Promise((resolve) => {
        const onAbort = () => closeQuestion(question, undefined);
        signal.addEventListener('abort', onAbort, { once: true });
        const pending: Pending = {
          cuenta: account,
          settle: (key) => {
            signal.removeEventListener('abort', onAbort);
            resolve(key);
          },
        };
        stillPending.set(question, pending);
        output?.send(eventOf(question, pending));
      });
    }) satisfies AskForSecret,
    /** Answers a question; false if it is no longer open. `key` null: the person cancelled. */
    answer: (question: string, key: string | null): boolean => closeQuestion(question, key ?? undefined),
    /** Sends a sentence for the person. If no page is open, keeps it for the next one, unless it is only about running work. */
    notify: (text: string, said?: PassingNotice | Statement): void => {
      const notice = noticeOf(text, said);
      if (output?.hasListener() === true) output.send(notice);
      else if (notice.pasajero === undefined) {
        unheard = [...unheard.filter((other) => other.texto !== text), notice].slice(-MAX_KEPT);
      }
    },
    onConnect: (): readonly HostEvent[] => {
      const notices = unheard;
      unheard = [];
      return [...notices, ...[...stillPending].map(([question, pending]) => eventOf(question, pending))];
    },
    connect: (destination: { send(event: HostEvent): void; hasListener(): boolean }): void => {
      output = destination;
    },
  };
}
