/** Decides which column, or which two columns, have the amount charged to the card. Longer than 300 lines because of the many titles. */
import type { DoubtReading } from '../../finding.ts';
import { CELL, type Sheet } from '../../sheet.ts';
import { readAmountText, otherCurrencyIn } from '../amount-text.ts';
import { cleanText } from '../cell-text.ts';
import { keyOfHeader, toColumnLetter, toPlainHeader } from '../header-key.ts';
import { FEWEST_TURNED } from '../refund-words.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import {
  centavosAt,
  columnOf,
  doubtOfColumn,
  formatCentavos,
  toNumberCell,
  withCells,
  type FoundDoubt,
} from './doubt.ts';
import { rowsOf } from '../row-kind.ts';

const SAYS_MONEY =
  /\b(?:importes?|montos?|total(?:es)?|precio|valor|ventas?|cobr(?:ad)?[oa]s?|pag(?:ad)?[oa]s?|cargad[oa]|abonad[oa]|brut[oa]|final|amount|price|charged|paid|gross)\b/;
/** A surcharge that the column's amount includes: "Importe con interés" is not the interest. */
const INCLUDED = /\bcon (?:iva|impuestos?|interes(?:es)?|recargos?|propinas?|descuentos?)\b/;
const NEVER_THE_SALE =
  /\b(?:net[oa]?s?|iva|comision(?:es)?|arancel(?:es)?|retencion(?:es)?|percepcion(?:es)?|iibb|impuestos?|tax|saldo|balance|real amount|costos?|acreditad[oa]|liquidad[oa]|a cobrar|a pagar|usd|u s|dolar(?:es)?|euros?|unitari[oa]|unit|limite|vuelto|cant(?:idad)?|porc(?:entaje)?|subtotal|descuentos?|bonificacion(?:es)?|propinas?|tip|recargos?|interes(?:es)?|fee|tarifa|efectivo|cheques?|transferencias?|ids?|ref(?:erencia)?s?|cod(?:igo)?s?|recibid[oa]|cuotas?|devolucion(?:es)?|devuelt[oa]s?|refund(?:s|ed)?|reembolsos?|contracargos?)\b/;
/** A title of a column of money that names only the card: "Tarjeta", as beside "Efectivo" and "Total". */
const ONLY_THE_CARD = /^(?:en |con )?(?:tarjetas?|cards?)$/;
/** Titles of the amount that was charged to the card, which may differ from the price. */
const CHARGED =
  /\b(?:cobrad[oa]|cargad[oa]|charged)\b|\b(?:pagad[oa]|abonad[oa]|importe|monto|total|cobro|pago)\b.*\b(?:tarjetas?|card|electronico)\b|\bfinal\b/;
/** Titles of amounts that were taken off the payment: discounts, and cash given back as change. */
const TAKEN_OFF = /\b(?:desc(?:uentos?)?|bonif(?:icacion(?:es)?)?|discount|vuelto|change)\b/;
/** Words that do not limit an amount to a part: "Importe total" may be more than "Importe". */
const SAYS_NO_LESS = new Set(['total', 'venta', 'tarjeta', 'cupon', 'operacion', 'bruto']);
const REFUNDS = /\b(?:devolucion(?:es)?|devuelt[oa]s?|refund(?:s|ed)?|reembolsos?|contracargos?|notas? de credito)\b/;
const [DEBIT, CREDIT] = [
  /^(?:importe )?(?:debe|debitos?|debit)(?: (?:pesos|ars))?$/,
  /^(?:importe )?(?:haber|creditos?|credit)(?: (?:pesos|ars))?$/,
];
/** Titles of an account book. Unlike these, "Débito" and "Crédito" may be kinds of cards, each with its own sales. */
const OF_A_BOOK = /\b(?:debe|haber)\b/;

