/** Turns the rows of an answer into rows of the domain. Keeps apart only the rows that do not parse, with their raw text (docs/gaps.md). */
import { isObject } from '#domain/json.ts';
import * as z from 'zod';
import type { Extra, Shape, ShapeProblems } from '#domain/row.ts';
import type { DateWindow } from '#domain/civil-date.ts';
import { issueOf, problemsOf } from './fields.ts';

/** Receives a row that could not be parsed: its method, the row, and the requested days, if the method has any. */
export type Quarantine = (method: string, row: BadRow, window?: DateWindow) => void;

type RowResult<Row> =
  | { readonly ok: true; readonly row: Row }
  | { readonly ok: false; readonly problemas: ShapeProblems };
export type RowParser<Row> = (raw: unknown) => RowResult<Row>;

/** A row's failure: `field` does not have the form `forma`. An empty `field` means the whole row. */
export const notAs = (field: string, forma: Shape) => ({ ok: false, problemas: [{ campo: field, forma }] }) as const;

function extraOf(raw: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): Extra {
  let extra: Record<string, unknown> | null = null;
  for (const key in raw) {
    if (known.has(key)) continue;
    extra ??= {};
    extra[key] = raw[key];
  }
  return extra;
}

interface PlainField {
  readonly read: (value: unknown) => unknown;
}
const isPlain = (field: unknown): field is PlainField =>
  typeof field === 'object' && field !== null && 'read' in field && typeof field.read === 'function';

type PlainReader = (raw: Readonly<Record<string, unknown>>) => object | undefined;

/** Reads rows without zod, which would take most of the time of a million rows. Undefined for an unacceptable field; the schema then says what is wrong. */
function createPlainReader(shape: z.ZodRawShape): PlainReader | undefined {
  const fields = Object.entries(shape).flatMap(([name, field]) => (isPlain(field) ? [{ name, read: field.read }] : []));
  const names = Object.keys(shape);
  if (fields.length < names.length) return undefined;
  const known: ReadonlySet<string> = new Set(names);
  // Begin each row as a copy of `blank`: adding fields one by one takes three times as long.
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

/** Makes the parser of a row, which puts fields that the schema does not name into `extra`. Create it once and use it for all rows. */
export function createRowParser<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): RowParser<z.output<z.ZodObject<Shape>> & { readonly extra: Extra }> {
  type Row = z.output<z.ZodObject<Shape>> & { readonly extra: Extra };
  const known: ReadonlySet<string> = new Set(Object.keys(schema.shape));
  const plain = createPlainReader(schema.shape);
  return (raw) => {
    if (!isObject(raw)) return notAs('', 'objeto');
    const row = plain?.(raw);
    if (row !== undefined) return { ok: true, row: row as Row }; // `plain` gave every field of `Row`
    const parsed = schema.safeParse(raw);
    if (!parsed.success) return { ok: false, problemas: problemsOf(parsed.error) };
    return { ok: true, row: { ...parsed.data, extra: extraOf(raw, known) } };
  };
}

const issuesWithin = (problems: ShapeProblems, value: unknown, at: readonly PropertyKey[] = []) =>
  problems.map(({ campo, forma }) => issueOf(forma, value, [...at, ...(campo === '' ? [] : campo.split('.'))]));

/** A field that is an object, with its own `extra`. If the object does not parse, its row fails. */
export function parseNested<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const parse = createRowParser(schema);
  return z.transform((value: unknown, context) => {
    const result = parse(value);
    if (result.ok) return result.row;
    context.issues.push(...issuesWithin(result.problemas, value));
    return z.NEVER;
  });
}

/** A field that is a list of objects. Stops at the first one that does not parse: a list that is all wrong would give a million issues. */
export function parseNestedList<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const parse = createRowParser(schema);
  type Row = z.output<z.ZodObject<Shape>> & { readonly extra: Extra };
  return z.transform((value: unknown, context): Row[] => {
    const rows: Row[] = [];
    if (!Array.isArray(value)) {
      context.issues.push(issueOf('lista', value));
      return z.NEVER;
    }
    for (const [i, raw] of value.entries()) {
      const result = parse(raw);
      if (!result.ok) {
        context.issues.push(...issuesWithin(result.problemas, raw, [i]));
        return z.NEVER;
      }
      rows.push(result.row);
    }
    return rows;
  });
}

/** Makes a schema that gives null for an absent or null value; an empty list or object stays empty. */
export const allowNothing = <Output>(schema: z.ZodType<Output>) =>
  z.transform((value: unknown, context): Output | null => {
    if (value === null || value === undefined) return null;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    context.issues.push(...issuesWithin(problemsOf(parsed.error), value));
    return z.NEVER;
  });

export interface BadRow {
  readonly raw: string;
  readonly problemas: ShapeProblems;
}

export interface ParsedRows<Row> {
  readonly filas: readonly Row[];
  readonly malas: readonly BadRow[];
}

/** Parses the rows of a list. Does not quarantine the bad ones, because the caller may still replace this answer by a better one. */
export function parseRows<Row>(rows: readonly unknown[], parse: RowParser<Row>): ParsedRows<Row> {
  const items: Row[] = [];
  const bad: BadRow[] = [];
  for (const raw of rows) {
    const result = parse(raw);
    if (result.ok) items.push(result.row);
    else bad.push({ raw: JSON.stringify(raw), problemas: result.problemas });
  }
  return { filas: items, malas: bad };
}
