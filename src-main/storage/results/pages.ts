import type { Database } from 'better-sqlite3';
import type { ResultGrouping, ReadCupon, ResultRow, ResultOrder } from '#domain/result-rows.ts';
import { daysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { z } from 'zod';
import { toSearchable } from './search.ts';
import { importeDe, sum } from './queries.ts';
import { SUMS } from './schema.ts';
import { parseCoupon } from './kept.ts';
import type { ResultQuery, Results } from './types.ts';

const GROUP_COLUMN: Readonly<Record<ResultGrouping, string>> = { tarjeta: 'tarjeta', comercio: 'comercio', dia: 'dia' };
const jsonField = (nombre: string): string => `json_extract(detalle, '$.operacion.${nombre}')`;
/** Numbers kept as text are compared by length first: 9 before 10, without losing a zero. */
const orderByDigits = (nombre: string): string =>
  `length(ltrim(${jsonField(nombre)}, '0')), ltrim(${jsonField(nombre)}, '0')`;
const ORDER: Readonly<Record<ResultOrder, string>> = {
  fila: jsonField('fila'),
  fecha_venta: 'dia',
  tarjeta_desc: 'tarjeta',
  tarjeta_nro: jsonField('tarjeta_nro'),
  comprobante: orderByDigits('comprobante'),
  autorizacion: jsonField('autorizacion'),
  cuotas: orderByDigits('cuotas'),
  terminal: orderByDigits('terminal'),
  lote: orderByDigits('lote'),
  establecimiento: orderByDigits('establecimiento'),
  importe: 'centavos',
  nro_liquidacion: orderByDigits('nro_liquidacion'),
  fecha_liq: jsonField('fecha_liq'),
  dias: 'dia',
};

interface Group {
  readonly clave: string;
  readonly cupones: number;
  readonly importe: string;
}
/** All rows of a query, in order: the coupons by number, and the groups. Kept for the next pages of the same query. */
interface ResultList {
  readonly pregunta: string;
  readonly ids: readonly number[];
  readonly grupos: readonly Group[];
  readonly cupones: number;
  readonly importe: string;
}

function buildCondition(query: ResultQuery): {
  readonly where: string;
  readonly valores: readonly (string | number)[];
} {
  const parts = ['lectura = ?', 'grupo = ?'];
  const valores: (string | number)[] = [query.grupo];
  const addCondition = (sql: string, valor: string | number | undefined): void => {
    if (valor === undefined) return;
    parts.push(sql);
    valores.push(valor);
  };
  addCondition('tarjeta = ?', query.tarjeta);
  addCondition('comercio = ?', query.comercio);
  addCondition('dia >= ?', query.ventaDesde);
  addCondition('dia <= ?', query.ventaHasta);
  addCondition(`${jsonField('fila')} = ?`, query.fila);
  addCondition("json_extract(detalle, '$.archivo') = ?", query.archivo);
  addCondition('n IN (SELECT value FROM json_each(?))', query.ns === undefined ? undefined : JSON.stringify(query.ns));
  if (query.nuevos === true) parts.push('nuevo = 1');
  for (const word of toSearchable(query.texto ?? '').split(/\s+/)) {
    if (word !== '') addCondition('instr(busca, ?) > 0', word);
  }
  return { where: parts.join(' AND '), valores };
}

/** The order of a query. Groups without a value are last in every order. */
function buildOrder({ orden, agrupar: grouping, grupo: parte }: ResultQuery): string {
  const grupo = grouping === undefined ? [] : [`${GROUP_COLUMN[grouping]} = ''`, GROUP_COLUMN[grouping]];
  const { campo: by, desc } = orden ?? { campo: parte === 'errores' ? 'fila' : 'fecha_venta', desc: false };
  // The days since a sale grow as its date goes back.
  const down = by === 'dias' ? !desc : desc;
  const own = `${ORDER[by]}`.split(/, (?=ltrim)/).map((one) => (down ? `${one} DESC` : one));
  return [...grupo, ...own, 'n'].join(', ');
}

const withKey = sum.extend({ clave: z.string() });
const ids = z.array(z.number());

/** Pages by position. The list of a question is made once; its pages are slices of it. */
export function openPages(db: Database): Results['readPage'] {
  const leer = db.prepare('SELECT n, nuevo, detalle FROM cupon WHERE lectura = ? AND n = ?');
  const registro = z.object({ n: z.number(), nuevo: z.number(), detalle: z.string() });
  let hecha: ResultList | undefined;

  function listRows(lectura: number, query: ResultQuery): ResultList {
    const { cerrados: _closed, ...rest } = query;
    const pregunta = JSON.stringify([lectura, rest]);
    if (hecha?.pregunta === pregunta) return hecha;
    const { where, valores } = buildCondition(query);
    const all = db.prepare(`SELECT n FROM cupon WHERE ${where} ORDER BY ${buildOrder(query)}`).pluck();
    const total = sum.parse(db.prepare(`SELECT ${SUMS} FROM cupon WHERE ${where}`).get(lectura, ...valores));
    const { agrupar: grouping } = query;
    const columna = grouping === undefined ? undefined : GROUP_COLUMN[grouping];
    const grupos =
      columna === undefined
        ? []
        : db
            .prepare(
              `SELECT ${columna} AS clave, ${SUMS} FROM cupon WHERE ${where} GROUP BY 1 ORDER BY ${columna} = '', ${columna}`,
            )
            .all(lectura, ...valores)
            .map((row) => withKey.parse(row));
    hecha = {
      pregunta,
      ids: ids.parse(all.all(lectura, ...valores)),
      grupos: grupos.map((one) => ({ clave: one.clave, cupones: one.cupones, importe: importeDe(one) })),
      cupones: total.cupones,
      importe: importeDe(total),
    };
    return hecha;
  }

  const cupon = (lectura: number, n: number, hoy: CivilDate): ReadCupon => {
    const row = registro.parse(leer.get(lectura, n));
    const { operacion, disposicion, archivo, mensaje, problema, problemas } = parseCoupon(row.detalle);
    const venta = operacion.conciliado ? undefined : parseIsoDate(operacion.fecha_venta ?? '');
    // A sale dated in the future has no age: its date is what is wrong with it.
    const dias = venta === undefined || venta > hoy ? null : daysBetween(venta, hoy);
    const dicho = {
      ...(problema === undefined ? {} : { problema }),
      ...(problemas === undefined ? {} : { problemas }),
    };
    return { tipo: 'cupon', n, operacion, disposicion, dias, nuevo: row.nuevo === 1, archivo, mensaje, ...dicho };
  };

  return (lectura, query, { desde, limite, hoy }) => {
    const list = listRows(lectura, query);
    const { cupones, importe } = list;
    if (query.agrupar === undefined) {
      const filas = list.ids.slice(desde, desde + limite).map((n) => cupon(lectura, n, hoy));
      return { total: list.ids.length, cupones, importe, filas };
    }
    const cerrados = new Set(query.cerrados);
    const hasta = desde + limite;
    const filas: ResultRow[] = [];
    let place = 0;
    let primero = 0;
    for (const grupo of list.grupos) {
      const abierto = !cerrados.has(grupo.clave);
      if (place >= desde && place < hasta) filas.push({ tipo: 'grupo', ...grupo, abierto });
      place += 1;
      if (abierto) {
        const from = Math.max(0, desde - place);
        const to = Math.min(grupo.cupones, hasta - place);
        for (let i = from; i < to; i++) {
          const n = list.ids[primero + i];
          if (n !== undefined) filas.push(cupon(lectura, n, hoy));
        }
        place += grupo.cupones;
      }
      primero += grupo.cupones;
    }
    return { total: place, cupones, importe, filas };
  };
}
