import { closeSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { openRegular, readRegular } from '#platform/regular-file.ts';
import { makePipe } from './make-pipe.ts';
import { test } from './temporary-folder.ts';

describe('what a person gives to be read', () => {
  test('is read when it is a file, also through a link', async ({ folder }) => {
    const file = path.join(folder, 'uno.json');
    writeFileSync(file, 'hola');
    symlinkSync(file, path.join(folder, 'otro.json'));
    expect((await readRegular(path.join(folder, 'otro.json'), 10))?.toString()).toBe('hola');
  });

  test('is not when it is more than is wanted', async ({ folder }) => {
    const file = path.join(folder, 'uno.json');
    writeFileSync(file, 'hola');
    expect((await readRegular(file, 4))?.toString()).toBe('hola');
    expect(await readRegular(file, 3)).toBeUndefined();
  });

  test('that is not there is said by the system', async ({ folder }) => {
    await expect(readRegular(path.join(folder, 'no'), 10)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test.skipIf(process.platform === 'win32')(
    'is not opened when it is a pipe, a device or a folder',
    async ({ folder }) => {
      mkdirSync(path.join(folder, 'carpeta'));
      for (const file of [makePipe(path.join(folder, 'tubo')), '/dev/zero', '/dev/tty', path.join(folder, 'carpeta')]) {
        const fd = await openRegular(file).catch((error: unknown) => {
          if (file !== '/dev/tty') throw error; // there is none in a test
        });
        if (fd !== undefined) closeSync(fd);
        expect(fd, file).toBeUndefined();
      }
    },
  );

  test.skipIf(process.platform !== 'linux')(
    'is not read past its end: a file of the system says that it has none',
    async () => {
      expect((await readRegular('/proc/self/cmdline', 1_000_000))?.length).toBeGreaterThan(0);
      expect(await readRegular('/proc/kallsyms', 1000)).toBeUndefined();
    },
  );
});
