import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';
import { mountWorld, sheet, NO_WAITS, type World } from './world.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CUPONES = 40;

let world: World;
beforeEach(async () => {
  world = await mountWorld();
});
afterEach(() => world.close());

/** How Node starts the program: bin/conciliador.js, or the launcher for older versions of Node. */
const SHAPES = {
  direct: (args: readonly string[]) => [`${ROOT}bin/conciliador.js`, ...args],
  launcher: (args: readonly string[]) => [
    '--input-type=module',
    '-e',
    `import { relaunch } from ${JSON.stringify(`${ROOT}bin/relaunch.js`)}; process.exitCode = await relaunch(${JSON.stringify([`${ROOT}bin/conciliador.js`, ...args])});`,
  ],
} as const;

/** Starts an upload of one coupon a batch, and signals it once the service has received more than `after` batches. */
async function interrupt(shape: keyof typeof SHAPES, { after, signal }: { after: number; signal: NodeJS.Signals }) {
  const file = world.file('ventas.csv', sheet(CUPONES));
  const args = SHAPES[shape](['conciliar', file, '--por-tanda', '1', '--json', ...NO_WAITS]);
  const child = spawn(process.execPath, args, {
    cwd: world.carpeta,
    env: { ...process.env, ...world.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const end = new Promise<number | null>((resolve) => child.once('close', resolve));
  await expect.poll(() => world.sandbox.listReceived('subir').length, { interval: 5 }).toBeGreaterThan(after);
  child.kill(signal);
  return { codigo: await end, stdout };
}

async function finish(): Promise<void> {
  expect(await world.json(['conciliaciones', 'retomar', ...NO_WAITS])).toMatchObject([
    { enviados: CUPONES, completo: true },
  ]);
  const [conciliacion, ...others] = world.sandbox.truth.conciliaciones();
  expect(others).toEqual([]);
  expect(new Set(conciliacion?.cupones.map(({ crudo }) => crudo.comprobante)).size).toBe(CUPONES);
  expect(conciliacion?.cupones).toHaveLength(CUPONES);
}

describe.each(['direct', 'launcher'] as const)('%s', (shape) => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s stops the upload with 130 and says how to go on', async (signal) => {
    const { codigo, stdout } = await interrupt(shape, { after: 5, signal });
    expect(codigo).toBe(130);
    const doc: Record<string, unknown> = JSON.parse(stdout);
    expect(doc).toMatchObject({ codigo: 'CANCELADO', carga: expect.any(String) });
    expect(doc['mensaje']).toContain(`conciliaciones retomar ${String(doc['carga'])}`);
    expect(Number(doc['enviados']) + Number(doc['pendientes'])).toBe(CUPONES);
    await finish();
  });

  test('SIGKILL leaves nobody sending, and nothing lost', async () => {
    await interrupt(shape, { after: 5, signal: 'SIGKILL' });
    // A free lock proves that no process still sends.
    await expect
      .poll(async () => (await world.cli(['cuenta', 'usar', 'nadie', '--json'])).stdout)
      .not.toContain('EN_USO');
    await finish();
  });
});

test('Ctrl-C before anything was sent says that nothing was', async () => {
  const file = world.file('ventas.csv', sheet(60_000));
  const { codigo, stdout, stderr } = await runCli(['conciliar', file, '--json'], {
    cwd: world.carpeta,
    env: world.env,
    stopOn: /./, // the first progress is that of reading the file
  });
  expect(codigo).toBe(130);
  expect(stderr).not.toContain('quedó guardado');
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ carga: null, enviados: 0, codigo: 'CANCELADO' },
    mensaje: 'Se detuvo a pedido. No se envió nada.',
  });
});

test('Ctrl-C in the example does not say how to go on: it cannot be taken up', async () => {
  const { codigo, stderr, stdout } = await runCli(['demo', '--carpeta', world.carpeta], { stopOn: /de 1?\d\d/ });
  expect(codigo).toBe(130);
  expect(stdout + stderr).toContain('El ejemplo no se retoma: corré demo de nuevo.');
  expect(stdout + stderr).not.toContain('retomar');
});

/** Runs a piece of the program's start in a new process, and signals it once it prints that it is ready. */
async function beforeStart(code: string): Promise<{ codigo: number | null; stdout: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (stdout === 'listo\n') child.kill('SIGINT');
  });
  const end = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { codigo: end, stdout: stdout.replace('listo\n', '') };
}

describe('Ctrl-C before the command has begun', () => {
  const bin = (file: string): string => JSON.stringify(`${ROOT}bin/${file}`);
  test.each([
    [
      'while the program is loaded',
      `import { listenEarly } from ${bin('early.js')}; listenEarly(true); setInterval(() => {}, 1000); console.log('listo');`,
    ],
    [
      'which the process on Node 24 could not hear yet',
      `import { relaunch } from ${bin('relaunch.js')};
       const sordo = "process.kill(process.pid, 'SIGINT'); setInterval(() => {}, 1000)";
       process.exitCode = await relaunch(['-e', sordo, '--', '--json']);`,
    ],
  ])('is said as later ones are: %s', async (_title, code) => {
    const end = await beforeStart(code);
    expect(end.codigo).toBe(130);
    expect(JSON.parse(end.stdout)).toEqual({
      codigo: 'CANCELADO',
      mensaje: 'Se detuvo a pedido. No se hizo nada todavía.',
    });
  });
});
