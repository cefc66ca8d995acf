// @ts-check
// The text that people read on a terminal, and its language. Plain JavaScript, so that any Node can answer a wrong call (program.js).
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { resolveDataRoot } from '#platform/data-root.js';

/**
 * Characters that a terminal obeys instead of showing, or that change the order of the text: control characters except the line feed, bidirectional formatting,
 * and the two line ends that only some programs know. Texts of the service, and names of files and sheets, may have them.
 */
const OBEYED = /(?!\n)\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Makes the characters of `OBEYED` visible, as `\u{1b}`.
 * @param {string} text
 */
export const visible = (text) => text.replace(OBEYED, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);

/**
 * Writes text for people. The command line writes only with the functions of this file (test/hosts/cli/terminal-text.test.ts).
 * @param {{ write(text: string): unknown }} stream
 * @param {string} text
 */
export function writeText(stream, text) {
  stream.write(visible(text));
}

/**
 * Writes a document for a program: JSON and nothing else, unchanged.
 * @param {{ write(text: string): unknown }} stream
 * @param {unknown} value
 */
export function writeDocument(stream, value) {
  stream.write(`${JSON.stringify(value)}\n`);
}

/**
 * Replaces the present line of the terminal by another one.
 * @param {{ write(text: string): unknown }} stream
 * @param {string} line
 * @param {number} width
 */
export function rewriteLine(stream, line, width) {
  stream.write(`\r\u001b[K${visible(line).replaceAll('\n', '\\u{a}').slice(0, width)}`);
}

/**
 * Ignores that a reader has left early, as `| head` does. Calls `lost` if output could not be written, as with `> file` on a full disk.
 * @param {import('node:stream').Writable} stream
 * @param {() => void} lost
 */
export function watchStream(stream, lost) {
  stream.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') lost();
  });
}

/**
 * Resolves once everything written has left the process.
 * @param {import('node:stream').Writable} stream
 * @returns {Promise<void>}
 */
export const waitForDrain = (stream) => new Promise((resolve) => stream.write('', () => resolve()));

/** The language of the screens, from the settings' file; undefined if the file names none or cannot be read. @param {string} root */
function readSetting(root) {
  try {
    return JSON.parse(readFileSync(path.join(root, 'ajustes.json'), 'utf8'))?.idioma;
  } catch {
    return undefined; // Missing or damaged: the command that reads the settings reports it.
  }
}

/**
 * `CONCILIADOR_IDIOMA`, else the language that was set for the screens, else Spanish.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {import('#domain/texts/language.ts').Language}
 */
export function readLanguage(env) {
  const named = env['CONCILIADOR_IDIOMA'];
  if (named === 'es' || named === 'en') return named;
  return readSetting(resolveDataRoot({ env, platform: process.platform, home: homedir() })) === 'en' ? 'en' : 'es';
}
