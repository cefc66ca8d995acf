/** Values for the methods of the contract, from their schemas and from around them. */
import fc from 'fast-check';
import type { JsonSchema } from '../../scripts/methods.ts';

/** Texts that programs trip over, by the name of the field where there is something that means something. */
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

/** Values of a schema. Waits are short: what they mean is tested elsewhere. */
export function valuesOf(schema: JsonSchema, field: string, file: string): fc.Arbitrary<unknown> {
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

/** Around a schema: a value of it with one thing wrong, or anything at all. */
export function around(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
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
