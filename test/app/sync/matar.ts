/** The real command line, killed at a step of its synchronisation and run again, against a sandbox in this process. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { ConsultaDocumento, SincronizacionDocumento } from '#contract/documents.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox } from '#sandbox/index.ts';
import { delServicio } from './comparar.ts';
import { llano, preguntador } from './verdad.ts';

const SCRIPT = fileURLToPath(new URL('../../../bin/conciliador.js', import.meta.url));
const METODOS = ['comercios', 'operaciones', 'movimientos', 'liquidaciones', 'impuestos', 'rechazos'] as const;

interface Fin {
  readonly code: number | null;
  readonly stdout: string;
  readonly pasos: number;
}

/** Runs a command; `matarEn`: SIGKILL as soon as that many steps were told. */
function correr(env: NodeJS.ProcessEnv, args: readonly string[], matarEn = Number.POSITIVE_INFINITY): Promise<Fin> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [SCRIPT, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let pasos = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    createInterface({ input: child.stderr }).on('line', () => {
      pasos += 1;
      if (pasos === matarEn) child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, stdout, pasos });
    });
  });
}

/** Kills a run at each of the steps, one after another, lets the last one end, and holds every row against what the service has. */
export async function matarYComparar(pasos: readonly number[], rasgos: readonly string[] = []): Promise<void> {
  const home = mkdtempSync(path.join(tmpdir(), 'conciliador-matar-'));
  const sandbox = await createSandbox({ clock: systemClock, operaciones: 20_000, rasgos });
  const env = {
    ...process.env,
    CONCILIADOR_HOME: home,
    CONCILIADOR_URL: sandbox.url,
    CONCILIADOR_API_KEY: sandbox.apiKey,
    CONCILIADOR_API_SECRET: sandbox.apiSecret,
  };
  try {
    const hoy = civilDateAt(systemClock.now());
    const desde = addDays(hoy, -75);
    const pedido = ['sincronizar', '--desde', desde, '--hasta', hoy, '--json'];
    for (const paso of pasos) expect((await correr(env, pedido, paso)).code).not.toBe(0);
    const { code, stdout } = await correr(env, pedido);
    const documento = JSON.parse(stdout) as SincronizacionDocumento;
    expect({ code, fallas: documento.fallas }).toEqual({ code: 0, fallas: [] });
    llano(sandbox);
    const verdad = preguntador(sandbox);
    for (const vista of METODOS) {
      const consulta = await correr(env, ['consultar', vista, '--limite', '0', '--detalle', '--json']);
      const { filas, cobertura } = JSON.parse(consulta.stdout) as ConsultaDocumento;
      const guardadas = filas.map((fila) => delServicio(vista, fila));
      expect(cobertura.estado, vista).toBe('al_dia');
      expect(
        guardadas.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1)),
        vista,
      ).toEqual(await verdad.filas(vista, desde, hoy));
    }
  } finally {
    await sandbox.close();
    rmSync(home, { recursive: true, force: true });
  }
}
