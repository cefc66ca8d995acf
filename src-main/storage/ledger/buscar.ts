import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { CuponHallado, UploadFila } from './tipos.ts';

/** Coupons that are looked through at once: a few milliseconds. */
const TROZO = 10_000;

const hallada = z.object({ archivo: z.number(), fila: z.number(), texto: z.string() });
const escapada = (parte: string): string => parte.replace(/[\\%_]/g, '\\$&');

interface Pedido {
  readonly db: Database;
  /** The newest first, each with its number in the file. */
  readonly uploads: readonly (UploadFila & { readonly n: number })[];
  /** Some of these, each of them whole, without minding case. */
  readonly partes: readonly (readonly string[])[];
}

/**
 * Coupons whose canonical text has all the parts of one of the choices. A stretch of them at a time, also when it found none, so that who asks
 * can let others work and can stop.
 */
export function* buscarCupones({ db, uploads, partes }: Pedido): Generator<readonly CuponHallado[]> {
  if (partes.length === 0) return;
  const una = (eleccion: readonly string[]): string =>
    `(${eleccion.map(() => "texto LIKE ? ESCAPE '\\'").join(' AND ')})`;
  const leer = db.prepare(
    `SELECT archivo, fila, texto FROM cupon WHERE carga = ? AND seq > ? AND seq <= ? AND (${partes.map(una).join(' OR ')}) ORDER BY seq`,
  );
  const valores = partes.flat().map((parte) => `%${escapada(parte)}%`);
  for (const { n, carga, total, archivos } of uploads) {
    for (let desde = 0; desde < total; desde += TROZO) {
      const filas = leer.all(n, desde, desde + TROZO, ...valores).map((cada) => hallada.parse(cada));
      yield filas.map(({ archivo, fila, texto }) => ({ carga, archivo: archivos[archivo] ?? '', fila, texto }));
    }
  }
}
