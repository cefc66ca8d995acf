import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createIndex } from '#app/settings/transfer-index.ts';
import { openPackage, writePackage, type Digest } from '#platform/package.ts';
import { endServer, listen } from '../../service/loopback.ts';

const signal = new AbortController().signal;

/**
 * A package as somebody else would make it: the pieces of `origin`, changed in a folder where they are laid out by their names, and a list whose
 * hashes say that nothing was damaged.
 */
export async function rewrite(
  origin: string,
  destination: string,
  change: (folder: string) => Promise<void> | void,
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'paquete-ajeno-'));
  const packageFile = await openPackage(origin, { signal });
  for (const name of packageFile.nombres) await packageFile.extract(name, path.join(folder, name), Infinity);
  packageFile.close();
  await change(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pieces = entries
    .filter((input) => input.isFile())
    .map(({ name, parentPath }) => path.join(parentPath, name))
    .map((file) => ({ ruta: file, nombre: path.relative(folder, file).split(path.sep).join('/') }));
  const buildIndex = (digests: readonly Digest[]) =>
    createIndex({ programa: '0.1.0', hecho: Date.now(), piezas: [...digests] });
  await writePackage(destination, { piezas: pieces, buildIndex }, { signal });
  await rm(folder, { recursive: true });
  return destination;
}

interface AccountsList {
  predeterminada: string | null;
  cuentas: Record<string, unknown>[];
}

/** Changes `cuentas.json` of a laid out package. */
export async function editAccounts(folder: string, edit: (list: AccountsList) => void): Promise<void> {
  const file = path.join(folder, 'cuentas.json');
  const list = JSON.parse(await readFile(file, 'utf8')) as AccountsList;
  edit(list);
  await writeFile(file, JSON.stringify(list));
}

/** Puts a file into a laid out package. */
export async function putPiece(folder: string, name: string, contents: string | Uint8Array): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, contents);
}

/** A server that answers like the service and keeps all that it is told: headers, addresses and bodies. */
export async function startForeignServer(): Promise<{ readonly url: string; readonly heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const plain = Buffer.from(basic, 'base64').toString();
      heard.push([request.method, request.url, JSON.stringify(request.headers), plain, body].join('\n'));
      const answer = request.url?.includes('oauth') === true ? { access_token: 'a'.repeat(20), expires_in: 3600 } : {};
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
  });
  const port = await listen(server);
  onTestFinished(() => endServer(server));
  return { url: `http://127.0.0.1:${String(port)}`, heard };
}
