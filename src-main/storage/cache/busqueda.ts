/**
 * The index of what people type: for the views that grow, a row's searched text by groups of three characters (SQLite's `trigram`). It only
 * proposes rows, more than those that fit: the condition of the query is asked of each. It is filled apart from the synchronisation, in
 * pieces; what it does not have yet (rows after `hasta`, rows that changed since) is looked at one by one.
 */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { CAMPOS_BUSCADOS } from '#contract/datos-campos.ts';
import { importeEscrito } from '#domain/importe-escrito.ts';
import { palabrasDe, plegar } from '#domain/plegar.ts';
import type { Metodo } from '#domain/vista.ts';
import { TABLAS } from './columnas.ts';
import type { Sql } from './consulta.ts';

/** The views with an index of their own; the others are small enough to be looked through. */
const CON_BUSQUEDA = ['operaciones', 'movimientos', 'liquidaciones', 'rechazos'] as const satisfies readonly Metodo[];
type ConBusqueda = (typeof CON_BUSQUEDA)[number];
const tieneBusqueda = (metodo: Metodo): metodo is ConBusqueda => CON_BUSQUEDA.some((cada) => cada === metodo);

/** Rows that a word may propose for a first page: past it the word is common, and rows that fit are found sooner one after the other. */
const MAX_PROPUESTAS = 20_000;
/** Rows that may be looked at one by one because the index does not have them yet. */
const MAX_SIN_INDICE = 50_000;
/** Past so many, whether a word is in more rows is judged by a part of them: counting would cost as much as it saves. */
const MAX_CONTADAS = 50_000;
const PARTES_DE_MUESTRA = 32;
/** Rows that the index does not have yet, looked at together. */
const SIN_INDICE_POR_VEZ = 25_000;
const PARTE = 3;
const PLEGADO = 'plegado';

/**
 * Words long enough for the index, as what it is asked: every group of three. Of a word without digits, which mostly is part of a name that
 * many rows have, only as many groups as it takes to have every letter in one. Amounts are not in it.
 */
function expresion(texto: string): string | undefined {
  const grupos = palabrasDe(texto)
    .filter((palabra) => importeEscrito(palabra) === undefined)
    .flatMap((palabra) => {
      const caracteres = Array.from(palabra);
      const ultimo = caracteres.length - PARTE;
      const paso = /\d/.test(palabra) ? 1 : PARTE;
      return caracteres
        .slice(0, Math.max(0, ultimo + 1))
        .flatMap((_, i) => (i % paso === 0 || i === ultimo ? [caracteres.slice(i, i + PARTE).join('')] : []));
    })
    // What the index is asked ends at this character, wherever it is.
    .filter((grupo) => !grupo.includes('\0'));
  return grupos.length === 0
    ? undefined
    : [...new Set(grupos)].map((grupo) => `"${grupo.replaceAll('"', '""')}"`).join(' AND ');
}

/** The text of rows for the index, of those that fit a condition on `n`. The function is only called where there is more than plain letters. */
const conTexto = (metodo: ConBusqueda, donde: string): string =>
  `SELECT n, iif(octet_length(t) = length(t), lower(t), ${PLEGADO}(t)) FROM (
     SELECT n, ${CAMPOS_BUSCADOS[metodo].map((campo) => `coalesce(${campo}, '')`).join(` || ' ' || `)} AS t
     FROM ${TABLAS[metodo].tabla} WHERE ${donde} LIMIT -1)`;

const numero = z.number();

