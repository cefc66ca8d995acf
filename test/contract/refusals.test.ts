import { expect, test, describe } from 'vitest';
import { z } from 'zod';
import { ERROR_CODES, getErrorMessage, exitCodeOf } from '#contract/errors.ts';
import { INPUTS, type Method } from '#contract/inputs.ts';
import { createDispatch, type MethodTable } from '#app/dispatch/dispatch.ts';
import { pairwise } from './pairwise.ts';
import { nameOf } from './switches.ts';
import { UPLOAD_SWITCHES, uploadAndRead } from './uploads.ts';

describe('the catalogue of errors', () => {
  test.each(ERROR_CODES)('%s says what happened, what was kept and what to do', (code) => {
    const message = getErrorMessage(code);
    const sentences = message.split(/(?<=[.;])\s+/).filter((part) => part.trim() !== '');
    expect(sentences.length).toBeGreaterThanOrEqual(exitCodeOf(code) === 130 ? 2 : 3);
    expect(message).toMatch(/\.$/);
    expect(message).not.toMatch(/[!¡]|por favor|ups/i);
  });

  test('no two codes say the same', () => {
    expect(new Set(ERROR_CODES.map(getErrorMessage)).size).toBe(ERROR_CODES.length);
  });
});

const CARD = '4507990000000010';
const KINDS: ReadonlySet<unknown> = new Set(['typed', 'searched', 'id', 'place', 'secret', 'date']);

/** Every object of a JSON schema, at any depth, with its dotted path. */
function nodesOf(node: unknown, path: string): readonly (readonly [string, Readonly<Record<string, unknown>>])[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = node as Readonly<Record<string, unknown>>;
  return [[path, own], ...Object.entries(own).flatMap(([key, value]) => nodesOf(value, `${path}.${key}`))];
}

const textsOf = (method: Method) =>
  nodesOf(z.toJSONSchema(INPUTS[method], { io: 'input', unrepresentable: 'any' }), method).filter(
    ([, { type, enum: values, const: only, pattern }]) =>
      type === 'string' && values === undefined && only === undefined && pattern === undefined,
  );

/** Calls a method through the gate: what the gate answered and the input that reached the method. */
async function give<M extends Method>(method: M, input: unknown) {
  let got: unknown;
  const run = (parsed: unknown) => Promise.resolve((got = parsed));
  const methods = Object.fromEntries(Object.keys(INPUTS).map((each) => [each, { writes: false, run }]));
  const dispatch = createDispatch({
    methods: methods as unknown as MethodTable,
    asWriter: (work) => work(),
    onError: () => undefined,
  });
  const context = { signal: new AbortController().signal, onProgress: () => undefined };
  const answer = await dispatch(method, input as never, context);
  return { answer, got: JSON.stringify(got) };
}

describe('the texts of the contract', () => {
  test.each(Object.keys(INPUTS) as Method[])('%s says of each free text what it is', (method) => {
    const unsaid = textsOf(method).filter(([, { kind }]) => !KINDS.has(kind));
    expect(unsaid.map(([path]) => path)).toEqual([]);
  });

  test.each<[Method, (typed: string) => object]>([
    ['conciliaciones.nombrar', (typed) => ({ id: '7', nombre: typed })],
    ['vistas.guardar', (typed) => ({ nombre: typed, vista: 'operaciones' })],
    ['vistas.guardar', (typed) => ({ nombre: 'a', vista: 'operaciones', texto: typed })],
    ['vistas.guardar', (typed) => ({ nombre: 'a', vista: 'operaciones', filtros: [{ campo: 'id', valor: typed }] })],
    [
      'cuentas.agregar',
      (typed) => ({ nombre: typed, url: 'u', credencial: { tipo: 'api', apiKey: 'k', secreto: 's' } }),
    ],
    ['plantillas.renombrar', (typed) => ({ nombre: 'a', nuevo: typed })],
    ['revision.leer', (typed) => ({ revision: 'r', plantilla: typed })],
    ['cargas.conciliar', (typed) => ({ archivos: ['a.csv'], guardarPlantilla: typed })],
    [
      'explicaciones.exportar',
      (words) => ({ exportar: 'a', cuales: [words], cupones: [{ conciliacion: null, archivo: null, fila: 1 }] }),
    ],
    ...(['explicado', 'ajuste', 'nota', 'reclamo', 'mirar'] as const).map(
      (kind): [Method, (typed: string) => object] => [
        'decisiones.tomar',
        (typed) => {
          const own = {
            explicado: { motivo: typed },
            ajuste: { motivo: typed, importe: '1.00' },
            nota: { texto: typed },
            reclamo: { estado: 'reclamado', nota: typed },
            mirar: { fecha: '2026-11-30', nota: typed },
          }[kind];
          return { decisiones: [{ tipo: kind, cupon: { carga: 'c', seq: 1 }, ...own }] };
        },
      ],
    ),
  ])('%s gets a typed card number, also a bare one, with its last four alone', async (method, inputWith) => {
    for (const typed of [CARD, `pagó con ${CARD} en dos veces`, '4507-9900-0000-0010']) {
      const { answer, got } = await give(method, inputWith(typed));
      expect(answer).toMatchObject({ ok: true, tapados: 1 });
      expect(got).toContain('0010');
      expect(got).not.toMatch(/4507.?99/);
    }
    expect((await give(method, inputWith('caja 2'))).answer).not.toHaveProperty('tapados');
  });

  test('what is only looked for arrives as it was typed', async () => {
    const { answer, got } = await give('datos.buscar', { texto: CARD });
    expect(got).toContain(CARD);
    expect(answer).not.toHaveProperty('tapados');
  });

  test('a cell that a person corrects is masked as a cell of a file is', async () => {
    const correction = { revision: 'r', fila: 1, campo: 'referencia', valor: CARD, todas: false };
    expect(await give('revision.corregir', correction)).toMatchObject({ answer: { tapados: 1 } });
    expect((await give('revision.corregir', correction)).got).toContain('450799······0010');
  });
});

const combinations = pairwise(UPLOAD_SWITCHES).map((combination) => [nameOf(combination), combination] as const);

test.for(combinations)('a result reads as the sandbox holds it: %s', ([, combination]) => uploadAndRead(combination));
