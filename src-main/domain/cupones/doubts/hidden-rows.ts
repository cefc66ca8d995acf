/** Rows that a filter or a person hid in the spreadsheet: they are sent unless a person leaves them out. */
import type { PreparedSheet } from '../prepare-sheet.ts';
import { centavosAt, columnOf, EMPTY_CELL, formatCentavos, rowsOf, withCells, type FoundDoubt } from './doubt.ts';

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
