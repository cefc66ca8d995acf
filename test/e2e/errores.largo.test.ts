import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ExcelJS from 'exceljs';
import type { Page, Route } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { ERROR_CATALOGUE, type ErrorCode } from '#contract/errors.ts';
import type { Method } from '#contract/inputs.ts';
import { acquireInstanceLock } from '#platform/instance-lock.ts';
import es from '../../src-renderer/messages/es-AR.json' with { type: 'json' };
import { makeZip } from '../workbook/read/make-zip.ts';
import { cuentaDe, llenarCuenta } from './abrir.ts';
import { esperarAccesible, pronto, test } from './aplicacion.ts';

/** What the screens say of a code: what happened, and what was kept and what to do. */
function palabras(code: string): { que: string; resto: string } {
  const textos: Readonly<Record<string, unknown>> = es;
  const [que, resto] = [`falla_${code.toLowerCase()}`, `falla_${code.toLowerCase()}_resto`].map(
    (clave) => textos[clave],
  );
  return { que: String(que), resto: String(resto) };
}

/** Answers a method as the core would, for what a test cannot make the machine do. */
async function contestar(page: Page, metodo: Method, answer: () => unknown): Promise<void> {
  await page.route('**/api/llamadas', async (route: Route) => {
    const pedido = route.request().postDataJSON() as { metodo: string };
    if (pedido.metodo === metodo) await route.fulfill({ json: answer() });
    else await route.fallback();
  });
}

/** The three sentences are on the screen, the code only in the detail, and there is a way on. */
async function esperarFalla(page: Page, code: string): Promise<void> {
  const { que, resto } = palabras(code);
  const nota = page.getByRole('alert').filter({ hasText: que }).first();
  await nota.waitFor();
  await pronto(() => nota.innerText(), code).toContain(resto.slice(0, 40));
  expect(
    await nota
      .locator('p')
      .first()
      .evaluate((p) => p.childNodes[0]?.textContent ?? ''),
    code,
  ).not.toContain(code);
}

async function conectar(page: Page, sandbox: Parameters<typeof cuentaDe>[0]): Promise<void> {
  await llenarCuenta(page, cuentaDe(sandbox));
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
}

