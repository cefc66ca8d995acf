import type { CuponField } from '../cupon.ts';
import type { RowNotice } from '../finding.ts';
import * as notices from './notices.ts';
import type { FixRule } from './template.ts';

/** Counts the cells that rules of a template fix. One notice for each column and rule reports them, however many rows there are. */
export function createMendedCells(rules: readonly FixRule[]) {
  const counts = new Map(rules.map((rule) => [rule, 0]));
  return {
    /** True where a rule says to take the proposed fix. */
    take(field: CuponField, code: FixRule['codigo']): boolean {
      const rule = rules.find((one) => one.campo === field && one.codigo === code);
      if (rule === undefined) return false;
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
      return true;
    },
    /** `nameOf`: how the column of a field is called. */
    notices: (nameOf: (field: CuponField) => string | null): readonly RowNotice[] =>
      [...counts]
        .filter(([, howMany]) => howMany > 0)
        .map(([{ campo, codigo }, howMany]) =>
          notices.makeTemplateFix({ columna: nameOf(campo) ?? campo, campo, codigo, howMany }),
        ),
  };
}
