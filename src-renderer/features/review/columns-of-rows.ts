import type { ReviewGroup, ReviewProblem, ReviewRow } from '#contract/revision.ts';
import { m } from '../../paraglide/messages.js';
import { withText } from '../../ui/format.ts';
import { createCellButton } from '../../ui/grid/cells.ts';
import type { DataColumn, Value } from '../../ui/grid/types.ts';
import { createShortener, getFieldName, type Field, partsOf, problemOf, WIDEST_NAME } from './fields.ts';
import type { ReviewLine } from './rows.svelte.ts';
import { messageOf, titleOf } from './notes.ts';

type Column = DataColumn<ReviewLine>;

const textOfRow =
  <T>(getValue: (row: ReviewRow) => T) =>
  (line: ReviewLine): T | undefined =>
    line.estado === 'grupo' ? undefined : getValue(line);
const valueOfRow =
  (getValue: (row: ReviewRow) => Value) =>
  (line: ReviewLine): Value =>
    line.estado === 'grupo' ? '' : getValue(line);

const COLUMN_TYPES: Partial<Readonly<Record<Field, Column['tipo']>>> = {
  fecha_venta: 'fecha',
  fecha_pres: 'fecha',
  fecha_pago: 'fecha',
  cuotas: 'entero',
  importe: 'importe',
};

function statusOf({ estado, problemas }: ReviewRow): ReturnType<NonNullable<Column['estado']>> {
  if (estado === 'error') return { state: 'error', word: m.estado_error() };
  if (estado === 'omitida') return { state: 'sin-datos', word: m.filas_omitida() };
  if (estado === 'ignorada') return { state: 'sin-datos', word: m.filas_ignorada() };
  return problemas.length > 0 ? { state: 'aviso', word: m.estado_aviso() } : undefined;
}

/**
 * The fields by which a person recognises a coupon never hide. In a narrow grid, fields of neither list hide first, then those of `SECONDARY`, from its end.
 */
const MAIN_FIELDS: readonly Field[] = ['fecha_venta', 'tarjeta_desc', 'tarjeta_nro', 'comprobante', 'importe'];
const SECONDARY: readonly Field[] = [
  'wallet_referencia',
  'cuotas',
  'lote',
  'terminal',
  'autorizacion',
  'establecimiento',
  'wallet_tipo_operacion',
];

/** When a column hides in a narrow grid (`DataColumn.secondary`). A field with a problem hides last, because the column *Problema* names it too. */
function getTurn(field: Field, { campos, conProblema: withProblem }: RowColumnsInput): number {
  // In a file without card numbers, the wallet reference never hides.
  if (MAIN_FIELDS.includes(field) || (field === 'wallet_referencia' && !campos.includes('tarjeta_nro'))) return 0;
  if (withProblem.includes(field)) return Infinity;
  const place = SECONDARY.indexOf(field);
  return place === -1 ? 1 : 1 + SECONDARY.length - place;
}

/** The amount of a line of totals, from its notice, because such a line is no coupon and has no fields. */
const totalOf = ({ problemas }: ReviewRow): string | undefined =>
  problemas.find(({ codigo }) => codigo === 'FILA_DE_TOTALES')?.valor || undefined;

function columnOf(field: Field, turn: number): Column {
  return {
    clave: field,
    title: getFieldName(field),
    tipo: COLUMN_TYPES[field] ?? 'texto',
    secondary: turn,
    isSortable: false,
    isFixed: field === 'importe',
    valor: valueOfRow((row) => row.valores[field] ?? (field === 'importe' ? totalOf(row) : undefined)),
    isChanged: (line) => line.estado !== 'grupo' && line.cambiados?.includes(field) === true,
    findProblem: textOfRow((row) => {
      const problem = problemOf(row, field);
      // A row that is left out shows no problem, because it is not sent.
      return problem === undefined || row.estado === 'omitida'
        ? undefined
        : { clase: problem.clase, mensaje: messageOf(problem) };
    }),
  };
}

/** Characters of a sentence in the column *Problema*, at most. */
const LONGEST = 40;
/** Characters that are quoted from the file, at most. */
const QUOTED = 20;

/** The name of a problem; for an error, with the text of the file that its sentence quotes. */
function nameProblem(problem: ReviewProblem): string {
  const said = problem.clase === 'error' ? /[«“](.+?)[»”]/.exec(messageOf(problem))?.[1] : undefined;
  return `${titleOf(problem, said !== undefined && said.length > QUOTED ? `${said.slice(0, QUOTED)}…` : said)}.`;
}

