import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { testReconciled, testReviewing } from './application.ts';
import { hold } from './steps.ts';

/** What a slow machine or a slow service must not spoil: what a person does while something is on its way. */

/** Resolves once a method is answered, and the page has taken the answer. */
async function answered(page: Page, method: string): Promise<void> {
  const response = await page.waitForResponse(
    (one) =>
      one.url().endsWith('/api/llamadas') && (one.request().postDataJSON() as { metodo: string }).metodo === method,
  );
  await response.finished();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

async function openQueue(page: Page) {
  await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
  const rows = page
    .getByRole('grid', { name: 'Cupones sin conciliar' })
    .getByRole('gridcell', { name: /^(Muy probable|Probable|Posible|Ninguna)$/ });
  await rows.first().waitFor();
  return rows;
}

describe('while it is decided about several coupons', () => {
  testReconciled('the one that is looked at meanwhile, and what is written about it, stay', async ({ page }) => {
    const rows = await openQueue(page);
    await rows.first().click();
    await page.keyboard.press('Shift+ArrowDown');
    const several = page.getByRole('complementary', { name: 'Cupones elegidos' });
    await several.getByRole('button', { name: 'Ver qué hace' }).click();
    const decide = several.getByRole('button', { name: /^Decidir (?:los )?\d+$/ });
    await decide.waitFor();
    const release = await hold(page, 'decisiones.tomar');
    await decide.click();
    await rows.nth(4).click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByRole('button', { name: 'Nota…' }).click();
    const note = panel.getByRole('textbox', { name: 'Nota' });
    await note.fill('Preguntar en la sucursal');
    release();
    await page.getByText(/^Hecho sobre \d+ cupones/).waitFor();
    expect(await note.inputValue()).toBe('Preguntar en la sucursal');
    expect(await note.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  });

  testReconciled('what it would do is not shown for another decision that was chosen meanwhile', async ({ page }) => {
    const rows = await openQueue(page);
    await rows.first().click();
    await page.keyboard.press('Shift+ArrowDown');
    const several = page.getByRole('complementary', { name: 'Cupones elegidos' });
    const release = await hold(page, 'decisiones.tomar');
    await several.getByRole('button', { name: 'Ver qué hace' }).click();
    await several.getByRole('radio', { name: 'Nota' }).check();
    const taken = answered(page, 'decisiones.tomar');
    release();
    await taken;
    await several.getByRole('textbox', { name: 'Nota' }).fill('x');
    await several.getByRole('button', { name: 'Ver qué hace' }).click();
    await several.getByRole('heading', { name: 'Nota' }).waitFor();
    await several.getByText(/^Decide sobre 2 cupones/).waitFor();
  });
});

testReviewing('while a cell is corrected, another one that is being written in stays open', async ({ page }) => {
  await page.getByRole('link', { name: 'Conciliar', exact: true }).click();
  await page.getByRole('button', { name: 'Ir al primer error' }).click();
  const cell = page.getByRole('dialog');
  await cell.getByRole('heading', { name: 'Vino el número de tarjeta completo.' }).waitFor();
  const release = await hold(page, 'revision.corregir');
  await page.keyboard.press('Enter'); // takes the fix that is offered
  await page.keyboard.press('Escape');
  await cell.waitFor({ state: 'detached' });
  const grid = page.getByRole('grid', { name: 'Filas del archivo' });
  await grid.locator('[role=row]:not([row-index^="b"]) [role=gridcell][col-id="comprobante"]').nth(1).dblclick();
  const field = cell.getByRole('textbox');
  await field.fill('00009999');
  release();
  await page.getByText('4 filas con error.').waitFor();
  expect(await field.inputValue()).toBe('00009999');
  expect(await field.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
});
