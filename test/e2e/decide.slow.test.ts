import { describe, expect } from 'vitest';
import { pronto, test, waitAccessible, waitToFit } from './application.ts';
import { takeLook } from './look.ts';
import { reconcileExample } from './steps.ts';

describe('a person decides about a coupon that did not match', () => {
  test('accepts its operation, undoes it, refuses it, and leaves a note, by the keyboard and by buttons', async ({
    page,
  }) => {
    await reconcileExample(page);
    await page.getByRole('button', { name: 'Actualizar', exact: true }).first().click();
    await page.getByText(/^Datos al /).waitFor();
    await page.getByRole('link', { name: 'Sin conciliar', exact: true }).click();
    const queue = page.getByRole('grid', { name: 'Cupones sin conciliar' });
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
});
