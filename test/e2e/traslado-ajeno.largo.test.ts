/** A file for another PC that somebody changed, brought in the browser: its address is not the one of here, and no secret goes there. */
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
import { editarCuentas, reescribir, servidorAjeno } from '../app/settings/paquete-ajeno.ts';
import { gnomeKeyring, hasKeyring, UNLOCK } from '../platform/gnome-keyring.ts';
import { cuentaDe, llenarCuenta } from './abrir.ts';
import { esperarAccesible, esperarQueEntre, pronto, test } from './aplicacion.ts';

const SERVIR = fileURLToPath(new URL('./servir-hijo.ts', import.meta.url));

/** Connects the account, takes a package of it, and brings the same with another address. Gives what the other server was told. */
async function traerAjeno(page: Page, sandbox: Sandbox): Promise<{ readonly url: string; readonly oido: string[] }> {
  await llenarCuenta(page, cuentaDe(sandbox));
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
  await page.getByRole('link', { name: 'Ajustes' }).click();
  await page.getByRole('link', { name: 'Otra PC' }).click();
  const [sale] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Guardar archivo' }).click(),
  ]);
  const ajeno = await servidorAjeno();
  const bueno = await sale.path();
  const malo = await reescribir(bueno, `${bueno}-malo.zip`, (carpeta) =>
    editarCuentas(carpeta, ({ cuentas: [cuenta] }) => Object.assign(cuenta ?? {}, { url: ajeno.url })),
  );
  onTestFinished(() => rm(malo, { force: true }));
  await page.locator('input[type=file]').setInputFiles(malo);
  const dialogo = page.getByRole('alertdialog', { name: 'Traer estos datos' });
  await dialogo.getByText(`Entra en ${ajeno.url}`).waitFor();
  await dialogo.getByText(es.aj_traer_direccion_cambio).waitFor();
  await dialogo.getByText(`Acá entraba en ${sandbox.url}.`).waitFor();
  return ajeno;
}

/** Brings it, and does all that needs a secret without giving any. */
async function usar(page: Page, ajeno: { readonly url: string; readonly oido: string[] }): Promise<void> {
  await page.getByRole('button', { name: 'Reemplazar lo que hay' }).click();
  await page.getByText('Los datos de la otra PC están acá.').waitFor();
  await page.getByRole('button', { name: es.aj_ir_a_cuentas }).click();
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  const pide = page.getByRole('dialog', { name: 'Clave de la cuenta La Espiga' });
  await pide.getByText(ajeno.url).waitFor();
  await pide.getByRole('button', { name: 'Ahora no' }).click();
  await pide.waitFor({ state: 'detached' });
  expect(ajeno.oido).toEqual([]);
}

describe('a file of somebody else', () => {
  test('sends no secret that this session remembers to the address that it says', async ({ page, sandbox }) => {
    const ajeno = await traerAjeno(page, sandbox);
    await esperarAccesible(page);
    await esperarQueEntre(page);
    await usar(page, ajeno);
  });

  test.runIf(hasKeyring)(
    'sends no secret of the keychain to the address that it says',
    async ({ contexto, sandbox }) => {
      const carpeta = await mkdtemp(path.join(tmpdir(), 'conciliador-e2e-'));
      const env = await gnomeKeyring(path.join(carpeta, 'llavero'), UNLOCK);
      const hijo = spawn(process.execPath, [SERVIR, path.join(carpeta, 'datos')], {
        env: { ...env, CONCILIADOR_HOME: path.join(carpeta, 'datos') },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      onTestFinished(async () => {
        hijo.kill();
        await once(hijo, 'exit');
        await rm(carpeta, { recursive: true, force: true });
      });
      const [entrada] = (await once(createInterface(hijo.stdout), 'line')) as [string];
      const page = await contexto.newPage();
      await page.goto(entrada);
      const ajeno = await traerAjeno(page, sandbox);
      await usar(page, ajeno);
      await pronto(() => ajeno.oido).toEqual([]);
    },
  );
});