describe('what fails is said in words, with its cause and a way on', () => {
  test('every code of the closed list has its state on a screen', async ({ page, sandbox }) => {
    await conectar(page, sandbox);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    let code: ErrorCode = 'USO';
    await contestar(page, 'cuentas.probar', () => ({
      ok: false,
      error: { code, message: `de ${code}`, detail: { dato: 7 } },
    }));
    for (code of Object.keys(ERROR_CATALOGUE) as ErrorCode[]) {
      await page.getByRole('button', { name: 'Probar conexión' }).click();
      const { que, resto } = palabras(code);
      const nota = page.getByRole('alert').filter({ hasText: que });
      await nota.waitFor();
      const [texto, botones] = await nota.evaluate(
        (una) => [una.innerText, una.querySelectorAll('button').length] as const,
      );
      expect(texto.replaceAll(/\s+/g, ' '), code).toContain(resto);
      expect(texto, code).not.toContain(code); // folded in the detail
      expect(botones, code).toBeGreaterThan(0);
    }
    await page.getByText('Detalle para soporte').first().click();
    await page.getByText('INTERNO').waitFor();
    await esperarAccesible(page);
  });

  test('wrong credentials, a server that breaks, and no keychain', async ({ page, sandbox }) => {
    await llenarCuenta(page, { ...cuentaDe(sandbox), secreto: 'no-es' });
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByText(palabras('CREDENCIALES_RECHAZADAS').que).waitFor();
    sandbox.inyectarFalla('comercios:*:500');
    await page.getByLabel('Secreto', { exact: true }).fill(sandbox.apiSecret);
    await page.getByRole('button', { name: 'Probar de nuevo' }).click();
    await esperarFalla(page, 'SERVICIO_FALLA');
    sandbox.reiniciarFallas();
    await page.getByRole('button', { name: 'Probar de nuevo' }).click();
    await page.getByText('Conexión probada.').waitFor();
    // This machine has none: nothing was written, and it says so.
    await page.getByText('Esta PC no tiene llavero.').waitFor();
    await esperarAccesible(page);
  });

  test('a login that ended asks for the secret again, and takes it', async ({ page, sandbox }) => {
    await conectar(page, sandbox);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.getByText('Cerramos la sesión de La Espiga.').waitFor();
    await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
    await page.getByText('No está guardado.').waitFor();
    // Without a secret anywhere the core asks for it; declined, it says why and offers the way back.
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Ahora no|Cancelar/ })
      .click();
    await esperarFalla(page, 'CLAVE_AUSENTE');
    await page.getByText('Hay que volver a entrar').waitFor();
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Secreto', { exact: true }).fill(sandbox.apiSecret);
    await page.getByRole('button', { name: 'Probar y guardar' }).click();
    await page.getByText('El servicio aceptó el secreto nuevo.').waitFor();
    await esperarAccesible(page);
  });

  test('no network is said where it was asked for, and at the top', async ({ page, sandbox }) => {
    await conectar(page, sandbox);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await sandbox.close();
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByText(palabras('SIN_CONEXION').que, { exact: true }).waitFor();
    await page.getByText('No conecta').waitFor();
  });

  test('a damaged file, one with a password, one without a table and one of wrong rows', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    const folder = await mkdtemp(path.join(tmpdir(), 'conciliador-e2e-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const zip = makeZip([{ name: 'xl/workbook.xml', data: '<workbook/>', flags: 0x801 }]);
    for (const [nombre, contenido, code] of [
      ['danado.xlsx', zip.subarray(0, 40), 'ARCHIVO_DANADO'],
      ['protegido.xlsx', zip, 'ARCHIVO_PROTEGIDO'],
      ['sin-tabla.csv', 'hola\nchau\n', 'SIN_TABLA'],
    ] as const) {
      const archivo = path.join(folder, nombre);
      await writeFile(archivo, contenido);
      await page.locator('input[type=file]').first().setInputFiles(archivo);
      await page.getByText(palabras(code).que).first().waitFor();
      await page
        .getByRole('button', { name: /Elegir otro|Traer otro|Volver|Empezar de nuevo|Conciliar otro/ })
        .first()
        .click();
    }
    const malas = path.join(folder, 'malas.csv');
    await writeFile(malas, 'Fecha;Importe;Comprobante;Tarjeta\n31/02/2026;mil;1;44\n32/10/2026;;2;45\n');
    await page.locator('input[type=file]').first().setInputFiles(malas);
    await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
    await page.getByText('2 filas con error.').waitFor();
    await esperarAccesible(page);
  });

  test('the wrong sheet of a workbook is said, and another one is a press away', async ({ page }) => {
    await page.getByRole('button', { name: 'Probar ahora' }).click();
    const folder = await mkdtemp(path.join(tmpdir(), 'conciliador-e2e-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const libro = new ExcelJS.Workbook();
    libro.addWorksheet('Portada').addRow(['Cierre de octubre']);
    libro.addWorksheet('Cupones').addRows([
      ['Fecha', 'Importe', 'Comprobante', 'Tarjeta'],
      ['01/10/2026', '100,00', '1', '4417'],
      ['02/10/2026', '200,00', '2', '4418'],
    ]);
    const archivo = path.join(folder, 'dos-hojas.xlsx');
    await libro.xlsx.writeFile(archivo);
    await page.locator('input[type=file]').first().setInputFiles(archivo);
    await page.getByRole('button', { name: 'Revisar 2 filas' }).waitFor();
    const hoja = page.getByRole('combobox', { name: /^Hoja/ });
    await pronto(() => hoja.inputValue()).toBe('Cupones');
    await hoja.selectOption('Portada');
    await page
      .getByRole('alert')
      .filter({ hasText: palabras('SIN_TABLA').que })
      .waitFor();
    await pronto(() => hoja.inputValue()).toBe('Portada');
    await esperarAccesible(page);
    await hoja.selectOption('Cupones');
    await page.getByRole('button', { name: 'Revisar 2 filas' }).waitFor();
    await pronto(() => page.getByRole('alert').count()).toBe(0);
  });

  test('another program with these data', async ({ app, page, sandbox }) => {
    await conectar(page, sandbox);
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('link', { name: 'Idioma y tema' }).click();
    const otro = await acquireInstanceLock(app.carpeta, 'cli');
    await page.getByRole('button', { name: 'Oscuro' }).click();
    await esperarFalla(page, 'EN_USO');
    otro.release();
    await page.getByRole('button', { name: 'Oscuro' }).click();
    await page.getByRole('button', { name: 'Oscuro', pressed: true }).waitFor();
  });
});
