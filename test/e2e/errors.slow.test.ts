import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { FAILURES, FILE_FAILURES } from '#domain/texts/failures.ts';
import { accountOf, fillAccount } from './open.ts';
import { waitAccessible, soon, test } from './application.ts';

const WORDS = { ...FAILURES, ...FILE_FAILURES };
/** The words of a code: what happened, and what was kept and what to do. */
function describeError(code: keyof typeof WORDS): { que: string; rest: string } {
  const [what, rest] = WORDS[code].es;
  return { que: what, rest };
}

/** Asserts that the sentences are on screen, that the code is only in the detail, and that there is a way on. */
async function waitForFailure(page: Page, code: keyof typeof WORDS): Promise<void> {
  const { que, rest } = describeError(code);
  const note = page.getByRole('alert').filter({ hasText: que }).first();
  await note.waitFor();
  await soon(() => note.innerText(), code).toContain(rest.slice(0, 40));
  expect(
    await note
      .locator('p')
      .first()
      .evaluate((p) => p.childNodes[0]?.textContent ?? ''),
    code,
  ).not.toContain(code);
}

describe('what fails is said in words, with its cause and a way on', () => {
  test('wrong credentials, a server that breaks, and no keychain', async ({ page, sandbox }) => {
    await fillAccount(page, { ...accountOf(sandbox), secreto: 'no-es' });
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByText(describeError('CREDENCIALES_RECHAZADAS').que).waitFor();
    sandbox.injectFailure('comercios:*:500');
    await page.getByLabel('Secreto', { exact: true }).fill(sandbox.apiSecret);
    await page.getByRole('button', { name: 'Probar de nuevo' }).click();
    await waitForFailure(page, 'SERVICIO_FALLA');
    sandbox.resetFailures();
    await page.getByRole('button', { name: 'Probar de nuevo' }).click();
    await page.getByText('Conexión probada.').waitFor();
    // This machine has no keychain: nothing was written, and the screen says so.
    await page.getByText('Esta PC no tiene llavero.').waitFor();
    await waitAccessible(page);
  });
});
