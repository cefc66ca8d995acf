import type { Page } from 'playwright-core';

/** Leaves the forecast for the sending step, whatever the forecast says. */
export const passPrevia = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Seguir (?:sin|al) / }).click();

/** Sends the example, through every step of the wizard, up to its result. */
export async function reconcileExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page.getByRole('button', { name: 'Usar la planilla de ejemplo' }).click();
  await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
  await page.getByRole('button', { name: 'Omitir las 5' }).click();
  await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
  await passPrevia(page);
  await page.getByRole('button', { name: /^Enviar \d+ cupones$/ }).click();
  await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();
}
