import type { ResultGrouping, ReadCupon, ResultRow, CuponGroup, ResultGroup } from '#contract/conciliaciones.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { m } from '../../paraglide/messages.js';
import { formatAmount, formatNumber, formatDate } from '../../ui/format.ts';
import { createCellButton, createIcon, fillCell, spanOf, createColumn } from '../../ui/grid/cells.ts';
import type { DataColumn, Value } from '../../ui/grid/types.ts';
import { DATE_FIELDS, getFieldName, nameCard, type Field } from '../review/fields.ts';
import type { RowReason } from '../explanations/queue.ts';
import { statementOf, describeDisposition } from './cupon-words.ts';
import { isOrder } from './filter.ts';
import { getSharedLabel, getLanguage } from '../../ui/language.ts';

type Column = DataColumn<ResultRow>;

const valueOfCupon =
  (getValue: (cupon: ReadCupon) => Value) =>
  (row: ResultRow): Value =>
    row.tipo === 'cupon' ? getValue(row) : '';

interface FieldColumn {
  readonly name: Field;
  /** Replaces a name of a field that is too long for a column. */
  readonly title?: () => string;
  readonly isHidden?: boolean;
  /** Hides the column in a narrow grid; the last secondary column hides first. */
  readonly isSecondary?: boolean;
  /** Shows the column even for rows that were not sent. */
  readonly isOfTill?: boolean;
}
const FIELDS: readonly FieldColumn[] = [
  { name: 'fecha_venta', title: m.col_fecha, isOfTill: true },
  { name: 'tarjeta_desc', title: m.col_tarjeta, isOfTill: true },
  { name: 'tarjeta_nro', title: m.col_ultimos, isSecondary: true },
  { name: 'comprobante' },
  { name: 'terminal', isSecondary: true },
  { name: 'lote', isSecondary: true },
  { name: 'establecimiento', isHidden: true },
  { name: 'autorizacion', isHidden: true },
  { name: 'cuotas', isHidden: true, isSecondary: true },
  { name: 'bin', isHidden: true },
  { name: 'fecha_pres', isHidden: true },
  { name: 'fecha_pago', isHidden: true },
  { name: 'referencia', isHidden: true },
  { name: 'wallet_referencia', isHidden: true },
];

const fieldValueOf = ({ operacion }: ReadCupon, name: Field): Value => {
  if (name === 'tarjeta_desc') {
    const card = operacion.tarjeta_desc ?? operacion.wallet_tipo_operacion ?? operacion.tarjeta_id;
    return card === undefined ? undefined : nameCard(card);
  }
  if (name === 'comprobante') return operacion.comprobante ?? operacion.wallet_referencia;
  return operacion[name];
};

const createOrderedColumn = (key: string, title: string, rest: Partial<Column> = {}): Column =>
  createColumn(key, title, { isSortable: isOrder(key), ...rest });

const createFieldColumn = ({ name, title, isHidden = false, isSecondary = false }: FieldColumn): Column =>
  createOrderedColumn(name, title?.() ?? getFieldName(name), {
    tipo: DATE_FIELDS.includes(name) ? 'fecha' : 'texto',
    secondary: isSecondary,
    oculta: isHidden,
    valor: valueOfCupon((cupon) => fieldValueOf(cupon, name) ?? null),
  });

const createOriginColumns = ({ withFiles = false, withSheets = false }: Origin): readonly Column[] => [
  createOrderedColumn('fila', m.col_fila(), {
    tipo: 'entero',
    oculta: true,
    valor: valueOfCupon(({ operacion }) => operacion.fila),
  }),
  createOrderedColumn('archivo', m.col_archivo(), {
    oculta: !withFiles,
    secondary: true,
    valor: valueOfCupon(({ archivo }) => archivo),
  }),
  createColumn('hoja', m.col_hoja(), {
    oculta: !withSheets,
    secondary: true,
    valor: valueOfCupon(({ hoja }) => hoja),
  }),
];

const createMotivoColumn = (): Column =>
  createColumn('motivo', m.resultado_col_motivo(), {
    tipo: 'estado',
    estado: (row) => (row.tipo === 'cupon' ? describeDisposition(row.disposicion) : undefined),
  });

