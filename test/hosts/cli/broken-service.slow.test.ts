import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endServer, listen, passOn } from '../../service/loopback.ts';
import { systemClock } from '#platform/system-clock.ts';
import { hurriedClock, IMPATIENT, mountWorld, sheet, NO_WAITS } from './world.ts';

const mount = (switches: readonly string[] = []) => mountWorld(switches, systemClock, hurriedClock());

/** Wrong answers of a server to every request, with the error code that each must give. */
const BROKEN: Readonly<Record<string, readonly [(answer: ServerResponse) => void, string]>> = {
  html: [(r) => r.setHeader('content-type', 'text/html').end('<h1>Bienvenido</h1>'), 'RESPUESTA_INVALIDA'],
  garbage: [(r) => r.end(Buffer.from([0, 1, 250, 251])), 'RESPUESTA_INVALIDA'],
  'truncated JSON': [(r) => r.end('{"access_token":"abc'), 'RESPUESTA_INVALIDA'],
  'an empty body': [(r) => r.end(), 'RESPUESTA_INVALIDA'],
  'a cut connection': [(r) => r.destroy(), 'SIN_CONEXION'],
  'a huge body': [(r) => hugeAnswer(r), 'RESPUESTA_ENORME'],
  'a redirect': [(r) => r.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'REDIRECCION'],
  'a refusal': [(r) => r.writeHead(401).end('no'), 'CREDENCIALES_RECHAZADAS'],
  'an error page': [(r) => r.writeHead(500).end('<b>boom</b>'), 'SERVICIO_FALLA'],
  nothing: [() => undefined, 'TIEMPO_AGOTADO'],
};

function hugeAnswer(answer: ServerResponse): void {
  const chunk = Buffer.alloc(1 << 20, 0x20);
  const keepGoing = (): void => {
    while (!answer.destroyed && answer.write(chunk));
    if (!answer.destroyed) answer.once('drain', keepGoing);
  };
  answer.on('error', () => undefined);
  keepGoing();
}

/** Grants a token to every login. */
const GRANTS = '{"access_token":"abc","expires_in":3600,"token_type":"basic"}';

/**
 * A server that answers every request with `respond`, until told where to pass requests on. `login`: its answer to logins; undefined: `respond` answers
 * logins too.
 */
async function serveBroken(respond: (answer: ServerResponse) => void, login?: string) {
  let destination: string | undefined;
  const server = createServer((requested, answer) => {
    if (login !== undefined && requested.url?.startsWith('/oauth/') === true) {
      requested.resume();
      answer.end(login);
      return;
    }
    if (destination === undefined) {
      requested.resume();
      respond(answer);
      return;
    }
    const to = destination;
    buffer(requested)
      .then((body) => passOn(to, requested, body))
      .then(
        ({ status, headers, body }) => answer.writeHead(status, headers).end(body),
        () => answer.destroy(),
      );
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    recover: (url: string) => {
      destination = url;
    },
    [Symbol.asyncDispose]: () => endServer(server),
  };
}

test('whatever a service answers is exit 3 with a sentence, and going on once it recovers sends everything once', async () => {
  await using world = await mount();
  let respond = Object.values(BROKEN)[0]?.[0];
  await using broken = await serveBroken((answer) => respond?.(answer));
  for (const [i, [title, [answers, expected]]] of Object.entries(BROKEN).entries()) {
    respond = answers;
    const env = { CONCILIADOR_URL: broken.url, ...(expected === 'TIEMPO_AGOTADO' ? IMPATIENT : {}) };
    const file = world.file(`ventas-${String(i)}.csv`, sheet(4, 1 + 4 * i));
    const { codigo, stdout, stderr } = await world.cli(['conciliar', file, '--json', ...NO_WAITS], { env });
    expect(codigo, `${title}: ${stderr}`).toBe(3);
    const doc: Record<string, unknown> = JSON.parse(stdout);
    expect(doc, title).toMatchObject({ codigo: expected, enviados: 0, pendientes: 4, carga: expect.any(String) });
    expect(doc['mensaje']).toContain(`conciliaciones retomar ${String(doc['carga'])}`);
    expect(stderr).not.toMatch(/\n\s+at /);
    if (expected === 'TIEMPO_AGOTADO') expect(stderr.match(/El servicio no respondió en \d+ s\./g)).not.toBeNull();
    isIntact(world.home);
  }

  broken.recover(world.sandbox.url);
  const env = { CONCILIADOR_URL: broken.url };
  const continued = await world.cli(['conciliaciones', 'retomar', '--json', ...NO_WAITS], { env });
  expect(continued.codigo, continued.stderr).toBe(0);
  const conciliaciones = world.sandbox.truth.conciliaciones();
  expect(conciliaciones.map(({ cupones }) => cupones.length)).toEqual(Object.values(BROKEN).map(() => 4));
  const sent = conciliaciones.flatMap(({ cupones }) => cupones.map(({ crudo }) => crudo.comprobante));
  expect(new Set(sent).size).toBe(sent.length);
});

test('what the service said to a refused request is in the documents and in the words', async () => {
  await using world = await mount();
  await using refusing = await serveBroken((answer) => {
    answer.writeHead(400, { 'content-type': 'application/json' }).end('{"msg":"Falta el rubro"}');
  }, GRANTS);
  const env = { CONCILIADOR_URL: refusing.url };
  const detail = { estado: 400, respuesta: '{"msg":"Falta el rubro"}' };
  const file = world.file('ventas.csv', sheet(2));
  expect(await world.json(['conciliar', file, ...NO_WAITS], 3, { env })).toMatchObject({
    codigo: 'PEDIDO_RECHAZADO',
    detalle: detail,
  });
  const resumed = await world.cli(['conciliaciones', 'retomar', ...NO_WAITS], { env });
  expect(resumed.stdout).toContain('Falta el rubro');
  expect(await world.json(['sincronizar', '--metodo', 'comercios'], 3, { env })).toMatchObject({
    fallas: [{ codigo: 'PEDIDO_RECHAZADO', detalle: detail }],
  });
  const inWords = await world.cli(['sincronizar', '--metodo', 'comercios'], { env });
  expect(inWords.stdout).toContain('Falta el rubro');
});

test('a list of reconciliations that its own total does not make up is shown, and said to lack some', async () => {
  await using world = await mount();
  const row = {
    id: '7',
    fecha: '2026-11-20',
    origen_desde: '2026-11-01',
    origen_hasta: '2026-11-02',
    estado: 'IMPORTADO',
  };
  const counts = { total: '1', nuevos: '1', existe: '0', error: '0', conciliados: '1', sin_conciliar: '0' };
  const list = JSON.stringify({ conciliaciones: [{ ...row, ...counts }], total: '3' });
  await using short = await serveBroken(
    (answer) => answer.setHeader('content-type', 'application/json').end(list),
    GRANTS,
  );
  const env = { CONCILIADOR_URL: short.url };
  const period = ['--desde', '2026-11-20', '--hasta', '2026-11-20'];
  expect(await world.json(['conciliaciones', 'listar', ...period], 0, { env })).toMatchObject({
    conciliaciones: [{ id: '7' }],
    incompleta: true,
  });
  const inWords = await world.cli(['conciliaciones', 'listar', ...period], { env });
  expect(inWords.stdout).toContain('Puede faltar alguna');
});

function isIntact(home: string): void {
  const [account = ''] = readdirSync(path.join(home, 'cuentas'));
  const db = new Database(path.join(home, 'cuentas', account, 'ledger.db'), { readonly: true });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
}
