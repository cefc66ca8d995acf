import path from 'node:path';
import type { Page } from 'playwright-core';

const THEMES = ['light', 'dark'] as const;
const SIZES = [
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
] as const;

/** Takes pictures of a screen in both themes and three sizes, when `CAPTURAS` names a folder for them. */
export async function takeLook(page: Page, name: string): Promise<void> {
  const folder = process.env['CAPTURAS'];
  if (folder === undefined) return;
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({ path: path.join(folder, `${name}-${theme}-${String(size.width)}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}
