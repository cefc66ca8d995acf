import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { addDays, civilDateAt, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { COMERCIOS } from '#sandbox/catalogue.ts';
import type { Sandbox } from '#sandbox/index.ts';
import { rowAt, soon, test, waitAccessible, waitForFocus, waitToFit } from './application.ts';
import { clock } from './clock.ts';
import { connect, hold } from './steps.ts';

const today = civilDateAt(clock.now());
const first = addDays(today, 1 - Number(today.slice(8)));
const days: readonly CivilDate[] = Array.from({ length: Number(today.slice(8)) }, (_, i) => addDays(first, i));

/** What the sandbox sold or credited on a day, in centavos. */
const truth = ({ data }: Sandbox, what: 'soldOn' | 'creditedOn', day: CivilDate): number =>
  COMERCIOS.reduce((total, _, comercio) => total + data[what](toDayNumber(day), comercio), 0);
const operacionesOf = ({ data }: Sandbox, from: CivilDate, to: CivilDate): number =>
  data.getDayStart(toDayNumber(to) + 1) - data.getDayStart(toDayNumber(from));
/** Centavos as people read them: "−$ 1.234,56". */
function pesos(centavos: number): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${centavos < 0 ? '−' : ''}$ ${whole},${digits.slice(-2)}`;
}
const numberOf = (text: string): number =>
  Number(
    text
      .replace(/[^\d,−]/g, '')
      .replace('−', '-')
      .replace(',', '.'),
  );
/** The text of an element, with plain spaces for no-break spaces and line ends. */
const textOf = async (one: Locator): Promise<string> => ((await one.textContent()) ?? '').replace(/\s+/g, ' ').trim();

const goTo = (page: Page, section: string) => page.getByRole('link', { name: section, exact: true }).first().click();
const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true });
const hash = (page: Page): Promise<string> => page.evaluate('location.hash');
const summary = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: /^Resumen de/ }).getByRole('link', { name });
const total = async (page: Page): Promise<number> =>
  numberOf(await page.getByRole('button', { name: /^Exportar [\d.]+ filas?/ }).innerText());

async function checkNothingYet(page: Page): Promise<void> {
  await goTo(page, 'Operaciones');
  await page.getByRole('button', { name: 'Bajar operaciones' }).waitFor();
  await waitAccessible(page);
  await goTo(page, 'Calendario');
  await page.getByRole('heading', { name: 'Todavía no bajaste el calendario' }).waitFor();
  await goTo(page, 'Controles');
  await page.getByRole('heading', { name: 'No hay nada leído en el período' }).waitFor();
  await goTo(page, 'Inicio');
  await page.getByRole('heading', { name: 'Todavía no bajaste nada' }).waitFor();
  await waitAccessible(page);
}

async function checkHome(page: Page, sandbox: Sandbox): Promise<void> {
  const sold = days.reduce((sum, day) => sum + truth(sandbox, 'soldOn', day), 0);
  const credited = days.reduce((sum, day) => sum + truth(sandbox, 'creditedOn', day), 0);
  await soon(() => textOf(summary(page, /^Vendido en/))).toContain(pesos(sold));
  await soon(() => textOf(summary(page, /^Acreditado/))).toContain(pesos(credited));
  for (const day of days) {
    const amounts = `vendido ${pesos(truth(sandbox, 'soldOn', day))}, acreditado ${pesos(truth(sandbox, 'creditedOn', day))}`;
    await soon(() => textOf(page.locator(`[data-dia="${day}"]`))).toContain(amounts);
  }

  // The same figures as tables, for people who do not see the charts.
  const heatMap = page.getByRole('region', { name: /día por día$/ });
  const asTable = heatMap.getByRole('button', { name: 'Ver como tabla' });
  // In forced colours the button gets a border, which would run into the legend.
  const [legend, button] = await Promise.all([
    heatMap.getByText('feriado bancario').last().boundingBox(),
    asTable.boundingBox(),
  ]);
  const isBelow = legend !== null && button !== null && button.y >= legend.y + legend.height;
  expect(isBelow || (button?.x ?? 0) >= (legend?.x ?? 0) + (legend?.width ?? 0)).toBe(true);
  await asTable.click();
  await soon(() => heatMap.getByRole('row').count()).toBe(days.length + 2);
  const totals = async () => (await heatMap.getByRole('row').last().innerText()).replace(/\s+/g, ' ').trim();
  await soon(totals).toBe(`Total ${pesos(sold)} ${pesos(credited)}`);
  const toBeCredited = page.getByRole('region', { name: 'Acreditado y por acreditar' });
  await soon(() => toBeCredited.locator('[data-barra]').count()).toBe(29);
  await toBeCredited.getByRole('button', { name: 'Ver como tabla' }).click();
  await soon(() => toBeCredited.getByRole('row').count()).toBe(30);
  await waitAccessible(page);
  await asTable.click();

  await page.locator(`[data-dia="${first}"]`).click();
  await soon(() => page.url()).toContain(`desde=${first}&hasta=${first}`);
  await soon(() => total(page)).toBe(operacionesOf(sandbox, first, first));
  await page.goBack();
  await summary(page, /^Vendido en/).click();
  await soon(() => page.url()).toContain(`#/operaciones?desde=${first}&hasta=${today}`);
  await soon(() => total(page)).toBe(operacionesOf(sandbox, first, today));
  await page.goBack();
  await page.locator('[data-barra]').nth(20).click();
  await soon(() => page.url()).toMatch(/#\/operaciones\?desde=\d{4}.*campoFecha=fecha_pago/);
}

async function checkCalendar(page: Page, sandbox: Sandbox): Promise<void> {
  await goTo(page, 'Calendario');
  // The first page shows the same days, so wait for the calendar's heading.
  await page.getByRole('heading', { name: 'Calendario', level: 1 }).waitFor();
  await page.locator(`[data-dia="${today}"]`).focus();
  await page.keyboard.press('Home');
  await page.locator(`[data-dia="${first}"]:focus`).waitFor();
  await page.keyboard.press('End');
  await page.locator(`[data-dia="${today}"]:focus`).waitFor();
  // A bank holiday is hatched on a day with sales too.
  const holidays = 'a.feriado:not(.cero):not(.sin-leer)';
  await page.locator(holidays).first().waitFor();
  const images = await page.evaluate<string[]>(
    `[...document.querySelectorAll('${holidays}')].map((day) => getComputedStyle(day).backgroundImage)`,
  );
  expect(images.filter((image) => !image.startsWith('repeating-linear-gradient'))).toEqual([]);
  await page.getByRole('button', { name: 'Ver meses anteriores' }).click();
  await page.getByText('No se leyó; no significa cero.').first().waitFor();
  await waitAccessible(page);
  // Only months without any reading: a month that lacks some rows has a button too.
  const unread = page.locator('p', { hasText: 'No se leyó; no significa cero.' });
  const downloads = unread.getByRole('button', { name: /^Bajar / });
  const hadData = await downloads.count();
  sandbox.injectFailure('calendario:*:500');
  await downloads.first().click();
  const alert = page.getByRole('alert');
  await alert.getByText(/^El servicio tuvo un problema/).waitFor();
  expect(await downloads.count()).toBe(hadData);
  sandbox.resetFailures();
  await downloads.first().click();
  const left = async () => [await downloads.count(), await alert.allInnerTexts()];
  await soon(left).toEqual([hadData - 1, []]);
  await page.getByRole('button', { name: 'Ver como tabla' }).click();
  await page.getByRole('table').first().waitFor();
  await waitForFocus(page);
}

async function checkPapers(page: Page): Promise<void> {
  await goTo(page, 'Controles');
  await page.getByText('Todo lo que se pudo comparar coincide.').waitFor();
  for (const [button, file] of [
    ['Libro de liquidaciones', /^libro-de-liquidaciones-.*\.xlsx$/],
    ['Papel de impuestos', /^papel-de-impuestos-.*\.xlsx$/],
  ] as const) {
    const [downloaded] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    expect(downloaded.suggestedFilename()).toMatch(file);
  }
}

async function checkList(page: Page): Promise<void> {
  await goTo(page, 'Operaciones');
  const rows = grid(page, 'Operaciones');
  await rowAt(rows, 0).waitFor();
  const all = await total(page);
  expect(all).toBeGreaterThan(20);

  // While rows are read again, the screen does not say that there are none.
  const search = page.getByRole('searchbox', { name: 'Buscar en operaciones' });
  await search.fill('no está en ninguna');
  await page.getByRole('heading', { name: 'Nada con estos filtros' }).waitFor();
  const release = await hold(page, 'datos.pagina');
  await search.fill('');
  await page.getByText('Leyendo lo guardado en esta PC…').waitFor();
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(0);
  release();
  await rowAt(rows, 0).waitFor();

  // The filter reads as a sentence, and the address keeps it.
  await page.getByRole('button', { name: 'Agregar filtro' }).click();
  await page.getByRole('button', { name: 'Tarjeta', exact: true }).click();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: /^Quitar [A-Z]/ }).waitFor();
  await waitAccessible(page);
  await page.keyboard.press('Escape');
  await waitForFocus(page);
  await soon(() => total(page)).toBeLessThan(all);
  const filteredCount = await total(page);
  const filtered = await hash(page);
  expect(filtered).toContain('f.tarjeta=');
  await page.goBack();
  await soon(() => total(page)).toBe(all);
  await page.goForward();
  await soon(() => total(page)).toBe(filteredCount);
  await page.reload();
  await rowAt(rows, 0).waitFor();
  await soon(() => hash(page)).toBe(filtered);

  // Sorted by amount: the greatest first.
  await page.getByRole('columnheader', { name: 'Importe' }).click();
  await soon(() => hash(page)).toContain('orden=importe');
  const importe = async (place: number) => numberOf(await rowAt(rows, place).locator('[col-id=importe]').innerText());
  const isSorted = async () => (await importe(0)) >= (await importe(1)) && (await importe(1)) >= (await importe(9));
  await soon(isSorted).toBe(true);

  // The trail follows the keyboard, and Escape gives the keyboard back to the grid.
  const panel = page.getByRole('complementary', { name: 'Detalle de la fila' });
  await rowAt(rows, 0).click();
  await panel.getByRole('heading', { name: 'El camino del dinero' }).waitFor();
  await waitAccessible(page);
  await page.keyboard.press('ArrowDown');
  await soon(() => rowAt(rows, 1).getAttribute('aria-selected')).toBe('true');
  await panel.getByRole('heading', { name: 'Detalle' }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await waitForFocus(page);
}

