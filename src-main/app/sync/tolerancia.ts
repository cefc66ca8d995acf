/** How many stretches are read at the same time: more while the service answers well, fewer when it asks to wait or fails. */
import PQueue from 'p-queue';

const INICIAL = 2;
const MAXIMA = 6;
/** Stretches that must go well before one more is read at the same time. */
const PARA_CRECER = 4;

export interface Tolerancia {
  /** Runs when there is room; settles with what the work gives. */
  correr<T>(trabajo: () => Promise<T>): Promise<T>;
  bien(): void;
  mal(): void;
}

export function crearTolerancia(): Tolerancia {
  const cola = new PQueue({ concurrency: INICIAL });
  let seguidas = 0;
  return {
    correr: (trabajo) => cola.add(trabajo),
    bien() {
      seguidas += 1;
      if (seguidas < PARA_CRECER || cola.concurrency >= MAXIMA) return;
      seguidas = 0;
      cola.concurrency += 1;
    },
    mal() {
      seguidas = 0;
      cola.concurrency = Math.max(1, Math.floor(cola.concurrency / 2));
    },
  };
}
