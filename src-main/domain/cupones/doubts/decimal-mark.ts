/** "1,500" in every row: a thousand five hundred, or one peso fifty. */
import { CELL } from '../../sheet.ts';
import { addMarkEvidence, createMarkEvidence, decideDecimalMark, readAmountText } from '../amount-text.ts';
import { cleanText } from '../cell-text.ts';
import { nameOfColumn } from '../map-columns.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import { centavosAt, columnOf, formatCentavos, toNumberCell, rowsOf, withCells, type FoundDoubt } from './doubt.ts';

/** Fewer amounts than this are errors of their rows. */
const FEWEST = 3;

/**
 * Finds a column of amounts with three digits behind a lone mark, where no other value proves what the mark means. A dot then groups thousands, as
 * Argentina writes it; a comma is asked about, with thousands as the normal answer because money has no third decimal. Where the column proves that the
 * mark is decimal, or uses both, no reading is taken.
 */
export function findDecimalDoubt(prepared: PreparedSheet): readonly FoundDoubt[] {
  const column = columnOf(prepared, 'importe');
  if (column === undefined) return [];
  const fixed = findFixedWidth(prepared, column);
  if (fixed !== undefined) return [fixed];
  const sheet = prepared.cupones;
  const read = (text: string) => readAmountText(cleanText(text));
  // The profile covers some hundred rows: a column without such a text in them has errors of single rows at most.
  if (![...(prepared.profiles[column]?.distinct ?? [])].some((text) => read(text).kind === 'dudoso')) return [];
  const evidence = createMarkEvidence();
  const marks = { ',': 0, '.': 0 };
  let certain = 0;
  let doubtful = 0;
  let sample: { readonly text: string; readonly miles: number } | undefined;
  for (const row of rowsOf(prepared)) {
    const text = sheet.text(row, column);
    const reading = sheet.kind(row, column) === CELL.texto ? read(text) : undefined;
    if (reading?.kind !== 'dudoso') certain += centavosAt(sheet, row, column) ?? 0;
    if (reading === undefined) continue;
    addMarkEvidence(evidence, reading);
    if (reading.kind !== 'dudoso') continue;
    marks[reading.marca]++;
    doubtful += reading.miles;
    sample ??= { text: cleanText(text), miles: reading.miles };
  }
  const rows = marks[','] + marks['.'];
  const isProven = evidence.coma || evidence.point;
  const mark = decideDecimalMark(evidence);
  const refused = isProven && (mark === 'ambas' ? rows : marks[mark]);
  if (sample === undefined || rows < FEWEST || (isProven ? refused === 0 : marks[','] === 0)) return [];
  const readingOf = (valor: string, divisor: number) => ({
    valor,
    muestra: { escrito: sample.text, leido: formatCentavos(sample.miles / divisor) },
    importe: formatCentavos(certain + doubtful / divisor),
  });
  return [
    {
      tipo: 'decimal',
      clave: 'decimal',
      campo: 'importe',
      columnas: [nameOfColumn(prepared.table.headers, column)],
      filas: rows,
      lecturas: [readingOf('miles', 1), readingOf('decimales', 1000)],
      normal: isProven ? null : 'miles',
      apply: (before, valor) =>
        withCells(before, (row, at) => {
          if (at !== column || sheet.kind(row, at) !== CELL.texto) return undefined;
          const reading = read(sheet.text(row, at));
          return reading.kind === 'dudoso'
            ? toNumberCell(reading.miles / (valor === 'miles' ? 100 : 100_000))
            : undefined;
        }),
    },
  ];
}

/** Shorter numbers with zeros before them may be anything. */
const FIXED = /^0*\d{8,}$/;

/** Finds amounts of one width with zeros before them (`000000150000`), as records of fixed width write centavos. */
function findFixedWidth(prepared: PreparedSheet, column: number): FoundDoubt | undefined {
  const { cupones: sheet, profiles, table } = prepared;
  const [first = ''] = profiles[column]?.distinct ?? [];
  let [rows, pesos, isPadded] = [0, 0, false];
  for (const row of FIXED.test(first) ? rowsOf(prepared) : []) {
    const text = cleanText(sheet.text(row, column));
    if (text === '') continue;
    if (sheet.kind(row, column) !== CELL.texto || !FIXED.test(text) || text.length !== first.length) return undefined;
    rows++;
    pesos += Number(text);
    isPadded ||= text.startsWith('0');
  }
  if (rows < FEWEST || !isPadded) return undefined;
  const readingOf = (valor: string, centavos: number) => ({
    valor,
    muestra: { escrito: first, leido: formatCentavos(Number(first) * centavos) },
    importe: formatCentavos(pesos * centavos),
  });
  return {
    tipo: 'decimal',
    clave: 'decimal',
    campo: 'importe',
    columnas: [nameOfColumn(table.headers, column)],
    filas: rows,
    lecturas: [readingOf('centavos', 1), readingOf('pesos', 100)],
    normal: 'centavos',
    apply: (before, valor) =>
      valor === 'pesos'
        ? before
        : withCells(before, (row, at) => {
            const text = at === column ? cleanText(sheet.text(row, at)) : '';
            return FIXED.test(text) ? toNumberCell(Number(text) / 100) : undefined;
          }),
  };
}
