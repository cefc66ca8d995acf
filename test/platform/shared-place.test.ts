import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import {
  findSharedPlace,
  readLinuxMounts,
  readMacMounts,
  getThisMachine,
  type PlaceSource,
} from '#platform/shared-place.ts';
import { test } from './temporary-folder.ts';

const machine = (given: Partial<PlaceSource> = {}): PlaceSource => ({
  platform: 'linux',
  env: {},
  resolve: (folder) => folder,
  mounts: () => [{ folder: '/', type: 'ext4' }],
  namesIn: () => [],
  ...given,
});
const linux = (mounts: string): PlaceSource => machine({ mounts: () => readLinuxMounts(mounts) });
const windows = (given: Partial<PlaceSource> = {}) => machine({ platform: 'win32', mounts: () => [], ...given });

describe('a data folder on another machine', () => {
  const mounts = [
    '/dev/sda1 / ext4 rw 0 0',
    '//servidor/datos /mnt/del\\040local cifs rw 0 0',
    'servidor:/casas /home/red nfs4 rw 0 0',
    'yo@otra: /home/ana/otra fuse.sshfs rw 0 0',
    'gvfsd-fuse /run/user/1000/gvfs fuse.gvfsd-fuse rw 0 0',
    '/dev/sdb1 /media/usb fuseblk rw 0 0',
    'cofre /home/ana/cofre fuse.gocryptfs rw 0 0',
    'C: /mnt/c 9p rw 0 0',
    'casa /mnt/anfitrion virtiofs rw 0 0',
    '/dev/sdc1 /home/red/de-aca ext4 rw 0 0',
  ].join('\n');
  test.each([
    ['/mnt/del local/conciliador', 'cifs', '/mnt/del local'],
    ['/home/red', 'nfs4', '/home/red'],
    ['/home/ana/otra/x/y', 'sshfs', '/home/ana/otra'],
    ['/run/user/1000/gvfs/smb-share:server=s', 'gvfsd-fuse', '/run/user/1000/gvfs'],
    ['/mnt/c/Users/ana', '9p', '/mnt/c'],
    ['/mnt/anfitrion/x', 'virtiofs', '/mnt/anfitrion'],
  ])('on Linux, by what is mounted: %s', (folder, name, dir) => {
    expect(findSharedPlace(folder, linux(mounts))).toEqual({ clase: 'red', nombre: name, carpeta: dir });
  });
  test.each([
    '/home/ana/.local/share/conciliador',
    '/media/usb/x',
    '/home/ana/cofre',
    '/home/red/de-aca/x',
    '/home/redondo',
  ])('a disk of this machine is none: %s', (folder) => {
    expect(findSharedPlace(folder, linux(mounts))).toBeUndefined();
  });
  test('of two mounts on one folder the last counts', () => {
    expect(findSharedPlace('/d', linux('a /d ext4 rw\nb /d nfs rw'))).toMatchObject({ nombre: 'nfs' });
    expect(findSharedPlace('/d', linux('b /d nfs rw\na /d ext4 rw'))).toBeUndefined();
  });
  test('on macOS, by what is mounted', () => {
    const mac = machine({
      platform: 'darwin',
      mounts: () =>
        readMacMounts(
          '/dev/disk3s1 on / (apfs, sealed, local)\n//ana@servidor._smb._tcp.local/datos on /Volumes/Datos del local (smbfs, nodev, nosuid)\nnube on /Users/ana/Nube (macfuse, nodev, nosuid, synchronous, mounted by ana)\n',
        ),
    });
    expect(findSharedPlace('/Volumes/Datos del local/c', mac)).toMatchObject({ clase: 'red', nombre: 'smbfs' });
    expect(findSharedPlace('/Users/ana/Nube/c', mac)).toMatchObject({ clase: 'red', nombre: 'macfuse' });
    expect(findSharedPlace('/Users/ana/Library/Application Support/Conciliador', mac)).toBeUndefined();
  });
  test('on Windows, by its path: also of a drive that has a letter', () => {
    const share = { clase: 'red', nombre: 'servidor', carpeta: '\\\\servidor\\datos\\' };
    expect(findSharedPlace('\\\\servidor\\datos\\Conciliador', windows())).toEqual(share);
    const mapped = windows({ resolve: (folder) => folder.replace(/^Z:/, '\\\\servidor\\datos') });
    expect(findSharedPlace('Z:\\Conciliador', mapped)).toEqual(share);
    expect(findSharedPlace('C:\\Users\\ana\\AppData\\Roaming\\Conciliador', mapped)).toBeUndefined();
    expect(findSharedPlace('\\\\?\\C:\\datos', windows())).toBeUndefined();
  });
});

