import { expect, test } from 'vitest';
import { COMMANDS } from '#hosts/cli/main.ts';
import { TABLE } from '#hosts/cli/table.js';

test('every command that the help names can be run', () => {
  expect(Object.keys(COMMANDS).sort()).toEqual(TABLE.map(([words]) => words).sort());
});
