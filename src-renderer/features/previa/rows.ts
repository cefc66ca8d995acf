import type { ExplainedCupon, PreviewDocument, StatedCause } from '#contract/explanations.ts';
import { m } from '../../paraglide/messages.js';
import { addUp, withText, formatNumber } from '../../ui/format.ts';
import { getFieldText } from '../explanations/comparison.ts';
import { REVIEW_FIELDS, type Field } from '../review/fields.ts';

type Document = Omit<PreviewDocument, 'cupones'>;
export type Forecast = Document & ReturnType<typeof countForecast>;
export type Days = NonNullable<Forecast['sinBajar']>;
export type Values = ExplainedCupon['cupon'];

export const listShownValues = (values: Values): readonly { readonly campo: Field; readonly texto: string }[] =>
  (Object.keys(values) as Field[]).map((field) => ({ campo: field, texto: getFieldText(field, values[field]) ?? '' }));

/** The file or sheet of a row. `sheetsOf`: the file of all sheets, whose name is left out. */
export const placeOf = ({ archivo }: ExplainedCupon, sheetsOf: string | undefined): string =>
  (archivo ?? '').slice(sheetsOf === undefined ? 0 : sheetsOf.length + ' · '.length);
export const placeTitle = (sheetsOf: string | undefined): string =>
  sheetsOf === undefined ? m.col_archivo() : m.col_hoja();

export const changedFieldsOf = (was: ExplainedCupon, row: ExplainedCupon): readonly Field[] =>
  REVIEW_FIELDS.filter((field) => was.cupon[field] !== row.cupon[field]);

export function useWords(values: Values): string {
  const [only, ...more] = listShownValues(values);
  return only === undefined || more.length > 0
    ? m.previa_usar_n({ n: Object.keys(values).length })
    : m.previa_usar({ valor: only.texto });
}

/** What became of a row of an earlier upload; undefined for another row. */
export function describeSentRow({ yaEnviado, enviadoAntes }: ExplainedCupon): string | undefined {
  if (yaEnviado === true) return m.previa_enviada_concilio();
  if (enviadoAntes === undefined) return undefined;
  return enviadoAntes === 'sin_conciliar' ? m.previa_enviada_no_concilio() : m.previa_enviada_sin_resultado();
}

/** Number of already sent rows that are not sent again, and a sentence about what became of them. */
export function describeSentBefore({ enviados }: Pick<Document, 'enviados'>): {
  readonly n: number;
  readonly words: string;
} {
  const { conciliados, conOtrosValores, sinConciliar, sinResultado } = enviados;
  const words = [
    m.previa_enviadas_cuentas({ conciliados: formatNumber(conciliados), sinConciliar: formatNumber(sinConciliar) }),
    ...(conOtrosValores > 0 ? [`${m.previa_otros_valores(withText(conOtrosValores))}.`] : []),
    ...(sinResultado > 0 ? [m.previa_enviadas_sin_resultado({ texto: formatNumber(sinResultado) })] : []),
  ];
  return { n: conciliados + sinConciliar + sinResultado, words: words.join(' ') };
}

export type RowAction = 'deshacer' | 'usar' | 'elegir' | 'omitir' | undefined;

export function actionOf(row: ExplainedCupon, mended: boolean, areSettled = false): RowAction {
  if (mended) return 'deshacer';
  if (areSettled) return undefined;
  if (row.arreglo !== undefined) return 'usar';
  if (row.motivo === 'DUPLICADO_EN_CARGA' || row.motivo === 'COMERCIO_AJENO') return 'omitir';
  return row.motivo === 'AMBIGUO' && row.candidatos.length > 1 ? 'elegir' : undefined;
}

/** The action for a cause: use the reported values, or leave the rows out; undefined without an action. */
export function getCauseAction(
  { codigo, cupones }: StatedCause,
  fixable: number,
): { readonly does: 'usar' | 'omitir'; readonly label: string } | undefined {
  const las =
    fixable === 0 || fixable === cupones
      ? m.las_n(withText(cupones))
      : m.las_n_de({ texto: formatNumber(fixable), total: formatNumber(cupones) });
  if (fixable > 0) {
    const label =
      codigo === 'IMPORTES_POR_100'
        ? m.previa_corregir_importe({ las })
        : codigo === 'FECHAS_CORRIDAS' || codigo === 'DIA_Y_MES_CAMBIADOS'
          ? m.previa_corregir_fecha({ las })
          : m.previa_corregir_datos({ las });
    return { does: 'usar', label };
  }
  return codigo === 'ESTABLECIMIENTO_AJENO' || codigo === 'REPETIDOS'
    ? { does: 'omitir', label: m.previa_omitir_las({ las }) }
    : undefined;
}

/** Number of rows of a cause that one action can fix; undefined: of the very likely rows without a cause. */
export const fixableIn = ({ arreglables }: Pick<Document, 'arreglables'>, place: number | undefined): number =>
  place === undefined ? arreglables.muyProbables : (arreglables.porCausa[place] ?? 0);

export function countForecast({
  resumen,
  conciliarian,
  causas,
}: Pick<Document, 'resumen' | 'conciliarian' | 'causas'>) {
  const count = (rows: Document['resumen']) => ({
    cupones: rows.reduce((sum, { cupones }) => sum + cupones, 0),
    importe: addUp(rows.map(({ importe }) => importe)).total,
  });
  const nobodyKnows = count(resumen.filter(({ motivo }) => motivo === 'FUERA_DE_COBERTURA'));
  const no = count(
    resumen.filter(({ motivo }) => motivo !== 'FUERA_DE_COBERTURA' && motivo !== 'COINCIDE_SIN_CONCILIAR'),
  );
  /** Leaves out the cause of days to download, which the screen shows elsewhere. */
  const causes = causas.flatMap((cause, lugar) => (cause.codigo === 'DIAS_SIN_BAJAR' ? [] : [{ ...cause, lugar }]));
  const inCauses = causes.reduce((sum, { cupones }) => sum + cupones, 0);
  return { no, nobodyKnows, causes, inCauses, all: conciliarian.cupones + no.cupones + nobodyKnows.cupones };
}

/** The button to the next step. `rows`: number that would not match; undefined when no row could be judged. `isTouched`: true when rows were changed. */
export function describeWayOn(rows: number | undefined, isTouched: boolean): string {
  if (rows === undefined) return m.previa_seguir_sin_mirar();
  return rows > 0 && !isTouched ? m.previa_seguir_igual() : m.previa_seguir();
}

/** A cause with its index (`lugar`), by which its rows are requested. */
export type PlacedCause = Forecast['causes'][number];

/** Says the number of causes and, when other rows have no cause, the number of their rows. */
export const describeCauses = ({ causes, inCauses, no }: Pick<Forecast, 'causes' | 'inCauses' | 'no'>): string => {
  const words = m.previa_por_causa({ n: causes.length });
  return inCauses === no.cupones ? words : `(${formatNumber(inCauses)} ${words})`;
};
