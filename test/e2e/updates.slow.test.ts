import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Method } from '#contract/inputs.ts';
import type { PolicyDocument, UpdatesDocument, UpdateStatus } from '#contract/updates.ts';
import { VERSION } from '#platform/version.ts';
import type { Sandbox } from '#sandbox/index.ts';
import { soon, test, waitAccessible, waitToFit } from './application.ts';
import { takeLook } from './look.ts';
import { connect } from './steps.ts';

const OFFER = {
  version: '1.5.0',
  novedades: '- Se ve qué falta cobrar.\n- Corregido: un papel sin fecha.',
  bytes: 98_500_000,
};

/** The answer of the window host: the page of a browser host cannot install a version. */
const windowSays = (now: UpdateStatus, changes: Partial<UpdatesDocument> = {}): UpdatesDocument => ({
  version: VERSION,
  hay: true,
  seInstala: true,
  activas: true,
  permitidas: true,
  direccion: 'https://programas.example/conciliador/',
  canal: 'latest',
  fijadas: [],
  buscada: '2026-11-21 09:30:00',
  ahora: now,
  ...changes,
});

const policySays = (service: string): PolicyDocument => ({
  archivo: '/etc/conciliador/politica.json',
  presente: true,
  deCualquiera: false,
  servicio: service,
  actualizaciones: { direccion: null, canal: null, permitidas: null },
});

type Answers = { [M in Method]?: () => UpdatesDocument | Promise<UpdatesDocument> };

async function answer(page: Page, answers: Answers): Promise<void> {
  await page.route('**/api/llamadas', async (route: Route) => {
    const { metodo } = route.request().postDataJSON() as { metodo: Method };
    const its = answers[metodo];
    if (its === undefined) await route.fallback();
    else await route.fulfill({ json: { ok: true, value: await its() } });
  });
}

async function open(page: Page, sandbox: Sandbox): Promise<void> {
  await connect(page, sandbox);
  await page.getByRole('link', { name: 'Ajustes' }).click();
}
const toVersions = (page: Page): Promise<void> => page.getByRole('link', { name: 'Actualizaciones' }).click();

