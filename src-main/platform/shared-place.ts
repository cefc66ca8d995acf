import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { getSystemCode } from './disk-error.ts';

/** A folder that other machines also use: `red`, it is on another machine; `sincronizada`, a program copies it elsewhere. */
export interface SharedPlace {
  readonly clase: 'red' | 'sincronizada';
  /** The file system or the program, for a person: "smb", "OneDrive". */
  readonly nombre: string;
  /** The mount point of the network folder, or the synchronised folder. */
  readonly carpeta: string;
}

export type PlaceSource = ReturnType<typeof getThisMachine>;

interface Mount {
  readonly folder: string;
  readonly type: string;
}

/** File systems on another machine or on the host of a virtual one. They lack the shared memory of SQLite's write-ahead log. */
const NETWORK_TYPES = new Set([
  ...['nfs', 'nfs4', 'cifs', 'smb', 'smb2', 'smb3', 'smbfs', 'ncpfs', 'afs', 'afpfs', 'webdav', 'davfs', 'ceph', '9p'],
  ...['glusterfs', 'lustre', 'gfs2', 'ocfs2', 'vboxsf', 'prl_fs', 'vmhgfs', 'virtiofs'],
  // FUSE on macOS does not say what it shows: mostly a server or a cloud.
  ...['macfuse', 'osxfuse', 'osxfusefs'],
]);
/** Programs that show a local disk through FUSE. Any other `fuse.NAME` counts as a network. */
const LOCAL_FUSE =
  /^fuse\.(?:fuse-overlayfs|gocryptfs|encfs|cryfs|cryptomator|securefs|mergerfs|bindfs|ntfs-3g|lxcfs|exfat|snapfuse|squashfuse)$/i;

const isNetwork = (type: string): boolean =>
  NETWORK_TYPES.has(type.toLowerCase()) || ((type === 'fuse' || type.startsWith('fuse.')) && !LOCAL_FUSE.test(type));

/** Names of synchronised folders, with the program that makes them. */
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
/** Files by which a synchronised folder is recognised, whatever its name. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/^\.dropbox\.cache$/, 'Dropbox'], // not `.dropbox`: that is the program's own folder in every home
  [/^\.tmp\.drive(?:upload|download)$/, 'Google Drive'],
  [/^\.(?:_?sync_[0-9a-f]+|owncloudsync)\.(?:db|log)$/, 'Nextcloud'],
  [/^\.stfolder$/, 'Syncthing'],
];

/** How a folder, which need not exist, is shared with other machines; undefined if nothing says so. */
export function findSharedPlace(folder: string, source: PlaceSource): SharedPlace | undefined {
  const real = resolveExisting(folder, source);
  return findNetwork(real, source) ?? findSynchronised(real, source);
}

/** Resolves the part of the path that exists, and appends the rest. */
function resolveExisting(folder: string, { resolve, platform }: Pick<PlaceSource, 'resolve' | 'platform'>): string {
  const { dirname, join, basename } = platform === 'win32' ? path.win32 : path.posix;
  try {
    return resolve(folder);
  } catch (error) {
    const above = dirname(folder);
    // Nothing above can be resolved either, or the error is not the system's: opening the folder will report the error.
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
    // Takes the deepest mount; of several on the same folder, the last.
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

/** The content of `/proc/self/mounts`: device, folder, type; a space is written `\040`. */
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

export const getThisMachine = (platform: string, env: Readonly<Record<string, string | undefined>>) => ({
  platform,
  env,
  /** The path without links; for a network drive on Windows, the network path. Throws the system's error. */
  resolve: (folder: string): string => realpathSync.native(folder),
  mounts: (): readonly Mount[] => {
    try {
      if (platform === 'linux') return readLinuxMounts(readFileSync('/proc/self/mounts', 'utf8'));
      if (platform === 'darwin') return readMacMounts(execFileSync('/sbin/mount', { encoding: 'utf8', timeout: 5000 }));
      return [];
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return []; // the system does not tell its mounts: names of folders are still checked
    }
  },
  namesIn: (folder: string): readonly string[] => {
    try {
      return readdirSync(folder);
    } catch (error) {
      if (getSystemCode(error) === undefined) throw error;
      return [];
    }
  },
});

/** Throws `CARPETA_COMPARTIDA` for a folder of several machines: SQLite's log needs one machine, and syncing may copy half a file. */
export function refuseSharedPlace(folder: string, source: PlaceSource): void {
  const place = findSharedPlace(folder, source);
  if (place === undefined) return;
  throw new AppError('CARPETA_COMPARTIDA', { mensaje: REFUSALS.sharedPlace(place), detail: { ...place } });
}
