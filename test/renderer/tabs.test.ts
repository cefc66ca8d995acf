import { onTestFinished, expect, test } from 'vitest';
import { askTab, findTab, letTabsIn, TABS } from '../../src-renderer/api/tabs.ts';

function channel(): BroadcastChannel {
  const one = new BroadcastChannel(TABS);
  onTestFinished(() => {
    one.close();
  });
  return one;
}

test('a tab finds another one that is in, and gets an entry made for it alone', async () => {
  let minted = 0;
  letTabsIn(channel(), 'one', async () => `entry-${String(++minted)}`);
  letTabsIn(channel(), 'two', async () => 'of the other');
  const mine = channel();
  const found = await findTab(mine, 'new', 5000);
  expect(['one', 'two']).toContain(found);
  expect(await askTab(mine, 'new', 'one', 5000)).toBe('entry-1');
  expect(minted).toBe(1);
});

test('nobody answers where no tab is open, nor one that was shut out', async () => {
  const mine = channel();
  expect(await findTab(mine, 'new', 20)).toBeUndefined();
  letTabsIn(channel(), 'one', () => Promise.reject(new Error('shut out')));
  expect(await findTab(mine, 'new', 5000)).toBe('one');
  expect(await askTab(mine, 'new', 'one', 20)).toBeUndefined();
});
