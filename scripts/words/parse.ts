import { parseSync } from 'oxc-parser';
import { parse as parseSvelte } from 'svelte/compiler';

/** A node of the syntax tree of any language. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** A comment: its text without the comment signs, and where that text begins. */
export interface Comment {
  readonly text: string;
  readonly start: number;
}

export interface Source {
  readonly roots: readonly { readonly node: SyntaxNode; readonly offset: number }[];
  readonly comments: readonly Comment[];
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The direct children of a node. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (const member in node) {
    const value = node[member];
    if (isNode(value)) children.push(value);
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) children.push(item);
  }
  return children;
}

function parseScript(text: string, file: string, offset = 0): Source {
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? ''}`);
  if (!isNode(program)) throw new Error(`${file}: no program`);
  return {
    roots: [{ node: program, offset }],
    comments: comments.map(({ value, start }) => ({ text: value, start: start + 2 + offset })),
  };
}

const MARKUP_COMMENT = /<!--([\s\S]*?)-->/g;

/** Parses a component: its scripts as TypeScript, and the names that its markup declares, such as items of lists and parameters of snippets. */
function parseComponent(text: string, file: string): Source {
  const { instance, module, fragment }: { instance: unknown; module: unknown; fragment: unknown } = parseSvelte(text, {
    modern: true,
  });
  const scripts = [instance, module].flatMap((script) => {
    const content = isNode(script) ? script['content'] : undefined;
    return isNode(content) ? [parseScript(text.slice(content.start, content.end), `${file}.ts`, content.start)] : [];
  });
  return {
    roots: [...scripts.flatMap(({ roots }) => roots), ...(isNode(fragment) ? [{ node: fragment, offset: 0 }] : [])],
    comments: [
      ...scripts.flatMap(({ comments }) => comments),
      ...Array.from(text.matchAll(MARKUP_COMMENT), ({ 1: said = '', index }) => ({ text: said, start: index + 4 })),
    ],
  };
}

/** The syntax tree and the comments of a source in TypeScript, JavaScript or Svelte. */
export const parseSource = (text: string, file: string): Source =>
  file.endsWith('.svelte') ? parseComponent(text, file) : parseScript(text, file);

/** All nodes of a source. */
export function* nodesOf(text: string, file: string): Generator<SyntaxNode> {
  const open = parseSource(text, file).roots.map(({ node }) => node);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    open.push(...childrenOf(node));
  }
}
