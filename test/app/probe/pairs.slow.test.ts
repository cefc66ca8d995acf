/** Switches two by two: a service that leaves a point open in one way may leave any other open too. */
import { describe, expect, test } from 'vitest';
import { SWITCHES } from '#sandbox/index.ts';
import { nameOf } from '../../contract/switches.ts';
import { meetSandbox } from './meet.ts';
import { tryPairs, type Hidden } from './pairs.ts';
import { NOT_BY_READING, NUMBERS, SHOWN_BY_UPLOAD } from './told.ts';
import { withTrial } from './with-trial.ts';

const byReading = Object.entries(SWITCHES).filter(([name]) => !(name in NOT_BY_READING) && name !== 'redirige');

/** What a reading cannot tell where another switch stands so. */
const HIDDEN: readonly Hidden[] = [
  {
    name: 'parametros',
    by: { filtros: 'ignora' },
    told: 'sin_filas',
    because: 'rows of any day come whether what was asked is read or not',
  },
  {
    name: 'fecha_filtro',
    by: { filtros: 'ignora' },
    told: 'no_se_distingue',
    because: 'rows of any day come: by no date',
  },
  {
    name: 'importe_total',
    by: { interbanking: 'no' },
    told: 'pocas_filas',
    because: 'without the feed of the banks there are no movements',
  },
  {
    name: 'pagina_base',
    by: { orden: 'barajado' },
    told: 'pocas_filas',
    because: 'two pages in another order each time do not show which of them is the first',
  },
  {
    name: 'fechas_sueltas',
    by: { max_dias: '4' },
    told: 'sin_filas',
    because:
      'few settlements have an advance that was recovered, and the longest window that is taken has none of them',
  },
  {
    name: 'fechas_sueltas',
    by: { max_dias: '31', orden: 'barajado' },
    told: 'sin_filas',
    because: 'as above: pages in another order each time may miss the few of a month',
  },
  ...(['interbanking', 'pagina_base'] as const).map((name): Hidden => ({
    name,
    by: { filtros: 'ignora', parametros: 'consulta', pagina_pasada: 'ultima' },
    told: name === 'interbanking' ? 'sin_respuesta' : 'pocas_filas',
    because:
      'where asking in both ways has shown nothing three times the client asks by the body alone, and here it is not read',
  })),
];

describe('by a reading', () => {
  const pairs = tryPairs({
    table: Object.fromEntries(
      byReading.map(([name, { valores }]) => [
        name,
        valores ?? ['0', ...(NUMBERS[name] ?? []).map(([played]) => played)],
      ]),
    ),
    told: (name, value) => {
      if (SWITCHES[name as keyof typeof SWITCHES].valores !== null) return { visto: value, motivo: null };
      const told = NUMBERS[name]?.find(([played]) => played === value)?.[1];
      return told === undefined ? { visto: null, motivo: 'no_ocurrio' } : { visto: told, motivo: null };
    },
    hidden: HIDDEN,
    meet: (switches) => meetSandbox(switches, async (_sandbox, meeting) => (await meeting()).puntos),
  });

  test.for(pairs.cover.map((values) => [nameOf(values), values] as const))('both are named: %s', ([, values]) =>
    pairs.look(values),
  );
  test('a pair that a third one hid is named by itself, and no reason is stated in vain', async () => {
    await pairs.lookAtTheRest();
    expect(pairs.unused()).toEqual([]);
  });
});

/** Every request is answered with the way to another origin: nothing else is to be seen. */
test('a redirection hides everything', () =>
  meetSandbox(
    ['redirige=si', ...byReading.map(([name, { valores }]) => `${name}=${valores?.at(-1) ?? '4'}`)],
    async (_sandbox, meeting) => {
      const { puntos } = await meeting();
      const named = puntos.filter(({ visto: seen }) => seen !== null);
      expect(named).toEqual([{ rasgo: 'redirige', visto: 'si', motivo: null }]);
    },
  ));

/** What the two coupons of a trial cannot tell where another switch stands so. */
const HIDDEN_FROM_UPLOAD: readonly Hidden[] = [
  {
    name: 'cuenta_al_cerrar',
    by: { ver_pendiente: 'no' },
    told: 'no_se_distingue',
    because: 'the header is not shown before the close, so neither are its counts',
  },
];

describe('by a trial upload', () => {
  const pairs = tryPairs({
    table: Object.fromEntries(SHOWN_BY_UPLOAD.map((name) => [name, SWITCHES[name].valores])),
    told: (_name, value) => ({ visto: value, motivo: null }),
    hidden: HIDDEN_FROM_UPLOAD,
    meet: (switches) =>
      withTrial(switches, async ({ sandbox, trial }) => {
        const { puntos, carga } = await trial();
        expect(carga).toMatchObject({ estado: 'borrada', retomada: false });
        expect(sandbox.truth.conciliaciones()).toEqual([]);
        return puntos;
      }),
  });

  test.for(pairs.cover.map((values) => [nameOf(values), values] as const))('both are named: %s', ([, values]) =>
    pairs.look(values),
  );
  test('a pair that a third one hid is named by itself, and no reason is stated in vain', async () => {
    await pairs.lookAtTheRest();
    expect(pairs.unused()).toEqual([]);
  });
});
