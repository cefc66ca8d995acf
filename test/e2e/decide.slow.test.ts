import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { soon, testReconciled, waitAccessible, waitToFit } from './application.ts';
import { cuponPanel, failMethod, hold, named } from './steps.ts';

async function openQueue(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
  const queue = page.getByRole('grid', { name: 'Cupones sin conciliar' });
  await queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first().waitFor();
  return queue;
}

/** Whether the focus is in the row of the panel's coupon, where the letter keys act. */
const isKeyboardAtCupon = async (page: Page): Promise<boolean> => {
  const row: string = await page.evaluate(`document.activeElement?.closest('.ag-row-selected')?.textContent ?? ''`);
  return row !== '' && row.includes((await named(page)).replace(/^\D*/, ''));
};

const filterOf = (page: Page, name: RegExp): Locator =>
  page.getByRole('group', { name: 'Qué cupones se ven' }).getByRole('button', { name });

const countOf = async (filter: Locator): Promise<number> => Number((await filter.innerText()).replace(/\D/g, ''));

describe('a person decides about a coupon that did not match', () => {
  testReconciled('with the keyboard, and the next one comes; undone, the coupon is back', async ({ page }) => {
    const queue = await openQueue(page);
    await queue.getByRole('columnheader', { name: 'Diferencia' }).waitFor();
    const sure = queue.getByRole('gridcell', { name: 'Muy probable', exact: true });
    const toDo = filterOf(page, /^Por hacer/);
    const waiting = await countOf(toDo);
    const rail = page.getByRole('link', { name: 'Sin conciliar', exact: true });
    await soon(() => rail.getAttribute('title')).toBe(`Sin conciliar: ${String(waiting)} cupones por hacer`);
    await page.getByRole('searchbox', { name: 'Buscar en estos cupones' }).press('ArrowDown');
    await soon(() => queue.locator(':focus').getAttribute('role')).toBe('gridcell');
    await sure.first().click();
    const panel = cuponPanel(page);
    await panel.getByText(/^Muy probable: /).waitFor();
    const first = await named(page);
    // j goes to the next coupon, k goes back.
    await page.keyboard.press('j');
    await soon(() => named(page)).not.toBe(first);
    await page.keyboard.press('k');
    await soon(() => named(page)).toBe(first);

    // A focus that went to the bar while the answer was awaited stays there.
    const release = await hold(page, 'decisiones.tomar');
    await panel.getByRole('button', { name: /^Es esta/ }).click();
    const update = page.getByRole('banner').getByRole('button', { name: 'Actualizar', exact: true });
    await update.focus();
    release();
    await page.getByText('Quedó vinculado con la operación. Sale en el informe.').waitFor();
    await soon(() => named(page)).not.toBe(first);
    const second = await named(page);
    expect(await update.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await soon(() => rail.getAttribute('title')).toBe(`Sin conciliar: ${String(waiting - 1)} cupones por hacer`);
    await panel.getByRole('button', { name: /^Es esta/ }).waitFor();

    await queue.locator('.ag-row-selected').getByRole('gridcell').first().focus();
    await page.keyboard.press('z');
    await page.getByText('Se deshizo.').waitFor();
    await soon(() => named(page)).toBe(first);
    await soon(() => countOf(toDo)).toBe(waiting);
    await panel.getByRole('button', { name: /^Es esta/ }).waitFor();
    await soon(() => isKeyboardAtCupon(page)).toBe(true);

    // By keys alone: after a note the panel stays at its coupon, after a decision it shows the next.
    await page.keyboard.press('n');
    await panel.getByRole('textbox', { name: 'Nota' }).fill('Preguntar en la sucursal');
    await page.keyboard.press('Enter');
    await page.getByText('La nota quedó guardada.').waitFor();
    await panel.getByText(/^Nota: Preguntar en la sucursal/).waitFor();
    expect(await named(page)).toBe(first);
    // The form closed and the focus is at its coupon: Escape closes only a form.
    await soon(() => isKeyboardAtCupon(page)).toBe(true);
    await page.keyboard.press('f');
    await panel.getByRole('textbox', { name: 'Vuelve a la cola el' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.getByRole('textbox', { name: 'Vuelve a la cola el' }).waitFor({ state: 'detached' });
    await soon(() => isKeyboardAtCupon(page)).toBe(true);
    // With the panel closed, a letter opens it: a form at once, a decision only with the letter pressed again.
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('f');
    await panel.getByRole('textbox', { name: 'Vuelve a la cola el' }).waitFor();
    await page.keyboard.press('Escape');
    await soon(() => isKeyboardAtCupon(page)).toBe(true);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('r');
    await panel.getByRole('button', { name: /^Es esta/ }).waitFor();
    await page.keyboard.press('r');
    const done = page.getByText('Descartaste esa operación.');
    await done.waitFor();
    // Beside the notice not every key has room: keys without room are left out, and no key is cut.
    expect(await done.evaluate(({ parentElement: line }) => line === null || line.scrollWidth > line.clientWidth)).toBe(
      false,
    );
    await soon(() => named(page)).toBe(second);
    await soon(() => isKeyboardAtCupon(page)).toBe(true);
    await panel.getByRole('button', { name: /^Es esta/ }).waitFor();
    await page.keyboard.press('e');
    await panel.getByRole('textbox', { name: 'Por qué queda explicado' }).fill('Se cobró en efectivo');
    await page.keyboard.press('Enter');
    await page.getByText('Quedó explicado.').waitFor();
    await soon(() => named(page)).not.toBe(second);
    await soon(() => isKeyboardAtCupon(page)).toBe(true);

    // A decision that fails is shown in the visible part of the panel.
    await page.setViewportSize({ width: 1024, height: 700 });
    await failMethod(page, 'decisiones.tomar');
    const foot = panel.getByRole('button', { name: /^Es esta/ });
    await sure.first().click();
    await foot.click();
    const note = panel.getByRole('alert');
    await note.waitFor();
    const isAboveFoot = async (): Promise<boolean> => {
      const [its, below] = [await note.boundingBox(), await foot.boundingBox()];
      return its !== null && below !== null && its.y >= 0 && its.y + its.height <= below.y;
    };
    await soon(isAboveFoot).toBe(true);
  });

  testReconciled('of several at once after seeing what it does, and of one again in its history', async ({ page }) => {
    const queue = await openQueue(page);
    const toDo = filterOf(page, /^Por hacer/);
    const waiting = await countOf(toDo);
    const rows = queue.getByRole('gridcell', { name: /^(Muy probable|Probable|Posible|Ninguna)$/ });
    await rows.first().click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    const many = page.getByRole('complementary', { name: 'Cupones elegidos' });
    await many.getByRole('heading', { name: '3 cupones elegidos' }).waitFor();
    await many.getByRole('button', { name: 'Ver qué hace' }).click();
    await many.getByText(/^Decide sobre \d+ cup/).waitFor();
    await soon(() => page.evaluate('document.activeElement?.textContent ?? ""')).toMatch(/^\s*Decidir/);
    await waitAccessible(page);
    await many.getByRole('button', { name: /^Decidir (?:los )?\d+$/ }).click();
    await many.waitFor({ state: 'hidden' });
    await soon(() => countOf(toDo)).toBe(waiting - 3);
    // The focus may be outside the rows by now.
    await queue.getByRole('columnheader').nth(2).focus();
    await page.keyboard.press('Control+z');
    await soon(() => countOf(toDo)).toBe(waiting);

    const sure = queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first();
    await sure.click();
    const panel = cuponPanel(page);
    await panel.getByText(/^Muy probable: /).waitFor();
    const first = await named(page);
    await page.keyboard.press('c');
    await panel.getByRole('combobox', { name: 'En qué está el reclamo' }).selectOption('reclamado');
    await panel.getByRole('textbox', { name: 'Comentario (si querés)' }).fill('al 0810');
    await page.keyboard.press('Enter');
    await page.getByText('Quedó anotado el reclamo.').waitFor();
    await filterOf(page, /^Reclamos/).click();
    const claimed = queue.getByRole('row').filter({ hasText: first.replace(/^\D*/, '') });
    await claimed.getByRole('gridcell').nth(1).click();
    await panel.getByText(/^Reclamado: al 0810/).waitFor();
    await panel.getByRole('button', { name: 'Ajustar…' }).click();
    await panel.getByRole('textbox', { name: 'Importe que se ajusta' }).fill('0,13');
    await panel.getByRole('textbox', { name: 'Por qué se ajusta' }).fill('redondeo');
    await page.keyboard.press('Enter');
    await panel
      .getByText(/Ajustado \$\s0,13: redondeo/)
      .first()
      .waitFor();
    await panel.getByText('Historia', { exact: true }).click();
    // The undone decision about several coupons is in the history too.
    await soon(() => panel.getByRole('list', { name: 'Historia' }).getByRole('listitem').count()).toBe(3);
    await waitAccessible(page);
    await panel.getByRole('button', { name: /^Deshacer: Ajustado/ }).click();
    await soon(() => panel.getByText(/^Lo deshizo /).count()).toBe(2);
  });
});

describe('operations without a coupon', () => {
  testReconciled('are told by till and day, and compared with the coupons', async ({ page }) => {
    await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
    await page.getByRole('link', { name: 'Operaciones sin cupón' }).click();
    const grid = page.getByRole('grid', { name: 'Operaciones sin cupón por terminal y día' });
    await grid.getByText(/^\d+ operaciones sin cupón$/).waitFor();
    // Its figure differs from the queue's.
    await page.getByText('Esa lista tiene todos los cupones por hacer').waitFor();
    await waitToFit(page);
    await grid.getByRole('gridcell').first().click();
    const panel = page.getByRole('complementary', { name: 'Ventas elegidas' });
    await panel.getByRole('heading', { name: /^(?:La operación|Las \d+ operaciones)$/ }).waitFor();
    await panel.getByRole('listitem').first().waitFor();
    await panel.getByRole('link', { name: 'Ver en Operaciones' }).waitFor();
    await waitAccessible(page);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });

    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar a Excel' }).click(),
    ]);
    expect(sheet.suggestedFilename()).toMatch(/^sin-cupon-.*\.xlsx$/);

    await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
    await page.getByRole('link', { name: 'Caja contra procesador' }).click();
    const table = page.getByRole('table', { name: 'Caja contra procesador' });
    await table.getByRole('button').first().waitFor();
    // A count of coupons in several places opens its day.
    const count = table.getByRole('button', { name: /^[\d.]+$/ }).first();
    await count.click();
    await table.getByRole('button', { name: /^[\d.]+$/, expanded: true }).waitFor();
    await count.click();
    const [day] = await table.getByRole('button').allInnerTexts();
    await table.getByRole('button', { name: day ?? '' }).press('Enter');
    await table.getByRole('button', { name: day ?? '', expanded: true }).waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await table
      .getByRole('row', { name: /^Sin conciliar \d+$/ })
      .first()
      .getByRole('link')
      .click();
    await page.getByRole('tab', { name: /^Sin conciliar/, selected: true }).waitFor();
    await page.getByRole('button', { name: /^vendidos del / }).waitFor();
  });
});
