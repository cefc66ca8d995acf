import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWindow } from '../../scripts/build/bundle.ts';
import { runBuilt } from './run-built.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
beforeAll(() => buildWindow(ROOT));

describe('what electron-vite builds', () => {
  test('does the whole job on the example, its threads included', async () => {
    const run = await runBuilt(ROOT);
    expect(run).toMatchObject({ pantalla: 200, informe: 'PK', errores: [] });
    expect(run.filas).toBeGreaterThan(300);
    expect(run.conciliados).toBeGreaterThan(100);
  });
  test('has each thread, and what runs in a process of its own, as a file of its own, beside main.js', async () => {
    const names = await readdir(path.join(ROOT, 'out', 'main'));
    expect(names).toEqual(
      expect.arrayContaining([
        'main.js',
        'app-explanations-work.js',
        'platform-job-worker.js',
        'storage-backup-judge-process.js',
        'storage-cache-reading-jobs.js',
        'storage-cache-writing-jobs.js',
        'workbook-import-worker.js',
        'workbook-write-jobs.js',
      ]),
    );
    const texts = await Promise.all(names.map((name) => readFile(path.join(ROOT, 'out', 'main', name), 'utf8')));
    expect(texts.join('\n')).not.toMatch(/new URL\(["'][^"']+\.ts["']/);
  });
  test('has the screens as they ship, although the environment says that these are tests', async () => {
    expect(process.env['NODE_ENV']).toBe('test');
    const assets = path.join(ROOT, 'out', 'renderer', 'assets');
    const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(scripts.map((name) => readFile(path.join(assets, name), 'utf8')));
    // What Svelte adds while developing: the source place of each component.
    expect(texts.join('\n')).not.toMatch(/componentTag|state_proxy_equality_mismatch/);
  });
  test('has a preload of one file that requires electron and nothing else', async () => {
    expect(await readdir(path.join(ROOT, 'out', 'preload'))).toEqual(['preload.cjs']);
    const preload = await readFile(path.join(ROOT, 'out', 'preload', 'preload.cjs'), 'utf8');
    expect([...preload.matchAll(/require\(([^)]*)\)/g)].map(([, name]) => name)).toEqual(['"electron"']);
    expect(preload).not.toMatch(/^import /m);
  });
});
