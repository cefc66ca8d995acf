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

/** How much is remembered; the oldest requests are forgotten first. */
const PEDIDOS = 20_000;
const CARACTERES = 200_000_000;

export function crearRecibidos() {
  let recibidos: Recibido[] = [];
  let caracteres = 0;
  return {
    anotar(recibido: Recibido): void {
      recibidos.push(recibido);
      caracteres += recibido.cuerpo.length;
      if (recibidos.length <= PEDIDOS && caracteres <= CARACTERES) return;
      // Half at a time, so that a long run does not move the whole list at every request.
      recibidos = recibidos.slice(Math.floor(recibidos.length / 2));
      caracteres = recibidos.reduce((n, r) => n + r.cuerpo.length, 0);
    },
    /** All in order of arrival, or those of "POST /ruta" or of a method's name (`subir`). */
    filtrar: (filtro?: string): readonly Recibido[] =>
      filtro === undefined ? [...recibidos] : recibidos.filter((r) => r.pedido === filtro || r.metodo === filtro),
    olvidar(): void {
      recibidos = [];
      caracteres = 0;
    },
  };
}
export type Recibidos = ReturnType<typeof crearRecibidos>;
