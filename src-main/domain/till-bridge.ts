/** Ties a file to the sent coupons: rows = sent + left out + lines that are no coupons. Past 300 lines, because the document and its sums are read together. */
import { parseIsoDate, type CivilDate } from './civil-date.ts';
import type { Cupon } from './cupon.ts';
import type { RowNotice, RowError, InFile, SaleOfRow } from './finding.ts';
import { formatPlain, parseMoney } from './money.ts';

/** How many rows, and the sum of their amounts as decimal text with a dot. */
export interface SummedRows {
  readonly filas: number;
  readonly importe: string;
}

export interface LeftOutRows extends SummedRows {
  /** How many of these rows have no readable amount, so that no sum includes them. */
  readonly sinImporte: number;
}

/** Why a coupon of the file was not sent: it has errors; it was sent before; a person left it out; the service refused it; or the upload ended before. */
export const REASONS = ['error', 'enviada', 'omitida', 'rechazada', 'sin_enviar'] as const;
export type Reason = (typeof REASONS)[number];

export const LINES = ['totales', 'encabezado', 'nota'] as const;
export type LineKind = (typeof LINES)[number];

/** A line of totals in the file, beside the sum of the coupons that it totals. */
export interface FileTotal {
  readonly fila: number;
  /** The amount as the line writes it; empty if the line has no amount. */
  readonly dice: string;
  readonly importe: string | null;
  /** The sum of coupons above that equals the line: since an earlier line of totals, or of all. If none does, the nearer of the last section and all. */
  readonly suman: string;
  /** Whether the line totals all coupons of its sheet, as the total of the till does; false for a line that only counts them. */
  readonly deTodo: boolean;
  /** The amount of the line minus `suman`; null if the line has no amount. */
  readonly diferencia: string | null;
}

export interface SheetBridge {
  readonly archivo: string;
  /** Null for a text file, or if unknown. */
  readonly hoja: string | null;
  /** How many lines of the sheet are no coupons, by kind; they belong to no day. */
  readonly lineas: Readonly<Record<LineKind, number>>;
  readonly dias: readonly {
    /** Null if the date of these rows is unknown. */
    readonly dia: string | null;
    readonly enviados: SummedRows;
    readonly omitidos: LeftOutRows;
  }[];
  readonly totales: readonly FileTotal[];
}

export interface Bridge {
  readonly cupones: LeftOutRows;
  readonly enviados: SummedRows;
  readonly omitidos: Readonly<Record<Reason, LeftOutRows>>;
  readonly lineas: Readonly<Record<LineKind, number>>;
  readonly hojas: readonly SheetBridge[];
}

/** Where a row is. `hoja`: null in a text file, undefined if the file has only one sheet. */
export interface RowPlace {
  readonly archivo: string;
  readonly hoja?: string | null | undefined;
  readonly fila: number;
}

/** `amount`: in centavos; null if it could not be read. */
export interface Sale {
  readonly dia: CivilDate | null;
  readonly amount: bigint | null;
}

class Sum {
  filas = 0;
  centavos = 0n;
  #unreadable = 0;

  addRow(amount: bigint | null): void {
    this.filas += 1;
    this.centavos += amount ?? 0n;
    if (amount === null) this.#unreadable += 1;
  }

  add(other: Sum): this {
    this.filas += other.filas;
    this.centavos += other.centavos;
    this.#unreadable += other.#unreadable;
    return this;
  }

