import { expect, test } from 'vitest';
import { m } from '../../src-renderer/paraglide/messages.js';
import english from '../../src-renderer/messages/en.json' with { type: 'json' };
import spanish from '../../src-renderer/messages/es-AR.json' with { type: 'json' };

test('a round number of millions is counted as any other', () => {
  // Spanish has a plural form of its own for millions ("un millón de…"), which no message distinguishes.
  expect(m.datos_n_operaciones({ n: 1_000_000, texto: '1.000.000' })).toBe('1.000.000 operaciones');
});

test.each([
  ['es-AR', spanish],
  ['en', english],
])('every plural of %s has a form for whatever number comes', (_, messages) => {
  const incomplete = Object.entries(messages).filter(
    ([, message]) =>
      Array.isArray(message) && !message.every(({ match }) => Object.keys(match).some((form) => form.endsWith('=*'))),
  );
  expect(incomplete.map(([name]) => name)).toEqual([]);
});
