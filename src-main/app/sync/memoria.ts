/** What is learnt of the service during a run: known at once here, and kept by the thread that writes. */
import type { Metodo } from '#domain/vista.ts';
import type { Escritor, ReadableCache } from '#storage/cache/index.ts';

export interface Memoria {
  saber(clave: string): string | undefined;
  aprender(clave: string, valor: string): void;
  /** What was taken for read by a date was read by one that the rows do not carry. */
  cambiarCampo(metodo: Metodo, campo: string): void;
}

/** `seguir` takes what is being written, so that its failure is told. */
export function crearMemoria(
  cache: Pick<ReadableCache, 'saber'>,
  escritor: Pick<Escritor, 'aprender' | 'cambiarCampo'>,
  seguir: (escribiendo: Promise<unknown>) => void,
): Memoria {
  const nuevo = new Map<string, string>();
  return {
    saber: (clave) => nuevo.get(clave) ?? cache.saber(clave),
    aprender(clave, valor) {
      nuevo.set(clave, valor);
      seguir(escritor.aprender(clave, valor));
    },
    cambiarCampo: (metodo, campo) => {
      seguir(escritor.cambiarCampo(metodo, campo));
    },
  };
}
