/** The numbers of all the rows of a query, in its order, in memory that threads share. */
import type { Database } from 'better-sqlite3';
import { TABLAS } from './columnas.ts';
import { ordenDe, type Entrada } from './consulta.ts';
import type { openPartes } from './partes.ts';
import type { Consulta } from './tipos.ts';

/** Below it every whole number is exact, with room for a key to be added to another. */
const EXACTOS = 2 ** 52;

const compartida = (cuantos: number): Float64Array =>
  new Float64Array(new SharedArrayBuffer(cuantos * Float64Array.BYTES_PER_ELEMENT));

export function openOrden(db: Database, partes: ReturnType<typeof openPartes>) {
  const columna = (expresion: string, { metodo }: Consulta, entrada: Entrada): unknown[] => {
    const leidos: unknown[] = [];
    for (const { sql, valores } of partes(expresion, metodo, entrada)) {
      const parte = db
        .prepare(sql)
        .pluck()
        .all(...valores);
      for (const valor of parte) leidos.push(valor);
    }
    return leidos;
  };

  /** Those of a longer list that has all of them. */
  function entre(consulta: Consulta, entrada: Entrada, conocidas: Float64Array): Float64Array {
    const marcas = new Uint8Array(conocidas.reduce((mayor, n) => Math.max(mayor, n), 0) + 1);
    const ns = columna('n', consulta, entrada);
    for (const n of ns) marcas[Number(n)] = 1;
    const numeros = compartida(ns.length);
    let i = 0;
    for (const n of conocidas) if (marcas[n] === 1) numeros[i++] = n;
    return numeros;
  }

  /**
   * By a column of whole numbers: the value and the row's number make one number, which sorts many times faster than rows do. Undefined when
   * they do not fit in one.
   */
  function porNumeros(nombre: string, consulta: Consulta, entrada: Entrada): Float64Array | undefined {
    const ultima = Number(db.prepare(`SELECT coalesce(max(n), 0) FROM ${TABLAS[consulta.metodo].tabla}`).pluck().get());
    const paso = ultima + 1;
    const mayor = Math.floor(EXACTOS / paso) - 1;
    // No value at all comes before the least one.
    const clave = `CASE WHEN ${nombre} IS NULL THEN n - ${String(mayor * paso)}
      WHEN abs(${nombre}) < ${String(mayor)} THEN ${nombre} * ${String(paso)} + n END`;
    const claves = columna(clave, consulta, entrada);
    const numeros = compartida(claves.length);
    for (let i = 0; i < claves.length; i++) {
      const cada = claves[i];
      if (typeof cada !== 'number') return undefined;
      numeros[i] = cada;
    }
    numeros.sort();
    for (let i = 0; i < numeros.length; i++) {
      const resto = (numeros[i] ?? 0) % paso;
      numeros[i] = resto < 0 ? resto + paso : resto;
    }
    return ordenDe(consulta).desc ? numeros.reverse() : numeros;
  }

  return (consulta: Consulta, entrada: Entrada, conocidas: Float64Array | undefined): Float64Array => {
    if (conocidas !== undefined) return entre(consulta, entrada, conocidas);
    const { columnas, desc } = ordenDe(consulta);
    const [primera = 'n', segunda] = columnas;
    const campo = TABLAS[consulta.metodo].campos.find(({ nombre }) => nombre === primera);
    const deNumeros = segunda === 'n' && campo !== undefined && ['importe', 'entero', 'booleano'].includes(campo.tipo);
    const porClave = deNumeros ? porNumeros(primera, consulta, entrada) : undefined;
    if (porClave !== undefined) return porClave;
    const orden = columnas.map((cada) => cada + (desc ? ' DESC' : '')).join(', ');
    const { tabla, texto, valores } = entrada;
    const ns = db
      .prepare(`SELECT n FROM ${tabla} WHERE ${texto} ORDER BY ${orden}`)
      .pluck()
      .all(...valores);
    const numeros = compartida(ns.length);
    for (let i = 0; i < ns.length; i++) numeros[i] = Number(ns[i]);
    return numeros;
  };
}
