import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pronto, test, waitAccessible, waitToFit } from './application.ts';
import { takeLook } from './look.ts';
import { reconcileExample } from './steps.ts';

/** The queue of the example, with what was sold downloaded. */
async function openQueue(page: Page): Promise<Locator> {
  await reconcileExample(page);
  await page.getByRole('button', { name: 'Actualizar', exact: true }).first().click();
  await page.getByText(/^Datos al /).waitFor();
  await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
  const queue = page.getByRole('grid', { name: 'Cupones sin conciliar' });
  await queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first().waitFor();
  return queue;
}

describe('a person decides about a coupon that did not match', () => {
  test('accepts its operation, undoes it, refuses it, and leaves a note, by the keyboard and by buttons', async ({
    page,
  }) => {
    const queue = await openQueue(page);
    const sure = queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first();
    await sure.click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByText(/^Muy probable: /).waitFor();

    await panel.getByRole('button', { name: /^Es esta/ }).click();
    await panel.getByText('Quedó vinculado con la operación. Sale en el informe.').waitFor();
    await panel.getByText(/^Decidiste: Vinculado con /).waitFor();
    expect(await panel.getByRole('button', { name: /^Es esta/ }).count()).toBe(0);
    await waitAccessible(page);
    await waitToFit(page);
    await takeLook(page, 'decision-vinculado');

    await sure.focus();
    await page.keyboard.press('z');
    await panel.getByText('Se deshizo.').waitFor();
    await panel.getByRole('button', { name: /^Es esta/ }).waitFor();

    await sure.focus();
    await page.keyboard.press('n');
    const field = panel.getByRole('textbox', { name: 'Nota' });
    await field.fill('Preguntar en la sucursal');
    await page.keyboard.press('Enter');
    await panel.getByText('La nota quedó guardada.').waitFor();
    await panel
      .getByText(/Preguntar en la sucursal|Con nota/)
      .first()
      .waitFor();

    await sure.focus();
    await page.keyboard.press('r');
    await panel.getByText('Anotado: esa operación no se propone más para este cupón.').waitFor();
    await pronto(() => panel.getByText(/^Muy probable: /).count()).toBe(0);
    await takeLook(page, 'decision-no-es');
  });

  test('says how far the claim is, writes a difference off, looks later, and each is in the history and is undone there', async ({
    page,
  }) => {
    const queue = await openQueue(page);
    const filters = page.getByRole('group', { name: 'Qué cupones se ven' });
    const filter = (name: RegExp): Locator => filters.getByRole('button', { name });
    const waiting = Number((await filter(/^Por hacer/).innerText()).replace(/\D/g, ''));
    const sure = queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first();
    await sure.click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByText(/^Muy probable: /).waitFor();
    await takeLook(page, 'decision-panel');

    await sure.focus();
    await page.keyboard.press('c');
    await panel.getByRole('combobox', { name: 'En qué está el reclamo' }).selectOption('reclamado');
    await takeLook(page, 'decision-reclamo');
    await panel.getByRole('textbox', { name: 'Comentario (si querés)' }).fill('al 0810');
    await page.keyboard.press('Enter');
    await panel.getByText('Quedó anotado el reclamo.').waitFor();
    await panel.getByText(/^Decidiste: Reclamado: al 0810/).waitFor();
    await pronto(() => filter(/^Reclamos/).innerText()).toMatch(/1$/);
    await pronto(() => filter(/^Por hacer/).innerText()).toMatch(new RegExp(`${String(waiting - 1)}$`));

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
    await pronto(() => history.count()).toBe(3);
    await waitAccessible(page);
    await waitToFit(page);
    await takeLook(page, 'decision-historia');
    await panel.getByRole('button', { name: /^Deshacer: Mirar el/ }).click();
    await panel.getByText(/^Lo deshizo /).waitFor();
    await panel.getByRole('button', { name: /^Deshacer: Ajustado/ }).click();
    await panel.getByRole('button', { name: /^Deshacer: Reclamado/ }).click();
    await pronto(() => filter(/^Por hacer/).innerText()).toMatch(new RegExp(`${String(waiting)}$`));
    await takeLook(page, 'decision-deshecha');
  });

  test('links a coupon with several operations by hand, the difference said, and unlinks it', async ({ page }) => {
    const queue = await openQueue(page);
    const sure = queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first();
    await sure.click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByText(/^Muy probable: /).waitFor();
    await sure.focus();
    await page.keyboard.press('l');
    const field = panel.getByRole('textbox', { name: 'Buscar la operación' });
    await field.fill('credito');
    await page.keyboard.press('Enter');
    const offered = panel.getByRole('group', { name: 'Operaciones que son este cupón' }).getByRole('checkbox');
    await pronto(() => offered.count()).toBeGreaterThan(3);
    await offered.nth(1).check();
    await offered.nth(2).check();
    await panel.getByText(/^Difieren en /).waitFor();
    await panel.getByRole('textbox', { name: 'Diferencia que aceptás' }).fill('0,01');
    await takeLook(page, 'decision-vincular');
    await panel.getByRole('button', { name: 'Vincular', exact: true }).click();
    await panel.getByText(/^No alcanza: difieren en /).waitFor();
    await panel.getByRole('textbox', { name: 'Diferencia que aceptás' }).fill('9.999.999,00');
    await panel.getByRole('button', { name: 'Vincular', exact: true }).click();
    await panel.getByText(/^Decidiste: Vinculado con \d+, \d+ \(difiere en /).waitFor();
    await sure.focus();
    await page.keyboard.press('u');
    await panel.getByRole('button', { name: 'Vincular a mano…' }).waitFor();
  });

  test('decides about several at once after seeing what it does, and undoes them all at once', async ({ page }) => {
    const queue = await openQueue(page);
    const rows = queue.getByRole('gridcell', { name: /^(Muy probable|Probable|Posible|Ninguna)$/ });
    const filters = page.getByRole('group', { name: 'Qué cupones se ven' });
    const before = await filters.getByRole('button', { name: /^Por hacer/ }).innerText();
    await rows.first().click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    const panel = page.getByRole('complementary', { name: 'Cupones elegidos' });
    await panel.getByRole('heading', { name: '3 cupones elegidos' }).waitFor();
    await takeLook(page, 'varios');
    await panel.getByRole('button', { name: 'Ver qué hace' }).click();
    await panel.getByText(/^Decide sobre \d+ cup/).waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await takeLook(page, 'varios-que-hace');
    await panel.getByRole('button', { name: /^Decidir (?:los )?\d+$/ }).click();
    await panel.waitFor({ state: 'hidden' });
    await page.getByText('Hecho sobre 3 cupones. Se deshace todo junto.').waitFor();
    await pronto(() => filters.getByRole('button', { name: /^Por hacer/ }).innerText()).not.toBe(before);
    await takeLook(page, 'varios-hecho');
    await page.getByRole('button', { name: 'Deshacer', exact: true }).click();
    await pronto(() => filters.getByRole('button', { name: /^Por hacer/ }).innerText()).toBe(before);
  });
});
