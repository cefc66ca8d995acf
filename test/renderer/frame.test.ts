import { describe, expect, test } from 'vitest';
import type { DataStatus } from '#contract/data.ts';
import type { SyncDocument } from '#contract/documents.ts';
import type { HostEvent } from '#contract/host-events.ts';
import type { CoverageStatus, Vista } from '#domain/views/index.ts';
import { Notices } from '../../src-renderer/frame/notices.svelte.ts';
import { Connection } from '../../src-renderer/shared/connection.svelte.ts';
import { Router } from '../../src-renderer/shared/router.svelte.ts';
import { Freshness } from '../../src-renderer/shared/freshness.svelte.ts';
import { Period, PERIOD_PRESETS, getRange } from '../../src-renderer/shared/period.svelte.ts';
import { getPageTitle } from '../../src-renderer/shared/sections.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { Jobs } from '../../src-renderer/shared/jobs.svelte.ts';
import { overwriteGetLocale } from '../../src-renderer/paraglide/runtime.js';
import { Toasts } from '../../src-renderer/ui/toasts.svelte.ts';
import { isUndo } from '../../src-renderer/ui/typing.ts';
import { makeApi, ACCOUNT, failWith } from './double.ts';

describe('what the core says by itself', () => {
  test('a secret is asked for once, and until it is answered anywhere', async () => {
    const notices = new Notices(makeApi({}));
    const key: HostEvent = { tipo: 'clave', pregunta: '1', cuenta: 'mía', url: 'https://api.example' };
    notices.receive(key);
    notices.receive(key); // the stream was connected again
    expect(notices.questions).toEqual([{ id: '1', cuenta: 'mía', url: 'https://api.example' }]);
    notices.receive({ tipo: 'clave_cerrada', pregunta: '1' });
    expect(notices.questions).toEqual([]);
  });

  test('a question stays until its secret was taken', async () => {
    let isBroken = true;
    const given: unknown[] = [];
    const notices = new Notices({
      ...makeApi({}),
      answerSecret: async (...answer) => {
        if (isBroken) failWith('INTERNO');
        given.push(answer);
      },
    });
    notices.receive({ tipo: 'clave', pregunta: '1', cuenta: 'mía', url: 'https://api.example' });
    await notices.answer('1', 'secreto');
    expect([notices.questions.length, notices.failure?.code, notices.answering]).toEqual([1, 'INTERNO', undefined]);
    isBroken = false;
    await notices.answer('1', 'secreto');
    expect([notices.questions, notices.failure, given]).toEqual([[], undefined, [['1', 'secreto']]]);
  });

  test('a question that the person puts off closes, even if the core does not hear it', async () => {
    const notices = new Notices({ ...makeApi({}), answerSecret: async () => failWith('INTERNO') });
    notices.receive({ tipo: 'clave', pregunta: '1', cuenta: 'mía', url: 'https://api.example' });
    await notices.putOff('1');
    expect([notices.questions, notices.failure]).toEqual([[], undefined]);
  });

  test('a sentence is shown until it was read', () => {
    const notices = new Notices(makeApi({}));
    notices.receive({ tipo: 'aviso', texto: 'hola' });
    notices.receive({ tipo: 'aviso', texto: 'hola' });
    expect(notices.texts).toEqual(['hola']);
    notices.discard('hola');
    expect(notices.texts).toEqual([]);
  });
});

