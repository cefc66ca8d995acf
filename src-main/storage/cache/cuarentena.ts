/** Rows that came and could not be understood, with their raw text: nothing that comes in is lost, and no card number is kept. */
import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Metodo } from '#domain/vista.ts';
import type { Cuarentena, WritableCache } from './tipos.ts';

/** 13 to 19 digits, spaces and dashes aside: covered whether it is a card number or not (COUPONS.md, "Card numbers"). */
const TARJETA = /\d(?:[ -]?\d){12,18}(?!\d)/g;
const cubrir = (texto: string): string =>
  texto.replace(TARJETA, (numero) => {
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
const contada = z.object({ metodo: z.string(), filas: z.number() });

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
  return {
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