const createImporteColumn = (): Column =>
  createOrderedColumn('importe', m.col_importe(), {
    tipo: 'importe',
    nulo: 'sin-datos',
    valor: (row) => (row.tipo === 'cupon' ? row.operacion.importe : row.importe),
  });

/** The decision about a coupon in words, or why none is needed: the coupon waits for its operation, or another coupon cancels it. */
export function describeDecision(
  known: Pick<RowReason, 'decision' | 'espera' | 'motivo'> | undefined,
): string | undefined {
  if (known === undefined || known.decision !== null) return known?.decision?.texto;
  if (known.espera !== undefined) return m.cola_espera({ dia: formatDate(known.espera) });
  return known.motivo === 'ANULADA' ? m.cola_se_compensa() : undefined;
}

/** Pixels up to which the column of reasons takes width from other columns. */
export const MOTIVO_MOST = 168;

const createReasonColumns = (reasonOf: Grouped['reasonOf']): readonly Column[] =>
  reasonOf === undefined
    ? []
    : [
        createColumn('por_que', m.motivo(), {
          most: MOTIVO_MOST,
          valor: valueOfCupon((cupon) => reasonOf(cupon)?.nombre),
        }),
        createColumn('decision', m.cola_decision(), {
          secondary: Infinity,
          valor: valueOfCupon((cupon) => describeDecision(reasonOf(cupon))),
        }),
      ];

/** Marks the amounts of coupons whose operation has another amount; a column before them shows the operation's amount. */
function markOtherAmounts(importe: Column, others: NonNullable<Grouped['otherAmounts']>): readonly Column[] {
  if (Object.keys(others).length === 0) return [importe];
  const otherOf = (row: ResultRow): string | undefined => (row.tipo === 'cupon' ? others[row.n] : undefined);
  const reported = createColumn<ResultRow>('informado', m.resultado_col_informado(), {
    tipo: 'importe',
    isOptional: true,
    valor: otherOf,
  });
  return [
    reported,
    {
      ...importe,
      findProblem: (row) => {
        const operacion = otherOf(row);
        if (row.tipo !== 'cupon' || operacion === undefined) return undefined;
        const amounts = { cupon: formatAmount(row.operacion.importe ?? ''), operacion: formatAmount(operacion) };
        return { clase: 'aviso', mensaje: m.resultado_otro_importe(amounts) };
      },
    },
  ];
}

function ownColumns(group: ResultGroup, { reasonOf, otherAmounts = {}, ...from }: Grouped): readonly Column[] {
  const origin = createOriginColumns(from);
  if (group === 'errores') return createErrorColumns(origin, from);
  const sale = FIELDS.filter(({ isHidden }) => isHidden !== true).map(createFieldColumn);
  const rest = FIELDS.filter(({ isHidden }) => isHidden === true).map(createFieldColumn);
  const days = createOrderedColumn('dias', m.resultado_col_dias(), {
    tipo: 'entero',
    secondary: true,
    valor: valueOfCupon((cupon) => cupon.dias),
  });
  const importe = createImporteColumn();
  switch (group) {
    case 'conciliados': {
      const liquidacion = createOrderedColumn('nro_liquidacion', m.col_liquidacion(), {
        valor: valueOfCupon(({ operacion }) => operacion.nro_liquidacion),
      });
      const settled = createOrderedColumn('fecha_liq', getFieldLabel('fecha_liq', getLanguage()), {
        tipo: 'fecha',
        secondary: true,
        valor: valueOfCupon(({ operacion }) => operacion.fecha_liq),
      });
      return [...sale, liquidacion, settled, ...rest, ...origin, ...markOtherAmounts(importe, otherAmounts)];
    }
    case 'sin_conciliar':
      return [...createReasonColumns(reasonOf), ...sale, ...rest, ...origin, days, importe];
    case 'no_informados':
      return [...sale, ...rest, ...origin, createMotivoColumn(), days, importe];
  }
}

