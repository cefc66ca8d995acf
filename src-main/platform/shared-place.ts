import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { getSystemCode } from './disk-error.ts';

/** A folder that other machines also read or write: `red`, on another machine; `sincronizada`, copied elsewhere by a program. */
export interface SharedPlace {
  readonly clase: 'red' | 'sincronizada';
  /** The reason for a person: "smb", "OneDrive". */
  readonly nombre: string;
  /** The shared folder itself: the mount point of the network, or the synchronised folder. */
  readonly carpeta: string;
}

export interface PlaceSource {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The path without links; on Windows, the network path behind the letter of a network drive. Throws the system's error. */
  readonly resolve: (folder: string) => string;
  /** The mounts, in the order of mounting; empty if unknown. */
  readonly mounts: () => readonly Mount[];
  /** The names inside a folder; empty if it cannot be read. */
  readonly namesIn: (folder: string) => readonly string[];
}

interface Mount {
  readonly folder: string;
  readonly type: string;
}

/** File systems of another machine, or of this one's host. They lack the shared memory that SQLite's write-ahead log needs. */
const NETWORK_TYPES = new Set([
  ...['nfs', 'nfs4', 'cifs', 'smb', 'smb2', 'smb3', 'smbfs', 'ncpfs', 'afs', 'afpfs', 'webdav', 'davfs', 'ceph', '9p'],
  ...['glusterfs', 'lustre', 'gfs2', 'ocfs2', 'vboxsf', 'prl_fs', 'vmhgfs', 'virtiofs'],
  // FUSE on macOS, which does not tell what is behind: most often a server or a cloud.
  ...['macfuse', 'osxfuse', 'osxfusefs'],
]);
/** Programs that show a disk of this machine through FUSE. Any other `fuse.NAME` counts as a network. */
const LOCAL_FUSE =
  /^fuse\.(?:fuse-overlayfs|gocryptfs|encfs|cryfs|cryptomator|securefs|mergerfs|bindfs|ntfs-3g|lxcfs|exfat|snapfuse|squashfuse)$/i;

const isNetwork = (type: string): boolean =>
  NETWORK_TYPES.has(type.toLowerCase()) || ((type === 'fuse' || type.startsWith('fuse.')) && !LOCAL_FUSE.test(type));

/** Names of synchronised folders, with their programs. */
const SYNCHRONISED: readonly (readonly [RegExp, string])[] = [
  [/^OneDrive(?: ?-.*)?$/i, 'OneDrive'],
  [/^Dropbox(?: \(.+\))?$/i, 'Dropbox'],
  [
    /^(?:Google ?Drive(?:-.*)?|(?:Mi unidad|My Drive)(?: \(.+\))?|Unidades compartidas|Shared drives)$/i,
    'Google Drive',
  ],
  [/^Box(?: Sync)?$/, 'Box'],
  [/^(?:iCloud ?Drive|Mobile Documents|com~apple~CloudDocs)$/i, 'iCloud'],
  [/^CloudStorage$/, 'una nube de macOS'],
];
/** Files that programs leave in the folder that they synchronise, whatever its name. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/^\.dropbox\.cache$/, 'Dropbox'], // `.dropbox` alone is the program's own folder, in every home that has it
  [/^\.tmp\.drive(?:upload|download)$/, 'Google Drive'],
  [/^\.(?:_?sync_[0-9a-f]+|owncloudsync)\.(?:db|log)$/, 'Nextcloud'],
  [/^\.stfolder$/, 'Syncthing'],
];

/** How a folder, which may not exist yet, is shared with other machines; undefined without a sign of it. */
export function findSharedPlace(folder: string, source: PlaceSource): SharedPlace | undefined {
  const real = resolveExisting(folder, source);
  return findNetwork(real, source) ?? findSynchronised(real, source);
}

/** Resolves the nearest existing folder, and appends the missing part of the path. */
function resolveExisting(folder: string, { resolve, platform }: Pick<PlaceSource, 'resolve' | 'platform'>): string {
  const { dirname, join, basename } = platform === 'win32' ? path.win32 : path.posix;
  try {
    return resolve(folder);
  } catch (error) {
    const above = dirname(folder);
    // Nothing above can be resolved, so opening the folder will report it.
    if (above === folder || getSystemCode(error) === undefined) return folder;
    return join(resolveExisting(above, { resolve, platform }), basename(folder));
  }
}

