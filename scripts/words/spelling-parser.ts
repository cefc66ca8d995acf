/**
 * Gives cspell the names that a source declares, its comments and its file name. Texts are not checked: they are for people, in Spanish, or public
 * names.
 */
import path from 'node:path';
import { readDeclaredNames, type Declared } from './declared.ts';
import { parseSource, type Comment } from './parse.ts';
import type { PublicNames } from './public-names.ts';

interface Piece {
  readonly text: string;
  readonly range: readonly [number, number];
}

/** The parts of a comment that quote something: code, texts of the screens, paths, options, names with underscores, codes in capitals. */
const QUOTED =
  /``[\s\S]*?``|`[^`]*`|«[^»]*»|“[^”]*”|"[^"\n]*"|\$\{[^}]*\}|https?:\S+|--[a-z-]+|[\w.@-]*\/[\w.@/*-]+|[\w-]+\.(?:ts|js|md|json|svelte|css|sh|db|sqlite|html|csv|xlsx)\b|\b\w*_\w*\b|\b[A-Z]{2,}\b|@\w+|\{[^}\n]*\}|\*[^*\s][^*\n]*\*/g;

function* listCommentPieces({ text, start }: Comment): Generator<Piece> {
  let from = 0;
  for (const { 0: quoted, index } of [...text.matchAll(QUOTED), { 0: '', index: text.length }]) {
    if (index > from) yield { text: text.slice(from, index), range: [start + from, start + index] };
    from = index + quoted.length;
  }
}

/** A whole public name may be the name of a key, a local or a parameter: code that passes a key of a document on uses it as it is. */
const isPublic = ({ name, kind }: Declared, { names, methods }: PublicNames): boolean => {
  if (kind === 'call') return methods.has(name);
  return kind !== 'type' && names.has(name);
};

/** The words of a file's name, without those that name tables and commands. */
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
