import { createHash, hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { CuponResultado } from '#domain/conciliacion.ts';
import { claveComparable, leerMarca, type Marcador } from '#domain/upload/index.ts';
import { z } from 'zod';
import { cuponDe } from './cupon-texto.ts';
import type { LecturaAbierta, Tramo } from './tipos.ts';

const TABLAS = `
DROP TABLE IF EXISTS temp.visto;
DROP TABLE IF EXISTS temp.suelto;
CREATE TEMP TABLE visto (
  seq INTEGER PRIMARY KEY, pase INTEGER NOT NULL, veces INTEGER NOT NULL,
  conciliado INTEGER NOT NULL, modo TEXT, nro TEXT, fecha TEXT
);
CREATE TEMP TABLE suelto (
  clave BLOB, conciliado INTEGER NOT NULL, modo TEXT, nro TEXT, fecha TEXT
);
CREATE INDEX temp.suelto_clave ON suelto (clave);
`;
const VER = `
INSERT INTO visto (seq, pase, veces, conciliado, modo, nro, fecha) VALUES (?, ?, 1, ?, ?, ?, ?)
ON CONFLICT (seq) DO UPDATE SET veces = CASE pase WHEN excluded.pase THEN veces + 1 ELSE 1 END, pase = excluded.pase,
  conciliado = excluded.conciliado, modo = excluded.modo, nro = excluded.nro, fecha = excluded.fecha`;
const TROZO = 1_000;
const contado = z.object({ n: z.number() });
const seqFila = z.object({ seq: z.number() });
const textoFila = z.object({ seq: z.number(), texto: z.string() });
const sueltoFila = z.object({
  rowid: z.number(),
  conciliado: z.number(),
  modo: z.string().nullable(),
  nro: z.string().nullable(),
  fecha: z.string().nullable(),
});

/** 16 bytes for a comparison key. */
export const huellaDeClave = (clave: string): Uint8Array => hash('sha256', clave, 'buffer').subarray(0, 16);

interface Leido {
  readonly db: Database;
  readonly n: number;
  readonly total: number;
  readonly marcador: Marcador | null;
  readonly rechazados: readonly number[];
  readonly disponer: (tramos: readonly Tramo[]) => ReturnType<LecturaAbierta['disponer']>;
}

/**
 * The comparison of a result with what was sent, as multisets, on disk: by marker where the row carries ours, else by canonical fields,
 * counting equal ones (UPLOAD.md, 6; TRAPS.md, "the result lists"). A row whose marker is somebody else's is never taken for ours.
 */
export function abrirLectura({ db, n, total, marcador, rechazados, disponer }: Leido): LecturaAbierta {
  db.exec(TABLAS);
  const ver = db.prepare(VER);
  const suelto = db.prepare('INSERT INTO suelto (clave, conciliado, modo, nro, fecha) VALUES (?, ?, ?, ?, ?)');
  const fuera = new Set(rechazados);
  const enviados = total - fuera.size;
  let pase = 0;
  let filas = 0;
  let ajenas = 0;

  const anotar = (fila: CuponResultado): void => {
    const marca = marcador === null ? 'vacia' : leerMarca(fila.cupon, marcador);
    const datos = [fila.conciliado ? 1 : 0, fila.modo, fila.nroLiquidacion, fila.fechaLiq] as const;
    if (typeof marca === 'number') {
      if (marca > total || fuera.has(marca)) ajenas += 1;
      else ver.run(marca, pase, ...datos);
    } else if (marca === 'otra') ajenas += 1;
    else suelto.run(huellaDeClave(claveComparable(fila.cupon, marcador?.campo ?? null)), ...datos);
  };
  const agregar = db.transaction((cupones: readonly CuponResultado[]) => {
    for (const fila of cupones) anotar(fila);
  });
  return {
    empezar() {
      pase += 1;
      filas = 0;
      ajenas = 0;
      db.exec('DELETE FROM suelto');
    },
    agregar(cupones) {
      filas += cupones.length;
      agregar(cupones);
    },
    terminar() {
      const sueltas = db.transaction(() => repartir({ db, n, marcador, pase, fuera, ver }))();
      const vistos = contado.parse(db.prepare('SELECT count(*) AS n FROM visto').get()).n;
      const dobles = contado.parse(
        db.prepare('SELECT coalesce(sum(veces - 1), 0) AS n FROM visto WHERE pase = ?').get(pase),
      ).n;
      const faltan = enviados - vistos;
      const sobran = dobles + sueltas + ajenas;
      return { filas, faltan, sobran, huella: huella({ db, n, pase, fuera }, `${String(sueltas)},${String(ajenas)}`) };
    },
    disponer,
  };
}

interface Reparto {
  readonly db: Database;
  readonly n: number;
  readonly marcador: Marcador | null;
  readonly pase: number;
  readonly fuera: ReadonlySet<number>;
  readonly ver: { run(...valores: unknown[]): unknown };
}

/** Gives the rows without a marker to the coupons of the same content that this pass has not seen; returns how many are left. */
function repartir({ db, n, marcador, pase, fuera, ver }: Reparto): number {
  const quedan = (): number => contado.parse(db.prepare('SELECT count(*) AS n FROM suelto').get()).n;
  if (quedan() === 0) return 0;
  const leer = db.prepare(
    `SELECT c.seq AS seq, c.texto AS texto FROM cupon c LEFT JOIN visto v ON v.seq = c.seq AND v.pase = ?
     WHERE c.carga = ? AND c.seq > ? AND v.seq IS NULL ORDER BY c.seq LIMIT ?`,
  );
  const buscar = db.prepare('SELECT rowid AS rowid, conciliado, modo, nro, fecha FROM suelto WHERE clave = ? LIMIT 1');
  const sacar = db.prepare('DELETE FROM suelto WHERE rowid = ?');
  for (let seq = 0; ;) {
    const trozo = leer.all(pase, n, seq, TROZO).map((cada) => textoFila.parse(cada));
    for (const cada of trozo) {
      seq = cada.seq;
      if (fuera.has(seq)) continue;
      const hallada = buscar.get(huellaDeClave(claveComparable(cuponDe(cada.texto), marcador?.campo ?? null)));
      if (hallada === undefined) continue;
      const fila = sueltoFila.parse(hallada);
      ver.run(seq, pase, fila.conciliado, fila.modo, fila.nro, fila.fecha);
      sacar.run(fila.rowid);
    }
    if (trozo.length < TROZO) return quedan();
  }
}

/** Which are missing and which are too many, as one text: two readings that agree on it have found the same. */
function huella({ db, n, pase, fuera }: Pick<Reparto, 'db' | 'n' | 'pase' | 'fuera'>, resto: string): string {
  const suma = createHash('sha256').update(resto);
  const faltan = db.prepare(
    'SELECT c.seq AS seq FROM cupon c LEFT JOIN visto v ON v.seq = c.seq WHERE c.carga = ? AND v.seq IS NULL',
  );
  for (const cada of faltan.iterate(n)) {
    const { seq } = seqFila.parse(cada);
    if (!fuera.has(seq)) suma.update(`-${String(seq)}`);
  }
  for (const cada of db.prepare('SELECT seq FROM visto WHERE pase = ? AND veces > 1').iterate(pase)) {
    suma.update(`+${String(seqFila.parse(cada).seq)}`);
  }
  return suma.digest('hex').slice(0, 32);
}
