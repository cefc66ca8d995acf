import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { startServer } from '../../service/fixtures.ts';
import { AUTHORITY_FILE, certificateOf, SERVICE, startProxy } from '../../service/office.ts';
import { test } from '../../platform/temporary-folder.ts';
import { runProgram } from './run-cli.ts';

/** One body for every list: each list reads its own key. */
const shops = {
  body: {
    comercios: [{ id: '1', nombre: 'Kiosco' }],
    operaciones: [],
    interbanking: false,
    movimientos: [],
    liquidaciones: [],
    conciliaciones: [],
    total: 1,
  },
};

if (process.platform !== 'linux')
  process.stderr.write('Skipped: only on Linux is the store of authorities a file of OpenSSL.\n');
test.runIf(process.platform === 'linux')(
  'in an office with a proxy and an authority of its own the service is reached, and without them it says why not',
  async ({ folder }) => {
    await using server = await startServer(
      ({ path }) => (path.startsWith('/oauth/') ? {} : path === '/v1/calendario' ? { body: [] } : shops),
      certificateOf('good'),
    );
    await using proxy = await startProxy({ to: server.url });
    const store = { SSL_CERT_FILE: fileURLToPath(AUTHORITY_FILE), SSL_CERT_DIR: folder };
    const tryOut = (url: string, env: Readonly<Record<string, string>>) =>
      runProgram(['cuenta', 'probar', '--json'], {
        cwd: folder,
        env: {
          CONCILIADOR_HOME: `${folder}/datos`,
          CONCILIADOR_URL: url,
          CONCILIADOR_API_KEY: 'k',
          CONCILIADOR_API_SECRET: 's3creto',
          CONCILIADOR_REINTENTOS: '0',
          ...env,
        },
      });

    const good = await tryOut(SERVICE, { ...store, HTTPS_PROXY: proxy.url });
    expect(good.codigo, good.stderr).toBe(0);
    expect(JSON.parse(good.stdout)).toMatchObject({ comercios: [{ nombre: 'Kiosco' }] });
    expect(new Set(proxy.asked)).toEqual(new Set(['servicio.invalid:443']));

    const unknown = await tryOut(server.url, {});
    expect(unknown.codigo).toBe(3);
    expect(JSON.parse(unknown.stdout)).toMatchObject({
      codigo: 'SIN_CONEXION',
      mensaje: expect.stringContaining('de una autoridad que esta PC no conoce'),
    });
  },
);
