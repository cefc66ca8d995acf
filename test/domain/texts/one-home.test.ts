/** Texts are written once, in `src-main/domain/texts` or in the screens' messages (docs: `src-main/domain/texts/README.md`). */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { AppError } from '#contract/errors.ts';

/** The sandbox stands for the service, whose words are not ours. */
const FILES = globSync('src-main/**/*.{ts,js}').filter((file) => !/^src-main\/(domain\/texts|sandbox)\//.test(file));

/** A literal that ends a sentence and begins another. */
const SENTENCES = /mensaje:\s*(?:'[^'\n]*[a-záéíóúñ] [^'\n]*\. [^'\n]*'|`[^`$]{3,}[a-záéíóúñ] [^`]*\. [^`]*`)/g;

test('no message to a person is written beside the code that refuses', () => {
  const found = FILES.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(SENTENCES)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

/** Names of columns and screens of one or two words are the words of their own place. */
const isName = (text: string): boolean => text.trim().split(/\s+/).length < 3;
const withoutEnd = (text: string): string => text.replace(/[.:…]+$/, '').trim();

test('no text stands both in the messages of the screens and in the rest of the program', () => {
  const messages: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync('src-renderer/messages/es-AR.json', 'utf8'),
  );
  const ofScreens = new Set(
    Object.values(messages).flatMap((text) => (typeof text === 'string' && !isName(text) ? [withoutEnd(text)] : [])),
  );
  const files = globSync('src-main/**/*.ts').filter((file) => !file.startsWith('src-main/sandbox/'));
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'([^'\n]+)'|`([^`\n]+)`/g)].flatMap(([, one = '', other = one]) =>
      !isName(other) && ofScreens.has(withoutEnd(other)) ? [`${file}: ${other}`] : [],
    ),
  );
  expect(found).toEqual([]);
});

test('a refusal in words of its own has its first sentence and its English as data', () => {
  const error = new AppError('CARPETA_SIN_PERMISO', { mensaje: REFUSALS.noReportFolder });
  expect(error.message).toBe('La carpeta del informe no existe. No se escribió nada. Creala, o elegí otra.');
  expect(error.what).toBe('La carpeta del informe no existe.');
  expect(error.english).toBe(
    'The folder of the report is not there. Nothing was written. Create it, or choose another one.',
  );
  expect(new AppError('EN_USO').english).toBeUndefined();
});
