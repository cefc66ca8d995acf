/**
 * How many stretches are read at the same time: more while the service answers about as quickly as it can, one fewer when answers take much
 * longer than that, half when it asks to wait or fails.
 */
import PQueue from 'p-queue';

const INICIAL = 2;
const MAXIMA = 8;
/** Answers in a row, for each stretch that is being read, before one more is read at the same time. */
const PARA_CRECER = 4;
/** An answer that takes this many times as long as the quickest, and this much more, says that we are too many. */
const LENTO = 4;
const LENTO_MS = 150;
/** How fast a quick answer of long ago is forgotten, and how much the newest one weighs. */
const OLVIDO = 1.01;
const PESO = 0.2;

export interface Tolerancia {
  /** Runs when there is room; settles with what the work gives. */
  correr<T>(trabajo: () => Promise<T>): Promise<T>;
  /** A request was answered, in this many ms. */
  contesto(ms: number): void;
  /** The service asked to wait, or failed. */
  mal(): void;
  /** How many at the same time, now. */
  cuantas(): number;
}

export function crearTolerancia(): Tolerancia {
  const cola = new PQueue({ concurrency: INICIAL });
  let seguidas = 0;
  let rapida = Number.POSITIVE_INFINITY;
  let reciente: number | undefined;
  return {
    correr: (trabajo) => cola.add(trabajo),
    cuantas: () => cola.concurrency,
    contesto(ms) {
      rapida = Math.min(ms, rapida * OLVIDO);
      reciente = reciente === undefined ? ms : reciente * (1 - PESO) + ms * PESO;
      seguidas += 1;
      if (seguidas < PARA_CRECER * cola.concurrency) return;
      seguidas = 0;
      const lento = reciente > rapida * LENTO && reciente > rapida + LENTO_MS;
      cola.concurrency = lento ? Math.max(1, cola.concurrency - 1) : Math.min(MAXIMA, cola.concurrency + 1);
    },
    mal() {
      seguidas = 0;
      cola.concurrency = Math.max(1, Math.floor(cola.concurrency / 2));
    },
  };
}
