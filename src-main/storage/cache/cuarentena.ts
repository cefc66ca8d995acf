/** Rows that came and could not be understood, with their raw text: nothing that comes in is lost, and no card number is kept. */
import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { maskPossibleCards } from '#domain/cupones/card-text.ts';
import type { Metodo } from '#domain/vista.ts';
import { TABLAS } from './columnas.ts';
import type { Cuarentena, ReadableCache, WritableCache } from './tipos.ts';

/** 13 to 19 digits, spaces and dashes aside: covered whether it is a card number or not; however else it is written, when it may be one. */
const TARJETA = /\d(?:[ -]?\d){12,18}(?!\d)/g;
const cubrir = (texto: string): string =>
  maskPossibleCards(texto).replace(TARJETA, (numero) => {
    const digits = numero.replace(/\D/g, '');
    return `${digits.slice(0, 6)}${'·'.repeat(digits.length - 10)}${digits.slice(-4)}`;
  });

const conId = z.object({ id: z.union([z.string(), z.number()]).transform(String) });

/** The record's id, when the raw row has one: it came, so it is not missing. */
function idDe(crudo: string): string | null {
  try {
    return conId.safeParse(JSON.parse(crudo)).data?.id ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const leida = z.object({
  metodo: z.string(),
  ventana: z.string().nullable(),
  crudo: z.string(),
  motivo: z.string(),
  primera: z.number(),
  ultima: z.number(),
});
/** Nothing is read by it, and it has no index. */
const SIN_LEER = 'fecha_presentacion';
const ventanaLeida = z.string();
const contada = z.object({ metodo: z.string(), filas: z.number() });
const contadaPorVentana = z.object({ ventana: z.string().nullable(), filas: z.number() });

export function openCuarentena(db: Database) {
  const poner = db.prepare(
    `INSERT INTO cuarentena (metodo, huella, id, crudo, motivo, primera, ultima, ventana) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (metodo, huella) DO NOTHING`,
  );
  const tocar = db.prepare('UPDATE cuarentena SET ultima = ? WHERE metodo = ? AND huella = ?');
  const leer = db.prepare(
    `SELECT metodo, ventana, crudo, motivo, primera, ultima FROM cuarentena WHERE ? IS NULL OR metodo = ?
     ORDER BY n LIMIT ? OFFSET ?`,
  );
  const contar = db.prepare('SELECT metodo, count(*) AS filas FROM cuarentena GROUP BY metodo');
  const proxima = db
    .prepare('SELECT min(ventana) FROM cuarentena WHERE metodo = ? AND ventana > ? AND ultima >= ?')
    .pluck();
  const porVentana = db.prepare(
    'SELECT ventana, count(*) AS filas FROM cuarentena WHERE metodo = ? AND ultima >= ? GROUP BY ventana',
  );
  const alguna = db.prepare('SELECT 1 FROM cuarentena WHERE metodo = ? AND ultima >= ? LIMIT 1').pluck();

  /** No row has any of the dates that it may be asked for by in those days. */
  function vacia(metodo: Metodo, desde: string, hasta: string): boolean {
    const { tabla, fechas } = TABLAS[metodo];
    return fechas
      .filter((fecha) => fecha !== SIN_LEER)
      .every(
        (fecha) =>
          db.prepare(`SELECT 1 FROM ${tabla} WHERE ${fecha} BETWEEN ? AND ? LIMIT 1`).get(desde, hasta) === undefined,
      );
  }

  return {
    sinEntender(metodo: Metodo, { desde, hasta, leido }: Parameters<ReadableCache['sinEntender']>[1]): boolean {
      const { tabla, fecha } = TABLAS[metodo];
      if (fecha === null)
        return (
          alguna.get(metodo, leido) !== undefined && db.prepare(`SELECT 1 FROM ${tabla} LIMIT 1`).get() === undefined
        );
      for (let ventana = ''; ;) {
        const cual = ventanaLeida.nullable().parse(proxima.get(metodo, ventana, leido));
        if (cual === null) return false;
        ventana = cual;
        const [primero = '', ultimo = ''] = cual.split('..');
        const dentro = (hasta === undefined || primero <= hasta) && (desde === undefined || ultimo >= desde);
        if (dentro && vacia(metodo, primero, ultimo)) return true;
      }
    },
    apartadasEn(metodo: Metodo, { desde, hasta, leido }: Parameters<ReadableCache['apartadasEn']>[1]): number {
      const ventanas = porVentana.all(metodo, leido).map((cada) => contadaPorVentana.parse(cada));
      return ventanas
        .filter(({ ventana }) => {
          const [primero = '', ultimo = ''] = ventana?.split('..') ?? [];
          return (
            ventana === null || ((hasta === undefined || primero <= hasta) && (desde === undefined || ultimo >= desde))
          );
        })
        .reduce((suma, { filas }) => suma + filas, 0);
    },
    apartar: ({ metodo, crudo, motivo, cuando, ventana }: Parameters<WritableCache['apartar']>[0]): boolean => {
      const huella = hash('sha256', crudo, 'base64url');
      const dias = ventana === undefined ? null : `${ventana.desde}..${ventana.hasta}`;
      const puesta = poner.run(metodo, huella, idDe(crudo), cubrir(crudo), motivo, cuando, cuando, dias);
      if (puesta.changes === 1) return true;
      tocar.run(cuando, metodo, huella);
      return false;
    },
    leer: (metodo?: Metodo, { desdeFila = 0, filas = -1 } = {}): readonly Cuarentena[] =>
      leer.all(metodo ?? null, metodo ?? null, filas, desdeFila).map((cada) => leida.parse(cada)),
    contar: (): ReadonlyMap<string, number> =>
      new Map(
        contar.all().map((cada) => {
          const { metodo, filas } = contada.parse(cada);
          return [metodo, filas];
        }),
      ),
  };
}
