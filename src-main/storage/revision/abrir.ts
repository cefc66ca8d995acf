import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { guard } from '../sqlite/errores.ts';
import { abrirRehacible } from '../sqlite/rehacible.ts';
import { openByProblem } from './by-problem.ts';
import { openConsultas } from './consultas.ts';
import { openEqualCoupons, readSent } from './equal-coupons.ts';
import { INDICES, SIN_INDICES, TABLAS, VERSION } from './esquema.ts';
import { omisionDe, openFilas } from './filas.ts';
import { fromVersion1 } from './from-version-1.ts';
import { openHistoria } from './historia.ts';
import { createIdentity } from './identity.ts';
import { parseCorrections } from './kept.ts';
import { openSearchIndex } from './search-index.ts';
import { openTillRows } from './till-rows.ts';
import type { BuscarEnviados, FilaLeida, FilaNueva, Filtro, GrupoDeFilas, RevisionDb } from './tipos.ts';

const lista = z.object({
  id: z.number(),
  texto: z.string(),
  ocurrencia: z.number(),
  enviado: z.string().nullable(),
  enviado_en: z.string().nullable(),
});

const hecha = z.object({ id: z.number(), omitida: z.number(), correcciones: z.string().nullable() });

const PRAGMAS = ['journal_mode = WAL', 'synchronous = NORMAL', 'busy_timeout = 5000', 'cache_size = -65536'];

/** Made anew when it is damaged, or older than the version before: it holds nothing that the files do not. Throws `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
export function abrirRevision(ruta: string): RevisionDb {
  const identidadDe = createIdentity();
  const deLaAnterior = (db: Database): void => {
    fromVersion1(db, identidadDe);
  };
  const db = guard(() => abrirRehacible(ruta, { version: VERSION, tablas: TABLAS, pragmas: PRAGMAS, deLaAnterior }));
  const search = openSearchIndex(db);
  const filas = openFilas(db, { search, identidadDe });
  const iguales = openEqualCoupons(db);
  const historia = openHistoria(db, filas, iguales);
  const { ids, ...consultas } = openConsultas(db, search);
  const byProblem = openByProblem(db);
  const meta = db.prepare<[], string>('SELECT texto FROM meta').pluck();
  const ponerMeta = db.prepare('INSERT OR REPLACE INTO meta (n, texto) VALUES (1, ?)');
  const listas = db.prepare(
    `SELECT f.id AS id, texto, ocurrencia, enviado, enviado_en FROM fila f JOIN contenido c ON c.id = f.id
     WHERE f.centavos IS NOT NULL AND f.omitida = 0 AND f.id > ? ORDER BY f.id LIMIT ?`,
  );
  const hechas = db.prepare(
    `SELECT f.id AS id, omitida, correcciones FROM fila f JOIN contenido c ON c.id = f.id
     WHERE ignorada = 0 AND (editada = 1 OR omitida > 0) ORDER BY f.id`,
  );
  const errores = db.prepare<[], number>('SELECT id FROM fila WHERE errores > 0 AND ignorada = 0 ORDER BY id').pluck();
  /** Rows of an earlier version of the program, whose equals nobody has looked for. */
  let sinContar = db.prepare('SELECT 1 FROM fila WHERE ocurrencia = 0 LIMIT 1').get() !== undefined;
  let known = new Map<string, readonly number[]>();
  let all: readonly number[] | undefined;
  /** The last ones that were asked for. */
  let grouped: { readonly key: string; readonly groups: readonly GrupoDeFilas[] } | undefined;

  const forget = <T>(work: () => T): T => {
    known = new Map();
    grouped = undefined;
    return guard(work);
  };
  const agregar = db.transaction((nuevas: readonly FilaNueva[], buscar: BuscarEnviados) => {
    const cupones = nuevas.flatMap(({ fila: { texto } }) => (texto === null ? [] : [{ texto, ocurrencia: 1 }]));
    const anteriores = buscar(cupones);
    let vistos = 0;
    for (const { fila, identidad } of nuevas) {
      const anterior = fila.texto === null ? null : (anteriores[vistos++] ?? null);
      filas.agregar(fila, { identidad, ocurrencia: 1, anterior });
    }
  });
  const terminar = db.transaction((buscar: BuscarEnviados) => {
    iguales.all(buscar);
  });
  const idsOf = (filtro: Filtro, texto: string): readonly number[] => {
    // Rows are never added nor taken away by a change: only what a filter or a search shows can differ.
    if (filtro === 'todas' && texto.trim() === '') return (all ??= ids('todas', ''));
    const key = `${filtro}:${texto}`;
    const found = known.get(key) ?? ids(filtro, texto);
    known.set(key, found);
    return found;
  };
  return {
    leerMeta: () => meta.get(),
    guardarMeta: (texto) => {
      guard(() => ponerMeta.run(texto));
    },
    olvidar: () => {
      guard(() => db.exec('DELETE FROM meta'));
    },
    vaciarFilas: () => {
      all = undefined;
      forget(() =>
        db.exec(
          `${SIN_INDICES} DELETE FROM cambio_fila; DELETE FROM cambio; DELETE FROM problema; DELETE FROM fila; DELETE FROM contenido; DELETE FROM busqueda; UPDATE version SET n = n + 1;`,
        ),
      );
    },
    agregar: (nuevas, buscar) => {
      forget(() => {
        agregar.immediate(nuevas, buscar);
      });
    },
    sinContar: () => sinContar,
    terminarCarga: (buscar) => {
      all = undefined;
      sinContar = false;
      forget(() => {
        db.exec(INDICES);
        terminar.immediate(buscar);
        db.exec('PRAGMA analysis_limit = 1000; ANALYZE');
      });
    },
    fila: (id) => filas.leer(id),
    ids: idsOf,
    porProblema: (filtro, texto) => {
      const key = `${filtro}:${texto}`;
      if (grouped?.key !== key) grouped = { key, groups: byProblem(idsOf(filtro, texto)) };
      return grouped.groups;
    },
    ...consultas,
    ...openTillRows(db),
    *conErrores(): Generator<FilaLeida> {
      for (const id of errores.all()) {
        const fila = filas.leer(id);
        if (fila !== undefined) yield fila;
      }
    },
    listas: (despues, limite) =>
      listas.all(despues, limite).map((row) => {
        const { enviado, enviado_en, ...cupon } = lista.parse(row);
        return { ...cupon, anterior: readSent(enviado, enviado_en) };
      }),
    hechas: () =>
      hechas.all().map((row) => {
        const { id, omitida, correcciones } = hecha.parse(row);
        return {
          id,
          correcciones: correcciones === null ? {} : parseCorrections(correcciones),
          omitida: omisionDe(omitida),
        };
      }),
    reponer: (nuevas, buscar) => {
      forget(() => {
        historia.reponer.immediate(nuevas, buscar);
      });
    },
    cambiar: (nuevas, buscar) => forget(() => historia.cambiar.immediate(nuevas, buscar)),
    omitir: (filas, omision, buscar) => forget(() => historia.omitir.immediate(filas, omision, buscar)),
    deshacer: (buscar) => forget(() => historia.deshacer.immediate(buscar)),
    rehacer: (buscar) => forget(() => historia.rehacer.immediate(buscar)),
    historia: historia.estado,
    close: () => {
      db.close();
    },
  };
}
