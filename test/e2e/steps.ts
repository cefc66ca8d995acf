import type { Locator, Page } from 'playwright-core';
import type { Sandbox } from '#sandbox/index.ts';
import { accountOf, fillAccount } from './open.ts';

/** Leaves the forecast for the sending step, whatever the forecast says. */
export const passPrevia = (page: Page) => page.getByRole('button', { name: /^Seguir (?:sin|al) / }).click();

/** Connects an account on the first screen, and goes on to the wizard. */
export async function connect(page: Page, sandbox: Sandbox): Promise<void> {
  await fillAccount(page, accountOf(sandbox));
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
}

/** Begins with the example, up to its rows. */
export async function reviewExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page.getByRole('button', { name: 'Usar la planilla de ejemplo' }).click();
  await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
  await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
}

/** Goes on from the rows of the example to what would match, leaving out those with errors. */
export async function leaveErrorsOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Omitir las 5' }).click();
  await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
}

/** Sends the example from its rows on. */
async function sendRows(page: Page): Promise<void> {
  await leaveErrorsOut(page);
  await passPrevia(page);
  await page.getByRole('button', { name: /^Enviar \d+ cupones$/ }).click();
}

/** Goes to the rows of the example, which are under review as the program is opened. */
export async function reachRows(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Conciliar', exact: true }).click();
  await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
}

/** Sends the example, which is under review as the program is opened. */
export async function sendReviewed(page: Page): Promise<void> {
  await reachRows(page);
  await sendRows(page);
}

const waitReconciled = (page: Page) => page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();

/** Sends the example, which is under review as the program is opened, up to its result. */
export async function reconcileReviewed(page: Page): Promise<void> {
  await sendReviewed(page);
  await waitReconciled(page);
}

/** Begins with the example, and sends it, up to its result. */
export async function reconcileExample(page: Page): Promise<void> {
  await reviewExample(page);
  await sendRows(page);
  await waitReconciled(page);
}

/** Holds the answers to a method, as a slow machine would, until the function that it gives is called. */
export async function hold(page: Page, method: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/api/llamadas', async (route) => {
    const { metodo } = route.request().postDataJSON() as { metodo: string };
    if (metodo === method) await promise;
    await route.fallback();
  });
  return () => {
    resolve(undefined);
  };
}

/** Fails every call of a method as a full disk would, until the function that it gives is called. */
export async function failMethod(page: Page, method: string): Promise<() => void> {
  let isFailing = true;
  await page.route('**/api/llamadas', async (route) => {
    const { metodo } = route.request().postDataJSON() as { metodo: string };
    if (metodo !== method || !isFailing) return route.fallback();
    return route.fulfill({ json: { ok: false, error: { code: 'DISCO_LLENO', message: 'x' } } });
  });
  return () => {
    isFailing = false;
  };
}

/** The panel of the coupon whose row is marked. */
export const cuponPanel = (page: Page): Locator => page.getByRole('complementary', { name: 'Cupón elegido' });

/** The number of the coupon of the panel, as its heading says it. */
export const named = (page: Page) => cuponPanel(page).getByRole('heading', { level: 2 }).first().innerText();
