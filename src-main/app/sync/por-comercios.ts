/** A stretch that cannot be cut by dates nor times, read shop by shop: several small ones together where they fit a page. */
import { completa, type Alcance, type FilaLeida, type Hoja, type Parte } from './fuentes.ts';

interface Pedido {
  readonly alcance: Alcance;
  /** The first page of the whole stretch: how many there are, and a sample of whose. */
  readonly sonda: Hoja;
  readonly signal: AbortSignal;
  readonly conComercios: boolean;
  readonly comercios: readonly { readonly id: string; readonly nombre: string | null }[];
  readonly pagina: (alcance: Alcance, signal: AbortSignal) => Promise<Hoja>;
  readonly dosVeces: (alcance: Alcance, sonda: Hoja, signal: AbortSignal) => Promise<Parte>;
}

/** Groups of shops whose share of the sample fits one page, biggest first. */
function grupos({ sonda, comercios }: Pick<Pedido, 'sonda' | 'comercios'>): readonly (readonly string[])[] {
  const vistas = new Map<unknown, number>();
  for (const { fila } of sonda.filas) vistas.set(fila['comercio'], (vistas.get(fila['comercio']) ?? 0) + 1);
  const recibidas = Math.max(1, sonda.filas.length);
  const parteDe = (nombre: string | null): number => (vistas.get(nombre) ?? 1) / recibidas;
  const cabe = (0.9 * recibidas) / sonda.total;
  const abiertos: { ids: string[]; parte: number }[] = [];
  for (const { id, nombre } of comercios.toSorted((a, b) => parteDe(b.nombre) - parteDe(a.nombre))) {
    const parte = parteDe(nombre);
    const grupo = abiertos.find((abierto) => abierto.parte + parte <= cabe);
    if (grupo === undefined) abiertos.push({ ids: [id], parte });
    else {
      grupo.ids.push(id);
      grupo.parte += parte;
    }
  }
  return abiertos.map(({ ids }) => ids);
}

/**
 * Reads the stretch by shops and holds the sum against the total: a shop that is not in the list would be missed. Where they do not agree,
 * or there is nothing to divide by, it is paged twice and compared.
 */
export async function porComercios(pedido: Pedido): Promise<Parte> {
  const { alcance, sonda, signal, conComercios, comercios, pagina, dosVeces } = pedido;
  if (!conComercios || comercios.length < 2) return dosVeces(alcance, sonda, signal);

  async function leer(ids: readonly string[]): Promise<Parte> {
    const propio = { ...alcance, comercios: ids };
    const hoja = await pagina(propio, signal);
    if (completa(hoja)) return { filas: hoja.filas, estado: 'completa' };
    if (ids.length === 1) return dosVeces(propio, hoja, signal);
    return juntar(ids.map((id) => [id]));
  }
  async function juntar(cuales: readonly (readonly string[])[]): Promise<Parte> {
    const filas: FilaLeida[] = [];
    let estado: Parte['estado'] = 'completa';
    for (const ids of cuales) {
      const parte = await leer(ids);
      filas.push(...parte.filas);
      if (parte.estado === 'inestable') estado = 'inestable';
    }
    return { filas, estado };
  }

  const juntas = await juntar(grupos({ sonda, comercios }));
  const ids = new Set(juntas.filas.map(({ id }) => id));
  if (juntas.estado === 'completa' && ids.size === juntas.filas.length && ids.size === sonda.total - sonda.cuarentena) {
    return juntas;
  }
  const enteras = await dosVeces(alcance, sonda, signal);
  if (enteras.estado === 'completa') return enteras;
  const vistas = new Map([...enteras.filas, ...juntas.filas].map((fila) => [fila.id, fila]));
  return { filas: [...vistas.values()], estado: 'inestable' };
}
