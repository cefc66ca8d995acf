/**
 * `npm run screenshots`: takes pictures of every screen and state, in both themes and two sizes, into `capturas/` (git-ignored), with the real core and the
 * example service. Copies six of them for the README to `docs/screenshots/`, and small ones in both languages for the manual to its folders `imagenes`.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { EXAMPLE, getExampleSandbox } from '#app/demo/example.ts';
import { clock, setClock } from '../test/e2e/clock.ts';
import { openApplication, openChromium, openSandbox, accountOf, fillAccount } from '../test/e2e/open.ts';
import { passPrevia } from '../test/e2e/steps.ts';

const FOLDER = fileURLToPath(new URL('../capturas/', import.meta.url));
const FROM_README = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
/** The pictures for the README, with their names there. */
const CHOSEN = {
  'inicio-claro-1280': 'inicio',
  'conciliar-revision-claro-1280': 'revision',
  'resultado-panel-claro-1280': 'resultado',
  'operaciones-claro-1280': 'operaciones',
  'liquidacion-oscuro-1280': 'liquidacion',
  'buscar-oscuro-1280': 'buscar',
} as const;
const folderOfManual = (name: string) => fileURLToPath(new URL(`../docs/manual/${name}/`, import.meta.url));
const FROM_MANUAL = { 'es-AR': folderOfManual('imagenes'), en: folderOfManual('en/imagenes') } as const;
/** The pictures for the manual: light theme, small window. */
const IN_MANUAL: readonly string[] = [
  'conciliar-columnas',
  'conciliar-con-error',
  'conciliar-previa',
  'conciliar-enviamos',
  'resultado',
  'sin-conciliar',
  'inicio',
  'liquidacion',
  'controles',
  'cierre',
  'ajustes-respaldos',
];
/** WebP quality at which text is sharp, at a fifth of the size of a PNG. */
const QUALITY = 78;
const THEMES = [
  { tema: 'claro', colorScheme: 'light' },
  { tema: 'oscuro', colorScheme: 'dark' },
] as const;
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 700 },
] as const;

async function capture(page: Page, name: string): Promise<void> {
  for (const { tema, colorScheme } of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Moves the mouse away: an element below it would be changing its colour.
    await page.mouse.move(0, 0);
    await page.evaluate(
      `Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished)).then(() => undefined)`,
    );
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.screenshot({ path: path.join(FOLDER, `${name}-${tema}-${String(size.width)}.png`) });
      if (tema === 'claro' && size.width === 1024 && IN_MANUAL.includes(name))
        await captureForManual(page, name, 'es-AR');
    }
  }
  if (IN_MANUAL.includes(name)) await captureInEnglish(page, name);
  await page.setViewportSize(SIZES[0]);
  process.stderr.write(`${name}\n`);
}

/** Takes the same picture in English. Reloading brings the screen back to the same place. */
async function captureInEnglish(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const language of ['en', 'es-AR'] as const) {
    await page.evaluate(`localStorage.setItem('PARAGLIDE_LOCALE', '${language}')`);
    await page.reload();
    await page.getByRole('main').waitFor();
    // Reloading loses the filter of the rows: sets it again.
    if (name === 'conciliar-con-error') await page.getByRole('button', { name: /^(?:Con error|With errors)/ }).click();
    await waitQuiet(page);
    if (language === 'en') await captureForManual(page, name, language);
  }
}

/** Takes a picture as WebP, which only the DevTools protocol offers. */
async function captureForManual(page: Page, name: string, language: keyof typeof FROM_MANUAL): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await writeFile(path.join(FROM_MANUAL[language], `${name}.webp`), data, 'base64');
  await session.detach();
}

/** Downloads the account's data and waits for the end. */
async function synchroniseData(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actualizar', exact: true }).first().click();
  await page.getByText(/^Datos al /).waitFor({ timeout: 120_000 });
  await page.getByText('Actualizando datos').waitFor({ state: 'detached', timeout: 120_000 });
}

/** Opens the screens of local data in the order of the rail, and the search. */
async function walkData(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Buscar cupón/ }).waitFor();
  await capture(page, 'buscar-vacio');
  await page.keyboard.type('0016');
  await page.getByRole('dialog').getByRole('option').nth(2).waitFor();
  await capture(page, 'buscar');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Todas las teclas' }).waitFor();
  await capture(page, 'teclas');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Operaciones', exact: true }).click();
  await page.getByRole('button', { name: /^Período:/ }).click();
  await page.getByRole('button', { name: 'Últimos 90 días' }).waitFor();
  await capture(page, 'periodo');
  await page.keyboard.press('Escape');
  for (const name of ['Inicio', 'Calendario', 'Controles', 'Cierre', 'Sin conciliar']) {
    await page.getByRole('link', { name, exact: true }).click();
    await waitQuiet(page);
    await capture(page, name.toLowerCase().replaceAll(' ', '-'));
  }
  for (const name of ['Operaciones', 'Liquidaciones', 'Impuestos', 'Movimientos', 'Rechazos', 'Comercios']) {
    await page.getByRole('link', { name, exact: true }).click();
    const one = page.locator('.ag-row').first();
    await one.waitFor();
    await waitQuiet(page);
    await capture(page, name.toLowerCase());
    await one.click();
    await waitQuiet(page);
    await capture(page, `${name.toLowerCase()}-panel`);
    await page.keyboard.press('Escape');
    if (name !== 'Liquidaciones') continue;
    await page.getByRole('columnheader', { name: 'Fecha' }).click(); // the oldest first, which the bank has paid
    await page.locator('.ag-row', { hasText: 'Acreditada' }).locator('a').first().click();
    await waitQuiet(page);
    await capture(page, 'liquidacion');
  }
}

