import { copyFile, link, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureFolder } from '#platform/data-folder.ts';
import { toDiskError, getSystemCode } from '#platform/disk-error.ts';

/** The installers kept on this PC: of the present version and, until it has opened, of the one before. They are the way back. */
const folderOf = (folder: string): string => path.join(folder, 'instaladores');

/** Keeps a version's file before it is installed, named by its version. */
export async function keepInstaller(
  folder: string,
  { file, version }: { file: string; version: string },
): Promise<void> {
  const to = path.join(folderOf(folder), `${version}${path.extname(file)}`);
  try {
    await ensureFolder(folderOf(folder));
    await rm(to, { force: true });
    // A link takes no more room, on disks that have links.
    await link(file, to).catch(() => copyFile(file, to));
  } catch (error) {
    throw toDiskError(error);
  }
}

/** The folder of the installers if it has one of that version; else undefined. */
export async function findInstaller(folder: string, version: string): Promise<string | undefined> {
  const name = (await names(folder)).find((each) => path.parse(each).name === version);
  return name === undefined ? undefined : path.join(folderOf(folder), name);
}

/** The present version has opened: the way back to the one before is no longer needed. */
export async function forgetOtherInstallers(folder: string, version: string): Promise<void> {
  for (const name of await names(folder)) {
    if (path.parse(name).name !== version) await rm(path.join(folderOf(folder), name), { force: true });
  }
}

async function names(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folderOf(folder));
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return [];
    throw toDiskError(error);
  }
}
