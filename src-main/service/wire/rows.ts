/**
 * Turns the rows of an answer into rows of the domain. A row that does not parse is quarantined with its raw text, and only that row (docs/gaps.md).
 */
import * as z from 'zod';
import type { Extra } from '#domain/row.ts';
import type { DateWindow } from '#domain/window.ts';

/**
 * Takes a row that could not be understood: the method it came from, its raw text, why (names of fields, no values), and the days that were asked
 * for, where the method has any.
 */
export type Quarantine = (metodo: string, raw: string, motivo: string, ventana?: DateWindow) => void;

type RowResult<Row> = { readonly ok: true; readonly row: Row } | { readonly ok: false; readonly motivo: string };
export type RowParser<Row> = (raw: unknown) => RowResult<Row>;

/** An object of JSON. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** "importe: importe sin separador de miles; fecha: fecha AAAA-MM-DD". Names of fields and expected forms, no values. */
export function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.') || 'fila'}: ${issue.message}`)
    .join('; ');
}

/** The fields of an object that a schema does not name; null when there are none. */
function extraOf(raw: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): Extra {
  let extra: Record<string, unknown> | null = null;
  for (const key in raw) {
    if (known.has(key)) continue;
    extra ??= {};
    extra[key] = raw[key];
  }
  return extra;
}

/** A field that can be read without the list of issues that a schema makes (`fields.ts`); undefined for a value it does not accept. */
interface PlainField {
  readonly read: (value: unknown) => unknown;
}
const isPlain = (field: unknown): field is PlainField =>
  typeof field === 'object' && field !== null && 'read' in field && typeof field.read === 'function';

type PlainReader = (raw: Readonly<Record<string, unknown>>) => object | undefined;

/**
 * Reads good rows with the fields' own functions; undefined for a row that some field does not accept, which the schema then explains. The objects
 * that a schema makes for each field are most of the cost of checking a million rows of 25 fields. undefined when a field has no such function.
 */
function plainReader(shape: z.ZodRawShape): PlainReader | undefined {
  const fields = Object.entries(shape).flatMap(([name, field]) => (isPlain(field) ? [{ name, read: field.read }] : []));
  const names = Object.keys(shape);
  if (fields.length < names.length) return undefined;
  const known: ReadonlySet<string> = new Set(names);
  // Each row starts as a copy: an object that grows field by field takes three times as long to make.
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries([...names, 'extra'].map((name) => [name, null]));
  return (raw) => {
    const row = { ...blank };
    let found = 0;
    for (const { name, read } of fields) {
      const came = raw[name];
      const value = read(came);
      if (value === undefined) return undefined;
      if (came !== undefined) found += 1;
      row[name] = value;
    }
    let all = 0;
    for (const _ in raw) all += 1;
    if (all !== found) row['extra'] = extraOf(raw, known);
    return row;
  };
}

/** Makes a parser from a row's wire schema: fields it does not name end up in `extra`. Compiled once, used for every row. */
export function rowParser<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): RowParser<z.output<z.ZodObject<Shape>> & { readonly extra: Extra }> {
  type Row = z.output<z.ZodObject<Shape>> & { readonly extra: Extra };
  const known: ReadonlySet<string> = new Set(Object.keys(schema.shape));
  const plain = plainReader(schema.shape);
  return (raw) => {
    if (!isObject(raw)) return { ok: false, motivo: 'la fila no es un objeto' };
    const row = plain?.(raw);
    if (row !== undefined) return { ok: true, row: row as Row }; // the fields' own functions gave every value
    const parsed = schema.safeParse(raw);
    if (!parsed.success) return { ok: false, motivo: describeIssues(parsed.error) };
    return { ok: true, row: { ...parsed.data, extra: extraOf(raw, known) } };
  };
}

/** A schema for an object inside a row, with an `extra` of its own. One that does not parse makes its whole row fail. */
export function nested<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const parse = rowParser(schema);
  return z.transform((value: unknown, context) => {
    const result = parse(value);
    if (result.ok) return result.row;
    context.issues.push({ code: 'custom', message: result.motivo, input: value });
    return z.NEVER;
  });
}

/** A list of such objects. Parsing stops at the first that does not parse: a list that is all wrong would give a million issues. */
export function nestedList<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const parse = rowParser(schema);
  type Row = z.output<z.ZodObject<Shape>> & { readonly extra: Extra };
  return z.transform((value: unknown, context): Row[] => {
    const rows: Row[] = [];
    if (!Array.isArray(value)) {
      context.issues.push({ code: 'custom', message: 'lista', input: value });
      return z.NEVER;
    }
    for (const [i, raw] of value.entries()) {
      const result = parse(raw);
      if (!result.ok) {
        context.issues.push({ code: 'custom', message: result.motivo, input: raw, path: [i] });
        return z.NEVER;
      }
      rows.push(result.row);
    }
    return rows;
  });
}

/** null for absent and null: absent is not empty. */
export const orNothing = <Output>(schema: z.ZodType<Output>) =>
  z.transform((value: unknown, context): Output | null => {
    if (value === null || value === undefined) return null;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    context.issues.push({ code: 'custom', message: describeIssues(parsed.error), input: value });
    return z.NEVER;
  });

/** A row that did not parse, with its raw text. */
export interface BadRow {
  readonly raw: string;
  readonly motivo: string;
}

export interface ParsedRows<Row> {
  readonly filas: readonly Row[];
  readonly malas: readonly BadRow[];
}

/** Parses every row of a list. Nothing is quarantined yet: an answer may still be discarded for a better one. */
export function parseRows<Row>(rows: readonly unknown[], parse: RowParser<Row>): ParsedRows<Row> {
  const filas: Row[] = [];
  const malas: BadRow[] = [];
  for (const raw of rows) {
    const result = parse(raw);
    if (result.ok) filas.push(result.row);
    else malas.push({ raw: JSON.stringify(raw), motivo: result.motivo });
  }
  return { filas, malas };
}
