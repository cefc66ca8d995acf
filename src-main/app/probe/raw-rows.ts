/** Raw answers, looked at without the client's parsers: a list is the first array of its wrapper. */
import { isObject } from '#domain/json.ts';
import type { Body } from '#service/transport/answer.ts';

type RawRow = Readonly<Record<string, unknown>>;

const jsonOf = (body: Body | undefined): unknown => (body?.kind === 'json' ? body.value : undefined);

export function listRawRows(body: Body | undefined): readonly RawRow[] {
  const value = jsonOf(body);
  const list: unknown = Array.isArray(value) ? value : isObject(value) ? Object.values(value).find(Array.isArray) : [];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** A field of the wrapper itself. */
export function getRawField(body: Body | undefined, name: string): unknown {
  const value = jsonOf(body);
  return isObject(value) ? value[name] : undefined;
}

/** The count of a wrapper, written as number or text; null when there is none. */
export function getRawTotal(body: Body | undefined): number | null {
  const total = getRawField(body, 'total');
  const number = typeof total === 'number' ? total : typeof total === 'string' && total !== '' ? Number(total) : NaN;
  return Number.isSafeInteger(number) ? number : null;
}

export const textsOf = (rows: readonly RawRow[], name: string): readonly string[] =>
  rows.flatMap((row) => {
    const value = row[name];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
