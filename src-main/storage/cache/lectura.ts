/** What a reading thread is asked, by name, over a connection that cannot write. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Metodo } from '#domain/vista.ts';
import { openAgrupacion } from './agrupacion.ts';
import { openPropuestas } from './busqueda.ts';
import { TABLAS } from './columnas.ts';
import { columnasEnSql, condicionDe, donde, getSource, ordenDe, type Entrada, type Sql } from './consulta.ts';
import { esCruda, type FilaCruda } from './fila.ts';
import { openMissing } from './missing-settlements.ts';
import { openOrden } from './orden.ts';
import { openRecorrido } from './recorrido.ts';
import { openPartes } from './partes.ts';
import { registrarTexto } from './texto.ts';
import { openTotales, type Totales } from './totales.ts';
import type { Agrupacion, Consulta, Filtro } from './tipos.ts';
import { VERSION_DE_FILAS } from './version.ts';

/** Rows that are walked in order, at most, before it is better to know the order of all. */
const PASEO = 20_000;
/** Rows that typed words may propose when all that fit are wanted: past it, reading the whole table is as fast. */
const MAX_DE_TODAS = 500_000;
/** Past so many days, reading a whole table is faster than going to it row by row through the index of its date. */
const DIAS_POR_INDICE = 92;
/** Fields with an index of their own: asked for one value, it is the way in. */
const CON_INDICE: Partial<Readonly<Record<Metodo, readonly string[]>>> = {
  operaciones: ['comprobante', 'liquidaciones_id', 'fecha_pago', 'id'],
  movimientos: ['liquidaciones_id', 'transacciones_id', 'referencia', 'id'],
  liquidaciones: ['numero', 'id'],
  impuestos: ['numero', 'id'],
  rechazos: ['comprobante', 'id'],
};

interface AmountAsked {
  readonly metodo: Metodo;
  readonly campo: string;
  readonly desde: number;
  readonly hasta: number;
  readonly limite: number;
}

const numero = z.number();
const filas = (leidas: readonly unknown[]): readonly FilaCruda[] => leidas.filter(esCruda);

const esFiltroPorIndice = ({ metodo, filtros = [] }: Consulta): boolean =>
  filtros.some(({ campo, op = 'igual' }) => op === 'igual' && CON_INDICE[metodo]?.includes(campo) === true);

const dias = ({ desde, hasta }: Consulta): number =>
  desde === undefined || hasta === undefined
    ? Number.POSITIVE_INFINITY
    : (Date.parse(hasta) - Date.parse(desde)) / 86_400_000 + 1;

const esAngosta = (consulta: Consulta): boolean => dias(consulta) <= DIAS_POR_INDICE;
const conCondiciones = ({ filtros = [], texto = '' }: Consulta): boolean => filtros.length > 0 || texto.trim() !== '';

/** The sums of a filter, and those of its rows that are in doubt. */
interface TotalesDeFiltro extends Totales {
  readonly enDuda: { readonly filas: number; readonly sumas: Totales['sumas'] };
}

