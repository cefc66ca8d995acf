import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from 'electron-builder';
import { describe, expect, test } from 'vitest';
import { APP_ID } from '#hosts/electron/identity.ts';
import { createConfiguration } from '../../electron-builder.ts';
import { readSigning } from '../../scripts/release/signing.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** electron-builder's internal functions that read and check a configuration. */
interface Reading {
  getConfig(project: string, file: string, options: null): Promise<Configuration>;
  validateConfiguration(configuration: object, log: { isEnabled: boolean }): Promise<void>;
}
const require = createRequire(import.meta.url);
// Resolved from electron-builder: app-builder-lib is its dependency, not ours.
const fromBuilder = createRequire(require.resolve('electron-builder/package.json'));
const reading = fromBuilder('app-builder-lib/out/util/config/config') as Reading;
const read = (): Promise<Configuration> => reading.getConfig(ROOT, 'electron-builder.ts', null);
const readNsis = () => readFileSync(path.join(ROOT, 'resources/installers/windows.nsh'), 'utf8').replace(/^;.*$/gm, '');
const EXTENSIONS = ['xlsx', 'xlsb', 'xls', 'ods', 'csv', 'tsv'];

describe('the configuration of the packages', () => {
  test('is one that electron-builder takes', async () => {
    await reading.validateConfiguration(await read(), { isEnabled: false });
  });
  test('publishes at the address that the program asks, and at no other', () => {
    const feed = 'https://programas.example/conciliador/';
    expect(createConfiguration({}, { feed }).publish).toEqual({ provider: 'generic', url: feed });
    expect(createConfiguration({ CONCILIADOR_ACTUALIZACIONES: feed }, { feed: null }).publish).toBeNull();
  });
  test('installs on Windows for one user, and never asks for an administrator', async () => {
    expect((await read()).nsis).toMatchObject({ perMachine: false, allowElevation: false });
    expect(readNsis()).toContain('StrCpy $isForceCurrentInstall "1"');
    expect(readNsis()).not.toMatch(/HKLM|HKEY_LOCAL_MACHINE|RequestExecutionLevel/);
  });
  test('hardens the program for macOS, and asks only for what it needs', async () => {
    const { mac } = await read();
    expect(mac).toMatchObject({ hardenedRuntime: true });
    const signed = readFileSync(path.join(ROOT, 'resources/installers/mac.plist'), 'utf8');
    expect([...signed.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
    ]);
  });
  test('offers itself for spreadsheets and takes none from the program that opens them', async () => {
    const { fileAssociations, win, mac, linux } = await read();
    // On Windows electron-builder makes an associated program the default for that kind of file.
    expect([fileAssociations, win?.fileAssociations, linux?.fileAssociations]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(mac?.fileAssociations).toEqual(
      EXTENSIONS.map((ext) => ({ ext, name: `Planilla .${ext}`, role: 'Viewer', rank: 'Alternate' })),
    );
    expect(linux?.mimeTypes).toHaveLength(EXTENSIONS.length);
    const writes = readNsis().match(/WriteReg\w+ .*\\\.\$\{EXTENSION\}.*/g);
    expect(writes).toEqual([expect.stringContaining('\\OpenWithProgids" "Conciliador.Planilla"')]);
    expect(readNsis()).not.toContain('APP_ASSOCIATE');
    for (const macro of ['offerFor', 'offerNoMoreFor'])
      expect([...readNsis().matchAll(new RegExp(`insertmacro ${macro} "(.*)"`, 'g'))].map(([, ext]) => ext)).toEqual(
        EXTENSIONS,
      );
  });
  test('names files that exist, and the program as the window does', async () => {
    const { appId, win, mac, linux } = await read();
    expect(appId).toBe(APP_ID);
    const { nsis } = await read();
    for (const file of [win?.icon, mac?.icon, linux?.icon, mac?.entitlements, nsis?.include]) {
      expect([file, existsSync(path.join(ROOT, String(file)))]).toEqual([file, true]);
    }
  });
  test('leaves the data of a person alone when the program is removed', async () => {
    expect((await read()).nsis?.deleteAppDataOnUninstall).toBe(false);
  });
});

describe('signing, from the environment alone', () => {
  const apple = { APPLE_API_KEY: 'k.p8', APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' };
  const certificate = { CSC_LINK: 'c.p12', CSC_KEY_PASSWORD: 'secret' };
  test('without keys nothing is signed, and each line says so', () => {
    const { windows, mac, notarised, lines } = readSigning({});
    expect([windows, mac, notarised]).toEqual([false, false, false]);
    expect(
      Object.values(lines).filter((line) => line.includes('SIN FIRMA') || line.includes('NO SE NOTARIZA')),
    ).toHaveLength(3);
  });
  test('with the keys of Apple it is notarised; without a certificate there is nothing to notarise', () => {
    expect(readSigning({ ...apple, ...certificate })).toMatchObject({ mac: true, notarised: true });
    expect(readSigning(apple)).toMatchObject({ mac: false, notarised: false });
  });
  test('half of what is needed is nothing', () => {
    expect(readSigning({ CSC_LINK: 'c.p12' })).toMatchObject({ windows: false, mac: false });
    expect(readSigning({ ...certificate, APPLE_ID: 'a@b.example' }).notarised).toBe(false);
  });
  test('no line shows a secret', () => {
    expect(JSON.stringify(readSigning({ ...apple, ...certificate }).lines)).not.toContain('secret');
  });
});

describe('the workflow of a release', () => {
  const workflow = readFileSync(path.join(ROOT, '.github/workflows/release.yml'), 'utf8');
  test('names only programs of this repository', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    for (const [, script = ''] of workflow.matchAll(/npm run (\w+)/g)) expect(Object.keys(scripts)).toContain(script);
    for (const [, file = ''] of workflow.matchAll(/(?:node|vitest run --project completo) ((?:scripts|test)\/\S+)/g))
      expect([file, existsSync(path.join(ROOT, file))]).toEqual([file, true]);
  });
});
