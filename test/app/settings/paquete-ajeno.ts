import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { nuevoIndice } from '#app/settings/traslado-indice.ts';
import { abrirPaquete, escribirPaquete, type Huella } from '#platform/paquete.ts';

const signal = new AbortController().signal;

/**
 * A package as somebody else would make it: the pieces of `origen`, changed in a folder where they are laid out by their names, and a list whose
 * hashes say that nothing was damaged.
 */
export async function reescribir(
  origen: string,
  destino: string,
  cambiar: (carpeta: string) => Promise<void> | void,
): Promise<string> {
  const carpeta = await mkdtemp(path.join(tmpdir(), 'paquete-ajeno-'));
  const paquete = await abrirPaquete(origen, { signal });
  for (const nombre of paquete.nombres) await paquete.extraer(nombre, path.join(carpeta, nombre), Infinity);
  paquete.cerrar();
  await cambiar(carpeta);
  const entradas = await readdir(carpeta, { recursive: true, withFileTypes: true });
  const piezas = entradas
    .filter((entrada) => entrada.isFile())
    .map(({ name, parentPath }) => path.join(parentPath, name))
    .map((ruta) => ({ ruta, nombre: path.relative(carpeta, ruta).split(path.sep).join('/') }));
  const indice = (huellas: readonly Huella[]) =>
    nuevoIndice({ programa: '0.1.0', hecho: Date.now(), piezas: [...huellas] });
  await escribirPaquete(destino, { piezas, indice }, { signal });
  await rm(carpeta, { recursive: true });
  return destino;
}

interface ListaDeCuentas {
  predeterminada: string | null;
  cuentas: Record<string, unknown>[];
}

/** Changes `cuentas.json` of a laid out package. */
export async function editarCuentas(carpeta: string, editar: (lista: ListaDeCuentas) => void): Promise<void> {
  const ruta = path.join(carpeta, 'cuentas.json');
  const lista = JSON.parse(await readFile(ruta, 'utf8')) as ListaDeCuentas;
  editar(lista);
  await writeFile(ruta, JSON.stringify(lista));
}

/** Puts a file into a laid out package. */
export async function ponerPieza(carpeta: string, nombre: string, contenido: string | Uint8Array): Promise<void> {
  const ruta = path.join(carpeta, nombre);
  await mkdir(path.dirname(ruta), { recursive: true });
  await writeFile(ruta, contenido);
}

/** A server that answers like the service and keeps all that it is told: headers, addresses and bodies. */
export async function servidorAjeno(): Promise<{ readonly url: string; readonly oido: string[] }> {
  const oido: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const llano = Buffer.from(basic, 'base64').toString();
      oido.push([request.method, request.url, JSON.stringify(request.headers), llano, body].join('\n'));
      const answer = request.url?.includes('oauth') === true ? { access_token: 'a'.repeat(20), expires_in: 3600 } : {};
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${String(address.port)}`, oido };
}
