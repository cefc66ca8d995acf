import type { ResultGrouping, ReadCupon, ResultRow, CuponGroup, ResultGroup } from '#contract/conciliaciones.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber, date } from '../../ui/format.ts';
import { icon, fillCell } from '../../ui/grid/cells.ts';
import type { DataColumn, Valor } from '../../ui/grid/types.ts';
import { getFieldName } from '../review/fields.ts';
import type { Field } from '../review/cell.ts';
import { statementOf, describeDisposition } from './disposition.ts';
import { isOrder } from './result.svelte.ts';

type Column = DataColumn<ResultRow>;

const deCupon =
  (leer: (cupon: ReadCupon) => Valor) =>
  (fila: ResultRow): Valor =>
    fila.tipo === 'cupon' ? leer(fila) : '';

const DATES: readonly Field[] = ['fecha_venta', 'fecha_pres', 'fecha_pago'];
/** Fields whose columns give up their room; the last one of the list goes first. */
const SECONDARY: readonly Field[] = ['lote', 'tarjeta_nro', 'cuotas'];
const A_LA_VISTA: readonly Field[] = ['fecha_venta', 'tarjeta_desc', 'tarjeta_nro', 'comprobante', 'lote'];
/** What is shown of a row that was not sent. */
const OF_THE_TILL: readonly string[] = ['fecha_venta', 'tarjeta_desc'] satisfies readonly Field[];
const HIDDEN: readonly Field[] = [
  'establecimiento',
  'terminal',
  'autorizacion',
  'cuotas',
  'bin',
  'fecha_pres',
  'fecha_pago',
  'referencia',
  'wallet_referencia',
];
const SHORT: Partial<Record<Field, () => string>> = {
  fecha_venta: m.col_fecha,
  tarjeta_desc: m.col_tarjeta,
  tarjeta_nro: m.col_ultimos,
};

const fieldColumn = (nombre: Field, oculta = false): Column => ({
  clave: nombre,
  titulo: (SHORT[nombre] ?? (() => getFieldName(nombre)))(),
  tipo: DATES.includes(nombre) ? 'fecha' : 'texto',
  isSecondary: SECONDARY.includes(nombre),
  oculta,
  isSortable: isOrder(nombre),
  valor: deCupon(({ operacion }) =>
    nombre === 'tarjeta_desc'
      ? (operacion.tarjeta_desc ?? operacion.wallet_tipo_operacion ?? operacion.tarjeta_id ?? null)
      : nombre === 'comprobante'
        ? (operacion.comprobante ?? operacion.wallet_referencia ?? null)
        : (operacion[nombre] ?? null),
  ),
});

const column = (clave: string, titulo: string, rest: Partial<Column> = {}): Column => ({
  clave,
  titulo,
  tipo: 'texto',
  isSortable: isOrder(clave),
  ...rest,
});

/** Where the coupon came from. */
const originColumns = (oculta: boolean): readonly Column[] => [
  column('fila', m.col_fila(), { tipo: 'entero', oculta, valor: deCupon(({ operacion }) => operacion.fila) }),
  column('archivo', m.col_archivo(), { oculta: true, valor: deCupon(({ archivo }) => archivo) }),
];

const motivoColumn = (): Column =>
  column('motivo', m.resultado_col_motivo(), {
    tipo: 'estado',
    isSortable: false,
    estado: (fila) => (fila.tipo === 'cupon' ? describeDisposition(fila.disposicion) : undefined),
  });

const importe = (): Column =>
  column('importe', m.col_importe(), {
    tipo: 'importe',
    signo: 'sorprende',
    nulo: 'sin-datos',
    valor: (fila) => (fila.tipo === 'cupon' ? fila.operacion.importe : fila.importe),
  });

/** There is no column for reasons where nobody explains the coupons. */
const reasonColumn = (porQue: Grouped['porQue']): readonly Column[] =>
  porQue === undefined
    ? []
    : [column('por_que', m.explicacion_motivo(), { isSortable: false, valor: deCupon(porQue) })];

