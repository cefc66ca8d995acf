/** Writing a stretch of days that was read whole: only what changed is written, and what no longer comes is given up with care. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { TABLAS, type Tabla } from './columnas.ts';
import type { FilasPlanas, Valor } from './fila.ts';
import { huellaDe } from './huella.ts';
import { reconocer } from './reconocer.ts';
import { prepararTabla, RETIRADA, type TablaPreparada } from './tabla-preparada.ts';
import type { Escrito, LeidoPlano } from './tipos.ts';

interface Hecho extends Escrito {
  /** Nothing is missing that was there: what came is all there is. */
  readonly limpia: boolean;
  /** A row of another stretch changed. */
  readonly movidas: boolean;
}

/** A row is given up after it was missing twice, this far apart. */
const ENTRE_LECTURAS_MS = 3_600_000;
/** More than this share, and at least so many, vanishing at once is held and reported (issue: sync). */
const PARTE_RETENIDA = 0.2;
const MINIMO_RETENIDO = 20;

/** What is known of a row before it is read again. */
interface Guardada {
  /** `RETIRADA` when it was given up. */
  readonly hash: string;
  vista: boolean;
}
const pendiente = z.object({ id: z.string(), desde: z.number() });
const conId = z.object({ id: z.string() });
const esTexto = (value: unknown): value is string => typeof value === 'string';

