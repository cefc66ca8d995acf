import { describe, expect, test } from 'vitest';
import type { DataStatus } from '#contract/data.ts';
import type { CoverageStatus, Vista } from '#domain/views/index.ts';
import { Freshness } from '../../src-renderer/shared/freshness.svelte.ts';
import { Session } from '../../src-renderer/shared/session.svelte.ts';
import { Jobs } from '../../src-renderer/shared/jobs.svelte.ts';
import { makeApi, ACCOUNT, failWith, inTurn } from './double.ts';

describe('since when the data is', () => {
  const STATE: DataStatus = {
    datosAl: null,
    vistas: [],
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
      vista, cobertura: { ...coverage, estado: status },
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

  /** Updates that end when the test resolves them; a stopped update ends by itself. */
  async function buildRuns() {
    const runs: PromiseWithResolvers<typeof SYNCHRONISED>[] = [];
    const built = await build((signal) => {
      const run = Promise.withResolvers<typeof SYNCHRONISED>();
      runs.push(run);
      signal?.addEventListener('abort', () => void run.resolve(SYNCHRONISED));
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
    expect(runs).toHaveLength(4); // no update runs by now, so this one begins at once
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

  test('an update that failed is told under its own account only', async () => {
    const { freshness, session } = await build(() => failWith('SIN_CONEXION'));
    const done = freshness.refresh();
    session.choose('otra');
    await done;
    expect([freshness.failure, freshness.didNotUpdate]).toEqual([undefined, false]);
    session.choose('mía');
    expect([freshness.failure?.code, freshness.didNotUpdate]).toEqual(['SIN_CONEXION', true]);
  });

  test('an update that failed is told until another one has ended', async () => {
    const open = Promise.withResolvers<typeof SYNCHRONISED>();
    const fail = (): never => failWith('SIN_CONEXION');
    const { freshness } = await build(inTurn<Promise<typeof SYNCHRONISED>>(fail, () => open.promise));
    await freshness.refresh();
    const again = freshness.retry();
    expect([freshness.isRunning, freshness.failure?.code]).toEqual([true, 'SIN_CONEXION']);
    open.resolve(SYNCHRONISED);
    await again;
    expect([freshness.failure, freshness.last]).toEqual([undefined, SYNCHRONISED]);
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
