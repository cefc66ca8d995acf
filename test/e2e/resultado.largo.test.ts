import { describe, expect } from 'vitest';
import { esperarAccesible, esperarFoco, esperarQueEntre, test } from './aplicacion.ts';
import { conciliarEjemplo } from './pasos.ts';

describe('the result', () => {
  test('is looked at by parts, groups and coupons', async ({ page }) => {
    await conciliarEjemplo(page);
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    await page.getByRole('table').getByRole('link').first().click();
    const solapas = page.getByRole('tablist', { name: 'Qué cupones ver' });
    await solapas.getByRole('tab', { name: /^Sin conciliar 43/, selected: true }).waitFor();
    const sin = page.getByRole('grid', { name: 'Cupones sin conciliar' });
    await sin.getByRole('gridcell').first().waitFor();
    await esperarAccesible(page);
    await esperarQueEntre(page);

    // The tabs are one stop of the keyboard; the arrows go through them.
    await solapas.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('ArrowRight');
    await solapas.getByRole('tab', { name: /^No informados 0/, selected: true }).waitFor();
    await page.getByText('El resultado tiene todos los cupones').waitFor();
    await page.keyboard.press('End');
    await page
      .getByRole('grid', { name: 'Filas con error' })
      .getByText(/Lote: «s\/lote» no es un número/)
      .waitFor();
    await esperarAccesible(page);
    await page.keyboard.press('Home');
    await solapas.getByRole('tab', { name: /^Conciliados 373/, selected: true }).waitFor();
    await esperarFoco(page);

    await page.getByLabel('Agrupar').selectOption('tarjeta');
    const grilla = page.getByRole('grid', { name: 'Cupones conciliados' });
    const grupo = grilla.getByRole('button', { name: 'AURORA CREDITO' });
    await grupo.waitFor();
    await esperarAccesible(page);
    const rows = await grilla.getAttribute('aria-rowcount');
    await grupo.click();
    await expect.poll(async () => Number(await grilla.getAttribute('aria-rowcount'))).toBeLessThan(Number(rows));
    await page.getByLabel('Agrupar').selectOption({ index: 0 });

    await page.getByLabel('Buscar en estos cupones').fill('00166350');
    await page.getByText('1 cupón', { exact: true }).waitFor();
    await page.getByLabel('Buscar en estos cupones').fill('no está en ninguno');
    await page.getByText('Ningún cupón con esos filtros').waitFor();
    await page.getByRole('button', { name: 'Quitar filtros' }).first().click();
    await grilla.getByRole('gridcell').first().click();
    const panel = page.getByRole('complementary', { name: 'Cupón elegido' });
    await panel.getByRole('heading', { name: 'El camino del dinero' }).waitFor();
    await esperarAccesible(page);
    await esperarQueEntre(page);
    await panel.getByRole('button', { name: 'Cerrar el panel del cupón' }).click();
    await panel.waitFor({ state: 'detached' });
    await esperarFoco(page);
  });

  test('is there without the service, as it was read', async ({ page }) => {
    await conciliarEjemplo(page);
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    const numero = await page.getByRole('table').getByRole('link').first().textContent();
    await page.getByText(/sin cambios desde el/).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Conciliaciones', exact: true }).waitFor();
    await page.goto(`${new URL(page.url()).origin}/#/conciliaciones/${numero ?? ''}`);
    await page.getByText(/^Leído el/).waitFor();
    const [planilla] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar a Excel' }).click(),
    ]);
    expect(planilla.suggestedFilename()).toMatch(/^conciliacion-.+\.xlsx$/);
  });
});