async function checkExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Exportar [\d.]+ filas/ }).click();
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ]);
  expect(sheet.suggestedFilename()).toMatch(/^operaciones-.*\.xlsx$/);
}

test('what the service has is downloaded, agrees with it, and stays whole without the service', async ({
  page,
  sandbox,
}) => {
  await connect(page, sandbox);
  await checkNothingYet(page);
  await page.getByRole('button', { name: 'Bajar los últimos 90 días' }).click();
  await page.getByRole('heading', { name: 'Acreditado y por acreditar' }).waitFor();
  await checkHome(page, sandbox);
  await checkCalendar(page, sandbox);
  await checkPapers(page);

  await goTo(page, 'Inicio');
  const sold = await textOf(summary(page, /^Vendido en/));
  await sandbox.close();
  await page.reload();
  await page.getByRole('heading', { name: 'Acreditado y por acreditar' }).waitFor();
  await soon(() => textOf(summary(page, /^Vendido en/))).toBe(sold);
  await checkList(page);
  await checkExport(page);

  // From a settlement to its page, and from there to its sales.
  await goTo(page, 'Liquidaciones');
  await rowAt(grid(page, 'Liquidaciones'), 0).getByRole('link').click();
  await page.getByRole('heading', { name: /^Liquidación \d+$/ }).waitFor();
  await page.getByText('Total descontado').waitFor();
  // The weekday decides whether the newest settlement is credited yet: its total must agree with its state.
  const state = page.getByText(/^(Pendiente|Acreditada)$/).first();
  await state.waitFor();
  const total = (await state.innerText()) === 'Pendiente' ? 'Por acreditar' : 'Acreditado';
  await page.getByText(total, { exact: true }).waitFor();
  await page.getByRole('heading', { name: /^\d+\+? ventas?$/ }).waitFor();
  await waitAccessible(page);
  await waitToFit(page);
});
