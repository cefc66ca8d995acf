import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, fstatSync, type ReadStream } from 'node:fs';
import { appendFile, copyFile, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isAppError } from '#contract/errors.ts';
import { diskError, systemCode } from '#platform/disk-error.ts';
import { ensureFolder } from '#platform/data-folder.ts';
import { openRegular } from '#platform/regular-file.ts';
import type { SecretStore } from '#platform/secrets/secret-store.ts';
import type { Import } from '../import/index.ts';
import type { ArchivoEnRevision } from './estado.ts';

/** Of what cannot be a workbook that we read no copy is made: reading says so. */
const MAX_BYTES = 1024 * 1024 * 1024;
/** What reading the original says better than its copy. */
const DEL_ORIGINAL: readonly string[] = ['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'EBUSY'];
const CIFRA = 'aes-256-gcm';
const IV = 12;
const SELLO = 16;
/** What ends the name of a copy without card numbers. */
const SIN_CIFRAR = '.sin-tarjetas';

interface Deps {
  /** Of the account; readable by its owner alone. */
  readonly carpeta: string;
  readonly llavero: SecretStore;
  /** The entry of the keychain that has the key. */
  readonly entrada: string;
  readonly importacion: Pick<Import, 'copiar'>;
}

/** The files of a revision, each where it can be read now. */
interface Vivos {
  readonly archivos: readonly ArchivoEnRevision[];
  soltar(): Promise<void>;
}

/**
 * Copies of the files under review: the browser host forgets what it was given when it closes, and its columns must still be chosen afterwards.
 * A file may hold whole card numbers, which are in no file that we keep: so a copy is encrypted, with a key that only the keychain has.
 * Without a keychain the copy is of what the cells say, card numbers covered, and is not encrypted.
 */
export interface Copias {
  guardar(revision: string, archivos: readonly string[], signal: AbortSignal): Promise<void>;
  /** Files that are gone are taken out of their copies into a folder of the moment, until `soltar`. */
  vivos(revision: string, archivos: readonly ArchivoEnRevision[]): Promise<Vivos>;
  quitar(revision: string): Promise<void>;
  /** What other revisions left. */
  quitarOtras(revision: string): Promise<void>;
}

export function crearCopias({ carpeta, llavero, entrada, importacion }: Deps): Copias {
  const copiaDe = (revision: string, indice: number): string => path.join(carpeta, revision, String(indice));
  const quitar = (revision: string): Promise<void> =>
    rm(path.join(carpeta, revision), { recursive: true, force: true });

  /** Undefined where there is no keychain, or it does not want to answer. */
  async function clave(crear: boolean): Promise<Buffer | undefined> {
    try {
      const known = await llavero.get(entrada);
      if (known !== undefined || !crear) return known === undefined ? undefined : Buffer.from(known, 'base64');
      const nueva = randomBytes(32);
      await llavero.set(entrada, nueva.toString('base64'));
      return nueva;
    } catch (error) {
      if (isAppError(error, 'LLAVERO_NO_DISPONIBLE')) return undefined;
      throw error;
    }
  }

  return {
    async guardar(revision, archivos, signal) {
      const key = await clave(true);
      await ensureFolder(path.join(carpeta, revision));
      for (const [indice, ruta] of archivos.entries()) {
        const copia = copiaDe(revision, indice);
        if (key !== undefined) await cifrar(ruta, copia, key);
        else await importacion.copiar(ruta, copia + SIN_CIFRAR, { signal });
      }
    },
    async vivos(revision, archivos) {
      if (archivos.every(({ ruta }) => existsSync(ruta))) return { archivos, soltar: () => Promise.resolve() };
      const key = await clave(false);
      const momento = await mkdtemp(path.join(tmpdir(), 'conciliador-revision-'));
      const soltar = (): Promise<void> => rm(momento, { recursive: true, force: true });
      try {
        const vivos: ArchivoEnRevision[] = [];
        for (const archivo of archivos) {
          const { origen } = archivo;
          const destino = path.join(momento, String(origen), archivo.visto.nombre);
          const sacado = existsSync(destino);
          const hay = !existsSync(archivo.ruta) && (sacado || (await sacar(copiaDe(revision, origen), destino, key)));
          vivos.push(hay ? { ...archivo, ruta: destino } : archivo);
        }
        return { archivos: vivos, soltar };
      } catch (error) {
        await soltar();
        throw diskError(error);
      }
    },
    quitar,
    async quitarOtras(revision) {
      if (!existsSync(carpeta)) return;
      for (const otra of await readdir(carpeta)) if (otra !== revision) await quitar(otra);
    },
  };
}

/** Takes a file out of its copy, under its own name; false when there is none that can be read. */
async function sacar(copia: string, destino: string, key: Buffer | undefined): Promise<boolean> {
  await ensureFolder(path.dirname(destino));
  if (existsSync(copia + SIN_CIFRAR)) {
    await copyFile(copia + SIN_CIFRAR, destino);
    return true;
  }
  if (key === undefined || !existsSync(copia)) return false;
  await descifrar(copia, destino, key);
  return true;
}

/** The vector, the bytes, the seal. */
async function cifrar(ruta: string, copia: string, key: Buffer): Promise<void> {
  let original: ReadStream | undefined;
  try {
    const fd = await openRegular(ruta);
    if (fd === undefined) return;
    original = createReadStream('', { fd });
    if (fstatSync(fd).size > MAX_BYTES) return;
    const iv = randomBytes(IV);
    const cipher = createCipheriv(CIFRA, key, iv);
    await writeFile(copia, iv, { mode: 0o600 });
    await pipeline(original, cipher, createWriteStream(copia, { flags: 'a' }));
    await appendFile(copia, cipher.getAuthTag());
  } catch (error) {
    await rm(copia, { force: true });
    if (!DEL_ORIGINAL.includes(systemCode(error) ?? '')) throw diskError(error);
  } finally {
    original?.destroy();
  }
}

/** Throws when the copy was changed or is of another key: nothing of it is used then. */
async function descifrar(copia: string, destino: string, key: Buffer): Promise<void> {
  const file = await open(copia);
  try {
    const { size } = await file.stat();
    const iv = Buffer.alloc(IV);
    const tag = Buffer.alloc(SELLO);
    await file.read(iv, 0, IV, 0);
    await file.read(tag, 0, SELLO, size - SELLO);
    const decipher = createDecipheriv(CIFRA, key, iv).setAuthTag(tag);
    await pipeline(
      createReadStream(copia, { start: IV, end: size - SELLO - 1 }),
      decipher,
      createWriteStream(destino, { mode: 0o600 }),
    );
  } finally {
    await file.close();
  }
}
