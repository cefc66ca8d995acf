import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { montarMundo, planilla, SIN_ESPERAS, type Mundo } from './mundo.ts';

const RAIZ = fileURLToPath(new URL('../../../', import.meta.url));
const CUPONES = 40;

let mundo: Mundo;
beforeEach(async () => {
  mundo = await montarMundo();
});
afterEach(() => mundo.cerrar());

/** As bin/conciliador.js runs it, or through the launcher that older versions of Node use. */
const FORMAS = {
  direct: (args: readonly string[]) => [`${RAIZ}bin/conciliador.js`, ...args],
  launcher: (args: readonly string[]) => [
    '--input-type=module',
    '-e',
    `import { relanzar } from ${JSON.stringify(`${RAIZ}bin/relanzar.js`)}; process.exitCode = await relanzar(${JSON.stringify([`${RAIZ}bin/conciliador.js`, ...args])});`,
  ],
} as const;

/** Starts an upload of one coupon a batch and signals it when the service has received `tras` of them. */
async function interrumpir(forma: keyof typeof FORMAS, { tras, signal }: { tras: number; signal: NodeJS.Signals }) {
  const archivo = mundo.archivo('ventas.csv', planilla(CUPONES));
  const args = FORMAS[forma](['conciliar', archivo, '--por-tanda', '1', '--json', ...SIN_ESPERAS]);
  const child = spawn(process.execPath, args, {
    cwd: mundo.carpeta,
    env: { ...process.env, ...mundo.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const fin = new Promise<number | null>((resolve) => child.once('close', resolve));
  await expect.poll(() => mundo.sandbox.recibidos('subir').length, { interval: 5 }).toBeGreaterThan(tras);
  child.kill(signal);
  return { codigo: await fin, stdout };
}

async function terminar(): Promise<void> {
  const { codigo, stdout, stderr } = await mundo.cli(['conciliaciones', 'retomar', '--json', ...SIN_ESPERAS]);
  expect(codigo, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([{ enviados: CUPONES, completo: true }]);
  const [conciliacion, ...otras] = mundo.sandbox.verdad.conciliaciones();
  expect(otras).toEqual([]);
  expect(new Set(conciliacion?.cupones.map(({ crudo }) => crudo.comprobante)).size).toBe(CUPONES);
  expect(conciliacion?.cupones).toHaveLength(CUPONES);
}

describe.each(['direct', 'launcher'] as const)('%s', (forma) => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s stops the upload with 130 and says how to go on', async (signal) => {
    const { codigo, stdout } = await interrumpir(forma, { tras: 5, signal });
    expect(codigo).toBe(130);
    const documento: Record<string, unknown> = JSON.parse(stdout);
    expect(documento).toMatchObject({ codigo: 'CANCELADO', carga: expect.any(String) });
    expect(documento['mensaje']).toContain(`conciliaciones retomar ${String(documento['carga'])}`);
    expect(Number(documento['enviados']) + Number(documento['pendientes'])).toBe(CUPONES);
    await terminar();
  });

  test('SIGKILL leaves nobody sending, and nothing lost', async () => {
    await interrumpir(forma, { tras: 5, signal: 'SIGKILL' });
    // The lock is the proof: whoever still sent would hold it.
    await expect
      .poll(async () => (await mundo.cli(['cuenta', 'usar', 'nadie', '--json'])).stdout)
      .not.toContain('EN_USO');
    await terminar();
  });
});

/** Runs a piece of the program's start in a process of its own, and signals it once it says that it is ready. */
async function antesDeEmpezar(codigo: string): Promise<{ codigo: number | null; stdout: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', codigo], { stdio: ['ignore', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (stdout === 'listo\n') child.kill('SIGINT');
  });
  const fin = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { codigo: fin, stdout: stdout.replace('listo\n', '') };
}

describe('Ctrl-C before the command has begun', () => {
  const bin = (file: string): string => JSON.stringify(`${RAIZ}bin/${file}`);
  test.each([
    [
      'while the program is loaded',
      `import { atenderAntes } from ${bin('temprano.js')}; atenderAntes(true); setInterval(() => {}, 1000); console.log('listo');`,
    ],
    [
      'which the process on Node 24 could not hear yet',
      `import { relanzar } from ${bin('relanzar.js')};
       const sordo = "process.kill(process.pid, 'SIGINT'); setInterval(() => {}, 1000)";
       process.exitCode = await relanzar(['-e', sordo, '--', '--json']);`,
    ],
  ])('is said as later ones are: %s', async (_titulo, codigo) => {
    const fin = await antesDeEmpezar(codigo);
    expect(fin.codigo).toBe(130);
    expect(JSON.parse(fin.stdout)).toEqual({
      codigo: 'CANCELADO',
      mensaje: 'Se detuvo a pedido. No se hizo nada todavía.',
    });
  });
});
