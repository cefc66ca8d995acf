import type { DataFolder } from '#platform/data-folder.ts';
import { abrirAprendido, type AprendidoStore } from '../accounts/learned.ts';
import { once, type Once } from './once.ts';

/** What was learnt about each account's server, opened once per account. */
export interface Aprendidos {
  de(cuentaId: string): Promise<AprendidoStore>;
  /** Forgets what is in memory: the files are others. */
  olvidar(): void;
  /** Resolves when all that was learnt is on disk. */
  guardados(): Promise<void>;
}

export function crearAprendidos(datos: DataFolder): Aprendidos {
  const open = new Map<string, Once<AprendidoStore>>();
  return {
    de: (id) => {
      const known = open.get(id) ?? once(() => abrirAprendido(datos.cuenta(id)));
      open.set(id, known);
      return known();
    },
    olvidar: () => {
      open.clear();
    },
    guardados: async () => {
      for (const store of open.values()) await (await store.started())?.guardado();
    },
  };
}