/** `seguir` is called between the pieces of what takes long: it throws when nobody waits for it any more. */
export function openLectura(db: Database, seguir: () => void = () => undefined) {
  registrarTexto(db);
  const { propuestas, listo, marcas } = openPropuestas(db);
  const partes = openPartes(db, seguir);
  const ordenar = openOrden(db, partes);
  const entre = openRecorrido(db, { marcas, seguir });
  const sumas = openAgrupacion(db);
  const absent = openMissing(db);
  const version = db.prepare('SELECT valor FROM saber WHERE clave = ?').pluck();

  /** The rows of a query and how to come to them: by the index of what was typed, by another one, or through the whole table. */
  function entrada(consulta: Consulta, maximo?: number): Entrada {
    const condicion = donde(consulta);
    if (consulta.enDuda === true) return { ...condicion, tabla: getSource(consulta), entera: false };
    const { tabla } = TABLAS[consulta.metodo];
    const { texto = '' } = consulta;
    const angosta = esAngosta(consulta);
    const propuesta =
      angosta || texto.trim() === ''
        ? undefined
        : propuestas(consulta.metodo, texto, maximo === undefined ? {} : { maximo });
    if (propuesta !== undefined) {
      const probable = donde(consulta, { probable: true });
      // One proposed row after the other: gathering them first, as `IN` does, costs more than looking at them.
      return {
        tabla: `${propuesta.texto} CROSS JOIN ${tabla} ON n = propuesta`,
        texto: probable.texto,
        valores: [...propuesta.valores, ...probable.valores],
        entera: false,
      };
    }
    const entera = conCondiciones(consulta) && !angosta && !esFiltroPorIndice(consulta);
    return { ...condicion, tabla: entera ? `${tabla} NOT INDEXED` : tabla, entera };
  }

  const enOrden = (consulta: Consulta): string => {
    const { columnas, desc } = ordenDe(consulta);
    return columnas.map((columna) => columna + (desc ? ' DESC' : '')).join(', ');
  };

  /** A query that only has to be answered about the first `PASEO` rows of its order; undefined when that would not save anything. */
  function paseo(consulta: Consulta): Sql | undefined {
    const { metodo, orden } = consulta;
    const { tabla, fecha } = TABLAS[metodo];
    if (!conCondiciones(consulta) || fecha === null || metodo === 'conciliaciones') return undefined;
    if ((orden?.campo ?? fecha) !== fecha || esFiltroPorIndice(consulta)) return undefined;
    const { filtros: _, texto: _texto, ...periodo } = consulta;
    const { texto, valores } = donde(periodo);
    const borde = db
      .prepare(
        `SELECT ${fecha} FROM ${tabla} WHERE ${texto} ORDER BY ${enOrden(consulta)} LIMIT 1 OFFSET ${String(PASEO)}`,
      )
      .pluck()
      .get(...valores);
    if (typeof borde !== 'string') return undefined;
    return { texto: `${fecha} ${orden?.desc === true ? '>=' : '<='} ?`, valores: [borde] };
  }

  const columnas = (metodo: Metodo): string => columnasEnSql(TABLAS[metodo]);

  const sumarFilas = openTotales(db, partes);
  const sumar = (consulta: Consulta): Totales => sumarFilas(consulta.metodo, entrada(consulta, MAX_DE_TODAS));

  return {
    /** Changes when a row does; what else is kept (the index, what was read when) does not count. */
    version: (): string => z.string().optional().parse(version.get(VERSION_DE_FILAS)) ?? '0',

    /**
     * The first rows, without knowing the order of all; undefined when they would take too long so (few rows fit, far apart). `desdeFila`
     * is meant to be small. `conocidas`: rows among which all of the query are, in its order.
     */
    primeras({
      consulta,
      desdeFila,
      cuantas,
      conocidas,
    }: {
      consulta: Consulta;
      desdeFila: number;
      cuantas: number;
      conocidas?: Float64Array | undefined;
    }) {
      const { metodo, texto = '' } = consulta;
      const deLasConocidas = conocidas === undefined ? undefined : entre(consulta, conocidas, { desdeFila, cuantas });
      if (deLasConocidas !== undefined) return deLasConocidas;
      const propuesta = esAngosta(consulta) || texto.trim() === '' ? undefined : propuestas(metodo, texto);
      const limite = propuesta === undefined ? paseo(consulta) : undefined;
      const {
        tabla,
        texto: condicion,
        valores,
      } = propuesta === undefined ? { ...donde(consulta), tabla: TABLAS[metodo].tabla } : entrada(consulta);
      const leidas = filas(
        db
          .prepare(
            `SELECT ${columnas(metodo)} FROM ${tabla} WHERE ${condicion} AND ${limite?.texto ?? '1'}
             ORDER BY ${enOrden(consulta)} LIMIT ? OFFSET ?`,
          )
          .raw()
          .all(...valores, ...(limite?.valores ?? []), cuantas + 1, desdeFila),
      );
      if (limite !== undefined && leidas.length <= cuantas) return undefined;
      return { filas: leidas.slice(0, cuantas), hayMas: leidas.length > cuantas };
    },

    /** The number of every row of a query, in order. `conocidas`: as in `primeras`. */
    orden: ({ consulta, conocidas }: { consulta: Consulta; conocidas?: Float64Array | undefined }): Float64Array =>
      ordenar(consulta, entrada(consulta, MAX_DE_TODAS), conocidas),

    /** Rows by their numbers, in that order; those that are not there any more are left out. */
    porNumero({ metodo, ns }: { metodo: Metodo; ns: Float64Array }) {
      const una = db.prepare(`SELECT ${columnas(metodo)} FROM ${TABLAS[metodo].tabla} WHERE n = ?`).raw();
      return filas(Array.from(ns, (n) => una.get(n)));
    },

    porId({ metodo, ids }: { metodo: Metodo; ids: readonly string[] }) {
      const una = db.prepare(`SELECT ${columnas(metodo)} FROM ${TABLAS[metodo].tabla} WHERE id = ?`).raw();
      return filas(ids.map((id) => una.get(id)));
    },

    /**
     * How many rows, the exact sum of each of their amounts, in centavos, and how many do not say it; those of them that are in doubt; and how
     * many more there are that the service withdrew, which are in no sum whether they are listed or not.
     */
    totales({ consulta }: { consulta: Consulta }): TotalesDeFiltro {
      const todas = sumar({ ...consulta, retiradas: true });
      // Few accounts have any: only they pay for a second reading.
      const vivas = todas.retiradas === 0 ? todas : sumar({ ...consulta, retiradas: false });
      const { total, sumas } = sumar({ ...consulta, retiradas: false, enDuda: true });
      return {
        ...vivas,
        retiradas: todas.retiradas,
        enDuda: { filas: total, sumas },
      };
    },

    /** The values of a field and how many rows have each, the most frequent first. A date counts by its day; empty text is no value. */
    valores({ consulta, campo, cuantos }: { consulta: Consulta; campo: string; cuantos: number }) {
      const { tabla, texto, valores } = entrada(consulta, MAX_DE_TODAS);
      return filas(
        db
          .prepare(
            `SELECT nullif(${campo}, '') AS valor, count(*) AS veces FROM ${tabla} WHERE ${texto}
             GROUP BY 1 ORDER BY veces DESC, valor LIMIT ?`,
          )
          .raw()
          .all(...valores, cuantos),
      );
    },

    /** Rows that have all of these values, the newest first, and how many they are. */
    vinculadas({ metodo, filtros, limite }: { metodo: Metodo; filtros: readonly Filtro[]; limite: number }) {
      const condicion = donde({ metodo, filtros });
      // Said apart: an index may hold only the rows that have a value.
      const conValor = filtros.filter((f) => !f.valores.includes(null)).map(({ campo }) => ` AND ${campo} IS NOT NULL`);
      const { valores } = condicion;
      const texto = condicion.texto + conValor.join('');
      const { tabla } = TABLAS[metodo];
      const total = db
        .prepare(`SELECT count(*) FROM ${tabla} WHERE ${texto}`)
        .pluck()
        .get(...valores);
      const leidas = db.prepare(`SELECT ${columnas(metodo)} FROM ${tabla} WHERE ${texto} ORDER BY n LIMIT ?`).raw();
      return { filas: filas(leidas.all(...valores, limite)), total: numero.parse(total) };
    },

    /**
     * The newest rows with a text in one of some fields. `completo`: all that there is was looked at; without the index only the newest rows.
     */
    halladas({
      metodo,
      texto,
      campos,
      limite,
    }: {
      metodo: Metodo;
      texto: string;
      campos: readonly string[];
      limite: number;
    }) {
      const { tabla } = TABLAS[metodo];
      const propuesta = propuestas(metodo, texto, { ultimas: PASEO / 10 });
      const condicion = condicionDe(metodo, texto, campos);
      const ultimas = `n > (SELECT coalesce(max(n), 0) FROM ${tabla}) - ${String(PASEO)}`;
      const de =
        propuesta === undefined
          ? { tabla: `${tabla} NOT INDEXED`, texto: ultimas, valores: [] }
          : {
              tabla: `${propuesta.texto} CROSS JOIN ${tabla} ON n = propuesta`,
              texto: '1',
              valores: propuesta.valores,
            };
      const leidas = db
        .prepare(
          `SELECT ${columnas(metodo)} FROM ${de.tabla} WHERE ${de.texto} AND ${condicion.texto} AND retirada IS NULL
           ORDER BY n DESC LIMIT ?`,
        )
        .raw()
        .all(...de.valores, ...condicion.valores, limite);
      return { filas: filas(leidas), completo: listo(metodo) };
    },

    /**
     * The newest rows with an amount between two, of either sign. Which they are is read from the index of their dates, which has the amount of the two
     * views that grow: the whole table is many times as long.
     */
    halladasPorImporte({ metodo, campo, desde, hasta, limite }: AmountAsked) {
      const { tabla } = TABLAS[metodo];
      // By `+n`: in the order of the table SQLite would read it from its end, which is all of it where the amount is rare.
      const ns = db
        .prepare(
          `SELECT n FROM ${tabla} WHERE retirada IS NULL AND (${campo} BETWEEN ? AND ? OR ${campo} BETWEEN ? AND ?)
           ORDER BY +n DESC LIMIT ?`,
        )
        .pluck()
        .all(desde, hasta, -hasta, -desde, limite);
      const una = db.prepare(`SELECT ${columnas(metodo)} FROM ${tabla} WHERE n = ?`).raw();
      return filas(ns.map((n) => una.get(n)));
    },

    agrupar: ({ consulta, agrupacion }: { consulta: Consulta; agrupacion: Agrupacion }) =>
      sumas.agrupar(consulta, agrupacion),
    cotejar: ({ desde, hasta }: { desde: string; hasta: string }) => sumas.cotejar(desde, hasta),
    porAcreditar: ({ despuesDe }: { despuesDe: string }) => sumas.porAcreditar(despuesDe),
    missing: ({ de, ...periodo }: { de: 'liquidaciones' | 'impuestos'; desde: string; hasta: string; leido: string }) =>
      absent.missing(de, periodo),

    /** Every row, as of now. */
    todas: function* (consulta: Consulta): Generator<FilaCruda> {
      const { tabla, texto, valores } = entrada(consulta, MAX_DE_TODAS);
      const leer = db.prepare(
        `SELECT ${columnas(consulta.metodo)} FROM ${tabla} WHERE ${texto} ORDER BY ${enOrden(consulta)}`,
      );
      for (const fila of leer.raw().iterate(...valores)) yield* filas([fila]);
    },
  };
}

export type Lectura = ReturnType<typeof openLectura>;