/** Reading: which rows a text proposes. */
export function openPropuestas(db: Database) {
  const hasta = db.prepare('SELECT hasta FROM busqueda WHERE tabla = ?').pluck();
  const contar = db.prepare('SELECT count(*) FROM busqueda_pendiente WHERE tabla = ?').pluck();
  const ultima = new Map(
    CON_BUSQUEDA.map((m) => [m, db.prepare(`SELECT coalesce(max(n), 0) FROM ${TABLAS[m].tabla}`).pluck()]),
  );
  const cuantas = new Map(
    CON_BUSQUEDA.map((m) => [
      m,
      db.prepare(`SELECT count(*) FROM (SELECT 1 FROM busqueda_${m} WHERE busqueda_${m} MATCH ? LIMIT ?)`).pluck(),
    ]),
  );
  const todas = new Map(
    CON_BUSQUEDA.map((m) => [m, db.prepare(`SELECT rowid FROM busqueda_${m} WHERE busqueda_${m} MATCH ?`).pluck()]),
  );
  const cambiaron = db.prepare('SELECT n FROM busqueda_pendiente WHERE tabla = ?').pluck();
  const entre = new Map(
    CON_BUSQUEDA.map((m) => [
      m,
      db.prepare(`SELECT count(*) FROM busqueda_${m} WHERE busqueda_${m} MATCH ? AND rowid BETWEEN ? AND ?`).pluck(),
    ]),
  );

  /** Whether an expression has more rows than that; of many, by how many are in the middle of them. */
  function pasaDe(metodo: ConBusqueda, pedido: string, { maximo, tiene }: { maximo: number; tiene: number }): boolean {
    if (maximo <= MAX_CONTADAS) return numero.parse(cuantas.get(metodo)?.get(pedido, maximo + 1)) > maximo;
    const parte = Math.ceil(tiene / PARTES_DE_MUESTRA);
    const medio = Math.floor(tiene / 2);
    return numero.parse(entre.get(metodo)?.get(pedido, medio, medio + parte)) * PARTES_DE_MUESTRA > maximo;
  }

  /** Up to which row the index goes; undefined when it is too far behind to be of use. */
  function alcance(metodo: ConBusqueda): number | undefined {
    const tiene = numero.optional().parse(hasta.get(metodo)) ?? 0;
    const faltan = numero.parse(ultima.get(metodo)?.get()) - tiene + numero.parse(contar.get(metodo));
    return faltan > MAX_SIN_INDICE ? undefined : tiene;
  }

  return {
    /** True when everything of a view can be looked at in time: by its index, or because it is small. */
    listo: (metodo: Metodo): boolean => !tieneBusqueda(metodo) || alcance(metodo) !== undefined,
    /**
     * A table of the numbers of the rows that may have the text, each once, in a column `propuesta`; undefined when it is better to look at all
     * of them: there are more than `maximo`. `ultimas`: of those in the index, the newest that many.
     */
    propuestas(
      metodo: Metodo,
      texto: string,
      { ultimas, maximo = MAX_PROPUESTAS }: { readonly ultimas?: number; readonly maximo?: number } = {},
    ): Sql | undefined {
      if (!tieneBusqueda(metodo)) return undefined;
      const pedido = expresion(texto);
      const tiene = pedido === undefined ? undefined : alcance(metodo);
      if (pedido === undefined || tiene === undefined) return undefined;
      const limite = ultimas === undefined ? '' : `ORDER BY rowid DESC LIMIT ${String(ultimas)}`;
      if (ultimas === undefined && pasaDe(metodo, pedido, { maximo, tiene })) return undefined;
      const indice = `busqueda_${metodo}`;
      const cambiadas = 'SELECT n FROM busqueda_pendiente WHERE tabla = ?';
      const hay = numero.parse(contar.get(metodo)) > 0;
      const sinCambiadas = hay ? `AND rowid NOT IN (${cambiadas})` : '';
      const partes = [
        `SELECT rowid AS propuesta FROM (SELECT rowid FROM ${indice} WHERE ${indice} MATCH ? ${sinCambiadas} ${limite})`,
        `SELECT n FROM ${TABLAS[metodo].tabla} WHERE n > ?`,
        ...(hay ? [`${cambiadas} AND n <= ?`] : []),
      ];
      return {
        texto: `(${partes.join(' UNION ALL ')})`,
        valores: hay ? [pedido, metodo, tiene, metodo, tiene] : [pedido, tiene],
      };
    },
    /**
     * Which rows may have the text, by number: all that do are marked (1). Those that the index does not have yet are looked at by
     * `mirar`, a stretch of numbers at a time. Undefined when there is nothing in the text that is in the index.
     */
    marcas(
      metodo: Metodo,
      texto: string,
      mirar: (despuesDe: number, hasta: number) => readonly unknown[],
    ): Uint8Array | undefined {
      const pedido = expresion(texto);
      if (!tieneBusqueda(metodo) || pedido === undefined) return undefined;
      const tiene = numero.optional().parse(hasta.get(metodo)) ?? 0;
      const fin = numero.parse(ultima.get(metodo)?.get());
      const marcas = new Uint8Array(fin + 1);
      const marcar = (ns: readonly unknown[] = []): void => {
        for (const n of ns) marcas[Number(n)] = 1;
      };
      marcar(todas.get(metodo)?.all(pedido));
      marcar(cambiaron.all(metodo));
      for (let desde = tiene; desde < fin; desde += SIN_INDICE_POR_VEZ)
        marcar(mirar(desde, Math.min(fin, desde + SIN_INDICE_POR_VEZ)));
      return marcas;
    },
  };
}

