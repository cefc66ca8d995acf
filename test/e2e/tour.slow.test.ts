import { describe } from 'vitest';
import { waitAccessible, waitForFocus, waitToFit, soon, test } from './application.ts';
import { takeLook } from './look.ts';
import { passPrevia } from './steps.ts';

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
});