describe('what the core says of what is going on', () => {
  test('only the last of it is shown', () => {
    const notices = new Notices(makeApi({}));
    notices.receive({ tipo: 'aviso', texto: 'x', pasajero: { codigo: 'pide_esperar', segundos: 1 } });
    expect(notices.passing).toBeUndefined(); // a short wait is not announced
    notices.receive({ tipo: 'aviso', texto: 'x', pasajero: { codigo: 'no_responde', segundos: 10 } });
    notices.receive({ tipo: 'aviso', texto: 'x', pasajero: { codigo: 'pide_esperar', segundos: 20 } });
    expect([notices.texts, notices.passing]).toEqual([
      [],
      'El servicio pidió que esperemos 20 s. Seguimos intentando; no hace falta que hagas nada.',
    ]);
    // The notice is in the language of the screens, not in the core's.
    overwriteGetLocale(() => 'en');
    notices.receive({ tipo: 'aviso', texto: 'x', pasajero: { codigo: 'no_respondio', segundos: 30 } });
    overwriteGetLocale(() => 'es-AR');
    expect(notices.passing).toBe('The service did not answer in 30 s.');
    notices.forgetPassing();
    expect(notices.passing).toBeUndefined();
  });

  test('short waits that the service asks for one after another are said once they come to seconds', () => {
    const notices = new Notices(makeApi({}));
    const wait = (): void => {
      notices.receive({ tipo: 'aviso', texto: 'x', pasajero: { codigo: 'pide_esperar', segundos: 2 } });
    };
    const SLOW = 'El servicio pide que esperemos entre un pedido y otro. Seguimos; no hace falta que hagas nada.';
    const said = [1, 2, 3, 4].map(() => {
      wait();
      return notices.passing;
    });
    expect(said).toEqual([undefined, undefined, SLOW, SLOW]);
    notices.forgetPassing();
    wait();
    expect(notices.passing).toBeUndefined(); // other work, other waits
  });

  test('goes on until every call was answered', async () => {
    const opened = Promise.withResolvers<readonly (typeof ACCOUNT)[]>();
    const connection = new Connection();
    const api = connection.observe(
      makeApi({ 'cuentas.listar': () => opened.promise, 'cuentas.probar': () => failWith('SIN_CONEXION') }),
    );
    const one = api.call('cuentas.listar', {});
    await expect(api.call('cuentas.probar', {})).rejects.toThrow();
    expect(connection.inFlight).toBe(true);
    opened.resolve([ACCOUNT]);
    await one;
    expect(connection.inFlight).toBe(false);
  });
});

describe('the title of the page', () => {
  test('is that of the screen', () => {
    expect(getPageTitle({ seccion: 'operaciones', filtro: {} })).toBe('Operaciones · Conciliador');
  });
  test('says which reconciliation is looked at', () => {
    expect(getPageTitle({ seccion: 'conciliaciones', id: '48213' })).toBe('Conciliaciones 48213 · Conciliador');
  });
});

describe('the connection', () => {
  test('is lost when a call says so, and back when one reaches the service', async () => {
    let present = false;
    const connection = new Connection();
    const api = connection.observe(
      makeApi({
        'cuentas.listar': () => [ACCOUNT],
        'cuentas.probar': () => (present ? { nombre: 'mía', comercios: [] } : failWith('TIEMPO_AGOTADO')),
      }),
    );
    await expect(api.call('cuentas.probar', {})).rejects.toMatchObject({ code: 'TIEMPO_AGOTADO' });
    expect(connection.service).toBe(false);
    await api.call('cuentas.listar', {}); // it reads this PC only: it says nothing about the service
    expect(connection.service).toBe(false);
    present = true;
    await api.call('cuentas.probar', {});
    expect(connection.service).toBe(true);
  });

  test('is back once a look reaches the service, or gets any answer of it', async () => {
    let code: 'SIN_CONEXION' | 'DEMASIADOS_PEDIDOS' | 'CLAVE_AUSENTE' = 'SIN_CONEXION';
    const connection = new Connection();
    connection.service = false;
    const api = makeApi({ 'conciliaciones.listar': () => failWith(code) });
    const look = (): Promise<void> => connection.look(api, 'mía', '2026-11-21', new AbortController().signal);
    await look();
    expect(connection.service).toBe(false);
    code = 'CLAVE_AUSENTE';
    await look();
    expect(connection.service).toBe(false); // the service was not asked
    code = 'DEMASIADOS_PEDIDOS';
    await look();
    expect(connection.service).toBe(true);
    expect(api.pedidos.at(-1)).toEqual([
      'conciliaciones.listar',
      { cuenta: 'mía', desde: '2026-11-21', hasta: '2026-11-21', sinPreguntar: true },
    ]);
  });

  test('is lost when an update reached nothing, and kept results say nothing of it', async () => {
    let code: 'SIN_CONEXION' | 'SERVICIO_FALLA' = 'SIN_CONEXION';
    const connection = new Connection();
    const api = connection.observe(
      makeApi({
        'datos.sincronizar': () =>
          ({
            metodos: [{ pedidos: 3 }],
            fallas: [{ metodo: 'operaciones', ventana: null, codigo: code, mensaje: '' }],
          }) as unknown as SyncDocument, // only these are looked at here
        'conciliaciones.guardada': () => null,
      }),
    );
    await api.call('datos.sincronizar', {});
    await api.call('conciliaciones.guardada', { id: '7' });
    expect(connection.service).toBe(false);
    code = 'SERVICIO_FALLA';
    await api.call('datos.sincronizar', {});
    expect(connection.service).toBe(true);
  });
});