/** The length of the page's text; negative while something is loading. `div.espera` is the component Wait; notes and words about waiting have the class too. */
const HOW_MUCH = `document.querySelector('[aria-busy=true], .g-en-camino, div.espera:not(.nota)') === null ? document.body.innerHTML.length : -1`;
/** Waits until the page does not change for half a second. Not for an idle network, because of the stream of events. */
async function waitQuiet(page: Page): Promise<void> {
  for (let before = -1; ;) {
    const now: number = await page.evaluate(HOW_MUCH);
    if (now > 0 && now === before) return;
    before = now;
    await delay(500);
  }
}

/** Longer than any step takes. */
const STEP_MS = 90_000;

/** Takes the pictures step by step. Each step starts where the one before has left the page. */
async function walkThrough(page: Page, sandboxes: readonly Awaited<ReturnType<typeof openSandbox>>[]): Promise<void> {
  const [good, other] = sandboxes;
  if (good === undefined || other === undefined) throw new Error('two example services');
  await page.getByRole('button', { name: 'Probar ahora' }).waitFor();
  await capture(page, 'primer-inicio-inicial');
  await fillAccount(page, { ...accountOf(good), secreto: 'no-es' });
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await page.getByText('El servicio no aceptó las credenciales.').waitFor();
  await capture(page, 'primer-inicio-rechazada');
  await fillAccount(page, accountOf(good));
  await page.getByRole('button', { name: 'Probar de nuevo' }).click();
  await page.getByText('Conexión probada.').waitFor();
  await capture(page, 'primer-inicio-conectada');

  await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
  await page.getByRole('heading', { name: '¿Qué cupones querés conciliar?' }).waitFor();
  await capture(page, 'conciliar-archivo');
  await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
  await page.getByRole('heading', { name: 'No hay conciliaciones' }).waitFor();
  await capture(page, 'conciliaciones-vacio');

  await page.getByRole('link', { name: 'Ajustes' }).click();
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await page.getByText('Conexión probada.').waitFor();
  await capture(page, 'ajustes-cuenta');
  await page.getByRole('button', { name: 'Agregar' }).click();
  await page.getByRole('heading', { name: 'Agregar una cuenta' }).waitFor();
  await capture(page, 'ajustes-agregar');
  await fillAccount(page, accountOf(other, 'Kiosco Mitre'));
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await page.getByRole('button', { name: 'Quitar…' }).click();
  await page.getByRole('alertdialog').waitFor();
  await capture(page, 'ajustes-quitar');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Idioma y tema' }).click();
  await capture(page, 'ajustes-apariencia');
  const parts = page.getByRole('navigation', { name: 'Ajustes' });
  for (const part of [
    'Plantillas',
    'Carpetas',
    'Envío',
    'Datos',
    'Actualizaciones',
    'Respaldos',
    'Registro y soporte',
  ]) {
    await parts.getByRole('link', { name: part, exact: true }).click();
    await page.getByRole('heading', { level: 2, name: part, exact: true }).waitFor();
    await waitQuiet(page);
    await capture(page, `ajustes-${part.toLowerCase().replaceAll(' ', '-')}`);
  }
  await page.getByRole('button', { name: /^Cuenta: / }).click();
  await page.getByRole('menu').waitFor();
  await capture(page, 'barra-cuentas');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Conciliar', exact: true }).click();
  const example = EXAMPLE.archivo;
  await page.locator('input[type=file]').setInputFiles(example);
  await page.getByRole('heading', { name: '¿Qué hay en cada columna?' }).waitFor();
  await capture(page, 'conciliar-columnas');
  await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
  await page.getByRole('heading', { name: 'Revisá antes de enviar' }).waitFor();
  await page.locator('.ag-row').nth(3).waitFor();
  await waitQuiet(page);
  await capture(page, 'conciliar-revision');
  await page.getByRole('button', { name: /^Con error/ }).click();
  await waitQuiet(page);
  await capture(page, 'conciliar-con-error');
  await page.getByRole('button', { name: /^Todas/ }).click();
  await page.getByRole('button', { name: 'Omitir las 5' }).click();
  await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
  await page.getByRole('heading', { name: 'No bajaste las operaciones de esos días' }).waitFor();
  await capture(page, 'conciliar-previa-sin-bajar');
  await page.getByRole('button', { name: /^Bajar / }).click();
  await page.locator('.ag-row').first().waitFor({ timeout: 120_000 });
  await waitQuiet(page);
  await capture(page, 'conciliar-previa');
  await passPrevia(page);
  await page.getByRole('heading', { name: '¿Enviamos?' }).waitFor();
  await waitQuiet(page);
  await capture(page, 'conciliar-enviamos');
  await page.getByRole('button', { name: /^Enviar \d+ cupones$/ }).click();
  await page.getByRole('heading', { name: 'Esperando que el servicio termine de comparar' }).waitFor();
  await capture(page, 'conciliar-envio');
  await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor({ timeout: 120_000 });
  const row = page.locator('.ag-row').nth(3);
  await row.waitFor();
  await capture(page, 'conciliar-resultado');
  await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
  await page.getByRole('table').getByRole('link').first().click();
  await synchroniseData(page); // the reasons need the data
  await row.waitFor();
  await waitQuiet(page);
  await capture(page, 'resultado');
  await row.click();
  await page.getByRole('heading', { name: 'El camino del dinero' }).waitFor();
  await capture(page, 'resultado-panel');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /^Conciliados/ }).click();
  await page.getByLabel('Agrupar').selectOption('tarjeta');
  await page.locator('.g-plegar').first().waitFor();
  await capture(page, 'resultado-agrupado');
  await page.getByRole('tab', { name: /^Con error/ }).click();
  await page.locator('.ag-row').first().waitFor();
  await capture(page, 'resultado-errores');
  await page.getByRole('tab', { name: /^No informados/ }).click();
  await page.getByText('El resultado tiene todos los cupones').waitFor();
  await capture(page, 'resultado-no-informados');
  await walkData(page);

  await page.getByRole('link', { name: 'Conciliar', exact: true }).click();
  await page.locator('input[type=file]').setInputFiles(example);
  await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
  await page.getByRole('button', { name: 'Omitir las 5' }).click();
  await page.getByText('Ya se mandaron todas.').waitFor();
  await capture(page, 'conciliar-ya-enviado');
  await page.getByRole('button', { name: 'Ver qué pasó con ellas' }).click();
  await passPrevia(page);
  await page.getByRole('button', { name: 'Mandarlos otra vez' }).click();
  await page.getByRole('button', { name: /^Enviar \d+ cupones$/ }).click();
  await page.getByRole('button', { name: 'Detener', exact: true }).click();
  await page.getByRole('button', { name: 'Retomar', exact: true }).waitFor();
  await capture(page, 'conciliar-detenida');
  await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
  await page.getByRole('heading', { name: 'Envíos de esta PC sin terminar' }).waitFor();
  await capture(page, 'conciliaciones');
  await page
    .getByRole('button', { name: /^Borrar la conciliación/ })
    .first()
    .click();
  await page.getByRole('alertdialog').waitFor();
  await capture(page, 'conciliaciones-borrar');
  await page.keyboard.press('Escape');
  for (const sandbox of sandboxes) await sandbox.close();
  await page.getByRole('main').getByRole('button', { name: 'Actualizar' }).click();
  await page.getByRole('button', { name: 'Sin conexión', exact: true }).click({ timeout: 120_000 });
  await page.getByRole('dialog', { name: 'Sin conexión' }).waitFor();
  await capture(page, 'sin-conexion');
}

