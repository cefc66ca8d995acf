import { cp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from './run-cli.ts';
import { sheet, useWorld } from './world.ts';

const DAMAGED = 'El registro de envíos estaba dañado. Se recuperó el respaldo';
const UNKNOWN = 'El servicio tiene una conciliación que el registro recuperado no conoce';

const world = useWorld();

/** Makes an upload that the newest backup knows as begun and the service has whole, then damages the ledger's file. */
async function damageAfterSending(): Promise<void> {
  const { carpeta: folder, home, env, cli } = world;
  await runProgram(['conciliar', world.file('ventas.csv', sheet(30)), '--por-tanda', '10'], {
    cwd: folder,
    env: { ...env, CONCILIADOR_PRUEBA_MATAR: 'intento_antes:0' },
  });
  const accounts = path.join(home, 'cuentas');
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
const linesOf = (text: string) => text.split('\n').reduce((n, line) => n + Math.max(1, Math.ceil(line.length / 80)), 0);

test('the command line says what was recovered in one screenful, and asks before it sends again', async () => {
  await damageAfterSending();
  const { cli, sandbox } = world;
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
