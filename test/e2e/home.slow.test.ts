import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { addDays, civilDateAt, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';
import { COMERCIOS } from '#sandbox/catalogue.ts';
import type { Sandbox } from '#sandbox/index.ts';
import { waitAccessible, waitForFocus, soon, test } from './application.ts';
import { connect } from './steps.ts';

const today = civilDateAt(systemClock.now());
const first = addDays(today, 1 - Number(today.slice(8)));
const days: readonly CivilDate[] = Array.from({ length: Number(today.slice(8)) }, (_, i) => addDays(first, i));

/** What the sandbox sold or credited on a day, in centavos. */
const truth = ({ data }: Sandbox, what: 'soldOn' | 'creditedOn', day: CivilDate): number =>
  COMERCIOS.reduce((total, _, comercio) => total + data[what](toDayNumber(day), comercio), 0);
/** Centavos as people read them: "−$ 1.234,56". */
function pesos(centavos: number): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${centavos < 0 ? '−' : ''}$ ${whole},${digits.slice(-2)}`;
}
/** No-break spaces and line ends become plain spaces: they are only layout. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

async function openHome(page: Page, sandbox: Sandbox): Promise<void> {
  await connect(page, sandbox);
  await page.getByRole('link', { name: 'Inicio', exact: true }).click();
  await page.getByRole('heading', { name: 'Todavía no descargaste nada' }).waitFor();
}
async function download(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Descargar los últimos 90 días' }).click();
  await page.getByRole('heading', { name: 'Acreditado y por acreditar' }).waitFor();
}
const link = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: /^Resumen de/ }).getByRole('link', { name });
/** How many rows the data screen says that the filter has. */
const countOperaciones = async (page: Page): Promise<number> =>
  Number(
    (
      await page
        .getByText(/^[\d.]+ operaci(ón|ones)$/)
        .first()
        .innerText()
    ).replace(/\D/g, ''),
  );

describe('the first page', () => {
  test('shows what the service has, and every figure opens its rows', async ({ page, sandbox }) => {
    await openHome(page, sandbox);
    await waitAccessible(page);
    await download(page);

    const sold = days.reduce((total, day) => total + truth(sandbox, 'soldOn', day), 0);
    const credited = days.reduce((total, day) => total + truth(sandbox, 'creditedOn', day), 0);
    await soon(async () => plain(await link(page, /^Vendido en/).innerText())).toContain(pesos(sold));
    await soon(async () => plain(await link(page, /^Acreditado/).innerText())).toContain(pesos(credited));
    for (const day of days) {
      const importes = `vendido ${pesos(truth(sandbox, 'soldOn', day))}, acreditado ${pesos(truth(sandbox, 'creditedOn', day))}`;
      await soon(async () => plain((await page.locator(`[data-dia="${day}"]`).textContent()) ?? '')).toContain(
        importes,
      );
    }

    // The same as tables, for people who do not see the pictures.
    const heatMap = page.getByRole('region', { name: /día por día$/ });
    const asTable = heatMap.getByRole('button', { name: 'Ver como tabla' });
    // With the colours of the system the button has a border, which would run into the legend.
    const [legend, button] = await Promise.all([
      heatMap.getByText('feriado bancario').last().boundingBox(),
      asTable.boundingBox(),
    ]);
    const isBelow = legend !== null && button !== null && button.y >= legend.y + legend.height;
    expect(isBelow || (button?.x ?? 0) >= (legend?.x ?? 0) + (legend?.width ?? 0)).toBe(true);
    await asTable.click();
    await soon(() => heatMap.getByRole('row').count()).toBe(days.length + 2);
    await soon(async () => plain(await heatMap.getByRole('row').last().innerText())).toBe(
      `Total ${pesos(sold)} ${pesos(credited)}`,
    );
    const toBeCredited = page.getByRole('region', { name: 'Acreditado y por acreditar' });
    await soon(() => toBeCredited.locator('[data-barra]').count()).toBe(29);
    await toBeCredited.getByRole('button', { name: 'Ver como tabla' }).click();
    await soon(() => toBeCredited.getByRole('row').count()).toBe(29);
    await waitAccessible(page);
    await heatMap.getByRole('button', { name: 'Ver como tabla' }).click();

    await page.locator(`[data-dia="${first}"]`).click();
    await soon(() => page.url()).toContain(`desde=${first}&hasta=${first}`);
    const ofDay = sandbox.data.getDayStart(toDayNumber(first) + 1) - sandbox.data.getDayStart(toDayNumber(first));
    await soon(() => countOperaciones(page)).toBe(ofDay);
    await page.goBack();
    await link(page, /^Vendido en/).click();
    await soon(() => page.url()).toContain(`#/operaciones?desde=${first}&hasta=${today}`);
    const ofMonth = sandbox.data.getDayStart(toDayNumber(today) + 1) - sandbox.data.getDayStart(toDayNumber(first));
    await soon(() => countOperaciones(page)).toBe(ofMonth);
    await page.goBack();
    await page.locator('[data-barra]').nth(20).click();
    await soon(() => page.url()).toMatch(/#\/operaciones\?desde=\d{4}.*campoFecha=fecha_pago/);
  });
});

