import { globSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { addDays, civilDateAt, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';
import { COMERCIOS } from '#sandbox/catalogo.ts';
import type { Sandbox } from '#sandbox/index.ts';
import { cuentaDe, llenarCuenta } from './abrir.ts';
import { esperarAccesible, esperarFoco, esperarQueEntre, pronto, test } from './aplicacion.ts';

const hoy = civilDateAt(systemClock.now());
const primero = addDays(hoy, 1 - Number(hoy.slice(8)));
const dias: readonly CivilDate[] = Array.from({ length: Number(hoy.slice(8)) }, (_, i) => addDays(primero, i));

/** How long a screen may take on a machine that does other things. */

/** What the sandbox sold or credited on a day, in centavos. */
const verdad = ({ datos }: Sandbox, que: 'vendido' | 'acreditado', dia: CivilDate): number =>
  COMERCIOS.reduce((total, _, comercio) => total + datos[que](toDayNumber(dia), comercio), 0);
/** As people read it: "−$ 1.234,56". */
function pesos(centavos: number): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0');
  const entero = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${centavos < 0 ? '−' : ''}$ ${entero},${digits.slice(-2)}`;
}
/** No-break spaces and line ends are only how it is drawn. */
const plano = (texto: string): string => texto.replace(/\s+/g, ' ').trim();

async function conectar(page: Page, sandbox: Sandbox): Promise<void> {
  await llenarCuenta(page, cuentaDe(sandbox));
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
  await page.getByRole('link', { name: 'Inicio', exact: true }).click();
  await page.getByRole('heading', { name: 'Todavía no descargaste nada' }).waitFor();
}
async function descargar(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Descargar los últimos 90 días' }).click();
  await page.getByRole('heading', { name: 'Acreditado y por acreditar' }).waitFor();
}
const vinculo = (page: Page, nombre: RegExp) =>
  page.getByRole('region', { name: /^Resumen de/ }).getByRole('link', { name: nombre });
/** How many rows the data screen says that the filter has. */
const operacionesDe = async (page: Page): Promise<number> =>
  Number(
    (
      await page
        .getByText(/^[\d.]+ operaci(ón|ones)$/)
        .first()
        .innerText()
    ).replace(/\D/g, ''),
  );

/** The picture is drawn with the colours of the theme, again when it changes. */
async function redibuja(page: Page): Promise<void> {
  await page.locator('canvas').first().waitFor();
  const dibujo = (): Promise<string> => page.evaluate("document.querySelector('canvas').toDataURL()");
  await pronto(async () => (await dibujo()).length).toBeGreaterThan(2000);
  const claro = await dibujo();
  await page.emulateMedia({ colorScheme: 'dark' });
  await pronto(dibujo).not.toBe(claro);
  await page.emulateMedia({ colorScheme: 'light' });
}

describe('the first page', () => {
  test('says what of its figures the service stopped showing, and opens it', async ({ page, app, sandbox }) => {
    await conectar(page, sandbox);
    await descargar(page);
    const [file = ''] = globSync(path.join(app.carpeta, '**', 'cache.db'));
    const db = new Database(file);
    db.exec(
      "INSERT INTO ausencia (metodo, id, desde) SELECT 'liquidaciones', id, 0 FROM liquidaciones ORDER BY fecha DESC LIMIT 1",
    );
    db.close();
    await page.reload();
    await page.getByText('1 fila en duda.').waitFor();
    await esperarAccesible(page);
    await esperarQueEntre(page);
    await page.getByRole('link', { name: /^Liquidaciones: 1, / }).click();
    await page.getByRole('heading', { name: 'Liquidaciones', exact: true }).waitFor();
    await page.getByText(/^1 fila en duda, \$/).waitFor();
  });

  test('shows what the service has, and every figure opens its rows', async ({ page, sandbox }) => {
    await conectar(page, sandbox);
    await esperarAccesible(page);
    await descargar(page);
    await esperarAccesible(page);
    await esperarQueEntre(page);

    const vendido = dias.reduce((total, dia) => total + verdad(sandbox, 'vendido', dia), 0);
    const acreditado = dias.reduce((total, dia) => total + verdad(sandbox, 'acreditado', dia), 0);
    await pronto(async () => plano(await vinculo(page, /^Vendido en/).innerText())).toContain(pesos(vendido));
    await pronto(async () => plano(await vinculo(page, /^Acreditado/).innerText())).toContain(pesos(acreditado));
    for (const dia of dias) {
      const importes = `vendido ${pesos(verdad(sandbox, 'vendido', dia))}, acreditado ${pesos(verdad(sandbox, 'acreditado', dia))}`;
      await pronto(async () => plano((await page.locator(`[data-dia="${dia}"]`).textContent()) ?? '')).toContain(
        importes,
      );
    }

    // The same as tables, for who does not see the pictures.
    const calor = page.getByRole('region', { name: /día por día$/ });
    await calor.getByRole('button', { name: 'Ver como tabla' }).click();
    await pronto(() => calor.getByRole('row').count()).toBe(dias.length + 2);
    await pronto(async () => plano(await calor.getByRole('row').last().innerText())).toBe(
      `Total ${pesos(vendido)} ${pesos(acreditado)}`,
    );
    const acreditar = page.getByRole('region', { name: 'Acreditado y por acreditar' });
    await acreditar.getByRole('img').waitFor();
    await redibuja(page);
    await acreditar.getByRole('button', { name: 'Ver como tabla' }).click();
    await pronto(() => acreditar.getByRole('row').count()).toBe(29);
    await esperarAccesible(page);
    await calor.getByRole('button', { name: 'Ver como tabla' }).click();

    await page.locator(`[data-dia="${primero}"]`).click();
    await pronto(() => page.url()).toContain(`desde=${primero}&hasta=${primero}`);
    const delDia =
      sandbox.datos.inicioDelDia(toDayNumber(primero) + 1) - sandbox.datos.inicioDelDia(toDayNumber(primero));
    await pronto(() => operacionesDe(page)).toBe(delDia);
    await page.goBack();
    await vinculo(page, /^Vendido en/).click();
    await pronto(() => page.url()).toContain(`#/operaciones?desde=${primero}&hasta=${hoy}`);
    const delMes = sandbox.datos.inicioDelDia(toDayNumber(hoy) + 1) - sandbox.datos.inicioDelDia(toDayNumber(primero));
    await pronto(() => operacionesDe(page)).toBe(delMes);
    await page.goBack();
    const caja = await page.locator('canvas').first().boundingBox();
    await page.mouse.click((caja?.x ?? 0) + (caja?.width ?? 0) * 0.7, (caja?.y ?? 0) + 60);
    await pronto(() => page.url()).toMatch(/#\/operaciones\?desde=\d{4}.*campoFecha=fecha_pago/);
  });

  test('a bank that is not contracted is said, and is not zero', async ({ page, sandbox }) => {
    sandbox.cambiarRasgo('interbanking', 'no');
    await conectar(page, sandbox);
    await descargar(page);
    await page.getByText(/La lectura del banco no está contratada/).waitFor();
    await pronto(() => vinculo(page, /^Acreditado/).getAttribute('href')).toContain('campoFecha=fecha_pago');
  });
});

