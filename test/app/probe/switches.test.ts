/** Every switch of the sandbox, by itself: what the report says of it. */
import { expect, test } from 'vitest';
import { SWITCHES } from '#sandbox/index.ts';
import { meetSandbox } from './meet.ts';
import { NOT_BY_READING, NUMBERS } from './told.ts';

const SEEN = Object.entries(SWITCHES).flatMap(([name, { valores }]) =>
  name in NOT_BY_READING
    ? []
    : (valores?.map((value): readonly [string, string] => [value, value]) ?? NUMBERS[name] ?? []).map(
        ([played, told]) => [name, played, told] as const,
      ),
);

test.for(SEEN)('%s=%s is told as %s', ([name, played, told]) =>
  meetSandbox([`${name}=${played}`], async (_sandbox, meeting) => {
    const { puntos } = await meeting();
    expect(puntos.find(({ rasgo }) => rasgo === name)).toEqual({ rasgo: name, visto: told, motivo: null });
  }),
);

const UNSEEN = Object.entries(NOT_BY_READING).flatMap(([name, why]) =>
  Object.entries(SWITCHES)
    .filter(([each]) => each === name)
    .flatMap(([, { valores }]) => (valores ?? ['7']).map((value) => [name, value, why] as const)),
);
test.for(UNSEEN)('%s=%s is told as not seen: %s', ([name, played, why]) =>
  meetSandbox([`${name}=${played}`], async (_sandbox, meeting) => {
    const { puntos } = await meeting();
    expect(puntos.find(({ rasgo }) => rasgo === name)).toEqual({ rasgo: name, visto: null, motivo: why });
  }),
);

/** Under these some method cannot be read at all, and the report says so of it. */
const UNREADABLE = ['filtros=ignora', 'redirige=si'];
const READABLE = Object.entries(SWITCHES)
  .flatMap(([name, { valores }]) => (valores ?? ['4']).map((value) => `${name}=${value}`))
  .filter((rasgo) => !UNREADABLE.includes(rasgo));
test.for(READABLE)('with %s every method is as described, and nothing was written', (rasgo) =>
  meetSandbox([rasgo], async (sandbox, meeting) => {
    const { metodos } = await meeting();
    expect(metodos.filter(({ resultado: result }) => result !== 'descripto')).toEqual([]);
    const written = sandbox.listReceived().filter(({ pedido: request }) => !/^GET |^POST \/oauth\//.test(request));
    expect(written).toEqual([]);
  }),
);

test('every open point has its line', () =>
  meetSandbox([], async (_sandbox, meeting) => {
    const { puntos } = await meeting();
    expect(puntos.map(({ rasgo }) => rasgo)).toEqual(Object.keys(SWITCHES));
  }));
