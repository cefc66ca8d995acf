/** What was read of each month of a paper, in words: the row of a month that is not whole says so, and so does every total that it is in. */
import { ladoDe, type NotRead } from '#domain/controles.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { fallasEn } from '../cobertura/falla.ts';
import { isReadByOtherDate, readStretches } from '../controles/read-by.ts';
import { mesDe, mesesEntre } from '../inicio/dias.ts';
import type { Datos } from '../inicio/sumador.ts';
import type { Papel } from '#contract/controles.ts';

const NO_LEIDO: Readonly<Record<NotRead, string>> = {
  sin_leer: 'Sin datos: no se leyó',
  parcial: 'Parcial: faltan días',
  inestable: 'Cambiaba mientras se leía',
  otro_dia: 'Parcial: faltan días',
  no_contratado: 'Servicio no contratado',
};
export const WITHOUT_AMOUNTS = 'Con importes sin informar';

interface Period {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

export interface MonthCoverage {
  /** `YYYY-MM`. */
  readonly mes: string;
  /** Why nothing is known of it; null where it was read. */
  readonly motivo: NotRead | null;
  readonly texto: string;
  /** What is missing of it in a total; null where nothing is. */
  readonly falta: 'mes' | 'dias' | 'filas' | null;
}

/** The part of a month that a paper is of. */
export function clipMonth(mes: string, { desde, hasta }: Period): Period {
  const whole = mesDe(mes);
  return { desde: whole.desde < desde ? desde : whole.desde, hasta: whole.hasta > hasta ? hasta : whole.hasta };
}

const dm = (fecha: CivilDate): string => `${fecha.slice(8)}/${fecha.slice(5, 7)}`;

function describeMonth(
  datos: Datos,
  papel: Papel,
  { mes, desde, hasta, hoy }: Period & { mes: string; hoy: CivilDate },
): MonthCoverage {
  const { cache } = datos;
  const whole = mesDe(mes);
  const fin = hasta > hoy ? hoy : hasta;
  const tramos = readStretches(datos, papel).filter((tramo) => tramo.hasta >= desde && tramo.desde <= fin);
  const { motivo } = ladoDe(tramos, { desde, hasta: fin });
  if (motivo !== null) {
    const refused = motivo === 'sin_leer' && fallasEn(cache, papel, { desde, hasta: fin }).length > 0;
    const falta = motivo === 'sin_leer' || motivo === 'no_contratado' ? 'mes' : 'dias';
    return { mes, motivo, falta, texto: refused ? 'Sin datos: el servicio no lo dio' : NO_LEIDO[motivo] };
  }
  if (desde > hoy) return { mes, motivo: null, falta: null, texto: 'Todavía no llegó' };
  const leido = Math.min(...tramos.map((tramo) => tramo.leido));
  const apartadas = cache.apartadasEn(papel, { desde, hasta: fin, leido });
  if (apartadas > 0) {
    const texto = apartadas === 1 ? 'Falta 1 fila apartada' : `Faltan ${String(apartadas)} filas apartadas`;
    return { mes, motivo: null, falta: 'filas', texto };
  }
  // Those of its days that are paid on others were not asked for with them.
  if (isReadByOtherDate(datos, papel)) return { mes, motivo: null, falta: null, texto: 'Leído por fecha de pago' };
  const isWhole = desde === whole.desde && fin === whole.hasta;
  return { mes, motivo: null, falta: null, texto: isWhole ? 'Completo' : `Solo del ${dm(desde)} al ${dm(fin)}` };
}

/** The months of a period, in order. A month that was asked for in part, or is not over, is not a whole one. */
export const describeMonths = (datos: Datos, papel: Papel, periodo: Period, hoy: CivilDate): readonly MonthCoverage[] =>
  mesesEntre(periodo.desde.slice(0, 7), periodo.hasta.slice(0, 7)).map((mes) =>
    describeMonth(datos, papel, { mes, hoy, ...clipMonth(mes, periodo) }),
  );

const LACKS = { mes: 'Falta', dias: 'Faltan días de', filas: 'Faltan filas de' } as const;

/** "Falta 2026-09; faltan días de 2026-10": what a total of those months does not have; undefined when it has all. */
export function describeMissing(months: readonly MonthCoverage[]): string | undefined {
  const parts = (['mes', 'dias', 'filas'] as const).flatMap((what) => {
    const lacking = months.filter(({ falta }) => falta === what).map(({ mes }) => mes);
    return lacking.length === 0 ? [] : [`${LACKS[what]} ${lacking.join(', ')}`];
  });
  const [first, ...rest] = parts;
  return first === undefined
    ? undefined
    : [first, ...rest.map((part) => part.charAt(0).toLowerCase() + part.slice(1))].join('; ');
}
