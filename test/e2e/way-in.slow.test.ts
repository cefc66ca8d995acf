import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { waitAccessible, waitToFit, soon, test } from './application.ts';

test('a second tab and an old page offer the way in, and nothing is shown before', async ({ app, context, page }) => {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();

  // The address of a screen in another tab of the same browser.
  const second = await context.newPage();
  await second.goto(`${app.url}#/conciliaciones`);
  await second.getByRole('heading', { name: 'Conciliador está abierto en otra pestaña' }).waitFor();
  await waitAccessible(second);
  await waitToFit(second);
  await second.getByRole('button', { name: 'Usar también esta' }).click();
  await second.getByRole('heading', { name: 'Conciliaciones', exact: true }).waitFor();
  expect(second.url()).toBe(`${app.url}#/conciliaciones`);
  await page.reload();
  await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
  await page.close();
  await second.close();

  // A used entry, when no tab is left: the program opens a new one.
  const used = app.entryUrl();
  const letIn = await context.newPage();
  await letIn.goto(used);
  await letIn.getByRole('link', { name: 'Conciliaciones', exact: true }).waitFor();
  await letIn.close();
  const old = await context.newPage();
  await old.goto(used);
  await old.getByRole('heading', { name: 'Esta página quedó vieja' }).waitFor();
  await waitAccessible(old);
  await old.getByRole('button', { name: 'Abrir Conciliador' }).click();
  await old.getByRole('heading', { name: 'Se abrió en una pestaña nueva' }).waitFor();
  await waitAccessible(old);
  await soon(() => app.opened.length).toBe(1);
  const fresh = await context.newPage();
  await fresh.goto(pathToFileURL(app.opened[0] ?? '').href);
  await fresh.getByRole('link', { name: 'Conciliaciones', exact: true }).waitFor();
});

test('a page that the program no longer knows comes in again', async ({ app, context }) => {
  // A page of its own: the refused calls appear on its console.
  const page = await context.newPage();
  await page.goto(app.entryUrl());
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
  await context.clearCookies();
  await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
  const note = page.getByRole('alert').filter({ hasText: 'Esta página quedó de una vez anterior.' }).first();
  await note.getByRole('button', { name: 'Entrar de nuevo' }).click();
  await page.getByRole('button', { name: 'Abrir Conciliador' }).waitFor();
});
