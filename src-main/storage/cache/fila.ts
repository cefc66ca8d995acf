/** Between rows of the domain and rows of a table: what is bound, and the hash that tells whether it changed. */
import type { FechaHora } from '#domain/fecha-hora.ts';
import { columnasDe, horaDe, type Campo, type Tabla } from './columnas.ts';

export type Valor = string | number | null;

/** A row as it is read: values in the order of `columnasLeidas`, the cheapest thing to hand to another thread. */
export type FilaCruda = readonly Valor[];
/** Rows of our own `STRICT` tables: their kinds were checked when they were written. */
export const esCruda = (cada: unknown): cada is FilaCruda => Array.isArray(cada);

/** A row as the client of the service gives it: the API's fields by name, and those it does not name in `extra`. */
export type FilaServicio = Readonly<Record<string, unknown>>;

/**
 * Rows as they go to the thread that writes them: a column of ids, and the values of all rows one after the other
 * (`anchoDe` of them each: `columnasDe` and `extra`, as they are bound). One flat list is the cheapest thing to hand over: neither a text has
 * to be made and read again, nor an object for each row.
 */
export interface FilasPlanas {
  readonly ids: readonly string[];
  readonly valores: readonly Valor[];
}

const isFechaHora = (value: unknown): value is FechaHora =>
  typeof value === 'object' && value !== null && 'fecha' in value && 'hora' in value;

const wrong = ({ nombre, tipo }: Campo): Error => new Error(`${nombre} is not a ${tipo}`);

function put(valores: Valor[], campo: Campo, value: unknown): void {
  if (value === null) {
    valores.push(null);
    if (campo.tipo === 'fechaHora') valores.push(null);
    return;
  }
  switch (campo.tipo) {
    case 'texto':
    case 'fecha':
      if (typeof value !== 'string') throw wrong(campo);
      valores.push(value);
      return;
    case 'importe':
    case 'entero':
      if (!Number.isSafeInteger(value) || typeof value !== 'number') throw wrong(campo);
      valores.push(value);
      return;
    case 'booleano':
      if (typeof value !== 'boolean') throw wrong(campo);
      valores.push(value ? 1 : 0);
      return;
    case 'fechaHora':
      if (!isFechaHora(value)) throw wrong(campo);
      valores.push(value.fecha, value.hora);
      return;
    case 'json':
      valores.push(JSON.stringify(value));
  }
}

const propiosDe = ({ campos }: Tabla): readonly Campo[] => campos.filter(({ nombre }) => nombre !== 'id');

/** How many values a row has among those of `FilasPlanas`. */
export const anchoDe = (tabla: Tabla): number => columnasDe(tabla).length + 1;

/** Columns of rows that grow. */
export interface PlanasNuevas extends FilasPlanas {
  readonly ids: string[];
  readonly valores: Valor[];
}
export const sinPlanas = (): PlanasNuevas => ({ ids: [], valores: [] });

/**
 * Makes the function that turns rows of a view into what is stored, adding them to others. A value of another kind than its field is a bug,
 * and throws.
 */
export function codificador(tabla: Tabla): (fila: FilaServicio, id: string, planas: PlanasNuevas) => void {
  const propios = propiosDe(tabla);
  return (fila, id, { ids, valores }) => {
    for (const campo of propios) put(valores, campo, fila[campo.nombre]);
    const { extra } = fila;
    valores.push(extra === null || extra === undefined ? null : JSON.stringify(extra));
    ids.push(id);
  };
}

/** Makes the function that gives a record's natural key from what is stored of it. */
export function claveNatural(tabla: Tabla): (valores: readonly Valor[]) => string {
  const propios = propiosDe(tabla);
  const lugares: number[] = [];
  let lugar = 0;
  for (const { nombre, tipo } of propios) {
    if (tabla.natural.includes(nombre)) lugares.push(...(tipo === 'fechaHora' ? [lugar, lugar + 1] : [lugar]));
    lugar += tipo === 'fechaHora' ? 2 : 1;
  }
  return (valores) => JSON.stringify(lugares.map((cual) => valores[cual]));
}

/** The columns that are read to make a document of a row. */
export const columnaDe = ({ nombre, tipo }: Campo): readonly string[] =>
  tipo === 'fechaHora' ? [nombre, horaDe(nombre)] : [nombre];
