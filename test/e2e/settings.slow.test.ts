import { describe, onTestFinished } from 'vitest';
import { openSandbox, accountOf, fillAccount } from './open.ts';
import { waitAccessible, waitToFit, soon, test } from './application.ts';

describe('Ajustes', () => {
  test('an account is added, tested, made the default and removed with its data', async ({ page, sandbox }) => {
    await fillAccount(page, accountOf(sandbox, 'Primera'));
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('heading', { name: 'Primera' }).waitFor();
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByText('Conexión probada.').waitFor();

    await page.getByRole('button', { name: 'Agregar' }).click();
    // The focus goes into the form that was opened.
    await soon(() => page.evaluate('document.activeElement.labels[0].innerText')).toBe('Nombre de la cuenta');
    const other = await openSandbox();
    onTestFinished(() => other.close());
    await fillAccount(page, accountOf(other, 'Segunda'));
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByRole('heading', { name: 'Segunda' }).waitFor();
    await page.getByRole('button', { name: 'Predeterminar' }).click();
    await page.getByText('Predeterminada').waitFor();

    await page.getByRole('button', { name: 'Quitar…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Quitar la cuenta Segunda' });
    await dialog.waitFor();
    await waitAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await soon(() => page.locator(':focus').innerText()).toBe('Quitar…'); // the focus came back to the button that opened it
    await page.getByRole('button', { name: 'Quitar…' }).click();
    await dialog.getByLabel('Borrar también sus datos').check();
    await dialog.getByRole('button', { name: 'Quitar la cuenta y sus datos' }).click();
    const removed = page.getByText('Quitamos la cuenta Segunda y sus secretos.');
    await removed.waitFor();
    // The notice is in sight, and a second Enter does not remove the next account.
    await soon(async () => (await removed.boundingBox())?.y ?? -1).toBeGreaterThan(0);
    await soon(() => page.evaluate("document.activeElement.closest('button') === null")).toBe(true);
    await page.getByRole('button', { name: /^Segunda/ }).waitFor({ state: 'detached' });
  });

  test('every part is accessible in both themes, and fits; a chosen theme stays after the page is loaded again', async ({
    page,
  }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('link', { name: 'Ajustes' }).click();
    // The example account can be removed, but has no buttons whose effect the next call would undo.
    await page.getByText(/^Lo pone Conciliador/).waitFor();
    await soon(() => page.getByRole('button', { name: /^(Cerrar sesión|Cambiar)$/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Quitar…' }).waitFor();
    const parts = page.getByRole('navigation', { name: 'Ajustes' }).getByRole('link');
    await soon(() => parts.count()).toBe(11);
    for (const name of await parts.allInnerTexts()) {
      await parts.filter({ hasText: name }).click();
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await waitAccessible(page);
      await waitToFit(page);
    }
    await page.getByRole('link', { name: 'Privacidad' }).click();
    await page.getByText('sin mandarle nada tuyo').waitFor();
    await page.getByRole('link', { name: 'Idioma y tema' }).click();
    await page.getByRole('button', { name: 'Oscuro' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Oscuro', pressed: true }).waitFor();
    await soon(() => page.locator('html').getAttribute('data-tema')).toBe('oscuro');
  });
});
