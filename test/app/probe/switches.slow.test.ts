/** Every switch of the sandbox, by itself: what the report says of it and of the methods. */
import { expect, test } from 'vitest';
import { SWITCHES, type Sandbox } from '#sandbox/index.ts';
import { aService, createTestClock, noSignal } from '../../service/fixtures.ts';
import { meetSandbox } from './meet.ts';
import { NOT_BY_READING, NUMBERS } from './told.ts';

/** Under these some method cannot be read at all, and the report says so of it. */
const UNREADABLE = ['filtros=ignora', 'redirige=si'];

interface Case {
  readonly name: string;
  readonly played: string;
  readonly visto: string | null;
  readonly motivo: string | null;
}

const CASES = Object.entries(SWITCHES).flatMap(([name, { valores }]): readonly Case[] => {
  const motivo = NOT_BY_READING[name] ?? null;
  if (motivo !== null) return (valores ?? ['7']).map((played) => ({ name, played, visto: null, motivo }));
  const pairs = valores?.map((value) => [value, value] as const) ?? NUMBERS[name] ?? [];
  return pairs.map(([played, seen]) => ({ name, played, visto: seen, motivo }));
});

test.for(CASES)('$name=$played is told as $visto $motivo; methods are as described, nothing is written', (one) => {
  const { name, played, visto, motivo } = one;
  const trait = `${name}=${played}`;
  return meetSandbox([trait], async (sandbox, meeting) => {
    const { puntos, metodos } = await meeting();
    expect(puntos.find((each) => each.rasgo === name)).toEqual({ rasgo: name, visto, motivo });
    const differing = metodos.filter(({ resultado: result }) => result !== 'descripto');
    expect(differing.length > 0).toBe(UNREADABLE.includes(trait));
    const written = sandbox.listReceived().filter(({ pedido: request }) => !/^GET |^POST \/oauth\//.test(request));
    expect(written).toEqual([]);
  });
});

const aCupon = (n: number): Record<string, string> => ({
  fecha_venta: '2026-10-01',
  comprobante: String(n),
  tarjeta_nro: '1234',
  importe: '1.00',
});

/** Two reconciliations: one of several coupons, and one with a coupon that exists, one that is wrong, and a new one. */
async function reconcile({ url, apiKey, apiSecret }: Sandbox): Promise<void> {
  const { conciliaciones } = aService(url, {
    clock: createTestClock(),
    credentials: { tipo: 'api', apiKey, apiSecret },
  });
  const several = [1, 2, 3, 4, 5].map(aCupon);
  for (const data of [several, [aCupon(1), { ...aCupon(6), importe: 'x' }, aCupon(7)]]) {
    const body = JSON.stringify({ id: '0', datos: data, subir_mas: 'false' });
    await conciliaciones.send(new TextEncoder().encode(body), noSignal);
  }
}

test.for(
  (['total_cuenta', 'resultado_orden'] as const).flatMap((name) =>
    SWITCHES[name].valores.map((value) => [name, value] as const),
  ),
)('%s=%s is told of an account that has reconciliations', ([name, value]) =>
  meetSandbox([`${name}=${value}`], async (sandbox, meeting) => {
    await reconcile(sandbox);
    const { puntos } = await meeting();
    expect(puntos).toContainEqual({ rasgo: name, visto: value, motivo: null });
  }),
);

test('every open point has its line', () =>
  meetSandbox([], async (_sandbox, meeting) => {
    const { puntos } = await meeting();
    expect(puntos.map(({ rasgo }) => rasgo)).toEqual(Object.keys(SWITCHES));
  }));