describe('Ajustes, Actualizaciones', () => {
  test('in a browser, says that this host does not update itself, and what this version brings', async ({
    page,
    sandbox,
  }) => {
    await open(page, sandbox);
    await toVersions(page);
    await page.getByText('Abierto en el navegador, Conciliador no se actualiza solo.').waitFor();
    await page.getByText('Este programa no tiene de dónde bajarlas').waitFor();
    await page.getByText('Qué trae esta versión').click();
    await page.getByText('Línea de comandos: demo, sandbox, cuenta').waitFor();
    await page.getByRole('button', { name: 'Buscar ahora' }).click();
    await page
      .getByRole('alert')
      .locator('strong')
      .getByText('Este programa no tiene de dónde traer versiones nuevas.')
      .waitFor();
    expect(await page.getByLabel('Buscar versiones nuevas todos los días').count()).toBe(0);
    await takeLook(page, 'versiones-navegador');
    await waitAccessible(page);
    await waitToFit(page);
  });

  test('in the window, a version is found, brought and installed with the keyboard', async ({ page, sandbox }) => {
    await open(page, sandbox);
    const asked: string[] = [];
    const brought = Promise.withResolvers<undefined>();
    const found = windowSays({ estado: 'hay', noAbrio: false, ...OFFER });
    const ready = windowSays({ estado: 'lista', ...OFFER });
    await answer(page, {
      'actualizaciones.ver': () => windowSays({ estado: 'al_dia' }, { hay: false }),
      'actualizaciones.buscar': () => found,
      'actualizaciones.bajar': async () => {
        await brought.promise;
        return ready;
      },
      'actualizaciones.instalar': () => {
        asked.push('instalar');
        return ready;
      },
    });
    await toVersions(page);
    await page.getByText('Tenés la última versión.').waitFor();
    await page.getByRole('button', { name: 'Buscar ahora' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Bajando la 1.5.0: 0 KB de 94 MB. Podés seguir trabajando.').waitFor();
    await page.getByText('Se ve qué falta cobrar.').waitFor();
    await takeLook(page, 'versiones-bajando');
    await waitAccessible(page);
    brought.resolve(undefined);
    const install = page.getByRole('button', { name: 'Instalar y volver a abrir' });
    await install.waitFor();
    await page.getByText('La 1.5.0 está lista. Se instala al cerrar, o ahora.').waitFor();
    await takeLook(page, 'versiones-lista');
    await waitAccessible(page);
    await waitToFit(page);
    await install.focus();
    await page.keyboard.press('Space');
    await page.getByText('Cerrando para instalar…').waitFor();
    expect(asked).toEqual(['instalar']);
  });

  test('is turned off, and stays so', async ({ page, sandbox }) => {
    await open(page, sandbox);
    await answer(page, { 'actualizaciones.ver': () => windowSays({ estado: 'sin_buscar' }) });
    await toVersions(page);
    const daily = page.getByLabel('Buscar versiones nuevas todos los días');
    await daily.uncheck();
    await page.reload();
    await soon(() => daily.isChecked()).toBe(false);
  });

  test('shows what an administrator fixed', async ({ page, sandbox }) => {
    await open(page, sandbox);
    const fixed = windowSays({ estado: 'sin_buscar' }, { permitidas: false, fijadas: ['direccion', 'permitidas'] });
    await answer(page, { 'actualizaciones.ver': () => fixed });
    await toVersions(page);
    await page.getByText('El administrador de esta PC no permite versiones nuevas.').waitFor();
    await page.getByText('Lo fijó el administrador de esta PC').waitFor();
    expect(await page.getByRole('button', { name: 'Buscar ahora' }).count()).toBe(0);
    await takeLook(page, 'versiones-fijadas');
    await waitAccessible(page);
  });

  test('shows that an administrator allows updates, and the address that is fixed for another account', async ({
    page,
    sandbox,
  }) => {
    await open(page, sandbox);
    await page.route('**/api/llamadas', async (route: Route) => {
      const { metodo } = route.request().postDataJSON() as { metodo: Method };
      const value =
        metodo === 'politica.ver'
          ? policySays('https://servicio.example/api')
          : windowSays({ estado: 'sin_buscar' }, { fijadas: ['permitidas'] });
      if (metodo !== 'politica.ver' && metodo !== 'actualizaciones.ver') await route.fallback();
      else await route.fulfill({ json: { ok: true, value } });
    });
    await toVersions(page);
    await page.getByText('El administrador de esta PC permite las versiones nuevas.').waitFor();
    await page.getByRole('link', { name: 'Cuentas' }).click();
    await page.getByText('El administrador de esta PC fijó https://servicio.example/api: con esta cuenta no').waitFor();
    await takeLook(page, 'cuenta-en-otra-direccion');
    await waitAccessible(page);
    await waitToFit(page);
  });

  test('says in English what is wrong with what a feed offers', async ({ page, sandbox }) => {
    await open(page, sandbox);
    const wrong = windowSays({ estado: 'falla', codigo: 'ACTUALIZACION_SIN_FIRMA', mensaje: 'Sin firma.' });
    await answer(page, { 'actualizaciones.ver': () => wrong });
    await page.getByRole('link', { name: 'Idioma y tema' }).click();
    await page.getByRole('combobox', { name: 'Idioma' }).selectOption('English');
    await page.getByRole('link', { name: 'New versions' }).click();
    await page

      .getByRole('alert')
      .locator('strong')
      .getByText('The version on offer is not signed by whoever makes the program.')
      .waitFor();
    await page.getByRole('button', { name: 'Look now' }).waitFor();
    await takeLook(page, 'versiones-falla-en');
    await waitAccessible(page);
  });
});

test('where an administrator fixed the address of the service, the form has it and it cannot be changed', async ({
  page,
}) => {
  await page.route('**/api/llamadas', async (route: Route) => {
    const { metodo } = route.request().postDataJSON() as { metodo: Method };
    if (metodo !== 'politica.ver') await route.fallback();
    else {
      await route.fulfill({ json: { ok: true, value: policySays('https://servicio.example/api') } });
    }
  });
  await page.reload();
  const address = page.getByLabel('Dirección del servicio');
  await soon(() => address.inputValue()).toBe('https://servicio.example/api');
  expect(await address.getAttribute('readonly')).not.toBeNull();
  await page.getByText('El administrador de esta PC fijó esta dirección: no se puede usar otra.').waitFor();
  await takeLook(page, 'conectar-fijada');
  await waitAccessible(page);
});
