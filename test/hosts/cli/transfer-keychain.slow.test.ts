import path from 'node:path';
import { describe, expect } from 'vitest';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox, type Sandbox } from '#sandbox/index.ts';
import { editAccounts, rewrite, startForeignServer } from '../../app/settings/foreign-package.ts';
import { gnomeKeyring, hasKeyring, UNLOCK } from '../../platform/gnome-keyring.ts';
import { test as base } from '../../platform/temporary-folder.ts';
import { runProgram } from './run-cli.ts';

const test = base.extend<{ sandbox: Sandbox }>({
  sandbox: async ({}, use) => {
    const sandbox = await createSandbox({ clock: systemClock, operaciones: 1000 });
    await use(sandbox);
    await sandbox.close();
  },
});

describe.runIf(hasKeyring)('a package with another address, with a gnome-keyring', () => {
  test.for(['api', 'usuario'] as const)(
    'the other server gets no credential of an account of kind %s, and the addresses are shown',
    async (type, { folder, sandbox }) => {
      const env = {
        ...(await gnomeKeyring(folder, UNLOCK)),
        CONCILIADOR_HOME: path.join(folder, 'datos'),
        CONCILIADOR_REINTENTOS: '0',
      };
      const cli = (args: readonly string[], input = '') => runProgram(args, { env, entrada: input, cwd: folder });
      const who = type === 'api' ? ['--api-key', sandbox.apiKey] : ['--usuario', sandbox.usuario];
      const secret = type === 'api' ? sandbox.apiSecret : sandbox.clave;
      const add = ['cuenta', 'agregar', 'Local', '--url', sandbox.url, ...who, '--clave-por-stdin'];
      expect((await cli(add, `${secret}\n`)).codigo).toBe(0);
      expect((await cli(['trasladar', 'exportar', 'todo.zip'])).codigo).toBe(0);

      const foreign = await startForeignServer();
      await rewrite(path.join(folder, 'todo.zip'), path.join(folder, 'malo.zip'), (folder) =>
        editAccounts(folder, ({ cuentas: [account] }) => Object.assign(account ?? {}, { url: foreign.url })),
      );
      const seen = await cli(['trasladar', 'examinar', 'malo.zip']);
      expect(seen.stdout).toContain(`entra en ${foreign.url}`);
      expect(seen.stdout).toContain(`!!! LA DIRECCIÓN CAMBIÓ: acá entraba en ${sandbox.url}`);
      const question = await cli(['trasladar', 'importar', 'malo.zip']);
      expect(question.codigo).toBe(2);
      expect(question.stderr).toContain(
        `«Local» entra en ${foreign.url}, y acá entraba en ${sandbox.url}: LA DIRECCIÓN CAMBIÓ`,
      );
      const done = await cli(['trasladar', 'importar', 'malo.zip', '--si']);
      expect(done.codigo, done.stderr).toBe(0);
      expect(done.stdout).toContain(`!!! LA DIRECCIÓN CAMBIÓ: acá entraba en ${sandbox.url}`);

      for (const args of [
        ['cuenta', 'probar'],
        ['sincronizar'],
        ['conciliaciones', 'listar'],
        ['cuenta', 'salir', 'Local'],
        ['cuenta', 'quitar', 'Local', '--si'],
      ]) {
        const { stdout, stderr } = await cli(args);
        expect(stdout + stderr).not.toContain(secret);
      }
      expect(foreign.heard).toEqual([]);
      // Nor does the account of before find its secret: it is asked for again.
      expect((await cli(['trasladar', 'importar', 'todo.zip', '--si'])).codigo).toBe(0);
      expect((await cli(['cuenta', 'probar'])).codigo).toBe(3);
    },
  );
});
