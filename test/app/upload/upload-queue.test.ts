import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { Random } from '../../faults/random.ts';
import { programOf } from '../../faults/program.ts';
import { createUploadWorld } from './world.ts';

const WHOLE = { estado: 'terminada', resumen: { completo: true, noInformados: 0 } };

test('an upload that two calls take up at once is sent once', async () => {
  const { uploads, openUploads, draft, server, exits, signal } = createUploadWorld({});
  const upload = draft(1);
  const control = new AbortController();
  const note = exits.push.bind(exits);
  exits.push = (...told) => {
    if (exits.length === 1) control.abort();
    return note(...told);
  };
  expect(await uploads.start(upload, { marcador: 'auto' }, control.signal)).toMatchObject({ codigo: 'CANCELADO' });
  const two = await Promise.all([openUploads(), openUploads()].map((call) => call.resume(upload, signal)));
  expect(two).toMatchObject([
    { estado: 'terminada', resumen: { completo: true } },
    { estado: 'terminada', resumen: { completo: true } },
  ]);
  expect([...server.conciliaciones.values()].map(({ filas }) => filas.length)).toEqual([8]);
  expect(exits).toHaveLength(4);
});

test('a call that is stopped while it waits for its turn does not wait for the other upload', async () => {
  const { uploads, openUploads, ledger, draft, exits, signal } = createUploadWorld({});
  const [a, b, c] = [draft(1), draft(101), draft(201)];
  await uploads.start(c, { marcador: 'auto' }, AbortSignal.abort());
  const control = new AbortController();
  const running = uploads.start(a, { marcador: 'auto' }, signal);
  const [starting, resuming] = [
    openUploads().start(b, { marcador: 'auto' }, control.signal),
    openUploads().resume(c, control.signal),
  ];
  control.abort();
  await expect(starting).rejects.toMatchObject({ code: 'CANCELADO' });
  expect(await resuming).toMatchObject({ estado: 'interrumpida', codigo: 'CANCELADO' });
  expect(ledger.upload(b)).toBeUndefined();
  expect((await running).estado).toBe('terminada');
  expect(exits).toHaveLength(4);
  expect((await openUploads().resume(c, signal)).estado).toBe('terminada');
});

test('an upload that had ended is not told to be sending when it is resumed', async () => {
  const { uploads, draft, told, signal } = createUploadWorld({});
  const upload = draft(1);
  await uploads.start(upload, { marcador: 'auto' }, signal);
  expect(told.splice(0)).not.toEqual([]);
  expect((await uploads.resume(upload, signal)).estado).toBe('terminada');
  expect(told).toEqual([]);
});

test('stopped while a batch is on its way, it waits for the answer: going on has nothing to find out', async () => {
  const { uploads, ledger, draft, exits, signal } = createUploadWorld({});
  const upload = draft(1);
  const control = new AbortController();
  const note = exits.push.bind(exits);
  exits.push = (...told) => {
    control.abort();
    return note(...told);
  };
  expect(await uploads.start(upload, { marcador: 'auto' }, control.signal)).toMatchObject({ codigo: 'CANCELADO' });
  const kinds = ledger.readEvents(upload).map(({ kind }) => kind);
  expect(kinds).toContain('aplicado');
  expect(kinds).not.toContain('perdida');
  expect((await uploads.resume(upload, signal)).estado).toBe('terminada');
});

test('one that waits for an earlier upload to be settled says which tanda of it is checked, under its own name', async () => {
  const { uploads, draft, told, signal } = createUploadWorld({
    sendings: [{ k: 1, luck: { que: 'nunca', como: 'silencio' } }],
  });
  const [first, second] = [draft(1), draft(101)];
  const control = new AbortController();
  const note = told.push.bind(told);
  told.push = (...progresses) => {
    if (progresses.some(({ frase }) => frase !== undefined)) control.abort();
    return note(...progresses);
  };
  expect(await uploads.start(first, { marcador: 'auto' }, control.signal)).toMatchObject({ codigo: 'CANCELADO' });
  told.splice(0);
  expect((await uploads.start(second, { marcador: 'auto' }, signal)).estado).toBe('terminada');
  expect(told[0]).toMatchObject({ fase: 'anterior', total: null, anterior: { archivos: ['a'], tanda: 2 } });
  expect(new Set(told.map(({ carga }) => carga))).toEqual(new Set([second]));
});

