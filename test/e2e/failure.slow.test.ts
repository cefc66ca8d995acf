/** Real failures: a full disk, a core that dies, a service that loses answers and sessions. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import type { Sandbox } from '#sandbox/index.ts';
import { FAILURES } from '#domain/texts/failures.ts';
import es from '../../src-renderer/messages/es-AR.json' with { type: 'json' };
import { waitAccessible, soon, test } from './application.ts';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';
import { connect, passPrevia } from './steps.ts';

const EXAMPLE = fileURLToPath(new URL('../../resources/ejemplo/cupones-ejemplo.xlsx', import.meta.url));
const SERVE = fileURLToPath(new URL('./serve-child.ts', import.meta.url));

/** Sets the size of a batch, and one second to wait for an answer. */
async function setTandaSize(page: Page, tanda: number): Promise<void> {
  await page.getByRole('link', { name: 'Ajustes' }).click();
  await page.getByRole('link', { name: 'Envío', exact: true }).click();
  await page.getByLabel('Cupones por tanda').fill(String(tanda));
  await page.getByLabel('Cuánto esperar una respuesta, en segundos').fill('1');
  await page.getByRole('button', { name: 'Guardar estos valores' }).click();
  await page.getByText('Quedó guardado.').waitFor();
}
async function reachSending(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Conciliar', exact: true }).click();
  await page.locator('input[type=file]').first().setInputFiles(EXAMPLE);
  await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
  await page.getByRole('button', { name: 'Omitir las 5' }).click();
  await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
  await passPrevia(page);
  await page.getByRole('heading', { name: '¿Enviamos?' }).waitFor();
}
const sendButton = (page: Page) => page.getByRole('button', { name: /^Enviar \d+ cupones$/ }).click();
const waitFinished = (page: Page) => page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();

function waitOnce({ truth }: Sandbox): void {
  const [one, ...others] = truth.conciliaciones();
  expect([one?.estado, one?.cupones.length, others]).toEqual(['IMPORTADO', 416, []]);
}

/** Sends until the third tanda is on its way: the service applies it at once and answers five seconds later. */
async function sendUntilThird(page: Page, sandbox: Sandbox): Promise<void> {
  await connect(page, sandbox);
  await setTandaSize(page, 100);
  await reachSending(page);
  sandbox.injectFailure('subir:3:demorada');
  await sendButton(page);
  await soon(() => sandbox.listReceived('subir').length).toBe(3);
}

describe('an upload that is cut', () => {
  test('by the person says what was kept, and goes on from there', async ({ page, sandbox }) => {
    await sendUntilThird(page, sandbox);
    await page.getByRole('main').getByRole('button', { name: 'Detener' }).click();
    // The answer is on its way: no text says that the upload goes on.
    await page.getByRole('heading', { name: 'Deteniendo…' }).waitFor();
    for (const said of [es.envio_ritmo, es.envio_faltan])
      expect(await page.getByText(said, { exact: true }).count()).toBe(0);
    await page.getByText(FAILURES.CANCELADO.es[0], { exact: true }).waitFor();
    await waitAccessible(page);
    await page.getByRole('button', { name: 'Retomar' }).click();
    await waitFinished(page);
    waitOnce(sandbox);
  });

  test('by the death of the program is there when it is opened again, and nothing is sent twice', async ({
    context,
    sandbox,
  }) => {
    const folder = createTemporaryFolder();
    const first = await openProcess(folder);
    const before = await context.newPage();
    await before.goto(first.entrada);
    // The sandbox applies the batch, but the program is killed before the answer.
    await sendUntilThird(before, sandbox);
    first.child.kill('SIGKILL');
    await before.getByText(es.programa_cerrado).waitFor();
    await waitAccessible(before);
    await before.close();

    const second = await openProcess(folder);
    const page = await context.newPage();
    await page.goto(second.entrada);
    const rail = page.getByRole('link', { name: 'Conciliaciones', exact: true });
    await soon(() => rail.getAttribute('title')).toBe('Conciliaciones: 1 envío sin terminar');
    await rail.click();
    const resume = page.getByRole('button', { name: 'Retomar cupones-ejemplo.xlsx' });
    const key = page.getByRole('dialog').getByLabel(es.clave_campo);
    await resume.waitFor();
    // What this PC knows is shown without asking for the secret.
    expect(await key.isVisible()).toBe(false);
    await resume.click();
    const result = page.getByRole('button', { name: es.ver_resultado });
    // Without a keychain the secret is asked for once, because the person pressed a button.
    await result.or(key).first().waitFor();
    if (await key.isVisible()) {
      await waitAccessible(page);
      await key.fill(sandbox.apiSecret);
      await page.keyboard.press('Enter');
    }
    await result.click();
    await page.getByRole('heading', { level: 1, name: /\.xlsx$/ }).waitFor();
    waitOnce(sandbox);
  });
});

// A new page: the fixture `page` fails the test for what the browser writes on its console about the missing file.
test('a page that was left open while the program was updated says so, and a press loads the new one', async ({
  context,
  app,
  sandbox,
}) => {
  const page = await context.newPage();
  await page.goto(app.entryUrl());
  await connect(page, sandbox);
  await page.route(/assets\/(Settings|Keys)-/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Ajustes' }).click();
  const note = page.getByRole('alert').filter({ hasText: es.marco_pagina_actualizada });
  await note.waitFor();
  // The list of keys has no screen to show the failure: a notice says that its code is gone.
  await page.getByRole('link', { name: 'Inicio', exact: true }).click();
  await page.keyboard.press('?');
  await page.getByRole('status').filter({ hasText: es.marco_pagina_actualizada }).waitFor();
  await waitAccessible(page);
  await page.getByRole('link', { name: 'Ajustes' }).click();
  await note.waitFor(); // the missing file was asked for; from here on it is there
  await page.unroute(/assets\/(Settings|Keys)-/);
  await note.getByRole('button', { name: 'Recargar' }).click();
  await page.getByRole('heading', { name: 'Ajustes' }).first().waitFor();
});

async function openProcess(folder: string): Promise<{ child: ChildProcess; entrada: string }> {
  const child = spawn(process.execPath, [SERVE, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  for await (const line of createInterface({ input: child.stdout })) return { child, entrada: line };
  throw new Error('the program ended before it said its entry');
}