describe('the calendar and the checks', () => {
  test('what was read agrees, what was not says so, and all of it stays without the service', async ({
    page,
    sandbox,
  }) => {
    await openHome(page, sandbox);
    await page.getByRole('link', { name: 'Calendario', exact: true }).click();
    await page.getByRole('heading', { name: 'Todavía no descargaste el calendario' }).waitFor();
    await page.getByRole('link', { name: 'Controles', exact: true }).click();
    await page.getByRole('heading', { name: 'No hay nada leído en el período' }).waitFor();
    await page.getByRole('link', { name: 'Inicio', exact: true }).click();
    await download(page);
    await page.getByRole('link', { name: 'Calendario', exact: true }).click();
    // The first page has the same days.
    await page.getByRole('heading', { name: 'Calendario', level: 1 }).waitFor();
    await page.locator(`[data-dia="${today}"]`).focus();
    await page.keyboard.press('Home');
    await page.locator(`[data-dia="${first}"]:focus`).waitFor();
    await page.keyboard.press('End');
    await page.locator(`[data-dia="${today}"]:focus`).waitFor();
    // A bank holiday is hatched on a day with sales too.
    const holidays = page.locator('a.feriado:not(.cero):not(.sin-leer)');
    await holidays.first().waitFor();
    const drawn = `[...document.querySelectorAll('a.feriado:not(.cero):not(.sin-leer)')].map((day) => getComputedStyle(day).backgroundImage)`;
    const images = await page.evaluate<string[]>(drawn);
    expect(images.filter((image) => !image.startsWith('repeating-linear-gradient'))).toEqual([]);
    await page.getByRole('button', { name: 'Ver meses anteriores' }).click();
    await page.getByText('No se leyó; no significa cero.').first().waitFor();
    await waitAccessible(page);
    const downloads = page.getByRole('button', { name: /^Descargar / });
    const hadData = await downloads.count();
    sandbox.injectFailure('calendario:*:500');
    await downloads.first().click();
    await page
      .getByRole('alert')
      .getByText(/^El servicio tuvo un problema/)
      .waitFor();
    expect(await downloads.count()).toBe(hadData);
    sandbox.resetFailures();
    await downloads.first().click();
    await soon(async () => [await downloads.count(), await page.getByRole('alert').allInnerTexts()]).toEqual([
      hadData - 1,
      [],
    ]);
    await page.getByRole('button', { name: 'Ver como tabla' }).click();
    await page.getByRole('table').first().waitFor();
    await waitForFocus(page);

    await page.getByRole('link', { name: 'Controles', exact: true }).click();
    await page.getByText('Todo lo que se pudo comparar coincide.').waitFor();
    for (const [button, file] of [
      ['Libro de liquidaciones', /^liquidaciones-.*\.xlsx$/],
      ['Papel de impuestos', /^impuestos-.*\.xlsx$/],
    ] as const) {
      const [downloaded] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      expect(downloaded.suggestedFilename()).toMatch(file);
    }

    // Without the service the page shows what was read.
    await page.getByRole('link', { name: 'Inicio', exact: true }).click();
    const digit = await link(page, /^Vendido en/).innerText();
    await sandbox.close();
    await page.reload();
    await page.getByRole('heading', { name: 'Acreditado y por acreditar' }).waitFor();
    await soon(() => link(page, /^Vendido en/).innerText()).toBe(digit);
  });
});
