import { BOUNDARIES, type Boundary } from '../../../src-main/app/upload/types.ts';
import { Random } from '../random.ts';
import { UPLOAD, type Blow } from './bridge.ts';

/** One run: a file, and where each of its processes dies, in order; the process after the last death runs to the end. */
export interface Case {
  readonly cupones: number;
  readonly porTanda: number;
  readonly deaths: readonly Death[];
  readonly rasgos?: readonly string[];
}

/** A death at a boundary of the program, or by a blow at one of its requests. */
export type Death = { readonly point: string } | { readonly blow: Blow };

/** 1 + 1 + ⌈248 / 50⌉ = 7 batches, and three pages of result. */
const MEDIUM = { cupones: 250, porTanda: 50 } as const;
const TANDAS = 7;

const BEFORE_APPLYING = ['intento_antes', 'intento_despues', 'envio_en_curso', 'envio_respondido'] as const;
const AT_START = ['congelada_antes', 'congelada_despues', 'base_leida'] as const;
const AT_VERIFYING = ['verificacion_inicio', 'lectura_terminada', 'disposicion_despues', 'terminada_antes'] as const;

const point = (name: Boundary, tanda: number, turn = 1): Death => ({
  point: `${name}:${String(tanda)}:${String(turn)}`,
});
const caseOf = (...deaths: readonly Death[]): Case => ({ ...MEDIUM, deaths });
const blowAt = (
  who: Blow['quien'],
  when: Blow['cuando'],
  { n, pedido: request = UPLOAD }: { n: number; pedido?: string },
): Death => ({ blow: { pedido: request, n, cuando: when, quien: who } });

/** Deaths at each boundary of a batch, `applied` batches after the start. */
const pointsOf = (applied: number): readonly Death[] => [
  ...BEFORE_APPLYING.map((name) => point(name, applied)),
  point('aplicado_despues', applied + 1),
  point('encabezado_leido', applied + 1),
];
/** Blows on client and service while a batch is on its way. */
const blowsOf = (applied: number): readonly Death[] => [
  ...(['antes', 'despues', 'a_medias'] as const).map((when) => blowAt('cliente', when, { n: applied + 1 })),
  ...(['antes', 'despues'] as const).map((when) => blowAt('servicio', when, { n: applied + 1 })),
];

/**
 * The ordinary run: each of the 14 boundaries in the first and in the last batch with that boundary, and blows. One upload is killed near its beginning,
 * resumed, and killed near its end, because most of a run's time is its end.
 */
export function commonCases(): readonly Case[] {
  // After a death in which a first send may have gone out, the upload asks a person, so it has no second death.
  const [asking, early] = [
    [point('intento_despues', 0), point('envio_en_curso', 0)],
    [
      point('intento_antes', 0),
      point('envio_respondido', 0),
      point('aplicado_despues', 1),
      point('encabezado_leido', 1),
      ...AT_START.map((name) => point(name, 0)),
    ],
  ];
  const late = [
    ...pointsOf(TANDAS - 1),
    ...[1, 2, 3].map((turn) => point('pagina_leida', TANDAS, turn)),
    ...AT_VERIFYING.map((name) => point(name, TANDAS)),
  ];
  return [
    ...asking.map((death) => caseOf(death)),
    ...late.map((death, i) => caseOf(...early.slice(i, i + 1), death)),
    ...[0, TANDAS - 1].flatMap(blowsOf).map((death) => caseOf(death)),
    caseOf(blowAt('servicio', 'a_medias', { n: 4 })),
    caseOf(blowAt('servicio', 'antes', { n: 3, pedido: 'GET /v2/conciliar-operaciones/50' })),
    caseOf(blowAt('cliente', 'antes', { n: 1, pedido: 'POST /oauth/access_token' })),
    // Killed, resumed, killed again.
    caseOf(point('envio_respondido', 0), point('envio_respondido', 1), point('envio_en_curso', 3)),
    caseOf(point('intento_despues', 3), point('encabezado_leido', 3), point('pagina_leida', 7)),
    // A file of one coupon, and one of two.
    { cupones: 1, porTanda: 50, deaths: [point('envio_respondido', 0)] },
    { cupones: 2, porTanda: 50, deaths: [point('envio_respondido', 1)] },
  ];
}

const SIZES = [1, 2, 3, 52, 53, 120, 250] as const;
const SWITCHES = ['contadores=acumulado', 'eco=normalizado', 'numeros=numero', 'orden=fecha'];

export function drawCase(seed: number): Case {
  const random = new Random(seed);
  const cupones = random.pickOne(SIZES);
  const byTanda = random.pickOne([25, 50, 500]);
  const tandas = cupones === 1 ? 1 : 2 + Math.ceil((cupones - 2) / byTanda);
  const randomDeath = (): Death => {
    if (random.si(0.4)) {
      const when = random.pickOne(['antes', 'despues', 'a_medias'] as const);
      const who = random.si(0.75) ? 'cliente' : 'servicio';
      return { blow: { pedido: UPLOAD, n: random.randomInteger(1, tandas), cuando: when, quien: who } };
    }
    const name = random.pickOne(BOUNDARIES);
    if (AT_START.some((other) => other === name)) return point(name, 0);
    if (name === 'pagina_leida') return point(name, tandas, random.randomInteger(1, Math.ceil(cupones / 100)));
    if (name === 'aplicado_despues' || name === 'encabezado_leido') return point(name, random.randomInteger(1, tandas));
    const final = AT_VERIFYING.some((other) => other === name);
    return point(name, final ? tandas : random.randomInteger(0, tandas - 1));
  };
  return {
    cupones,
    porTanda: byTanda,
    deaths: random.si(0.3) ? [randomDeath(), randomDeath()] : [randomDeath()],
    rasgos: random.si(0.4) ? [random.pickOne(SWITCHES)] : [],
  };
}
