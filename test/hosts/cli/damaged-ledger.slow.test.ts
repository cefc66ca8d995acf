import { cp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox, type Sandbox } from '#sandbox/index.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { environmentOf } from '../../sandbox/access.ts';
import { runCli, runProgram } from './run-cli.ts';
import { sheet } from './world.ts';

const DAMAGED = 'El registro de envíos estaba dañado. Se recuperó la copia';
const UNKNOWN = 'El servicio tiene una conciliación que el registro recuperado no conoce';

let folder = '';
let sandbox: Sandbox;
let env: Record<string, string> = {};
beforeEach(async () => {
  folder = createTemporaryFolder();
  sandbox = await createSandbox({ clock: systemClock, operaciones: 1000 });
  env = {
    CONCILIADOR_HOME: path.join(folder, 'datos'),
    ...environmentOf(sandbox),
  };
});
afterEach(async () => {
  await sandbox.close();
});

const cli = (args: readonly string[]) => runCli(args, { cwd: folder, env });

/** Makes an upload that the newest backup knows as begun and the service has whole, then damages the ledger's file. */
async function damageAfterSending(): Promise<void> {
  await writeFile(path.join(folder, 'ventas.csv'), sheet(30));
  await runProgram(['conciliar', 'ventas.csv', '--por-tanda', '10'], {
    cwd: folder,
    env: { ...env, CONCILIADOR_PRUEBA_MATAR: 'intento_antes:0' },
  });
  const accounts = path.join(env['CONCILIADOR_HOME'] ?? '', 'cuentas');
  const [account = ''] = await readdir(accounts);
  const backups = path.join(accounts, account, 'copias');
  await rm(backups, { recursive: true, force: true });
  await cli(['conciliaciones', 'listar']); // opening the ledger makes the backup
  await cp(backups, path.join(folder, 'antes'), { recursive: true });
  const sent = await cli(['conciliaciones', 'retomar', '--json', '--tardanza', '1', '--estable', '0']);
  expect(sent.codigo, sent.stderr).toBe(0);
  // The PC dies before the backup that follows an upload.
  await rm(backups, { recursive: true });
  await rename(path.join(folder, 'antes'), backups);
  await rm(path.join(accounts, account, 'ledger.db-wal'), { force: true });
  await writeFile(path.join(accounts, account, 'ledger.db'), Buffer.alloc(40_000, 7));
}

/** How many lines a text takes on a terminal of 80 columns. */
const linesOf = (text: string): number =>
  text.split('\n').reduce((n, line) => n + Math.max(1, Math.ceil(line.length / 80)), 0);

test('the command line says what was recovered in one screenful, and asks before it sends again', async () => {
  await damageAfterSending();
  const { codigo, stdout, stderr } = await cli(['conciliaciones', 'retomar', '--tardanza', '1', '--estable', '0']);
  expect(codigo, stderr).toBe(4);
  expect(stderr).toContain(DAMAGED);
  expect(stderr).toContain(UNKNOWN);
  expect(linesOf(stderr)).toBeLessThanOrEqual(12); // half a screen: the question follows
  const order = /conciliador (conciliaciones retomar \S+ --decidir rehacer)/.exec(stdout)?.[1];
  const answer = await cli([...(order ?? '').split(' '), '--json', '--tardanza', '1', '--estable', '0']);
  expect(answer.codigo, answer.stderr).toBe(0);
  expect(sandbox.truth.conciliaciones().map(({ cupones }) => cupones.length)).toEqual([30]);
});
