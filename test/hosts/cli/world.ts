import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Clock } from '#domain/clock.ts';
import { FIELDS_IN_ORDER, type Cupon } from '#domain/cupon.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox } from '#sandbox/index.ts';
import { PATIENCE_MS } from '../../patience.ts';
import { environmentOf } from '../../sandbox/access.ts';
import { runCli } from './run-cli.ts';

/** Short waits: the sandbox applies a send at once or never. Only matching is waited for, up to PATIENCE_MS. */
export const NO_WAITS = ['--tardanza', '1', '--estable', '0', '--espera', String(PATIENCE_MS / 1000)];

/** For a service that never answers: the request limit in seconds, waited out by the clock. Long enough for an answering service on a busy machine. */
export const IMPATIENT = { CONCILIADOR_ESPERA_PEDIDO: '5' };

/** A service, a folder to work in and a data folder, with the account of the service in the environment. */
export type World = Awaited<ReturnType<typeof mountWorld>>;

/** The machine's clock ten times as fast, which shortens the waits between tries; a request's time limit is not shortened. */
export function hurriedClock(): Clock {
  const [wall, monotonic] = [Date.now(), performance.now()];
  const hurry = (): number => 10 * (performance.now() - monotonic);
  return {
    now: () => Math.round(wall + hurry()),
    monotonic: () => monotonic + hurry(),
    sleep: (ms, signal) => systemClock.sleep(ms / 10, signal),
    timeout: (ms) => systemClock.timeout(ms),
  };
}

/** `clock` is the service's, `own` the command line's. */
export async function mountWorld(
  switches: readonly string[] = [],
  clock: Clock = systemClock,
  own: Clock = systemClock,
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-'));
  const home = path.join(folder, 'datos');
  const sandbox = await createSandbox({ clock, operaciones: 1000, rasgos: switches });
  const env = {
    CONCILIADOR_HOME: home,
    ...environmentOf(sandbox),
    CONCILIADOR_REINTENTOS: '0',
  };
  const cli = (
    args: readonly string[],
    { env: more = {}, entrada = '' }: { env?: Readonly<Record<string, string>>; entrada?: string } = {},
  ) => runCli(args, { cwd: folder, env: { ...env, ...more }, entrada, clock: own });
  const close = async (): Promise<void> => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    carpeta: folder,
    home,
    sandbox,
    env,
    cli,
    /** Runs a command with `--json`, asserts its exit, and gives its document. */
    async json<T = unknown>(args: readonly string[], exit = 0, options?: Parameters<typeof cli>[1]): Promise<T> {
      const { codigo, stdout, stderr } = await cli([...args, '--json'], options);
      expect({ codigo, stderr }).toEqual({ codigo: exit, stderr });
      return JSON.parse(stdout) as never;
    },
    /** Writes a file into the folder; returns its name. */
    file(name: string, contents: string | Uint8Array) {
      writeFileSync(path.join(folder, name), contents);
      return name;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

export function useWorld(): World {
  const world = {} as World;
  beforeAll(async () => void Object.assign(world, await mountWorld()));
  afterAll(() => world.close());
  return world;
}

/** A semicolon-separated file of coupons, with field names as its header. */
export const csvOf = (cupones: readonly Cupon[]): string =>
  [FIELDS_IN_ORDER, ...cupones.map((cupon) => FIELDS_IN_ORDER.map((field) => cupon[field] ?? ''))]
    .map((cells) => `${cells.join(';')}\n`)
    .join('');

/** A semicolon-separated file of valid coupons; `from`: the first voucher number. */
export function sheet(cupones: number, from = 1): string {
  const rows = ['Fecha;Importe;Comprobante;Tarjeta'];
  for (let i = from; i < from + cupones; i++) {
    const day = String((i % 28) + 1).padStart(2, '0');
    rows.push(`${day}/10/2026;${String(100 + i)},50;${String(i).padStart(6, '0')};${String(1000 + (i % 9000))}`);
  }
  return `${rows.join('\n')}\n`;
}
