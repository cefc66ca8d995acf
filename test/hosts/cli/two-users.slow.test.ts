import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCRIPT, type Output } from './run-cli.ts';

const ANA = 65_533;
const OTHER_USER = 65_534;

/** Why this machine cannot tell; undefined when it can. */
function whyNot(): string | undefined {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return 'only root can be two other users';
  for (let folder = path.dirname(SCRIPT); folder !== path.dirname(folder); folder = path.dirname(folder))
    if ((statSync(folder).mode & 0o005) !== 0o005) return `other users may not enter ${folder}`;
  return undefined;
}
const reason = whyNot();
if (reason !== undefined) process.stderr.write(`Skipped: two users of one PC: ${reason}.\n`);

describe.skipIf(reason !== undefined)('two users of one PC', () => {
  let folder = '';
  const homeOf = (uid: number): string => path.join(folder, uid === ANA ? 'ana' : 'beto');
  const dataOf = (uid: number): string => path.join(homeOf(uid), '.local', 'share', 'conciliador');

  async function run(uid: number, program: string, args: readonly string[], env = {}): Promise<Output> {
    const child = spawn(program, args, {
      uid,
      gid: uid,
      cwd: '/',
      env: { PATH: process.env['PATH'], HOME: homeOf(uid), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { codigo: code as number | null, stdout, stderr };
  }
  const conciliador = (uid: number, args: readonly string[], env = {}): Promise<Output> =>
    run(uid, process.execPath, [SCRIPT, ...args], env);

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'dos-usuarios-'));
    chmodSync(folder, 0o755);
    for (const uid of [ANA, OTHER_USER]) {
      mkdirSync(homeOf(uid), { mode: 0o755 });
      chownSync(homeOf(uid), uid, uid);
    }
    const { codigo, stderr } = await conciliador(ANA, ['ajustes', 'cambiar', '--tema', 'oscuro']);
    expect(codigo, stderr).toBe(0);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('each has a data folder that is theirs alone, in a home that anybody may enter', () => {
    expect(statSync(dataOf(ANA)).mode & 0o777).toBe(0o700);
    expect(statSync(dataOf(ANA)).uid).toBe(ANA);
    expect(readdirSync(dataOf(ANA))).toContain('ajustes.json');
  });
  test('the other one can neither list nor read it', async () => {
    const listed = await run(OTHER_USER, 'ls', [dataOf(ANA)]);
    expect(listed).toMatchObject({ stdout: '' });
    expect(listed.codigo).not.toBe(0);
    const read = await run(OTHER_USER, 'cat', [path.join(dataOf(ANA), 'ajustes.json')]);
    expect(read).toMatchObject({ stdout: '' });
    expect(read.codigo).not.toBe(0);
  });
  test('the program shows the other one their own, which is empty', async () => {
    const theirs = await conciliador(OTHER_USER, ['ajustes', 'ver', '--json']);
    expect(theirs.codigo, theirs.stderr).toBe(0);
    expect(theirs.stdout).not.toContain('oscuro');
  });
  test('the program cannot be pointed at what is not theirs, and says so', async () => {
    const { codigo, stdout, stderr } = await conciliador(OTHER_USER, ['ajustes', 'cambiar', '--tema', 'claro'], {
      CONCILIADOR_HOME: dataOf(ANA),
    });
    expect(codigo).toBe(3);
    expect(`${stdout}${stderr}`).toContain('No se puede escribir en la carpeta');
    expect(existsSync(path.join(dataOf(ANA), 'ajustes.json'))).toBe(true);
  });
});
