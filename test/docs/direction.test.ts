import { describe, expect, test } from 'vitest';
import { listRefusals } from '../../scripts/lint/direction.ts';

const isRefused = (file: string, from: string, ofTypes = false): boolean =>
  listRefusals(file, from, ofTypes).length > 0;

describe('an import is refused', () => {
  test.each([
    ['src-main/domain/money.ts', '#contract/errors.ts'],
    ['src-main/domain/money.ts', 'node:fs'],
    ['src-main/contract/data.ts', '#service/lists.ts'],
    ['src-main/service/token/session.ts', '#contract/data.ts'],
    ['src-main/service/token/session.ts', '../../storage/db.ts'],
    ['src-main/storage/db.ts', '#workbook/read/file-problem.ts'],
    ['src-main/workbook/write/sheet.ts', '#app/home/methods.ts'],
    ['src-main/platform/authorities.ts', 'electron'],
    ['src-main/sandbox/switches.ts', '#app/home/methods.ts'],
    ['src-main/app/home/methods.ts', '#hosts/screens/policy.ts'],
    ['src-main/app/home/methods.ts', '../conciliar/methods.ts'],
    ['src-main/hosts/loopback/server.ts', '../cli/program.js'],
    ['src-main/hosts/cli/program.js', '#storage/db.ts'],
    ['src-main/hosts/cli/program.js', '#app/compose/writer.ts'],
    ['src-renderer/ui/format.ts', '#contract/errors.ts'],
    ['src-renderer/ui/format.ts', '#domain/money.ts'],
    ['src-renderer/ui/format.ts', 'node:path'],
    ['src-renderer/ui/Button.svelte', '../features/home/home.ts'],
    ['src-renderer/features/home/Home.svelte', '../wizard/steps.ts'],
    ['src-renderer/features/home/Home.svelte', '../../frame/keys.ts'],
    ['src-renderer/features/home/Home.svelte', 'svelte/store'],
  ])('in %s: %s', (file, from) => {
    expect(isRefused(file, from)).toBe(true);
  });

  test.each([['#app/home/methods.ts'], ['#domain/money.ts'], ['../features/home/home.ts']])(
    'in a file of the screens also of types: %s',
    (from) => {
      expect(isRefused('src-renderer/ui/format.ts', from, true)).toBe(true);
    },
  );
});

describe('an import is allowed', () => {
  test.each([
    ['src-main/contract/data.ts', '#domain/money.ts'],
    ['src-main/service/token/session.ts', '#contract/errors.ts'],
    ['src-main/service/token/session.ts', 'node:fs'],
    ['src-main/workbook/write/sheet.ts', '#platform/new-file.ts'],
    ['src-main/app/conciliar/methods.ts', '../home/methods.ts'],
    ['src-main/hosts/cli/program.js', '../screens/policy.ts'],
    ['src-main/hosts/cli/program.js', '#app/compose/index.ts'],
    ['src-main/hosts/electron/main.ts', 'electron'],
    ['src-renderer/ui/format.ts', '#contract/data.ts'],
    ['src-renderer/ui/format.ts', '#domain/texts/index.ts'],
    ['src-renderer/ui/format.ts', '../api/api.ts'],
    ['src-renderer/features/home/Home.svelte', '../help/help.ts'],
    ['src-renderer/vite.config.ts', 'node:path'],
    ['test/docs/order.test.ts', '#hosts/screens/policy.ts'],
  ])('in %s: %s', (file, from) => {
    expect(isRefused(file, from)).toBe(false);
  });

  test('in a file of the screens, of the types of the contract', () => {
    expect(isRefused('src-renderer/ui/format.ts', '#contract/errors.ts', true)).toBe(false);
  });
});
