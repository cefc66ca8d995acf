import type { Database } from 'better-sqlite3';
import type { CuponResultado } from '#domain/conciliacion.ts';
import { claveAproximada, claveComparable, leerMarca, type Marcador, type Pertenencia } from '#domain/upload/index.ts';
import { z } from 'zod';
import { cuponDe } from './cupon-texto.ts';

const textoFila = z.object({ seq: z.number(), texto: z.string() });
const TROZO = 1_000;

interface Pedido {
  readonly db: Database;
  readonly n: number;
  readonly marcador: Marcador | null;
  readonly filas: readonly CuponResultado[];
  readonly seq: number | null;
}

/**
 * Whose the rows of a page are: by our marker, else by content. A coupon of ours that came twice is still ours by content: it is a doubling to
 * find, not somebody else's row.
 */
export function pertenencia({ db, n, marcador, filas, seq }: Pedido): Omit<Pertenencia, 'existe'> {
  let marca = 0;
  let otras = 0;
  const buscadas = new Map<string, { readonly veces: number; readonly aproximada: string | null }>();
  for (const { cupon } of filas) {
    const leida = marcador === null ? 'vacia' : leerMarca(cupon, marcador);
    if (typeof leida === 'number') marca += 1;
    else if (leida === 'otra') otras += 1;
    else {
      const clave = claveComparable(cupon, marcador?.campo ?? null);
      const aproximada = claveAproximada(cupon, marcador?.campo ?? null);
      const { veces = 0 } = buscadas.get(clave) ?? {};
      buscadas.set(clave, { veces: veces + 1, aproximada });
    }
  }
  let igual = 0;
  for (const texto of textosDe(db, n, seq)) {
    if (buscadas.size === 0) break;
    const clave = claveComparable(cuponDe(texto), marcador?.campo ?? null);
    igual += buscadas.get(clave)?.veces ?? 0;
    buscadas.delete(clave);
  }
  // Letters that were lost on the way make no row somebody else's.
  if ([...buscadas.values()].some(({ aproximada }) => aproximada !== null)) {
    const nuestras = new Set<string>();
    for (const texto of textosDe(db, n, seq)) {
      const aproximada = claveAproximada(cuponDe(texto), marcador?.campo ?? null);
      if (aproximada !== null) nuestras.add(aproximada);
    }
    for (const [clave, { veces, aproximada }] of [...buscadas]) {
      if (aproximada === null || !nuestras.has(aproximada)) continue;
      igual += veces;
      buscadas.delete(clave);
    }
  }
  for (const { veces } of buscadas.values()) otras += veces;
  return { marca, igual, otras };
}

function* textosDe(db: Database, n: number, seq: number | null): Generator<string> {
  const leer = db.prepare('SELECT seq, texto FROM cupon WHERE carga = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?');
  const hasta = seq ?? Number.MAX_SAFE_INTEGER;
  for (let desde = seq === null ? 0 : seq - 1; ;) {
    const trozo = leer.all(n, desde, hasta, TROZO).map((cada) => textoFila.parse(cada));
    for (const cada of trozo) yield cada.texto;
    const fin = trozo.at(-1);
    if (fin === undefined) return;
    desde = fin.seq;
  }
}
