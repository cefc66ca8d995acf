import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect } from 'vitest';
import { gnomeKeyring, hasKeyring, UNLOCK } from '../../platform/gnome-keyring.ts';
import { everyFile } from '../../platform/temporary-folder.ts';
import { test } from './world.ts';

const PROGRAM = path.resolve('bin/conciliador.js');

interface Ran {
  readonly code: number | null;
  readonly answer: unknown;
  /** All it wrote, on both outputs. */
  readonly wrote: string;
}

/** The arguments of every process that works on this data folder, as another person of the machine would see them. */
function visibleArguments(home: string): string {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/environ`, 'latin1').includes(home);
        return isOurs ? readFileSync(`/proc/${pid}/cmdline`, 'latin1') : '';
      } catch (error) {
        // It ended meanwhile, or is somebody else's.
        if (error instanceof Error && 'code' in error) return '';
        throw error;
      }
    })
    .join('\n');
}

async function run(
  args: readonly string[],
  { env, input }: { env: Record<string, string>; input: string },
): Promise<Ran> {
  const child = spawn(process.execPath, [PROGRAM, ...args, '--json'], { env });
  const seen: string[] = [];
  child.stderr.once('data', () => seen.push(visibleArguments(env['CONCILIADOR_HOME'] ?? '')));
  child.stdout.once('data', () => seen.push(visibleArguments(env['CONCILIADOR_HOME'] ?? '')));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  // Told to read the secret from its standard input, it waits there: its arguments are looked at before it gets any.
  if (process.platform === 'linux' && args.includes('--clave-por-stdin')) {
    await expect.poll(() => visibleArguments(env['CONCILIADOR_HOME'] ?? '')).toContain('--clave-por-stdin');
    seen.push(visibleArguments(env['CONCILIADOR_HOME'] ?? ''));
  }
  child.stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, answer: JSON.parse(stdout), wrote: [stdout, stderr, ...seen].join('\n') };
}

describe.runIf(hasKeyring)('the account commands with a gnome-keyring', () => {
  test.for(['api', 'usuario'] as const)(
    'keep the secret of an account of kind %s between runs, show it nowhere, and delete it',
    async (type, { sandbox, folder }) => {
      const env = { ...(await gnomeKeyring(folder, UNLOCK)), CONCILIADOR_HOME: path.join(folder, 'datos') };
      const secret = type === 'api' ? sandbox.apiSecret : sandbox.clave;
      const who = type === 'api' ? ['--api-key', sandbox.apiKey] : ['--usuario', sandbox.usuario];
      const add = ['cuenta', 'agregar', 'Local', '--url', sandbox.url, ...who, '--clave-por-stdin'];

      const added = await run(add, { env, input: `${secret}\n` });
      expect(added).toMatchObject({ code: 0, answer: { nombre: 'Local', claveGuardada: true } });
      const tried = await run(['cuenta', 'probar'], { env, input: '' });
      expect(tried).toMatchObject({ code: 0, answer: { nombre: 'Local' } });
      const listed = await run(['cuenta', 'listar'], { env, input: '' });
      expect(listed.answer).toEqual([{ nombre: 'Local', url: sandbox.url, tipo: type, predeterminada: true }]);
      const removed = await run(['cuenta', 'quitar', 'Local', '--si'], { env, input: '' });
      expect(removed).toMatchObject({ code: 0, answer: { nombre: 'Local', revocada: true } });
      expect(sandbox.truth.tokens()).toEqual([]);

      const readded = await run([...add.slice(0, -1), '--clave-por-stdin'], { env, input: 'otra\n' });
      expect(readded.code).toBe(type === 'api' ? 0 : 3);
      expect((await run(['cuenta', 'probar'], { env, input: '' })).code).not.toBe(0);

      const outputs = [added, tried, listed, removed, readded].map(({ wrote }) => wrote);
      // The check of arguments saw the program.
      if (process.platform === 'linux') expect(outputs[0]).toContain('--clave-por-stdin');
      const files = everyFile(folder).map((file) => file.text);
      for (const shown of [...outputs, ...files]) expect(shown).not.toContain(secret);
    },
  );
});
