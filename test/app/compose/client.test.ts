import { expect, test } from 'vitest';
import { createClientFactory } from '#app/compose/client.ts';
import { createListeners } from '#app/open/sessions.ts';
import { createStraightNetwork } from '#service/transport/network.ts';
import { createTestClock, memoryLearned, startServer, type Received } from '../../service/fixtures.ts';

const HEADER = { id: '7', total: '3', nuevos: '3', existen: '0', error: '0', conciliados: '3', sin_conciliar: '0' };
const result = {
  ...HEADER,
  estado: 'IMPORTADO',
  operaciones: [{ conciliado: 'quizás' }, { conciliado: 'quizás' }, { conciliado: 'true', modo: {} }],
};

test('rows that are not understood for the same reason are told once', async () => {
  // This machine's time, because the server sends it in its `Date` header.
  const clock = { ...createTestClock(), now: () => Date.now() };
  await using server = await startServer(({ path }: Received) => (path.startsWith('/oauth/') ? {} : { body: result }));
  const notices: string[] = [];
  const create = createClientFactory({
    clock,
    random: () => 0.5,
    settings: { timeoutMs: 5_000, retries: 0 },
    network: createStraightNetwork(),
    logger: { info: () => undefined, error: () => undefined },
    onNotice: (text) => notices.push(text),
    listeners: createListeners(),
  });
  const account = {
    id: '1',
    nombre: 'La Espiga',
    url: server.url,
    tipo: 'api',
    apiKey: 'k',
    isFromEnvironment: true,
  } as const;
  const { conciliaciones } = create(
    account,
    { tipo: 'api', apiKey: 'k', apiSecret: 's' },
    { learned: memoryLearned(), onRefresh: () => undefined },
  );
  const { signal } = new AbortController();
  for await (const { cuarentena } of conciliaciones.readResult('7', signal)) expect(cuarentena).toBe(3);
  expect(notices).toEqual([
    expect.stringContaining('(conciliar-operaciones-resultado): conciliado: «true» o «false», como texto.'),
    expect.stringContaining('(conciliar-operaciones-resultado): modo: un texto.'),
  ]);
});
