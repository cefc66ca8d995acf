/** Everything that changes the cache: what the synchronisation does with it, and nothing else. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { toDayNumber } from '#domain/civil-date.ts';
import type { openCobertura } from './cobertura.ts';
import type { openCuarentena } from './cuarentena.ts';
import { TABLAS } from './columnas.ts';
import { openEscritura } from './escritura.ts';
import { codificador, sinPlanas } from './fila.ts';
import { openIndices } from './indices.ts';
import type { openPaginas } from './paginas.ts';
import { guard } from '../sqlite/errores.ts';
import type { Escribible, LeidoIgual, LeidoPlano } from './tipos.ts';
import { VERSION_DE_FILAS } from './version.ts';

const SMALL_CACHE_KB = 16_000;
/** docs/storage.md: worth four to five times while ingesting. */
const INGEST_CACHE_KB = 128_000;

const SMALL_WAIT_MS = 5_000;
const INGEST_WAIT_MS = 60_000;

const DAY_S = 86_400;

const corrida = z.object({ empezada: z.number() });

interface Deps {
  readonly cobertura: ReturnType<typeof openCobertura>;
  readonly cuarentena: ReturnType<typeof openCuarentena>;
  readonly paginas: ReturnType<typeof openPaginas>;
}

export function openEscribible(db: Database, { cobertura, cuarentena, paginas }: Deps): Escribible {
  const escribirFilas = openEscritura(db);
  const indices = openIndices(db);
  const aprender = db.prepare(
    'INSERT INTO saber (clave, valor) VALUES (?, ?) ON CONFLICT (clave) DO UPDATE SET valor = excluded.valor',
  );
  const cambiarCampo = db.prepare("UPDATE cobertura SET campo = '' WHERE metodo = ? AND campo = ?");
  const cortada = db.prepare(
    'SELECT empezada FROM corrida WHERE pedido = ? AND terminada IS NULL AND empezada >= ? ORDER BY n DESC LIMIT 1',
  );
  const empezar = db.prepare('INSERT INTO corrida (pedido, empezada) VALUES (?, ?)');
  const terminar = db.prepare('UPDATE corrida SET terminada = ? WHERE pedido = ? AND terminada IS NULL');
  const hechos = db.prepare('SELECT total_changes()').pluck();
  const contarVersion = db.prepare(
    `INSERT INTO saber (clave, valor) VALUES (?, '1')
     ON CONFLICT (clave) DO UPDATE SET valor = CAST(CAST(valor AS INTEGER) + 1 AS TEXT)`,
  );
  const escribir = db.transaction((leido: LeidoPlano) => {
    const { metodo, campo, desde, hasta, leido: cuando, estado, contratado } = leido;
    const antes = hechos.get();
    const { limpia, movidas, ...escrito } = escribirFilas(leido);
    if (hechos.get() !== antes) contarVersion.run(VERSION_DE_FILAS);
    // Rows that are held are not what the service has: those days are not known.
    const cierto = escrito.retenidas === 0 ? estado : 'inestable';
    cobertura.registrar(metodo, campo ?? '', { desde, hasta, leido: cuando, estado: cierto, contratado });
    const entre = { desde: toDayNumber(desde) * DAY_S, hasta: (toDayNumber(hasta) + 1) * DAY_S };
    paginas.registrar(
      { metodo, campo: campo ?? '', ...entre },
      { paginas: limpia ? (leido.paginas ?? []) : [], cambio: escrito.cambiados + escrito.bajas > 0, movidas },
    );
    return escrito;
  });
  const tocar = db.transaction(({ metodo, campo, desde, hasta, leido }: LeidoIgual) => {
    cobertura.registrar(metodo, campo, { desde, hasta, leido, estado: 'completa', contratado: true });
  });
  const escribirPlanas: Escribible['escribirPlanas'] = (leido) => guard(() => escribir.immediate(leido));

  return {
    escribirPlanas,
    tocar: (leido) => {
      guard(() => {
        tocar.immediate(leido);
      });
    },
    escribir({ filas, ...leido }) {
      const codificar = codificador(TABLAS[leido.metodo]);
      const planas = sinPlanas();
      for (const { id, fila } of filas) codificar(fila, id, planas);
      return escribirPlanas({ ...leido, planas: [planas] });
    },
    apartar: (cada) => guard(() => cuarentena.apartar(cada)),
    cambiarCampo: (metodo, campo) => guard(() => void cambiarCampo.run(metodo, campo)),
    aprender: (clave, valor) => guard(() => void aprender.run(clave, valor)),
    empezarCorrida: (pedido, { ahora, desde }) =>
      guard(() => {
        const seguida = cortada.get(pedido, desde);
        if (seguida !== undefined) return corrida.parse(seguida).empezada;
        terminar.run(ahora, pedido);
        empezar.run(pedido, ahora);
        return undefined;
      }),
    terminarCorrida: (pedido, ahora) => guard(() => void terminar.run(ahora, pedido)),
    ponerIndices: () => {
      guard(indices.poner.immediate);
    },
    ingesta: (activa) => {
      guard(() => {
        db.pragma(`cache_size = -${String(activa ? INGEST_CACHE_KB : SMALL_CACHE_KB)}`);
        // The index of what people type is filled meanwhile, by another thread: whoever ingests may wait for it.
        db.pragma(`busy_timeout = ${String(activa ? INGEST_WAIT_MS : SMALL_WAIT_MS)}`);
        if (activa) indices.sacar.immediate();
        else {
          indices.poner.immediate();
          db.pragma('wal_checkpoint(PASSIVE)');
        }
      });
    },
  };
}
