import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { testReconciled, testReviewing, waitForFocus } from './application.ts';
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

async function openResult(page: Page) {
  await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('grid', { name: 'Cupones sin conciliar' }).getByRole('gridcell').first().waitFor();
  return page.getByRole('tablist', { name: 'Qué cupones ver' });
}

/** Takes the keyboard to a button of the bar; gives whether it is there. */
async function goToBar(page: Page): Promise<() => Promise<boolean>> {
  const button = page.getByRole('banner').getByRole('button', { name: 'Actualizar', exact: true });
  await button.focus();
  return () => button.evaluate((one) => one === one.ownerDocument.activeElement);
}

describe('the keyboard that went to the bar', () => {
  testReconciled('is not taken from there by the next coupon', async ({ page }) => {
    const rows = await openQueue(page);
    await rows.first().click();
    const accept = page.getByRole('complementary', { name: 'Cupón elegido' }).getByRole('button', { name: /^Es esta/ });
    await accept.waitFor();
    const release = await hold(page, 'decisiones.tomar');
    await accept.click();
    const isThere = await goToBar(page);
    release();
    await page.getByText('Quedó vinculado con la operación. Sale en el informe.').waitFor();
    expect(await isThere()).toBe(true);
  });

  testReviewing('is not taken from there by the review that is taken up', async ({ page }) => {
    const release = await hold(page, 'revision.ver');
    await page.getByRole('link', { name: 'Conciliar', exact: true }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    const isThere = await goToBar(page);
    release();
    await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
    expect(await isThere()).toBe(true);
  });
});

describe('while rows are read', () => {
  testReconciled(
    'it is not said that there are none, and a reading that fails is told and tried again',
    async ({ page }) => {
      const tabs = await openResult(page);
      await tabs.getByRole('tab', { name: /^No informados 0/ }).click();
      await page.getByText('El resultado tiene todos los cupones').waitFor();
      const release = await hold(page, 'conciliaciones.cupones');
      await tabs.getByRole('tab', { name: /^Conciliados/ }).click();
      const matched = page.getByRole('grid', { name: 'Cupones conciliados' });
      await matched.waitFor();
      await page.getByRole('tabpanel').getByRole('status').filter({ hasText: 'Leyendo las filas…' }).waitFor();
      expect(await page.getByText('Ningún cupón conciliado').count()).toBe(0);
      release();
      await matched.getByRole('gridcell').first().waitFor();

      let isFailing = true;
      await page.route('**/api/llamadas', async (route) => {
        const { metodo } = route.request().postDataJSON() as { metodo: string };
        if (metodo !== 'conciliaciones.cupones' || !isFailing) return route.fallback();
        return route.fulfill({ json: { ok: false, error: { code: 'DISCO_LLENO', message: 'x' } } });
      });
      await page.getByLabel('Buscar en estos cupones').fill('00166350');
      const panel = page.getByRole('tabpanel');
      await panel.getByRole('alert').waitFor();
      isFailing = false;
      await panel.getByRole('button', { name: 'Reintentar' }).click();
      await page.getByText('1 cupón', { exact: true }).waitFor();
      await waitForFocus(page);

      // So it is with the lists; and a view is saved once, however often the button is pressed.
      await page.getByRole('link', { name: 'Operaciones', exact: true }).click();
      const search = page.getByRole('searchbox', { name: 'Buscar en operaciones' });
      await search.fill('no está en ninguna');
      await page.getByRole('heading', { name: 'Nada con estos filtros' }).waitFor();
      const releaseList = await hold(page, 'datos.pagina');
      await search.fill('');
      await page.getByText('Leyendo lo guardado en esta PC…').waitFor();
      expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(0);
      releaseList();
      await page.getByRole('grid', { name: 'Operaciones' }).getByRole('gridcell').first().waitFor();

      const releaseViews = await hold(page, 'vistas.guardar');
      let asked = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/api/llamadas') && request.postData()?.includes('vistas.guardar') === true)
          asked += 1;
      });
      await page.getByRole('button', { name: 'Vistas guardadas' }).click();
      await page.getByText('Todavía no guardaste ninguna.').waitFor();
      await page.getByLabel('Nombre de la vista').fill('Todas');
      await page.getByRole('button', { name: 'Guardar la de ahora' }).dblclick();
      releaseViews();
      await page.getByRole('button', { name: 'Borrar la vista Todas' }).waitFor();
      expect(asked).toBe(1);
    },
  );

  testReviewing('the person who went back is not taken forward when they come', async ({ page }) => {
    await page.getByRole('link', { name: 'Conciliar', exact: true }).click();
    await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
    await page.getByRole('button', { name: 'Volver', exact: true }).click();
    const release = await hold(page, 'revision.leer');
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
    await page.getByRole('button', { name: 'Volver', exact: true }).click();
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    const read = answered(page, 'revision.leer');
    release();
    await read;
    await page.getByRole('button', { name: 'Seguir con ese archivo' }).click();
    await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
  });
});

testReconciled('a screen that is left before its grid is there leaves no work behind', async ({ page }) => {
  const left = Promise.withResolvers<undefined>();
  await page.route(/assets\/control-/, async (route) => {
    await left.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Operaciones', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'Leyendo las filas…' }).waitFor();
  await page.getByRole('link', { name: 'Ajustes' }).click();
  await page.getByRole('navigation', { name: 'Ajustes' }).waitFor();
  const came = page.waitForEvent('requestfinished', (one) => /assets\/control-/.test(one.url()));
  left.resolve(undefined);
  await came;
  await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click(); // the page reads no more of the screen that is gone
  await page.getByRole('table').getByRole('link').first().waitFor();
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
