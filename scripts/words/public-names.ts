/**
 * Collects the Spanish that names may contain from where it is declared: whole public names (keys of JSON and of stored data, fields of the API, error codes,
 * options, commands, tables, columns) and, as words, the nouns of the glossary.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodesOf, isNode, childrenOf, type SyntaxNode } from './parse.ts';

export interface PublicNames {
  /** Public names of data, in both spellings: `fecha_venta` and `fechaVenta`. */
  readonly names: ReadonlySet<string>;
  /** Words that any name may contain: the nouns of the glossary, in singular and plural. */
  readonly nouns: ReadonlySet<string>;
  /** Names of methods that equal their command: `empezar` of `revision.empezar`. */
  readonly methods: ReadonlySet<string>;
  /** The words of public names, which names of files and comments may contain. */
  readonly words: ReadonlySet<string>;
}

/** Files that declare documents: all their names are public, and their constants are named after fields. */
const WHOLE =
  /^src-main\/(contract\/|service\/(.*\/)?wire|domain\/(views|texts|cierre)\/|workbook\/read\/(copy|file-problem)\.ts|hosts\/electron\/ipc\.ts|domain\/upload\/(types|machine)\.ts|sandbox\/(switches|failures|disorder)\.ts|domain\/(doubt|finding|review|report|result-rows|service-counters|till-bridge|shape|cupones\/prepare-sheet|matching\/explain\/causes)\.ts|app\/conciliar\/state\.ts|platform\/(logger|log-facts)\.ts)/;

const listSources = (root: string): string[] =>
  execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'src-main', 'src-renderer', 'test', 'bench', 'scripts', 'bin'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => /\.(ts|js|svelte)$/.test(file) && !file.includes('/paraglide/'));

const textOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier' && typeof node['name'] === 'string') return node['name'];
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  return undefined;
};

function* keysOf(node: SyntaxNode): Generator<string> {
  if (!/^(Property|TSPropertySignature)$/.test(node.type) || node['computed'] === true) return;
  const key = textOf(node['key']);
  if (key !== undefined) yield key;
}

function* listLiteralsBelow(node: SyntaxNode): Generator<string> {
  const text = node.type === 'Literal' ? textOf(node) : undefined;
  if (text !== undefined) yield text;
  for (const child of childrenOf(node)) yield* listLiteralsBelow(child);
}

/** Values of closed types (codes, kinds, states), which are in documents and are keys of tables. */
function* listClosedValues(node: SyntaxNode): Generator<string> {
  if (node.type === 'TSLiteralType') yield* listLiteralsBelow(node);
}

/** Values of closed lists that are written as an array: `['un_digito', …] as const`. */
function* listConstLists(node: SyntaxNode): Generator<string> {
  if (node.type === 'TSAsExpression' && isNode(node['expression']) && node['expression'].type === 'ArrayExpression') {
    yield* listLiteralsBelow(node['expression']);
  }
}

/** Values of closed lists that are the keys of an object: `{ … } as const`, `{ … } satisfies Record<…>`. */
function* listTableKeys(node: SyntaxNode): Generator<string> {
  if (node.type !== 'TSSatisfiesExpression' && node.type !== 'TSAsExpression') return;
  const table = node['expression'];
  if (isNode(table) && table.type === 'ObjectExpression')
    for (const property of childrenOf(table)) yield* keysOf(property);
}

/** Names of the sums that a view adds: `name: 'creditos'`. */
function* sumNames(node: SyntaxNode): Generator<string> {
  if (node.type === 'Property' && textOf(node['key']) === 'name' && isNode(node['value']))
    yield* literalsOf(node['value']);
}

/** Names with an underscore in requests and documents: our own names have none. */
function* listWireNames(node: SyntaxNode): Generator<string> {
  for (const name of [...keysOf(node), ...literalsOf(node)]) if (/^[a-z\d]+(_[a-z\d]+)+$/.test(name)) yield name;
}

