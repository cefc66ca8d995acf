/** Doubts about rows: values that a file has only in the first row of a group (the date of a day, terminal and lote of a closing), and hidden rows. */
import type { CuponField } from '../../cupon.ts';
import { CELL, EMPTY_CELL, type ShownCell } from '../../sheet.ts';
import { cleanText } from '../cell-text.ts';
import { nameOfColumn } from '../map-columns.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import { centavosAt, columnOf, formatCentavos, type FoundDoubt, withCells } from './doubt.ts';
import { rowsOf } from '../row-kind.ts';

/** Fields that a file may write once per group. Without an answer, values are repeated only if the date is among them: every coupon needs a date. */
const GROUPING: readonly CuponField[] = ['fecha_venta', 'establecimiento', 'terminal', 'lote'];
const IDENTIFYING: readonly CuponField[] = ['comprobante', 'tarjeta_nro', 'wallet_referencia'];
const FEWEST = 3;
/** A column has one value per group if at least this share of its cells is empty; with fewer empty cells, values are just missing. */
const SHARE = 0.5;

interface Grouped {
  readonly campo: CuponField;
  readonly columna: number;
  /** For each row, the index in `cells` of the value to repeat; −1 to repeat none. */
  readonly places: Int32Array;
  readonly cells: ShownCell[];
  gaps: number;
  /** How many sales have their own value. */
  own: number;
}

export function findGroupValues(prepared: PreparedSheet): readonly FoundDoubt[] {
  const { cupones: sheet, table, profiles } = prepared;
  const most = Math.max(0, ...profiles.map(({ valores }) => valores));
  const candidates = GROUPING.flatMap((campo): Grouped[] => {
    const columna = columnOf(prepared, campo);
    const values = columna === undefined ? 0 : (profiles[columna]?.valores ?? 0);
    const isMerged = sheet.tallMerges?.some(({ column }) => column === columna) ?? false;
    // The profile does not count rows that have only a date.
    const isEmpty = values === 0 && campo !== 'fecha_venta';
    if (columna === undefined || isEmpty || values > most * SHARE || isMerged) return [];
    return [{ campo, columna, places: new Int32Array(sheet.rowCount).fill(-1), cells: [], gaps: 0, own: 0 }];
  });
  if (candidates.length === 0) return [];
  const identifying = IDENTIFYING.flatMap((field) => columnOf(prepared, field) ?? []);
  const isFilled = (row: number, column: number): boolean => cleanText(sheet.text(row, column)) !== '';
  const isGrouping = (column: number): boolean => candidates.some(({ columna }) => columna === column);
  /** Whether a row has nothing but values for the group below it. */
  const isHeading = (row: number): boolean =>
    table.headers.every((_, column) => isGrouping(column) || !isFilled(row, column));
  const headings = new Set<number>();
  let rows = 0;
  for (const row of rowsOf(prepared)) {
    const isSale = identifying.some((column) => isFilled(row, column));
    if (isSale) rows++;
    // A row with only an amount is ignored, because it may be the group's total.
    else if (isHeading(row)) headings.add(row);
    else continue;
    for (const one of candidates) {
      const { columna, cells, places } = one;
      if (sheet.kind(row, columna) !== CELL.vacia && isFilled(row, columna)) {
        cells.push({
          kind: sheet.kind(row, columna),
          text: sheet.text(row, columna),
          number: sheet.number(row, columna),
        });
        if (isSale) one.own++;
      } else if (isSale && cells.length > 0) {
        places[row] = cells.length - 1;
        one.gaps++;
      }
    }
  }
  const grouped = candidates.filter(({ gaps, own }) => gaps >= FEWEST && gaps + own === rows && gaps >= rows * SHARE);
  const [first] = grouped;
  if (first === undefined) return [];
  const filled = Math.max(...grouped.map(({ gaps }) => gaps));
  const text = cleanText(first.cells[0]?.text ?? '');
  return [
    {
      tipo: 'grupos',
      clave: 'grupos',
      campo: first.campo,
      columnas: grouped.map(({ columna }) => nameOfColumn(table.headers, columna)),
      filas: filled,
      lecturas: [
        { valor: 'repetir', muestra: { escrito: '', leido: text } },
        { valor: 'dejar', muestra: { escrito: '', leido: '' } },
      ],
      normal: first.campo === 'fecha_venta' ? 'repetir' : 'dejar',
      apply: (before, valor) =>
        valor === 'dejar'
          ? before
          : withCells(before, (row, column) => {
              const one = grouped.find(({ columna }) => columna === column);
              return headings.has(row) ? one && EMPTY_CELL : one?.cells[one.places[row] ?? -1];
            }),
    },
  ];
}

/** Finds rows that a filter or a person hid in the spreadsheet. They are sent unless a person leaves them out. */
export function findHiddenRows(prepared: PreparedSheet): readonly FoundDoubt[] {
  const { cupones: sheet, table } = prepared;
  let first = table.headerRow + 1;
  while (first < sheet.rowCount && !sheet.rowHidden(first)) first++;
  if (first >= sheet.rowCount) return [];
  const column = columnOf(prepared, 'importe');
  const shown = { cupones: 0, centavos: 0 };
  const hidden = { cupones: 0, centavos: 0 };
  for (const row of rowsOf(prepared)) {
    const count = sheet.rowHidden(row) ? hidden : shown;
    count.cupones++;
    count.centavos += column === undefined ? 0 : (centavosAt(sheet, row, column) ?? 0);
  }
  if (hidden.cupones === 0) return [];
  const all = { cupones: shown.cupones + hidden.cupones, centavos: shown.centavos + hidden.centavos };
  const readingOf = (valor: string, { cupones, centavos }: typeof all) => ({
    valor,
    cupones,
    importe: formatCentavos(centavos),
  });
  return [
    {
      tipo: 'ocultas',
      clave: 'ocultas',
      campo: null,
      columnas: [],
      filas: hidden.cupones,
      lecturas: [readingOf('incluir', all), readingOf('omitir', shown)],
      normal: 'incluir',
      apply: (before, valor) =>
        valor === 'incluir'
          ? before
          : withCells(before, (row) => (row >= first && sheet.rowHidden(row) ? EMPTY_CELL : undefined)),
    },
  ];
}
