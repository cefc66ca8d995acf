import type { ExplainedCupon } from '#contract/explanations.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber, formatShortDay } from '../../ui/format.ts';
import { createIcon } from '../../ui/grid/cells.ts';
import type { DataColumn } from '../../ui/grid/types.ts';
import { getFieldText, markDifference } from '../explanations/comparison.ts';
import { paintCertainty, wordOf } from '../explanations/certainty.ts';
import { getFieldName, type Field } from '../review/fields.ts';
import { actionOf, changedFieldsOf, listShownValues, useWords, type Values } from './rows.ts';

type Row = ExplainedCupon;
type Column = DataColumn<Row>;

interface ColumnsInput {
  /** The rows are of several files. */
  readonly severalFiles: boolean;
  /** False when the file has wallet references and no cards: the reference takes the place of card and voucher. */
  readonly hasCards: boolean;
  /** `YYYY-MM-DD`: days of the same year are shown without the year. */
  readonly hoy: string;
  /** The reason of a row in a few words. */
  readonly nameOf: (row: Row) => string;
  /** The row as it was before it was mended here. */
  readonly before: (row: Row) => Row | undefined;
  readonly onAct: (row: Row) => void;
}

/** Fields with a column of their own. */
const SHOWN: readonly Field[] = [
  'fecha_venta',
  'tarjeta_desc',
  'tarjeta_nro',
  'comprobante',
  'wallet_referencia',
  'importe',
];

function createPart(tag: string, kind: string, ...parts: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  if (kind !== '') made.className = kind;
  made.append(...parts);
  return made;
}
const createHidden = (text: string): HTMLElement => createPart('span', 'g-oculto', `${text} `);

/** "Comprobante 00166657, Lote 741". */
const describeValues = (values: Values): string =>
  listShownValues(values)
    .map(({ campo, texto }) => `${getFieldName(campo)} ${texto}`)
    .join(', ');

const REPORTED: Readonly<Partial<Record<ExplainedCupon['motivo'], (row: ExplainedCupon) => string>>> = {
  AMBIGUO: ({ candidatos }) => m.previa_parecidas({ n: formatNumber(Math.max(2, candidatos.length)) }),
  DUPLICADO_EN_CARGA: ({ otro }) => {
    const row = otro?.fila ?? null;
    return row === null ? m.previa_repetida() : m.previa_igual_a({ fila: formatNumber(row) });
  },
  COMERCIO_AJENO: m.previa_no_es_tuya,
  YA_USADA: m.previa_ya_usada,
  MUY_RECIENTE: m.previa_puede_llegar,
  SIN_OPERACION: m.previa_nada_parecido,
};
/** What is said about the processor when there is no reported value to show. */
const describeReported = (row: ExplainedCupon): string =>
  row.yaEnviado === true ? m.previa_ya_enviado() : (REPORTED[row.motivo]?.(row) ?? '—');

/** A value whose differing part is underlined over its tint. */
function markChange(own: string, other: string): HTMLElement {
  const { before, marked: middle, after } = markDifference(own, other);
  return createPart('span', 'g-difiere', before, ...(middle === '' ? [] : [createPart('mark', '', middle)]), after);
}

type Say = (field: Field, value: string | undefined) => string;

/** Draws the value of the row in a field: underlined in ink where it was changed, marked where the processor reports another. */
function paintValue(cell: HTMLElement, row: Row, field: Field, { was, say }: { was: Row | undefined; say: Say }): void {
  const own = say(field, row.cupon[field]);
  if (was !== undefined && say(field, was.cupon[field]) !== own) {
    cell.append(createPart('span', 'g-cambiada', createHidden(m.previa_ahora()), own));
    return;
  }
  const theirs = was === undefined ? row.arreglo?.[field] : undefined;
  if (theirs !== undefined) cell.append(markChange(own, say(field, theirs)));
  else cell.append(row.cupon[field] === undefined ? createPart('span', 'g-tenue', own) : own);
}

/** Draws what the processor reported; for a row that took it, what the row said before. */
function paintReported(cell: HTMLElement, row: Row, was: Row | undefined, say: Say): void {
  const fields =
    was === undefined ? listShownValues(row.arreglo ?? {}).map(({ campo }) => campo) : changedFieldsOf(was, row);
  if (fields.length === 0) cell.append(createPart('span', 'g-tenue', describeReported(row)));
  for (const [i, field] of fields.entries()) {
    if (i > 0) cell.append(' ');
    if (!SHOWN.includes(field)) cell.append(`${getFieldName(field)} `);
    if (was === undefined) cell.append(markChange(say(field, row.arreglo?.[field]), say(field, row.cupon[field])));
    else
      cell.append(
        createPart('span', 'g-tenue', `${m.previa_antes()} `, createPart('s', '', say(field, was.cupon[field]))),
      );
  }
}