function findNetwork(real: string, { platform, mounts }: PlaceSource): SharedPlace | undefined {
  if (platform === 'win32') {
    const [, server] = /^\\\\(?:\?\\UNC\\)?([^\\?.][^\\]*)\\/.exec(real) ?? [];
    return server === undefined ? undefined : { clase: 'red', nombre: server, carpeta: path.win32.parse(real).root };
  }
  const over = mounts()
    .filter(({ folder }) => isInside(real, folder))
    // Take the deepest mount, and of several on one folder the last.
    .reduce<Mount | undefined>(
      (best, one) => (best !== undefined && best.folder.length > one.folder.length ? best : one),
      undefined,
    );
  return over !== undefined && isNetwork(over.type)
    ? { clase: 'red', nombre: over.type.replace(/^fuse\./, ''), carpeta: over.folder }
    : undefined;
}

const isInside = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

function findSynchronised(real: string, { platform, env, namesIn }: PlaceSource): SharedPlace | undefined {
  const { dirname, basename } = platform === 'win32' ? path.win32 : path.posix;
  const named = (['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'] as const).flatMap((name) => env[name] ?? []);
  for (let folder = real; ; folder = dirname(folder)) {
    const name = basename(folder);
    const byName = SYNCHRONISED.find(([pattern]) => pattern.test(name))?.[1];
    const byEnvironment = named.some((one) => one !== '' && one.toLowerCase() === folder.toLowerCase());
    const found = byName ?? (byEnvironment ? 'OneDrive' : markIn(namesIn(folder)));
    if (found !== undefined) return { clase: 'sincronizada', nombre: found, carpeta: folder };
    if (dirname(folder) === folder) return undefined;
  }
}

const markIn = (names: readonly string[]): string | undefined =>
  MARKS.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];

/** `/proc/self/mounts`: device, folder, type; a space in a name is written `\040`. */
export const readLinuxMounts = (text: string): Mount[] =>
  text.split('\n').flatMap((line) => {
    const [, folder, type] = line.split(' ');
    if (folder === undefined || type === undefined) return [];
    return [
      {
        folder: folder.replace(/\\([0-7]{3})/g, (_all, octal: string) =>
          String.fromCharCode(Number.parseInt(octal, 8)),
        ),
        type,
      },
    ];
  });

/** The output of `mount` on macOS: `//user@server/share on /Volumes/share (smbfs, nodev)`. */
export const readMacMounts = (text: string): Mount[] =>
  [...text.matchAll(/^.* on (\/.*) \(([a-z0-9_]+)[,)]/gim)].map(([, folder = '', type = '']) => ({ folder, type }));

export const getThisMachine = (platform: string, env: PlaceSource['env']): PlaceSource => ({
  platform,
  env,
  resolve: (folder) => realpathSync.native(folder),
  mounts: () => {
    try {
      if (platform === 'linux') return readLinuxMounts(readFileSync('/proc/self/mounts', 'utf8'));
      if (platform === 'darwin') return readMacMounts(execFileSync('/sbin/mount', { encoding: 'utf8', timeout: 5000 }));
      return [];
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return []; // a machine that does not tell: the names of the folders are still looked at
    }
  },
  namesIn: (folder) => {
    try {
      return readdirSync(folder);
    } catch (error) {
      if (getSystemCode(error) === undefined) throw error;
      return [];
    }
  },
});

/**
 * Refuses a data folder that other machines also read or write: SQLite's write-ahead log needs one machine, and synchronising programs copy
 * half-written files. Throws `CARPETA_COMPARTIDA`, detail `clase`, `nombre`, `carpeta`.
 */
export function refuseSharedPlace(folder: string, source: PlaceSource): void {
  const place = findSharedPlace(folder, source);
  if (place === undefined) return;
  throw new AppError('CARPETA_COMPARTIDA', { mensaje: REFUSALS.sharedPlace(place), detail: { ...place } });
}
