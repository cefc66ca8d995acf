/** The repository over an open cache, its schema already ours. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { openAgrupacion } from './agrupacion.ts';
import { openCobertura } from './cobertura.ts';
import { cuenta, cursorDe, seleccion, sumas } from './consulta.ts';
import { openCuarentena } from './cuarentena.ts';
import { openEscritura } from './escritura.ts';
import { guard } from '../sqlite/errores.ts';
import { registrarTexto } from './texto.ts';
import type { Consulta, FilaLeida, Leido, WritableCache } from './tipos.ts';

const SMALL_CACHE_KB = 16_000;
/** SQLITE.md: worth four to five times while ingesting. */
const INGEST_CACHE_KB = 256_000;

const contada = z.object({ n: z.number() });
const corrida = z.object({ empezada: z.number() });
const textoFila = z.object({ valor: z.string() });
const fila = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const suma = z.record(z.string(), z.bigint());

/** Rows of our own `STRICT` tables: their kinds were checked when they were written. */
const esFila = (cada: unknown): cada is FilaLeida => typeof cada === 'object' && cada !== null;
function leida(cada: unknown): FilaLeida {
  return esFila(cada) ? cada : fila.parse(cada);
}

export function openCache(db: Database): WritableCache {
  registrarTexto(db);
  const agrupacion = openAgrupacion(db);
  const cobertura = openCobertura(db);
  const cuarentena = openCuarentena(db);
  const escribirFilas = openEscritura(db);
  const saber = db.prepare('SELECT valor FROM saber WHERE clave = ?');
  const aprender = db.prepare(
    'INSERT INTO saber (clave, valor) VALUES (?, ?) ON CONFLICT (clave) DO UPDATE SET valor = excluded.valor',
  );
  const cambiarCampo = db.prepare("UPDATE cobertura SET campo = '' WHERE metodo = ? AND campo = ?");
  const cortada = db.prepare(
    'SELECT empezada FROM corrida WHERE pedido = ? AND terminada IS NULL AND empezada >= ? ORDER BY n DESC LIMIT 1',
  );
  const empezar = db.prepare('INSERT INTO corrida (pedido, empezada) VALUES (?, ?)');
  const terminar = db.prepare('UPDATE corrida SET terminada = ? WHERE pedido = ? AND terminada IS NULL');
  const escribir = db.transaction((leido: Leido) => {
    const { metodo, campo, desde, hasta, leido: cuando, estado, contratado } = leido;
    const escrito = escribirFilas(leido);
    cobertura.registrar(metodo, campo ?? '', { desde, hasta, leido: cuando, estado, contratado });
    return escrito;
  });

  return {
    pagina(consulta, { limite, despues }) {
      // One more than asked tells whether there is a next page.
      const { texto, valores } = seleccion(consulta, { limite: limite + 1, despues });
      const filas = guard(() => db.prepare(texto).all(...valores)).map(leida);
      const pagina = filas.slice(0, limite);
      const ultima = pagina.at(-1);
      const siguiente = filas.length > limite && ultima !== undefined ? cursorDe(consulta, ultima) : undefined;
      return { filas: pagina, siguiente };
    },
    *todas(consulta: Consulta) {
      const { texto, valores } = seleccion(consulta, { limite: -1 });
      for (const cada of db.prepare(texto).iterate(...valores)) yield leida(cada);
    },
    contar(consulta) {
      const { texto, valores } = cuenta(consulta);
      return contada.parse(guard(() => db.prepare(texto).get(...valores))).n;
    },
    sumar(consulta, campos) {
      if (campos.length === 0) return {};
      const { texto, valores } = sumas(consulta, campos);
      return suma.parse(
        guard(() =>
          db
            .prepare(texto)
            .safeIntegers(true)
            .get(...valores),
        ),
      );
    },
    ...agrupacion,
    tramos: cobertura.tramos,
    cuarentena: cuarentena.leer,
    saber: (clave) => {
      const cada = saber.get(clave);
      return cada === undefined ? undefined : textoFila.parse(cada).valor;
    },
    escribir: (leido) => guard(() => escribir.immediate(leido)),
    apartar: (cada) => guard(() => cuarentena.apartar(cada)),
    cambiarCampo: (metodo, campo) => void cambiarCampo.run(metodo, campo),
    aprender: (clave, valor) => void aprender.run(clave, valor),
    empezarCorrida(pedido, { ahora, desde }) {
      const seguida = cortada.get(pedido, desde);
      if (seguida !== undefined) return corrida.parse(seguida).empezada;
      terminar.run(ahora, pedido);
      empezar.run(pedido, ahora);
      return undefined;
    },
    terminarCorrida: (pedido, ahora) => void terminar.run(ahora, pedido),
    ingesta: (activa) => {
      db.pragma(`cache_size = -${String(activa ? INGEST_CACHE_KB : SMALL_CACHE_KB)}`);
      if (!activa) db.pragma('wal_checkpoint(PASSIVE)');
    },
    close: () => {
      db.close();
    },
  };
}