describe('the address', () => {
  function exampleFrame(hash: string) {
    const listeners = new Map<string, () => void>();
    const timers = new Map<number, () => void>();
    const written: string[] = [];
    const address = {
      location: { hash },
      history: {
        replaceState: (_data: null, _unused: string, url: string) => {
          written.push(url);
          address.location.hash = url;
        },
      },
      addEventListener: (type: string, listener: () => void) => {
        listeners.set(type, listener);
      },
      setTimeout: (work: () => void) => {
        timers.set(written.length + timers.size, work);
        return written.length + timers.size - 1;
      },
      clearTimeout: (which: number) => {
        timers.delete(which);
      },
    };
    return {
      direccion: address,
      written,
      router: new Router(address, new AbortController().signal),
      happen: (type: string) => {
        listeners.get(type)?.();
      },
      passTheTime: () => {
        for (const work of timers.values()) work();
      },
    };
  }
  const searchRoute = (text: string) => ({ seccion: 'operaciones', filtro: { texto: text } }) as const;

  test('is followed by the route', () => {
    const { direccion, router, happen } = exampleFrame('#/ajustes/cuentas');
    expect(router.route).toEqual({ seccion: 'ajustes', parte: 'cuentas' });
    router.goTo({ seccion: 'conciliaciones', id: '7' });
    expect(direccion.location.hash).toBe('#/conciliaciones/7');
    happen('hashchange');
    expect(router.route).toEqual({ seccion: 'conciliaciones', id: '7' });
  });

  test('is where the person goes at once, before the browser tells of it', () => {
    const { router, happen } = exampleFrame('#/operaciones');
    router.goTo({ seccion: 'rechazos', filtro: {} });
    expect(router.route).toEqual({ seccion: 'rechazos', filtro: {} });
    router.replace({ seccion: 'rechazos', filtro: { texto: '31' } });
    happen('hashchange'); // that of the step before: what was typed since stays
    expect(router.route).toEqual({ seccion: 'rechazos', filtro: { texto: '31' } });
  });

  test('that is asked for again changes nothing', () => {
    const { router } = exampleFrame('#/operaciones?texto=31');
    const { route } = router;
    router.goTo(searchRoute('31'));
    expect(router.route).toBe(route);
  });

  test('says what was typed once the person stops, not letter by letter', () => {
    const { written, router, passTheTime } = exampleFrame('#/operaciones');
    for (const text of ['0', '00', '003', '0031']) router.replace(searchRoute(text));
    expect(router.route).toEqual(searchRoute('0031'));
    expect(written).toEqual([]);
    passTheTime();
    expect(written).toEqual(['#/operaciones?texto=0031']);
  });

  test.each(['click', 'pagehide'])('says it before the person goes elsewhere (%s)', (type) => {
    const { written, router, happen } = exampleFrame('#/operaciones');
    router.replace(searchRoute('0031'));
    happen(type);
    expect(written).toEqual(['#/operaciones?texto=0031']);
  });

  test('keeps as the step to go back to what was typed before another page', () => {
    const { direccion, written, router } = exampleFrame('#/operaciones');
    router.replace(searchRoute('0031'));
    router.goTo({ seccion: 'rechazos', filtro: {} });
    expect(written).toEqual(['#/operaciones?texto=0031']);
    expect(direccion.location.hash).toBe('#/rechazos');
  });

  test('that changed by itself is not written over with what was typed before', () => {
    const { direccion, written, router, happen, passTheTime } = exampleFrame('#/operaciones');
    router.replace(searchRoute('0031'));
    direccion.location.hash = '#/rechazos';
    happen('hashchange');
    passTheTime();
    expect(written).toEqual([]);
    expect(router.route).toEqual({ seccion: 'rechazos', filtro: {} });
  });
});

