import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import { createApp } from '#app/compose/index.ts';
import { isErrorCode } from '#contract/errors.ts';
import { INPUTS, type Method } from '#contract/inputs.ts';
import { startLoopback } from '#hosts/loopback/start.ts';
import { createQuestions } from '#hosts/screens/questions.ts';
import type { JsonSchema } from '../../scripts/methods.ts';
import { enter, sendJson, getOrigin, fetchPath } from './loopback/client.ts';

/** Values for the methods of the contract, from their schemas and from around them. */

/** Odd texts that programs trip over, for any field. */
const ODD = [
  '../../etc/passwd',
  '/etc/passwd',
  '__proto__',
  'constructor',
  'ﷺ\u0000',
  "'; DROP TABLE upload; --",
  '😀'.repeat(50),
  '=1+1',
  'a'.repeat(4096),
];
const BY_FIELD: Readonly<Record<string, readonly string[]>> = {
  url: ['http://127.0.0.1:9', 'ftp://x', 'http://10.0.0.1', ''],
  exportar: ['r.xlsx', 'r.json', 'r.zip', '../r.xlsx', '/tmp/r.xlsx'],
  salida: ['r.xlsx', 'r.csv', '../r.csv', '/tmp/r.csv', 'r'],
  informe: ['r.xlsx', 'r\n.xlsx'],
  copia: ['ledger-20261121000000000.db', '../ledger.db'],
  cuenta: ['entorno', 'no-esta'],
  nombre: ['entorno', 'no-esta', 'Caja'],
};

/** Values of a schema, with short waits. */
function valuesOf(schema: JsonSchema, field: string, file: string): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return fc.oneof(...options.map((one) => valuesOf(one, field, file)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, file);
    case 'array': {
      const item = field === 'archivos' ? fc.constant(file) : valuesOf(schema.items ?? {}, field, file);
      const minLength = schema.minItems ?? 0;
      return fc.array(item, { minLength, maxLength: Math.min(schema.maxItems ?? 3, Math.max(3, minLength)) });
    }
    case 'string':
      return textsOf(schema, field);
    case 'integer':
    case 'number': {
      const isWait = ['espera', 'tardanza', 'estable'].includes(field);
      const min = Math.max(schema.minimum ?? 0, -1000);
      const max = isWait ? Math.max(min, 1) : Math.min(schema.maximum ?? 1000, 2 ** 41);
      return schema.type === 'integer' || isWait ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
    default:
      return fc.constantFrom('2026-10-01', '2026-11-21', '2020-02-29'); // a date
  }
}

function textsOf({ pattern, maxLength = 4096 }: JsonSchema, field: string): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.constantFrom('08:00', '23:59', '2026-10-01', '1');
  const own = BY_FIELD[field];
  if (field === 'url') return fc.constantFrom(...(own ?? []));
  const short = ODD.filter((odd) => odd.length <= maxLength);
  return fc.oneof(
    fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }),
    fc.constantFrom(...short),
    ...(own === undefined ? [] : [fc.constantFrom(...own)]),
  );
}

function objectsOf(schema: JsonSchema, file: string): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, valuesOf(value, name, file)]),
  );
  const fixed = fc.record(fields, { requiredKeys: [...required] });
  if (typeof additionalProperties !== 'object' || propertyNames?.enum === undefined) return fixed;
  const key = fc.constantFrom(...propertyNames.enum.map(String));
  return fc.dictionary(key, valuesOf(additionalProperties, '', file), { maxKeys: 3 });
}

/** Around a schema: a valid value with one thing wrong, or anything at all. */
function around(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const anyValue = fc.anything({
    maxDepth: 2,
    withBigInt: false,
    withDate: false,
    key: fc.constantFrom('nombre', '__proto__', 'x'),
  });
  const twisted = fc
    .tuple(good, fc.nat(), anyValue, fc.constantFrom('quitar', 'cambiar', 'agregar'))
    .map(([value, which, other, how]) => {
      if (typeof value !== 'object' || value === null) return other;
      const keys = Object.keys(value);
      const key = keys[which % Math.max(1, keys.length)] ?? 'x';
      const { [key]: _left, ...rest } = value as Record<string, unknown>;
      if (how === 'quitar') return rest;
      return how === 'agregar' ? { ...value, demas: other } : { ...rest, [key]: other };
    });
  return fc.oneof(twisted, twisted, anyValue);
}

