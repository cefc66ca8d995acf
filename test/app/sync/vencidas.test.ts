import { describe, expect, test } from 'vitest';
import { vencidas } from '#app/sync/vencidas.ts';
import type { Metodo } from '#domain/vista.ts';
import type { Tramo } from '#storage/cache/index.ts';
import { dia } from '../../storage/cache/apoyo.ts';

const AHORA = Date.UTC(2026, 10, 21, 15);
const DIA = 86_400_000;

interface Leido {
  readonly desde: string;
  readonly hasta: string;
  /** Days ago. */
  readonly hace: number;
  readonly estado?: Tramo['estado'];
}

function pendientes(
  leidos: readonly Leido[],
  { metodo = 'operaciones' as Metodo, sinLiquidar = 0 } = {},
): readonly string[] {
  const tramos = leidos.map(({ desde, hasta, hace, estado = 'completa' }): Tramo => ({
    desde: dia(desde),
    hasta: dia(hasta),
    leido: AHORA - hace * DIA,
    estado,
    contratado: true,
  }));
  const cache = {
    tramos: (cual: Metodo, campo: string) => (cual === metodo && campo !== 'fecha_pago' ? tramos : []),
    contar: () => sinLiquidar,
    saber: () => undefined,
  };
  return vencidas(cache, AHORA).map(({ desde, hasta }) => `${desde}..${hasta}`);
}

describe('what is due', () => {
  test('is nothing when all was read today', () => {
    expect(pendientes([{ desde: '2026-09-01', hasta: '2026-11-21', hace: 0 }])).toEqual([]);
  });

  test('is what was read on a day that has not come, by a clock that was wrong', () => {
    expect(pendientes([{ desde: '2026-11-01', hasta: '2026-11-21', hace: -500 }])).toContain('2026-11-01..2026-11-21');
  });

  test('is nothing of what nobody ever asked for', () => {
    expect(pendientes([])).toEqual([]);
  });

  test('are the current month and the two before it, daily, newest first', () => {
    expect(pendientes([{ desde: '2026-08-01', hasta: '2026-11-20', hace: 1 }])).toEqual([
      '2026-11-01..2026-11-21',
      '2026-10-01..2026-10-31',
      '2026-09-01..2026-09-30',
    ]);
  });

  test('are older months after a month', () => {
    const leidos = [
      { desde: '2026-01-10', hasta: '2026-01-31', hace: 40 },
      { desde: '2026-02-01', hasta: '2026-11-21', hace: 0 },
    ];
    expect(pendientes(leidos)).toEqual(['2026-01-10..2026-01-31']);
  });

  test('are months of the last 180 days with rows that are not settled', () => {
    const leidos = [
      { desde: '2026-01-01', hasta: '2026-08-31', hace: 2 },
      { desde: '2026-09-01', hasta: '2026-11-21', hace: 0 },
    ];
    expect(pendientes(leidos)).toEqual([]);
    expect(pendientes(leidos, { sinLiquidar: 1 })).toEqual([
      '2026-08-01..2026-08-31',
      '2026-07-01..2026-07-31',
      '2026-06-01..2026-06-30',
      '2026-05-01..2026-05-31',
    ]);
  });

  test('is what was unstable, whenever it was read', () => {
    const leidos = [{ desde: '2026-03-01', hasta: '2026-03-31', hace: 0, estado: 'inestable' }] as const;
    expect(pendientes(leidos)).toEqual(['2026-03-01..2026-03-31']);
  });

  test('are the days that came since', () => {
    expect(pendientes([{ desde: '2026-11-01', hasta: '2026-11-15', hace: 0 }])).toEqual(['2026-11-01..2026-11-21']);
  });
});
