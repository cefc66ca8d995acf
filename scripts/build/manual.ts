import markdownIt, { type MarkdownIt, type Token } from 'markdown-it';

/** A page, a heading, or a named row of a table, for the search. `anchor` is empty for a page. */
interface ManualSection {
  readonly page: string;
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}

/** The anchor of a heading, as Markdown viewers make it: lower case, no punctuation, hyphens for spaces. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** The name of a table row: its first cell, if that is a code or a single word in bold; else undefined. */
function nameOfRow(cell: Token | undefined): { readonly anchor: string; readonly title: string } | undefined {
  const parts = (cell?.children ?? []).filter(({ type, content }) => type !== 'text' || content.trim() !== '');
  const [first, second] = parts;
  if (parts.length === 1 && first?.type === 'code_inline' && /^[A-Z_]+$/.test(first.content))
    return { anchor: first.content, title: first.content };
  if (parts.length === 3 && first?.type === 'strong_open' && second !== undefined)
    return { anchor: anchorOf(second.content), title: second.content };
  return undefined;
}

/** Gives each heading an anchor, and each named table row whose anchor is not used yet. */
function addAnchors(markdown: MarkdownIt): void {
  markdown.core.ruler.push('anchors', ({ tokens }) => {
    const taken = new Set<string>();
    tokens.forEach((token, place) => {
      if (token.type === 'heading_open') {
        const anchor = anchorOf(tokens[place + 1]?.content ?? '');
        taken.add(anchor);
        token.attrSet('id', anchor);
      }
      if (token.type !== 'tr_open' || tokens[place + 1]?.type !== 'td_open') return;
      const name = nameOfRow(tokens[place + 2]);
      if (name === undefined || taken.has(name.anchor)) return;
      taken.add(name.anchor);
      token.attrSet('id', name.anchor);
    });
  });
}

/** A link to another page, in the form that the screens open; other links unchanged. */
function linkOf(href: string, page: string): string {
  const [, name, anchor = ''] = /^(?:([\w-]+)\.md)?(?:#(.+))?$/.exec(href) ?? [];
  if (name === undefined && anchor === '') return href;
  return `#/ayuda/${name ?? page}${anchor === '' ? '' : `/${anchor}`}`;
}

const markdown = markdownIt({ html: false }).use(addAnchors);
const COMMENT = /<!--[\s\S]*?-->\s*/g;
const parse = (text: string): Token[] => markdown.parse(text.replaceAll(COMMENT, ''), {});

const attributeOf = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

/** Moves headings a level down, because the screen has its own title. */
function shiftHeadings(tokens: readonly Token[]): void {
  for (const token of tokens) {
    const [, level] = /^h([1-5])$/.exec(token.tag) ?? [];
    if (level !== undefined) token.tag = `h${String(Number(level) + 1)}`;
  }
}

/**
 * Makes a Svelte component of a page of the manual, because the content security policy forbids markup created at run time. Pictures become files of the
 * bundle. The component's module also exports the sections of the page.
 */
export function pageToComponent(text: string, page: string): string {
  const tokens = parse(text);
  shiftHeadings(tokens);
  const pictures: string[] = [];
  for (const child of tokens.flatMap(({ children }) => children ?? [])) {
    if (child.type === 'link_open') child.attrSet('href', linkOf(decodeURI(attributeOf(child, 'href')), page));
    if (child.type === 'image') child.attrSet('src', `PICTURE-${String(pictures.push(attributeOf(child, 'src')) - 1)}`);
  }
  const html = markdown.renderer
    .render(tokens, markdown.options, {})
    .replaceAll('{', '&#123;')
    .replaceAll('}', '&#125;')
    .replaceAll(/src="PICTURE-(\d+)"/g, 'src={picture$1} loading="lazy"');
  const imports = pictures.map((src, n) => `import picture${String(n)} from ${JSON.stringify(`./${src}`)};`).join('');
  const sections = JSON.stringify(sectionsOfPage(text, page)).replaceAll('<', String.raw`\u003c`);
  return `<script module lang="ts">export const sections = ${sections};</script><script lang="ts">${imports}</script>${html}`;
}

/** The text of a token without Markdown marks. */
const plainTextOf = (token: Token): string =>
  (token.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : type === 'text' || type === 'code_inline' ? content : ''))
    .join('');

/** The sections of a page, in order. Text belongs to the heading above it; the text of a named table row, to that row. */
export function sectionsOfPage(text: string, page: string): readonly ManualSection[] {
  const found: { anchor: string; title: string; text: string[] }[] = [];
  let row: (typeof found)[number] | undefined;
  let heading: (typeof found)[number] | undefined;
  const tokens = parse(text);
  tokens.forEach((token, place) => {
    const next = tokens[place + 1];
    if (token.type === 'heading_open' && next !== undefined) {
      const anchor = token.tag === 'h1' ? '' : attributeOf(token, 'id');
      heading = { anchor, title: plainTextOf(next), text: [] };
      found.push(heading);
    } else if (token.type === 'tr_open') {
      const name = nameOfRow(tokens[place + 2]);
      row = name !== undefined && token.attrGet('id') === name.anchor ? { ...name, text: [] } : undefined;
      found.push(...(row === undefined ? [] : [row]));
    } else if (token.type === 'tr_close') {
      row = undefined;
    } else if (token.type === 'inline' && tokens[place - 1]?.type !== 'heading_open') {
      const isName = row !== undefined && tokens[place - 2]?.type === 'tr_open';
      if (!isName) (row ?? heading)?.text.push(plainTextOf(token));
    }
  });
  return found.map(({ anchor, title, text }) => ({ page, anchor, title, text: text.join(' ') }));
}
