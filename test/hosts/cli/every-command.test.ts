import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS } from '#hosts/cli/main.ts';
import { createProgram } from '#hosts/cli/program.js';

const pathsOf = (command: Command, before: readonly string[] = []): readonly string[] =>
  command.commands.length === 0
    ? [before.join(' ')]
    : command.commands.flatMap((one) => pathsOf(one, [...before, one.name()]));

test('every command that the help names can be run', () => {
  const named = pathsOf(createProgram(() => Promise.resolve()));
  expect(Object.keys(COMMANDS).sort()).toEqual([...named].sort());
});
