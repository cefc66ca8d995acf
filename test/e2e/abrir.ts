import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox, type Sandbox, type SandboxOpciones } from '#sandbox/index.ts';
import { servirAplicacion } from '#hosts/loopback/abrir.ts';
import { PATIENCE_MS } from '../patience.ts';

type Servida = Awaited<ReturnType<typeof servirAplicacion>>;

/** The system's Chromium. As root it has no sandbox of its own. Its pages wait with the patience of all tests. */
export async function abrirChromium(): Promise<Browser> {
  const navegador = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    timeout: PATIENCE_MS,
  });
  navegador.on('context', (contexto) => {
    contexto.setDefaultTimeout(PATIENCE_MS);
  });
  return navegador;
}

/** The whole application on an empty data folder, behind the loopback host. `opened`: the pages that it would have opened the browser with. */
export async function abrirAplicacion(): Promise<
  Servida & { readonly carpeta: string; readonly opened: readonly string[] }
> {
  const carpeta = await mkdtemp(path.join(tmpdir(), 'conciliador-e2e-'));
  const opened: string[] = [];
  const servida = await servirAplicacion({ CONCILIADOR_HOME: carpeta }, (file) => {
    opened.push(file);
    return Promise.resolve(true);
  });
  return {
    ...servida,
    carpeta,
    opened,
    cerrar: async () => {
      await servida.cerrar();
      await rm(carpeta, { recursive: true, force: true });
    },
  };
}

/** An example service of its own, small. */
export const abrirSandbox = (opciones: Partial<SandboxOpciones> = {}): Promise<Sandbox> =>
  createSandbox({ clock: systemClock, semilla: 7, operaciones: 1000, ...opciones });

/** Fills the form that connects an account. */
export async function llenarCuenta(
  page: Page,
  cuenta: { nombre: string; url: string; clave: string; secreto: string },
) {
  await page.getByLabel('Nombre de la cuenta').fill(cuenta.nombre);
  await page.getByLabel('Dirección del servicio').fill(cuenta.url);
  await page.getByLabel('Clave de API').fill(cuenta.clave);
  await page.getByLabel('Secreto', { exact: true }).fill(cuenta.secreto);
}

export const cuentaDe = (sandbox: Sandbox, nombre = 'La Espiga') => ({
  nombre,
  url: sandbox.url,
  clave: sandbox.apiKey,
  secreto: sandbox.apiSecret,
});
