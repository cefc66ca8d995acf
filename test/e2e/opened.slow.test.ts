import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import type { Page } from 'playwright-core';
import { createApp } from '#app/compose/index.ts';
import type { HostEvent } from '#contract/host-events.ts';
import { ROOT } from '#hosts/loopback/open.ts';
import { startLoopback } from '#hosts/loopback/start.ts';
import { createQuestions } from '#hosts/page/questions.ts';
import { waitAccessible, waitForFocus, waitToFit, soon, test } from './application.ts';
import { takeLook } from './look.ts';

const CSV = 'Fecha;Comprobante;Ult. 4;Importe\n01/11/2026;1;8986;10,00\n';
const fileNamed = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(CSV) });

/** Drops a file on the page; true where the browser is left to open it. */
const DROP = `(() => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([${JSON.stringify(CSV)}], 'soltada.csv'));
  return document.querySelector('main').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
})()`;

/** The application, with a way to tell its pages that files were opened with it, as the window does. */
async function openWithEvents(): Promise<{ entryUrl: () => string; send: (event: HostEvent) => void }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'conciliador-e2e-'));
  const questions = createQuestions();
  const told: { send?: (event: HostEvent) => void } = {};
  const app = createApp({
    env: { CONCILIADOR_HOME: folder },
    host: 'loopback',
    askForSecret: questions.ask,
    desktop: { openFolder: () => Promise.resolve(true) },
    onNotice: questions.notify,
  });
  const loopback = await startLoopback({
    dispatch: app.dispatch,
    questions: {
      ...questions,
      connect: (output) => {
        questions.connect(output);
        told.send = (event) => {
          output.send(event);
        };
      },
    },
    rendererFolder: path.join(ROOT, 'out', 'renderer'),
    openPage: () => Promise.resolve(true),
  });
  onTestFinished(async () => {
    await loopback.close();
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { entryUrl: () => loopback.entryUrl(), send: (event) => told.send?.(event) };
}

/** Gives the page a file; resolves with the handle that the program knows it by. */
async function bring(page: Page, name: string): Promise<string> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/archivos')),
    page.locator('input[type=file]').setInputFiles(fileNamed(name)),
  ]);
  const { archivo } = (await answer.json()) as { archivo: string };
  await page.getByRole('heading', { name: '¿Qué hay en cada columna?' }).waitFor();
  return archivo;
}

describe('a file that is opened with the program', () => {
  // `app` builds the screens.
  test('waits beside what is under review until the person says so', async ({ app, context }) => {
    void app;
    const { entryUrl, send } = await openWithEvents();
    const page = await context.newPage();
    await page.goto(entryUrl());
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    const monday = await bring(page, 'lunes.csv');
    await page.getByRole('button', { name: 'Volver', exact: true }).click();
    const tuesday = await bring(page, 'martes.csv');
    const note = page.getByRole('status').filter({ hasText: 'y todavía no se ley' });

    send({ tipo: 'abrir_con', archivos: [monday] });
    await note.filter({ hasText: 'Trajiste «lunes.csv»' }).waitFor();
    await takeLook(page, 'abierto-con-el-programa');
    await waitAccessible(page);
    await waitToFit(page);
    await page.getByRole('button', { name: 'No leerla' }).click();
    await note.waitFor({ state: 'detached' });
    await waitForFocus(page);
    await page.getByRole('heading', { name: '¿Qué hay en cada columna?' }).waitFor();

    send({ tipo: 'abrir_con', archivos: [monday, tuesday] });
    await note.filter({ hasText: 'Trajiste «lunes.csv» y 1 más' }).waitFor();
    await page.getByRole('button', { name: 'Leerla ahora' }).click();
    await page.getByRole('button', { name: 'lunes.csv' }).waitFor();
    await page.getByRole('button', { name: 'martes.csv' }).waitFor();
    await soon(() => note.count()).toBe(0);
    await waitForFocus(page);

    // So is one that is dropped on another screen: the browser would open it in the place of the program.
    await page.getByRole('link', { name: 'Operaciones', exact: true }).click();
    await page.getByRole('heading', { name: 'Operaciones', level: 1 }).waitFor();
    expect(await page.evaluate(DROP)).toBe(false);
    await note.filter({ hasText: 'Trajiste «soltada.csv»' }).waitFor();
    await page.getByRole('button', { name: 'Leerla ahora' }).click();
    await page.getByText('soltada.csv').first().waitFor();
  });
});