await mkdir(FOLDER, { recursive: true });
for (const folder of Object.values(FROM_MANUAL)) {
  await mkdir(folder, { recursive: true });
  // The screens that are photographed contain the manual: a picture that does not exist yet is created empty, so that they can be built.
  for (const name of IN_MANUAL) await writeFile(path.join(folder, `${name}.webp`), '', { flag: 'a' });
}
const app = await openApplication();
const browser = await openChromium();
browser.on('context', (context) => void setClock(context));
const sandboxes = [await openSandbox(getExampleSandbox(clock.now())), await openSandbox()];
try {
  const page = await browser.newPage({ locale: 'es-AR' });
  page.setDefaultTimeout(STEP_MS);
  await page.goto(app.entryUrl());
  await walkThrough(page, sandboxes);
  const secondPage = await browser.newPage();
  await secondPage.goto(app.url);
  await capture(secondPage, 'sin-entrada');
  await mkdir(FROM_README, { recursive: true });
  for (const [shot, name] of Object.entries(CHOSEN)) {
    await copyFile(path.join(FOLDER, `${shot}.png`), path.join(FROM_README, `${name}.png`));
  }
} finally {
  await browser.close();
  await app.close();
  // Closes the sandboxes that are still open: after a failure, they would keep this process alive.
  await Promise.allSettled(sandboxes.map((one) => one.close()));
}
process.stdout.write(`${FOLDER}\n`);
