import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { acquireInstanceLock } from '#platform/instance-lock.ts';
import { test } from './temporary-folder.ts';

// Collects garbage before printing: the lock must not depend on a live reference to its object.
const HOLDER = `
  import(process.argv[1]).then((m) => m.acquireInstanceLock(process.argv[2], 'cli'))
    .then(() => { globalThis.gc(); setTimeout(() => console.log('held'), 10); setInterval(() => globalThis.gc(), 20); }, (e) => console.log(e.code));
`;

/** Starts a process that takes the lock and keeps it; resolves once the process has printed `held` or an error code. */
async function holder(folder: string): Promise<{ child: ChildProcess; said: string }> {
  const module = path.resolve('src-main/platform/instance-lock.ts');
  const child = spawn(process.execPath, ['--expose-gc', '-e', HOLDER, module, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [data] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: data.toString().trim() };
}

test('a second process is refused, and told who has it', async ({ folder }) => {
  const { child } = await holder(folder);
  await expect(acquireInstanceLock(folder, 'loopback')).rejects.toMatchObject({
    code: 'EN_USO',
    detail: { pid: child.pid, anfitrion: 'cli' },
  });
  expect((await holder(folder)).said).toBe('EN_USO');
});

test('a process killed without warning frees its folder', async ({ folder }) => {
  const { child } = await holder(folder);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await acquireInstanceLock(folder, 'cli');
  lock.release();
});

test('what was released can be taken again', async ({ folder }) => {
  const lock = await acquireInstanceLock(folder, 'cli');
  expect((await holder(folder)).said).toBe('EN_USO');
  lock.release();
  lock.release();
  expect(existsSync(path.join(folder, 'bloqueo.json'))).toBe(false);
  expect((await holder(folder)).said).toBe('held');
});

test('two folders do not know of each other', async ({ folder }) => {
  await holder(path.join(folder, 'a'));
  expect((await holder(path.join(folder, 'b'))).said).toBe('held');
});

test('a second lock within one process is refused too', async ({ folder }) => {
  const lock = await acquireInstanceLock(folder, 'electron');
  await expect(acquireInstanceLock(folder, 'electron')).rejects.toMatchObject({ code: 'EN_USO' });
  lock.release();
});

test('a damaged lock file is no obstacle: it holds nothing', async ({ folder }) => {
  writeFileSync(path.join(folder, 'bloqueo.db'), 'x'.repeat(5000));
  writeFileSync(path.join(folder, 'bloqueo.json'), '{"pid":');
  const lock = await acquireInstanceLock(folder, 'cli');
  expect((await holder(folder)).said).toBe('EN_USO');
  lock.release();
});

test('a folder that cannot be made is said as such', async ({ folder }) => {
  writeFileSync(path.join(folder, 'file'), '');
  await expect(acquireInstanceLock(path.join(folder, 'file', 'data'), 'cli')).rejects.toMatchObject({
    code: 'CARPETA_SIN_PERMISO',
  });
});
