/** Every switch of the sandbox, by itself: what the report says of it and of the methods. */
import { expect, test } from 'vitest';
import { SWITCHES } from '#sandbox/index.ts';
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
  const rasgo = `${name}=${played}`;
  return meetSandbox([rasgo], async (sandbox, meeting) => {
    const { puntos, metodos } = await meeting();
    expect(puntos.find((each) => each.rasgo === name)).toEqual({ rasgo: name, visto, motivo });
    const differing = metodos.filter(({ resultado: result }) => result !== 'descripto');
    expect(differing.length > 0).toBe(UNREADABLE.includes(rasgo));
    const written = sandbox.listReceived().filter(({ pedido: request }) => !/^GET |^POST \/oauth\//.test(request));
    expect(written).toEqual([]);
  });
});

test('every open point has its line', () =>
  meetSandbox([], async (_sandbox, meeting) => {
    const { puntos } = await meeting();
    expect(puntos.map(({ rasgo }) => rasgo)).toEqual(Object.keys(SWITCHES));
  }));