describe('what can be undone', () => {
  test('is undone once, and only the newest', () => {
    const undone: string[] = [];
    const toasts = new Toasts();
    toasts.show('una', () => undone.push('una'));
    const first = toasts.actual?.id ?? 0;
    toasts.show('dos', () => undone.push('dos'));
    toasts.close(first); // the timer of the older notice ends: the newer one stays
    expect(toasts.undo()).toBe(true);
    expect(toasts.undo()).toBe(false);
    expect(undone).toEqual(['dos']);
  });
});

describe('the period', () => {
  const memoryStorage = (): Pick<Storage, 'getItem' | 'setItem'> => {
    const kept = new Map<string, string>();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  };
  const today = (): string => '2026-03-21';

  test('begins with the calendar month, up to today', () => {
    const period = new Period(memoryStorage(), today);
    expect([period.from, period.to, period.preset]).toEqual(['2026-03-01', '2026-03-21', 'mes']);
    expect(PERIOD_PRESETS.slice(0, 3)).toEqual(['mes', 'mes_pasado', 'mes_antepasado']);
  });

  test('a month of before ends on its last day', () => {
    expect(getRange('mes_antepasado', '2024-04-30')).toEqual({ desde: '2024-02-01', hasta: '2024-02-29' });
    expect(getRange('mes_pasado', '2024-03-01')).toEqual({ desde: '2024-02-01', hasta: '2024-02-29' });
    expect(getRange('mes_pasado', '2026-01-15')).toEqual({ desde: '2025-12-01', hasta: '2025-12-31' });
  });

  test('stays while the tab lives', () => {
    const storage = memoryStorage();
    new Period(storage, today).choose({ desde: '2026-01-01', hasta: '2026-01-31' });
    expect(new Period(storage, today).from).toBe('2026-01-01');
  });

  test('a preset goes on with the days of a window that stays open, and two dates do not', () => {
    let now = '2026-03-31';
    const storage = memoryStorage();
    const period = new Period(storage, () => now);
    now = '2026-04-01';
    period.lookAtClock();
    expect([period.from, period.to, period.today]).toEqual(['2026-04-01', '2026-04-01', '2026-04-01']);
    period.choosePreset('30');
    now = '2026-04-02';
    period.lookAtClock();
    expect([period.from, period.to]).toEqual(['2026-03-04', '2026-04-02']);
    expect(new Period(storage, () => now).preset).toBe('30');
    period.choose({ desde: '2026-04-01', hasta: '2026-04-02' });
    now = '2026-04-03';
    period.lookAtClock();
    expect(period.to).toBe('2026-04-02');
  });

  test('two dates the wrong way round change nothing', () => {
    const period = new Period(memoryStorage(), today);
    expect(period.choose({ desde: '2026-03-02', hasta: '2026-03-01' })).toBe(false);
    expect(period.to).toBe('2026-03-21');
  });
});

