import type { Conciliacion, ConciliacionesServicio, ResultadoPagina } from '#domain/conciliacion.ts';
import type { Lectura } from '#domain/upload/index.ts';
import type { LecturaAbierta } from '#storage/ledger/index.ts';

interface Pedido {
  readonly servicio: ConciliacionesServicio;
  readonly id: string;
  readonly lectura: LecturaAbierta;
  readonly signal: AbortSignal;
  readonly alLeer: (leidos: number) => void;
  /** Takes the coupons too, as they come. */
  readonly keep?: (cupones: ResultadoPagina['cupones']) => void;
}

const quietos = (a: Conciliacion, b: Conciliacion): boolean =>
  JSON.stringify([a.total, a.nuevos, a.existentes, a.error, a.conciliados, a.sinConciliar, a.estado]) ===
  JSON.stringify([b.total, b.nuevos, b.existentes, b.error, b.conciliados, b.sinConciliar, b.estado]);

/** One pass over the pages of a result, a page in memory at a time. undefined when the service says that there is no such reconciliation. */
export async function leerResultado({
  servicio,
  id,
  lectura,
  signal,
  alLeer,
  keep,
}: Pedido): Promise<Lectura | undefined> {
  lectura.empezar();
  let primero: Conciliacion | undefined;
  let encabezado: Conciliacion | undefined;
  let cuarentena = 0;
  let leidos = 0;
  for await (const pagina of servicio.resultado(id, signal)) {
    ({ encabezado } = pagina);
    primero ??= encabezado;
    lectura.agregar(pagina.cupones);
    keep?.(pagina.cupones);
    cuarentena += pagina.cuarentena;
    leidos += pagina.cupones.length + pagina.cuarentena;
    alLeer(leidos);
  }
  if (encabezado === undefined || primero === undefined) return undefined;
  return { encabezado, quieto: quietos(primero, encabezado), cuarentena, ...lectura.terminar() };
}
