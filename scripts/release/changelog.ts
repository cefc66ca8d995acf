/** Reads the lines of CHANGELOG.md about a version, for the published feed and for the screens of that version. */

const HEADING = /^## +(.+?)\s*$/;
/** The heading above lines that are in no version yet. */
const UNRELEASED = 'Sin publicar';

/** A line as plain text, without Markdown marks around words. Keeps text that only looks like marks (`450995******2694`). */
const toPlain = (line: string): string =>
  line
    .replaceAll(/(?<![\p{L}\p{N}_*`])[_*`]{1,2}(?=[^\s_*`])/gu, '')
    .replaceAll(/(?<=[^\s_*`])[_*`]{1,2}(?![\p{L}\p{N}_*`])/gu, '');

function readSections(text: string): Map<string, string[]> {
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

/** The lines of a version as a text; undefined if there is no heading for it. A heading may go on after the version: `1.2.0 (21/11/2026)`. */
function notesOf(text: string, version: string): string | undefined {
  for (const [heading, lines] of readSections(text)) if (heading.split(' ')[0] === version) return lines.join('\n');
  return undefined;
}

/** The lines for a built program; the unpublished lines if its version has none. */
export const notesOfBuild = (text: string, version: string): string =>
  notesOf(text, version) ?? readSections(text).get(UNRELEASED)?.join('\n') ?? '';
