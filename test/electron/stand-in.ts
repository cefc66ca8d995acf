import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Target } from '../../scripts/release/stage.ts';

/** The part of resedit that is used; resedit's own types need those of a browser. */
interface Language {
  readonly lang: number;
  readonly codepage: number;
}
interface Entry extends Language {
  readonly type: number | string;
  readonly id: number | string;
  readonly bin: ArrayBuffer;
}
interface Program {
  generate(): ArrayBuffer;
}
interface Resources {
  readonly entries: Entry[];
  outputResource(program: Program): void;
}
interface Version {
  lang: number;
  setStringValues(language: Language, values: Readonly<Record<string, string>>): void;
  outputToResourceEntries(entries: Entry[]): void;
}
interface Resedit {
  readonly NtExecutable: { createEmpty(is32Bit: boolean, isDll: boolean): Program };
  readonly NtExecutableResource: { from(program: Program): Resources };
  readonly Resource: { readonly VersionInfo: { createEmpty(): Version } };
}

const require = createRequire(import.meta.url);
// Resolved from electron-builder: resedit is its dependency, not ours.
const fromBuilder = createRequire(
  createRequire(require.resolve('electron-builder/package.json')).resolve('app-builder-lib/package.json'),
);
const { NtExecutable, NtExecutableResource, Resource } = fromBuilder('resedit') as Resedit;

/** Electron's fuses as shipped: a mark, the version of the list, their number, and one character each. */
const WIRE = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09101100011';
const PROGRAM = { encoding: 'latin1', mode: 0o755 } as const;
const zeros = '\0'.repeat(64);

/** Writes the part of Electron's distribution that packing reads: programs with fuses, and the files beside them. */
export const writeStandIn = (dist: string, os: Target['os']): Promise<void> =>
  os === 'win32' ? writeWindows(dist) : os === 'darwin' ? writeMac(dist) : writeLinux(dist);

const writeEmpty = async (dist: string, files: readonly string[]): Promise<void> => {
  for (const file of files) {
    await mkdir(path.dirname(path.join(dist, file)), { recursive: true });
    await writeFile(path.join(dist, file), '');
  }
};

async function writeLinux(dist: string): Promise<void> {
  await writeEmpty(dist, ['LICENSE', 'LICENSES.chromium.html', 'version', 'chrome-sandbox']);
  await writeEmpty(dist, ['locales/es.pak', 'locales/es-419.pak', 'locales/en-US.pak', 'locales/fr.pak']);
  await writeFile(path.join(dist, 'electron'), `\x7fELF${zeros}${WIRE}${zeros}`, PROGRAM);
}

/** A Windows program with resources: packing writes the name, the icon and the archive's hash into them. */
async function writeWindows(dist: string): Promise<void> {
  await writeEmpty(dist, ['LICENSE', 'LICENSES.chromium.html', 'version', 'ffmpeg.dll']);
  await writeEmpty(dist, ['locales/es.pak', 'locales/es-419.pak', 'locales/en-US.pak', 'locales/fr.pak']);
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const lang = { lang: 1033, codepage: 1200 };
  const version = Resource.VersionInfo.createEmpty();
  version.lang = lang.lang;
  version.setStringValues(lang, { FileDescription: 'Electron', ProductName: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  resources.entries.push({
    type: 10,
    id: 1,
    ...lang,
    bin: new Uint8Array(Buffer.from(`${WIRE}${zeros}`, 'latin1')).buffer,
  });
  resources.outputResource(program);
  await writeFile(path.join(dist, 'electron.exe'), Buffer.from(program.generate()));
}

const HELPERS = ['', ' (Renderer)', ' (Plugin)', ' (GPU)'];
const plist = (name: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string></dict></plist>`;

async function writeMac(dist: string): Promise<void> {
  const contents = path.join('Electron.app', 'Contents');
  const framework = path.join(contents, 'Frameworks', 'Electron Framework.framework');
  const library = path.join(framework, 'Versions', 'A', 'Electron Framework');
  await writeEmpty(dist, ['LICENSE', 'LICENSES.chromium.html', 'version']);
  await writeEmpty(dist, [library, path.join(framework, 'Electron Framework')]);
  for (const language of ['es', 'es_419', 'en', 'fr'])
    await writeEmpty(dist, [path.join(contents, 'Resources', `${language}.lproj`, 'locale.pak')]);
  await writeEmpty(dist, [path.join(framework, 'Versions', 'A', 'Resources', 'es.lproj', 'locale.pak')]);
  await writeEmpty(dist, [path.join(contents, 'MacOS', 'Electron')]);
  await writeFile(path.join(dist, contents, 'Resources', 'electron.icns'), '');
  const mach = '\xcf\xfa\xed\xfe';
  await writeFile(path.join(dist, contents, 'MacOS', 'Electron'), `${mach}${zeros}`, PROGRAM);
  await writeFile(path.join(dist, framework, 'Electron Framework'), `${mach}${zeros}${WIRE}${zeros}`, PROGRAM);
  await writeFile(path.join(dist, contents, 'Info.plist'), plist('Electron'));
  for (const helper of HELPERS) {
    const name = `Electron Helper${helper}`;
    const folder = path.join(contents, 'Frameworks', `${name}.app`, 'Contents');
    await writeEmpty(dist, [path.join(folder, 'MacOS', name)]);
    await writeFile(path.join(dist, folder, 'Info.plist'), plist(name));
  }
}
