import type { ReviewGroup, ReviewProblem } from '#contract/revision.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { ROW_NOTICE_CODES, ROW_ERROR_CODES } from '#domain/finding.ts';
import type { GrupoDeFilas } from '#storage/review/index.ts';

const CODES: readonly ReviewProblem['codigo'][] = [...ROW_ERROR_CODES, ...ROW_NOTICE_CODES];

function problemOf({ problema }: GrupoDeFilas): ReviewGroup['problema'] {
  const codigo = CODES.find((one) => one === problema?.codigo);
  if (problema === null || codigo === undefined) return null;
  return { clase: problema.clase, codigo, campo: FIELDS_IN_ORDER.find((one) => one === problema.campo) ?? null };
}

/** The number of lines of some groups, headings included. */
export const linesOf = (groups: readonly GrupoDeFilas[]): number =>
  groups.reduce((sum, { filas }) => sum + filas.length + 1, 0);

/** The lines of groups between two places; a line is a heading or the id of a row. */
export function linesBetween(
  groups: readonly GrupoDeFilas[],
  desde: number,
  hasta: number,
): readonly (ReviewGroup | number)[] {
  const lines: (ReviewGroup | number)[] = [];
  let start = 0;
  for (const [place, group] of groups.entries()) {
    if (start >= desde && start < hasta)
      lines.push({ id: -1 - place, estado: 'grupo', problema: problemOf(group), filas: group.filas.length });
    lines.push(...group.filas.slice(Math.max(0, desde - start - 1), Math.max(0, hasta - start - 1)));
    start += group.filas.length + 1;
  }
  return lines;
}

/** The first wanted row after a given one, in the order of the groups, and the place of its line; the very first wanted row when none follows. */
export function nextAmong(
  groups: readonly GrupoDeFilas[],
  wanted: ReadonlySet<number>,
  after: number,
): { readonly id: number; readonly posicion: number } | undefined {
  let first: { readonly id: number; readonly posicion: number } | undefined;
  let passed = false;
  let posicion = 0;
  for (const { filas } of groups) {
    posicion++;
    for (const id of filas) {
      if (wanted.has(id)) {
        if (passed) return { id, posicion };
        first ??= { id, posicion };
      }
      passed ||= id === after;
      posicion++;
    }
  }
  return first;
}
