/** Gives cspell what to check of a source: the names that it declares, its comments and its file name. Not its texts, which are Spanish or public names. */
import path from 'node:path';
import { parseSource, type Comment, childrenOf, isNode, type Source, type SyntaxNode } from './parse.ts';
import type { PublicNames } from './public-names.ts';

/**
 * A name that a source declares. `call`: must begin with a verb. `key`: a key of an object, or a name taken from an object by its key; may be a public name.
 * `data`: any other name: locals, parameters, constants, fields of classes.
 */
export interface Declared {
  readonly name: string;
  readonly start: number;
  readonly kind: 'call' | 'data' | 'key' | 'type';
}

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression']);
const isFunction = (value: unknown): boolean => isNode(value) && FUNCTIONS.has(value.type);
const isFunctionType = (value: unknown): boolean =>
  isNode(value) && isNode(value['typeAnnotation']) && value['typeAnnotation'].type === 'TSFunctionType';

/** The names that a source declares, in the order of its tree; not the names that it only uses. */
function* readDeclaredNames({ roots }: Source): Generator<Declared> {
  for (const { node, offset } of roots) {
    for (const declared of namesBelow(node)) yield { ...declared, start: declared.start + offset };
  }
}

function* listNamed(node: unknown, kind: Declared['kind']): Generator<Declared> {
  if (!isNode(node) || (node.type !== 'Identifier' && node.type !== 'PrivateIdentifier')) return;
  const { name } = node;
  if (typeof name === 'string')
    yield { name, kind, start: node.type === 'PrivateIdentifier' ? node.start + 1 : node.start };
}

/** The names that a pattern declares. Keys of an object pattern are not among them, because they come from the value. */
function* bound(pattern: unknown, kind: Declared['kind'] = 'data'): Generator<Declared> {
  if (!isNode(pattern)) return;
  switch (pattern.type) {
    case 'Identifier':
      for (const declared of listNamed(pattern, kind)) if (kind !== 'key' || !TITLE.test(declared.name)) yield declared;
      return;
    case 'ObjectPattern':
    case 'ArrayPattern':
      for (const child of childrenOf(pattern)) yield* bound(child);
      return;
    case 'Property':
      return yield* bound(pattern['value'], pattern['shorthand'] === true ? 'key' : kind);
    case 'AssignmentPattern':
      return yield* bound(pattern['left'], kind);
    case 'RestElement':
      return yield* bound(pattern['argument']);
    case 'TSParameterProperty':
      return yield* bound(pattern['parameter']);
    default:
  }
}

function* listEach(nodes: unknown): Generator<Declared> {
  if (Array.isArray(nodes)) for (const node of nodes) yield* bound(node);
}

/** A key with a capital: the title of a column. */
const TITLE = /^[A-ZÁÉÍÓÚÑ][a-zñáéíóú]/;

/** A key of an object. Keys of tables are codes, also when the values are functions. */
function* keyOf(property: SyntaxNode): Generator<Declared> {
  for (const declared of listNamed(property['key'], property['method'] === true ? 'call' : 'key')) {
    if (!TITLE.test(declared.name)) yield declared;
  }
}

