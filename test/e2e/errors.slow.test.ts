import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import ExcelJS from 'exceljs';
import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { FAILURES, FILE_FAILURES } from '#domain/texts/failures.ts';
import type { Method } from '#contract/inputs.ts';
import { acquireInstanceLock } from '#platform/instance-lock.ts';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';
import { makeZip } from '../workbook/read/make-zip.ts';
import { accountOf, fillAccount } from './open.ts';
import { waitAccessible, soon, test } from './application.ts';
import { connect } from './steps.ts';

const WORDS = { ...FAILURES, ...FILE_FAILURES };
/** The words of a code: what happened, and what was kept and what to do. */
function describeError(code: keyof typeof WORDS): { que: string; rest: string } {
  const [what, rest] = WORDS[code].es;
  return { que: what, rest };
}

/** Answers a method in place of the core, for failures that a test cannot cause on the machine. */
async function answer(page: Page, method: Method, answer: () => unknown): Promise<void> {
  await page.route('**/api/llamadas', async (route: Route) => {
    const request = route.request().postDataJSON() as { metodo: string };
    if (request.metodo === method) await route.fulfill({ json: answer() });
    else await route.fallback();
  });
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
  test('every code of the closed list has its state on a screen', async ({ page, sandbox }) => {
    await connect(page, sandbox);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    let code: ErrorCode = 'USO';
    await answer(page, 'cuentas.probar', () => ({
      ok: false,
      error: { code, message: `de ${code}`, detail: { dato: 7 } },
    }));
    for (code of ERROR_CODES) {
      await page.getByRole('button', { name: 'Probar conexión' }).click();
      const { que, rest } = describeError(code);
      const note = page.getByRole('alert').filter({ hasText: que });
      await note.waitFor();
      const [text, buttons] = await note.evaluate(
        (one) => [one.innerText, one.querySelectorAll('button').length] as const,
      );
      expect(text.replaceAll(/\s+/g, ' '), code).toContain(rest);
      expect(text, code).not.toContain(code); // the code is in the folded detail
      expect(buttons, code).toBeGreaterThan(0);
    }
    await page.getByText('Detalle para soporte').first().click();
    await page.getByText('INTERNO').waitFor();
    await waitAccessible(page);
  });

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

  test('a login that ended asks for the secret again, and takes it', async ({ page, sandbox }) => {
    await connect(page, sandbox);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.getByText('Cerramos la sesión de La Espiga.').waitFor();
    await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
    await page.getByText('No está guardado.').waitFor();
    // Without a stored secret the core asks for it. When the person declines, the screen says why it failed and offers the way back.
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Ahora no|Cancelar/ })
      .click();
    await waitForFailure(page, 'CLAVE_AUSENTE');
    await page.getByText('Hay que volver a entrar').waitFor();
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Secreto', { exact: true }).fill(sandbox.apiSecret);
    await page.getByRole('button', { name: 'Probar y guardar' }).click();
    await page.getByText('El servicio aceptó el secreto nuevo.').waitFor();
    await waitAccessible(page);
  });

  test('no network is said where it was asked for, and at the top', async ({ page, sandbox }) => {
    await connect(page, sandbox);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await sandbox.close();
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByText(describeError('SIN_CONEXION').que, { exact: true }).waitFor();
    await page.getByText('No conecta').waitFor();
  });

  test('a damaged file, one with a password, one without a table and one of wrong rows', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    const folder = createTemporaryFolder();
    const zip = makeZip([{ name: 'xl/workbook.xml', data: '<workbook/>', flags: 0x801 }]);
    for (const [name, contents, code] of [
      ['danado.xlsx', zip.subarray(0, 40), 'ARCHIVO_DANADO'],
      ['protegido.xlsx', zip, 'ARCHIVO_PROTEGIDO'],
      ['sin-tabla.csv', 'hola\nchau\n', 'SIN_TABLA'],
    ] as const) {
      const file = path.join(folder, name);
      await writeFile(file, contents);
      await page.locator('input[type=file]').first().setInputFiles(file);
      await page.getByText(describeError(code).que).first().waitFor();
      await page
        .getByRole('button', { name: /Elegir otro|Traer otro|Volver|Empezar de nuevo|Conciliar otro/ })
        .first()
        .click();
    }
    const bad = path.join(folder, 'malas.csv');
    await writeFile(bad, 'Fecha;Importe;Comprobante;Tarjeta\n31/02/2026;mil;1;44\n32/10/2026;;2;45\n');
    await page.locator('input[type=file]').first().setInputFiles(bad);
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
    await page.getByText('2 filas con error.').waitFor();
    await waitAccessible(page);
  });

  test('the wrong sheet of a workbook is said, and another one is a press away', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    const folder = createTemporaryFolder();
    const workbook = new ExcelJS.Workbook();
    workbook.addWorksheet('Portada').addRow(['Cierre de octubre']);
    workbook.addWorksheet('Cupones').addRows([
      ['Fecha', 'Importe', 'Comprobante', 'Tarjeta'],
      ['01/10/2026', '100,00', '1', '4417'],
      ['02/10/2026', '200,00', '2', '4418'],
    ]);
    const file = path.join(folder, 'dos-hojas.xlsx');
    await workbook.xlsx.writeFile(file);
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByRole('button', { name: 'Revisar 2 filas' }).waitFor();
    const sheet = page.getByRole('combobox', { name: /^Hoja/ });
    await soon(() => sheet.inputValue()).toBe('Cupones');
    await sheet.selectOption('Portada');
    await page
      .getByRole('alert')
      .filter({ hasText: describeError('SIN_TABLA').que })
      .waitFor();
    await soon(() => sheet.inputValue()).toBe('Portada');
    await waitAccessible(page);
    await sheet.selectOption('Cupones');
    await page.getByRole('button', { name: 'Revisar 2 filas' }).waitFor();
    await soon(() => page.getByRole('alert').count()).toBe(0);
  });

  test('another program with these data', async ({ app, page, sandbox }) => {
    await connect(page, sandbox);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('link', { name: 'Idioma y tema' }).click();
    const other = await acquireInstanceLock(app.carpeta, 'cli');
    await page.getByRole('button', { name: 'Oscuro' }).click();
    await waitForFailure(page, 'EN_USO');
    other.release();
    await page.getByRole('button', { name: 'Oscuro' }).click();
    await page.getByRole('button', { name: 'Oscuro', pressed: true }).waitFor();
  });
});
