/** Writing a stretch of days that was read whole: only what changed is written, and what no longer comes is given up with care. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { columnasDe, TABLAS, type Tabla } from './columnas.ts';
import { claveNatural, codificador, type FilaCodificada, type Valor } from './fila.ts';
import type { Escrito, Leido } from './tipos.ts';

/** A row is given up after it was missing twice, this far apart. */
const ENTRE_LECTURAS_MS = 3_600_000;
/** More than this share, and at least so many, vanishing at once is held and reported (issue: sync). */
const PARTE_RETENIDA = 0.2;
const MINIMO_RETENIDO = 20;

interface Guardada {
  readonly id: string;
  readonly hash: string;
  readonly retirada: number | null;
}
/** One for each row that is read again: looked at by hand, a schema costs more than the rest. */
function guardada(cada: unknown): Guardada {
  if (typeof cada === 'object' && cada !== null && 'id' in cada && 'hash' in cada && 'retirada' in cada) {
    const { id, hash, retirada } = cada;
    if (typeof id === 'string' && typeof hash === 'string' && (retirada === null || typeof retirada === 'number')) {
      return { id, hash, retirada };
    }
  }
  throw new Error('Not a row of the cache');
}
const conId = z.object({ id: z.string() });
const pendiente = z.object({ id: z.string(), desde: z.number() });
const valor = z.union([z.string(), z.number(), z.null()]);
const filaCruda = z.array(valor);

function prepararTabla(db: Database, tabla: Tabla) {
  const columnas = [...columnasDe(tabla), 'extra'];
  const todas = ['id', ...columnas, 'hash', 'visto_desde', 'visto_hasta'];
  const en = (donde: string) => db.prepare(`SELECT id, hash, retirada FROM ${tabla.tabla} WHERE ${donde}`);
  return {
    codificar: codificador(tabla),
    clave: claveNatural(tabla),
    insertar: db.prepare(
      `INSERT INTO ${tabla.tabla} (${todas.join(', ')}) VALUES (${todas.map(() => '?').join(', ')}) ON CONFLICT (id) DO NOTHING`,
    ),
    cambiar: db.prepare(
      `UPDATE ${tabla.tabla} SET ${columnas.map((columna) => `${columna} = ?`).join(', ')}, hash = ?, visto_desde = ?, visto_hasta = ?,
       retirada = NULL WHERE id = ?`,
    ),
    porId: en('id = ?'),
    valores: db.prepare(`SELECT ${columnas.join(', ')} FROM ${tabla.tabla} WHERE id = ?`).raw(),
    recodificar: db.prepare(`UPDATE ${tabla.tabla} SET id = ? WHERE id = ?`),
    retirar: db.prepare(`UPDATE ${tabla.tabla} SET retirada = ? WHERE id = ?`),
    porVisto: en('visto_desde >= ? AND visto_hasta <= ?'),
    por: new Map(tabla.fechas.map((fecha) => [fecha, en(`${fecha} BETWEEN ? AND ?`)])),
    todas: en('1'),
  };
}
type Preparada = ReturnType<typeof prepararTabla>;

