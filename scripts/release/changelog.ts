/** What CHANGELOG.md says of a version, one line each: for the feed, and for the screens of the version itself. */

const HEADING = /^## +(.+?)\s*$/;
/** The heading of what no version has yet. */
const UNRELEASED = 'Sin publicar';

/** Plain text: the marks of Markdown around words are left out, and what only looks like them (`450995******2694`) stays. */
const toPlain = (line: string): string =>
  line
    .replaceAll(/(?<![\p{L}\p{N}_*`])[_*`]{1,2}(?=[^\s_*`])/gu, '')
    .replaceAll(/(?<=[^\s_*`])[_*`]{1,2}(?![\p{L}\p{N}_*`])/gu, '');

function sections(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let lines: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) {
      lines = [];
      found.set(heading, lines);
    } else if (line.trim() !== '') lines?.push(toPlain(line));
  }
  return found;
}

/** The lines of a version, as one text; undefined when it has no heading of its own. A heading may say more after the version: `1.2.0 (21/11/2026)`. */
export function notesOf(text: string, version: string): string | undefined {
  for (const [heading, lines] of sections(text)) if (heading.split(' ')[0] === version) return lines.join('\n');
  return undefined;
}

/** Of a program that was built before its version was published: what is on its way to be. */
export const notesOfBuild = (text: string, version: string): string =>
  notesOf(text, version) ?? sections(text).get(UNRELEASED)?.join('\n') ?? '';
