import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { soon, testReconciled as test, waitAccessible } from './application.ts';
import { takeLook } from './look.ts';

/** The queue of the example, with what was sold downloaded. */
async function openQueue(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
  const queue = page.getByRole('grid', { name: 'Cupones sin conciliar' });
  await queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first().waitFor();
  return queue;
}

/** The number of the coupon of the panel, as its heading says it. */
const named = (page: Page): Promise<string> =>
  page.getByRole('complementary', { name: 'Cupón elegido' }).getByRole('heading', { level: 2 }).first().innerText();

/** Whether the keyboard is in the row of the coupon of the panel: the letters act on it. */
const isKeyboardAtCupon = async (page: Page): Promise<boolean> => {
  const row: string = await page.evaluate(`document.activeElement?.closest('.ag-row-selected')?.textContent ?? ''`);
  return row !== '' && row.includes((await named(page)).replace(/^\D*/, ''));
};

/** The row of the coupon of the panel, in whatever list it is shown. */
const rowOf = (queue: Locator, name: string): Locator =>
  queue.getByRole('row').filter({ hasText: name.replace(/^\D*/, '') });

const filterOf = (page: Page, name: RegExp): Locator =>
  page.getByRole('group', { name: 'Qué cupones se ven' }).getByRole('button', { name });
const countOf = async (filter: Locator): Promise<number> => Number((await filter.innerText()).replace(/\D/g, ''));

test('a decision that fails is told in the visible part of the panel', async ({ page }) => {
  const queue = await openQueue(page);
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.route('**/api/llamadas', async (route) => {
    const { metodo } = route.request().postDataJSON() as { metodo: string };
    if (metodo !== 'decisiones.tomar') return route.fallback();
    return route.fulfill({ json: { ok: false, error: { code: 'DISCO_LLENO', message: 'x' } } });
  });
  await queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first().click();
  const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
  await panel.getByRole('button', { name: /^Es esta/ }).click();
  const note = panel.getByRole('alert');
  await note.waitFor();
  const foot = panel.getByRole('button', { name: /^Es esta/ });
  const isAboveFoot = async (): Promise<boolean> => {
    const [its, below] = [await note.boundingBox(), await foot.boundingBox()];
    return its !== null && below !== null && its.y >= 0 && its.y + its.height <= below.y;
  };
  await soon(isAboveFoot).toBe(true);
});

