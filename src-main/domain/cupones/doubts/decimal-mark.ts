/** Asks what a mark means, as in "1,500" in every row: a thousand five hundred, or one peso fifty. */
import { CELL, toTextCell } from '../../sheet.ts';
import { addMarkEvidence, createMarkEvidence, decideDecimalMark, readAmountText } from '../amount-text.ts';
import { cleanText, findInstalments, isDigits, saysNothing, toShownIn, withoutThousands } from '../cell-text.ts';
import { toPlainHeader } from '../header-key.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import { centavosAt, columnOf, doubtOfColumn, formatCentavos, toNumberCell, type FoundDoubt } from './doubt.ts';
import { rowsOf } from '../row-kind.ts';
import { CUPON_FIELDS } from '../../cupon.ts';
import type { MappedColumn } from '../validation.ts';

/** A column with fewer doubtful values than this gets no question: each row is read or refused by itself. */
const FEWEST = 3;

/**
 * Asks about amounts with three digits after a mark. If no other amount proves what the mark means, a dot groups thousands without a question, as is usual in
 * Argentina. A comma is asked about; by default it groups thousands too, because money has no third decimal. If other amounts prove that the mark is decimal,
 * or that the column uses both marks, the question has no default.
 */
export function findDecimalDoubt(prepared: PreparedSheet): readonly FoundDoubt[] {
  const column = columnOf(prepared, 'importe');
  if (column === undefined) return [];
  const amounts = { campo: 'importe', columna: column } as const;
  const cents = findCents(prepared, column);
  if (cents !== undefined) return [cents];
  const sheet = prepared.cupones;
  const read = (text: string) => readAmountText(cleanText(text));
  // In most columns this check is enough: no value that the profile sampled is doubtful.
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
    doubtOfColumn(prepared, amounts, {
      tipo: 'decimal',
      filas: rows,
      lecturas: [readingOf('miles', 1), readingOf('decimales', 1000)],
      normal: isProven ? null : 'miles',
      shown(row, valor) {
        if (sheet.kind(row, column) !== CELL.texto) return undefined;
        const reading = read(sheet.text(row, column));
        return reading.kind === 'dudoso'
          ? toNumberCell(reading.miles / (valor === 'miles' ? 100 : 100_000))
          : undefined;
      },
    }),
  ];
}

/** Whole numbers with at least eight digits; a shorter number with leading zeros may be anything. */
const FIXED = /^0*\d{8,}$/;
const NAMES_CENTS = /\b(?:centavos|ctvs|cents)\b/;

/** Finds amounts in centavos: by the title, without a question, or asks about numbers of one width with leading zeros (`000000150000`). */
function findCents(prepared: PreparedSheet, column: number): FoundDoubt | undefined {
  const { cupones: sheet, profiles, table } = prepared;
  const isProven = NAMES_CENTS.test(toPlainHeader(table.headers[column] ?? ''));
  const [first = ''] = profiles[column]?.distinct ?? [];
  const textAt = (row: number): string => cleanText(sheet.text(row, column));
  const fits = (row: number, text: string): boolean =>
    isProven
      ? /^-?\d+$/.test(text)
      : sheet.kind(row, column) === CELL.texto && FIXED.test(text) && text.length === first.length;
  let [rows, pesos, isPadded] = [0, 0, false];
  for (const row of isProven || FIXED.test(first) ? rowsOf(prepared) : []) {
    const text = textAt(row);
    if (text === '') continue;
    if (!fits(row, text)) return undefined;
    rows++;
    pesos += Number(text);
    isPadded ||= text.startsWith('0');
  }
  if (rows === 0 || !(isProven || (rows >= FEWEST && isPadded))) return undefined;
  const readingOf = (valor: string, centavos: number) => ({
    valor,
    muestra: { escrito: first, leido: formatCentavos(Number(first) * centavos) },
    importe: formatCentavos(pesos * centavos),
  });
  const doubt = doubtOfColumn(
    prepared,
    { campo: 'importe', columna: column },
    {
      tipo: 'decimal',
      filas: rows,
      lecturas: [readingOf('centavos', 1), readingOf('pesos', 100)],
      normal: 'centavos',
      keeps: 'pesos',
      shown: (row) => (fits(row, textAt(row)) ? toNumberCell(Number(textAt(row)) / 100) : undefined),
    },
  );
  return isProven ? { ...doubt, isProven } : doubt;
}