function ownColumns(grupo: ResultGroup, porQue: Grouped['porQue']): readonly Column[] {
  const venta = A_LA_VISTA.map((nombre) => fieldColumn(nombre));
  const rest = HIDDEN.map((nombre) => fieldColumn(nombre, true));
  const dias = column('dias', m.resultado_col_dias(), {
    tipo: 'entero',
    isSecondary: true,
    valor: deCupon((cupon) => cupon.dias),
  });
  switch (grupo) {
    case 'conciliados':
      return [
        ...venta,
        column('nro_liquidacion', m.col_liquidacion(), {
          valor: deCupon(({ operacion }) => operacion.nro_liquidacion),
        }),
        column('fecha_liq', m.panel_fecha_liquidacion(), {
          tipo: 'fecha',
          isSecondary: true,
          valor: deCupon(({ operacion }) => operacion.fecha_liq),
        }),
        ...rest,
        ...originColumns(true),
        importe(),
      ];
    case 'sin_conciliar':
      return [...reasonColumn(porQue), ...venta, ...rest, ...originColumns(true), dias, importe()];
    case 'no_informados':
      return [...venta, ...rest, ...originColumns(true), motivoColumn(), dias, importe()];
    case 'errores':
      return [
        ...originColumns(false).map((columna) => ({
          ...columna,
          oculta: false,
          isSecondary: columna.clave === 'archivo',
        })),
        { ...motivoColumn(), isSecondary: true },
        // The message is what a person looks for here: its words take the room of the column title.
        column('mensaje', m.resultado_col_mensaje(), {
          ancho: 352,
          isSortable: false,
          valor: deCupon(statementOf),
        }),
        // These fields find the row at the till; the others are in its panel.
        ...venta.map((columna) => ({ ...columna, oculta: !OF_THE_TILL.includes(columna.clave) })),
        { ...importe(), nulo: 'no-aplica' },
      ];
  }
}

const TITLES: Readonly<Record<ResultGrouping, () => string>> = {
  tarjeta: m.resultado_por_tarjeta,
  comercio: m.resultado_por_comercio,
  dia: m.resultado_por_dia,
};
const SIN_VALOR: Readonly<Record<ResultGrouping, () => string>> = {
  tarjeta: m.totales_sin_tarjeta,
  comercio: m.resultado_sin_comercio,
  dia: m.resultado_sin_dia,
};
/** The heading of a group in words. */
export const getGroupName = (clave: string, grouping: ResultGrouping): string =>
  clave === '' ? SIN_VALOR[grouping]() : grouping === 'dia' ? date(clave) : clave;

interface Grouped {
  readonly agrupar: ResultGrouping | undefined;
  readonly onFold: (clave: string) => void;
  /** Why an unmatched coupon did not match, in a few words, once that is known. */
  readonly porQue?: (cupon: ReadCupon) => string | undefined;
}

/** The columns of a part of the result. When grouped there is one more, for the headings, which are rows of their own. */
export function getResultColumns(
  grupo: ResultGroup,
  { agrupar: grouping, onFold, porQue }: Grouped,
): readonly Column[] {
  const columnas = ownColumns(grupo, porQue);
  if (grouping === undefined) return columnas;
  const groupColumn = column('grupo', TITLES[grouping](), {
    ancho: 224,
    isSortable: false,
    valor: (fila) => (fila.tipo === 'grupo' ? getGroupName(fila.clave, grouping) : ''),
    paint: (cell, fila) => {
      if (fila.tipo === 'grupo') paintGroup(cell, fila, { nombre: getGroupName(fila.clave, grouping), onFold });
    },
  });
  const withoutOwn = columnas.filter(({ clave }) => clave !== (grouping === 'tarjeta' ? 'tarjeta_desc' : ''));
  return [groupColumn, ...withoutOwn.map(soloDeCupones)];
}

/** In the columns of the coupons a heading only says what its coupons add up to. */
const soloDeCupones = (columna: Column): Column =>
  columna.clave === 'importe'
    ? columna
    : {
        ...columna,
        paint: (cell, fila) => {
          if (fila.tipo === 'cupon') fillCell(cell, columna, fila);
        },
      };

function paintGroup(
  cell: HTMLElement,
  { clave, abierto, cupones }: CuponGroup,
  { nombre, onFold }: { readonly nombre: string; readonly onFold: (clave: string) => void },
): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'g-plegar';
  button.tabIndex = -1; // the keyboard stops at the cell, and Enter folds
  button.setAttribute('aria-expanded', String(abierto));
  button.append(icon(abierto ? 'chevron-down' : 'chevron-right'), nombre);
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    onFold(clave);
  });
  const howMany = document.createElement('span');
  howMany.className = 'g-tenue';
  howMany.textContent = ` ${formatNumber(cupones)}`;
  cell.append(button, howMany);
}
