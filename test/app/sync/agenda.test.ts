import { describe, expect, test } from 'vitest';
import { keepSchedule } from '#app/sync/agenda.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import type { RefreshDocument } from '#contract/data.ts';

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
  /** What each refresh answers, in order; an error afterwards is none. */
  readonly refreshTokens?: readonly (RefreshDocument | 'EN_USO')[];
}

/** Keeps the schedule from one moment to another of a clock that only its own sleeps move. */
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
