import { describe, expect, test } from 'vitest';
import { parseWrittenDate } from '../../src-renderer/ui/typing.ts';

describe('a date that a person writes', () => {
  test.each([
    ['03/11/2026', '2026-11-03'],
    ['3/1/2026', '2026-01-03'],
    [' 3-11-2026 ', '2026-11-03'],
    ['03112026', '2026-11-03'],
    ['2026-11-03', '2026-11-03'],
    ['29/02/2028', '2028-02-29'],
  ])('%s is %s', (text, iso) => {
    expect(parseWrittenDate(text)).toBe(iso);
  });

  test.each(['', '3/11', '3/11/26', '31/11/2026', '29/02/2026', '11/13/2026', '00/10/2026', 'hoy'])(
    '%j is not one',
    (text) => {
      expect(parseWrittenDate(text)).toBeUndefined();
    },
  );
});
