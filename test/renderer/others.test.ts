import { expect, test } from 'vitest';
import { OthersState } from '../../src-renderer/features/review/rows.svelte.ts';

test('the other rows are proposed once', () => {
  const others = new OthersState();
  others.propose();
  expect(others.are).toBe(true);
  others.choose(false);
  others.propose();
  expect(others.are).toBe(false);
});

test('a proposal that comes late does not undo what the person chose', () => {
  const others = new OthersState();
  others.choose(true);
  others.choose(false);
  others.propose();
  expect(others.are).toBe(false);
});

test('another value is not for the other rows until the person says so', () => {
  const others = new OthersState();
  others.propose();
  others.forget();
  expect(others.are).toBe(false);
  others.propose();
  expect(others.are).toBe(false);
  others.choose(true);
  expect(others.are).toBe(true);
});