/**
 * The sentence of the row's first error or else notice, and the number of further problems. A sentence too long for the column is replaced by the problem's
 * name.
 */
function problemInWords({ problemas }: ReviewRow): string {
  const [first] = [...problemas].sort((a, b) => Number(b.clase === 'error') - Number(a.clase === 'error'));
  if (first === undefined) return '';
  const { que: sentence } = partsOf(messageOf(first));
  // These sentences begin with the number of another row, which the name of the problem lacks.
  const namesRow = first.codigo === 'POSIBLE_DUPLICADO' || first.codigo === 'VENTA_ANULADA';
  const isWhole = sentence.length <= LONGEST || namesRow;
  const que = isWhole ? sentence : nameProblem(first);
  return problemas.length === 1 ? que : m.filas_problema_y_mas({ que, n: problemas.length - 1 });
}

const titleOfRow = (line: ReviewLine): string =>
  line.estado === 'grupo'
    ? `${line.problema === null ? m.filas_sin_problema() : titleOf(line.problema)} · ${m.n_filas(withText(line.filas))}`
    : problemInWords(line);

/** What can be done to all rows of a group at once: each gets its proposed fix, or all are left out. */
export function deedOf({ conArreglo, porResolver }: ReviewGroup): 'corregir' | 'omitir' | undefined {
  if (porResolver === 0) return undefined;
  return conArreglo === porResolver ? 'corregir' : 'omitir';
}

function createDeed(line: ReviewLine, onDeed: RowColumnsInput['onDeed']): Node | undefined {
  const deed = line.estado === 'grupo' ? deedOf(line) : undefined;
  if (line.estado !== 'grupo' || deed === undefined || onDeed === undefined) return undefined;
  const words = deed === 'corregir' ? m.filas_corregir_todas : m.filas_omitir_todas;
  return createCellButton('boton g-boton', () => onDeed(line), words(withText(line.porResolver)));
}

function describeRow(line: ReviewLine): ReturnType<NonNullable<Column['estado']>> {
  if (line.estado === 'grupo')
    return line.problema === null
      ? { state: 'conciliado', word: titleOfRow(line) }
      : { state: line.porResolver === 0 ? 'sin-datos' : line.problema.clase, word: titleOfRow(line) };
  const state = statusOf(line);
  const words = line.estado === 'omitida' ? '' : problemInWords(line);
  return state === undefined || words === '' ? state : { ...state, word: words };
}

const explainRow = (line: ReviewLine): string | undefined => {
  const all = line.estado === 'grupo' ? titleOfRow(line) : line.problemas.map(messageOf).join('\n');
  return all === '' ? undefined : all;
};

interface RowColumnsInput {
  readonly campos: readonly Field[];
  readonly conProblema: readonly Field[];
  readonly hasProblems: boolean;
  /** Names of the read sheets; with several, a column shows each row's sheet. */
  readonly archivos: readonly string[];
  /** True when all sheets are in one file, whose name is then left out. */
  readonly ofOneFile?: boolean;
  /** Called when the button of a heading is pressed; without it, headings have no button. */
  readonly onDeed?: (group: ReviewGroup) => void;
}

export function getRowColumns(input: RowColumnsInput): readonly Column[] {
  const { campos, hasProblems, archivos, ofOneFile = false, onDeed } = input;
  const shorten = createShortener(archivos);
  return [
    {
      clave: 'fila',
      title: m.col_fila(),
      tipo: 'entero',
      isSortable: false,
      clase: 'g-numero-de-fila',
      valor: valueOfRow(({ fila }) => fila),
    },
    {
      clave: 'estado',
      title: hasProblems ? m.filas_problema() : m.col_estado(),
      tipo: 'estado',
      isSortable: false,
      estado: describeRow,
      after: (line) => createDeed(line, onDeed),
      withoutState: m.filas_lista(),
      explain: explainRow,
    },
    ...(archivos.length > 1
      ? [
          {
            clave: 'archivo',
            title: ofOneFile ? m.col_hoja() : m.col_archivo(),
            tipo: 'texto' as const,
            isSortable: false,
            valor: valueOfRow(({ archivo }) => archivos[archivo]),
            paint: (cell: HTMLElement, line: ReviewLine) => {
              if (line.estado !== 'grupo') cell.append(shorten(archivos[line.archivo] ?? ''));
            },
            most: WIDEST_NAME,
            explain: textOfRow(({ archivo }) => archivos[archivo] ?? ''),
          },
        ]
      : []),
    ...campos.map((field) => columnOf(field, getTurn(field, input))),
  ];
}
