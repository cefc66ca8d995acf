import type { ReviewGroup, ReviewProblem } from '#contract/revision.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { ROW_NOTICE_CODES, ROW_ERROR_CODES } from '#domain/finding.ts';
import type { StoredRowGroup } from '#storage/review/index.ts';

const CODES: readonly ReviewProblem['codigo'][] = [...ROW_ERROR_CODES, ...ROW_NOTICE_CODES];

function problemOf({ problema }: StoredRowGroup): ReviewGroup['problema'] {
  const code = CODES.find((one) => one === problema?.codigo);
  if (problema === null || code === undefined) return null;
  return { clase: problema.clase, codigo: code, campo: FIELDS_IN_ORDER.find((one) => one === problema.campo) ?? null };
}

/** The number of lines of some groups, headings included. */
export const linesOf = (groups: readonly StoredRowGroup[]): number =>
  groups.reduce((sum, { filas }) => sum + filas.length + 1, 0);

/** The lines of groups between two places; a line is a heading or the id of a row. */
export function listLinesBetween(
  groups: readonly StoredRowGroup[],
  from: number,
  to: number,
): readonly (ReviewGroup | number)[] {
  const lines: (ReviewGroup | number)[] = [];
  let start = 0;
  for (const [place, group] of groups.entries()) {
    if (start >= from && start < to)
      lines.push({ id: -1 - place, estado: 'grupo', problema: problemOf(group), filas: group.filas.length });
    lines.push(...group.filas.slice(Math.max(0, from - start - 1), Math.max(0, to - start - 1)));
    start += group.filas.length + 1;
  }
  return lines;
}

/** The first wanted row after a given one, in the order of the groups, and the place of its line; the very first wanted row when none follows. */
export function findNextAmong(
  groups: readonly StoredRowGroup[],
  wanted: ReadonlySet<number>,
  after: number,
): { readonly id: number; readonly posicion: number } | undefined {
  let first: { readonly id: number; readonly posicion: number } | undefined;
  let passed = false;
  let position = 0;
  for (const { filas } of groups) {
    position++;
    for (const id of filas) {
      if (wanted.has(id)) {
        if (passed) return { id, posicion: position };
        first ??= { id, posicion: position };
      }
      passed ||= id === after;
      position++;
    }
  }
  return first;
}
