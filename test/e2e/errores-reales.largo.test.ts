/** What goes wrong with nothing pretended: a disk without room, a core that dies, a service that loses answers and sessions. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import type { Sandbox } from '#sandbox/index.ts';
import { servirAplicacion } from '#hosts/loopback/abrir.ts';
import es from '../../src-renderer/messages/es-AR.json' with { type: 'json' };
import { cuentaDe, llenarCuenta } from './abrir.ts';
import { esperarAccesible, esperarFoco, esperarQueEntre, pronto, test } from './aplicacion.ts';
import { DiscoChico, sinDiscoChico } from './disco-chico.ts';
import { conciliarEjemplo } from './pasos.ts';

const EJEMPLO = fileURLToPath(new URL('../../resources/ejemplo/cupones-ejemplo.xlsx', import.meta.url));
const SERVIR = fileURLToPath(new URL('./servir-hijo.ts', import.meta.url));
const sinDisco = sinDiscoChico();
if (sinDisco !== undefined) process.stderr.write(`Skipped: the full disk, because ${sinDisco}.\n`);

const falla = (page: Page, texto: string) => page.getByRole('alert').filter({ hasText: texto }).first();

async function conectar(page: Page, sandbox: Sandbox): Promise<void> {
  await llenarCuenta(page, cuentaDe(sandbox));
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
}
/** Small batches, and not two minutes for an answer that was lost. */
async function deATandas(page: Page, tanda: number): Promise<void> {
  await page.getByRole('link', { name: 'Ajustes' }).click();
  await page.getByRole('link', { name: 'Envío', exact: true }).click();
  await page.getByLabel('Cupones por tanda').fill(String(tanda));
  await page.getByLabel('Cuánto esperar una respuesta, en segundos').fill('1');
  await page.getByRole('button', { name: 'Guardar estos valores' }).click();
  await page.getByText('Quedó guardado.').waitFor();
}
async function llegarAlEnvio(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Conciliar', exact: true }).click();
  await page.locator('input[type=file]').first().setInputFiles(EJEMPLO);
  await page.getByRole('button', { name: /^Revisar \d+ filas$/ }).click();
  await page.getByRole('button', { name: 'Omitir las 5' }).click();
  await page.getByRole('button', { name: /^Seguir con \d+ cupones$/ }).click();
  await page.getByRole('heading', { name: '¿Enviamos?' }).waitFor();
}
const enviar = (page: Page) => page.getByRole('button', { name: /^Enviar \d+ cupones$/ }).click();
const terminada = (page: Page) => page.getByRole('heading', { name: 'Conciliación terminada' }).waitFor();

/** What the service has: one reconciliation, each coupon once. */
function esperarUnaVez({ verdad }: Sandbox): void {
  const [una, ...otras] = verdad.conciliaciones();
  expect([una?.estado, una?.cupones.length, otras]).toEqual(['IMPORTADO', 416, []]);
}

describe('a disk without room', () => {
  test.runIf(sinDisco === undefined)(
    'is said where something was to be written, keeps what there was, and goes on once there is room',
    async ({ contexto, sandbox }) => {
      const carpeta = await mkdtemp(path.join(tmpdir(), 'conciliador-disco-'));
      const disco = new DiscoChico(carpeta, 48);
      const app = await servirAplicacion({ CONCILIADOR_HOME: carpeta });
      onTestFinished(async () => {
        await app.cerrar();
        disco.desmontar();
        await rm(carpeta, { recursive: true, force: true });
      });
      const page = await contexto.newPage();
      await page.goto(app.entrada());
      await conectar(page, sandbox);
      await page.getByRole('link', { name: 'Ajustes' }).click();
      await page.getByRole('link', { name: 'Idioma y tema' }).click();
      disco.llenar();
      await page.getByRole('button', { name: 'Oscuro' }).click();
      await falla(page, es.falla_disco_lleno).waitFor();
      await esperarAccesible(page);
      disco.vaciar();
      await page.getByRole('button', { name: 'Oscuro' }).click();
      await page.getByRole('button', { name: 'Oscuro', pressed: true }).waitFor();

      // An upload that cannot be written down is not begun, and goes whole once it can.
      await llegarAlEnvio(page);
      disco.llenar();
      await enviar(page);
      await falla(page, es.falla_disco_lleno).waitFor();
      await esperarAccesible(page);
      expect(sandbox.recibidos('subir')).toEqual([]);
      disco.vaciar();
      await page.getByRole('button', { name: 'Reintentar' }).first().click();
      await terminada(page);
      esperarUnaVez(sandbox);
    },
  );
});

