import type { ExplainedCupon } from '#contract/explanations.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber, formatShortDay } from '../../ui/format.ts';
import { createCellButton, createIcon, createPart, spanOf, createColumn } from '../../ui/grid/cells.ts';
import type { DataColumn } from '../../ui/grid/types.ts';
import { getFieldText, markDifference } from '../explanations/comparison.ts';
import { paintCertainty, wordOf } from '../explanations/certainty.ts';
import { createShortener, getFieldName, type Field, type KnownBy, WIDEST_NAME } from '../review/fields.ts';
import {
  actionOf,
  changedFieldsOf,
  describeSentRow,
  listShownValues,
  placeOf,
  placeTitle,
  useWords,
  type Values,
} from './rows.ts';

type Row = ExplainedCupon;
type Column = DataColumn<Row>;

interface ColumnsInput {
  /** Names of the files; with several, a column shows the file of each row. */
  readonly archivos: readonly string[];
  /** The file to which all sheets belong; undefined when the rows come from several files. */
  readonly sheetsOf?: string | undefined;
  /** The field that identifies a row, voucher or wallet reference; if rows differ in this, one column shows both. */
  readonly knownBy: KnownBy;
  /** `YYYY-MM-DD`; days of the same year are shown without the year. */
  readonly hoy: string;
  readonly nameOf: (row: Row) => string;
  readonly before: (row: Row) => Row | undefined;
  readonly onAct: (row: Row) => void;
  /** True if an earlier upload sent all rows; they are not sent again. */
  readonly areSettled: boolean;
}

const SHOWN: readonly Field[] = [
  'fecha_venta',
  'tarjeta_desc',
  'tarjeta_nro',
  'comprobante',
  'wallet_referencia',
  'importe',
];

/** Pixels at which reasons are cut off, because the differing fields need the width. */
const WIDEST_REASON = 136;

const markOf = ({ cupon, arreglo }: Row): Field =>
  cupon.wallet_referencia !== undefined && cupon.comprobante === undefined && arreglo?.comprobante === undefined
    ? 'wallet_referencia'
    : 'comprobante';

const createHidden = (text: string): HTMLElement => spanOf('g-oculto', `${text} `);

/** "Comprobante 00166657, Lote 741". `withoutName`: fields whose name is left out. */
const describeValues = (values: Values, withoutName: readonly Field[] = []): string =>
  listShownValues(values)
    .map(({ campo, texto }) => (withoutName.includes(campo) ? texto : `${getFieldName(campo)} ${texto}`))
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
/** The text for a row to which the processor reported no value to compare. */
const describeReported = (row: ExplainedCupon): string => describeSentRow(row) ?? REPORTED[row.motivo]?.(row) ?? '—';

function markChange(own: string, other: string): HTMLElement {
  const pieces = markDifference(own, other);
  return spanOf('g-difiere', ...pieces.map(({ text, isMarked }) => (isMarked ? createPart('mark', '', text) : text)));
}

type Say = (field: Field, value: string | undefined, beside?: string) => string;

/** Draws a value of the row: underlined when it was fixed in this step, marked when the processor reported another value. */
function paintValue(cell: HTMLElement, row: Row, field: Field, { was, say }: { was: Row | undefined; say: Say }): void {
  const own = say(field, row.cupon[field], (was?.cupon ?? row.arreglo)?.[field]);
  if (was !== undefined && say(field, was.cupon[field], row.cupon[field]) !== own) {
    cell.append(spanOf('g-cambiada', createHidden(m.previa_ahora()), own));
    return;
  }
  const theirs = was === undefined ? row.arreglo?.[field] : undefined;
  if (theirs !== undefined) cell.append(markChange(own, say(field, theirs, row.cupon[field])));
  else cell.append(row.cupon[field] === undefined ? spanOf('g-tenue', own) : own);
}

/** Draws the value that the processor reported; in a fixed row, the value before the fix. */
function paintReported(cell: HTMLElement, row: Row, was: Row | undefined, say: Say): void {
  const fields =
    was === undefined ? listShownValues(row.arreglo ?? {}).map(({ campo }) => campo) : changedFieldsOf(was, row);
  if (fields.length === 0) cell.append(spanOf('g-tenue', describeReported(row)));
  for (const [i, field] of fields.entries()) {
    if (i > 0) cell.append(' ');
    if (!SHOWN.includes(field)) cell.append(`${getFieldName(field)} `);
    const [own, theirs, before] = [row.cupon[field], row.arreglo?.[field], was?.cupon[field]];
    if (was === undefined) cell.append(markChange(say(field, theirs, own), say(field, own, theirs)));
    else cell.append(spanOf('g-tenue', `${m.previa_antes()} `, createPart('s', '', say(field, before, own))));
  }
}

function paintCertain(cell: HTMLElement, row: Row, was: Row | undefined): void {
  if (was === undefined) {
    if (row.motivo === 'DUPLICADO_EN_CARGA') cell.append(spanOf('g-tenue', '—'));
    else paintCertainty(cell, row.certeza);
    return;
  }
  const would = row.motivo === 'COINCIDE_SIN_CONCILIAR';
  const mark = createIcon(would ? 'circle-check' : 'clock');
  if (would) mark.classList.add('g-conciliado');
  cell.append(mark, ` ${would ? m.previa_conciliaria() : m.previa_cambiada()}`);
}

