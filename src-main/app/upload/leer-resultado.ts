import type { Conciliacion, ConciliacionesServicio } from '#domain/conciliacion.ts';
import type { Lectura } from '#domain/upload/index.ts';
import type { LecturaAbierta } from '#storage/ledger/index.ts';

const POR_PAGINA = 100;

interface Pedido {
  readonly servicio: ConciliacionesServicio;
  readonly id: string;
  readonly lectura: LecturaAbierta;
  /** Rows that what we sent explains. */
  readonly esperados: number;
  readonly signal: AbortSignal;
  readonly alLeer: (leidos: number) => void;
}

const quietos = (a: Conciliacion, b: Conciliacion): boolean =>
  JSON.stringify([a.total, a.nuevos, a.existentes, a.error, a.conciliados, a.sinConciliar, a.estado]) ===
  JSON.stringify([b.total, b.nuevos, b.existentes, b.error, b.conciliados, b.sinConciliar, b.estado]);

/**
 * One pass over the pages of a result, a page in memory at a time. It ends at the first empty page, or at a short one that completes what
 * was sent. undefined when the service says that there is no such reconciliation.
 */
export async function leerResultado(pedido: Pedido): Promise<Lectura | undefined> {
  const { servicio, id, lectura, esperados, signal, alLeer } = pedido;
  lectura.empezar();
  let primero: Conciliacion | undefined;
  let cuarentena = 0;
  let leidos = 0;
  // A server that repeats its last page for ever must not keep us here. In rows: how many a page brings is the service's to say.
  const tope = esperados * 3 + 1_000;
  for (let pagina = 0; ; pagina += 1) {
    const parte = await servicio.resultado(id, pagina, signal);
    if (parte === undefined) return undefined;
    primero ??= parte.encabezado;
    const filas = parte.cupones.length + parte.cuarentena;
    lectura.agregar(parte.cupones);
    cuarentena += parte.cuarentena;
    leidos += filas;
    alLeer(leidos);
    const completa = filas < POR_PAGINA && leidos >= esperados;
    if (filas === 0 || completa || leidos >= tope) {
      return {
        encabezado: parte.encabezado,
        quieto: quietos(primero, parte.encabezado),
        cuarentena,
        ...lectura.terminar(),
      };
    }
  }
}
