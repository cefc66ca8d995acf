import type { Database } from 'better-sqlite3';
import type { CuponResultado } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import { claveAproximada, claveComparable, leerMarca, type Marcador } from '#domain/upload/index.ts';
import { z } from 'zod';
import { cuponDe } from './cupon-texto.ts';
import { huellaDeClave } from './lectura.ts';
import type { CuponFila } from './tipos.ts';

const cuponFila = z.object({ archivo: z.number(), hoja: z.string().nullable(), fila: z.number(), texto: z.string() });
const textoFila = z.object({ seq: z.number(), texto: z.string() });
const TROZO = 1_000;

/** One coupon of an upload, as frozen. */
export function cuponFilaDe(db: Database, n: number, seq: number): CuponFila | undefined {
  const fila = db.prepare('SELECT archivo, hoja, fila, texto FROM cupon WHERE carga = ? AND seq = ?').get(n, seq);
  return fila === undefined ? undefined : cuponFila.parse(fila);
}

interface Pedido {
  readonly db: Database;
  readonly n: number;
  readonly total: number;
  readonly marcador: Marcador | null;
}

/** Our coupon behind each row of a result. The index by content is only built when some row carries no marker. */
export function abrirUbicador({ db, n, total, marcador }: Pedido): (fila: CuponResultado) => CuponFila | undefined {
  const campo = marcador?.campo ?? null;
  let indexado = false;
  const indexar = (): void => {
    if (indexado) return;
    indexado = true;
    db.exec(`DROP TABLE IF EXISTS temp.ubicable;
             CREATE TEMP TABLE ubicable (clave BLOB, seq INTEGER);
             CREATE INDEX temp.ubicable_clave ON ubicable (clave, seq);
             DROP TABLE IF EXISTS temp.ubicable_parecido;
             CREATE TEMP TABLE ubicable_parecido (clave BLOB, ubicable INTEGER);
             CREATE INDEX temp.ubicable_parecido_clave ON ubicable_parecido (clave);`);
    const leer = db.prepare('SELECT seq, texto FROM cupon WHERE carga = ? AND seq > ? ORDER BY seq LIMIT ?');
    const poner = db.prepare('INSERT INTO temp.ubicable (clave, seq) VALUES (?, ?)');
    const parecido = db.prepare('INSERT INTO temp.ubicable_parecido (clave, ubicable) VALUES (?, ?)');
    db.transaction(() => {
      for (let seq = 0; ;) {
        const trozo = leer.all(n, seq, TROZO).map((cada) => textoFila.parse(cada));
        for (const cada of trozo) {
          const cupon = cuponDe(cada.texto);
          const { lastInsertRowid } = poner.run(huellaDeClave(claveComparable(cupon, campo)), cada.seq);
          const aproximada = claveAproximada(cupon, campo);
          if (aproximada !== null) parecido.run(huellaDeClave(aproximada), lastInsertRowid);
        }
        const fin = trozo.at(-1);
        if (fin === undefined) return;
        seq = fin.seq;
      }
    })();
  };
  /** One whose letters were lost on the way. */
  const parecida = (cupon: Cupon): unknown => {
    const aproximada = claveAproximada(cupon, campo);
    if (aproximada === null) return undefined;
    return db
      .prepare(
        `SELECT u.rowid AS rowid, u.seq FROM temp.ubicable_parecido p JOIN temp.ubicable u ON u.rowid = p.ubicable
         WHERE p.clave = ? ORDER BY u.seq LIMIT 1`,
      )
      .get(huellaDeClave(aproximada));
  };
  return ({ cupon }) => {
    const marca = marcador === null ? 'vacia' : leerMarca(cupon, marcador);
    if (marca === 'otra') return undefined;
    if (typeof marca === 'number') return marca <= total ? cuponFilaDe(db, n, marca) : undefined;
    indexar();
    const hallada =
      db
        .prepare('SELECT rowid AS rowid, seq FROM temp.ubicable WHERE clave = ? ORDER BY seq LIMIT 1')
        .get(huellaDeClave(claveComparable(cupon, campo))) ?? parecida(cupon);
    if (hallada === undefined) return undefined;
    const { rowid, seq } = z.object({ rowid: z.number(), seq: z.number() }).parse(hallada);
    db.prepare('DELETE FROM temp.ubicable WHERE rowid = ?').run(rowid);
    return cuponFilaDe(db, n, seq);
  };
}
