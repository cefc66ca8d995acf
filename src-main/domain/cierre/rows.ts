import { formatPlain } from '../money.ts';

/** The columns of a row: amounts in centavos, `detalle` as JSON text. */
export type Row = Readonly<Record<string, string | number | null>>;

export const textOf = (row: Row, field: string): string | null => {
  const value = row[field] ?? null;
  return value === null ? null : String(value);
};

export const centavosOf = (row: Row, field: string): bigint | null => {
  const value = row[field] ?? null;
  return typeof value === 'number' ? BigInt(value) : null;
};

export const sumFields = (row: Row, fields: readonly string[]): bigint =>
  fields.reduce((sum, field) => sum + (centavosOf(row, field) ?? 0n), 0n);

export const sumOf = <T>(items: Iterable<T>, amount: (item: T) => bigint): bigint => {
  let sum = 0n;
  for (const item of items) sum += amount(item);
  return sum;
};

/** The same type with amounts (`bigint`) as decimal text, for documents. */
export type WithText<T> = { readonly [K in keyof T]: bigint extends T[K] ? Exclude<T[K], bigint> | string : T[K] };

export const formatAmounts = <T extends object>(row: T): WithText<T> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? formatPlain(value) : value]),
  ) as WithText<T>; // the same keys as in the row

export const absoluteOf = (value: bigint): bigint => (value < 0n ? -value : value);

export const groupSorted = <T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): readonly (readonly [key: string, own: readonly [T, ...T[]]])[] => {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const own = groups.get(keyOf(item));
    if (own === undefined) groups.set(keyOf(item), [item]);
    else own.push(item);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
};

/** What the balances and the comparison with the bank need of a settlement of any month. */
export interface Settlement {
  readonly id: string;
  readonly numero: string;
  readonly fecha: string;
  readonly marca: string;
  readonly cuit: string | null;
  readonly bruto: bigint;
  readonly neto: bigint;
  /** The due date: the last payment date of the settlement's operations; null without operations. */
  readonly vence: string | null;
}

/** The sum of operations with the same settlement (or none), month of sale, payment date, processor and store. */
export interface SalesGroup {
  /** Null for operations without a settlement. */
  readonly liquidacion: string | null;
  readonly mes: string;
  readonly marca: string;
  readonly cuit: string | null;
  readonly pago: string | null;
  readonly filas: number;
  readonly importe: bigint;
}

export interface Movement {
  readonly id: string;
  readonly fecha: string;
  readonly marca: string;
  readonly titular: string | null;
  readonly liquidacion: string | null;
  readonly referencia: string;
  /** Negative for a debit. */
  readonly importe: bigint;
}

export interface TaxLine {
  readonly tipo: string;
  readonly motivo: string;
  readonly descripcion: string | null;
  readonly porcentaje: string | null;
  readonly importe: bigint;
}

const toLine = (value: unknown): readonly TaxLine[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { tipo, motivo, descripcion, porcentaje, importe }: Partial<Record<keyof TaxLine, unknown>> = value;
  const say = (text: unknown): string | null => (typeof text === 'string' && text !== '' ? text : null);
  return [
    {
      tipo: say(tipo)?.normalize('NFC') ?? '',
      motivo: say(motivo) ?? '',
      descripcion: say(descripcion),
      porcentaje: say(porcentaje),
      importe: typeof importe === 'number' ? BigInt(importe) : 0n,
    },
  ];
};

export function linesOf(row: Row): readonly TaxLine[] | null {
  const text = textOf(row, 'detalle');
  if (text === null) return null;
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.flatMap(toLine) : null;
}
