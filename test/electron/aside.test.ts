import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { asideOf } from '#hosts/electron/electron-api.ts';
import { askAside } from '#platform/aside.ts';
import { test } from '../platform/temporary-folder.ts';
import { createFakeElectron } from './fake-electron.ts';

const signal = new AbortController().signal;

test('a program of ours runs in a process of the window without secrets in its environment', async ({ folder }) => {
  const { electron, estado } = createFakeElectron();
  const file = path.join(folder, 'uno.cjs');
  await writeFile(file, 'process.send(process.argv.slice(2)); setInterval(() => {}, 1000);');
  process.env['CONCILIADOR_API_SECRET'] = 's3creto';
  try {
    const asked = { program: pathToFileURL(file), args: ['a', 'b'] };
    expect(await askAside(asideOf(electron), asked, { signal, limitMs: 30_000 })).toEqual(['a', 'b']);
  } finally {
    delete process.env['CONCILIADOR_API_SECRET'];
  }
  expect(estado.aparte[0]?.ruta).toBe(file);
  expect(JSON.stringify(estado.aparte[0]?.env)).not.toContain('s3creto');
});

test('one that hears nothing is ended all the same', async ({ folder }) => {
  const { electron } = createFakeElectron();
  const file = path.join(folder, 'uno.cjs');
  await writeFile(file, "process.on('SIGTERM', () => {}); for (;;);");
  const asked = { program: pathToFileURL(file), args: [] };
  expect(await askAside(asideOf(electron), asked, { signal, limitMs: 500 })).toBeUndefined();
});