export function openEscritura(db: Database) {
  const preparadas = new Map<string, Preparada>();
  const preparada = (tabla: Tabla): Preparada => {
    const known = preparadas.get(tabla.tabla) ?? prepararTabla(db, tabla);
    preparadas.set(tabla.tabla, known);
    return known;
  };
  const pendientes = db.prepare('SELECT id, desde FROM ausencia WHERE metodo = ?');
  const anotar = db.prepare('INSERT INTO ausencia (metodo, id, desde) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const olvidar = db.prepare('DELETE FROM ausencia WHERE metodo = ? AND id = ?');
  const apartadas = db.prepare('SELECT id FROM cuarentena WHERE metodo = ? AND id IS NOT NULL');
  const soltar = db.prepare('DELETE FROM cuarentena WHERE metodo = ? AND id = ?');

  function conocidas(t: Preparada, { campo, desde, hasta, metodo }: Leido): Map<string, Guardada> {
    const statement =
      TABLAS[metodo].fecha === null ? t.todas : campo === null ? t.porVisto : (t.por.get(campo) ?? t.porVisto);
    const filas = TABLAS[metodo].fecha === null ? statement.all() : statement.all(desde, hasta);
    return new Map(
      filas.map((cada): [string, Guardada] => {
        const fila = guardada(cada);
        return [fila.id, fila];
      }),
    );
  }

  /** Known records that come back under other ids keep their row (TRAPS.md, `ids`). Returns how the map of what is known changes. */
  function recodificar(
    t: Preparada,
    {
      sinVer,
      nuevas,
      antes,
    }: { sinVer: readonly string[]; nuevas: readonly FilaCodificada[]; antes: Map<string, Guardada> },
  ): void {
    const agrupar = <T>(items: readonly T[], clave: (item: T) => string): Map<string, T[]> => {
      const grupos = new Map<string, T[]>();
      for (const item of items) {
        const key = clave(item);
        grupos.set(key, [...(grupos.get(key) ?? []), item]);
      }
      return grupos;
    };
    const porNumero = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);
    const viejos = agrupar(sinVer, (id) => t.clave(filaCruda.parse(t.valores.get(id))));
    for (const [clave, llegadas] of agrupar(nuevas, ({ valores }) => t.clave(valores))) {
      const ids = viejos.get(clave);
      // Equal records are told apart by order: a factor keeps it. Where counts differ nobody can tell which is which.
      if (ids === undefined || ids.length !== llegadas.length) continue;
      const orden = llegadas.map(({ id }) => id).sort(porNumero);
      ids.sort(porNumero).forEach((viejo, i) => {
        const id = orden[i];
        const fila = antes.get(viejo);
        if (id === undefined || fila === undefined || t.porId.get(id) !== undefined) return;
        t.recodificar.run(id, viejo);
        antes.delete(viejo);
        antes.set(id, { ...fila, id });
      });
    }
  }

  /** What is not there any more: noted the first time, given up the second, held when it is too much at once. */
  function ausentes(t: Preparada, { metodo, leido }: Leido, faltan: readonly string[], vivas: number) {
    if (faltan.length >= MINIMO_RETENIDO && faltan.length > vivas * PARTE_RETENIDA) {
      return { bajas: 0, retenidas: faltan.length };
    }
    let bajas = 0;
    const antes = new Map(
      pendientes.all(metodo).map((cada) => {
        const { id, desde } = pendiente.parse(cada);
        return [id, desde];
      }),
    );
    for (const id of faltan) {
      const desde = antes.get(id);
      if (desde === undefined) anotar.run(metodo, id, leido);
      else if (leido - desde >= ENTRE_LECTURAS_MS) {
        t.retirar.run(leido, id);
        olvidar.run(metodo, id);
        bajas += 1;
      }
    }
    return { bajas, retenidas: 0 };
  }

  /** Inside a transaction of the caller. */
  return (leido: Leido): Escrito => {
    const { metodo, desde, hasta, filas, estado, contratado } = leido;
    const tabla = TABLAS[metodo];
    const t = preparada(tabla);
    const antes = conocidas(t, leido);
    const vivas = [...antes.values()].filter(({ retirada }) => retirada === null).length;
    const llegaron = filas.map(({ id, fila }) => t.codificar(fila, id));
    const ids = new Set(llegaron.map(({ id }) => id));
    const enDuda = new Set(apartadas.all(metodo).map((cada) => conId.parse(cada).id));
    const falta = ({ id, retirada }: Guardada): boolean => retirada === null && !ids.has(id) && !enDuda.has(id);
    const concluye = estado === 'completa' && contratado;

    if (concluye && tabla.natural.length > 0) {
      const sinVer = [...antes.values()].filter(falta).map(({ id }) => id);
      const nuevas = sinVer.length === 0 ? [] : llegaron.filter(({ id }) => !antes.has(id));
      if (nuevas.length > 0) recodificar(t, { sinVer, nuevas, antes });
    }

    let nuevos = 0;
    let cambiados = 0;
    let iguales = 0;
    for (const { id, valores, hash } of llegaron) {
      const conocida = antes.get(id);
      if (conocida === undefined) {
        if (t.insertar.run(id, ...valores, hash, desde, hasta).changes === 1) {
          nuevos += 1;
          continue;
        }
      } else if (conocida.hash === hash && conocida.retirada === null) {
        iguales += 1;
        continue;
      }
      const igual = conocida === undefined && guardada(t.porId.get(id)).hash === hash;
      t.cambiar.run(...(valores as Valor[]), hash, desde, hasta, id);
      if (igual) iguales += 1;
      else cambiados += 1;
    }

    for (const cada of pendientes.all(metodo)) {
      const { id } = pendiente.parse(cada);
      if (ids.has(id)) olvidar.run(metodo, id);
    }
    for (const id of enDuda) if (ids.has(id)) soltar.run(metodo, id);
    const faltan = concluye ? [...antes.values()].filter(falta).map(({ id }) => id) : [];
    return { nuevos, cambiados, iguales, ...ausentes(t, leido, faltan, vivas) };
  };
}