describe('the calendar and the checks', () => {
  test('what was read agrees, what was not says so, and all of it stays without the service', async ({
    page,
    sandbox,
  }) => {
    await conectar(page, sandbox);
    await page.getByRole('link', { name: 'Calendario', exact: true }).click();
    await page.getByRole('heading', { name: 'Todavía no descargaste el calendario' }).waitFor();
    await esperarAccesible(page);
    await page.getByRole('link', { name: 'Controles', exact: true }).click();
    await page.getByRole('heading', { name: 'No hay nada leído en el período' }).waitFor();
    await page.getByRole('link', { name: 'Inicio', exact: true }).click();
    await descargar(page);
    await page.getByRole('link', { name: 'Calendario', exact: true }).click();
    await page.locator(`[data-dia="${hoy}"]`).focus();
    await page.keyboard.press('Home');
    await page.locator(`[data-dia="${primero}"]:focus`).waitFor();
    await page.keyboard.press('End');
    await page.locator(`[data-dia="${hoy}"]:focus`).waitFor();
    await page.getByRole('button', { name: 'Ver meses anteriores' }).click();
    await page.getByText('No se leyó; no significa cero.').first().waitFor();
    await esperarAccesible(page);
    await esperarQueEntre(page);
    const descargas = page.getByRole('button', { name: /^Descargar / });
    const habia = await descargas.count();
    await descargas.first().click();
    await pronto(() => descargas.count()).toBe(habia - 1);
    await page.getByRole('button', { name: 'Ver como tabla' }).click();
    await page.getByRole('table').first().waitFor();
    await esperarFoco(page);

    await page.getByRole('link', { name: 'Controles', exact: true }).click();
    await page.getByText('Todo lo que se pudo comparar coincide.').waitFor();
    await esperarAccesible(page);
    await esperarQueEntre(page);
    for (const [boton, archivo] of [
      ['Libro de liquidaciones', /^liquidaciones-.*\.xlsx$/],
      ['Papel de impuestos', /^impuestos-.*\.xlsx$/],
    ] as const) {
      const [descarga] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: boton }).click(),
      ]);
      expect(descarga.suggestedFilename()).toMatch(archivo);
    }

    // Without the service there is what was read.
    await page.getByRole('link', { name: 'Inicio', exact: true }).click();
    const cifra = await vinculo(page, /^Vendido en/).innerText();
    await sandbox.close();
    await page.reload();
    await page.getByRole('heading', { name: 'Acreditado y por acreditar' }).waitFor();
    await pronto(() => vinculo(page, /^Vendido en/).innerText()).toBe(cifra);
  });
});
