import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { test, waitAccessible } from './application.ts';
import { connect, passPrevia } from './steps.ts';

async function sendFile(page: Page, name: string, from: number): Promise<void> {
  const rows = Array.from({ length: 5 }, (_, i) => `20/11/2026;${String(from + i)};8986;${String(100 + i)},00`);
  const text = ['Fecha;Comprobante;Ult. 4;Importe', ...rows].join('\n');
  await page.locator('input[type=file]').setInputFiles([{ name, mimeType: 'text/csv', buffer: Buffer.from(text) }]);
  await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
  await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
  await passPrevia(page);
  await page.getByRole('button', { name: /^Enviar \d+ cupones$/ }).click();
}

test('an upload in its safety wait goes on in another language, beside another file, and on a page that is loaded again', async ({
  page,
  sandbox,
}) => {
  await connect(page, sandbox);
  sandbox.injectFailure('subir:2:corte-despues');
  await sendFile(page, 'a.csv', 1);
  await page.getByRole('heading', { name: 'Espera de seguridad' }).waitFor();
  const bar = page.getByRole('banner');
  await page.evaluate('window.isSamePage = true');
  await page.goto(`${page.url().split('#')[0] ?? ''}#/ajustes/apariencia`);
  await page.getByRole('combobox').selectOption('English');
  await page.getByRole('heading', { name: 'Language and theme' }).waitFor();
  await bar.getByText('Safety wait').waitFor();
  expect(await page.evaluate('window.isSamePage')).toBe(true);
  await page.getByRole('combobox').selectOption('Español (Argentina)');
  await page.getByRole('heading', { name: 'Idioma y tema' }).waitFor();

  await page.getByRole('link', { name: 'Conciliar', exact: true }).click();
  await page.getByRole('button', { name: 'Conciliar otro archivo' }).click();
  await sendFile(page, 'b.csv', 100);
  await page.getByRole('heading', { name: '«a» ya tiene resultado' }).waitFor();
  await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
  const main = page.getByRole('main');
  await main.getByRole('heading', { name: 'Espera de seguridad' }).waitFor();
  await main.getByText('a.csv').first().waitFor();
  await main.getByRole('table').getByRole('link', { name: 'a.csv' }).waitFor();
  await main.getByRole('link', { name: 'b.csv' }).waitFor();
  await waitAccessible(page);

  await page.getByRole('link', { name: 'Inicio', exact: true }).click();
  await page.reload();
  await bar.getByText('Espera de seguridad').waitFor();
});
