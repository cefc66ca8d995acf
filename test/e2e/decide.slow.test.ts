import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { soon, test as testAnew, testReconciled as test, waitAccessible, waitToFit } from './application.ts';
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

testAnew(
  'before anything is reconciled the queue says so, and leads to the place where that is done',
  async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
    await page.getByRole('heading', { name: 'No hay nada conciliado' }).waitFor();
    await waitAccessible(page);
    await page.getByRole('link', { name: 'Conciliar cupones' }).click();
    await soon(() => page.url()).toMatch(/#\/conciliar$/);
  },
);

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
    await waitAccessible(page);
    await waitToFit(page);
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
    await panel.getByText(/^Decidiste: Nota: Preguntar en la sucursal/).waitFor();
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
    await panel.getByText(/^Decidiste: Reclamado: al 0810/).waitFor();
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
    await waitToFit(page);
    await takeLook(page, 'decision-historia');
    await panel.getByRole('button', { name: /^Deshacer: Mirar el/ }).click();
    await panel.getByText(/^Lo deshizo /).waitFor();
    await panel.getByRole('button', { name: /^Deshacer: Ajustado/ }).click();
    await panel.getByRole('button', { name: /^Deshacer: Reclamado/ }).click();
    await soon(() => countOf(toDo)).toBe(waiting);
    await takeLook(page, 'decision-deshecha');
  });

  test('links a coupon with several operations by hand, the difference said, and unlinks it', async ({ page }) => {
    const queue = await openQueue(page);
    const sure = queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first();
    await sure.click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByText(/^Muy probable: /).waitFor();
    const linked = await named(page);
    await sure.focus();
    await page.keyboard.press('l');
    const field = panel.getByRole('textbox', { name: 'Buscar la operación' });
    await field.fill('credito');
    await page.keyboard.press('Enter');
    const offered = panel.getByRole('group', { name: 'Operaciones que son este cupón' }).getByRole('checkbox');
    await soon(() => offered.count()).toBeGreaterThan(3);
    await offered.nth(1).check();
    await offered.nth(2).check();
    await panel.getByText(/^Difieren en /).waitFor();
    await panel.getByRole('textbox', { name: 'Diferencia que aceptás' }).fill('0,01');
    await takeLook(page, 'decision-vincular');
    await panel.getByRole('button', { name: 'Vincular', exact: true }).click();
    await panel.getByText(/^No alcanza: difieren en /).waitFor();
    await panel.getByRole('textbox', { name: 'Diferencia que aceptás' }).fill('9.999.999,00');
    await panel.getByRole('button', { name: 'Vincular', exact: true }).click();
    await page.getByText('Quedó vinculado con la operación. Sale en el informe.').waitFor();
    await filterOf(page, /^Decididos/).click();
    await rowOf(queue, linked).getByRole('gridcell').nth(1).click();
    await panel.getByText(/^Decidiste: Vinculado con \d+, \d+ \(difiere en /).waitFor();
    await panel.getByRole('button', { name: 'Deshacer el vínculo' }).locator('svg').waitFor();
    await page.keyboard.press('u');
    await panel.getByRole('button', { name: 'Vincular a mano…' }).waitFor();
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
    await panel.getByText(/^De 100 cupones sin operación, enlazaríamos por error /).waitFor();
    await soon(() => page.evaluate('document.activeElement?.textContent ?? ""')).toMatch(/^\s*Decidir/);
    await waitAccessible(page);
    await waitToFit(page);
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

  test('are chosen by their boxes, with the mouse or the space bar, all that are shown by the one of the header', async ({
    page,
  }) => {
    const queue = await openQueue(page);
    const panel = page.getByRole('complementary', { name: 'Cupones elegidos' });
    const boxes = queue.getByRole('checkbox', { name: /^Elegir el cupón / });
    await boxes.nth(0).click();
    await panel.getByRole('heading', { name: '1 cupón elegido' }).waitFor();
    await boxes.nth(2).click();
    await panel.getByRole('heading', { name: '2 cupones elegidos' }).waitFor();
    // What is chosen is said, with its amount and its difference, and the totals row is theirs.
    await page
      .getByRole('status')
      .filter({ hasText: /^2 filas elegidas\. (?=.*Diferencia ).*Importe \$/ })
      .waitFor({ state: 'attached' });
    await queue.getByText('2 filas elegidas').waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await takeLook(page, 'varios-casillas');

    // By the keyboard: it goes down without letting anything go.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await panel.getByRole('heading', { name: '3 cupones elegidos' }).waitFor();
    expect(await boxes.nth(3).isChecked()).toBe(true);
    await page.keyboard.press('Space');
    await panel.getByRole('heading', { name: '2 cupones elegidos' }).waitFor();

    // A row that the space bar chose is the first of those that the arrows add.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Space');
    await panel.getByRole('heading', { name: '1 cupón elegido' }).waitFor();
    await page.keyboard.press('Shift+ArrowUp');
    await panel.getByRole('heading', { name: '2 cupones elegidos' }).waitFor();
    expect(await boxes.nth(3).isChecked()).toBe(true);

    // One is looked at, and the others stay chosen.
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Cupón elegido' }).waitFor();
    await takeLook(page, 'varios-y-uno');
    await page.getByRole('button', { name: 'Decidir los 2…', exact: true }).click();
    await panel.getByRole('heading', { name: '2 cupones elegidos' }).waitFor();

    const total = await countOf(filterOf(page, /^Por hacer/));
    const all = queue.getByRole('checkbox', { name: 'Elegir todas las filas' });
    await all.click();
    await panel.getByRole('heading', { name: `${String(total)} cupones elegidos` }).waitFor();
    await soon(() => boxes.nth(1).isChecked()).toBe(true);
    await takeLook(page, 'varios-todos');
    await all.click();
    await panel.waitFor({ state: 'detached' });
    await queue.getByRole('gridcell').nth(1).focus();
    await page.keyboard.press('Control+a');
    await panel.getByRole('heading', { name: `${String(total)} cupones elegidos` }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await boxes.nth(0).isChecked()).toBe(false);
  });
});

test('the coupons that are shown are written as a workbook', async ({ page }) => {
  const queue = await openQueue(page);
  const total = await countOf(filterOf(page, /^Por hacer/));
  await queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first().click();
  const accept = page.getByRole('complementary', { name: 'Cupón elegido' }).getByRole('button', { name: /^Es esta/ });
  await accept.waitFor();
  const first = (await named(page)).replace(/^\D*/, '');
  await accept.click();
  await page.getByText('Quedó vinculado con la operación. Sale en el informe.').waitFor();
  await soon(() => countOf(filterOf(page, /^Por hacer/))).toBe(total - 1);
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar a Excel' }).click(),
  ]);
  expect(sheet.suggestedFilename()).toMatch(/^sin-conciliar-.*\.xlsx$/);
  const { sheets } = await readXlsx(await readFile(await sheet.path()));
  expect(sheets.map(({ name }) => name)).toEqual(['Por qué', 'Causas']);
  const rows = sheets[0]?.rows ?? [];
  const header = rows.findIndex((each) => each.includes('Motivo'));
  const body = rows.slice(header + 1).filter((each) => (each[0] ?? '') !== '');
  expect(body).toHaveLength(total); // those that are left, and the row of totals
  expect(rows.flat()).not.toContain(first);
  expect(rows.flat()).toContain((await named(page)).replace(/^\D*/, ''));
});
