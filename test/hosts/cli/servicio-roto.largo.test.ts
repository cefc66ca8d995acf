import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Database from 'better-sqlite3';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { IMPATIENT, montarMundo, planilla, SIN_ESPERAS } from './mundo.ts';

/** What a server may answer to everything it is asked. */
const ROTOS: Readonly<Record<string, readonly [(respuesta: ServerResponse) => void, string]>> = {
  html: [(r) => r.setHeader('content-type', 'text/html').end('<h1>Bienvenido</h1>'), 'RESPUESTA_INVALIDA'],
  garbage: [(r) => r.end(Buffer.from([0, 1, 250, 251])), 'RESPUESTA_INVALIDA'],
  'truncated JSON': [(r) => r.end('{"access_token":"abc'), 'RESPUESTA_INVALIDA'],
  'an empty body': [(r) => r.end(), 'RESPUESTA_INVALIDA'],
  'a cut connection': [(r) => r.destroy(), 'SIN_CONEXION'],
  'a huge body': [(r) => enorme(r), 'RESPUESTA_ENORME'],
  'a redirect': [(r) => r.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'REDIRECCION'],
  'a refusal': [(r) => r.writeHead(401).end('no'), 'CREDENCIALES_RECHAZADAS'],
  'an error page': [(r) => r.writeHead(500).end('<b>boom</b>'), 'SERVICIO_FALLA'],
  nothing: [() => undefined, 'TIEMPO_AGOTADO'],
};

function enorme(respuesta: ServerResponse): void {
  const trozo = Buffer.alloc(1 << 20, 0x20);
  const seguir = (): void => {
    while (!respuesta.destroyed && respuesta.write(trozo));
    if (!respuesta.destroyed) respuesta.once('drain', seguir);
  };
  respuesta.on('error', () => undefined);
  seguir();
}

/** A server that fails in one way until it is told to pass everything on to the real one. */
async function servirRoto(responder: (respuesta: ServerResponse) => void) {
  let destino: string | undefined;
  const servidor = createServer((pedido, respuesta) => {
    if (destino === undefined) {
      pedido.resume();
      responder(respuesta);
      return;
    }
    const trozos: Buffer[] = [];
    pedido.on('data', (trozo: Buffer) => trozos.push(trozo));
    pedido.on('end', () => {
      pasar(new URL(pedido.url ?? '/', destino), pedido, { cuerpo: Buffer.concat(trozos), respuesta });
    });
  });
  await new Promise<void>((resolve) => servidor.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((servidor.address() as AddressInfo).port)}`,
    recuperar: (url: string) => {
      destino = url;
    },
    cerrar: () => {
      servidor.closeAllConnections();
      servidor.close();
    },
  };
}

/** GETs carry a body here (API description), which `fetch` refuses: passed on by `node:http`. */
function pasar(
  url: URL,
  pedido: IncomingMessage,
  { cuerpo, respuesta }: { cuerpo: Buffer; respuesta: ServerResponse },
): void {
  const salida = request(url, { method: pedido.method ?? 'GET', headers: pedido.headers }, (leida) => {
    respuesta.writeHead(leida.statusCode ?? 502, leida.headers);
    leida.pipe(respuesta);
  });
  salida.on('error', () => respuesta.destroy());
  salida.end(cuerpo);
}

describe.concurrent('a service that answers', () => {
  test.each(Object.entries(ROTOS))(
    '%s: exit 3 with a sentence, and going on once it recovers sends everything once',
    async (_titulo, [responder, esperado]) => {
      const mundo = await montarMundo();
      const roto = await servirRoto(responder);
      const env = { CONCILIADOR_URL: roto.url, ...(esperado === 'TIEMPO_AGOTADO' ? IMPATIENT : {}) };
      try {
        const archivo = mundo.archivo('ventas.csv', planilla(4));
        const { codigo, stdout, stderr } = await mundo.cli(['conciliar', archivo, '--json', ...SIN_ESPERAS], { env });
        expect(codigo, stderr).toBe(3);
        const documento: Record<string, unknown> = JSON.parse(stdout);
        expect(documento).toMatchObject({ codigo: esperado, enviados: 0, pendientes: 4, carga: expect.any(String) });
        expect(documento['mensaje']).toContain(`conciliaciones retomar ${String(documento['carga'])}`);
        expect(stderr).not.toMatch(/\n\s+at /);
        if (esperado === 'TIEMPO_AGOTADO') expect(stderr.match(/El servicio no respondió en \d+ s\./g)).not.toBeNull();
        integro(mundo.home);

        roto.recuperar(mundo.sandbox.url);
        const seguida = await mundo.cli(['conciliaciones', 'retomar', '--json', ...SIN_ESPERAS], { env });
        expect(seguida.codigo, seguida.stderr).toBe(0);
        const [conciliacion, ...otras] = mundo.sandbox.verdad.conciliaciones();
        expect(otras).toEqual([]);
        expect(conciliacion?.cupones).toHaveLength(4);
      } finally {
        roto.cerrar();
        await mundo.cerrar();
      }
    },
  );
});

function integro(home: string): void {
  const [cuenta = ''] = readdirSync(path.join(home, 'cuentas'));
  const db = new Database(path.join(home, 'cuentas', cuenta, 'ledger.db'), { readonly: true });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
}

describe.concurrent('a fault in the middle', () => {
  test.each([
    'subir:1:corte-despues',
    'subir:2:corte-antes',
    'subir:2:corte-despues',
    'subir:2:500',
    'subir:2:500-despues',
    'subir:2:502-despues',
    'subir:2:truncada',
    'subir:2:colgada',
    'subir:2:colgada-antes',
    'subir:3:truncada',
    'ver:2:500',
    'ver:2-3:truncada',
    'listar:1:502',
    'resultado:1:truncada',
    'token:1:500',
    'borrar:1:500',
  ])('falla=%s loses and doubles nothing', async (falla) => {
    const mundo = await montarMundo([`falla=${falla}`]);
    try {
      const archivo = mundo.archivo('ventas.csv', planilla(5));
      const args = ['conciliar', archivo, '--por-tanda', '2', '--json', ...SIN_ESPERAS];
      const { codigo, stdout, stderr } = await mundo.cli(args, falla.includes('colgada') ? { env: IMPATIENT } : {});
      expect(codigo, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ enviados: 5, nuevos: 5, completo: true });
      const llegados = mundo.sandbox.verdad.conciliaciones().flatMap(({ cupones }) => cupones);
      expect(new Set(llegados.map(({ crudo }) => crudo.comprobante)).size).toBe(5);
      expect(llegados).toHaveLength(5);
    } finally {
      await mundo.cerrar();
    }
  });
});
