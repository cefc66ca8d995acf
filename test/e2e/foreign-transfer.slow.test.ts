/** Somebody changed the address in a file for another PC. Brought in the browser, it must not send any secret to that address. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import type { Sandbox } from '#sandbox/index.ts';
import es from '../../src-renderer/messages/es-AR.json' with { type: 'json' };
import { editAccounts, rewrite, startForeignServer } from '../app/settings/foreign-package.ts';
import { gnomeKeyring, hasKeyring, UNLOCK } from '../platform/gnome-keyring.ts';
import { waitAccessible, waitToFit, soon, test } from './application.ts';
import { connect } from './steps.ts';

const SERVE = fileURLToPath(new URL('./serve-child.ts', import.meta.url));

/** Connects the account, exports a package, and brings it back with another address. Gives what the server at that address heard. */
async function bringForeign(page: Page, sandbox: Sandbox): Promise<{ readonly url: string; readonly heard: string[] }> {
  await connect(page, sandbox);
  await page.getByRole('link', { name: 'Ajustes' }).click();
  await page.getByRole('link', { name: 'Otra PC' }).click();
  const [sale] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Guardar archivo' }).click(),
  ]);
  const foreign = await startForeignServer();
  const good = await sale.path();
  const bad = await rewrite(good, `${good}-malo.zip`, (folder) =>
    editAccounts(folder, ({ cuentas: [account] }) => Object.assign(account ?? {}, { url: foreign.url })),
  );
  onTestFinished(() => rm(bad, { force: true }));
  await page.locator('input[type=file]').setInputFiles(bad);
  const dialog = page.getByRole('alertdialog', { name: 'Traer estos datos' });
  await dialog.getByText(`Entra en ${foreign.url}`).waitFor();
  await dialog.getByText(es.aj_traer_direccion_cambio).waitFor();
  await dialog.getByText(`Acá entraba en ${sandbox.url}.`).waitFor();
  return foreign;
}

/** Brings the package, and does all that needs a secret without giving one. */
async function useAccount(page: Page, foreign: { readonly url: string; readonly heard: string[] }): Promise<void> {
  await page.getByRole('button', { name: 'Reemplazar lo que hay' }).click();
  await page.getByText('Los datos de la otra PC están acá.').waitFor();
  await page.getByRole('button', { name: es.aj_ir_a_cuentas }).click();
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  const asks = page.getByRole('dialog', { name: 'Clave de la cuenta La Espiga' });
  await asks.getByText(foreign.url).waitFor();
  await asks.getByRole('button', { name: 'Ahora no' }).click();
  await asks.waitFor({ state: 'detached' });
  expect(foreign.heard).toEqual([]);
}

describe('a file of somebody else', () => {
  test('sends no secret that this session remembers to the address that it says', async ({ page, sandbox }) => {
    const foreign = await bringForeign(page, sandbox);
    await waitAccessible(page);
    await waitToFit(page);
    await useAccount(page, foreign);
  });

  test.runIf(hasKeyring)(
    'sends no secret of the keychain to the address that it says',
    async ({ context, sandbox }) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'conciliador-e2e-'));
      const env = await gnomeKeyring(path.join(folder, 'llavero'), UNLOCK);
      const child = spawn(process.execPath, [SERVE, path.join(folder, 'datos')], {
        env: { ...env, CONCILIADOR_HOME: path.join(folder, 'datos') },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      onTestFinished(async () => {
        child.kill();
        await once(child, 'exit');
        await rm(folder, { recursive: true, force: true });
      });
      const [input] = (await once(createInterface(child.stdout), 'line')) as [string];
      const page = await context.newPage();
      await page.goto(input);
      const foreign = await bringForeign(page, sandbox);
      await useAccount(page, foreign);
      await soon(() => foreign.heard).toEqual([]);
    },
  );
});
