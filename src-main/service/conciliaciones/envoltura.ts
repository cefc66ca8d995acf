/**
 * The forms in which services write a list or an object besides the one described: a list as an object whose keys are 0, 1, 2… (some languages
 * make one of a list that was filtered), or bare, or under a general name; an object inside another. Each is given in the form described, so that
 * what is read does not depend on it. What is none of these is given as it came, and refused as before.
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

/** A list, or an object that is one by its keys: as many as there are, none left out, in the order of their numbers. */
function comoFilas(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const claves = Object.keys(value);
  if (claves.length === 0 || !claves.every((clave) => /^(?:0|[1-9]\d{0,8})$/.test(clave))) return undefined;
  const filas = claves.toSorted((a, b) => Number(a) - Number(b)).map((clave) => value[clave]);
  return filas.every(isObject) ? filas : undefined;
}

/** The list of an object under one of the general names. */
function bajoOtroNombre(objeto: Objeto): { readonly clave: string; readonly filas: readonly unknown[] } | undefined {
  for (const clave of GENERALES) {
    const filas = comoFilas(objeto[clave]);
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

/** `{[key]: […], total}`, from any of the forms. */
export function comoLista(value: unknown, key: string): unknown {
  const sola = comoFilas(value);
  if (sola !== undefined) return sola.length > 0 && sola.every(isObject) ? { [key]: sola } : value;
  if (!isObject(value)) return value;
  if (value[key] !== undefined) {
    const filas = comoFilas(value[key]);
    return filas === undefined ? value : { ...value, [key]: filas };
  }
  const adentro = deAdentro(value, key);
  if (adentro !== undefined) return comoLista({ total: value['total'], ...adentro }, key);
  const otra = bajoOtroNombre(value);
  return otra === undefined ? value : { total: value['total'], [key]: otra.filas };
}

/** The one object with an `id`, from `{conciliacion: {…}}`, `{data: {…}}` or a list of one. */
export function comoUna(value: unknown): unknown {
  const filas = comoFilas(value);
  if (filas?.length === 1) return comoUna(filas[0]);
  if (!isObject(value) || 'id' in value) return value;
  const propia = value['conciliacion'];
  if (isObject(propia) && 'id' in propia) return propia;
  const conciliaciones = comoFilas(value['conciliaciones']);
  if (conciliaciones?.length === 1) return conciliaciones[0];
  const adentro = deAdentro(value, 'id');
  if (adentro !== undefined) return adentro;
  const otra = bajoOtroNombre(value);
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
  const encabezado =
    'id' in value ? value : { ...value, ...(isObject(value['conciliacion']) ? value['conciliacion'] : {}) };
  if (encabezado['operaciones'] !== undefined) {
    const filas = comoFilas(encabezado['operaciones']);
    return filas === undefined ? encabezado : { ...encabezado, operaciones: filas };
  }
  const otra = [...GENERALES, 'cupones'].find((clave) => comoFilas(encabezado[clave]) !== undefined);
  return otra === undefined ? encabezado : { ...encabezado, operaciones: comoFilas(encabezado[otra]) };
}