describe('since when the data is', () => {
  const STATE: DataStatus = {
    cuenta: 'mía',
    sincronizado: null,
    datosAl: null,
    vistas: [],
    cuarentena: 0,
    cerrados: [],
  };
  const SYNCHRONISED = { metodos: [], fallas: [] };
  const OCTOBER = { desde: '2026-10-01', hasta: '2026-10-31' };

  async function build(
    synchronise: (signal: AbortSignal | undefined, asked: unknown) => Promise<typeof SYNCHRONISED>,
    readState: (account: string | undefined) => typeof STATE | Promise<typeof STATE> = () => STATE,
  ) {
    const api = makeApi({
      'cuentas.listar': () => [ACCOUNT, { ...ACCOUNT, nombre: 'otra', predeterminada: false }],
      'datos.estado': ({ cuenta }) => readState(cuenta),
      'datos.sincronizar': (given, { signal, onProgress }) => {
        onProgress?.({ fase: 'sincronizacion', hecho: 1, total: 4 });
        return synchronise(signal, given);
      },
    });
    const session = new Session(api);
    await session.read();
    const jobs = new Jobs();
    return { jobs, session, freshness: new Freshness({ api, session, jobs }, () => 'Actualizando') };
  }

  test('names the lists of which nothing was ever downloaded, in the order of the rail', async () => {
    const coverage = { contratado: true, desde: null, hasta: null, sincronizado: null, enDuda: 0 } as const;
    const viewOf = (vista: Vista, status: CoverageStatus) => ({
      vista, cuarentena: 0, cobertura: { ...coverage, estado: status },
    }); // prettier-ignore
    const vistas = [
      viewOf('movimientos', 'nunca'),
      viewOf('operaciones', 'nunca'),
      viewOf('liquidaciones', 'parcial'),
      viewOf('liquidaciones-totales', 'nunca'),
      viewOf('comercios', 'nunca'),
    ];
    const { freshness } = await build(
      () => Promise.resolve(SYNCHRONISED),
      () => ({ ...STATE, vistas }),
    );
    await freshness.read();
    expect(freshness.neverRead).toEqual(['operaciones', 'movimientos']);
  });

  test('says what is so now, however late an older reading is answered', async () => {
    const late = Promise.withResolvers<typeof STATE>();
    let calls = 0;
    const { freshness } = await build(
      () => Promise.resolve(SYNCHRONISED),
      () => {
        calls += 1;
        return calls === 1 ? late.promise : { ...STATE, datosAl: '2026-11-21 10:32:00' };
      },
    );
    const first = freshness.read();
    await freshness.read();
    late.resolve(STATE);
    await first;
    expect(freshness.syncedAt).toBe('2026-11-21 10:32:00');
  });

  test('what failed is tried again for the days that were asked for', async () => {
    const asked: unknown[] = [];
    const { freshness } = await build((_signal, given) => {
      asked.push(given);
      return failWith('SERVICIO_FALLA');
    });
    await freshness.refresh(OCTOBER);
    await freshness.retry();
    await freshness.refresh();
    await freshness.retry();
    expect(asked).toEqual([
      { cuenta: 'mía', ...OCTOBER },
      { cuenta: 'mía', ...OCTOBER },
      { cuenta: 'mía' },
      { cuenta: 'mía' },
    ]);
  });

  test('bringing it up to date is work that the top bar shows, then reads it again', async () => {
    const open = Promise.withResolvers<typeof SYNCHRONISED>();
    const { freshness, jobs } = await build(() => open.promise);
    const done = freshness.refresh();
    expect(jobs.active[0]?.percent).toBe(25);
    open.resolve(SYNCHRONISED);
    await done;
    expect(jobs.active).toEqual([]);
    expect(freshness.rounds).toBe(1);
    expect(freshness.syncedAt).toBeNull();
  });

  /** Synchronisations that end when the test says so; a stopped one ends by itself. */
  async function buildRuns() {
    const runs: PromiseWithResolvers<typeof SYNCHRONISED>[] = [];
    const built = await build((signal) => {
      const run = Promise.withResolvers<typeof SYNCHRONISED>();
      runs.push(run);
      signal?.addEventListener('abort', () => {
        run.resolve(SYNCHRONISED);
      });
      return run.promise;
    });
    return { ...built, runs };
  }

  test('one behind an upload and other days wait for the one that runs, each once', async () => {
    const { freshness, jobs, runs } = await buildRuns();
    const all = [
      freshness.refresh(),
      ...[1, 2].flatMap(() => [freshness.updateBehind('mía'), freshness.refresh(OCTOBER)]),
    ];
    for (const n of [1, 2, 3]) {
      await expect.poll(() => runs.length).toBe(n);
      expect(jobs.active).toHaveLength(1);
      runs[n - 1]?.resolve(SYNCHRONISED);
    }
    await Promise.all(all);
    expect([runs.length, freshness.rounds]).toEqual([3, 3]);
    const last = freshness.refresh();
    expect(runs).toHaveLength(4); // nothing runs by now: it begins at once
    runs[3]?.resolve(SYNCHRONISED);
    await last;
  });

  test('the days that are being read are not read again, however often they are asked for', async () => {
    const { freshness, runs } = await buildRuns();
    const all = [freshness.refresh(OCTOBER), freshness.refresh(OCTOBER), freshness.refresh(OCTOBER)];
    runs[0]?.resolve(SYNCHRONISED);
    await Promise.all(all);
    expect(runs).toHaveLength(1);
  });

  test('stopping it drops what waits, and no later request', async () => {
    const { freshness, jobs, runs } = await buildRuns();
    const before = [freshness.refresh(), freshness.updateBehind('mía'), freshness.refresh(OCTOBER)];
    jobs.active[0]?.stop();
    const after = freshness.updateBehind('mía');
    await Promise.all(before);
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.resolve(SYNCHRONISED);
    await after;
    expect([runs.length, freshness.isRunning]).toEqual([2, false]);
  });

  test('stopping it is no failure', async () => {
    const { freshness, jobs } = await build((signal) => {
      jobs.active[0]?.stop();
      return signal?.aborted === true ? failWith('CANCELADO') : Promise.resolve(SYNCHRONISED);
    });
    await freshness.refresh();
    expect(freshness.failure).toBeUndefined();
  });

  test('an update that was stopped is not told as one that ended', async () => {
    const { freshness } = await build(() => Promise.resolve({ ...SYNCHRONISED, codigo: 'CANCELADO' as const }));
    await freshness.refresh();
    expect([freshness.wasStopped, freshness.failure]).toEqual([true, undefined]);
  });

  test('behind an upload it is brought for the account that is shown, and for no other', async () => {
    const { freshness } = await build(() => Promise.resolve(SYNCHRONISED));
    await freshness.updateBehind('otra');
    expect(freshness.last).toBeUndefined();
    await freshness.updateBehind('mía');
    expect(freshness.last).toBeDefined();
  });

  test('what the service refuses is told', async () => {
    const { freshness } = await build(() => failWith('SIN_CONEXION'));
    await freshness.refresh();
    expect([freshness.failure?.code, freshness.didNotUpdate]).toEqual(['SIN_CONEXION', true]);
  });

  test('an update that failed is told under its own account only', async () => {
    const { freshness, session } = await build(() => failWith('SIN_CONEXION'));
    const done = freshness.refresh();
    session.choose('otra');
    await done;
    expect([freshness.failure, freshness.didNotUpdate]).toEqual([undefined, false]);
    session.choose('mía');
    expect([freshness.failure?.code, freshness.didNotUpdate]).toEqual(['SIN_CONEXION', true]);
  });

  test('how an update ended, and how old the data is, is not told of another account', async () => {
    const { freshness, session } = await build(() => Promise.resolve(SYNCHRONISED));
    await freshness.refresh();
    expect([freshness.last, freshness.syncedAt]).toEqual([SYNCHRONISED, null]);
    session.choose('otra');
    expect([freshness.last, freshness.syncedAt]).toEqual([undefined, undefined]);
  });

  test('a reading that failed after another account was chosen is not told under that one', async () => {
    const slow = Promise.withResolvers<typeof STATE>();
    const { freshness, session } = await build(
      () => Promise.resolve(SYNCHRONISED),
      (account) => (account === 'mía' ? slow.promise : STATE),
    );
    const reading = freshness.read();
    session.choose('otra');
    slow.reject(new Error('late'));
    await reading;
    expect(freshness.failure).toBeUndefined();
  });

  test('a reading that succeeds takes back the failure of the one before, not that of an update', async () => {
    let isBroken = true;
    const { freshness } = await build(
      () => failWith('SIN_CONEXION'),
      () => (isBroken ? failWith('INTERNO') : STATE),
    );
    await freshness.read();
    expect(freshness.failure?.code).toBe('INTERNO');
    isBroken = false;
    await freshness.read();
    expect(freshness.failure).toBeUndefined();
    await freshness.refresh();
    expect(freshness.failure?.code).toBe('SIN_CONEXION');
  });
});

describe('the key that undoes', () => {
  const NONE = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  test.each([
    ['Ctrl Z', { key: 'z', ctrlKey: true }, true],
    ['Ctrl Z with Caps Lock', { key: 'Z', ctrlKey: true }, true],
    ['Cmd Z', { key: 'z', metaKey: true }, true],
    ['Ctrl Shift Z', { key: 'Z', ctrlKey: true, shiftKey: true }, false],
    ['Z', { key: 'z' }, false],
  ])('%s', (_name, press, undoes) => {
    expect(isUndo({ ...NONE, ...press })).toBe(undoes);
  });
});