/** The third batch is on its way: it is applied at once, and its answer comes five seconds later. */
async function enviarHastaLaTercera(page: Page, sandbox: Sandbox): Promise<void> {
  await conectar(page, sandbox);
  await deATandas(page, 100);
  await llegarAlEnvio(page);
  sandbox.inyectarFalla('subir:3:demorada');
  await enviar(page);
  await pronto(() => sandbox.recibidos('subir').length).toBe(3);
}

describe('an upload that is cut', () => {
  test('by the person says what was kept, and goes on from there', async ({ page, sandbox }) => {
    await enviarHastaLaTercera(page, sandbox);
    await page.getByRole('button', { name: 'Detener' }).first().click();
    await page.getByText(es.falla_cancelado, { exact: true }).waitFor();
    await esperarAccesible(page);
    await page.getByRole('button', { name: 'Retomar' }).click();
    await terminada(page);
    esperarUnaVez(sandbox);
  });

  test('by a pause shows what became of each batch, and goes on at once', async ({ page, sandbox }) => {
    await enviarHastaLaTercera(page, sandbox);
    const tandas = page.getByRole('table', { name: 'Tandas' });
    const tercera = tandas.getByRole('row', { name: /^3 / });
    await tercera.getByText('Enviando').waitFor();
    await esperarAccesible(page);
    await page.getByRole('button', { name: 'Pausar' }).click();
    await page.getByText('El envío está en pausa.').waitFor();
    // What was on its way was waited for: there is nothing to find out.
    await tercera.getByText('Confirmada').waitFor();
    await pronto(() => tandas.getByRole('row', { name: /En espera/ }).count()).toBe(4);
    await esperarFoco(page);
    await esperarAccesible(page);
    await esperarQueEntre(page);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await terminada(page);
    esperarUnaVez(sandbox);
  });

  test('by the death of the program is there when it is opened again, and nothing is sent twice', async ({
    contexto,
    sandbox,
  }) => {
    const carpeta = await mkdtemp(path.join(tmpdir(), 'conciliador-muerte-'));
    onTestFinished(() => rm(carpeta, { recursive: true, force: true }));
    const primera = await abrirProceso(carpeta);
    const antes = await contexto.newPage();
    await antes.goto(primera.entrada);
    // Applied, and whoever sent it never knows.
    await enviarHastaLaTercera(antes, sandbox);
    primera.proceso.kill('SIGKILL');
    await antes.getByText(es.programa_cerrado).waitFor();
    await esperarAccesible(antes);
    await antes.close();

    const segunda = await abrirProceso(carpeta);
    const page = await contexto.newPage();
    await page.goto(segunda.entrada);
    await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
    const retomar = page.getByRole('button', { name: 'Retomar cupones-ejemplo.xlsx' });
    const clave = page.getByRole('dialog').getByLabel(es.clave_campo);
    await retomar.waitFor();
    await esperarAccesible(page);
    // What this PC knows is shown without asking anybody anything.
    expect(await clave.isVisible()).toBe(false);
    await retomar.click();
    const resultado = page.getByRole('heading', { level: 1, name: /\.xlsx$/ });
    // Without a keychain the secret is asked again, once, for what a person pressed.
    await resultado.or(clave).first().waitFor();
    if (await clave.isVisible()) {
      await esperarAccesible(page);
      await clave.fill(sandbox.apiSecret);
      await page.keyboard.press('Enter');
    }
    await resultado.waitFor();
    esperarUnaVez(sandbox);
  });

  test('in a place where nobody can know asks the person, now or later', async ({ page, sandbox }) => {
    sandbox.cambiarRasgo('lista_pendientes', 'no');
    await conectar(page, sandbox);
    await deATandas(page, 100);
    await llegarAlEnvio(page);
    sandbox.inyectarFalla('subir:1:corte-antes');
    await enviar(page);
    const dialogo = page.getByRole('dialog', { name: 'Hace falta que decidas' });
    await dialogo.getByText(/no se puede saber si lo tomó/).waitFor();
    await esperarAccesible(page);
    await dialogo.getByRole('button', { name: 'Decidir después' }).click();
    await dialogo.waitFor({ state: 'detached' });
    await page.getByText(es.falla_decision_necesaria).first().waitFor();
    await esperarAccesible(page);
    await page.getByRole('button', { name: 'Decidir', exact: true }).click();
    // Nothing is chosen for the person: pressing on says so.
    await dialogo.getByRole('button', { name: es.decision_hacer }).click();
    await dialogo.getByText(es.decision_elegi).waitFor();
    await esperarAccesible(page);
    await dialogo.getByRole('radio', { name: /^Mandarlo otra vez/ }).check();
    await dialogo.getByRole('button', { name: es.decision_hacer }).click();
    await terminada(page);
    esperarUnaVez(sandbox);

    // The same file once more: it was sent, and it is asked before it goes again.
    await page.getByRole('button', { name: 'Conciliar otro archivo' }).click();
    await llegarAlEnvio(page);
    await enviar(page);
    await page.getByText(es.falla_ya_enviado).waitFor();
    await page.getByRole('button', { name: es.ya_enviado_otra_vez }).waitFor();
    esperarUnaVez(sandbox);
  });
});