describe('a data folder that is synchronised', () => {
  test.each([
    ['C:\\Users\\ana\\OneDrive\\Conciliador', 'OneDrive'],
    ['C:\\Users\\ana\\OneDrive - Comercio SA\\Documentos\\Conciliador', 'OneDrive'],
    ['C:\\Users\\ana\\Dropbox (Comercio)\\c', 'Dropbox'],
    ['C:\\Users\\ana\\Google Drive\\c', 'Google Drive'],
    ['G:\\Mi unidad\\c', 'Google Drive'],
    ['C:\\Users\\ana\\My Drive (ana@comercio.example)\\c', 'Google Drive'],
    ['G:\\Unidades compartidas\\Locales\\c', 'Google Drive'],
    ['G:\\Shared drives\\Locales\\c', 'Google Drive'],
    ['C:\\Users\\ana\\Box\\c', 'Box'],
    ['C:\\Users\\ana\\Box Sync\\c', 'Box'],
    ['C:\\Users\\ana\\iCloudDrive\\c', 'iCloud'],
  ])('on Windows, by its name: %s', (folder, name) => {
    expect(findSharedPlace(folder, windows())).toMatchObject({ clase: 'sincronizada', nombre: name });
  });
  test.each([
    ['/Users/ana/Library/Mobile Documents/com~apple~CloudDocs/c', 'iCloud'],
    ['/Users/ana/Library/CloudStorage/GoogleDrive-ana@comercio.example/Mi unidad/c', 'Google Drive'],
    ['/Users/ana/Library/CloudStorage/Box-Box/c', 'una nube de macOS'],
    ['/home/ana/Dropbox/c', 'Dropbox'],
  ])('on macOS and Linux, by its name: %s', (folder, name) => {
    expect(findSharedPlace(folder, machine())).toMatchObject({ clase: 'sincronizada', nombre: name });
  });
  test('by where Windows says that OneDrive is, whatever its name', () => {
    const env = { OneDrive: 'D:\\Nube de Ana' };
    expect(findSharedPlace('d:\\nube de ana\\c', windows({ env }))).toMatchObject({ nombre: 'OneDrive' });
  });
  test.each([
    ['.dropbox.cache', 'Dropbox'],
    ['.tmp.driveupload', 'Google Drive'],
    ['.sync_0a1b2c3d.db', 'Nextcloud'],
    ['.stfolder', 'Syncthing'],
  ])('by what the program leaves in it: %s', (mark, name) => {
    const namesIn = (folder: string): string[] => (folder === '/home/ana/nube' ? ['x', mark] : []);
    expect(findSharedPlace('/home/ana/nube/a/b', machine({ namesIn }))).toEqual({
      clase: 'sincronizada',
      nombre: name,
      carpeta: '/home/ana/nube',
    });
  });
  test('the folder of settings that Dropbox keeps in every home is no mark', () => {
    expect(findSharedPlace('/home/ana/x', machine({ namesIn: () => ['.dropbox', '.dropbox-dist'] }))).toBeUndefined();
  });
  test.each(['/home/ana/dropbox-viejo/c', '/home/onedriver/c', '/home/ana/google/c', '/home/ana/box/c'])(
    'not for a name that resembles: %s',
    (folder) => {
      expect(findSharedPlace(folder, machine())).toBeUndefined();
    },
  );
});

describe('on this machine', () => {
  const here = getThisMachine(process.platform, {});

  test('a folder that is still to be made is one of this machine', ({ folder }) => {
    expect(findSharedPlace(path.join(folder, 'a', 'b'), here)).toBeUndefined();
  });
  test('a link is followed, also for what is still to be made behind it', async ({ folder }) => {
    await mkdir(path.join(folder, 'Dropbox'));
    await symlink(path.join(folder, 'Dropbox'), path.join(folder, 'datos'));
    expect(findSharedPlace(path.join(folder, 'datos', 'nuevo'), here)).toMatchObject({ nombre: 'Dropbox' });
  });
});