test('a disk that is full before the coupons are frozen is said as that: there is no upload to go on with', async () => {
  const { start, uploads, exits } = createUploadWorld({}, (ledgerDb) => ({
    ...ledgerDb,
    freeze: () => {
      throw new AppError('DISCO_LLENO');
    },
  }));
  await expect(start()).rejects.toMatchObject({ code: 'DISCO_LLENO' });
  expect(exits).toEqual([]);
  expect(uploads.listPending()).toEqual([]);
});

test('a result that is "not found" while its header is there proves nothing: the first send is not sent again', async () => {
  const { start, whileOpen, server } = createUploadWorld({
    sendings: [{ k: 0, luck: { que: 'sin_respuesta', ms: 0, como: 'silencio' } }],
  });
  whileOpen(() => Promise.resolve(undefined));
  const result = await start();
  const [id = ''] = server.conciliaciones.keys();
  expect(result).toMatchObject({
    estado: 'necesita_decision',
    opciones: expect.arrayContaining([expect.objectContaining({ clave: `adoptar:${id}` })]),
  });
  expect(server.conciliaciones.size).toBe(1);
});

test.for([
  [401, 'puede que otra PC esté usando la misma cuenta'],
  [403, 'El servicio rechazó'],
] as const)('a send that is refused with %i for each new token stops: %s', async ([status, words]) => {
  const sendings = [1, 2, 3].map((k) => ({ k, luck: { que: 'rechazo', status } as const }));
  const { start } = createUploadWorld({ sendings });
  expect(await start()).toMatchObject({
    estado: 'interrumpida',
    codigo: 'TOKEN_RECHAZADO',
    mensaje: expect.stringContaining(words),
  });
});

test('a result that is forbidden while its reconciliation is open stops nothing', async () => {
  const { start, whileOpen } = createUploadWorld({});
  whileOpen(() => Promise.reject(new AppError('TOKEN_RECHAZADO', { detail: { estado: 403 } })));
  expect(await start()).toMatchObject({ estado: 'terminada' });
});

test('a header that is "not found" while the list has its reconciliation stops the upload, and nothing is sent twice', async () => {
  const { start, hideHeader, exits, server } = createUploadWorld({});
  hideHeader(() => Promise.resolve(undefined));
  expect(await start()).toMatchObject({
    estado: 'interrumpida',
    codigo: 'RESPUESTA_INVALIDA',
    mensaje: expect.stringContaining('dice que no existe'),
    enviados: 1,
  });
  expect([server.conciliaciones.size, exits.length]).toEqual([1, 1]);
});

test('a header that counts nothing after a send was answered stops the upload', async () => {
  const { rasgos } = programOf(1);
  const { start, exits } = createUploadWorld({ rasgos: { ...rasgos, countsAtClose: true } });
  expect(await start()).toMatchObject({
    estado: 'interrumpida',
    codigo: 'RESPUESTA_INVALIDA',
    mensaje: expect.stringContaining('está vacía'),
    enviados: 1,
  });
  expect(exits).toHaveLength(1);
});

test('where open ones were never listed, one that is not found is asked about before anything is sent again', async () => {
  const { hideHeader, uploads, draft, server, exits, signal, service } = createUploadWorld({});
  hideHeader(() => Promise.resolve(undefined));
  service.list = () => Promise.resolve({ conciliaciones: [], completa: true });
  const upload = draft(1);
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'necesita_decision',
    frase: { codigo: 'desaparecida' },
  });
  expect([server.conciliaciones.size, exits.length]).toEqual([1, 1]);
});

