import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/index.ts';
import { serveApp } from '#hosts/loopback/open.ts';
import { PATIENCE_MS } from '../patience.ts';
import { clock } from './clock.ts';

/**
 * Features of Chromium that tests do not need. Only the last --disable-features counts, so Playwright's own list is repeated; ours are the pages of
 * address-bar suggestions, loaded in each new context, and the spare process.
 */
const OFF = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** The system's Chromium, without its sandbox when run as root. Its pages wait PATIENCE_MS. */
export async function openChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [`--disable-features=${OFF.join(',')}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    timeout: PATIENCE_MS,
  });
  browser.on('context', (context) => {
    context.setDefaultTimeout(PATIENCE_MS);
  });
  return browser;
}

/** The whole application on an empty data folder, or on a copy of `kept`, behind the loopback host. */
export async function openApplication(kept?: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'conciliador-e2e-'));
  if (kept !== undefined) await cp(kept, folder, { recursive: true });
  const served = await serveApp({ CONCILIADOR_HOME: folder }, clock);
  return {
    ...served,
    carpeta: folder,
    /** Closes the application and removes its folder; `keep` may copy from the folder before. */
    close: async (keep?: (folder: string) => Promise<void>) => {
      await served.close();
      await keep?.(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const openSandbox = (options: Partial<SandboxOptions> = {}): Promise<Sandbox> =>
  createSandbox({ clock, semilla: 7, operaciones: 1000, ...options });

export async function fillAccount(
  page: Page,
  account: { nombre: string; url: string; clave: string; secreto: string },
) {
  await page.getByLabel('Nombre de la cuenta').fill(account.nombre);
  await page.getByLabel('Dirección del servicio').fill(account.url);
  await page.getByLabel('Clave de API').fill(account.clave);
  await page.getByLabel('Secreto', { exact: true }).fill(account.secreto);
}

export const accountOf = (sandbox: Sandbox, name = 'La Espiga') => ({
  nombre: name,
  url: sandbox.url,
  clave: sandbox.apiKey,
  secreto: sandbox.apiSecret,
});