  toRows = (): SummedRows => ({ filas: this.filas, importe: formatPlain(this.centavos) });
  toLeftOut = (): LeftOutRows => ({ ...this.toRows(), sinImporte: this.#unreadable });
}

const sumAll = (sums: readonly Sum[]): Sum => sums.reduce((all, one) => all.add(one), new Sum());
const recordOf = <K extends string, T>(keys: readonly K[], make: (key: K) => T): Record<K, T> =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, T>; // a value for each key
const byReason = <T>(make: (reason: Reason) => T): Record<Reason, T> => recordOf(REASONS, make);
const byLine = (count: (kind: LineKind) => number): Record<LineKind, number> => recordOf(LINES, count);

const LINE_OF: Readonly<Partial<Record<RowNotice['codigo'] | RowError['codigo'], LineKind>>> = {
  FILA_DE_TOTALES: 'totales',
  ENCABEZADO_REPETIDO: 'encabezado',
  FILA_IGNORADA: 'nota',
};
export const lineKindOf = (code: RowNotice['codigo'] | RowError['codigo']): LineKind | undefined => LINE_OF[code];

const REASON_OF: Readonly<Partial<Record<RowNotice['codigo'], Reason>>> = {
  YA_ENVIADO: 'enviada',
  FILA_OMITIDA: 'omitida',
};

interface TotalLine {
  readonly fila: number;
  readonly amount: bigint | null;
  readonly said: string;
}

/** The sums of the coupons between two lines of totals: of their present amounts (`now`) and of the amounts in the file (`written`). */
class Stretch {
  readonly now = new Sum();
  readonly written = new Sum();
}
const AS_SUMMED = ['written', 'now'] as const;

class Sheet {
  hoja: string | null | undefined;
  readonly archivo: string;
  readonly sent = new Sum();
  readonly leftOut = byReason(() => new Sum());
  readonly lines = byLine(() => 0);
  readonly #days = new Map<CivilDate | null, { readonly sent: Sum; readonly leftOut: Sum }>();
  #totals: TotalLine[] = [];
  /** The sums of the coupons between lines of totals; the last entry sums the coupons after the last line. */
  #between: Stretch[] = [];
  /** The file's amounts that a correction replaced, by row. */
  readonly written = new Map<number, bigint>();
  #sorted = false;

  constructor(file: string, sheet: string | null | undefined) {
    this.archivo = file;
    this.hoja = sheet;
  }

  addLine(kind: LineKind, line: TotalLine): void {
    if (this.#sorted) throw new Error('Lines of totals come before the rows that they total');
    this.lines[kind] += 1;
    if (kind === 'totales') this.#totals.push(line);
  }

  addRow(row: number, reason: Reason | undefined, { dia, amount }: Sale): void {
    const day = this.#days.get(dia) ?? { sent: new Sum(), leftOut: new Sum() };
    this.#days.set(dia, day);
    const sums = reason === undefined ? [this.sent, day.sent] : [this.leftOut[reason], day.leftOut];
    const stretch = this.#stretchOf(row);
    for (const sum of [...sums, stretch?.now]) sum?.addRow(amount);
    stretch?.written.addRow(this.written.get(row) ?? amount);
  }

  /** The part between two lines of totals that contains a row. All lines of totals must be added before. */
  #stretchOf(row: number): Stretch | undefined {
    if (!this.#sorted) {
      this.#totals.sort((a, b) => a.fila - b.fila);
      this.#between = Array.from({ length: this.#totals.length + 1 }, () => new Stretch());
      this.#sorted = true;
    }
    let [low, high] = [0, this.#totals.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#totals[middle]?.fila ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return this.#between[low];
  }

  /** The sums that a line of totals may state: of the coupons since each earlier line of totals, nearest first, and last of all coupons above. */
  #listSumsAbove(index: number, how: keyof Stretch): readonly Sum[] {
    const above = new Sum();
    return this.#between
      .slice(0, index + 1)
      .toReversed()
      .map((stretch) => sumAll([above.add(stretch[how])]));
  }

  #totalOf(index: number, { fila, said, amount }: TotalLine): FileTotal {
    const sums = AS_SUMMED.map((how) => this.#listSumsAbove(index, how));
    const agrees = sums.flatMap((of) => of.findLast(({ centavos }) => centavos === amount) ?? [])[0];
    const [section = new Sum(), ...others] = sums[0] ?? [];
    const all = others.at(-1) ?? section;
    const getGap = ({ centavos }: Sum): number => Math.abs(Number(centavos - (amount ?? all.centavos)));
    const own = agrees ?? (section.filas > 0 && getGap(section) < getGap(all) ? section : all);
    return {
      fila,
      dice: said,
      importe: amount === null ? null : formatPlain(amount),
      suman: formatPlain(own.centavos),
      deTodo: said !== '' && own.filas === sumAll(this.#between.map(({ now }) => now)).filas,
      diferencia: amount === null ? null : formatPlain(amount - own.centavos),
    };
  }

  result(): SheetBridge {
    const order = (day: CivilDate | null): string => day ?? '9';
    return {
      archivo: this.archivo,
      hoja: this.hoja ?? null,
      lineas: this.lines,
      dias: [...this.#days]
        .sort(([a], [b]) => (order(a) < order(b) ? -1 : 1))
        .map(([dia, day]) => ({ dia, enviados: day.sent.toRows(), omitidos: day.leftOut.toLeftOut() })),
      totales: this.#totals.map((line, index) => this.#totalOf(index, line)),
    };
  }
}

function amountOf(decimal: string | null | undefined): bigint | null {
  const amount = decimal === null || decimal === undefined ? undefined : parseMoney(decimal, 'sin-miles');
  return amount === undefined ? null : BigInt(amount);
}

export const saleOf = (said: Pick<Cupon, 'fecha_venta' | 'importe'> | SaleOfRow | undefined): Sale => {
  if (said === undefined) return { dia: null, amount: null };
  const date = 'fecha' in said ? said.fecha : said.fecha_venta;
  return { dia: parseIsoDate(date ?? '') ?? null, amount: amountOf(said.importe) };
};

/** Builds a bridge. First add the lines that are no coupons, then the rows in any order. `files`: gives the order of the files. */
export function createTillBridge(files: readonly string[] = []) {
  const sheets: Sheet[] = [];
  /** Sheets with sent coupons, in order of arrival; the result lists them before other sheets of their file. */
  const withSent = new Set<Sheet>();
  /** The sheet of the previous row: cached, because the rows of a sheet come one after another. */
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
    /** Adds a line that is no coupon. `said`: the text of its amount, if it is a line of totals. */
    addLine(place: RowPlace, kind: LineKind, said: string): void {
      sheetOf(place).addLine(kind, { fila: place.fila, amount: amountOf(said), said });
    },
    /** Adds the amount that a row had before it was corrected (`said`), because the file's lines of totals sum that amount. Call it before adding the row. */
    addWritten(place: RowPlace, said: string): void {
      const amount = amountOf(said);
      if (amount !== null) sheetOf(place).written.set(place.fila, amount);
    },
    addSent(place: RowPlace, sale: Sale): void {
      const sheet = sheetOf(place);
      withSent.add(sheet);
      sheet.addRow(place.fila, undefined, sale);
    },
    addLeftOut(place: RowPlace, reason: Reason, sale: Sale): void {
      sheetOf(place).addRow(place.fila, reason, sale);
    },
    result(): Bridge {
      const done = [...new Set([...withSent, ...sheets])].sort(
        (a, b) => files.indexOf(a.archivo) - files.indexOf(b.archivo),
      );
      const sent = sumAll(done.map((sheet) => sheet.sent));
      const leftOut = byReason((reason) => sumAll(done.map((sheet) => sheet.leftOut[reason])));
      return {
        cupones: sumAll([sent, ...Object.values(leftOut)]).toLeftOut(),
        enviados: sent.toRows(),
        omitidos: byReason((reason) => leftOut[reason].toLeftOut()),
        lineas: byLine((kind) => done.reduce((sum, { lines }) => sum + lines[kind], 0)),
        hojas: done.map((sheet) => sheet.result()),
      };
    },
  };
}

/** The findings of an upload's files; each call reads them from the start. */
export interface UploadFindings {
  readErrors(): Iterable<InFile<RowError>>;
  readNotices(): Iterable<InFile<RowNotice>>;
}

/** Adds to a bridge the lines that are no coupons, the file's amounts of corrected rows, and the rows that were left out, from the findings of the files. */
export function addFindings(
  bridge: ReturnType<typeof createTillBridge>,
  { readErrors: errors, readNotices: notices }: UploadFindings,
): void {
  for (const { fila, codigo, campo, valor = '', ...where } of notices()) {
    const kind = lineKindOf(codigo);
    if (fila === null) continue;
    if (kind !== undefined) bridge.addLine({ ...where, fila }, kind, valor);
    if (codigo === 'CORREGIDO' && campo === 'importe') bridge.addWritten({ ...where, fila }, valor);
  }
  let before: RowPlace | undefined;
  for (const { venta, ...place } of errors()) {
    // Counts a row with several errors once; the errors of a row follow each other.
    const same = before?.archivo === place.archivo && before.hoja === place.hoja && before.fila === place.fila;
    if (!same) bridge.addLeftOut(place, 'error', saleOf(venta));
    before = place;
  }
  for (const { fila, venta, codigo, ...where } of notices()) {
    const reason = venta === undefined ? undefined : REASON_OF[codigo];
    if (fila !== null && reason !== undefined) bridge.addLeftOut({ ...where, fila }, reason, saleOf(venta));
  }
}
