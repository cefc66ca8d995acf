/**
 * The forms in which services write a list or an object besides the one described: a list as an object whose keys are 0, 1, 2… (some languages
 * make one of a list that was filtered) or the identifiers of its rows, or bare, or under a general name; an object inside another, the rows of a list
 * too. Each is given in the form described, so that what is read does not depend on it. What is none of these is given as it came, and refused as before.
 */
import { isObject } from '../wire/rows.ts';

type Objeto = Readonly<Record<string, unknown>>;

/** General names for a list or an object, where its own is not there. */
const GENERALES = ['data', 'datos', 'items', 'results', 'resultados', 'rows', 'registros'] as const;
/** What may stand beside an empty list under a general name; beside anything else it may be of an error. */
const AL_LADO: ReadonlySet<string> = new Set([
  'total',
  'pagina',
  'reg_pagina',
  'page',
  'per_page',
  'links',
  'meta',
  'status',
  'success',
]);

/** What every row of its kind has, and nothing else that may stand around it. */
type Propio = 'estado' | 'importe';

/** Objects inside another that have the field. */
const conCampo = (objeto: Objeto, campo: Propio): readonly (readonly [clave: string, adentro: Objeto])[] =>
  Object.entries(objeto).flatMap(([clave, adentro]) =>
    isObject(adentro) && campo in adentro ? [[clave, adentro] as const] : [],
  );

/** A row inside another object, `{conciliacion: {…}}`, with what stands beside it, `{id, attributes: {…}}`. */
function sinEnvolver(fila: unknown, campo: Propio): unknown {
  if (!isObject(fila) || campo in fila) return fila;
  const [una, otra] = conCampo(fila, campo);
  if (una === undefined || otra !== undefined) return fila;
  const [clave, adentro] = una;
  return { ...Object.fromEntries(Object.entries(fila).filter(([otraClave]) => otraClave !== clave)), ...adentro };
}

/** 0, 1, 2… or 1, 2, 3…: places in a list. */
const sonLugares = (claves: readonly string[]): boolean =>
  [0, 1].some((base) => claves.every((clave, i) => clave === String(i + base)));

/** A list, or an object that is one: as many rows as there are, none left out, in the order in which they came. A list of one may be its row. */
function comoFilas(value: unknown, campo: Propio): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.map((fila) => sinEnvolver(fila, campo));
  if (!isObject(value)) return undefined;
  if (campo in value) return [value];
  const claves = Object.keys(value);
  if (claves.length === 0) return undefined;
  const filas = claves.map((clave) => sinEnvolver(value[clave], campo));
  const esLista = claves.every((clave) => /^(?:0|[1-9]\d{0,8})$/.test(clave)) && filas.every(isObject);
  if (!esLista && !filas.every((fila) => isObject(fila) && campo in fila)) return undefined;
  const conId = (fila: unknown, i: number): unknown =>
    isObject(fila) && !('id' in fila) ? { id: claves[i], ...fila } : fila;
  return campo === 'estado' && esLista && !sonLugares(claves) ? filas.map(conId) : filas;
}

/** The list of an object under one of the general names. */
function bajoOtroNombre(
  objeto: Objeto,
  campo: Propio,
): { readonly clave: string; readonly filas: readonly unknown[] } | undefined {
  for (const clave of GENERALES) {
    const filas = comoFilas(objeto[clave], campo);
    if (filas === undefined) continue;
    const isSafe =
      filas.length > 0
        ? filas.every(isObject)
        : Object.keys(objeto).every((otra) => otra === clave || AL_LADO.has(otra));
    if (isSafe) return { clave, filas };
  }
  return undefined;
}

/** What is inside `{data: {…}}`, where that object has the key that is looked for. */
function deAdentro(objeto: Objeto, busca: string): Objeto | undefined {
  for (const clave of GENERALES) {
    const adentro = objeto[clave];
    if (isObject(adentro) && busca in adentro) return adentro;
  }
  return undefined;
}

/** `{conciliaciones: […], total}`, from any of the forms. */
export function comoLista(value: unknown): unknown {
  const sola = comoFilas(value, 'estado');
  // `estado` alone may be of an answer: "there is none".
  if (sola !== undefined && sola.length > 0 && sola.every(esFila)) return { conciliaciones: sola };
  if (!isObject(value)) return value;
  if (value['conciliaciones'] !== undefined) {
    const filas = comoFilas(value['conciliaciones'], 'estado');
    return filas === undefined ? value : { ...value, conciliaciones: filas };
  }
  const adentro = deAdentro(value, 'conciliaciones');
  if (adentro !== undefined) return comoLista({ total: value['total'], ...adentro });
  const otra = bajoOtroNombre(value, 'estado');
  return otra === undefined ? value : { total: value['total'], conciliaciones: otra.filas };
}

const esFila = (fila: unknown): boolean => isObject(fila) && 'id' in fila;

/** The one object with an `id`, from `{conciliacion: {…}}`, `{data: {…}}`, one under its own identifier or a list of one. */
export function comoUna(value: unknown): unknown {
  if (isObject(value) && 'id' in value && 'estado' in value) return value;
  const filas = comoFilas(value, 'estado');
  if (filas?.length === 1 && filas[0] !== value) return comoUna(filas[0]);
  if (!isObject(value)) return value;
  const una = sinEnvolver(value, 'estado');
  if (esFila(una)) return una;
  const conciliaciones = comoFilas(value['conciliaciones'], 'estado');
  if (conciliaciones?.length === 1) return conciliaciones[0];
  const adentro = deAdentro(value, 'id');
  if (adentro !== undefined) return comoUna(adentro);
  const otra = bajoOtroNombre(value, 'estado');
  return otra?.filas.length === 1 ? otra.filas[0] : value;
}

/** The header with its `operaciones` as a list. */
export function comoResultado(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 1) return comoResultado(value[0]);
  if (!isObject(value)) return value;
  if (!('operaciones' in value)) {
    const adentro = deAdentro(value, 'operaciones');
    if (adentro !== undefined) return comoResultado('id' in adentro ? adentro : { ...value, ...adentro });
  }
  const [[, propio] = []] = conCampo(value, 'estado');
  const encabezado = 'id' in value && 'estado' in value ? value : { ...value, ...propio };
  if (encabezado['operaciones'] !== undefined) {
    const filas = comoFilas(encabezado['operaciones'], 'importe');
    return filas === undefined ? encabezado : { ...encabezado, operaciones: filas };
  }
  const otra = [...GENERALES, 'cupones'].find((clave) => comoFilas(encabezado[clave], 'importe') !== undefined);
  return otra === undefined ? encabezado : { ...encabezado, operaciones: comoFilas(encabezado[otra], 'importe') };
}
