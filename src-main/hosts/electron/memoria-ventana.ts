import type { Clock } from '#domain/clock.ts';
import { guardarEstado, type EstadoVentana } from './estado-ventana.ts';

/** A window that is being dragged changes many times a second: it is written when it has been still this long. */
const QUIETA_MS = 500;

export interface MemoriaVentana {
  anotar(estado: EstadoVentana): void;
  /** Writes now what had not been written. */
  cerrar(): Promise<void>;
}

/** Remembers where the window is, one write at a time. A place that cannot be written is not worth a word to the person. */
export function crearMemoriaVentana(
  archivo: string,
  clock: Pick<Clock, 'sleep'>,
  onFalla: (error: unknown) => void,
): MemoriaVentana {
  let newest: EstadoVentana | undefined;
  let waiting = false;
  let writing = Promise.resolve();
  const escribir = (): Promise<void> => {
    const estado = newest;
    newest = undefined;
    if (estado !== undefined) writing = writing.then(() => guardarEstado(archivo, estado)).catch(onFalla);
    return writing;
  };
  return {
    anotar: (estado) => {
      newest = estado;
      if (waiting) return;
      waiting = true;
      clock
        .sleep(QUIETA_MS)
        .then(() => {
          waiting = false;
          return escribir();
        })
        .catch(onFalla);
    },
    cerrar: escribir,
  };
}
