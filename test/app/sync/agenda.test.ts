import { describe, expect, test } from 'vitest';
import { keepSchedule } from '#app/sync/agenda.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import type { RefreshDocument } from '#contract/data.ts';
import { readResult } from '#app/conciliaciones/keep-result.ts';
import { findConciliacion } from '#app/uploaded/uploads.ts';
import { findNewMatches } from '#app/sync/new-matches.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createRealWorld } from '../upload/service-world.ts';
import { createWorld, del } from './world.ts';

const HOUR = 3_600_000;
const NOTHING: RefreshDocument = { sincronizacion: null, aparecidos: [] };
const ONE: RefreshDocument = {
  sincronizacion: null,
  aparecidos: [{ carga: 'c', archivos: ['/x/octubre.xlsx'], cupones: 3 }],
};

interface Options {
  readonly diario?: boolean;
  readonly desde: number;
  readonly hasta: number;
  readonly refreshTokens?: readonly (RefreshDocument | 'EN_USO')[];
}

/** Runs the schedule from `desde` to `hasta`, on a clock that only the schedule's own sleeps move. */
async function runSchedule({ diario = true, desde, hasta, refreshTokens = [] }: Options) {
  const end = new AbortController();
  let now = desde;
  const when: number[] = [];
  const statements: string[] = [];
  const answers = {
    'ajustes.leer': () => ({ ok: true, value: { actualizar: { diario, hora: '08:00' } } }),
    'cuentas.listar': () => ({ ok: true, value: [{ nombre: 'una' }] }),
    'sincronizacion.refrescar': () => {
      const value = refreshTokens[when.length] ?? NOTHING;
      when.push(now);
      return value === 'EN_USO' ? { ok: false, error: { code: 'EN_USO', message: '' } } : { ok: true, value };
    },
  };
  await keepSchedule(
    {
      dispatch: ((method: keyof typeof answers) => Promise.resolve(answers[method]())) as unknown as Dispatch,
      clock: {
        now: () => now,
        sleep: (ms, signal) => {
          now += ms;
          if (now > hasta) end.abort();
          signal?.throwIfAborted();
          return Promise.resolve();
        },
      },
      notify: (text) => statements.push(text),
    },
    end.signal,
  );
  return { cuando: when.map((ms) => (ms - desde) / HOUR), statements };
}

/** 05:00 in Buenos Aires. */
const EARLY = Date.UTC(2026, 10, 21, 8);

describe('the daily schedule', () => {
  test('refreshes once a day, at the hour of the settings', async () => {
    const { cuando } = await runSchedule({ desde: EARLY, hasta: EARLY + 48 * HOUR });
    expect(cuando).toHaveLength(2);
    expect(cuando[0]).toBeGreaterThanOrEqual(3);
    expect(cuando[0]).toBeLessThan(3.2);
    expect(cuando[1]).toBeGreaterThanOrEqual(27);
  });

  test('of a program opened after the hour begins soon', async () => {
    const { cuando } = await runSchedule({ desde: EARLY + 6 * HOUR, hasta: EARLY + 8 * HOUR });
    expect(cuando).toHaveLength(1);
    expect(cuando[0]).toBeLessThan(0.1);
  });

  test('does nothing when the settings say no', async () => {
    expect((await runSchedule({ diario: false, desde: EARLY, hasta: EARLY + 24 * HOUR })).cuando).toEqual([]);
  });

  test('tries again when another process was writing', async () => {
    const { cuando } = await runSchedule({
      desde: EARLY,
      hasta: EARLY + 6 * HOUR,
      refreshTokens: ['EN_USO', 'EN_USO'],
    });
    expect(cuando).toHaveLength(3);
  });

  test('tells of coupons that have since been matched', async () => {
    const { statements } = await runSchedule({
      desde: EARLY,
      hasta: EARLY + 6 * HOUR,
      refreshTokens: [ONE],
    });
    expect(statements).toEqual([expect.stringContaining('3 cupones de octubre.xlsx')]);
  });
});

const { signal } = new AbortController();

test('coupons that were matched after their upload ended are told once', async () => {
  await using real = await createRealWorld(10, ['demora_ms=100000000', 'demora_forma=sin_conciliar']);
  const sales = real.sandbox.truth
    .operaciones()
    .filter(({ billetera }) => billetera === '')
    .slice(-12);
  const upload = real.draft(
    sales.map((sale) => ({
      fecha_venta: String(sale['fecha_venta']).slice(0, 10),
      importe: String(sale['importe']),
      comprobante: String(sale['comprobante']),
      tarjeta_nro: String(sale['tarjeta_nro']),
      autorizacion: String(sale['autorizacion']),
    })),
  );
  real.ledger.freeze(upload, { marcador: 'auto', nonce: 'abcdefghij', porTanda: 10 });
  await real.uploads.resume(upload, signal);
  expect(real.ledger.readCounts(upload)).toMatchObject({ conciliado: 0, sin_conciliar: 12 });

  const learnedBefore = new Map<string, string>();
  const search = () =>
    findNewMatches(
      {
        account: 'c',
        ledger: real.ledger,
        cache: { readFact: (key) => learnedBefore.get(key) },
        writer: { learn: (key, value) => Promise.resolve(void learnedBefore.set(key, value)) },
        service: { conciliaciones: real.service },
        results: real.results,
        readResult: (id) =>
          readResult(
            real.service,
            {
              id,
              results: real.results,
              ledger: real.ledger,
              carga: upload,
              clock: systemClock,
            },
            { signal, onProgress: () => undefined },
          ),
        now: systemClock.now(),
      },
      signal,
    );
  // The result kept by the upload has the same header, so it is not read again.
  real.sandbox.forgetReceived();
  expect(await search()).toEqual([]);
  expect(real.sandbox.listReceived('resultado')).toEqual([]);
  real.sandbox.changeSwitch('demora_ms', 0);
  const appeared = await search();
  expect(appeared).toEqual([{ carga: upload, archivos: ['a.xlsx'], cupones: expect.any(Number) }]);
  expect(appeared[0]?.cupones).toBeGreaterThan(6);
  // The new result is kept, and knows which coupons are new.
  const id = findConciliacion(real.ledger, upload) ?? '';
  expect(real.results.show(id)).toMatchObject({
    grupos: { conciliados: { cupones: appeared[0]?.cupones } },
    novedades: { cupones: appeared[0]?.cupones },
  });
  expect(await search()).toEqual([]);
  real.sandbox.forgetReceived();
  await search();
  expect(real.sandbox.listReceived('resultado')).toEqual([]);
  expect(real.sandbox.listReceived('POST /v2/conciliar-operaciones')).toEqual([]);
});

const MINUTE_MS = 60_000;

test('what is read while the clock of the PC is wrong is not called up to date until it was read with a right one', async () => {
  let ahead = 0;
  await using world = await createWorld({ ahead: () => ahead });
  const read = async () => {
    const doc = await world.synchronise({ desde: '2026-10-01', hasta: '2026-10-10', metodos: ['movimientos'] });
    return del(doc, 'movimientos').cobertura.estado;
  };
  ahead = 9 * MINUTE_MS;
  expect(await read()).toBe('al_dia');
  expect(world.avisos).toEqual([]);
  for (const minutes of [11, -11]) {
    ahead = minutes * MINUTE_MS;
    expect(await read()).toBe('desactualizada');
  }
  expect(world.avisos).toEqual([`reloj ${String(11 * MINUTE_MS)}`]);
  ahead = 0;
  expect(await read()).toBe('al_dia');
});