test('a result that is "not found" for a while after the close is waited for: nobody is told that it was deleted', async () => {
  const { start, whileClosed } = createUploadWorld({});
  let missing = 5;
  whileClosed(() => (missing -= 1) >= 0);
  expect(await start()).toMatchObject(WHOLE);
});

test('one that stays "not found" ends resumable', async () => {
  const { start, whileClosed } = createUploadWorld({});
  whileClosed(() => true);
  expect(await start()).toMatchObject({
    estado: 'interrumpida',
    codigo: 'RESPUESTA_INVALIDA',
    pendientes: 0,
  });
});

test.for([
  ['', 450, 0],
  [', with one of them twice,', 250, 1],
] as const)('rows in another order on every page%s are not believed', async ([, howMany, twice]) => {
  const { start, server } = createUploadWorld({ porTanda: 100 });
  const random = new Random(7);
  const rows = server.readResult.bind(server);
  server.readResult = (conciliacion) => {
    const all = rows(conciliacion) ?? [];
    return [...all.slice(0, twice), ...all]
      .map((row) => ({ row, order: random.real() }))
      .sort((a, b) => a.order - b.order)
      .map(({ row }) => row);
  };
  expect(await start(howMany)).toMatchObject({ estado: 'interrumpida', codigo: 'LECTURA_INESTABLE' });
});

test.for([
  [401, 2, 'terminada'],
  [401, 3, 'interrumpida'],
  [403, 2, 'interrumpida'],
] as const)('a batch that is answered %i, %i times over, is %s', async ([status, times, state]) => {
  const { start, exits } = createUploadWorld({
    sendings: Array.from({ length: times }, (_, i) => ({ k: i + 1, luck: { que: 'rechazo', status } as const })),
  });
  expect(await start()).toMatchObject({ estado: state });
  expect(exits).toHaveLength(state === 'terminada' ? 4 + times : 1 + times);
});

test('counts that come late are waited for before a coupon is said to be missing', async () => {
  const { start, server, clock } = createUploadWorld({});
  const header = server.readHeader.bind(server);
  server.readHeader = (c) => {
    const seen = header(c);
    const recent = c.cerrada !== null && clock.t < c.cerrada + 15_000;
    return recent ? { ...seen, total: 7, nuevos: 7, conciliados: 5, sinConciliar: 2 } : seen;
  };
  const rows = server.readResult.bind(server);
  server.readResult = (c) => (c.cerrada !== null && clock.t < c.cerrada + 15_000 ? rows(c)?.slice(1) : rows(c));
  expect(await start()).toMatchObject(WHOLE);
});

test('counts of an open reconciliation that come half a minute late are waited for: nothing begins again', async () => {
  const { start, server, clock } = createUploadWorld({});
  const header = server.readHeader.bind(server);
  server.readHeader = (c) => {
    const arrived = c.filas.filter(({ arrives }) => c.cerrada !== null || clock.t >= arrives + 30_000);
    return header({ ...c, filas: arrived });
  };
  expect(await start()).toMatchObject(WHOLE);
  expect(server.conciliaciones.size).toBe(1);
});

test('a reconciliation that reads show half a minute late is waited for: nothing begins again', async () => {
  const { start, server, clock } = createUploadWorld({});
  const isSeen = (c: { readonly createdAt: number }): boolean => clock.t >= c.createdAt + 30_000;
  const { conciliaciones } = server;
  const get = conciliaciones.get.bind(conciliaciones);
  conciliaciones.get = (id) => [get(id)].find((c) => c !== undefined && isSeen(c));
  server.visible = () => [...conciliaciones.values()].filter(isSeen).map((c) => server.readHeader(c));
  expect(await start()).toMatchObject(WHOLE);
  expect(conciliaciones.size).toBe(1);
});

test('rows that come later than their counts are waited for before any is said to be missing', async () => {
  const { start, server, clock } = createUploadWorld({});
  const rows = server.readResult.bind(server);
  server.readResult = (c) => (c.cerrada !== null && clock.t < c.cerrada + 20_000 ? [] : rows(c));
  expect(await start()).toMatchObject(WHOLE);
});

