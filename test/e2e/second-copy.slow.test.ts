import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createApp } from '#app/compose/index.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import { copiesIn } from '../app/second-copy/world.ts';
import { accountOf, fillAccount } from './open.ts';
import { takeLook } from './look.ts';
import { waitAccessible, waitForFocus, waitToFit, soon, test } from './application.ts';
import { passPrevia } from './steps.ts';

const DAY = 86_400_000;

/** Calls a method on the same data while the page is open, as the command line or the window would; waits while the page's program is writing. */
async function aside<M extends Method>(home: string, method: M, input: MethodInput<M>): Promise<void> {
  const app = createApp({
    env: { CONCILIADOR_HOME: home },
    host: 'cli',
    askForSecret: () => Promise.resolve(undefined),
    onNotice: () => undefined,
  });
  try {
    const context = { signal: new AbortController().signal, onProgress: () => undefined };
    await soon(async () => {
      const answer = await app.dispatch(method, input, context);
      if (answer.ok || answer.error.code === 'EN_USO') return answer.ok;
      throw new Error(`${answer.error.code}: ${answer.error.message}`);
    }).toBe(true);
  } finally {
    await app.close();
  }
}

/** Connects an account and sends a file. */
async function send(page: Page, account: ReturnType<typeof accountOf>): Promise<void> {
  await fillAccount(page, account);
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
  const csv = 'Fecha;Tarjeta;Últimos 4;Comprobante;Importe\n03/10/2026;Visa;4905;00123;100,50';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'listado.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: 'Revisar 1 fila' }).click();
  await page.getByRole('button', { name: 'Seguir con 1 cupón' }).click();
  await passPrevia(page);
  await page.getByRole('button', { name: 'Enviar 1 cupón' }).click();
  await page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();
}

const toBackups = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Ajustes' }).click();
  await page.getByRole('link', { name: 'Respaldos' }).click();
};

describe('the second copy, on the screens', () => {
  test('tells where it goes, how old it is, and puts a copy back', async ({ app, page, sandbox }) => {
    const chosen = `${app.carpeta} pendrive`;
    await mkdir(chosen);
    await send(page, accountOf(sandbox));
    await toBackups(page);
    const part = page.getByRole('region', { name: 'Segunda copia' });
    await part.getByText('Sin elegir').waitFor();
    await part.getByText('conciliador respaldo segunda elegir CARPETA').waitFor();
    await takeLook(page, 'segunda-copia-sin-elegir');
    await waitAccessible(page);

    await aside(app.carpeta, 'segunda_copia.elegir', { carpeta: chosen });
    await page.getByRole('link', { name: 'Registro y soporte' }).click();
    await page.getByRole('link', { name: 'Respaldos' }).click();
    await part.getByText(chosen).waitFor();
    await part.getByText('Tiene todo lo enviado').waitFor();
    await part.getByRole('button', { name: 'Ver las copias de la carpeta' }).click();
    await part.getByRole('button', { name: /^Verificar la copia de La Espiga del/ }).click();
    await part.getByText('Sana, 1 envío').waitFor();
    await takeLook(page, 'segunda-copia-elegida');
    await waitAccessible(page);
    await waitToFit(page);

    await part.getByRole('button', { name: /^Restaurar la copia de La Espiga del/ }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Restaurar el registro de La Espiga' });
    await dialog.getByText('El registro de ahora queda guardado aparte.').waitFor();
    await dialog.getByRole('button', { name: 'Restaurar esta copia' }).click();
    await part.getByText('Restauramos el registro de La Espiga.').waitFor();
    await takeLook(page, 'segunda-copia-restaurada');
    await waitForFocus(page);

    await part.getByRole('button', { name: 'Dejar de hacerla' }).click();
    await part.getByText('Sin elegir').waitFor();
    expect(copiesIn(chosen)).toHaveLength(1);
  });

  test('that cannot be made is told after the upload and in the top bar, until it can', async ({
    app,
    page,
    sandbox,
  }) => {
    const chosen = `${app.carpeta} pendrive`;
    await mkdir(chosen);
    await aside(app.carpeta, 'segunda_copia.elegir', { carpeta: chosen });
    await rename(chosen, `${chosen} desenchufado`);
    await send(page, accountOf(sandbox));
    await page.getByText(/^No se pudo hacer la segunda copia del registro de La Espiga: su carpeta no está/).waitFor();
    const badge = page.getByRole('link', { name: 'Sin segunda copia' });
    await badge.waitFor();
    await takeLook(page, 'segunda-copia-ausente-en-barra');
    await waitAccessible(page);
    await waitToFit(page);
    await badge.click();
    const part = page.getByRole('region', { name: 'Segunda copia' });
    await part.getByText('La carpeta de la segunda copia no está o no responde.').waitFor();
    await part.getByRole('button', { name: 'Hacerla ahora' }).click();
    await part
      .getByRole('alert')
      .getByRole('strong')
      .getByText('La carpeta de la segunda copia no está o no responde.')
      .waitFor();
    await takeLook(page, 'segunda-copia-ausente');
    await rename(`${chosen} desenchufado`, chosen);
    await part.getByRole('button', { name: 'Hacerla ahora' }).click();
    await part.getByText('Tiene todo lo enviado').waitFor();
    await badge.waitFor({ state: 'detached' });
  });

  test('is asked about after a week without, and a week later again', async ({ app, page, sandbox }) => {
    await send(page, accountOf(sandbox));
    const state = await stateFile(app.carpeta);
    await soon(async () => (await readFile(state, 'utf8')).includes('cubierta')).toBe(true);
    await writeFile(
      state,
      (await readFile(state, 'utf8')).replace(
        /"cubierta": (\d+)/,
        (_all, ms: string) => `"cubierta": ${String(Number(ms) - 8 * DAY)}`,
      ),
    );
    await page.reload();
    await page.getByText('Lo que enviaste está guardado en un solo disco.').waitFor();
    await takeLook(page, 'segunda-copia-pregunta');
    await waitAccessible(page);
    await waitToFit(page);
    await page.getByRole('link', { name: 'Elegir dónde' }).click();
    await page.getByRole('region', { name: 'Segunda copia' }).waitFor();
    await soon(() => page.getByText('Lo que enviaste está guardado en un solo disco.').count()).toBe(0);
    await page.getByRole('link', { name: 'Inicio', exact: true }).click();
    await page.getByRole('button', { name: 'Preguntar en una semana' }).click();
    await page.getByText('Lo que enviaste está guardado en un solo disco.').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByRole('link', { name: 'Operaciones', exact: true }).click();
    await soon(() => page.getByText('Lo que enviaste está guardado en un solo disco.').count()).toBe(0);
  });
});

async function stateFile(home: string): Promise<string> {
  const [id = ''] = await readdir(path.join(home, 'cuentas'));
  return path.join(home, 'cuentas', id, 'segunda-copia.json');
}