function paintCertain(cell: HTMLElement, row: Row, was: Row | undefined): void {
  if (was === undefined) {
    paintCertainty(cell, row.certeza);
    return;
  }
  const would = row.motivo === 'COINCIDE_SIN_CONCILIAR';
  const mark = createIcon(would ? 'circle-check' : 'clock');
  if (would) mark.classList.add('g-conciliado');
  cell.append(mark, ` ${would ? m.previa_conciliaria() : m.previa_cambiada()}`);
}

function actWords(row: Row, mended: boolean): string {
  switch (actionOf(row, mended)) {
    case 'deshacer':
      return m.deshacer();
    case 'usar':
      return useWords(row.arreglo ?? {});
    case 'elegir':
      return m.previa_elegir({ n: formatNumber(row.candidatos.length) });
    case 'omitir':
      return m.previa_omitir({ fila: row.fila === null ? '' : formatNumber(row.fila) });
    case undefined:
      return m.previa_se_envia();
  }
}

function paintAction(cell: HTMLElement, row: Row, mended: boolean, onAct: (row: Row) => void): void {
  const action = actionOf(row, mended);
  const words = actWords(row, mended);
  if (action === undefined) {
    cell.append(createPart('span', 'g-tenue', words));
    return;
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.className = action === 'deshacer' ? 'g-boton g-llano' : 'g-boton';
  button.tabIndex = -1; // the keyboard stops at the cell, and Enter does the same
  const item = row.fila === null ? '' : formatNumber(row.fila);
  if (action === 'usar')
    button.setAttribute(
      'aria-label',
      `${words}. ${m.previa_usar_rotulo({ fila: item, valores: describeValues(row.arreglo ?? {}) })}`,
    );
  if (action === 'deshacer') button.setAttribute('aria-label', m.previa_deshacer_fila({ fila: item }));
  button.append(...(action === 'deshacer' ? [createIcon('undo-2')] : []), words);
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    onAct(row);
  });
  cell.append(button);
}

/** The columns of the rows that would not match: what they say, why, and what to do with each. */
export function getPreviaColumns({
  severalFiles,
  hasCards,
  hoy,
  nameOf,
  before,
  onAct,
}: ColumnsInput): readonly Column[] {
  const say: Say = (field, value) =>
    value === undefined || value === ''
      ? '—'
      : field === 'fecha_venta'
        ? formatShortDay(value, hoy)
        : (getFieldText(field, value) ?? '—');
  const createFieldColumn = (key: Field, title: string, rest: Partial<Column> = {}): Column => ({
    clave: key,
    title,
    tipo: 'texto',
    isSortable: false,
    valor: (row) => row.cupon[key],
    paint: (cell, row) => {
      paintValue(cell, row, key, { was: before(row), say });
    },
    ...rest,
  });
  return [
    {
      clave: 'fila',
      title: m.col_fila(),
      tipo: 'entero',
      isSortable: false,
      clase: 'g-numero-de-fila',
      valor: ({ fila }) => fila,
    },
    ...(severalFiles ? [{ clave: 'archivo', title: m.col_archivo(), tipo: 'texto' as const, isSortable: false }] : []),
    createFieldColumn('fecha_venta', m.col_fecha(), { tipo: 'fecha', ancho: 88 }),
    createFieldColumn('tarjeta_desc', m.col_tarjeta(), { secondary: 1 }),
    ...(hasCards
      ? [
          createFieldColumn('tarjeta_nro', m.col_ultimos(), { ancho: 84 }),
          createFieldColumn('comprobante', getFieldName('comprobante')),
        ]
      : [createFieldColumn('wallet_referencia', getFieldName('wallet_referencia'))]),
    createFieldColumn('importe', m.col_importe(), { tipo: 'importe' }),
    {
      clave: 'por_que',
      title: m.explicacion_motivo(),
      tipo: 'texto',
      isSortable: false,
      secondary: 3,
      valor: nameOf,
    },
    {
      clave: 'informo',
      title: m.previa_informo(),
      tipo: 'texto',
      isSortable: false,
      // The button says the value too, so this column goes last.
      secondary: 4,
      valor: (row) => (row.arreglo === undefined ? describeReported(row) : describeValues(row.arreglo)),
      paint: (cell, row) => paintReported(cell, row, before(row), say),
    },
    {
      clave: 'certeza',
      title: m.sin_conciliar_certeza(),
      tipo: 'texto',
      ancho: 136,
      isSortable: false,
      secondary: 2,
      valor: ({ certeza }) => wordOf(certeza),
      paint: (cell, row) => paintCertain(cell, row, before(row)),
    },
    {
      clave: 'arreglo',
      title: m.previa_arreglo(),
      tipo: 'texto',
      isSortable: false,
      isFixed: true,
      ancho: 168,
      valor: (row) => actWords(row, before(row) !== undefined),
      paint: (cell, row) => paintAction(cell, row, before(row) !== undefined, onAct),
    },
  ];
}