describe('a person decides about a coupon that did not match', () => {
  test('and the next one comes, with the keyboard; undone, the coupon is back', async ({ page }) => {
    const queue = await openQueue(page);
    const sure = queue.getByRole('gridcell', { name: 'Muy probable', exact: true });
    const toDo = filterOf(page, /^Por hacer/);
    const waiting = await countOf(toDo);
    const rail = page.getByRole('link', { name: 'Sin conciliar', exact: true });
    await soon(() => rail.getAttribute('title')).toBe(`Sin conciliar: ${String(waiting)} cupones por hacer`);
    await sure.first().click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByText(/^Muy probable: /).waitFor();
    const first = await named(page);

    await panel.getByRole('button', { name: /^Es esta/ }).click();
    await page.getByText('Quedó vinculado con la operación. Sale en el informe.').waitFor();
    await soon(() => named(page)).not.toBe(first);
    const second = await named(page);
    await soon(() => isKeyboardAtCupon(page)).toBe(true);
    await soon(() => countOf(toDo)).toBe(waiting - 1);
    // The rail follows.
    await soon(() => rail.getAttribute('title')).toBe(`Sin conciliar: ${String(waiting - 1)} cupones por hacer`);
    await panel.getByRole('button', { name: /^Es esta/ }).waitFor();
    await takeLook(page, 'decision-vinculado');

    await page.keyboard.press('z');
    await page.getByText('Se deshizo.').waitFor();
    await soon(() => named(page)).toBe(first);
    await soon(() => isKeyboardAtCupon(page)).toBe(true);
    await soon(() => countOf(toDo)).toBe(waiting);
    await panel.getByRole('button', { name: /^Es esta/ }).waitFor();

    // By the keyboard alone: a note stays at its coupon, and what is decided goes on.
    await page.keyboard.press('n');
    await panel.getByRole('textbox', { name: 'Nota' }).fill('Preguntar en la sucursal');
    await page.keyboard.press('Enter');
    await page.getByText('La nota quedó guardada.').waitFor();
    await panel.getByText(/^Nota: Preguntar en la sucursal/).waitFor();
    expect(await named(page)).toBe(first);
    // The form is gone, and the keyboard is at its coupon: Escape closes a form, and nothing else.
    await soon(() => isKeyboardAtCupon(page)).toBe(true);
    await page.keyboard.press('f');
    await panel.getByRole('textbox', { name: 'Vuelve a la cola el' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.getByRole('textbox', { name: 'Vuelve a la cola el' }).waitFor({ state: 'detached' });
    await soon(() => isKeyboardAtCupon(page)).toBe(true);
    await page.keyboard.press('r');
    const done = page.getByText('Anotado: esa operación no se propone más para este cupón.');
    await done.waitFor();
    // Beside it there is no room for every key: those that have none are left out, and none is cut.
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
    // The form is gone, and the keyboard is not lost with it.
    await soon(() => isKeyboardAtCupon(page)).toBe(true);
    await takeLook(page, 'decision-sigue');
  });

  test('says how far the claim is, writes a difference off, looks later, and each is in the history and is undone there', async ({
    page,
  }) => {
    const queue = await openQueue(page);
    const toDo = filterOf(page, /^Por hacer/);
    const claims = filterOf(page, /^Reclamos/);
    const waiting = await countOf(toDo);
    const sure = queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first();
    await sure.click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByText(/^Muy probable: /).waitFor();
    await takeLook(page, 'decision-panel');
    const first = await named(page);

    await sure.focus();
    await page.keyboard.press('c');
    await panel.getByRole('combobox', { name: 'En qué está el reclamo' }).selectOption('reclamado');
    await takeLook(page, 'decision-reclamo');
    await panel.getByRole('textbox', { name: 'Comentario (si querés)' }).fill('al 0810');
    await page.keyboard.press('Enter');
    await page.getByText('Quedó anotado el reclamo.').waitFor();
    await soon(() => countOf(claims)).toBe(1);
    await soon(() => countOf(toDo)).toBe(waiting - 1);

    // Among the claims it is the only one: it stays in the panel whatever is decided.
    await claims.click();
    await rowOf(queue, first).getByRole('gridcell').nth(1).click();
    await panel.getByText(/^Reclamado: al 0810/).waitFor();
    expect(await named(page)).toBe(first);
    await panel.getByRole('button', { name: 'Ajustar…' }).click();
    const amount = panel.getByRole('textbox', { name: 'Importe que se ajusta' });
    expect(await amount.inputValue()).toBe('0,00');
    await amount.fill('0,13');
    await panel.getByRole('textbox', { name: 'Por qué se ajusta' }).fill('redondeo');
    await page.keyboard.press('Enter');
    await panel
      .getByText(/Ajustado \$\s0,13: redondeo/)
      .first()
      .waitFor();

    await panel.getByRole('button', { name: 'Mirar después…' }).click();
    await panel.getByRole('textbox', { name: 'Vuelve a la cola el' }).fill('31/12/2099');
    await page.keyboard.press('Enter');
    await panel
      .getByText(/Mirar el 31\/12\/2099/)
      .first()
      .waitFor();

    await panel.getByText('Historia', { exact: true }).click();
    const history = panel.getByRole('list', { name: 'Historia' }).getByRole('listitem');
    await soon(() => history.count()).toBe(3);
    await waitAccessible(page);
    await takeLook(page, 'decision-historia');
    await panel.getByRole('button', { name: /^Deshacer: Mirar el/ }).click();
    await panel.getByText(/^Lo deshizo /).waitFor();
    await panel.getByRole('button', { name: /^Deshacer: Ajustado/ }).click();
    await panel.getByRole('button', { name: /^Deshacer: Reclamado/ }).click();
    await soon(() => countOf(toDo)).toBe(waiting);
    await takeLook(page, 'decision-deshecha');
  });
});

describe('several coupons', () => {
  test('are decided about at once after seeing what it does, and undone all at once', async ({ page }) => {
    const queue = await openQueue(page);
    const rows = queue.getByRole('gridcell', { name: /^(Muy probable|Probable|Posible|Ninguna)$/ });
    const toDo = filterOf(page, /^Por hacer/);
    const before = await countOf(toDo);
    await rows.first().click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    const panel = page.getByRole('complementary', { name: 'Cupones elegidos' });
    await panel.getByRole('heading', { name: '3 cupones elegidos' }).waitFor();
    await takeLook(page, 'varios');
    await panel.getByRole('button', { name: 'Ver qué hace' }).click();
    await panel.getByText(/^Decide sobre \d+ cup/).waitFor();
    await soon(() => page.evaluate('document.activeElement?.textContent ?? ""')).toMatch(/^\s*Decidir/);
    await waitAccessible(page);
    await takeLook(page, 'varios-que-hace');
    await panel.getByRole('button', { name: /^Decidir (?:los )?\d+$/ }).click();
    await panel.waitFor({ state: 'hidden' });
    await page.getByText('Hecho sobre 3 cupones. Se deshace todo junto.').waitFor();
    await soon(() => countOf(toDo)).toBe(before - 3);
    await takeLook(page, 'varios-hecho');
    // The keyboard may be outside the rows by now.
    await queue.getByRole('columnheader').nth(2).focus();
    await page.keyboard.press('Control+z');
    await soon(() => countOf(toDo)).toBe(before);

    await rows.first().click();
    await page.keyboard.press('Shift+ArrowDown');
    await panel.getByRole('button', { name: 'Ver qué hace' }).click();
    await panel.getByRole('button', { name: /^Decidir (?:los )?\d+$/ }).click();
    await page.getByText('Hecho sobre 2 cupones. Se deshace todo junto.').waitFor();
    await page.getByRole('button', { name: 'Deshacer', exact: true }).click();
    await soon(() => countOf(toDo)).toBe(before);
  });
});
