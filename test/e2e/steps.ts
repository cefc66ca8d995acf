import type { Locator, Page } from 'playwright-core';
import type { Sandbox } from '#sandbox/index.ts';
import { accountOf, fillAccount } from './open.ts';

export const passPrevia = (page: Page) => page.getByRole('button', { name: /^Seguir (?:sin|al) / }).click();

export async function connect(page: Page, sandbox: Sandbox): Promise<void> {
  await fillAccount(page, accountOf(sandbox));
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
}

export async function reviewExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Probar ahora' }).click();
  await page.getByRole('button', { name: 'Usar la planilla de ejemplo' }).click();
  await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
  await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
}

export async function leaveErrorsOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Omitir las 5' }).click();
  await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
}

async function sendRows(page: Page): Promise<void> {
  await leaveErrorsOut(page);
  await passPrevia(page);
  await page.getByRole('button', { name: /^Enviar \d+ cupones$/ }).click();
}

export async function reachRows(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Conciliar', exact: true }).click();
  await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
}

export async function sendReviewed(page: Page): Promise<void> {
  await reachRows(page);
  await sendRows(page);
}

const waitReconciled = (page: Page) => page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();

export async function reconcileReviewed(page: Page): Promise<void> {
  await sendReviewed(page);
  await waitReconciled(page);
}

export async function reconcileExample(page: Page): Promise<void> {
  await reviewExample(page);
  await sendRows(page);
  await waitReconciled(page);
}

/** Holds the answers to a method, as a slow machine would, until the returned function is called. */
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

/** Fails every call of a method, as a full disk would, until the returned function is called. */
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

export const cuponPanel = (page: Page): Locator => page.getByRole('complementary', { name: 'Cupón elegido' });

export const named = (page: Page) => cuponPanel(page).getByRole('heading', { level: 2 }).first().innerText();
