import type { ReadCupon, RowPlace } from '#contract/conciliaciones.ts';
import { baseLocale, getLocale } from '../../paraglide/runtime.js';
import { m } from '../../paraglide/messages.js';
import type { StateName } from '../../ui/icons.ts';
import { getFieldName } from '../review/fields.ts';
import { messageOf, type Said } from '../review/notes.ts';
import { getFileName } from '#domain/texts/language.ts';
import { withText, formatNumber } from '../../ui/format.ts';

type Disposition = ReadCupon['disposicion'];
const DISPOSITIONS: Readonly<Record<Disposition, readonly [state: StateName, word: () => string, text: () => string]>> =
  {
    conciliado: ['conciliado', m.estado_conciliado, m.disposicion_conciliado_texto],
    sin_conciliar: ['sin-conciliar', m.seccion_sin_conciliar, m.panel_sin_conciliar],
    no_informado: ['sin-datos', m.disposicion_no_informado, m.disposicion_no_informado_texto],
    existente: ['sin-datos', m.disposicion_existente, m.disposicion_existente_texto],
    no_enviado: ['espera', m.disposicion_no_enviado, m.disposicion_no_enviado_texto],
    rechazado: ['error', m.disposicion_rechazado, m.disposicion_rechazado_texto],
    error: ['error', m.con_error, m.disposicion_error_texto],
  };

export function describeDisposition(disposition: Disposition): { state: StateName; word: string } {
  const [state, word] = DISPOSITIONS[disposition];
  return { state, word: word() };
}
/** Why a row was not sent, or what became of a coupon, in the language of the screen; if only a text was saved, that text. */
export function statementOf({
  mensaje,
  problema,
  problemas = problema === undefined ? [] : [problema],
  disposicion,
}: Pick<ReadCupon, 'mensaje' | 'problema' | 'problemas' | 'disposicion'>): string {
  if (mensaje === null) return DISPOSITIONS[disposicion][2]();
  if (problemas.length === 0 || getLocale() === baseLocale) return mensaje;
  return problemas
    .map((one) => {
      const said = messageOf({ ...one, mensaje });
      return one.campo === null ? said : `${one.columna ?? getFieldName(one.campo)}: ${said}`;
    })
    .join(' ');
}

/** Names the rows of some coupons by file, then the number of further rows. */
export function describePlaces(rows: readonly RowPlace[], howMany: number): string {
  const byFile = Map.groupBy(rows, ({ archivo }) => archivo);
  const parts = [...byFile].map(([file, theirs]) =>
    m.parte_de({
      parte: m.varios_filas({ n: theirs.length, filas: theirs.map(({ fila }) => formatNumber(fila)).join(', ') }),
      total: getFileName(file),
    }),
  );
  const rest = howMany - rows.length;
  return [...parts, ...(rest > 0 ? [m.resultado_filas_mas(withText(rest))] : [])].join('; ');
}

/** The note about coupons that the service did not accept. `rows`: their first rows. `onSee`: shows them; absent without a result. */
export const describeNotAccepted = (howMany: number, rows: readonly RowPlace[], onSee?: () => void): Said => ({
  state: 'error',
  title: m.resultado_no_aceptados_n({ cupones: m.cupones_n(withText(howMany)) }),
  text: m.resultado_no_aceptados_texto({ n: howMany, donde: describePlaces(rows, howMany) }),
  actions: onSee === undefined ? [] : [{ label: m.resultado_verlos(), run: onSee }],
});

/** Names the row and the card of a coupon. `file`: given when several files have this row number. */
export function describeRowAndCard(
  {
    fila: row,
    tarjeta_desc: card,
    tarjeta_nro: lastFour,
  }: Pick<ReadCupon['operacion'], 'fila' | 'tarjeta_desc' | 'tarjeta_nro'>,
  file?: string | null,
): string {
  const n = String(row);
  const digits = lastFour === undefined ? undefined : `··\u{a0}${lastFour}`;
  return [
    row === null
      ? undefined
      : file === undefined || file === null
        ? m.fila_n({ n })
        : m.en_fila({ que: getFileName(file), fila: n }),
    card === undefined ? digits && m.panel_tarjeta({ digits }) : [card, digits].filter(Boolean).join(' '),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}