export function openEscritura(db: Database) {
  const preparadas = new Map<string, TablaPreparada>();
  const preparada = (tabla: Tabla): TablaPreparada => {
    const known = preparadas.get(tabla.tabla) ?? prepararTabla(db, tabla);
    preparadas.set(tabla.tabla, known);
    return known;
  };
  const pendientes = db.prepare('SELECT id, desde FROM ausencia WHERE metodo = ?');
  const dudar = db.prepare('INSERT INTO ausencia (metodo, id, desde) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const olvidar = db.prepare('DELETE FROM ausencia WHERE metodo = ? AND id = ?');
  const apartadas = db.prepare('SELECT id FROM cuarentena WHERE metodo = ? AND id IS NOT NULL');
  const soltar = db.prepare('DELETE FROM cuarentena WHERE metodo = ? AND id = ?');

  function conocidas(t: TablaPreparada, { campo, desde, hasta, metodo }: LeidoPlano): Map<string, Guardada> {
    const sinFecha = TABLAS[metodo].fecha === null;
    const statement = sinFecha ? t.todas : campo === null ? t.porVisto : (t.por.get(campo) ?? t.porVisto);
    const antes = new Map<string, Guardada>();
    for (const fila of statement.all(...(sinFecha ? [] : [desde, hasta]))) {
      const [id, hash]: unknown[] = Array.isArray(fila) ? fila : [];
      if (!esTexto(id) || !esTexto(hash)) throw new Error('Not a row of the cache');
      antes.set(id, { hash, vista: false });
    }
    return antes;
  }

  /** What is not there any more: in doubt the first time, given up the second, held when it is too much at once to be believed. */
  function ausentes(
    t: TablaPreparada,
    { metodo, leido }: LeidoPlano,
    { faltan, vivas, antes }: { faltan: readonly string[]; vivas: number; antes: ReadonlyMap<string, number> },
  ): Pick<Escrito, 'bajas' | 'retenidas'> {
    if (faltan.length >= MINIMO_RETENIDO && faltan.length > vivas * PARTE_RETENIDA) {
      return { bajas: 0, retenidas: faltan.length };
    }
    let bajas = 0;
    for (const id of faltan) {
      const desde = antes.get(id);
      if (desde === undefined) dudar.run(metodo, id, leido);
      else if (leido - desde >= ENTRE_LECTURAS_MS) {
        t.retirar.run(leido, id);
        olvidar.run(metodo, id);
        bajas += 1;
      }
    }
    return { bajas, retenidas: 0 };
  }

  interface Fila {
    readonly id: string;
    readonly hash: string;
    readonly valores: readonly Valor[];
    readonly visto: readonly [string, string];
  }
  /** One row that is not among those of its stretch: new, or known by another date. */
  function nueva(t: TablaPreparada, fila: Fila): 'nuevos' | 'cambiados' | 'iguales' {
    const { id, hash, valores, visto } = fila;
    // One argument each: a list of them would be read element by element, a tenth of what writing a row costs.
    if (t.insertar.run(id, hash, ...valores, ...visto).changes === 1) return 'nuevos';
    const igual = t.hashDe.get(id) === hash;
    cambiar(t, fila);
    return igual ? 'iguales' : 'cambiados';
  }
  const cambiar = (t: TablaPreparada, { id, hash, valores, visto }: Fila): void => {
    t.cambiar.run(hash, ...valores, ...visto, id);
  };

  /** Inside a transaction of the caller. */
  return (leido: LeidoPlano): Hecho => {
    const { metodo, desde, hasta, estado, contratado, planas } = leido;
    const tabla = TABLAS[metodo];
    const t = preparada(tabla);
    const valoresDe = ({ valores }: FilasPlanas, i: number): readonly Valor[] =>
      valores.slice(i * t.ancho, (i + 1) * t.ancho);
    const visto = [desde, hasta] as const;
    let antes = conocidas(t, leido);
    const concluye = estado === 'completa' && contratado;
    const enCuarentena = new Set(apartadas.all(metodo).map((cada) => conId.parse(cada).id));
    const ausencias = new Map(
      pendientes.all(metodo).map((cada) => {
        const { id, desde: cuando } = pendiente.parse(cada);
        return [id, cuando];
      }),
    );
    for (const { ids } of planas) {
      for (const id of ids) {
        const conocida = antes.get(id);
        if (conocida !== undefined) conocida.vista = true;
        if (ausencias.size > 0 && ausencias.has(id)) olvidar.run(metodo, id);
        if (enCuarentena.size > 0 && enCuarentena.has(id)) soltar.run(metodo, id);
      }
    }
    let vivas = 0;
    const faltan: string[] = [];
    for (const [id, { hash, vista }] of antes) {
      if (hash === RETIRADA) continue;
      vivas += 1;
      if (!vista && concluye && !enCuarentena.has(id)) faltan.push(id);
    }
    let sinVer: readonly string[] = faltan;
    if (faltan.length > 0 && tabla.natural.length > 0) {
      const nuevas = planas.flatMap((parte) =>
        parte.ids.flatMap((id, i) => (antes.has(id) ? [] : [{ id, valores: valoresDe(parte, i) }])),
      );
      const reconocidas = reconocer(t, { sinVer: faltan, nuevas });
      if (reconocidas.size > 0) {
        sinVer = faltan.filter((id) => !reconocidas.has(id));
        for (const viejo of reconocidas.keys()) if (ausencias.has(viejo)) olvidar.run(metodo, viejo);
        antes = new Map([...antes].map(([id, guardada]) => [reconocidas.get(id) ?? id, guardada]));
      }
    }

    let movidas = false;
    const cuenta = { nuevos: 0, cambiados: 0, iguales: 0 };
    for (const parte of planas) {
      for (const [i, id] of parte.ids.entries()) {
        // Here, not where the rows are read: that thread has the most to do.
        const hash = huellaDe(parte.valores, i * t.ancho, (i + 1) * t.ancho);
        const conocida = antes.get(id);
        if (conocida?.hash === hash) {
          cuenta.iguales += 1;
          continue;
        }
        const fila = { id, hash, valores: valoresDe(parte, i), visto };
        if (conocida === undefined) {
          const que = nueva(t, fila);
          cuenta[que] += 1;
          movidas ||= que !== 'nuevos';
        } else {
          cambiar(t, fila);
          cuenta.cambiados += 1;
        }
      }
    }
    const limpia = concluye && sinVer.length === 0;
    return { ...cuenta, ...ausentes(t, leido, { faltan: sinVer, vivas, antes: ausencias }), limpia, movidas };
  };
}
