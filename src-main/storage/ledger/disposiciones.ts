import type { Database } from 'better-sqlite3';
import { parseIsoDate } from '#domain/civil-date.ts';
import { DISPOSICIONES, type Disposicion } from '#domain/conciliacion.ts';
import type { CuponInforme } from '#domain/informe.ts';
import { z } from 'zod';
import { cuponDe } from './cupon-texto.ts';
import { guard } from './sqlite-error.ts';
import type { Conteos, Tramo } from './tipos.ts';
import type { Dicho, Vistos } from './vistos.ts';

const conteoFila = z.object({ disposicion: z.enum(DISPOSICIONES), n: z.number() });
const informeFila = z.object({
  seq: z.number(),
  archivo: z.number(),
  hoja: z.string().nullable(),
  fila: z.number(),
  texto: z.string(),
  disposicion: z.enum(DISPOSICIONES),
  modo: z.string().nullable(),
  nro_liquidacion: z.string().nullable(),
  fecha_liq: z.string().nullable(),
});

/** How many coupons of an upload ended where. */
export function conteos(db: Database, n: number): Conteos {
  const total = { conciliado: 0, sin_conciliar: 0, existente: 0, rechazado: 0, no_informado: 0, no_enviado: 0 };
  const leer = db.prepare('SELECT disposicion, count(*) AS n FROM disposicion WHERE carga = ? GROUP BY disposicion');
  for (const cada of leer.all(n)) {
    const { disposicion, n: cuantos } = conteoFila.parse(cada);
    total[disposicion] = cuantos;
  }
  return total;
}

/** How many coupons some uploads have, each once. By their fingerprints, in the order of their index. */
export function distintos(db: Database, cargas: readonly number[]): number {
  const contar = db
    .prepare<[string], number>(
      `SELECT coalesce(sum(n), 0) FROM (
         SELECT max(n) AS n FROM (
           SELECT huella, count(*) AS n FROM cupon
           WHERE carga IN (SELECT value FROM json_each(?)) GROUP BY huella, carga)
         GROUP BY huella)`,
    )
    .pluck();
  return contar.get(JSON.stringify(cargas)) ?? 0;
}

/** Coupons written at a time. Their numbers go as one text: bound row by row, with their texts, they take three times as long. */
const TROZO = 5_000;

interface Disponer {
  readonly n: number;
  readonly total: number;
  /** What the reading showed; null when there was none. */
  readonly vistos: Vistos | null;
  readonly tramos: readonly Tramo[];
}

/**
 * Gives every coupon exactly one disposition (I7), in one commit: what the reading showed, else what the range that covers it says, else not
 * reported.
 */
export function disponer(db: Database, { n, total, vistos, tramos }: Disponer): void {
  const { finales, indices } = finalesDe({ total, vistos, tramos });
  const escribir = db.transaction(() => {
    db.exec(`CREATE TEMP TABLE IF NOT EXISTS final (n INTEGER PRIMARY KEY, disposicion TEXT NOT NULL, modo TEXT, nro TEXT, fecha TEXT);
             DELETE FROM temp.final`);
    const final = db.prepare('INSERT INTO temp.final (n, disposicion, modo, nro, fecha) VALUES (?, ?, ?, ?, ?)');
    finales.forEach(({ disposicion, modo, nro, fecha }, i) => final.run(i, disposicion, modo, nro, fecha));
    db.prepare('DELETE FROM disposicion WHERE carga = ?').run(n);
    const poner = db.prepare(
      `INSERT INTO disposicion (carga, seq, disposicion, modo, nro_liquidacion, fecha_liq)
       SELECT ?, ? + i.key, f.disposicion, f.modo, f.nro, f.fecha FROM json_each(?) i JOIN temp.final f ON f.n = i.value`,
    );
    for (let desde = 0; desde < total; desde += TROZO) {
      poner.run(n, desde + 1, `[${indices.subarray(desde, desde + TROZO).join()}]`);
    }
  });
  guard(() => {
    escribir.immediate();
  });
}

/** The different ends of the coupons of an upload, and which of them each one has, by `seq` less one. */
function finalesDe({ total, vistos, tramos }: Omit<Disponer, 'n'>) {
  const finales: (Omit<Dicho, 'conciliado'> & { readonly disposicion: Disposicion })[] = (vistos?.dichos ?? []).map(
    ({ conciliado, ...resto }) => ({ ...resto, disposicion: conciliado ? 'conciliado' : 'sin_conciliar' }),
  );
  const mudos = new Map<Disposicion, number>();
  const mudo = (disposicion: Disposicion): number => {
    const indice = mudos.get(disposicion) ?? finales.push({ disposicion, modo: null, nro: null, fecha: null }) - 1;
    mudos.set(disposicion, indice);
    return indice;
  };
  const indices = new Uint32Array(total);
  for (let seq = 1; seq <= total; seq += 1) {
    const tramo = (): Tramo | undefined => tramos.findLast(({ desde, hasta }) => desde <= seq && seq <= hasta);
    indices[seq - 1] = vistos?.indice(seq) ?? mudo(tramo()?.disposicion ?? 'no_informado');
  }
  return { finales, indices };
}

interface Pagina {
  readonly n: number;
  readonly archivos: readonly string[];
  readonly disposiciones: readonly Disposicion[];
  readonly despues: number;
  readonly limite: number;
}

/** Rows of the report after `despues`, by `seq`. */
export function informePagina(
  db: Database,
  { n, archivos, disposiciones, despues, limite }: Pagina,
): readonly (CuponInforme & { readonly seq: number })[] {
  const filas = db
    .prepare(
      `SELECT c.seq, c.archivo, c.hoja, c.fila, c.texto, d.disposicion, d.modo, d.nro_liquidacion, d.fecha_liq
       FROM cupon c JOIN disposicion d ON d.carga = c.carga AND d.seq = c.seq
       WHERE c.carga = ? AND c.seq > ? AND d.disposicion IN (SELECT value FROM json_each(?))
       ORDER BY c.seq LIMIT ?`,
    )
    .all(n, despues, JSON.stringify(disposiciones), limite);
  return filas.map((cada) => {
    const fila = informeFila.parse(cada);
    return {
      seq: fila.seq,
      archivo: archivos[fila.archivo] ?? '',
      hoja: fila.hoja,
      fila: fila.fila,
      cupon: cuponDe(fila.texto),
      disposicion: fila.disposicion,
      modo: fila.modo,
      nroLiquidacion: fila.nro_liquidacion,
      fechaLiq: fila.fecha_liq === null ? null : (parseIsoDate(fila.fecha_liq) ?? null),
    };
  });
}