describe('a session that ended', () => {
  test('on the service asks for the password again, and goes on with it', async ({ page, sandbox }) => {
    await page
      .getByRole('radio', { name: 'Usuario y contraseña' })
      .or(page.getByRole('button', { name: 'Usuario y contraseña' }))
      .first()
      .click();
    await page.getByLabel('Nombre de la cuenta').fill('La Espiga');
    await page.getByLabel('Dirección del servicio').fill(sandbox.url);
    await page.getByLabel('Usuario', { exact: true }).fill(sandbox.usuario);
    await page.getByLabel('Contraseña', { exact: true }).fill(sandbox.clave);
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByRole('button', { name: 'Conciliar mis cupones' }).click();
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByText(/^Dura hasta el/).waitFor();
    sandbox.vencerTokens({ acceso: true, refresco: true });
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await falla(page, es.falla_sesion_vencida).waitFor();
    await page.getByText('Hay que volver a entrar').waitFor();
    await esperarAccesible(page);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Contraseña', { exact: true }).fill(sandbox.clave);
    await page.getByRole('button', { name: 'Probar y guardar' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await page.getByText('Conexión probada.').waitFor();
  });
});

/** What this process hands over is written in folders of its own: without them no report can be. */
async function removeScratchFolders(): Promise<void> {
  const own = (await readdir(tmpdir())).filter((name) => name.startsWith(`conciliador-${String(process.pid)}-`));
  for (const name of own) await rm(path.join(tmpdir(), name), { recursive: true });
}

test('a report that fails once its screen was left is told in the top bar', async ({ page }) => {
  await conciliarEjemplo(page);
  await page.getByRole('link', { name: 'Conciliaciones', exact: true }).click();
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('heading', { name: /^Conciliación \d+$/ }).waitFor();
  const left = Promise.withResolvers<undefined>();
  await page.route('**/api/llamadas', async (route) => {
    if (route.request().postData()?.includes('conciliaciones.informe') === true) {
      await left.promise;
      await removeScratchFolders();
    }
    await route.continue();
  });
  await page.getByRole('button', { name: 'Exportar a Excel' }).click();
  const bar = page.getByRole('banner');
  await bar.getByText('Escritura del informe').waitFor();
  await page.getByRole('link', { name: 'Calendario', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Calendario' }).waitFor();
  left.resolve(undefined);
  await bar.getByText('Escritura del informe: no se pudo terminar.').waitFor();
  await esperarAccesible(page);
  await esperarQueEntre(page);
  await bar.getByRole('button', { name: es.entendido }).click();
  await bar.getByText('Escritura del informe').waitFor({ state: 'detached' });
});

async function abrirProceso(carpeta: string): Promise<{ proceso: ChildProcess; entrada: string }> {
  const proceso = spawn(process.execPath, [SERVIR, carpeta], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    if (proceso.exitCode !== null || proceso.signalCode !== null) return;
    proceso.kill('SIGKILL');
    await once(proceso, 'exit');
  });
  for await (const linea of createInterface({ input: proceso.stdout })) return { proceso, entrada: linea };
  throw new Error('the program ended before it said its entry');
}