function actWords(row: Row, { before, areSettled }: ColumnsInput): string {
  switch (actionOf(row, before(row) !== undefined, areSettled)) {
    case 'deshacer':
      return m.deshacer();
    case 'usar':
      return useWords(row.arreglo ?? {});
    case 'elegir':
      return m.previa_elegir({ n: formatNumber(row.candidatos.length) });
    case 'omitir':
      return m.previa_omitir({ fila: row.fila === null ? '' : formatNumber(row.fila) });
    case undefined:
      return areSettled ? m.previa_enviada_accion() : m.previa_se_envia();
  }
}

function paintAction(cell: HTMLElement, row: Row, input: ColumnsInput): void {
  const action = actionOf(row, input.before(row) !== undefined, input.areSettled);
  const words = actWords(row, input);
  if (action === undefined) {
    cell.append(spanOf('g-tenue', words));
    return;
  }
  const isUndo = action === 'deshacer';
  const icons = isUndo ? [createIcon('undo-2')] : [];
  const button = createCellButton(
    isUndo ? 'boton callado g-boton' : 'boton g-boton',
    () => input.onAct(row),
    ...icons,
    words,
  );
  const item = row.fila === null ? '' : formatNumber(row.fila);
  if (action === 'usar')
    button.setAttribute(
      'aria-label',
      `${words}. ${m.previa_usar_rotulo({ fila: item, valores: describeValues(row.arreglo ?? {}) })}`,
    );
  if (isUndo) button.setAttribute('aria-label', m.previa_deshacer_fila({ fila: item }));
  cell.append(button);
}

export function getPreviaColumns(input: ColumnsInput): readonly Column[] {
  const { archivos, sheetsOf, knownBy, hoy, nameOf, before, areSettled } = input;
  const say: Say = (field, value, beside) =>
    value === undefined || value === ''
      ? '—'
      : field === 'fecha_venta'
        ? formatShortDay(value, hoy, beside)
        : (getFieldText(field, value) ?? '—');
  const shorten = createShortener(archivos);
  const createFieldColumn = (key: Field, title: string, rest: Partial<Column> = {}): Column =>
    createColumn(key, title, {
      valor: (row) => row.cupon[key],
      paint: (cell, row) => paintValue(cell, row, key, { was: before(row), say }),
      ...rest,
    });
  return [
    createColumn('fila', m.col_fila(), { tipo: 'entero', clase: 'g-numero-de-fila' }),
    ...(archivos.length > 1 || sheetsOf !== undefined
      ? [
          createColumn<Row>('archivo', placeTitle(sheetsOf), {
            valor: (row) => placeOf(row, sheetsOf),
            paint: (cell, row) => cell.append(shorten(placeOf(row, sheetsOf))),
            most: WIDEST_NAME,
            explain: (row) => placeOf(row, sheetsOf),
          }),
        ]
      : []),
    // Fits a marked date with its year.
    createFieldColumn('fecha_venta', m.col_fecha(), { tipo: 'fecha', ancho: 112 }),
    // May hide in a narrow grid, before what the processor reported: the panel has them.
    createFieldColumn('tarjeta_desc', m.col_tarjeta(), { secondary: 1 }),
    ...(knownBy === 'wallet_referencia'
      ? []
      : [createFieldColumn('tarjeta_nro', m.col_ultimos(), { ancho: 76, secondary: 2 })]),
    knownBy === 'ambos'
      ? createColumn<Row>('comprobante', getFieldName('comprobante'), {
          secondary: 4,
          valor: (row) => row.cupon[markOf(row)],
          paint: (cell, row) => paintValue(cell, row, markOf(row), { was: before(row), say }),
        })
      : createFieldColumn(knownBy, getFieldName(knownBy), { secondary: 4 }),
    createFieldColumn('importe', m.col_importe(), { tipo: 'importe' }),
    createColumn('por_que', m.motivo(), {
      valor: (row) => (areSettled ? describeSentRow(row) : nameOf(row)),
      most: WIDEST_REASON,
    }),
    createColumn('informo', m.previa_informo(), {
      secondary: 3,
      valor: (row) => (row.arreglo === undefined ? describeReported(row) : describeValues(row.arreglo, SHOWN)),
      paint: (cell, row) => paintReported(cell, row, before(row), say),
    }),
    createColumn('certeza', m.sin_conciliar_certeza(), {
      ancho: 128,
      valor: ({ certeza, motivo }) => (motivo === 'DUPLICADO_EN_CARGA' ? '—' : wordOf(certeza)),
      paint: (cell, row) => paintCertain(cell, row, before(row)),
    }),
    createColumn('arreglo', m.previa_arreglo(), {
      isFixed: true,
      ancho: 160,
      valor: (row) => actWords(row, input),
      paint: (cell, row) => paintAction(cell, row, input),
    }),
  ];
}
