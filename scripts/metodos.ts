/**
 * Writes docs/metodos.md: every method of the contract with what it takes (from its zod schema), what it answers (from the types of
 * `contract/`) and whether it writes. `--revisar`: writes nothing, and fails when the file is not what it would write.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { z } from 'zod';
import { crearMetodos } from '#app/compose/metodos.ts';
import { INPUTS, type Method } from '#contract/inputs.ts';

const CONTRATO = fileURLToPath(new URL('../src-main/contract/', import.meta.url));
const SALIDA = fileURLToPath(new URL('../docs/metodos.md', import.meta.url));
const fuentes = readdirSync(CONTRATO)
  .filter((nombre) => nombre.endsWith('.ts'))
  .map((nombre) => readFileSync(CONTRATO + nombre, 'utf8'));

/** As much of a JSON Schema as ours come out as. */
export interface Esquema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Esquema[];
  readonly oneOf?: readonly Esquema[];
  readonly items?: Esquema;
  readonly properties?: Readonly<Record<string, Esquema>>;
  readonly propertyNames?: Esquema;
  readonly additionalProperties?: Esquema | boolean;
  readonly required?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

const limites = (desde: number | undefined, hasta: number | undefined): string => {
  const ilimitado = hasta === undefined || hasta >= Number.MAX_SAFE_INTEGER;
  if (desde === undefined || desde <= -Number.MAX_SAFE_INTEGER) return ilimitado ? '' : ` ≤ ${String(hasta)}`;
  return ilimitado
    ? ` ≥ ${String(desde)}`
    : desde === hasta
      ? ` ${String(desde)}`
      : ` ${String(desde)}–${String(hasta)}`;
};

/** The form of a value, in a line. */
function forma(esquema: Esquema): string {
  const opciones = esquema.anyOf ?? esquema.oneOf;
  if (opciones !== undefined) return opciones.map(forma).join(' \\| ');
  if (esquema.const !== undefined) return `\`${JSON.stringify(esquema.const)}\``;
  if (esquema.enum !== undefined) return esquema.enum.map((valor) => `\`${String(valor)}\``).join(' ');
  switch (esquema.type) {
    case 'object':
      return formaDeObjeto(esquema);
    case 'array':
      return `list${limites(esquema.minItems, esquema.maxItems)} of ${forma(esquema.items ?? {})}`;
    case 'string':
      return `text${limites(esquema.minLength, esquema.maxLength)}${esquema.pattern === undefined ? '' : ` \`${esquema.pattern.replaceAll('|', '\\|')}\``}`;
    case 'integer':
    case 'number':
      return `${esquema.type}${limites(esquema.minimum, esquema.maximum)}`;
    case undefined:
      return 'date `YYYY-MM-DD`'; // the one transform of the contract
    default:
      return esquema.type;
  }
}

function formaDeObjeto({ properties = {}, required = [], additionalProperties }: Esquema): string {
  const campos = Object.entries(properties).map(
    ([nombre, valor]) => `${nombre}${required.includes(nombre) ? '' : '?'}: ${forma(valor)}`,
  );
  if (typeof additionalProperties === 'object') campos.push(`…: ${forma(additionalProperties)}`);
  return `{ ${campos.join(', ')} }`;
}

/** The comment right above a method where its schema is. */
function comentarioDe(metodo: Method): string {
  for (const fuente of fuentes) {
    const [, comentario] =
      new RegExp(`/\\*\\* ([^\\n]*?) \\*/\\n\\s*'${metodo.replace('.', '\\.')}': (?:z|[A-Za-z]+)[.(,]`).exec(fuente) ??
      [];
    if (comentario !== undefined) return comentario;
  }
  return '';
}

/** The type of its answer, as it is written. */
function respuestaDe(metodo: Method): string {
  for (const fuente of fuentes) {
    const [, tipo] = new RegExp(`\\n  '${metodo.replace('.', '\\.')}': ((?!z\\.)[^;]{1,200});`).exec(fuente) ?? [];
    if (tipo !== undefined && !/strictObject|\(/.test(tipo))
      return tipo.replace(/\s+/g, ' ').replace(/\b[a-z]+\.(?=[A-Z])/g, '');
  }
  throw new Error(`${metodo} is in no Outputs`);
}

// Nothing behind the table is made until a method runs: to read its marks it needs none of it.
const tabla = crearMetodos({ ajustes: {} } as unknown as Parameters<typeof crearMetodos>[0]);

function ficha(metodo: Method): string {
  const esquema = z.toJSONSchema(INPUTS[metodo], { io: 'input', unrepresentable: 'any' }) as Esquema;
  const { writes, alone } = tabla[metodo];
  const filas = Object.entries(esquema.properties ?? {}).map(
    ([nombre, valor]) =>
      `| \`${nombre}\` | ${esquema.required?.includes(nombre) === true ? 'yes' : ''} | ${forma(valor)} |`,
  );
  return [
    `### \`${metodo}\`${alone === true ? ' · alone' : writes ? ' · writes' : ''}`,
    '',
    comentarioDe(metodo),
    '',
    ...(filas.length === 0 ? ['Takes nothing.'] : ['| takes | required | form |', '|---|---|---|', ...filas]),
    '',
    `Answers \`${respuestaDe(metodo)}\`.`,
    '',
  ].join('\n');
}

const metodos = (Object.keys(INPUTS) as Method[]).sort();
const grupos = [...new Set(metodos.map((metodo) => metodo.split('.')[0] ?? ''))];
const texto = await format(
  [
    '# Methods',
    '',
    'Made by `node scripts/metodos.ts` from the schemas of `src-main/contract/`; `npm run check` fails when it is stale.',
    '',
    'Every host calls these: the answer is `{ ok: true, value }` or `{ ok: false, error: { code, message, detail? } }`, with a code of',
    '`contract/errors.ts`. *Writes*: it holds the lock of the data folder while it runs. *Alone*: also nothing else of the same process writes.',
    'Pages name files by handles and exports by a name alone (`hosts/manijas.ts`).',
    '',
    ...grupos.flatMap((grupo) => [
      `## ${grupo}`,
      '',
      ...metodos.filter((metodo) => metodo.startsWith(`${grupo}.`)).map(ficha),
    ]),
  ].join('\n'),
  { parser: 'markdown', printWidth: 120, singleQuote: true },
);

if (process.argv.includes('--revisar')) {
  let hay = '';
  try {
    hay = readFileSync(SALIDA, 'utf8');
  } catch {
    hay = ''; // never written: as stale as can be
  }
  if (hay !== texto) {
    process.stderr.write('docs/metodos.md is stale: run `npm run metodos`.\n');
    process.exitCode = 1;
  }
} else {
  writeFileSync(SALIDA, texto);
}
