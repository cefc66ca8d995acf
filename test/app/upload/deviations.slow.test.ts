/**
 * What nobody described is not coped with (docs/decisions/0021): an upload that meets it is refused or right, and never done with a coupon lost, doubled or
 * wrongly called missing. Once the service answers as described, a refused one goes on to its end.
 */
import { expect, test } from 'vitest';
import { inAny, inHeader, inList, inResult, inSend, isJson, type Deviation } from './deviations.ts';
import { uploadThrough } from './through.ts';

const rowsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const byNumber = (rows: unknown) => Object.fromEntries(rowsOf(rows).map((row, i) => [String(i), row]));
const count = (value: unknown): number => Number(value);

test.for<readonly [string, string, Deviation]>([
  ['the list inside data', 'refused: RESPUESTA_INVALIDA', inList((list) => ({ data: list }))],
  [
    'the list under another name',
    'refused: RESPUESTA_INVALIDA',
    inList(({ conciliaciones, total }) => ({ data: conciliaciones, total })),
  ],
  [
    'the list keyed by number',
    'refused: RESPUESTA_INVALIDA',
    inList((list) => ({ ...list, conciliaciones: byNumber(list['conciliaciones']) })),
  ],
  [
    'a null in place of an empty list',
    'refused: RESPUESTA_INVALIDA',
    inList((list) => (count(list['total']) === 0 ? { ...list, conciliaciones: null } : list)),
  ],
  ['a bare list', 'refused: RESPUESTA_INVALIDA', inList(({ conciliaciones }) => conciliaciones)],
  ['a list without its total', 'refused: RESPUESTA_INVALIDA', inList(({ conciliaciones }) => ({ conciliaciones }))],
  ['a list whose total is 0', 'refused: RESPUESTA_INVALIDA', inList((list) => ({ ...list, total: 0 }))],
  [
    'a list whose total is one more',
    'refused: LECTURA_INESTABLE',
    inList((list) => ({ ...list, total: count(list['total']) + 1 })),
  ],
  [
    'rows of the list in objects',
    'refused: RESPUESTA_INVALIDA',
    inList((list) => ({
      ...list,
      conciliaciones: rowsOf(list['conciliaciones']).map((row) => ({ conciliacion: row })),
    })),
  ],
  ['a header inside another object', 'refused: RESPUESTA_INVALIDA', inHeader((header) => ({ conciliacion: header }))],
  ['a header in a list of one', 'refused: RESPUESTA_INVALIDA', inHeader((header) => [header])],
  [
    'counts of a header as amounts',
    'refused: RESPUESTA_INVALIDA',
    inHeader((header) => ({
      ...header,
      total: `${String(header['total'])}.00`,
      nuevos: `${String(header['nuevos'])}.00`,
    })),
  ],
  ['counts of a header left out', 'refused: RESPUESTA_INVALIDA', inHeader(({ nuevos: _new, ...header }) => header)],
  [
    'counts of a header that are null while it is open',
    'refused: RESPUESTA_INVALIDA',
    inHeader((header) => (header['estado'] === 'PENDIENTE' ? { ...header, total: null, nuevos: null } : header)),
  ],
  [
    'dates of a header that are none',
    'refused: RESPUESTA_INVALIDA',
    inHeader((header) => ({ ...header, fecha: '0000-00-00' })),
  ],
  ['a result inside data', 'refused: RESPUESTA_INVALIDA', inResult((result) => ({ data: result }))],
  [
    'a result keyed by number',
    'refused: RESPUESTA_INVALIDA',
    inResult((result) => ({ ...result, operaciones: byNumber(result['operaciones']) })),
  ],
  [
    'a null past the end of a result',
    'refused: RESPUESTA_INVALIDA',
    inResult((result) => (rowsOf(result['operaciones']).length === 0 ? { ...result, operaciones: null } : result)),
  ],
  [
    'rows of a result in objects',
    'refused: RESPUESTA_INVALIDA',
    inResult((result) => ({
      ...result,
      operaciones: rowsOf(result['operaciones']).map((row) => ({ operacion: row })),
    })),
  ],
  [
    'conciliado as a boolean',
    'refused: RESPUESTA_INVALIDA',
    inResult((result) => ({
      ...result,
      operaciones: rowsOf(result['operaciones']).map((row) =>
        isJson(row) ? { ...row, conciliado: row['conciliado'] === 'true' } : row,
      ),
    })),
  ],
  [
    'conciliado as SI and NO',
    'refused: RESPUESTA_INVALIDA',
    inResult((result) => ({
      ...result,
      operaciones: rowsOf(result['operaciones']).map((row) =>
        isJson(row) ? { ...row, conciliado: row['conciliado'] === 'true' ? 'SI' : 'NO' } : row,
      ),
    })),
  ],
  ['an answer to a send inside data', 'terminada', inSend((answer) => ({ data: answer }))],
  [
    'an id as a number',
    'asked: candidatas',
    inAny((value) => ('id' in value ? { ...value, id: count(value['id']) } : value)),
  ],
  ['estado of a send as text', 'terminada', inSend((answer) => ({ ...answer, estado: 'true' }))],
  [
    'another alphabet',
    'refused: RESPUESTA_INVALIDA',
    ({ path }, said) =>
      path.endsWith('/resultado')
        ? { ...said, body: Buffer.from(said.body.toString().replace('"modo":"', '"modo":"ñ'), 'latin1') }
        : undefined,
  ],
  [
    'nothing at all past the end of a result',
    'refused: RESPUESTA_INVALIDA',
    ({ path, form }, said) =>
      path.endsWith('/resultado') && count(form.get('pagina')) > 2
        ? { ...said, status: 204, body: Buffer.alloc(0) }
        : undefined,
  ],
  [
    'a send that is sent on to a page to log in',
    'terminada',
    ({ method }, said) => (method === 'POST' ? { ...said, status: 302, headers: { location: '/login' } } : undefined),
  ],
])('an upload that meets %s ends as %s', async ([, outcome, deviation]) => {
  expect(await uploadThrough({ deviation })).toBe(outcome);
});