export interface Pieza {
  /** Rows, at most. */
  readonly cuantas: number;
  /** Also while a synchronisation runs, or was cut: somebody is looking for something. Otherwise it is left to write alone. */
  readonly siempre: boolean;
}

/** Writing: on a connection that may. */
export function openIndexado(db: Database) {
  db.function(PLEGADO, { deterministic: true }, (texto) => (typeof texto === 'string' ? plegar(texto) : ''));
  const hasta = db.prepare('SELECT hasta FROM busqueda WHERE tabla = ?').pluck();
  const anotar = db.prepare(
    'INSERT INTO busqueda (tabla, hasta) VALUES (?, ?) ON CONFLICT (tabla) DO UPDATE SET hasta = excluded.hasta',
  );
  const cambiadas = db.prepare('SELECT n FROM busqueda_pendiente WHERE tabla = ? LIMIT ?').pluck();
  const listas = db.prepare('DELETE FROM busqueda_pendiente WHERE tabla = ? AND n = ?');

  const propias = new Map(
    CON_BUSQUEDA.map((m) => {
      const { tabla } = TABLAS[m];
      return [
        m,
        {
          borde: db.prepare(`SELECT max(n) FROM (SELECT n FROM ${tabla} WHERE n > ? ORDER BY n LIMIT ?)`).pluck(),
          agregar: db.prepare(`INSERT INTO busqueda_${m} (rowid, texto) ${conTexto(m, 'n > ? AND n <= ?')}`),
          sacar: db.prepare(`DELETE FROM busqueda_${m} WHERE rowid = ?`),
          reponer: db.prepare(`INSERT INTO busqueda_${m} (rowid, texto) ${conTexto(m, 'n = ?')}`),
        },
      ] as const;
    }),
  );

  const sincronizando = db.prepare('SELECT 1 FROM corrida WHERE terminada IS NULL LIMIT 1');
  const pieza = db.transaction(({ cuantas, siempre }: Pieza): boolean => {
    if (!siempre && sincronizando.get() !== undefined) return false;
    for (const [metodo, { borde, agregar, sacar, reponer }] of propias) {
      const tiene = numero.optional().parse(hasta.get(metodo)) ?? 0;
      const cambios = cambiadas.all(metodo, cuantas).map((n) => numero.parse(n));
      for (const n of cambios) {
        listas.run(metodo, n);
        if (n > tiene) continue;
        sacar.run(n);
        reponer.run(n);
      }
      if (cambios.length > 0) return true;
      const fin = numero.nullable().parse(borde.get(tiene, cuantas));
      if (fin === null) continue;
      agregar.run(tiene, fin);
      anotar.run(metodo, fin);
      return true;
    }
    return false;
  });
  /** A piece, in one transaction; false when there was nothing to do. */
  return (pedida: Pieza): boolean => pieza.immediate(pedida);
}
