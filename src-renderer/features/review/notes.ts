import type { ReviewFile, ReviewFileProblem, ReviewFixes, ReviewProblem, ReviewTable } from '#contract/revision.ts';
import { wordIn } from '#domain/texts/language.ts';
import { FINDING_TITLES, LONG_CARD_TITLE, toHeading, VOIDED_TITLE } from '#domain/texts/finding-titles.ts';
import { describeDayInTitle, describeUnknownColumn } from '#domain/texts/row-errors.ts';
import { m } from '../../paraglide/messages.js';
import { describeForeign, getErrorWords } from '../../ui/errors.ts';
import { formatNumber, withText } from '../../ui/format.ts';
import { getLanguage } from '../../ui/language.ts';
import type { StateName } from '../../ui/icons.ts';
import { describeMissing, describeWayOut, getFieldName } from './fields.ts';
import type { RevisionState } from './revision.svelte.ts';
import { describeFindingInEnglish, withoutSwitches } from '#domain/texts/row-notices.ts';

export interface Said {
  readonly state: StateName;
  readonly title: string;
  readonly text?: string;
  /** The ARIA role; a screen reader announces the note when it appears. */
  readonly role?: 'alert' | 'status';
  readonly code?: string;
  readonly actions?: readonly { readonly label: string; readonly run: () => unknown }[];
}

/** The note about fixes kept from an earlier review of the same file. `done`: true once the rows are read; the note then says what happened. */
export function describeFixes(fixes: ReviewFixes | null | undefined, done: boolean): readonly Said[] {
  if (fixes === null || fixes === undefined) return [];
  const { mantenidos, quitados, incluidas } = fixes;
  const said = [
    ...(mantenidos > 0 ? [m.arreglos_antes(withText(mantenidos))] : []),
    ...quitados.map(({ campo, celdas }) => m.arreglos_quitan({ ...withText(celdas), campo: getFieldName(campo) })),
    ...(incluidas > 0 ? [m.arreglos_incluidas(withText(incluidas))] : []),
  ];
  if (said.length === 0) return [];
  return [
    {
      state: quitados.length + incluidas > 0 ? 'aviso' : 'conciliado',
      role: 'status',
      title: done ? m.arreglos_titulo_despues() : m.arreglos_titulo_antes(),
      text: said.join(' '),
    },
  ];
}

/** The note about files that the person left out, for every step and the result, which do not include them. */
export const describeLeftOut = (
  { leftOut }: Pick<RevisionState, 'leftOut'>,
  onInclude?: (origin: number) => unknown,
): readonly Said[] =>
  leftOut.map(({ origen, nombre }) => ({
    state: 'aviso',
    role: 'status',
    title: m.columnas_afuera({ archivo: nombre }),
    text: m.columnas_afuera_texto(),
    actions: onInclude === undefined ? [] : [{ label: m.columnas_incluirlo(), run: () => onInclude(origen) }],
  }));

/** The note about an unreadable file. `onLeaveOut`: undefined for the only file. */
export function describeProblem(
  { codigo, formato, pedida, faltan = [] }: ReviewFileProblem,
  table: Pick<ReviewTable, 'vista' | 'encabezado'> | undefined,
  onLeaveOut: (() => unknown) | undefined,
): Said {
  const actions = onLeaveOut === undefined ? [] : [{ label: m.columnas_dejar_afuera(), run: onLeaveOut }];
  const { que, rest } = formato === undefined ? getErrorWords(codigo) : describeForeign(formato);
  if (codigo !== 'COLUMNAS_SIN_MAPEAR')
    return { state: 'error', role: 'alert', title: que, text: rest, code: codigo, actions };
  const missing = describeMissing(faltan);
  if (missing !== '') {
    const title = m.columnas_no_encontramos({ que: missing });
    const above = (table?.vista ?? []).filter(({ fila }) => fila < (table?.encabezado ?? 0));
    const day = faltan.includes('fecha_venta') ? describeDayInTitle(above.flatMap(({ celdas }) => celdas)) : undefined;
    const text = day?.[getLanguage()] ?? describeWayOut(faltan);
    return { state: 'dudoso', role: 'alert', title, text, actions };
  }
  const text = pedida === undefined ? rest : describeUnknownColumn(pedida)[getLanguage()].join(' ');
  return { state: table === undefined ? 'error' : 'dudoso', role: 'alert', title: m.columnas_falta(), text, actions };
}

