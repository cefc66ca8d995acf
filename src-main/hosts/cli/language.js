// @ts-check
// The language of the command line. Plain JavaScript, as program.js says.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { resolveDataRoot } from '#platform/data-root.js';

/** The language of the screens, from the settings' file; undefined where it says none, or cannot be read. @param {string} root */
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
