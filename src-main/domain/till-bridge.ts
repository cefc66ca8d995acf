/**
 * The bridge from a file to what was sent, to tie a report to the till: rows of the file = sent + left out + lines that are no coupons, in count and
 * amount, by sheet and day, beside the file's own totals. Past 300 lines, a third of them the names of what it counts.
 */
import { parseIsoDate, type CivilDate } from './civil-date.ts';
import type { Cupon } from './cupon.ts';
import type { RowNotice, RowError, InFile, SaleOfRow } from './finding.ts';
import { parseMoney } from './money.ts';

export interface RowSum {
  readonly rows: number;
  readonly amount: bigint;
}

export interface LeftOut extends RowSum {
  /** Rows with an unreadable amount, which is in no sum. */
  readonly unreadable: number;
}

/** Why a coupon of the file was not sent: errors; sent before; left out by a person; refused by the service; or the upload ended first. */
export const REASONS = ['error', 'enviada', 'omitida', 'rechazada', 'sin_enviar'] as const;
export type Reason = (typeof REASONS)[number];

export const LINES = ['totales', 'encabezado', 'nota'] as const;
export type LineKind = (typeof LINES)[number];

/** A line of totals of the file, and the sum of the coupons that it totals. Centavos. */
export interface DeclaredTotal {
  readonly fila: number;
  /** Null without a readable amount; `said` is then the line's text. */
  readonly amount: bigint | null;
  readonly said: string;
  /** The sum of all coupons above it, or of those since an earlier line of totals, whichever agrees with its amount. */
  readonly rows: bigint;
  /** It totals every coupon of its sheet: the total of the till. */
  readonly whole: boolean;
}

export interface DayBridge {
  /** Null for an unknown date. */
  readonly dia: CivilDate | null;
  readonly sent: RowSum;
  readonly leftOut: LeftOut;
}

export interface SheetBridge {
  readonly archivo: string;
  /** Null in a text file, and where unknown. */
  readonly hoja: string | null;
  readonly sent: RowSum;
  readonly leftOut: Readonly<Record<Reason, LeftOut>>;
  readonly lines: Readonly<Record<LineKind, number>>;
  readonly days: readonly DayBridge[];
  readonly declared: readonly DeclaredTotal[];
}

export interface TillBridge {
  readonly sheets: readonly SheetBridge[];
  readonly sent: RowSum;
  readonly leftOut: Readonly<Record<Reason, LeftOut>>;
  readonly lines: Readonly<Record<LineKind, number>>;
}

/** Where a row is. `hoja` undefined: its file has one sheet, whichever it is. */
export interface RowPlace {
  readonly archivo: string;
  readonly hoja?: string | null | undefined;
  readonly fila: number;
}

/** `amount` null: unreadable. */
export interface Sale {
  readonly dia: CivilDate | null;
  readonly amount: bigint | null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Sum = Mutable<RowSum>;
type Out = Mutable<LeftOut>;

const createSum = (): Sum => ({ rows: 0, amount: 0n });
const createOut = (): Out => ({ rows: 0, amount: 0n, unreadable: 0 });
const byReason = (): Record<Reason, Out> => ({
  error: createOut(),
  enviada: createOut(),
  omitida: createOut(),
  rechazada: createOut(),
  sin_enviar: createOut(),
});
const createLines = (): Record<LineKind, number> => ({ totales: 0, encabezado: 0, nota: 0 });

function addOut(sum: Out, amount: bigint | null): void {
  sum.rows += 1;
  sum.amount += amount ?? 0n;
  if (amount === null) sum.unreadable += 1;
}

function addSum(into: Sum, { rows, amount }: RowSum): void {
  into.rows += rows;
  into.amount += amount;
}

const LINE_OF: Readonly<Partial<Record<RowNotice['codigo'] | RowError['codigo'], LineKind>>> = {
  FILA_DE_TOTALES: 'totales',
  ENCABEZADO_REPETIDO: 'encabezado',
  FILA_IGNORADA: 'nota',
};
/** The kind of line of a finding; undefined for a coupon. */
export const lineKindOf = (code: RowNotice['codigo'] | RowError['codigo']): LineKind | undefined => LINE_OF[code];

/** The notices of a left out row, with the reason. */
const REASON_OF: Readonly<Partial<Record<RowNotice['codigo'], Reason>>> = {
  YA_ENVIADO: 'enviada',
  FILA_OMITIDA: 'omitida',
};

interface Said {
  readonly fila: number;
  readonly amount: bigint | null;
  readonly said: string;
}

class Sheet {
  hoja: string | null | undefined;
  readonly archivo: string;
  readonly sent = createSum();
  readonly leftOut = byReason();
  readonly lines = createLines();
  readonly #days = new Map<CivilDate | null, { readonly sent: Sum; readonly leftOut: Out }>();
  #totals: Said[] = [];
  /** Sums of the coupons between lines of totals. The last sum is of the coupons after the last line, which no line totals. */
  #between: Sum[] = [];
  #sorted = false;

