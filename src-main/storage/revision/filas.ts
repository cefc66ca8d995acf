import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { CAMPOS_EN_ORDEN, type CuponCampo } from '#domain/cupon.ts';
import { parseMoney } from '#domain/money.ts';
import type { RevisionProblema } from '#contract/revision.ts';
import { z } from 'zod';
import { parseProblem, parseValues } from './kept.ts';
import type { FilaGuardada, FilaLeida } from './tipos.ts';

const registro = z.object({
  id: z.number(),
  valores: z.string(),
  texto: z.string().nullable(),
  omitida: z.number(),
  ignorada: z.number(),
  editada: z.number(),
  enviado: z.string().nullable(),
  duplica_a: z.number().nullable(),
});
const detalle = z.object({ detalle: z.string() });

const PLAIN = /\p{M}/gu;
/** What a search compares: small letters, no accents. */
export const buscable = (text: string): string => text.normalize('NFD').replace(PLAIN, '').toLowerCase();

/** As people write dates and amounts, so that what is seen can be searched. */
function seen(campo: CuponCampo, valor: string): string {
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(valor);
  if (date !== null) return `${date[3] ?? ''}/${date[2] ?? ''}/${date[1] ?? ''}`;
  if (campo !== 'importe') return valor;
  const [whole = '', cents] = valor.split('.');
  return cents === undefined ? valor : `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents} ${whole},${cents}`;
}

const huellaDe = (texto: string | null): Uint8Array | null =>
  texto === null ? null : hash('sha256', texto, 'buffer').subarray(0, 16);

/** Reads and writes one row with its problems; what is asked of many rows is in columns of its own. */
export function openFilas(db: Database) {
  const poner = db.prepare(`INSERT OR REPLACE INTO fila
    (id, valores, texto, huella, omitida, ignorada, editada, errores, avisos, enviado, duplica_a, fecha, tarjeta, terminal, lote, centavos, busca)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?)`);
  const leer = db.prepare(
    'SELECT id, valores, texto, omitida, ignorada, editada, enviado, duplica_a FROM fila WHERE id = ?',
  );
  const problemas = db.prepare('SELECT detalle FROM problema WHERE fila = ? ORDER BY n');
  const quitar = db.prepare('DELETE FROM problema WHERE fila = ?');
  const anotar = db.prepare('INSERT INTO problema (fila, n, clase, codigo, campo, detalle) VALUES (?, ?, ?, ?, ?, ?)');
  const huella = db.prepare('SELECT huella FROM fila WHERE id = ?').pluck();

  const problemasDe = (id: number): readonly RevisionProblema[] =>
    problemas.all(id).map((row) => parseProblem(detalle.parse(row).detalle));

  const guardar = (fila: FilaGuardada, nueva: boolean): void => {
    const { id, valores, texto, omitida, ignorada, editada, enviado } = fila;
    const errores = fila.problemas.filter(({ clase }) => clase === 'error').length;
    const { fecha_venta, tarjeta_desc, terminal, lote, importe } = texto === null ? {} : valores;
    const busca = buscable(
      CAMPOS_EN_ORDEN.flatMap((campo) => {
        const valor = valores[campo];
        return valor === undefined ? [] : [seen(campo, valor)];
      }).join(' \n'),
    );
    poner.run(
      id,
      JSON.stringify(valores),
      texto,
      huellaDe(texto),
      Number(omitida),
      Number(ignorada),
      Number(editada),
      errores,
      fila.problemas.length - errores,
      enviado,
      fecha_venta ?? '',
      tarjeta_desc ?? '',
      terminal ?? '',
      lote ?? '',
      importe === undefined ? 0 : (parseMoney(importe, 'sin-miles') ?? 0),
      busca,
    );
    if (!nueva) quitar.run(id);
    for (const [n, one] of fila.problemas.entries()) {
      anotar.run(id, n, one.clase, one.codigo, one.campo, JSON.stringify(one));
    }
  };

  return {
    guardar,
    huella: (id: number): Uint8Array | null => {
      const found = huella.get(id);
      return found instanceof Uint8Array ? found : null;
    },
    leer: (id: number): FilaLeida | undefined => {
      const found = leer.get(id);
      if (found === undefined) return undefined;
      const row = registro.parse(found);
      return {
        id: row.id,
        valores: parseValues(row.valores),
        texto: row.texto,
        problemas: problemasDe(row.id),
        omitida: row.omitida === 1,
        ignorada: row.ignorada === 1,
        editada: row.editada === 1,
        enviado: row.enviado,
        duplicaA: row.duplica_a,
      };
    },
  };
}

export type Filas = ReturnType<typeof openFilas>;
