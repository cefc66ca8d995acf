import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { waitAccessible, waitForFocus, waitToFit, soon, test } from './application.ts';
import { takeLook } from './look.ts';

const manual = (page: Page) => page.getByRole('dialog', { name: 'Ayuda', exact: true });
/** Pictures of the manual that are in view and did not load. */
const NOT_LOADED = `[...document.querySelectorAll('dialog.ayuda img')].filter((one) => one.getBoundingClientRect().top < innerHeight && one.naturalWidth !== 1024).length`;
const focused = (page: Page) => page.locator(':focus').innerText();

describe('the manual inside the program', () => {
  test('F1 opens it at the page of the screen, and Escape returns where one was', async ({ page }) => {
    // The help is there before there is an account.
    await page.getByRole('button', { name: 'Probar ahora' }).waitFor();
    await page.keyboard.press('F1');
    await manual(page).getByRole('heading', { name: 'Manual de Conciliador' }).waitFor();
    await page.keyboard.press('Escape');
    await manual(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    const example = page.getByRole('button', { name: 'Usar la planilla de ejemplo' });
    await example.focus();
    await page.keyboard.press('F1');
    await soon(() => focused(page)).toBe('1. Archivo');
    await takeLook(page, 'ayuda');
    await waitAccessible(page);
    await waitToFit(page);
    await page.keyboard.press('Escape');
    await manual(page).waitFor({ state: 'detached' });
    await soon(() => focused(page)).toBe('Usar la planilla de ejemplo');

    await example.click();
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
    await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
    await page.keyboard.press('Control+?');
    await soon(() => focused(page)).toBe('3. Revisión');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Controles', exact: true }).click();
    await page.getByRole('button', { name: 'Ayuda', exact: true }).click();
    await soon(() => focused(page)).toBe('Los controles');
    await page.keyboard.press('Escape');
    await waitForFocus(page);
  });

  test('Ctrl K finds what it says, after the screens and the data, and over it too', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: /^Buscar cupón/ });
    await page.keyboard.type('contracargo');
    await palette.getByText('Ayuda', { exact: true }).waitFor();
    const found = palette.getByRole('option', { name: /^Contracargo/ });
    await found.waitFor();
    await takeLook(page, 'ayuda-buscar');
    await found.click();
    await soon(() => focused(page)).toMatch(/^Contracargo\s/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('respaldo');
    await palette.getByRole('option', { name: /^El respaldo/ }).click();
    await soon(() => focused(page)).toBe('El respaldo');
    await manual(page).getByRole('button', { name: 'Volver' }).click();
    await soon(() => focused(page)).toMatch(/^Contracargo\s/);
    // Choosing a screen over the manual closes the manual.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ajustes');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ajustes', level: 1 }).waitFor();
    await manual(page).waitFor({ state: 'detached' });
  });

  test('every link of every page opens its place, and every picture is there', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).waitFor();
    await page.keyboard.press('F1');
    const article = manual(page).getByRole('article');
    await article.getByRole('heading').first().waitFor();
    const pages = await manual(page).getByRole('navigation').getByRole('link').all();
    expect(pages.length).toBeGreaterThanOrEqual(6);
    const links = new Set<string>();
    for (const one of pages) {
      await one.click();
      await article
        .getByRole('heading', { name: await one.innerText(), exact: true })
        .first()
        .waitFor();
      for (const link of await article.getByRole('link').all()) links.add((await link.getAttribute('href')) ?? '');
      for (const picture of await article.getByRole('img').all()) {
        await picture.scrollIntoViewIfNeeded();
        await soon(() => page.evaluate(NOT_LOADED)).toBe(0);
        expect(await picture.getAttribute('alt')).toMatch(/\w{4}/);
      }
    }
    expect(links.size).toBeGreaterThan(10);
    for (const href of links) {
      const [, name = '', anchor = ''] = /^#\/ayuda\/(\w+)(?:\/(.+))?$/.exec(href) ?? [];
      await page.evaluate(
        `(() => { const one = document.createElement('a'); one.href = ${JSON.stringify(href)}; document.querySelector('dialog.ayuda article').append(one); one.click(); one.remove(); })()`,
      );
      const current = manual(page).getByRole('navigation').locator('[aria-current=page]');
      await soon(() => current.getAttribute('href'), href).toBe(`#/ayuda/${name}`);
      if (anchor !== '') await soon(() => page.locator(':focus').getAttribute('id'), href).toBe(anchor);
    }
  });

  test('a failure leads to what the manual says of it, and nothing that was typed is lost', async ({
    page,
    sandbox,
  }) => {
    await page.getByLabel('Nombre de la cuenta').fill('Otra');
    await page.getByLabel('Dirección del servicio').fill(sandbox.url);
    await page.getByLabel('Clave de API').fill(sandbox.apiKey);
    await page.getByLabel('Secreto', { exact: true }).fill('no-es');
    await page.getByRole('button', { name: 'Traer mis datos de otra PC' }).waitFor();
    const [chosen] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Traer mis datos de otra PC' }).click(),
    ]);
    await chosen.setFiles({ name: 'no.zip', mimeType: 'x/y', buffer: Buffer.from('no') });
    const link = page.getByRole('link', { name: 'Verlo en la ayuda' });
    await link.click();
    await soon(() => page.locator(':focus').getAttribute('id')).toBe('PAQUETE_INVALIDO');
    await waitAccessible(page);
    await page.keyboard.press('Escape');
    await soon(() => focused(page)).toBe('Verlo en la ayuda');
    expect(await page.getByLabel('Nombre de la cuenta').inputValue()).toBe('Otra');
  });
});
