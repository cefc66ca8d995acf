import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { APP_ORDER, FEATURES_ORDER, HOSTS_ORDER, RENDERER_ORDER } from '../../scripts/lint/order.js';

/** Folders of the screens without code of ours that imports: made by the build, or texts. */
const WITHOUT_CODE = ['messages', 'paraglide', 'project.inlang', 'public'];

const foldersOf = (path: string): string[] =>
  readdirSync(new URL(`../../${path}`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !WITHOUT_CODE.includes(entry.name))
    .map((entry) => entry.name);

describe('the order in which folders may import each other names every folder and no other', () => {
  test.each([
    ['src-main/app', APP_ORDER],
    ['src-main/hosts', HOSTS_ORDER],
    ['src-renderer', RENDERER_ORDER],
    ['src-renderer/features', FEATURES_ORDER],
  ])('%s', (path, order) => {
    expect([...order].sort()).toEqual(foldersOf(path).sort());
  });
});
