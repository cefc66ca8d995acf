import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, fstatSync, type ReadStream } from 'node:fs';
import { appendFile, copyFile, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isAppError } from '#contract/errors.ts';
import { toDiskError, getSystemCode } from '#platform/disk-error.ts';
import { ensureFolder } from '#platform/data-folder.ts';
import { openRegular } from '#platform/regular-file.ts';
import type { SecretStore } from '#platform/secrets/secret-store.ts';
import type { Import } from './read-files.ts';
import type { ReviewedFile } from './state.ts';

/** A larger file is no workbook that we can read, and is not copied: reading it says so. */
const MAX_BYTES = 1024 * 1024 * 1024;
/** Errors of the copying that reading the original explains better. */
const OF_ORIGINAL: readonly string[] = ['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'EBUSY'];
const CIPHER = 'aes-256-gcm';
const IV = 12;
const TAG_BYTES = 16;
/** The ending of the name of a copy without card numbers. */
const UNENCRYPTED = '.sin-tarjetas';

interface Deps {
  /** The account's folder of copies, readable by its owner alone. */
  readonly folder: string;
  readonly keychain: SecretStore;
  /** The name of the keychain entry with the key. */
  readonly keyName: string;
  readonly importer: Pick<Import, 'copy'>;
}

/** The files of a revision, at paths where they can be read now. */
interface Live {
  readonly archivos: readonly ReviewedFile[];
  release(): Promise<void>;
}

/**
 * Copies of the files under review: the browser host forgets its files when it closes, but their columns must still be chosen afterwards. A
 * file may hold whole card numbers, and no file that we keep may hold them. So a copy is encrypted, with a key that is only in the keychain.
 * Without a keychain, the copy holds the texts of the cells with the card numbers covered, and is not encrypted.
 */
export type Copies = ReturnType<typeof createCopies>;

export function createCopies({ folder, keychain, keyName, importer }: Deps) {
  const copyOf = (revision: string, index: number): string => path.join(folder, revision, String(index));
  const removeCopies = (revision: string): Promise<void> =>
    rm(path.join(folder, revision), { recursive: true, force: true });

  /** Undefined when there is no keychain, or when it does not answer. */
  async function readEncryptionKey(create: boolean): Promise<Buffer | undefined> {
    try {
      const known = await keychain.get(keyName);
      if (known !== undefined || !create) return known === undefined ? undefined : Buffer.from(known, 'base64');
      const fresh = randomBytes(32);
      await keychain.set(keyName, fresh.toString('base64'));
      return fresh;
    } catch (error) {
      if (isAppError(error, 'LLAVERO_NO_DISPONIBLE')) return undefined;
      throw error;
    }
  }

  return {
    async save(revision: string, files: readonly string[], signal: AbortSignal): Promise<void> {
      const key = await readEncryptionKey(true);
      await ensureFolder(path.join(folder, revision));
      for (const [index, path] of files.entries()) {
        const copy = copyOf(revision, index);
        if (key !== undefined) await encrypt(path, copy, key);
        else await importer.copy(path, copy + UNENCRYPTED, { signal });
      }
    },
    /** Takes the copies of files that are gone out to a temporary folder, until `release`. */
    async findLive(revision: string, files: readonly ReviewedFile[]): Promise<Live> {
      if (files.every(({ ruta }) => existsSync(ruta))) return { archivos: files, release: () => Promise.resolve() };
      const key = await readEncryptionKey(false);
      const folderOut = await mkdtemp(path.join(tmpdir(), 'conciliador-revision-'));
      const release = (): Promise<void> => rm(folderOut, { recursive: true, force: true });
      try {
        const live: ReviewedFile[] = [];
        for (const file of files) {
          const { origen } = file;
          const destination = path.join(folderOut, String(origen), file.visto.nombre);
          const wasTakenOut = existsSync(destination);
          const present =
            !existsSync(file.ruta) && (wasTakenOut || (await takeOut(copyOf(revision, origen), destination, key)));
          live.push(present ? { ...file, ruta: destination } : file);
        }
        return { archivos: live, release };
      } catch (error) {
        await release();
        throw toDiskError(error);
      }
    },
    remove: removeCopies,
    /** Removes the copies of all other revisions. */
    async removeOthers(revision: string): Promise<void> {
      if (!existsSync(folder)) return;
      for (const other of await readdir(folder)) if (other !== revision) await removeCopies(other);
    },
  };
}

/** Writes a file from its copy, under the file's own name; false when no copy can be read. */
async function takeOut(copy: string, destination: string, key: Buffer | undefined): Promise<boolean> {
  await ensureFolder(path.dirname(destination));
  if (existsSync(copy + UNENCRYPTED)) {
    await copyFile(copy + UNENCRYPTED, destination);
    return true;
  }
  if (key === undefined || !existsSync(copy)) return false;
  await decrypt(copy, destination, key);
  return true;
}

/** The copy is the initialization vector, the encrypted bytes and the authentication tag. */
async function encrypt(path: string, copy: string, key: Buffer): Promise<void> {
  let original: ReadStream | undefined;
  try {
    const fd = await openRegular(path);
    if (fd === undefined) return;
    original = createReadStream('', { fd });
    if (fstatSync(fd).size > MAX_BYTES) return;
    const iv = randomBytes(IV);
    const cipher = createCipheriv(CIPHER, key, iv);
    await writeFile(copy, iv, { mode: 0o600 });
    await pipeline(original, cipher, createWriteStream(copy, { flags: 'a' }));
    await appendFile(copy, cipher.getAuthTag());
  } catch (error) {
    await rm(copy, { force: true });
    if (!OF_ORIGINAL.includes(getSystemCode(error) ?? '')) throw toDiskError(error);
  } finally {
    original?.destroy();
  }
}

/** Throws when the copy was changed or has another key: nothing of it is used then. */
async function decrypt(copy: string, destination: string, key: Buffer): Promise<void> {
  const file = await open(copy);
  try {
    const { size } = await file.stat();
    const iv = Buffer.alloc(IV);
    const tag = Buffer.alloc(TAG_BYTES);
    await file.read(iv, 0, IV, 0);
    await file.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, key, iv).setAuthTag(tag);
    await pipeline(
      createReadStream(copy, { start: IV, end: size - TAG_BYTES - 1 }),
      decipher,
      createWriteStream(destination, { mode: 0o600 }),
    );
  } finally {
    await file.close();
  }
}
