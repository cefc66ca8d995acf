import { describe, expect } from 'vitest';
import { esperarAccesible, esperarQueEntre, pronto, test } from './aplicacion.ts';
import { mirar } from './mirar.ts';
import { conciliarEjemplo } from './pasos.ts';

describe('why a coupon did not match', () => {
  test('is said with the operation that it may be, once its days are downloaded', async ({ page }) => {
    await conciliarEjemplo(page);
    const sin = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await sin.getByRole('gridcell').first().click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByRole('heading', { name: '¿Por qué no concilió?' }).waitFor();
    await panel.getByText(/^Las operaciones del \d\d\/\d\d\/\d{4} no están descargadas/).waitFor();
    await esperarAccesible(page);
    await mirar(page, 'por-que-sin-bajar');
    await panel.getByRole('button', { name: /^Descargar / }).click();

    // The reason comes by itself, in the panel and in the rows.
    await panel.getByText('Qué hacer:').waitFor();
    await sin.getByRole('gridcell', { name: 'Importe', exact: true }).first().click();
    await panel.getByText('Muy probable: importe').waitFor();
    await panel.getByText(/^La tarjeta informó .* Difiere en /).waitFor();
    const importe = panel.getByRole('row', { name: /^Importe/ }).first();
    await pronto(() => importe.innerText()).toMatch(/\$.*\$.*distinto/s);
    await panel
      .getByRole('row', { name: /igual$/ })
      .first()
      .waitFor();
    expect(await panel.getByText('Nada que coincida').count()).toBe(0);
    await esperarAccesible(page);
    await esperarQueEntre(page);
    await mirar(page, 'por-que');

    // Nothing like it: what to do is said, and nothing is shown beside it.
    await sin.getByRole('gridcell', { name: 'Sin operación', exact: true }).first().click();
    await panel.getByText('Qué hacer:').waitFor();
    await pronto(() => panel.getByRole('table').count()).toBe(0);
    await mirar(page, 'por-que-nada');
  });

  test('orders every unmatched coupon by how sure its operation is', async ({ page }) => {
    await conciliarEjemplo(page);
    await page.getByRole('button', { name: 'Actualizar', exact: true }).first().click();
    await page.getByText(/^Datos al /).waitFor();
    await page.goto(`${new URL(page.url()).origin}/#/conciliaciones?sin_conciliar=todas`);
    const cola = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await cola.getByRole('gridcell', { name: 'Muy probable', exact: true }).first().click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByText(/^Muy probable: /).waitFor();
    await esperarAccesible(page);
    await esperarQueEntre(page);
    await mirar(page, 'cola');
  });
});
