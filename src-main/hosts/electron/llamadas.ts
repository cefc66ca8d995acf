import type { Answer } from '#contract/answer.ts';
import type { Method } from '#contract/inputs.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import { llamar, refused } from '../llamada.ts';
import type { Manijas } from '../manijas.ts';
import type { Eventos } from './eventos.ts';

/** Uploads take minutes: one that runs is worth a question before closing, and a notice when it ends. */
const UPLOADS: readonly string[] = ['cargas.conciliar', 'cargas.retomar', 'revision.enviar'] satisfies Method[];
const isUpload = (metodo: string): boolean => UPLOADS.includes(metodo);

interface Llamada {
  readonly llamada: string;
  readonly metodo: string;
  readonly entrada: unknown;
}

/** The calls that run, by the name that the page gave them. */
export interface Llamadas {
  llamar(pedido: Llamada): Promise<Answer<unknown>>;
  cancelar(llamada: string): void;
  /** How many uploads are running. */
  envios(): number;
  /** The page is gone, or is another: its calls are stopped. What they had done is kept. Resolves when all have ended. */
  detener(): Promise<void>;
}

interface LlamadasDeps {
  readonly dispatch: Dispatch;
  readonly manijas: Manijas;
  readonly eventos: Eventos;
  /** An upload ended, well or badly. */
  readonly onEnvio: (answer: Answer<unknown>) => void;
}

export function crearLlamadas({ dispatch, manijas, eventos, onEnvio }: LlamadasDeps): Llamadas {
  const running = new Map<
    string,
    { readonly metodo: string; readonly control: AbortController; readonly fin: Promise<unknown> }
  >();

  const call = (pedido: Llamada, signal: AbortSignal): Promise<Answer<unknown>> =>
    llamar({ dispatch, manijas }, pedido, {
      signal,
      onProgress: (progreso) => {
        eventos.avance(pedido.llamada, progreso);
      },
    });

  return {
    llamar: async (pedido) => {
      if (running.has(pedido.llamada)) return refused('llamada: repetida');
      const control = new AbortController();
      const fin = call(pedido, control.signal);
      // Whoever called hears how it failed, below; `detener` only waits until it is over.
      running.set(pedido.llamada, { metodo: pedido.metodo, control, fin: fin.catch(() => undefined) });
      try {
        const answer = await fin;
        if (isUpload(pedido.metodo) && !control.signal.aborted) onEnvio(answer);
        return answer;
      } finally {
        running.delete(pedido.llamada);
      }
    },
    cancelar: (llamada) => {
      running.get(llamada)?.control.abort();
    },
    envios: () => [...running.values()].filter(({ metodo }) => isUpload(metodo)).length,
    detener: async () => {
      const all = [...running.values()];
      for (const { control } of all) control.abort();
      await Promise.all(all.map(({ fin }) => fin));
    },
  };
}