const NEGATIVE = /^\D*[-(\u2212\u2013]|[-\u2212\u2013]$/;
const [MOST, SOME] = [0.9, 0.3];
/** The most rows to examine for the proof that a column is the sum of other columns, and the fewest rows that prove it. */
const [PROOF_ROWS, FEWEST] = [2000, 3];

interface Money {
  readonly column: number;
  readonly title: string;
  /** The title, with the column's letter if several columns have it. */
  readonly name: string;
  readonly header: string;
  /** Whether some values have centavos or marks, so that they are no card numbers. */
  readonly hasCents: boolean;
}

/** The columns of amounts that no other field uses. */
const listMoney = ({ table, profiles, mapeo }: PreparedSheet): readonly Money[] =>
  table.headers.flatMap((title, column) => {
    const profile = profiles[column];
    const header = toPlainHeader(title);
    const isTaken = mapeo.columnas.some(({ campo, columna }) => columna === column && campo !== 'importe');
    if (profile === undefined || header === '' || isTaken || mapeo.apart.has(column)) return [];
    if (profile.valores === 0 || profile.importes < profile.valores * MOST) return [];
    const hasCents = profile.conCentavos >= profile.valores * SOME;
    const isRepeated = table.headers.indexOf(title) !== table.headers.lastIndexOf(title);
    const name = isRepeated ? `${title} (${toColumnLetter(column)})` : title;
    return [{ column, title, name, header, hasCents }];
  });

/** Whether a column has only zeros, as files write for parts that no sale has. */
const isZero = ({ profiles }: PreparedSheet, column: number): boolean =>
  [...(profiles[column]?.distinct ?? [])].every((text) => /^[$\s0.,-]*$/.test(text));

/** The centavos of each column in the first rows; 0 for an empty cell. */
function sampleAmounts(prepared: PreparedSheet, columns: readonly Money[]): readonly (readonly number[])[] {
  const rows: number[][] = [];
  for (const row of rowsOf(prepared)) {
    if (rows.length === PROOF_ROWS) break;
    rows.push(columns.map(({ column }) => centavosAt(prepared.cupones, row, column) ?? 0));
  }
  return rows;
}

/** Finds the two or three columns that add up to another column in every row. Ignores a column of zeros, which proves nothing. */
function findParts(whole: number, rows: readonly (readonly number[])[], count: number): readonly number[] | undefined {
  if (rows.length < FEWEST) return undefined;
  const used = Array.from({ length: count }, (_, place) => place).filter(
    (place) => place !== whole && rows.some((row) => row[place] !== 0),
  );
  const isSum = (parts: readonly number[]): boolean =>
    rows.every((row) => parts.reduce((sum, part) => sum + (row[part] ?? 0), 0) === row[whole]);
  for (const [index, a] of used.entries())
    for (const [next, b] of used.slice(index + 1).entries()) {
      if (isSum([a, b])) return [a, b];
      const third = used.slice(index + next + 2).find((c) => isSum([a, b, c]));
      if (third !== undefined) return [a, b, third];
    }
  return undefined;
}

const takeColumn = (prepared: PreparedSheet, column: number, motivo: 'contenido' | 'mapear'): PreparedSheet => {
  const columnas = prepared.mapeo.columnas.filter(({ campo }) => campo !== 'importe');
  const taken = { campo: 'importe', columna: column, motivo } as const;
  return {
    ...prepared,
    mapeo: { ...prepared.mapeo, columnas: [...columnas, taken], conflicts: withoutAmount(prepared) },
  };
};
const withoutAmount = ({ mapeo }: PreparedSheet) => mapeo.conflicts.filter(({ campo }) => campo !== 'importe');
const withoutConflicts = (prepared: PreparedSheet): PreparedSheet => ({
  ...prepared,
  mapeo: { ...prepared.mapeo, conflicts: withoutAmount(prepared) },
});

const doubtOfAmount = (tipo: 'importe' | 'signo', doubt: Omit<FoundDoubt, 'tipo' | 'clave' | 'campo'>): FoundDoubt => ({
  ...doubt,
  tipo,
  clave: tipo,
  campo: 'importe',
});

const makeProven = (column: Money): FoundDoubt =>
  doubtOfAmount('importe', {
    columnas: [column.title],
    filas: 0,
    lecturas: [{ valor: column.title }],
    normal: column.title,
    isProven: true,
    apply: (before) =>
      before.mapeo.columnas.some(({ campo, columna }) => campo === 'importe' && columna === column.column)
        ? withoutConflicts(before)
        : takeColumn(before, column.column, 'contenido'),
  });

/** Chooses a column by a title such as "Cobrado", else the column that is a sum of others, else the shorter of two similar titles; else asks. */
function findAmong(prepared: PreparedSheet): FoundDoubt | undefined {
  const mapped = prepared.mapeo.columnas.find(({ campo }) => campo === 'importe');
  if (mapped?.motivo === 'mapear' || mapped?.motivo === 'plantilla') return undefined;
  const money = listMoney(prepared);
  const candidates = money.filter(
    ({ column, title, header, hasCents }) =>
      column === mapped?.columna ||
      (hasCents && ONLY_THE_CARD.test(header)) ||
      (SAYS_MONEY.test(header) &&
        otherCurrencyIn(title) === '' &&
        !NEVER_THE_SALE.test(header.replace(INCLUDED, '')) &&
        !isZero(prepared, column)),
  );
  const [only, ...others] = candidates;
  if (only === undefined || (others.length === 0 && only.column === mapped?.columna)) return undefined;
  if (others.length === 0) return mapped === undefined ? makeProven(only) : undefined;
  const rows = sampleAmounts(prepared, money);
  const placeOf = (one: Money): number => money.indexOf(one);
  const parts = new Map(candidates.map((one) => [one, findParts(placeOf(one), rows, money.length)]));
  const charged = candidates.filter(
    ({ header }) => CHARGED.test(header) || INCLUDED.test(header) || ONLY_THE_CARD.test(header),
  );
  const [first, second] = charged;
  if (first !== undefined && second === undefined) return makeProven(first);
  const among = charged.length > 0 ? charged : candidates;
  const isPart = (one: Money): boolean => among.some((whole) => parts.get(whole)?.includes(placeOf(one)) === true);
  const sums = among.filter((one) => parts.get(one) !== undefined && !isPart(one));
  const [sum] = sums;
  const hasTakenOff = parts.get(sum ?? only)?.some((part) => TAKEN_OFF.test(money[part]?.header ?? '')) === true;
  if (sum !== undefined && sums.length === 1 && !hasTakenOff) return makeProven(sum);
  const bare = among.find((one) => among.every((other) => other === one || isQualified(other, one)));
  if (bare !== undefined && sum === undefined) return makeProven(bare);
  const [same] = among;
  if (same !== undefined && rows.every((row) => among.every((one) => row[placeOf(one)] === row[placeOf(same)])))
    return undefined;
  return askAmong(prepared, {
    among,
    mapped: mapped?.columna ?? sum?.column,
    parts: (one) => parts.get(one)?.flatMap((part) => money[part]?.name ?? []),
  });
}

/** Whether a title has all words of another title and a further word that limits it, like "Monto original" beside "Monto". */
function isQualified(one: Money, bare: Money): boolean {
  const [words, fewer] = [one, bare].map(({ title }) => keyOfHeader(title).split(' '));
  const more = words?.filter((word) => fewer?.includes(word) !== true) ?? [];
  return (
    fewer?.every((word) => words?.includes(word)) === true &&
    more.length > 0 &&
    !more.some((word) => SAYS_NO_LESS.has(word))
  );
}

interface Choice {
  readonly among: readonly Money[];
  /** The column that has the amount so far, else a column that is a sum of others. */
  readonly mapped: number | undefined;
  readonly parts: (one: Money) => readonly string[] | undefined;
}

function askAmong(prepared: PreparedSheet, { among, mapped, parts }: Choice): FoundDoubt | undefined {
  const sums = among.map(() => 0);
  let rows = 0;
  for (const row of rowsOf(prepared)) {
    rows++;
    for (const [index, { column }] of among.entries())
      sums[index] = (sums[index] ?? 0) + (centavosAt(prepared.cupones, row, column) ?? 0);
  }
  const taken = among.find(({ column }) => column === mapped) ?? among[0];
  if (taken === undefined) return undefined;
  return doubtOfAmount('importe', {
    columnas: among.map(({ name }) => name),
    filas: rows,
    lecturas: among.map((one, index): DoubtReading => {
      const suma = parts(one);
      return { valor: one.name, importe: formatCentavos(sums[index] ?? 0), ...(suma === undefined ? {} : { suma }) };
    }),
    normal: taken.name,
    apply: (before, valor) => {
      const chosen = among.find(({ name }) => name === valor);
      return chosen === undefined || chosen.column === mapped
        ? withoutConflicts(before)
        : takeColumn(before, chosen.column, 'mapear');
    },
  });
}

interface Pair {
  readonly plus: Money;
  readonly minus: Money;
}

const isBlank = (sheet: Sheet, row: number, column: number): boolean => {
  const text = cleanText(sheet.text(row, column));
  return text === '' || /^[-$ ]*$/.test(text) || (centavosAt(sheet, row, column) ?? 1) === 0;
};

/** Fills empty amounts from the second column: unchanged, or with the opposite sign (`sign` −1) if it has refunds. */
function joinColumns(before: PreparedSheet, { plus, minus }: Pair, sign: 1 | -1): PreparedSheet {
  const sheet = before.cupones;
  return withCells(before, (row, column) => {
    if (column !== plus.column || !isBlank(sheet, row, column) || isBlank(sheet, row, minus.column)) return undefined;
    const kind = sheet.kind(row, minus.column);
    const text = cleanText(sheet.text(row, minus.column));
    const isMinus =
      sign < 0 && !(kind === CELL.numero ? sheet.number(row, minus.column) < 0 : /^[-(\u2212]|-$/.test(text));
    if (kind === CELL.numero)
      return toNumberCell(isMinus ? -sheet.number(row, minus.column) : sheet.number(row, minus.column));
    return { kind, text: isMinus && readAmountText(text).kind !== 'invalido' ? `-${text}` : text, number: Number.NaN };
  });
}

function areExclusive(prepared: PreparedSheet, { plus, minus }: Pair): boolean {
  const filled = [0, 0];
  for (const row of rowsOf(prepared)) {
    const [a, b] = [plus, minus].map(({ column }) => !isBlank(prepared.cupones, row, column));
    if (a === true && b === true) return false;
    if (a === true) filled[0] = (filled[0] ?? 0) + 1;
    if (b === true) filled[1] = (filled[1] ?? 0) + 1;
  }
  return filled.every((count) => count > 0);
}

/** Asks whether two columns of money are one amount with a sign. By default refunds are subtracted; debit and credit have a default in an account book only. */
function findPair(prepared: PreparedSheet): FoundDoubt | undefined {
  const mapped = columnOf(prepared, 'importe');
  const money = listMoney(prepared);
  const [debit, credit] = [DEBIT, CREDIT].map((name) => money.find(({ header }) => name.test(header)));
  if (
    debit !== undefined &&
    credit !== undefined &&
    (mapped === undefined || mapped === debit.column || mapped === credit.column)
  )
    return askPair(prepared, debit, credit);
  const plus = money.find(({ column }) => column === mapped);
  const minus = money.find(({ column, header }) => column !== mapped && REFUNDS.test(header));
  if (plus === undefined || minus === undefined || !areExclusive(prepared, { plus, minus })) return undefined;
  let [sales, refunds, rows] = [0, 0, 0];
  for (const row of rowsOf(prepared)) {
    sales += centavosAt(prepared.cupones, row, plus.column) ?? 0;
    const refund = Math.abs(centavosAt(prepared.cupones, row, minus.column) ?? 0);
    refunds += refund;
    if (refund > 0) rows++;
  }
  return doubtOfAmount('signo', {
    columnas: [plus.title, minus.title],
    filas: rows,
    lecturas: [
      { valor: 'restar', importe: formatCentavos(sales - refunds) },
      { valor: 'ignorar', importe: formatCentavos(sales) },
    ],
    normal: 'restar',
    apply: (before, valor) =>
      valor === 'ignorar'
        ? before
        : { ...joinColumns(before, { plus, minus }, -1), mapeo: { ...before.mapeo, resta: minus.column } },
  });
}

function askPair(prepared: PreparedSheet, debit: Money, credit: Money): FoundDoubt | undefined {
  if (!areExclusive(prepared, { plus: debit, minus: credit })) return undefined;
  let [inDebit, inCredit, rows] = [0, 0, 0];
  for (const row of rowsOf(prepared)) {
    rows++;
    inDebit += Math.abs(centavosAt(prepared.cupones, row, debit.column) ?? 0);
    inCredit += Math.abs(centavosAt(prepared.cupones, row, credit.column) ?? 0);
  }
  const isBook = [debit, credit].every(({ header }) => OF_A_BOOK.test(header));
  const larger = inDebit >= inCredit ? debit : credit;
  return doubtOfAmount('importe', {
    columnas: [debit.title, credit.title],
    filas: rows,
    lecturas: [
      { valor: debit.title, importe: formatCentavos(inDebit - inCredit) },
      { valor: credit.title, importe: formatCentavos(inCredit - inDebit) },
      ...(isBook ? [] : [{ valor: 'ambas', importe: formatCentavos(inDebit + inCredit) }]),
    ],
    normal: isBook ? larger.title : null,
    apply: (before, valor) => {
      const [plus, minus] = valor === credit.title ? [credit, debit] : [debit, credit];
      const joined = joinColumns(
        takeColumn(before, plus.column, 'mapear'),
        { plus, minus },
        valor === 'ambas' ? 1 : -1,
      );
      return { ...joined, mapeo: { ...joined.mapeo, resta: minus.column } };
    },
  });
}

export const findAmountDoubt = (prepared: PreparedSheet): readonly FoundDoubt[] => [findAmong(prepared) ?? []].flat();

/** Finds a second column of the amount, once `findAmountDoubt` has decided the first. */
export const findSecondColumn = (prepared: PreparedSheet): readonly FoundDoubt[] => [findPair(prepared) ?? []].flat();

/** Finds a column in which most amounts are negative: the file may be from the processor's or bank's side, or list refunds. */
export function findTurnedSigns(prepared: PreparedSheet): readonly FoundDoubt[] {
  const column = columnOf(prepared, 'importe');
  if (column === undefined || prepared.mapeo.resta !== undefined) return [];
  // In most files this check is enough: none of the values that the profile sampled is negative.
  if (![...(prepared.profiles[column]?.distinct ?? [])].some((text) => NEGATIVE.test(text))) return [];
  const sheet = prepared.cupones;
  let [sum, rows, negative] = [0, 0, 0];
  for (const row of rowsOf(prepared)) {
    const centavos = centavosAt(sheet, row, column) ?? 0;
    sum += centavos;
    if (centavos !== 0) rows++;
    if (centavos < 0) negative++;
  }
  if (negative < FEWEST_TURNED || negative * 2 <= rows) return [];
  return [
    doubtOfColumn(
      prepared,
      { campo: 'importe', columna: column },
      {
        tipo: 'signo',
        filas: negative,
        lecturas: [
          { valor: 'dejar', importe: formatCentavos(sum) },
          { valor: 'invertir', importe: formatCentavos(-sum) },
        ],
        normal: 'dejar',
        keeps: 'dejar',
        shown(row) {
          const centavos = centavosAt(sheet, row, column);
          return centavos === undefined ? undefined : toNumberCell(-centavos / 100);
        },
      },
    ),
  ];
}