function* namesOf(node: SyntaxNode): Generator<Declared> {
  switch (node.type) {
    case 'VariableDeclarator':
      return yield* bound(node['id'], isFunction(node['init']) ? 'call' : 'data');
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'TSDeclareFunction':
      yield* listNamed(node['id'], 'call');
      return yield* listEach(node['params']);
    case 'ArrowFunctionExpression':
    case 'TSFunctionType':
    case 'TSMethodSignature':
    case 'TSCallSignatureDeclaration':
      if (node['computed'] !== true) yield* listNamed(node['key'], 'call');
      return yield* listEach(node['params']);
    case 'ClassDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return yield* listNamed(node['id'], 'type');
    case 'CatchClause':
      return yield* bound(node['param']);
    case 'ImportSpecifier':
      return yield* isNode(node['imported']) &&
      node['imported'].start === node.start &&
      node['imported'].end === node.end
        ? []
        : listNamed(node['local'], 'data');
    case 'ExportSpecifier':
      return yield* isNode(node['local']) && node['local'].start === node.start && node['local'].end === node.end
        ? []
        : listNamed(node['exported'], 'data');
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return yield* listNamed(node['local'], 'data');
    case 'TSPropertySignature':
      return yield* node['computed'] === true
        ? []
        : listNamed(node['key'], isFunctionType(node['typeAnnotation']) ? 'call' : 'key');
    case 'MethodDefinition':
      return yield* node['computed'] === true
        ? []
        : listNamed(node['key'], node['kind'] === 'method' ? 'call' : 'data');
    case 'PropertyDefinition':
      return yield* node['computed'] === true
        ? []
        : listNamed(node['key'], isFunction(node['value']) ? 'call' : 'data');
    case 'ObjectExpression':
      for (const property of childrenOf(node)) {
        if (property.type !== 'Property' || property['computed'] === true || property['shorthand'] === true) continue;
        yield* keyOf(property);
      }
      return;
    // Markup of a component
    case 'EachBlock':
      yield* bound(node['context']);
      return;
    case 'SnippetBlock':
      yield* listNamed(node['expression'], 'call');
      return yield* listEach(node['parameters']);
    case 'AwaitBlock':
      yield* bound(node['value']);
      return yield* bound(node['error']);
    default:
  }
}

function* namesBelow(node: SyntaxNode): Generator<Declared> {
  if (node.type === 'Attribute' && node['name'] === 'class') return; // the keys are classes of the style sheets
  yield* namesOf(node);
  for (const child of childrenOf(node)) yield* namesBelow(child);
}

interface Piece {
  readonly text: string;
  readonly range: readonly [number, number];
}

/** Parts of comments that are not checked: code, texts of the screens, paths, options, names with underscores, codes in capitals. */
const QUOTED =
  /``[\s\S]*?``|`[^`]*`|«[^»]*»|“[^”]*”|"[^"\n]*"|\$\{[^}]*\}|https?:\S+|--[a-z-]+|[\w.@-]*\/[\w.@/*-]+|[\w-]+\.(?:ts|js|md|json|svelte|css|sh|db|sqlite|html|csv|xlsx)\b|\b\w*_\w*\b|\b[A-Z]{2,}\b|@\w+|\{[^}\n]*\}|\*[^*\s][^*\n]*\*/g;

function* listCommentPieces({ text, start }: Comment): Generator<Piece> {
  let from = 0;
  for (const { 0: quoted, index } of [...text.matchAll(QUOTED), { 0: '', index: text.length }]) {
    if (index > from) yield { text: text.slice(from, index), range: [start + from, start + index] };
    from = index + quoted.length;
  }
}

/** True for a key, a local or a parameter that is a public name: code that passes on a document's key uses it unchanged. */
const isPublic = ({ name, kind }: Declared, { names, methods }: PublicNames): boolean => {
  if (kind === 'call') return methods.has(name);
  return kind !== 'type' && names.has(name);
};

/** The words of a file name, without those of tables and commands. */
function* listFileNamePieces(file: string, { words }: PublicNames): Generator<Piece> {
  const [stem = ''] = path.basename(file).split('.');
  for (const word of stem.split(/[-_]|(?<=[a-z])(?=[A-Z])/)) {
    if (!words.has(word)) yield { text: word, range: [0, word.length] };
  }
}

function* piecesOf(text: string, file: string, allowed: PublicNames): Generator<Piece> {
  const source = parseSource(text, file);
  yield* listFileNamePieces(file, allowed);
  for (const declared of readDeclaredNames(source)) {
    const { name, start } = declared;
    if (!isPublic(declared, allowed)) yield { text: name, range: [start, start + name.length] };
  }
  for (const comment of source.comments) yield* listCommentPieces(comment);
}

/** The parser, in the form of a cspell plugin. */
export function createSpellingParser(allowed: PublicNames): {
  readonly name: string;
  parse(content: string, filename: string): { content: string; filename: string; parsedTexts: Iterable<Piece> };
} {
  return {
    name: 'names-and-comments',
    parse: (content, filename) => ({
      content,
      filename,
      parsedTexts: [...piecesOf(content, filename, allowed)].sort((one, other) => one.range[0] - other.range[0]),
    }),
  };
}