/** Sheets that the note names, at most; of more, it gives the number. */
const NAMED = 3;

interface SheetRows {
  readonly hoja: string;
  readonly filas: number;
}

function countInSheets(others: readonly SheetRows[]): Readonly<Record<'filas' | 'hojas', string>> {
  const rows = others.reduce((sum, { filas }) => sum + filas, 0);
  const which =
    others.length > NAMED
      ? m.columnas_otras_hojas({ texto: formatNumber(others.length) })
      : others.map(({ hoja }) => wordIn([`«${hoja}»`, `“${hoja}”`], getLanguage())).join(m.columnas_y());
  return { filas: m.n_filas(withText(rows)), hojas: which };
}

export const describeOtherSheets = (others: readonly SheetRows[]): string => m.columnas_tambien(countInSheets(others));

/** The note about sheets with coupons that the person did not include; later steps do not show their rows. */
export function describeSheetsLeftOut(files: readonly ReviewFile[], onChoose?: () => unknown): readonly Said[] {
  const isRead = (origin: number, sheet: string): boolean =>
    files.some(({ origen, tabla }) => origen === origin && tabla?.hoja === sheet);
  const firstOfEach = files.filter(({ origen }, i) => files.findIndex((one) => one.origen === origen) === i);
  return firstOfEach.flatMap(({ origen, conCupones }): readonly Said[] => {
    const others = conCupones.filter(({ hoja }) => !isRead(origen, hoja));
    const actions = onChoose === undefined ? [] : [{ label: m.envio_ver_hojas(), run: onChoose }];
    const title = m.columnas_hojas_afuera(countInSheets(others));
    return others.length === 0 ? [] : [{ state: 'aviso', title, actions }];
  });
}

interface Finding {
  readonly codigo: ReviewProblem['codigo'];
  readonly campo?: Parameters<typeof getFieldName>[0] | null;
  readonly valor?: string;
  readonly arreglo?: string | null;
  readonly anterior?: ReviewProblem['anterior'];
  readonly filas?: number;
  readonly mensaje: string;
}

/** The sentence of a finding: in Spanish the core's, in English built from the finding's data. */
export function messageOf(problem: Finding): string {
  return getLanguage() === 'es' ? withoutSwitches(problem.mensaje) : describeFindingInEnglish(problem);
}

/** The name of a kind of problem: "Últimos 4: tiene más de cuatro cifras". `said`: a quoted value, as in "Importe «12,5,0»: no es un importe". */
export function titleOf(
  {
    codigo,
    campo,
    clase,
    arreglo,
  }: Pick<ReviewProblem, 'codigo' | 'campo' | 'clase'> & { readonly arreglo?: string | null },
  said?: string,
): string {
  const isLongCard = codigo === 'LARGO_MAXIMO' && campo === 'tarjeta_nro' && clase === 'error';
  // Without a fix this is a voided sale, for which nothing is given back; a refund has one, the negative amount.
  const isVoided = codigo === 'PARECE_DEVOLUCION' && arreglo === null;
  const words = isLongCard ? LONG_CARD_TITLE : isVoided ? VOIDED_TITLE : FINDING_TITLES[codigo];
  const title = wordIn(words, getLanguage());
  if (campo === null) return toHeading(title);
  const name = getFieldName(campo);
  return `${said === undefined ? name : m.filas_campo_que_dice({ campo: name, texto: said })}: ${title}`;
}
