import type { Control, ControlDocumento, ControlesDocumento } from '#contract/controles.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Clock, Instant } from '#domain/clock.ts';
import type { Metodo } from '#domain/vista.ts';
import { TABLAS } from '#storage/cache/index.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import { coberturaDe } from '../cobertura/cobertura.ts';
import { fallaDe, fallasEn } from '../cobertura/falla.ts';
import { mesDe, mesesEntre } from '../inicio/dias.ts';
import type { ConDatos, Datos } from '../inicio/sumador.ts';
import { acreditadoContraCalendario, vendidoContraCalendario } from './contra-calendario.ts';
import { impuestosContraTotales, liquidacionesContraTotales } from './contra-totales.ts';
import { impuestosPorDentro, liquidacionesPorDentro } from './por-liquidacion.ts';
import { readStretches } from './read-by.ts';

const MAX_MESES = 60;

interface Deps {
  readonly cuentas: Pick<Cuentas, 'elegir'>;
  readonly conDatos: ConDatos;
  readonly clock: Clock;
}

/** The tie-outs of a period, from the local data alone. */
export interface Controles {
  ver(input: MethodParsed<'controles.ver'>, signal?: AbortSignal): Promise<ControlesDocumento>;
}

export interface Periodo {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  readonly ahora: Instant;
}

/** Throws `ENTRADA_INVALIDA` for a period that ends before it begins, or is too long. */
export function exigirPeriodo({ desde, hasta }: Pick<Periodo, 'desde' | 'hasta'>): void {
  if (desde <= hasta && mesesEntre(desde.slice(0, 7), hasta.slice(0, 7)).length <= MAX_MESES) return;
  throw new AppError('ENTRADA_INVALIDA', {
    mensaje:
      desde > hasta
        ? 'El período empieza después de terminar. No se leyó nada. Revisá las fechas.'
        : `El período tiene más de ${String(MAX_MESES)} meses. No se leyó nada. Elegí uno más corto.`,
  });
}

/** What each comparison needs read. */
const LADOS: Readonly<Record<Control, readonly Metodo[]>> = {
  liquidaciones_totales: ['liquidaciones-totales', 'liquidaciones'],
  impuestos_totales: ['impuestos-totales', 'impuestos'],
  calendario_vendido: ['calendario', 'operaciones'],
  calendario_acreditado: ['calendario', 'liquidaciones'],
  liquidacion_operaciones: ['liquidaciones', 'operaciones'],
  liquidacion_neto: ['liquidaciones'],
  impuestos_partes: ['impuestos'],
};

/** What nobody read because the service did not give it is told apart from what nobody asked for. */
function conRechazos({ cache }: Datos, controles: readonly ControlDocumento[]): ControlDocumento[] {
  const negado = (metodo: Metodo, mes: string): boolean =>
    fallasEn(cache, metodo, mesDe(mes)).length > 0 ||
    (fallaDe(cache, metodo) !== undefined && cache.tramos(metodo, TABLAS[metodo].fecha ?? '').length === 0);
  return controles.map((cada) =>
    cada.motivo === 'sin_leer' && LADOS[cada.control].some((metodo) => negado(metodo, cada.periodo))
      ? { ...cada, motivo: 'rechazado' }
      : cada,
  );
}

/** Sums that rows set aside may be missing from; the others compare each row with itself. */
const OF_SUMS: readonly Control[] = [
  'liquidaciones_totales',
  'impuestos_totales',
  'calendario_vendido',
  'calendario_acreditado',
  'liquidacion_operaciones',
];

/** A difference over sums that lack rows which came and could not be understood accuses nobody: those rows may be all of it. */
function notOverPart({ cache }: Datos, cada: ControlDocumento): ControlDocumento {
  const [desde, hasta] = [parseIsoDate(cada.desde), parseIsoDate(cada.hasta)];
  if (cada.estado !== 'difiere' || !OF_SUMS.includes(cada.control)) return cada;
  const lacks = LADOS[cada.control].some((metodo) => {
    const leidos = readStretches({ cache }, metodo).map(({ leido }) => leido);
    return leidos.length > 0 && cache.apartadasEn(metodo, { desde, hasta, leido: Math.min(...leidos) }) > 0;
  });
  if (!lacks) return cada;
  return {
    ...cada,
    estado: 'sin_datos',
    motivo: 'apartadas',
    esperado: null,
    calculado: null,
    diferencia: null,
    filas: [],
    filasTotal: 0,
  };
}

/** Every comparison that the local data allows, what differs first. Totals are of whole months, and each says which days it is of. */
export async function controlar(datos: Datos, { desde, hasta, ahora }: Periodo): Promise<ControlesDocumento> {
  const meses = mesesEntre(desde.slice(0, 7), hasta.slice(0, 7));
  const pedido = { desde, hasta };
  const todos = conRechazos(datos, [
    ...(await liquidacionesContraTotales(datos, meses)),
    ...(await impuestosContraTotales(datos, meses)),
    ...(await vendidoContraCalendario(datos, meses, pedido)),
    ...(await acreditadoContraCalendario(datos, meses, pedido)),
    ...(await liquidacionesPorDentro(datos, meses, pedido)),
    ...(await impuestosPorDentro(datos, meses, pedido)),
  ]).map((cada) => notOverPart(datos, cada));
  const orden = { difiere: 0, sin_datos: 1, coincide: 2 } as const;
  const cuantos = (estado: keyof typeof orden): number => todos.filter((cada) => cada.estado === estado).length;
  return {
    desde,
    hasta,
    controles: todos.sort((a, b) => orden[a.estado] - orden[b.estado]),
    coinciden: cuantos('coincide'),
    difieren: cuantos('difiere'),
    sinDatos: cuantos('sin_datos'),
    cobertura: coberturaDe(datos.cache, { metodo: 'liquidaciones', desde, hasta, ahora }),
  };
}

export const createControles = ({ cuentas, conDatos, clock }: Deps): Controles => ({
  async ver({ cuenta: nombre, desde, hasta }, signal) {
    exigirPeriodo({ desde, hasta });
    const cuenta = await cuentas.elegir(nombre);
    return conDatos(cuenta, (datos) => controlar(datos, { desde, hasta, ahora: clock.now() }), signal);
  },
});
