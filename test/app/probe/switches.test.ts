/** Every switch of the sandbox, by itself: what the report says of it. */
import { expect, test } from 'vitest';
import type { MotivoSinVer } from '#contract/probe.ts';
import { SWITCHES } from '#sandbox/index.ts';
import { meetSandbox } from './meet.ts';

/** What a reading that writes nothing cannot show. */
const NOT_BY_READING: Readonly<Record<string, MotivoSinVer>> = {
  token_en_login: 'no_se_distingue',
  max_lote: 'no_se_prueba',
  numeros: 'solo_con_carga',
  ver_pendiente: 'solo_con_carga',
  contadores: 'solo_con_carga',
  cuenta_al_cerrar: 'solo_con_carga',
  malos_rompen: 'no_se_prueba',
  existentes: 'no_se_prueba',
  resultado_wallet: 'solo_con_carga',
  eco: 'solo_con_carga',
  demora_ms: 'solo_con_carga',
  demora_forma: 'solo_con_carga',
  total_cuenta: 'solo_con_carga',
  lista_pendientes: 'solo_con_carga',
  resultado_pendiente: 'solo_con_carga',
  resultado_orden: 'no_se_prueba',
  ids_reusados: 'no_se_prueba',
  post_borrado: 'no_se_prueba',
  borrado_olvida: 'no_se_prueba',
  post_importado: 'no_se_prueba',
};

/** Numbers: what is played, and what the report calls it. 0 is that there is none, which no reading proves. */
const NUMBERS: Readonly<Record<string, readonly (readonly [played: string, told: string])[]>> = {
  limite_por_segundo: [['4', '429']],
  max_dias: [
    ['4', '4'],
    ['31', '31'],
  ],
  en_vivo: [['3', 'si']],
};

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
