import path from 'node:path';
import { _electron, type ElectronApplication } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findElectronBinary, explainNoScreen } from '#hosts/cli/commands/open.ts';
import { buildWindow } from '../../scripts/build/bundle.ts';
import { useTemporaryFolder } from '../platform/temporary-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** A packed program whose fuses let tests drive it (`npm run dist -- --humo`); undefined: the installed Electron runs this build. */
const packed = process.env['CONCILIADOR_EMPAQUETADO'];
const binary = packed === undefined ? findElectronBinary(ROOT, process.env) : path.resolve(ROOT, packed);
const reason =
  binary === undefined
    ? 'the Electron binary is not on this machine'
    : explainNoScreen(process.env, process.platform) === undefined
      ? undefined
      : 'this session has no display';
// Printed: a skipped test must not look as if it passed.
if (reason !== undefined) process.stderr.write(`Skipped: the window in the real Electron: ${reason}.\n`);

describe.skipIf(reason !== undefined)('the window in the real Electron', () => {
  const home = useTemporaryFolder();
  let application: ElectronApplication;
  const faults: string[] = [];

  beforeAll(async () => {
    if (packed === undefined) await buildWindow(ROOT);
    application = await _electron.launch({
      executablePath: binary ?? '',
      // Chromium's own sandbox does not start for root; the sandbox of our page stays on.
      args: [...(packed === undefined ? [ROOT] : []), ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      env: { ...process.env, CONCILIADOR_HOME: home },
    });
    const page = await application.firstWindow();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
  });
  afterAll(() => application.close());

  test('shows the screens, from app://', async () => {
    const page = await application.firstWindow();
    await page.waitForSelector('main, h1');
    expect(page.url()).toMatch(/^app:\/\/conciliador\//);
    expect(faults).toEqual([]);
  });
  test('gives the page the bridge and no Node', async () => {
    const page = await application.firstWindow();
    const seen = await page.evaluate(() => ({
      puente: Object.keys(Reflect.get(globalThis, 'conciliador') as object).sort(),
      node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
    }));
    expect(seen).toEqual({ puente: ['giveFile', 'invoke', 'subscribe'], node: [] });
  });
  test('answers a call through the bridge', async () => {
    const page = await application.firstWindow();
    const answer = await page.evaluate(() => {
      const { invoke } = Reflect.get(globalThis, 'conciliador') as { invoke(request: object): Promise<unknown> };
      return invoke({ tipo: 'llamar', llamada: 'humo', metodo: 'cuentas.listar', entrada: {} });
    });
    expect(answer).toEqual({ ok: true, value: [] });
  });
  test('goes nowhere else', async () => {
    const page = await application.firstWindow();
    const before = page.url();
    await page.evaluate(() => {
      Reflect.set(Reflect.get(globalThis, 'location') as object, 'href', 'https://example.com/');
    });
    expect(await page.evaluate(() => Reflect.get(globalThis, 'open')('https://example.com/') as unknown)).toBeNull();
    expect(page.url()).toBe(before);
    expect(application.windows()).toHaveLength(1);
  });
});
