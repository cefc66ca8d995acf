/**
 * Makes the icons of the packages from the icon of the screens, in the sizes of each system: resources/icons/icon.ico (Windows), icon.icns (macOS) and
 * linux/SIDExSIDE.png. They are kept in the repository, so that packing needs no browser. `node scripts/icons.ts`
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { openChromium } from '../test/e2e/open.ts';
import { ICON_SIDES, packIcns, packIco, type Picture } from './release/icon-files.ts';

const ICONS = new URL('../resources/icons/', import.meta.url);
const svg = await readFile(new URL('../src-renderer/public/icon.svg', import.meta.url), 'utf8');
const sides = new Set<number>(Object.values(ICON_SIDES).flat());
const browser = await openChromium();
const pictures: Picture[] = [];
try {
  for (const side of sides) {
    const page = await browser.newPage({ viewport: { width: side, height: side } });
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:${String(side)}px;height:${String(side)}px}</style>${svg}`,
    );
    pictures.push({ side, png: await page.screenshot({ omitBackground: true }) });
    await page.close();
  }
} finally {
  await browser.close();
}
const picturesOf = (wanted: readonly number[]): Picture[] => pictures.filter(({ side }) => wanted.includes(side));
await mkdir(new URL('linux/', ICONS), { recursive: true });
await writeFile(new URL('icon.ico', ICONS), packIco(picturesOf(ICON_SIDES.windows).sort((a, b) => a.side - b.side)));
await writeFile(new URL('icon.icns', ICONS), packIcns(picturesOf(ICON_SIDES.mac)));
for (const { side, png } of picturesOf(ICON_SIDES.linux))
  await writeFile(new URL(`linux/${String(side)}x${String(side)}.png`, ICONS), png);
