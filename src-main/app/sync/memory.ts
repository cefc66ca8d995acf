/** Facts that are learnt of the service during a run: known here at once, and saved by the writing thread. */
import type { ServiceMethod } from '#domain/vista.ts';
import type { CacheWriter, ReadableCache } from '#storage/cache/index.ts';

export interface Memory {
  saber(clave: string): string | undefined;
  learn(clave: string, valor: string): void;
  /** Coverage that was kept by a date of the rows is now kept by a date that rows do not carry. */
  changeField(metodo: ServiceMethod, campo: string): void;
}

/** `keepGoing` takes each pending write, so that its failure is told. */
export function createMemory(
  cache: Pick<ReadableCache, 'saber'>,
  writer: Pick<CacheWriter, 'learn' | 'changeField'>,
  keepGoing: (writing: Promise<unknown>) => void,
): Memory {
  const nuevo = new Map<string, string>();
  return {
    saber: (clave) => nuevo.get(clave) ?? cache.saber(clave),
    learn(clave, valor) {
      nuevo.set(clave, valor);
      keepGoing(writer.learn(clave, valor));
    },
    changeField: (metodo, campo) => {
      keepGoing(writer.changeField(metodo, campo));
    },
  };
}