  constructor(file: string, sheet: string | null | undefined) {
    this.archivo = file;
    this.hoja = sheet;
  }

  addLine(kind: LineKind, said: Said): void {
    if (this.#sorted) throw new Error('Lines of totals come before the rows that they total');
    this.lines[kind] += 1;
    if (kind === 'totales') this.#totals.push(said);
  }

  addSent(row: number, { dia, amount }: Sale): void {
    const sum = { rows: 1, amount: amount ?? 0n };
    addSum(this.sent, sum);
    addSum(this.#day(dia).sent, sum);
    this.#place(row, sum.amount);
  }

  addLeftOut(row: number, reason: Reason, { dia, amount }: Sale): void {
    addOut(this.leftOut[reason], amount);
    addOut(this.#day(dia).leftOut, amount);
    this.#place(row, amount ?? 0n);
  }

  #day(day: CivilDate | null): { readonly sent: Sum; readonly leftOut: Out } {
    const known = this.#days.get(day) ?? { sent: createSum(), leftOut: createOut() };
    this.#days.set(day, known);
    return known;
  }

  /** Adds a coupon to the sum of its stretch. Add all lines of totals before. */
  #place(row: number, amount: bigint): void {
    if (!this.#sorted) {
      this.#totals.sort((a, b) => a.fila - b.fila);
      this.#between = [...this.#totals.map(createSum), createSum()];
      this.#sorted = true;
    }
    let [low, high] = [0, this.#totals.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#totals[middle]?.fila ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    const part = this.#between[low];
    if (part !== undefined) addSum(part, { rows: 1, amount });
  }

  /** The sum that a line of totals agrees with: of the coupons since one of the lines before it, else of all above it. */
  #rowsOf(index: number, { amount }: Said): Pick<DeclaredTotal, 'rows' | 'whole'> {
    const sum = createSum();
    let agrees: RowSum | undefined;
    for (let i = index; i >= 0; i--) {
      addSum(sum, this.#between[i] ?? createSum());
      if (sum.amount === amount) agrees = { ...sum };
    }
    const own = agrees ?? sum;
    const all = this.#between.reduce((rows, part) => rows + part.rows, 0);
    return { rows: own.amount, whole: own.rows === all };
  }

  result(): SheetBridge {
    const days = [...this.#days].map(([day, sums]): DayBridge => ({ dia: day, ...sums }));
    const order = (day: CivilDate | null): string => day ?? '9';
    return {
      archivo: this.archivo,
      hoja: this.hoja ?? null,
      sent: this.sent,
      leftOut: this.leftOut,
      lines: this.lines,
      days: days.sort((a, b) => (order(a.dia) < order(b.dia) ? -1 : 1)),
      declared: this.#totals.map((said, index) => ({ ...said, ...this.#rowsOf(index, said) })),
    };
  }
}

function amountOf(decimal: string | null | undefined): bigint | null {
  const amount = decimal === null || decimal === undefined ? undefined : parseMoney(decimal, 'sin-miles');
  return amount === undefined ? null : BigInt(amount);
}

/** The day and the amount of a sale, from its texts; neither without a sale. */
export const saleOf = (said: Pick<Cupon, 'fecha_venta' | 'importe'> | SaleOfRow | undefined): Sale => {
  if (said === undefined) return { dia: null, amount: null };
  const date = 'fecha' in said ? said.fecha : said.fecha_venta;
  return { dia: parseIsoDate(date ?? '') ?? null, amount: amountOf(said.importe) };
};

/** Gathers a bridge: the lines that are no coupons first, then the rows in any order. `files`: the order of the files. */
export function createTillBridge(files: readonly string[] = []) {
  const sheets: Sheet[] = [];
  /** Sheets with sent coupons, in order of arrival; in the result they come before the other sheets of their file. */
  const withSent = new Set<Sheet>();
  /** The sheet of the row before: rows of a sheet come together. */
  let last: Sheet | undefined;

  const isOf = (sheet: Sheet, { archivo, hoja }: RowPlace): boolean =>
    sheet.archivo === archivo && (hoja === undefined || sheet.hoja === undefined || sheet.hoja === hoja);
  const sheetOf = (place: RowPlace): Sheet => {
    if (last === undefined || !isOf(last, place)) {
      last = sheets.find((one) => isOf(one, place));
      if (last === undefined) sheets.push((last = new Sheet(place.archivo, place.hoja)));
    }
    last.hoja ??= place.hoja;
    return last;
  };

  return {
    /** `said`: for a line of totals, the text of its amount. */
    addLine(place: RowPlace, kind: LineKind, said: string): void {
      sheetOf(place).addLine(kind, { fila: place.fila, amount: amountOf(said), said });
    },
    addSent(place: RowPlace, sale: Sale): void {
      const sheet = sheetOf(place);
      withSent.add(sheet);
      sheet.addSent(place.fila, sale);
    },
    addLeftOut(place: RowPlace, reason: Reason, sale: Sale): void {
      sheetOf(place).addLeftOut(place.fila, reason, sale);
    },
    result(): TillBridge {
      const sent = createSum();
      const leftOut = byReason();
      const lines = createLines();
      const done = [...new Set([...withSent, ...sheets])]
        .map((sheet) => sheet.result())
        .sort((a, b) => files.indexOf(a.archivo) - files.indexOf(b.archivo));
      for (const sheet of done) {
        addSum(sent, sheet.sent);
        for (const reason of REASONS) {
          addSum(leftOut[reason], sheet.leftOut[reason]);
          leftOut[reason].unreadable += sheet.leftOut[reason].unreadable;
        }
        for (const kind of LINES) lines[kind] += sheet.lines[kind];
      }
      return { sheets: done, sent, leftOut, lines };
    },
  };
}

/** The findings of the files of an upload; each call begins again at the first. */
export interface UploadFindings {
  readErrors(): Iterable<InFile<RowError>>;
  readNotices(): Iterable<InFile<RowNotice>>;
}

/** Adds to a bridge the lines that are no coupons, and the rows that were left out. */
export function addFindings(
  bridge: ReturnType<typeof createTillBridge>,
  { readErrors: errors, readNotices: notices }: UploadFindings,
): void {
  for (const { fila, codigo, valor = '', ...where } of notices()) {
    const kind = lineKindOf(codigo);
    if (fila !== null && kind !== undefined) bridge.addLine({ ...where, fila }, kind, valor);
  }
  let before: RowPlace | undefined;
  for (const { venta, ...place } of errors()) {
    // Counts a row with several errors once; its errors are adjacent.
    const same = before?.archivo === place.archivo && before.hoja === place.hoja && before.fila === place.fila;
    if (!same) bridge.addLeftOut(place, 'error', saleOf(venta));
    before = place;
  }
  for (const { fila, venta, codigo, ...where } of notices()) {
    const reason = venta === undefined ? undefined : REASON_OF[codigo];
    if (fila !== null && reason !== undefined) bridge.addLeftOut({ ...where, fila }, reason, saleOf(venta));
  }
}
