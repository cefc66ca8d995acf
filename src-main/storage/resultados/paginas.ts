import type { Database } from 'better-sqlite3';
import type { Agrupacion, CuponLeido, FilaDeResultado, OrdenResultado } from '#contract/conciliaciones.ts';
import { daysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { z } from 'zod';
import { buscable } from './buscar.ts';
import { importeDe, suma } from './consultas.ts';
import { SUMAS } from './esquema.ts';
import { parseCoupon } from './kept.ts';
import type { ConsultaResultado, Resultados } from './tipos.ts';

const COLUMNA: Readonly<Record<Agrupacion, string>> = { tarjeta: 'tarjeta', comercio: 'comercio', dia: 'dia' };
const campo = (nombre: string): string => `json_extract(detalle, '$.operacion.${nombre}')`;
/** Numbers that are text are compared by their length first: 9 before 10, without losing a zero. */
const cifras = (nombre: string): string => `length(ltrim(${campo(nombre)}, '0')), ltrim(${campo(nombre)}, '0')`;
const ORDEN: Readonly<Record<OrdenResultado, string>> = {
  fila: campo('fila'),
  fecha_venta: 'dia',
  tarjeta_desc: 'tarjeta',
  tarjeta_nro: campo('tarjeta_nro'),
  comprobante: cifras('comprobante'),
  autorizacion: campo('autorizacion'),
  cuotas: cifras('cuotas'),
  terminal: cifras('terminal'),
  lote: cifras('lote'),
  establecimiento: cifras('establecimiento'),
  importe: 'centavos',
  nro_liquidacion: cifras('nro_liquidacion'),
  fecha_liq: campo('fecha_liq'),
  dias: 'dia',
};

interface Grupo {
  readonly clave: string;
  readonly cupones: number;
  readonly importe: string;
}
/** Everything that a filter shows, in order: the coupons by number, and its groups. Kept for the next pages of the same question. */
interface Lista {
  readonly pregunta: string;
  readonly ids: readonly number[];
  readonly grupos: readonly Grupo[];
  readonly cupones: number;
  readonly importe: string;
}

function condicion(consulta: ConsultaResultado): {
  readonly where: string;
  readonly valores: readonly (string | number)[];
} {
  const partes = ['lectura = ?', 'grupo = ?'];
  const valores: (string | number)[] = [consulta.grupo];
  const poner = (sql: string, valor: string | number | undefined): void => {
    if (valor === undefined) return;
    partes.push(sql);
    valores.push(valor);
  };
  poner('tarjeta = ?', consulta.tarjeta);
  poner('comercio = ?', consulta.comercio);
  poner('dia >= ?', consulta.ventaDesde);
  poner('dia <= ?', consulta.ventaHasta);
  poner(`${campo('fila')} = ?`, consulta.fila);
  poner("json_extract(detalle, '$.archivo') = ?", consulta.archivo);
  poner('n IN (SELECT value FROM json_each(?))', consulta.ns === undefined ? undefined : JSON.stringify(consulta.ns));
  if (consulta.nuevos === true) partes.push('nuevo = 1');
  for (const word of buscable(consulta.texto ?? '').split(/\s+/)) {
    if (word !== '') poner('instr(busca, ?) > 0', word);
  }
  return { where: partes.join(' AND '), valores };
}

/** Groups without a value at the end, whatever the order. */
function ordenDe({ orden, agrupar, grupo: parte }: ConsultaResultado): string {
  const grupo = agrupar === undefined ? [] : [`${COLUMNA[agrupar]} = ''`, COLUMNA[agrupar]];
  const { campo: by, desc } = orden ?? { campo: parte === 'errores' ? 'fila' : 'fecha_venta', desc: false };
  // The days since a sale grow as its date goes back.
  const down = by === 'dias' ? !desc : desc;
  const own = `${ORDEN[by]}`.split(/, (?=ltrim)/).map((one) => (down ? `${one} DESC` : one));
  return [...grupo, ...own, 'n'].join(', ');
}

const conClave = suma.extend({ clave: z.string() });
const ids = z.array(z.number());

/** Pages by position. The list of a question is made once; its pages are slices of it. */
export function abrirPaginas(db: Database): Resultados['pagina'] {
  const leer = db.prepare('SELECT n, nuevo, detalle FROM cupon WHERE lectura = ? AND n = ?');
  const registro = z.object({ n: z.number(), nuevo: z.number(), detalle: z.string() });
  let hecha: Lista | undefined;

  function listar(lectura: number, consulta: ConsultaResultado): Lista {
    const { cerrados: _cerrados, ...resto } = consulta;
    const pregunta = JSON.stringify([lectura, resto]);
    if (hecha?.pregunta === pregunta) return hecha;
    const { where, valores } = condicion(consulta);
    const todos = db.prepare(`SELECT n FROM cupon WHERE ${where} ORDER BY ${ordenDe(consulta)}`).pluck();
    const total = suma.parse(db.prepare(`SELECT ${SUMAS} FROM cupon WHERE ${where}`).get(lectura, ...valores));
    const { agrupar } = consulta;
    const columna = agrupar === undefined ? undefined : COLUMNA[agrupar];
    const grupos =
      columna === undefined
        ? []
        : db
            .prepare(
              `SELECT ${columna} AS clave, ${SUMAS} FROM cupon WHERE ${where} GROUP BY 1 ORDER BY ${columna} = '', ${columna}`,
            )
            .all(lectura, ...valores)
            .map((row) => conClave.parse(row));
    hecha = {
      pregunta,
      ids: ids.parse(todos.all(lectura, ...valores)),
      grupos: grupos.map((one) => ({ clave: one.clave, cupones: one.cupones, importe: importeDe(one) })),
      cupones: total.cupones,
      importe: importeDe(total),
    };
    return hecha;
  }

  const cupon = (lectura: number, n: number, hoy: CivilDate): CuponLeido => {
    const row = registro.parse(leer.get(lectura, n));
    const { operacion, disposicion, archivo, mensaje, problema, problemas } = parseCoupon(row.detalle);
    const venta = operacion.conciliado ? undefined : parseIsoDate(operacion.fecha_venta ?? '');
    // A sale of tomorrow has no age: its date is what is wrong with it.
    const dias = venta === undefined || venta > hoy ? null : daysBetween(venta, hoy);
    const dicho = {
      ...(problema === undefined ? {} : { problema }),
      ...(problemas === undefined ? {} : { problemas }),
    };
    return { tipo: 'cupon', n, operacion, disposicion, dias, nuevo: row.nuevo === 1, archivo, mensaje, ...dicho };
  };

  return (lectura, consulta, { desde, limite, hoy }) => {
    const lista = listar(lectura, consulta);
    const { cupones, importe } = lista;
    if (consulta.agrupar === undefined) {
      const filas = lista.ids.slice(desde, desde + limite).map((n) => cupon(lectura, n, hoy));
      return { total: lista.ids.length, cupones, importe, filas };
    }
    const cerrados = new Set(consulta.cerrados);
    const hasta = desde + limite;
    const filas: FilaDeResultado[] = [];
    let lugar = 0;
    let primero = 0;
    for (const grupo of lista.grupos) {
      const abierto = !cerrados.has(grupo.clave);
      if (lugar >= desde && lugar < hasta) filas.push({ tipo: 'grupo', ...grupo, abierto });
      lugar += 1;
      if (abierto) {
        const from = Math.max(0, desde - lugar);
        const to = Math.min(grupo.cupones, hasta - lugar);
        for (let i = from; i < to; i++) {
          const n = lista.ids[primero + i];
          if (n !== undefined) filas.push(cupon(lectura, n, hoy));
        }
        lugar += grupo.cupones;
      }
      primero += grupo.cupones;
    }
    return { total: lugar, cupones, importe, filas };
  };
}
