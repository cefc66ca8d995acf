import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  closeSync,
  symlinkSync,
} from 'node:fs';
import { rename as renameAtOnce } from 'node:fs/promises';
import path from 'node:path';
import { expect, describe } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { readJsonFile, writeFileAtomic, rename, toPatientRename } from '#platform/atomic-file.ts';
import { test } from './temporary-folder.ts';
import { openRegular, readRegular } from '#platform/regular-file.ts';
import { createTestClock } from '../service/fixtures.ts';
import { makePipe } from './make-pipe.ts';

const parseNumber = (value: unknown): number => {
  if (typeof value !== 'number') throw new Error('not a number');
  return value;
};

if (process.getuid?.() !== 0) process.stderr.write('Skipped: only root can start a process that may not write here.\n');

describe('writing', () => {
  test('a file is replaced whole, readable by its owner only', async ({ folder }) => {
    const file = path.join(folder, 'a.json');
    await writeFileAtomic(file, 'old, and longer');
    await writeFileAtomic(file, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  test('many writers at once leave one of their texts', async ({ folder }) => {
    const file = path.join(folder, 'a.json');
    const texts = Array.from({ length: 40 }, (_, n) => String(n).repeat(5000));
    await Promise.all(texts.map((text) => writeFileAtomic(file, text)));
    expect(texts).toContain(readFileSync(file, 'utf8'));
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  test.runIf(process.getuid?.() === 0)('without permission what was there stays as it was', ({ folder }) => {
    const file = path.join(folder, 'a.json');
    writeFileSync(file, 'old', { mode: 0o644 });
    chmodSync(folder, 0o755);
    const module = path.resolve('src-main/platform/atomic-file.ts');
    const script = `import('${module}').then((m) => m.writeFileAtomic(process.argv[1], 'new')).catch((e) => console.log(e.code, e.detail.causa, e.detail.carpeta))`;
    // Root may write anywhere, so the process runs as another user (`nobody`).
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', script, file], { uid: 65534, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toBe(`CARPETA_SIN_PERMISO EACCES ${folder}\n`);
    expect(readFileSync(file, 'utf8')).toBe('old');
  });
});

describe('reading', () => {
  test('a missing file is not a damaged one', async ({ folder }) => {
    const tellDamaged = (): never => expect.fail('nothing is there');
    expect(await readJsonFile(path.join(folder, 'a.json'), parseNumber, tellDamaged)).toBeUndefined();
  });

  test.for(['{"half":', '"another shape"', ''])(
    'a damaged file (%s) is set aside with its text',
    async (text, { folder }) => {
      const file = path.join(folder, 'a.json');
      writeFileSync(file, text);
      let aside = '';
      expect(await readJsonFile(file, parseNumber, (at) => (aside = at))).toBeUndefined();
      expect(path.basename(aside)).toMatch(/^a\.danado-\d{8}T\d{6}-[0-9a-f]{4}\.json$/);
      expect(readFileSync(aside, 'utf8')).toBe(text);
      expect(existsSync(file)).toBe(false);
    },
  );

  test('a file that its parser refuses on purpose stays in place', async ({ folder }) => {
    const file = path.join(folder, 'a.json');
    writeFileSync(file, '1');
    const refuse = (): never => {
      throw new AppError('DATOS_MAS_NUEVOS');
    };
    await expect(readJsonFile(file, refuse)).rejects.toMatchObject({ code: 'DATOS_MAS_NUEVOS' });
    expect(readFileSync(file, 'utf8')).toBe('1');
  });

  test('a folder in the file’s place is refused', async ({ folder }) => {
    mkdirSync(path.join(folder, 'a.json'));
    await expect(readJsonFile(path.join(folder, 'a.json'), parseNumber)).rejects.toMatchObject({
      code: 'CARPETA_SIN_PERMISO',
    });
  });
});

/** A rename that fails `times` times, as on Windows while a program holds the file. */
function heldFor(times: number, code: string) {
  let tries = 0;
  return async (from: string, to: string): Promise<void> => {
    tries += 1;
    if (tries <= times) throw Object.assign(new Error(code), { code, syscall: 'rename', path: from, dest: to });
    await renameAtOnce(from, to);
  };
}

test.for(['EPERM', 'EACCES', 'EBUSY'])(
  'a file that is held for an instant is renamed: %s',
  async (code, { folder }) => {
    const [from, to] = [path.join(folder, 'a'), path.join(folder, 'b')];
    writeFileSync(from, '');
    await toPatientRename(heldFor(3, code), createTestClock())(from, to);
    expect(readdirSync(folder)).toEqual(['b']);
  },
);

test('a file that stays held is told as such, and not as a lack of permission', async ({ folder }) => {
  const [from, to] = [path.join(folder, 'a'), path.join(folder, 'b')];
  writeFileSync(from, '');
  await expect(toPatientRename(heldFor(Infinity, 'EPERM'), createTestClock())(from, to)).rejects.toMatchObject({
    code: 'ARCHIVO_TOMADO',
    detail: { archivo: 'b', causa: 'EPERM' },
  });
  expect(readdirSync(folder)).toEqual(['a']);
});

test('what waiting does not mend fails at once, as the system says it', async ({ folder }) => {
  await expect(rename(path.join(folder, 'none'), path.join(folder, 'b'))).rejects.toMatchObject({ code: 'ENOENT' });
  const refused = heldFor(Infinity, 'EACCES')(path.join(folder, 'a'), path.join(folder, 'no', 'b'));
  await expect(toPatientRename(() => refused)('a', 'b')).rejects.toMatchObject({ code: 'EACCES' });
});

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
          if (file !== '/dev/tty') throw error; // a test has no terminal
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
