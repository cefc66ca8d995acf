import { describe, expect } from 'vitest';
import { waitAccessible, waitToFit, soon, testReconciled, testReviewing } from './application.ts';
import { takeLook } from './look.ts';
import { reconcileReviewed } from './steps.ts';

describe('why a coupon did not match', () => {
  testReviewing(
    'is said with the operation that it may be, once the days that come behind the upload are there',
    async ({ page }) => {
      await reconcileReviewed(page);
      const without = page.getByRole('grid', { name: 'Cupones sin conciliar' });
      await without.getByRole('gridcell').first().click();
      const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
      await panel.getByRole('heading', { name: '¿Por qué no concilió?' }).waitFor();
      // The reason appears without being asked for, in the panel and in the rows.
      await panel.getByText('Qué hacer:').waitFor();
      await without.getByRole('gridcell', { name: 'Importe', exact: true }).first().click();
      await panel.getByText('Muy probable: importe').waitFor();
      await panel.getByText(/^La tarjeta informó .* Difiere en /).waitFor();
      const importe = panel.getByRole('row', { name: /^Importe/ }).first();
      await soon(() => importe.innerText()).toMatch(/\$.*\$.*distinto/s);
      await panel
        .getByRole('row', { name: /igual$/ })
        .first()
        .waitFor();
      expect(await panel.getByText('Nada que coincida').count()).toBe(0);
      await waitAccessible(page);
      await waitToFit(page);
      await takeLook(page, 'por-que');

      // A coupon with no similar operation: the panel says what to do and shows no comparison.
      await without.getByRole('gridcell', { name: 'Sin operación', exact: true }).first().click();
      await panel.getByText('Qué hacer:').waitFor();
      await soon(() => panel.getByRole('table').count()).toBe(0);
      await takeLook(page, 'por-que-nada');
    },
  );

  testReconciled('orders every unmatched coupon by how sure its operation is', async ({ page }) => {
    await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
    const queue = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await queue.getByRole('columnheader', { name: 'Diferencia' }).waitFor();
    await queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first().click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByText(/^Muy probable: /).waitFor();
    await waitAccessible(page);
    await waitToFit(page);
    await takeLook(page, 'cola');
    // One letter goes to the next coupon, another goes back.
    const named = panel.getByRole('heading', { level: 2 }).first();
    const first = await named.innerText();
    await queue.getByRole('gridcell', { name: 'Muy probable', exact: true }).first().focus();
    await page.keyboard.press('j');
    await soon(() => named.innerText()).not.toBe(first);
    await page.keyboard.press('k');
    await soon(() => named.innerText()).toBe(first);
  });
});
