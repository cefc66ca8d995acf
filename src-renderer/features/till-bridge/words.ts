import type { Bridge, SheetBridge, FileTotal } from '#contract/documents.ts';
import { NOT_SENT } from '#domain/texts/labels.ts';
import { m } from '../../paraglide/messages.js';
import { getLanguage } from '../../ui/language.ts';
import type { StateName } from '../../ui/icons.ts';
import { getFileName } from '#domain/texts/language.ts';
import { addUp, withText, formatAmount, isZero } from '../../ui/format.ts';

const REASONS = [
  'error',
  'enviada',
  'omitida',
  'rechazada',
  'sin_enviar',
] as const satisfies (keyof Bridge['omitidos'])[];

export interface BridgeRow {
  readonly key: string;
  readonly words: string;
  readonly filas: number;
  readonly importe: string;
  readonly sinImporte: number;
}

/**
 * The sent coupons, then the unsent ones by reason. `before`: true until the upload. `undecided`: number of coupons that wait for a choice about sending them
 * again.
 */
export const listBridgeRows = (
  { enviados, omitidos }: Bridge,
  before: boolean,
  undecided = 0,
): readonly [sent: BridgeRow, ...omitted: BridgeRow[]] => [
  {
    key: 'enviados',
    words:
      undecided === 0
        ? (before ? m.puente_a_enviar : m.enviados)()
        : undecided === enviados.filas
          ? NOT_SENT.enviada[getLanguage()]
          : m.puente_sin_elegir(withText(undecided)),
    sinImporte: 0,
    ...enviados,
  },
  ...REASONS.flatMap((key) => {
    const sum = omitidos[key];
    return sum.filas === 0 ? [] : [{ key, words: NOT_SENT[key][getLanguage()], ...sum }];
  }),
];

function countLines({ totales, encabezado, nota: note }: Bridge['lineas']): readonly string[] {
  const others = encabezado + note;
  return [
    ...(totales === 0 ? [] : [m.resultado_lineas_de_total(withText(totales))]),
    ...(others === 0 ? [] : [m.puente_otras_lineas(withText(others))]),
  ];
}

export const nameOfSheet = ({ archivo, hoja }: Pick<SheetBridge, 'archivo' | 'hoja'>): string =>
  hoja === null ? getFileName(archivo) : `${getFileName(archivo)} · ${hoja}`;

export function sumDays({ dias }: Pick<SheetBridge, 'dias'>) {
  const sum = (of: readonly { readonly filas: number; readonly importe: string; readonly sinImporte?: number }[]) => ({
    filas: of.reduce((n, { filas }) => n + filas, 0),
    importe: addUp(of.map(({ importe }) => importe)).total,
    sinImporte: of.reduce((n, { sinImporte = 0 }) => n + sinImporte, 0),
  });
  const [enviados, omitidos] = [dias.map((day) => day.enviados), dias.map((day) => day.omitidos)];
  return { dia: undefined, enviados: sum(enviados), omitidos: sum(omitidos) };
}

/** Lines that are no coupons, `1 línea de total · 2 otras líneas`, by sheet when there are several; empty without such lines. */
export function describeLines({ lineas: lines, hojas }: Pick<Bridge, 'lineas' | 'hojas'>): string {
  if (hojas.length < 2) return countLines(lines).join(' · ');
  return hojas
    .flatMap((sheet) => {
      const said = countLines(sheet.lineas);
      return said.length === 0 ? [] : [`${nameOfSheet(sheet)} (${said.join(', ')})`];
    })
    .join(' · ');
}

export interface DeclaredWords {
  readonly key: string;
  readonly estado: StateName;
  readonly words: string;
}

/** Compares the totals that a file declares with the sums of its rows: the grand total or, without one, each line of totals. */
export function describeDeclared(bridge: Bridge): readonly DeclaredWords[] {
  const several = bridge.hojas.length > 1;
  return bridge.hojas.flatMap((sheet, i) => {
    const whole = sheet.totales.findLast(({ deTodo: overall }) => overall);
    return (whole === undefined ? sheet.totales.filter(({ dice }) => dice !== '') : [whole]).map((total) => {
      const { estado, words } = compareTotal(total);
      return {
        key: `${String(i)} ${String(total.fila)}`,
        estado,
        words: several ? `${nameOfSheet(sheet)}: ${words}` : words,
      };
    });
  });
}

function compareTotal({ fila, dice, importe, suman, diferencia }: FileTotal): Omit<DeclaredWords, 'key'> {
  const row = String(fila);
  if (importe === null || diferencia === null)
    return { estado: 'sin-datos', words: m.puente_total_sin_importe({ fila: row, dice }) };
  if (isZero(diferencia))
    return { estado: 'conciliado', words: m.puente_total_coincide({ fila: row, importe: formatAmount(importe) }) };
  return {
    estado: 'aviso',
    words: (diferencia.startsWith('-') ? m.puente_total_suman_mas : m.puente_total_suman_menos)({
      fila: row,
      importe: formatAmount(importe),
      suman: formatAmount(suman),
      diferencia: formatAmount(diferencia.replace('-', '')),
    }),
  };
}
