import { describe } from 'vitest';
import { waitAccessible, waitForFocus, waitToFit, soon, test } from './application.ts';
import { takeLook } from './look.ts';
import { connect, passPrevia } from './steps.ts';

describe('the tour of the first run', () => {
  test('goes along with the main job on the example, and ends with it', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    const tour = (n: number) => page.getByRole('region', { name: `Recorrido, ${String(n)} de 3:` });
    await tour(1).waitFor();
    await takeLook(page, 'recorrido-1');
    await waitAccessible(page);
    await waitToFit(page);
    await page.getByRole('button', { name: 'Usar la planilla de ejemplo' }).click();
    await tour(2).waitFor();
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
    await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
    await tour(2).waitFor();
    await takeLook(page, 'recorrido-2');
    await waitToFit(page);
    await page.getByRole('button', { name: 'Omitir las 5' }).click();
    await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
    await tour(3).waitFor();
    await passPrevia(page);
    await page.getByRole('heading', { name: '¿Enviamos?' }).waitFor();
    await takeLook(page, 'recorrido-3');
    await waitAccessible(page);
    await tour(3).getByRole('button', { name: 'Terminar el recorrido' }).click();
    await tour(3).waitFor({ state: 'detached' });
    await waitForFocus(page);
    // It was left: a page that is loaded again does not show it.
    await page.reload();
    await page
      .getByRole('heading', { name: '¿Enviamos?' })
      .or(page.getByRole('heading', { name: 'Revisá antes de enviar' }))
      .waitFor();
    await soon(() => tour(3).count()).toBe(0);
    await soon(() => tour(2).count()).toBe(0);
  });

  test('is read ahead and left with the keyboard, and taken again from the help', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    const tour = page.getByRole('region', { name: /^Recorrido, / });
    await tour.getByRole('button', { name: 'Siguiente' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Recorrido, 2 de 3:' }).waitFor();
    await page.keyboard.press('Escape');
    await tour.waitFor({ state: 'detached' });
    await waitForFocus(page);
    await page.keyboard.press('F1');
    await page.getByRole('button', { name: 'Hacer el recorrido' }).click();
    await page.getByRole('region', { name: 'Recorrido, 1 de 3:' }).waitFor();
  });

  test('is read back, by hand and with the arrows, down to the step of the screen', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    const tour = (n: number) => page.getByRole('region', { name: `Recorrido, ${String(n)} de 3:` });
    const back = page.getByRole('button', { name: 'Anterior', exact: true });
    await tour(1).getByRole('button', { name: 'Siguiente' }).click();
    await tour(2).waitFor();
    await waitForFocus(page);
    await takeLook(page, 'recorrido-adelante');
    await waitAccessible(page);
    await waitToFit(page);
    await back.click();
    await tour(1).waitFor();
    await soon(() => back.count()).toBe(0);
    await waitForFocus(page);
    await tour(1).getByRole('button', { name: 'Siguiente' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await tour(2).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await tour(3).waitFor();
    await waitForFocus(page);
    await page.keyboard.press('ArrowLeft');
    await tour(2).waitFor();
    await page.keyboard.press('ArrowLeft');
    await tour(1).waitFor();
    await page.keyboard.press('Escape');
    await tour(1).waitFor({ state: 'detached' });
    await waitForFocus(page);
  });

  test('takes whoever has an account of their own to the example, and back to theirs when it ends', async ({
    page,
    sandbox,
  }) => {
    await connect(page, sandbox);
    await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
    const tour = page.getByRole('region', { name: /^Recorrido, / });
    await soon(() => tour.count()).toBe(0);
    await page.keyboard.press('F1');
    await page.getByRole('button', { name: 'Hacer el recorrido' }).click();
    await tour.getByText('volvés a «La Espiga»').waitFor();
    await tour.getByRole('button', { name: 'Dejar el recorrido' }).click();
    await tour.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cuenta: La Espiga' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Cuenta: La Espiga' }).waitFor();
  });
});