const createErrorColumns = (origin: readonly Column[], { withFiles = false }: Origin): readonly Column[] => [
  ...origin.map((column) =>
    column.clave === 'hoja' ? column : { ...column, oculta: column.clave === 'archivo' && !withFiles },
  ),
  { ...createMotivoColumn(), secondary: true },
  createColumn('mensaje', getSharedLabel('whatIsWrong'), { valor: valueOfCupon(statementOf) }),
  // Only the fields by which a person finds a row in the till's records; the panel shows all.
  ...FIELDS.filter(({ isHidden }) => isHidden !== true).map((field) =>
    createFieldColumn(field.isOfTill === true ? field : { ...field, isHidden: true }),
  ),
  { ...createImporteColumn(), nulo: 'no-aplica' },
];

/** Ways to group: title, name of the group without a value, and the column that the headings replace. */
export const GROUPINGS = {
  tarjeta: { title: m.por_tarjeta, without: m.sin_tarjeta, column: 'tarjeta_desc' },
  comercio: { title: m.resultado_por_comercio, without: m.resultado_sin_comercio, column: 'establecimiento' },
  dia: { title: m.resultado_por_dia, without: m.resultado_sin_dia, column: 'fecha_venta' },
} as const satisfies Record<ResultGrouping, unknown>;
/** Lets the column of the card hide in a narrow grid, so that no amount is cut off; the panel shows the card too. */
const asSecondaryCard = (column: Column): Column =>
  column.clave === 'tarjeta_desc' ? { ...column, secondary: 2 } : column;

/** True when a file has coupons in several of its sheets. */
export const haveSheets = (cupones: readonly Pick<ReadCupon, 'archivo' | 'hoja'>[]): boolean => {
  const first = new Map<string | null, string | null | undefined>();
  return cupones.some(({ archivo, hoja }) => {
    if (!first.has(archivo)) first.set(archivo, hoja);
    return first.get(archivo) !== hoja;
  });
};

export const getGroupName = (key: string, grouping: ResultGrouping): string =>
  key === '' ? GROUPINGS[grouping].without() : grouping === 'dia' ? formatDate(key) : nameCard(key);

interface Origin {
  /** True when a file has coupons in several sheets, so that a row number alone identifies no coupon. */
  readonly withSheets?: boolean | undefined;
  readonly withFiles?: boolean | undefined;
}
interface Grouped extends Origin {
  readonly agrupar: ResultGrouping | undefined;
  readonly onFold: (key: string) => void;
  readonly reasonOf?: ((cupon: ReadCupon) => RowReason | undefined) | undefined;
  readonly otherAmounts?: Readonly<Record<number, string>>;
}

/** The columns of one tab of a result. For grouped rows, a further column has the headings. */
export function getResultColumns(
  group: ResultGroup,
  { agrupar: grouping, onFold, ...rest }: Grouped,
): readonly Column[] {
  const columns = ownColumns(group, { agrupar: grouping, onFold, ...rest });
  if (grouping === undefined) return columns;
  const groupColumn = createColumn<ResultRow>('grupo', GROUPINGS[grouping].title(), {
    ancho: grouping === 'tarjeta' ? 224 : 168,
    valor: (row) => (row.tipo === 'grupo' ? getGroupName(row.clave, grouping) : ''),
    paint: (cell, row) => {
      if (row.tipo === 'grupo') paintGroup(cell, row, { nombre: getGroupName(row.clave, grouping), onFold });
    },
  });
  const withoutOwn = columns.filter(({ clave }) => clave !== GROUPINGS[grouping].column).map(asSecondaryCard);
  return [groupColumn, ...withoutOwn.map(onlyOfCupones)];
}

/** Leaves the cells of a heading row empty, except the sum. */
const onlyOfCupones = (column: Column): Column =>
  column.clave === 'importe'
    ? column
    : {
        ...column,
        paint: (cell, row) => {
          if (row.tipo === 'cupon') fillCell(cell, column, row);
        },
      };

function paintGroup(
  cell: HTMLElement,
  { clave, abierto, cupones }: CuponGroup,
  { nombre, onFold }: { readonly nombre: string; readonly onFold: (key: string) => void },
): void {
  const icon = createIcon(abierto ? 'chevron-down' : 'chevron-right');
  const button = createCellButton('g-plegar', () => onFold(clave), icon, nombre);
  button.setAttribute('aria-expanded', String(abierto));
  cell.append(button, spanOf('g-tenue', ` ${formatNumber(cupones)}`));
}
