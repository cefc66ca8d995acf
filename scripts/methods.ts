/**
 * Writes docs/methods.md: for every method of the contract its parameters (from its zod schema), its answer (from the types of `contract/`) and
 * whether it writes. `--revisar`: writes nothing, and fails when the file is out of date.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createMethods } from '#app/compose/methods.ts';
import { INPUTS, type Method } from '#contract/inputs.ts';
import { keepPage } from './generated-page.ts';

const CONTRACT = fileURLToPath(new URL('../src-main/contract/', import.meta.url));
const fuentes = readdirSync(CONTRACT)
  .filter((nombre) => nombre.endsWith('.ts'))
  .map((nombre) => readFileSync(CONTRACT + nombre, 'utf8'));

/** The part of JSON Schema that our schemas use. */
export interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

const describeLimits = (desde: number | undefined, hasta: number | undefined): string => {
  const isUnlimited = hasta === undefined || hasta >= Number.MAX_SAFE_INTEGER;
  if (desde === undefined || desde <= -Number.MAX_SAFE_INTEGER) return isUnlimited ? '' : ` ≤ ${String(hasta)}`;
  return isUnlimited
    ? ` ≥ ${String(desde)}`
    : desde === hasta
      ? ` ${String(desde)}`
      : ` ${String(desde)}–${String(hasta)}`;
};

/** The form of a value, in one line. */
function shapeOf(schema: JsonSchema): string {
  const opciones = schema.anyOf ?? schema.oneOf;
  if (opciones !== undefined) return opciones.map(shapeOf).join(' \\| ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((valor) => `\`${String(valor)}\``).join(' ');
  switch (schema.type) {
    case 'object':
      return objectShape(schema);
    case 'array':
      return `list${describeLimits(schema.minItems, schema.maxItems)} of ${shapeOf(schema.items ?? {})}`;
    case 'string':
      return `text${describeLimits(schema.minLength, schema.maxLength)}${schema.pattern === undefined ? '' : ` \`${schema.pattern.replaceAll('|', '\\|')}\``}`;
    case 'integer':
    case 'number':
      return `${schema.type}${describeLimits(schema.minimum, schema.maximum)}`;
    case undefined:
      return 'date `YYYY-MM-DD`'; // the one transform of the contract
    default:
      return schema.type;
  }
}

function objectShape({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const campos = Object.entries(properties).map(
    ([nombre, valor]) => `${nombre}${required.includes(nombre) ? '' : '?'}: ${shapeOf(valor)}`,
  );
  if (typeof additionalProperties === 'object') campos.push(`…: ${shapeOf(additionalProperties)}`);
  return `{ ${campos.join(', ')} }`;
}

/** The comment right above a method's schema. */
function commentOf(metodo: Method): string {
  for (const source of fuentes) {
    const [, comment] =
      new RegExp(`/\\*\\* ([^\\n]*?) \\*/\\n\\s*'${metodo.replace('.', '\\.')}': (?:z|[A-Za-z]+)[.(,]`).exec(source) ??
      [];
    if (comment !== undefined) return comment;
  }
  return '';
}

/** The type of its answer, as it is written in the source. */
function responseOf(metodo: Method): string {
  for (const source of fuentes) {
    const [, tipo] = new RegExp(`\\n  '${metodo.replace('.', '\\.')}': ((?!z\\.)[^;]{1,200});`).exec(source) ?? [];
    if (tipo !== undefined && !/strictObject|\(/.test(tipo))
      return tipo.replace(/\s+/g, ' ').replace(/\b[a-z]+\.(?=[A-Z])/g, '');
  }
  throw new Error(`${metodo} is in no Outputs`);
}

// No method is run, so the dependencies of the table may be empty: only its marks are read.
const tabla = createMethods({ shared: {}, settings: {} } as unknown as Parameters<typeof createMethods>[0]);

function describeMethod(metodo: Method): string {
  const schema = z.toJSONSchema(INPUTS[metodo], { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const { writes, alone } = tabla[metodo];
  const filas = Object.entries(schema.properties ?? {}).map(
    ([nombre, valor]) =>
      `| \`${nombre}\` | ${schema.required?.includes(nombre) === true ? 'yes' : ''} | ${shapeOf(valor)} |`,
  );
  return [
    `### \`${metodo}\`${alone === true ? ' · alone' : writes ? ' · writes' : ''}`,
    '',
    commentOf(metodo),
    '',
    ...(filas.length === 0 ? ['Takes nothing.'] : ['| takes | required | form |', '|---|---|---|', ...filas]),
    '',
    `Answers \`${responseOf(metodo)}\`.`,
    '',
  ].join('\n');
}

const metodos = (Object.keys(INPUTS) as Method[]).sort();
const grupos = [...new Set(metodos.map((metodo) => metodo.split('.')[0] ?? ''))];
await keepPage(
  'docs/methods.md',
  [
    '# Methods',
    '',
    'Made by `node scripts/methods.ts` from the schemas of `src-main/contract/`; `npm run check` fails when it is stale.',
    '',
    'Every host calls these: the answer is `{ ok: true, value }` or `{ ok: false, error: { code, message, detail? } }`, with a code of',
    '`contract/errors.ts`. *Writes*: it holds the lock of the data folder while it runs. *Alone*: also nothing else of the same process writes.',
    'Pages name files by handles and exports by a name alone (`hosts/page/handles.ts`).',
    '',
    ...grupos.flatMap((grupo) => [
      `## ${grupo}`,
      '',
      ...metodos.filter((metodo) => metodo.startsWith(`${grupo}.`)).map(describeMethod),
    ]),
  ],
  'metodos',
);
