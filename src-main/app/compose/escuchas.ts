import type { Ventana } from '#domain/ventana.ts';

/** Who wants to hear what the client of an account's service tells while it works: a synchronisation, for as long as it runs. */
export interface Escucha {
  /** A request was answered, or not, after this many ms. */
  pedido(metodo: string, ms: number): void;
  /** The service asked to wait. */
  espera(ms: number): void;
  /** A row of some days, where its method has any, could not be understood; true when it was kept. */
  cuarentena(metodo: string, crudo: string, motivo: string, ventana: Ventana | undefined): boolean;
}

export interface Escuchas {
  /** Gives the function that stops listening. */
  escuchar(cuentaId: string, escucha: Escucha): () => void;
  de(cuentaId: string): Escucha;
}

export function crearEscuchas(): Escuchas {
  const oyentes = new Map<string, Set<Escucha>>();
  const todos = (id: string): readonly Escucha[] => [...(oyentes.get(id) ?? [])];
  return {
    escuchar(cuentaId, escucha) {
      const propios = oyentes.get(cuentaId) ?? new Set();
      oyentes.set(cuentaId, propios.add(escucha));
      return () => void propios.delete(escucha);
    },
    de: (cuentaId) => ({
      pedido: (metodo, ms) => {
        for (const cada of todos(cuentaId)) cada.pedido(metodo, ms);
      },
      espera: (ms) => {
        for (const cada of todos(cuentaId)) cada.espera(ms);
      },
      cuarentena: (...fila) =>
        todos(cuentaId)
          .map((cada) => cada.cuarentena(...fila))
          .some(Boolean),
    }),
  };
}
