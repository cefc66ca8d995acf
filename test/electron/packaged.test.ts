import { createRequire } from 'node:module';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import type { Configuration } from 'electron-builder';
import { describe, expect, test } from 'vitest';
import { APP_ID } from '#hosts/electron/identity.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** electron-builder's own reading and checking of a configuration; it exports neither. */
interface Reading {
  getConfig(project: string, file: string, options: null): Promise<Configuration>;
  validateConfiguration(configuration: object, log: { isEnabled: boolean }): Promise<void>;
}
const require = createRequire(import.meta.url);
// As electron-builder finds it: it is a dependency of its own, not of ours.
const fromBuilder = createRequire(require.resolve('electron-builder/package.json'));
const lectura = fromBuilder('app-builder-lib/out/util/config/config') as Reading;
const read = (): Promise<Configuration> => lectura.getConfig(ROOT, 'electron-builder.ts', null);

describe('the configuration of the packages', () => {
  test('is one that electron-builder takes', async () => {
    await lectura.validateConfiguration(await read(), { isEnabled: false });
  });
  test('would not be taken with an option that does not exist', async () => {
    const wrong = { ...(await read()), fuses: {} };
    await expect(lectura.validateConfiguration(wrong, { isEnabled: false })).rejects.toThrow('unknown property');
  });
  test('decides every fuse that electron-builder can set, closed', async () => {
    const { electronFuses } = await read();
    expect(electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
      resetAdHocDarwinSignature: false,
    });
    const known = Object.values(FuseV1Options).filter((name) => typeof name === 'string');
    const decided = Object.keys(electronFuses ?? {}).map((name) => name.toLowerCase());
    // Not a matter of security, and not known to electron-builder: it stays as Electron ships it.
    const undecided = known.filter((name) => !decided.includes(name.toLowerCase()));
    expect(undecided).toEqual(['WasmTrapHandlers']);
  });
  test('makes an installer for each system', async () => {
    const { win, mac, linux } = await read();
    const names = (target: unknown): unknown =>
      (target as readonly { target: string }[]).map(({ target: name }) => name);
    expect([win?.target, mac?.target, linux?.target].map(names)).toEqual([['nsis'], ['dmg'], ['AppImage', 'deb']]);
  });
  test('names files that exist, and the program as the window does', async () => {
    const { appId, win, mac, linux } = await read();
    expect(appId).toBe(APP_ID);
    for (const icon of [win?.icon, mac?.icon, linux?.icon]) {
      expect(existsSync(path.join(ROOT, String(icon)))).toBe(true);
    }
  });
  test('leaves the data of a person alone when the program is removed', async () => {
    expect((await read()).nsis?.deleteAppDataOnUninstall).toBe(false);
  });
  test('compiles nothing and publishes nothing', async () => {
    expect(await read()).toMatchObject({ npmRebuild: false, nodeGypRebuild: false, publish: null });
  });
  test('has the database of every system that there is a package for', async () => {
    const names = readdirOf('better-sqlite3/prebuilds');
    for (const name of ['win32-x64', 'win32-arm64', 'darwin-x64', 'darwin-arm64', 'linux-x64']) {
      expect(names).toContain(`${name}.node`);
    }
  });
  test('starts what the build makes', () => {
    const { main } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { main: string };
    expect(main).toBe('out/main/main.js');
  });
});

const readdirOf = (folder: string): readonly string[] => {
  const found = path.dirname(require.resolve('better-sqlite3/package.json'));
  return readdirSync(path.join(found, '..', folder));
};