/** Keys in the detail of an error, which are in JSON: `detail: { esperadas: n }`. */
function* listErrorDetails(node: SyntaxNode): Generator<string> {
  if (node.type !== 'Property' || textOf(node['key']) !== 'detail' || !isNode(node['value'])) return;
  for (const property of childrenOf(node['value'])) yield* keysOf(property);
}

function* literalsOf(node: SyntaxNode): Generator<string> {
  const text = node.type === 'Literal' ? textOf(node) : undefined;
  if (text !== undefined) yield text;
}

/** Environment variables. */
function* listEnvironmentNames(node: SyntaxNode): Generator<string> {
  for (const name of [...literalsOf(node), ...keysOf(node)]) if (name.startsWith('CONCILIADOR_')) yield name;
}

/** The keys in `z.object`, `z.strictObject` and the like, which describe files, requests and answers. */
function* listSchemaKeys(node: SyntaxNode): Generator<string> {
  if (node.type !== 'CallExpression' || !isNode(node['callee'])) return;
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || textOf(callee['object']) !== 'z') return;
  if (/^(enum|literal)$/.test(textOf(callee['property']) ?? '')) yield* listLiteralsBelow(node);
  if (!/^(object|strictObject|looseObject)$/.test(textOf(callee['property']) ?? '')) return;
  for (const argument of childrenOf(node))
    if (argument.type === 'ObjectExpression') for (const property of childrenOf(argument)) yield* keysOf(property);
}

const isSchema = (node: unknown): boolean =>
  isNode(node) &&
  ((node.type === 'CallExpression' && isSchema(node['callee'])) ||
    (node.type === 'MemberExpression' && (textOf(node['object']) === 'z' || isSchema(node['object']))));

/** The keys of an object with zod schemas as values, from which a schema is made elsewhere. */
function* fieldsOfSchema(node: SyntaxNode): Generator<string> {
  if (node.type !== 'ObjectExpression') return;
  const properties = [...childrenOf(node)];
  if (properties.some((property) => isSchema(property['value'])))
    for (const property of properties) yield* keysOf(property);
}

/** Keys of JSON that has no schema, and keys that code looks for in parsed JSON: `'pid' in note`. */
function* listJsonKeys(node: SyntaxNode): Generator<string> {
  if (node.type === 'BinaryExpression' && node['operator'] === 'in') yield* listLiteralsBelow(node);
  if (node.type !== 'CallExpression' || !isNode(node['callee']) || node['callee'].type !== 'MemberExpression') return;
  if (!/^(stringify|send|postMessage|invoke)$/.test(textOf(node['callee']['property']) ?? '')) return;
  for (const argument of childrenOf(node)) {
    if (argument.type === 'ObjectExpression') for (const property of childrenOf(argument)) yield* keysOf(property);
  }
}

const SQL = /\b(CREATE (TABLE|INDEX|VIRTUAL|UNIQUE|TRIGGER|VIEW)|ALTER TABLE)\b/;
/** Tables, columns and indexes that an SQL text creates. */
function* listSqlNames(node: SyntaxNode): Generator<string> {
  if (node.type !== 'TemplateElement' && node.type !== 'Literal') return;
  const value = node['value'];
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'object' && value !== null && 'raw' in value
        ? String(value.raw)
        : '';
  if (SQL.test(text)) for (const [name] of text.matchAll(/[a-z_]+/g)) yield name;
}