test.for(['auto', 'ninguno'] as const)(
  'coupons whose accents come back as question marks are neither missing nor doubled, marker %s',
  async (marker) => {
    const { uploads, draft, server, signal } = createUploadWorld({});
    const rows = server.readResult.bind(server);
    server.readResult = (c) =>
      rows(c)?.map(({ cupon: { referencia = '', auxiliar_5: _, ...cupon }, ...row }) => ({
        ...row,
        cupon: { ...cupon, referencia: referencia.replace(/[^ -~]/g, '??') },
      }));
    expect(await uploads.start(draft(1, 8, 'Peñón'), { marcador: marker }, signal)).toMatchObject({
      estado: 'interrumpida',
      codigo: 'LECTURA_INESTABLE',
    });
  },
);

async function all<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

test('after an upload that nobody answered, the others that need the service are told without trying them', async () => {
  const { uploads, draft, service, ledger, clock, signal } = createUploadWorld({});
  const [a, b, asks, c] = [draft(1), draft(101), draft(201), draft(301)];
  for (const each of [a, b, asks, c]) await uploads.start(each, { marcador: 'auto' }, AbortSignal.abort());
  const decision = { tipo: 'rechazo_sistematico', detalle: '' } as const;
  ledger.note(asks, [{ kind: 'decision_pedida', decision }]);
  const asked: number[] = [];
  service.list = () => {
    asked.push(clock.t);
    return Promise.reject(new AppError('TIEMPO_AGOTADO'));
  };
  const results = await all(uploads.resumeEach([a, b, asks, c], signal));
  const untried = {
    estado: 'interrumpida',
    codigo: 'TIEMPO_AGOTADO',
    mensaje: expect.stringMatching(/^No se intentó/),
    enviados: 0,
    pendientes: 8,
  };
  expect(results).toMatchObject([
    {
      carga: a,
      estado: 'interrumpida',
      codigo: 'TIEMPO_AGOTADO',
      mensaje: expect.not.stringMatching(/^No se intentó/),
    },
    { carga: b, ...untried },
    { carga: asks, estado: 'necesita_decision' },
    { carga: c, ...untried },
  ]);
  // Only the first call waited; the next call tries all uploads.
  expect(clock.t).toBe(asked.at(-1));
  expect(uploads.listPending().map(({ carga }) => carga)).toEqual([a, b, asks, c]);
});

test('an upload that fails for another reason does not keep the next one from being tried', async () => {
  const { uploads, draft, service, signal } = createUploadWorld({});
  const [a, b] = [draft(1), draft(101)];
  for (const each of [a, b]) await uploads.start(each, { marcador: 'auto' }, AbortSignal.abort());
  const list = service.list.bind(service);
  service.list = () => {
    service.list = list;
    return Promise.reject(new AppError('CREDENCIALES_RECHAZADAS'));
  };
  const results = await all(uploads.resumeEach([a, b], signal));
  expect(results).toMatchObject([{ codigo: 'CREDENCIALES_RECHAZADAS' }, { estado: 'terminada' }]);
});

test('counts as confirmed what the ledger has, also while the service is frozen between two batches', async () => {
  const { uploads, draft, told, service, ledger, signal } = createUploadWorld({});
  const upload = draft(1, 20);
  const countInLedger = (): number => {
    let sending = 0;
    let applied = 0;
    for (const event of ledger.readEvents(upload)) {
      if (event.kind === 'intento') sending = event.envio.cupones;
      if (event.kind === 'aplicado') applied += sending;
    }
    return applied;
  };
  const seen: (readonly [told: number, inLedger: number])[] = [];
  const show = service.show.bind(service);
  service.show = (...request) => {
    const last = told.at(-1);
    if (last?.fase === 'envio') seen.push([last.hecho, countInLedger()]);
    return show(...request);
  };
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject(WHOLE);
  expect(seen.length).toBeGreaterThan(3);
  expect(seen.map(([count]) => count)).toEqual(seen.map(([, inLedger]) => inLedger));
});