/** The account's secret: no answer may contain it. */
const SECRET = 'secreto-que-no-se-dice-7c1f';

/** The loopback host as a page reaches it: a call, and its whole answer as text. The window's gate passes calls on to the same code (running-calls.ts). */
export interface EntryPoint {
  call(method: string, input: unknown): Promise<string>;
  /** The handle of a workbook that the page gave. */
  readonly archivo: string;
  close(): Promise<void>;
}

/** The environment of an account whose service has no server: methods that need it fail at the network. */
const environmentOf = (home: string): Record<string, string> => ({
  CONCILIADOR_HOME: home,
  CONCILIADOR_URL: 'http://127.0.0.1:9',
  CONCILIADOR_API_KEY: 'clave',
  CONCILIADOR_API_SECRET: SECRET,
  CONCILIADOR_REINTENTOS: '0',
  CONCILIADOR_ESPERA_PEDIDO: '1',
});

const SHEET = 'Fecha;Importe;Comprobante;Tarjeta\n03/10/2026;100,50;000123;4417\n';

export async function throughLoopback(): Promise<EntryPoint> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fuzz-'));
  const questions = createQuestions();
  const app = createApp({
    env: environmentOf(path.join(folder, 'datos')),
    host: 'loopback',
    askForSecret: questions.ask,
    onNotice: questions.notify,
  });
  const loopback = await startLoopback({
    dispatch: app.dispatch,
    questions,
    rendererFolder: folder,
  });
  const session = await enter(loopback);
  const uploaded = await fetchPath(loopback, '/api/archivos', {
    metodo: 'POST',
    cuerpo: SHEET,
    headers: {
      ...session,
      origin: getOrigin(loopback),
      'content-type': 'application/octet-stream',
      'x-conciliador-nombre': 'cupones.csv',
    },
  });
  let n = 0;
  return {
    archivo: (JSON.parse(uploaded.body) as { archivo: string }).archivo,
    call: async (method, input) => {
      const { status, body } = await sendJson(
        loopback,
        '/api/llamadas',
        { llamada: String(++n), metodo: method, entrada: input },
        session,
      );
      if (status === 200) return body;
      // The server's JSON parser refuses `__proto__` before the gate sees it.
      expect({ status, prototype: JSON.stringify(input).includes('"__proto__"') }).toEqual({
        status: 400,
        prototype: true,
      });
      return JSON.stringify({ ok: false, error: { code: 'ENTRADA_INVALIDA', message: body } });
    },
    close: async () => {
      await loopback.close();
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}

const answer = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown().optional() }),
  z.strictObject({
    ok: z.literal(false),
    error: z.strictObject({
      code: z.string().refine(isErrorCode),
      message: z.string(),
      english: z.string().optional(),
      detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
    }),
  }),
]);

/** Asserts that an answer is a valid envelope without an internal error, a stack trace or the secret. */
function judge(method: string, input: unknown, text: string): void {
  const testCase = `${method} ${JSON.stringify(input)} → ${text.slice(0, 600)}`;
  const reading = answer.safeParse(JSON.parse(text));
  expect(reading.success, testCase).toBe(true);
  if (reading.data?.ok === false) expect(reading.data.error.code, testCase).not.toBe('INTERNO');
  expect(text.includes(SECRET), testCase).toBe(false);
  expect(text, testCase).not.toMatch(/\bat .{1,200}\.[jt]s:\d+|node_modules|ZodError|SqliteError/);
}

/** The value as JSON carries it to the host. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null') as unknown;

/** Methods that are slow, or start a service: called fewer times. */
const SLOW: ReadonlySet<string> = new Set([
  'ejemplo.iniciar',
  'cargas.conciliar',
  'cargas.retomar',
  'revision.enviar',
  'datos.sincronizar',
]);

/** Calls a method `times` times with values of its schema, and as often with values around it. */
export async function tryMethod(method: Method, input: EntryPoint, times: number): Promise<void> {
  const schema = z.toJSONSchema(INPUTS[method], { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const good = valuesOf(schema, '', input.archivo);
  const tryOut = async (value: unknown): Promise<void> => {
    const said = toJson(value);
    judge(method, said, await input.call(method, said));
  };
  const numRuns = SLOW.has(method) ? Math.min(1, times) : times;
  await fc.assert(fc.asyncProperty(good, tryOut), { numRuns });
  await fc.assert(fc.asyncProperty(around(good), tryOut), { numRuns: times });
}
