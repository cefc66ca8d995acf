import type { IncomingHttpHeaders } from 'node:http';
import type { FallaClase, Metodo } from './fallas.ts';

/** A request as it arrived, and what became of it. */
export interface Recibido {
  /** "POST /v2/conciliar-operaciones": method and path, without query. */
  readonly pedido: string;
  readonly metodo: Metodo;
  /** Path with its query. */
  readonly url: string;
  readonly cabeceras: IncomingHttpHeaders;
  readonly cuerpo: string;
  /** Wall-clock time of arrival, by the sandbox's clock. */
  readonly llegada: number;
  /** The fault that it met, if any. */
  falla: FallaClase | undefined;
  /** The status answered; undefined while there is no answer, or when the fault took it. */
  estado: number | undefined;
}

/** How many requests are remembered; the oldest are forgotten. */
const MAXIMO = 20_000;

export function crearRecibidos() {
  let recibidos: Recibido[] = [];
  return {
    anotar(recibido: Recibido): void {
      recibidos.push(recibido);
      if (recibidos.length > MAXIMO * 1.5) recibidos = recibidos.slice(-MAXIMO);
    },
    /** All in order of arrival, or those of "POST /ruta" or of a method's name (`subir`). */
    filtrar: (filtro?: string): readonly Recibido[] =>
      filtro === undefined ? [...recibidos] : recibidos.filter((r) => r.pedido === filtro || r.metodo === filtro),
    olvidar(): void {
      recibidos = [];
    },
  };
}
export type Recibidos = ReturnType<typeof crearRecibidos>;
