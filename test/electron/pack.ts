import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildWindow } from '../../scripts/build/bundle.ts';
import { stageProgram, type Target } from '../../scripts/release/stage.ts';
import { writeStandIn } from './stand-in.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
const FLAGS = { win32: '--win', darwin: '--mac', linux: '--linux' } as const;

export interface Packed {
  readonly os: Target['os'];
  readonly cpu: string;
  /** All that an installer would contain. */
  readonly folder: string;
  /** The path from `folder` of the program to start; on macOS, of the bundle. */
  readonly program: string;
  /** The folder of app.asar, from `folder`. */
  readonly resources: string;
}

/** Where electron-builder leaves the packed program of each system, and the names inside. */
const PLACES = {
  linux: { folder: 'linux-unpacked', program: 'conciliador', resources: 'resources' },
  win32: { folder: 'win-unpacked', program: 'Conciliador.exe', resources: 'resources' },
  darwin: { folder: 'mac', program: 'Conciliador.app', resources: 'Conciliador.app/Contents/Resources' },
} as const;

/**
 * Packs the program for a system and its processors as `npm run dist -- --dir` does, with stand-in.ts instead of Electron. npm packages of that system
 * come from the registry.
 */
export async function pack(work: string, os: Target['os'], cpus: readonly string[]): Promise<readonly Packed[]> {
  const [program, electron, dist] = ['programa', 'electron', 'dist'].map((one) => path.join(work, os, one));
  if (program === undefined || electron === undefined || dist === undefined)
    throw new Error('three names, three paths');
  await buildWindow(ROOT);
  await stageProgram(ROOT, program);
  await writeStandIn(electron, os);
  const cli = path.join(path.dirname(require.resolve('electron-builder/package.json')), 'cli.js');
  const overrides = { electronDist: electron, 'directories.app': program, 'directories.output': dist };
  await promisify(execFile)(
    process.execPath,
    [
      cli,
      FLAGS[os],
      'dir',
      ...cpus.map((cpu) => `--${cpu}`),
      '--config',
      'electron-builder.ts',
      ...Object.entries(overrides).map(([key, value]) => `-c.${key}=${value}`),
    ],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 },
  );
  const { folder, ...inside } = PLACES[os];
  return cpus.map((cpu) => {
    const own = cpu === 'x64' ? folder : os === 'darwin' ? `${folder}-${cpu}` : folder.replace('-', `-${cpu}-`);
    return { os, cpu, folder: path.join(dist, own), ...inside };
  });
}

/** Why npm's registry cannot be reached, from which packing takes another system's packages; undefined when it can. */
export async function whyNoRegistry(): Promise<string | undefined> {
  try {
    await promisify(execFile)('npm', ['view', '@napi-rs/keyring', 'version', '--prefer-offline', '--loglevel=error'], {
      shell: process.platform === 'win32',
      timeout: 60_000,
    });
    return undefined;
  } catch {
    return 'the package registry does not answer';
  }
}
