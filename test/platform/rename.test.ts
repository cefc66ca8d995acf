import { readdirSync, writeFileSync } from 'node:fs';
import { rename as renameAtOnce } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { rename, toPatientRename } from '#platform/rename.ts';
import { test } from './temporary-folder.ts';

/** A rename as the system does it beside a program that holds the file for the first `times` tries. */
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
    await toPatientRename(heldFor(3, code))(from, to);
    expect(readdirSync(folder)).toEqual(['b']);
  },
);

test('a file that stays held is told as such, and not as a lack of permission', async ({ folder }) => {
  const [from, to] = [path.join(folder, 'a'), path.join(folder, 'b')];
  writeFileSync(from, '');
  await expect(toPatientRename(heldFor(Infinity, 'EPERM'))(from, to)).rejects.toMatchObject({
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
