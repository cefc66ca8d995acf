import { z } from 'zod';
import { guard } from '../sqlite/errores.ts';
import { abrirRehacible } from '../sqlite/rehacible.ts';
import { openConsultas } from './consultas.ts';
import { openDuplicados } from './duplicados.ts';
import { INDICES, TABLAS, VERSION } from './esquema.ts';
import { openFilas } from './filas.ts';
import { openHistoria } from './historia.ts';
import type { FilaGuardada, FilaLeida, Filtro, RevisionDb } from './tipos.ts';

const lista = z.object({ id: z.number(), texto: z.string() });

const PRAGMAS = ['journal_mode = WAL', 'synchronous = NORMAL', 'busy_timeout = 5000', 'cache_size = -65536'];

/** Made anew when it is damaged or of another version: it holds nothing that the files do not. Throws `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
export function abrirRevision(ruta: string): RevisionDb {
  const db = guard(() => abrirRehacible(ruta, { version: VERSION, tablas: TABLAS, pragmas: PRAGMAS }));
  const filas = openFilas(db);
  const duplicados = openDuplicados(db);
  const historia = openHistoria(db, filas, duplicados);
  const consultas = openConsultas(db);
  const meta = db.prepare<[], string>('SELECT texto FROM meta').pluck();
  const ponerMeta = db.prepare('INSERT OR REPLACE INTO meta (n, texto) VALUES (1, ?)');
  const listas = db.prepare(
    'SELECT id, texto FROM fila WHERE texto IS NOT NULL AND omitida = 0 AND id > ? ORDER BY id LIMIT ?',
  );
  const errores = db.prepare<[], number>('SELECT id FROM fila WHERE errores > 0 AND ignorada = 0 ORDER BY id').pluck();
  let known = new Map<string, readonly number[]>();
  let all: readonly number[] | undefined;

  const forget = <T>(work: () => T): T => {
    known = new Map();
    return guard(work);
  };
  const agregar = db.transaction((nuevas: readonly FilaGuardada[]) => {
    for (const fila of nuevas) {
      const previous = filas.leer(fila.id);
      if (previous === undefined) filas.guardar(fila, true);
      else filas.guardar({ ...previous, problemas: [...previous.problemas, ...fila.problemas] }, false);
    }
  });
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
          `DROP INDEX IF EXISTS fila_huella; DROP INDEX IF EXISTS fila_estado; DROP INDEX IF EXISTS fila_total; DROP INDEX IF EXISTS problema_codigo;
           DELETE FROM cambio_fila; DELETE FROM cambio; DELETE FROM problema; DELETE FROM fila; UPDATE version SET n = n + 1;`,
        ),
      );
    },
    agregar: (nuevas) => {
      forget(() => agregar.immediate(nuevas));
    },
    terminarCarga: () => {
      all = undefined;
      forget(() => {
        db.exec(INDICES);
        duplicados.todos();
        db.exec('ANALYZE');
      });
    },
    fila: (id) => filas.leer(id),
    ids: (filtro: Filtro, texto) => {
      // Rows are never added nor taken away by a change: only what a filter or a search shows can differ.
      if (filtro === 'todas' && texto.trim() === '') return (all ??= consultas.ids('todas', ''));
      const key = `${filtro}:${texto}`;
      const found = known.get(key) ?? consultas.ids(filtro, texto);
      known.set(key, found);
      return found;
    },
    ...consultasDe(consultas),
    *conErrores(): Generator<FilaLeida> {
      for (const id of errores.all()) {
        const fila = filas.leer(id);
        if (fila !== undefined) yield fila;
      }
    },
    listas: (despues, limite) => listas.all(despues, limite).map((row) => lista.parse(row)),
    cambiar: (nuevas) => forget(() => historia.cambiar.immediate(nuevas)),
    deshacer: () => forget(() => historia.deshacer.immediate()),
    rehacer: () => forget(() => historia.rehacer.immediate()),
    historia: historia.estado,
    close: () => {
      db.close();
    },
  };
}

const consultasDe = ({
  camposConProblema,
  conProblema,
  contarIguales,
  cuentas,
  fechasAmbiguas,
  iguales,
  totales,
}: ReturnType<typeof openConsultas>) => ({
  camposConProblema,
  conProblema,
  contarIguales,
  cuentas,
  fechasAmbiguas,
  iguales,
  totales,
});