/** Commands and options of the command line, and the names of parsed options: `--clave-por-stdin`, `clavePorStdin`. */
function* listCommandNames(node: SyntaxNode): Generator<string> {
  const text = textOf(node);
  if (node.type !== 'Literal' || text === undefined) return;
  for (const [, option = ''] of text.matchAll(/--([a-z][a-z-]+)/g)) yield option;
  if (/^[a-z-]+( [<[].*)?$/.test(text)) yield text.split(' ')[0] ?? '';
}

const toCamel = (name: string): string => name.replace(/[_-]([a-z\d])/g, (_, letter: string) => letter.toUpperCase());

/** The Spanish nouns of docs/glossary.md. */
function* listGlossaryNouns(root: string): Generator<string> {
  const [list = ''] = readFileSync(`${root}/docs/glossary.md`, 'utf8').split('English words');
  for (const [, noun = ''] of list.matchAll(/^- \*\*([a-z]+)\*\*/gm)) {
    yield noun;
    yield /cion$/.test(noun) ? `${noun}es` : /[aeiou]$/.test(noun) ? `${noun}s` : /s$/.test(noun) ? noun : `${noun}es`;
  }
}

/**
 * Fields in the tables of the API description: `| subir_mas
 * string
 * … |`.
 */
function* listApiFields(root: string): Generator<string> {
  for (const [, name = ''] of readFileSync(`${root}/docs/api.md`, 'utf8').matchAll(/^\| `?([a-z][a-z_\d]*)`? +\|/gm))
    yield name;
}

/** The parameters of the screens' texts: `{rango}`. */
function* listMessageParameters(root: string): Generator<string> {
  for (const [, name = ''] of readFileSync(`${root}/src-renderer/messages/es-AR.json`, 'utf8').matchAll(/\{(\w+)\}/g))
    yield name;
}

/** The public names that a node of a file declares. */
function* namesIn(node: SyntaxNode, file: string): Generator<string> {
  yield* listEnvironmentNames(node);
  if (/^src-renderer\/.*\.ts$/.test(file)) {
    yield* listClosedValues(node);
    yield* listConstLists(node);
    if (file === 'src-renderer/ui/icons.ts') yield* listTableKeys(node);
  }
  if (!isOfProgram(file)) return;
  if (WHOLE.test(file)) yield* keysOf(node);
  yield* listSchemaKeys(node);
  yield* fieldsOfSchema(node);
  yield* listJsonKeys(node);
  yield* listClosedValues(node);
  if (/^src-main\/(contract|domain)\//.test(file)) yield* listConstLists(node);
  if (file.startsWith('src-main/domain/texts/')) yield* listTableKeys(node);
  if (file.startsWith('src-main/domain/views/')) yield* sumNames(node);
  yield* listWireNames(node);
  yield* listErrorDetails(node);
  if (file.startsWith('src-main/storage/')) yield* listSqlNames(node);
  if (file.startsWith('src-main/hosts/cli/')) yield* listCommandNames(node);
}

const isOfProgram = (file: string): boolean => /^src-main\/(.*\.ts$|hosts\/cli\/)/.test(file);

function readPublicNames(root: string): PublicNames {
  const names = new Set<string>();
  const add = (found: Iterable<string>): void => {
    for (const name of found) names.add(name).add(toCamel(name));
  };
  add(listMessageParameters(root));
  add(listApiFields(root));
  for (const file of listSources(root)) {
    const text = readFileSync(`${root}/${file}`, 'utf8');
    // In tests, scripts and components, only environment variables are public. The others are not parsed, which would take most of the time.
    if (!isOfProgram(file) && !/^src-renderer\/.*\.ts$/.test(file) && !text.includes('CONCILIADOR_')) continue;
    for (const node of nodesOf(text, file)) add(namesIn(node, file));
  }
  const words = new Set(
    Array.from(names, (name) => name.split(/(?=[A-Z])|[_.-]/))
      .flat()
      .map((word) => word.toLowerCase()),
  );
  const methods = new Set(Array.from(names, (name) => /^[a-z]\w*\.(\w+)$/.exec(name)?.[1] ?? '').filter(Boolean));
  return { names, methods, words, nouns: new Set(listGlossaryNouns(root)) };
}

/** Read once for the check and for cspell's configuration, which cspell itself loads. */
export const PUBLIC_NAMES = readPublicNames(fileURLToPath(new URL('../../', import.meta.url)));
