/** Prints every method of the contract as Markdown: parameters (from the zod schema), answer (from the types of `contract/`), and whether it writes. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createMethods } from '#app/compose/methods.ts';
import { INPUTS, type Method } from '#contract/inputs.ts';

const CONTRACT = fileURLToPath(new URL('../src-main/contract/', import.meta.url));
const sources = readdirSync(CONTRACT)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(CONTRACT + name, 'utf8'));

/** The part of JSON Schema that the contract uses. */
export interface JsonSchema {
  readonly type?: string;
  /** The kind of a text (`contract/common-inputs.ts`). */
  readonly kind?: string;
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

const describeLimits = (from: number | undefined, to: number | undefined): string => {
  const isUnlimited = to === undefined || to >= Number.MAX_SAFE_INTEGER;
  if (from === undefined || from <= -Number.MAX_SAFE_INTEGER) return isUnlimited ? '' : ` ≤ ${String(to)}`;
  return isUnlimited ? ` ≥ ${String(from)}` : from === to ? ` ${String(from)}` : ` ${String(from)}–${String(to)}`;
};

/** The shape of a value, in one line. */
function shapeOf(schema: JsonSchema): string {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.map(shapeOf).join(' \\| ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(' ');
  if (schema.kind === 'date') return 'date `YYYY-MM-DD`';
  switch (schema.type) {
    case 'object':
      return describeObject(schema);
    case 'array':
      return `list${describeLimits(schema.minItems, schema.maxItems)} of ${shapeOf(schema.items ?? {})}`;
    case 'string':
      return `${schema.kind === 'typed' ? 'typed text' : 'text'}${describeLimits(schema.minLength, schema.maxLength)}${schema.pattern === undefined ? '' : ` \`${schema.pattern.replaceAll('|', '\\|')}\``}`;
    case 'integer':
    case 'number':
      return `${schema.type}${describeLimits(schema.minimum, schema.maximum)}`;
    case undefined:
      return 'anything';
    default:
      return schema.type;
  }
}

function describeObject({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, value]) => `${name}${required.includes(name) ? '' : '?'}: ${shapeOf(value)}`,
  );
  if (typeof additionalProperties === 'object') fields.push(`…: ${shapeOf(additionalProperties)}`);
  return `{ ${fields.join(', ')} }`;
}

/** The comment above the schema of a method. */
function commentOf(method: Method): string {
  const place = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*'${method.replace('.', '\\.')}': (?:z|[A-Za-z]+)[.(,]`);
  const [, comment = ''] = sources.map((source) => place.exec(source)).find((found) => found !== null) ?? [];
  return comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();
}

/** The type of a method's answer, as in the source. */
function responseOf(method: Method): string {
  const entry = new RegExp(`\\n  '${method.replace('.', '\\.')}': withInput\\([^]*?\\.answers<([^]*?)>\\(\\)`);
  const [, type = ''] = sources.map((source) => entry.exec(source)).find((found) => found !== null) ?? [];
  return type.replace(/\s+/g, ' ');
}

// Creates the methods without dependencies, because only their names and marks are read, and none is called.
const none = new Proxy({}, { get: (_, name) => (name === 'root' ? '' : none) }) as never;
const table = createMethods(none);

function describeMethod(method: Method): string {
  const schema = z.toJSONSchema(INPUTS[method], { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const { writes, alone } = table[method];
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, value]) => `| \`${name}\` | ${schema.required?.includes(name) === true ? 'yes' : ''} | ${shapeOf(value)} |`,
  );
  return [
    `### \`${method}\`${alone === true ? ' · alone' : writes ? ' · writes' : ''}`,
    '',
    commentOf(method),
    '',
    ...(rows.length === 0 ? ['Takes nothing.'] : ['| takes | required | form |', '|---|---|---|', ...rows]),
    '',
    `Answers \`${responseOf(method)}\`.`,
    '',
  ].join('\n');
}

const methods = (Object.keys(INPUTS) as Method[]).sort();
const groups = [...new Set(methods.map((method) => method.split('.')[0] ?? ''))];
const page = [
  '# Methods',
  '',
  'Every host calls these: the answer is `{ ok: true, value, tapados? }` or `{ ok: false, error: { code, message, detail? } }`, with a code of',
  '`contract/errors.ts`. *Writes*: it holds the lock of the data folder while it runs. *Alone*: also nothing else of the same process writes.',
  'Of a *typed text* whole card numbers are masked; `tapados` counts the texts in which there was one.',
  'Pages name files by handles and exports by a name alone (`hosts/screens/handles.ts`).',
  '',
  ...groups.flatMap((group) => [
    `## ${group}`,
    '',
    ...methods.filter((method) => method.startsWith(`${group}.`)).map(describeMethod),
  ]),
];
process.stdout.write(page.join('\n'));
