/** "4021.0" or "1 pago" in every row of a column of numbers: one question instead of an error for each row. */
import { CUPON_FIELDS } from '../../cupon.ts';
import { CELL } from '../../sheet.ts';
import { cleanText, findInstalments, isDigits, saysNothing } from '../cell-text.ts';
import { nameOfColumn } from '../map-columns.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import type { MappedColumn } from '../validation.ts';
import { rowsOf, type FoundDoubt, withCells } from './doubt.ts';

const FEWEST = 3;
/** A program that reads a column with blank cells as fractions writes 4021 so. */
const FRACTION = /^(\d+)\.0$/;
/** Words that say how many: "Plan 7" may have any number of instalments. */
const SAYS_HOW_MANY = /^0*\d{1,2}$|cuota|pago|contado/i;
const MOST_INSTALMENTS = 2;

/** "Lote 12", "Cupón: 0012". */
const NAMED = /^\p{L}{3,}[.:°º#\s-]+(\d+)$/u;

const readFraction = (text: string): string | undefined => FRACTION.exec(text)?.[1];
const readNamed = (text: string): string | undefined => (FRACTION.exec(text) ?? NAMED.exec(text))?.[1];

/** The number of a cell of this column that is not written as one; undefined for a text without a number. */
function createReader({ campo }: MappedColumn): ((text: string) => string | undefined) | undefined {
  const { tipo } = CUPON_FIELDS[campo];
  if (campo === 'cuotas') return findInstalments;
  if (campo === 'tarjeta_nro' || campo === 'bin' || campo === 'autorizacion') return readFraction;
  return tipo === 'numero' || tipo === 'decimal' ? readNamed : undefined;
}

function findInColumn(prepared: PreparedSheet, column: MappedColumn): FoundDoubt | undefined {
  const { cupones: sheet, table } = prepared;
  const { campo, columna } = column;
  const read = createReader(column);
  if (read === undefined) return undefined;
  const isPlain = (text: string): boolean => isDigits(text) && (campo !== 'cuotas' || text.length <= MOST_INSTALMENTS);
  // The profile covers some hundred rows: most columns end here.
  if ([...(prepared.profiles[columna]?.distinct ?? [])].every(isPlain)) return undefined;
  let rows = 0;
  let isSure = true;
  let sample: { readonly escrito: string; readonly leido: string } | undefined;
  for (const row of rowsOf(prepared)) {
    if (sheet.kind(row, columna) !== CELL.texto) continue;
    const text = cleanText(sheet.text(row, columna));
    if (text === '' || saysNothing(text) || (campo === 'cuotas' && isPlain(text))) continue;
    const leido = read(text);
    if (leido === undefined) return undefined;
    rows++;
    isSure &&= campo !== 'cuotas' || SAYS_HOW_MANY.test(text);
    sample ??= { escrito: text, leido };
  }
  if (sample === undefined || rows < FEWEST) return undefined;
  const { escrito } = sample;
  return {
    tipo: 'numero',
    clave: `numero.${campo}`,
    campo,
    columnas: [nameOfColumn(table.headers, columna)],
    filas: rows,
    lecturas: [
      { valor: 'leer', muestra: sample },
      { valor: 'dejar', muestra: { escrito, leido: escrito } },
    ],
    normal: isSure ? 'leer' : null,
    apply: (before, valor) =>
      valor === 'dejar'
        ? before
        : withCells(before, (row, at) => {
            if (at !== columna || sheet.kind(row, at) !== CELL.texto) return undefined;
            const text = cleanText(sheet.text(row, at));
            const number = isPlain(text) ? undefined : read(text);
            return number === undefined ? undefined : { kind: CELL.texto, text: number, number: Number.NaN };
          }),
  };
}

export const findNumberWords = (prepared: PreparedSheet): readonly FoundDoubt[] =>
  prepared.mapeo.columnas.flatMap((column) => findInColumn(prepared, column) ?? []);
