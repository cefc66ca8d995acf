import { BOUNDARIES, type Boundary } from '../../../src-main/app/upload/tipos.ts';
import { Azar } from '../azar.ts';
import type { Golpe } from './puente.ts';

/** One run: a file, and where its processes die. Each kill is of one process, in order; the last process is left alone. */
export interface Caso {
  readonly cupones: number;
  readonly porTanda: number;
  readonly muertes: readonly Muerte[];
  readonly rasgos?: readonly string[];
}

/** At a named point inside the program, or by what its request meets on the way. */
export type Muerte = { readonly punto: string } | { readonly golpe: Golpe };

/** 1 + 1 + ⌈248 / 50⌉ = 7 batches, and three pages of result. */
const MEDIANO = { cupones: 250, porTanda: 50 } as const;
const TANDAS = 7;
const SUBIR = 'POST /v2/conciliar-operaciones';

const ANTES_DE_APLICAR = ['intento_antes', 'intento_despues', 'envio_en_curso', 'envio_respondido'] as const;
const AL_COMENZAR = ['congelada_antes', 'congelada_despues', 'base_leida'] as const;
const AL_VERIFICAR = ['verificacion_inicio', 'lectura_terminada', 'disposicion_despues', 'terminada_antes'] as const;

/** Batches already applied when the first, the second, a middle one and the last are under way. */
const EN_CAMINO = [0, 1, 3, TANDAS - 1];
const APLICADAS = [1, 2, 4, TANDAS];

const punto = (nombre: Boundary, tanda: number, vez = 1): Muerte => ({
  punto: `${nombre}:${String(tanda)}:${String(vez)}`,
});
const uno = (muerte: Muerte): Caso => ({ ...MEDIANO, muertes: [muerte] });
const golpe = (quien: Golpe['quien'], cuando: Golpe['cuando'], { n, pedido = SUBIR }: { n: number; pedido?: string }) =>
  uno({ golpe: { pedido, n, cuando, quien } });

/** The ordinary run: each of the 14 boundaries in each batch in which it happens, and blows on the way. */
export function casosComunes(): readonly Caso[] {
  return [
    ...ANTES_DE_APLICAR.flatMap((nombre) => EN_CAMINO.map((tanda) => uno(punto(nombre, tanda)))),
    ...APLICADAS.map((tanda) => uno(punto('aplicado_despues', tanda))),
    ...[1, 3, TANDAS - 1, TANDAS].map((tanda) => uno(punto('encabezado_leido', tanda))),
    ...AL_COMENZAR.map((nombre) => uno(punto(nombre, 0))),
    ...[1, 2, 3].map((vez) => uno(punto('pagina_leida', TANDAS, vez))),
    ...AL_VERIFICAR.map((nombre) => uno(punto(nombre, TANDAS))),
    ...(['antes', 'despues', 'a_medias'] as const).flatMap((cuando) =>
      [1, 2, 4, TANDAS].map((n) => golpe('cliente', cuando, { n })),
    ),
    ...(['antes', 'despues'] as const).flatMap((cuando) =>
      [1, 2, 4, TANDAS].map((n) => golpe('servicio', cuando, { n })),
    ),
    golpe('servicio', 'a_medias', { n: 4 }),
    golpe('servicio', 'antes', { n: 3, pedido: 'GET /v2/conciliar-operaciones/50' }),
    golpe('cliente', 'antes', { n: 1, pedido: 'POST /oauth/access_token' }),
    // Killed, gone on with, killed again.
    { ...MEDIANO, muertes: [punto('envio_respondido', 0), punto('envio_respondido', 1), punto('envio_en_curso', 3)] },
    { ...MEDIANO, muertes: [punto('intento_despues', 3), punto('encabezado_leido', 3), punto('pagina_leida', 7)] },
    // A file of one coupon, and one of two.
    { cupones: 1, porTanda: 50, muertes: [punto('envio_respondido', 0)] },
    { cupones: 2, porTanda: 50, muertes: [punto('envio_respondido', 1)] },
  ];
}

const TAMANOS = [1, 2, 3, 52, 53, 120, 250] as const;
const RASGOS = ['contadores=acumulado', 'total_cuenta=nuevos', 'eco=normalizado', 'numeros=numero', 'orden=barajado'];

/** A drawn case, the same for the same seed. */
export function casoSorteado(semilla: number): Caso {
  const azar = new Azar(semilla);
  const cupones = azar.uno(TAMANOS);
  const porTanda = azar.uno([25, 50, 500]);
  const tandas = cupones === 1 ? 1 : 2 + Math.ceil((cupones - 2) / porTanda);
  const muerte = (): Muerte => {
    if (azar.si(0.4)) {
      const cuando = azar.uno(['antes', 'despues', 'a_medias'] as const);
      const quien = azar.si(0.75) ? 'cliente' : 'servicio';
      return { golpe: { pedido: SUBIR, n: azar.entero(1, tandas), cuando, quien } };
    }
    const nombre = azar.uno(BOUNDARIES);
    if (AL_COMENZAR.some((otro) => otro === nombre)) return punto(nombre, 0);
    if (nombre === 'pagina_leida') return punto(nombre, tandas, azar.entero(1, Math.ceil(cupones / 100)));
    if (nombre === 'aplicado_despues' || nombre === 'encabezado_leido') return punto(nombre, azar.entero(1, tandas));
    const final = AL_VERIFICAR.some((otro) => otro === nombre);
    return punto(nombre, final ? tandas : azar.entero(0, tandas - 1));
  };
  return {
    cupones,
    porTanda,
    muertes: azar.si(0.3) ? [muerte(), muerte()] : [muerte()],
    rasgos: azar.si(0.4) ? [azar.uno(RASGOS)] : [],
  };
}
