/** Makes resources/iconos/icono.png, the icon that packages are made with, from the one of the screens. `node scripts/icons.ts` */
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const SIDE = 1024;
const svg = await readFile(new URL('../src-renderer/public/icono.svg', import.meta.url), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({ viewport: { width: SIDE, height: SIDE } });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${String(SIDE)}px;height:${String(SIDE)}px}</style>${svg}`,
  );
  await writeFile(
    new URL('../resources/iconos/icono.png', import.meta.url),
    await page.screenshot({ omitBackground: true }),
  );
} finally {
  await browser.close();
}
