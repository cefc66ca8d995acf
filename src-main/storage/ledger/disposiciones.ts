import type { Database } from 'better-sqlite3';
import { parseIsoDate } from '#domain/civil-date.ts';
import type { Disposicion } from '#domain/conciliacion.ts';
import type { CuponInforme } from '#domain/informe.ts';
import { z } from 'zod';
import { cuponDe } from './cupon-texto.ts';
import { guard } from './sqlite-error.ts';
import type { Conteos, Tramo } from './tipos.ts';

const DISPOSICIONES = [
  'conciliado',
  'sin_conciliar',
  'existente',
  'rechazado',
  'no_informado',
  'no_enviado',
] as const satisfies readonly Disposicion[];
const conteoFila = z.object({ disposicion: z.enum(DISPOSICIONES), n: z.number() });
const informeFila = z.object({
  seq: z.number(),
  archivo: z.number(),
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

/**
 * Gives every coupon exactly one disposition (I7), in one commit: what the reading showed, else what the range that covers it says, else not
 * reported.
 */
export function disponer(
  db: Database,
  n: number,
  { conLectura, tramos }: { conLectura: boolean; tramos: readonly Tramo[] },
): Conteos {
  const escribir = db.transaction(() => {
    db.prepare('DELETE FROM disposicion WHERE carga = ?').run(n);
    db.prepare(
      conLectura
        ? `INSERT INTO disposicion (carga, seq, disposicion, modo, nro_liquidacion, fecha_liq)
           SELECT c.carga, c.seq,
                  CASE v.conciliado WHEN 1 THEN 'conciliado' WHEN 0 THEN 'sin_conciliar' ELSE 'no_informado' END,
                  v.modo, v.nro, v.fecha
           FROM cupon c LEFT JOIN visto v ON v.seq = c.seq WHERE c.carga = ?`
        : `INSERT INTO disposicion (carga, seq, disposicion) SELECT carga, seq, 'no_informado' FROM cupon WHERE carga = ?`,
    ).run(n);
    const cambiar = db.prepare(
      `UPDATE disposicion SET disposicion = ? WHERE carga = ? AND seq BETWEEN ? AND ?
         AND disposicion NOT IN ('conciliado', 'sin_conciliar')`,
    );
    for (const tramo of tramos) cambiar.run(tramo.disposicion, n, tramo.desde, tramo.hasta);
  });
  guard(() => {
    escribir.immediate();
  });
  return conteos(db, n);
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
      `SELECT c.seq, c.archivo, c.fila, c.texto, d.disposicion, d.modo, d.nro_liquidacion, d.fecha_liq
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
      fila: fila.fila,
      cupon: cuponDe(fila.texto),
      disposicion: fila.disposicion,
      modo: fila.modo,
      nroLiquidacion: fila.nro_liquidacion,
      fechaLiq: fila.fecha_liq === null ? null : (parseIsoDate(fila.fecha_liq) ?? null),
    };
  });
}