/** A whole number that a program wrote as a fraction, as some do with columns that have empty cells. */
const FRACTION = /^(\d+)\.0$/;
/** Texts that name a number of instalments, unlike "Plan 7", which may have any number. */
const SAYS_HOW_MANY = /^0*\d{1,2}$|cuota|pago|contado|^ahora /i;
const MOST_INSTALMENTS = 2;

/** A number with its name before it: "Lote 12", "Cupón: 0012". */
const NAMED = /^\p{L}{3,}[.:°º#\s-]+(\d+)$/u;

const readFraction = (text: string): string | undefined => FRACTION.exec(text)?.[1];
const readNamed = (text: string): string | undefined =>
  (FRACTION.exec(text) ?? NAMED.exec(text))?.[1] ?? withoutThousands(text);

/** Makes the function that finds the number in a text that is not just digits (undefined if the text has none); undefined for other fields. */
function createReader({ campo }: MappedColumn): ((text: string) => string | undefined) | undefined {
  const { tipo } = CUPON_FIELDS[campo];
  if (campo === 'cuotas') return findInstalments;
  if (campo === 'tarjeta_nro' || campo === 'bin' || campo === 'autorizacion') return readFraction;
  return tipo === 'numero' || tipo === 'decimal' ? readNamed : undefined;
}

/** Asks one question about a column of numbers whose texts are all plain or like "4021.0" or "1 pago", instead of giving an error for each row. */
function findInColumn(prepared: PreparedSheet, column: MappedColumn): FoundDoubt | undefined {
  const sheet = prepared.cupones;
  const { campo, columna } = column;
  const read = createReader(column);
  if (read === undefined) return undefined;
  const isPlain = (text: string): boolean => isDigits(text) && (campo !== 'cuotas' || text.length <= MOST_INSTALMENTS);
  // In most columns this check is enough: all values that the profile sampled are plain numbers.
  if ([...(prepared.profiles[columna]?.distinct ?? [])].every(isPlain)) return undefined;
  let rows = 0;
  let isSure = true;
  let sample: { readonly escrito: string; readonly leido: string } | undefined;
  for (const row of rowsOf(prepared)) {
    if (sheet.kind(row, columna) !== CELL.texto) continue;
    const text = cleanText(sheet.text(row, columna));
    if (text === '' || saysNothing(text) || isPlain(text)) continue;
    const leido = read(text);
    if (leido === undefined) return undefined;
    rows++;
    isSure &&= campo === 'cuotas' ? SAYS_HOW_MANY.test(text) : withoutThousands(text) === undefined;
    sample ??= { escrito: toShownIn(campo, text, CELL.texto), leido: toShownIn(campo, leido, CELL.texto) };
  }
  if (sample === undefined || rows < FEWEST) return undefined;
  const { escrito } = sample;
  return doubtOfColumn(prepared, column, {
    tipo: 'numero',
    filas: rows,
    lecturas: [
      { valor: 'leer', muestra: sample },
      { valor: 'dejar', muestra: { escrito, leido: escrito } },
    ],
    normal: isSure ? 'leer' : null,
    keeps: 'dejar',
    shown(row) {
      if (sheet.kind(row, columna) !== CELL.texto) return undefined;
      const text = cleanText(sheet.text(row, columna));
      const number = isPlain(text) ? undefined : read(text);
      return number === undefined ? undefined : toTextCell(number);
    },
  });
}

export const findNumberWords = (prepared: PreparedSheet): readonly FoundDoubt[] =>
  prepared.mapeo.columnas.flatMap((column) => findInColumn(prepared, column) ?? []);
