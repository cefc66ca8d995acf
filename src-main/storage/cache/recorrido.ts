/** Looking through rows whose order is known for what somebody typed over them, from the first one on, until there are enough. */
import type { Database } from 'better-sqlite3';
import { TABLAS } from './columnas.ts';
import { columnasEnSql, donde } from './consulta.ts';
import { esCruda, type FilaCruda } from './fila.ts';
import type { openPropuestas } from './busqueda.ts';
import type { Consulta } from './tipos.ts';

/** A table of our own that gives SQL the rows of a list: asking for each apart takes five times as long. */
const TABLA = 'recorrido';
/** Rows looked at together. */
const PASO = 1_000;
/** Rows looked at one after the other, at most: past them, reading the whole table in its own order is as fast. */
const MIRADAS = 10_000;
const MIRADAS_PROPUESTAS = 40_000;
/** Rows of which it is not worth asking the index: looking at them takes less. */
const POCAS = 5_000;
/** As many more rows are looked at before the index is asked, while those seen so far say that they are enough: a word may be half common. */
const SEGUIDAS = 10_000;

interface Deps {
  readonly marcas: ReturnType<typeof openPropuestas>['marcas'];
  /** Called between pieces; throws when nobody waits any more. */
  readonly seguir: () => void;
}

export function openRecorrido(db: Database, { marcas, seguir }: Deps) {
  let lista = new Float64Array(0);
  let desde = 0;
  let hasta = 0;
  db.table(TABLA, {
    columns: ['propuesta'],
    *rows() {
      for (let i = desde; i < hasta; i++) yield [lista[i]];
    },
  });

  const marcadas = (ns: Float64Array, marca: Uint8Array): Float64Array<ArrayBuffer> => ns.filter((n) => marca[n] === 1);

  /**
   * The first rows of a query among `ns`, which has all of them, in its order, as of the same version: only what was typed is still to be
   * looked at. Undefined when that would take too long.
   */
  return (
    { metodo, texto = '' }: Consulta,
    ns: Float64Array,
    { desdeFila, cuantas }: { readonly desdeFila: number; readonly cuantas: number },
  ): { readonly filas: readonly FilaCruda[]; readonly hayMas: boolean } | undefined => {
    const { tabla } = TABLAS[metodo];
    const condicion = donde({ metodo, texto, retiradas: true });
    const leer = db
      .prepare(
        `SELECT ${columnasEnSql(TABLAS[metodo])} FROM ${TABLA} CROSS JOIN ${tabla} ON n = propuesta
         WHERE ${condicion.texto} LIMIT ?`,
      )
      .raw();
    const quiere = desdeFila + cuantas + 1;
    const halladas: FilaCruda[] = [];
    /** True when there are enough or no more. */
    function mirar(cuales: Float64Array, [inicio, fin]: readonly [number, number]): boolean {
      lista = new Float64Array(cuales.subarray(inicio, fin));
      desde = 0;
      hasta = lista.length;
      halladas.push(...leer.all(...condicion.valores, quiere - halladas.length).filter(esCruda));
      return halladas.length === quiere;
    }
    const pagina = (): { readonly filas: readonly FilaCruda[]; readonly hayMas: boolean } => ({
      filas: halladas.slice(desdeFila, desdeFila + cuantas),
      hayMas: halladas.length === quiere,
    });

    let vistas = 0;
    do {
      seguir();
      if (mirar(ns, [vistas, vistas + PASO])) return pagina();
      vistas += PASO;
      // At this rate the rest is near.
    } while (vistas < ns.length && (quiere - halladas.length) * vistas <= SEGUIDAS * halladas.length);
    if (vistas >= ns.length) return pagina();
    const resto = ns.subarray(vistas);
    const marca =
      resto.length <= POCAS
        ? undefined
        : marcas(metodo, texto, (despuesDe, ultima) => {
            seguir();
            return db
              .prepare(`SELECT n FROM ${tabla} NOT INDEXED WHERE n > ? AND n <= ? AND ${condicion.texto}`)
              .pluck()
              .all(despuesDe, ultima, ...condicion.valores);
          });
    const miradas = marca === undefined ? resto : marcadas(resto, marca);
    const maximo = marca === undefined ? MIRADAS : MIRADAS_PROPUESTAS;
    for (let i = 0; i < miradas.length; i += PASO) {
      if (i >= maximo) return undefined;
      seguir();
      if (mirar(miradas, [i, i + PASO])) break;
    }
    return pagina();
  };
}
