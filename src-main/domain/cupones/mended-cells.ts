import type { CuponField } from '../cupon.ts';
import type { RowNotice } from '../finding.ts';
import * as avisos from './notices.ts';
import type { FixRule } from './template.ts';

/** The cells of a sheet that a template mends as it was told to: told once for each column and rule, whatever its rows. */
export function createMendedCells(rules: readonly FixRule[]) {
  const counts = new Map(rules.map((rule) => [rule, 0]));
  return {
    /** True where it is a rule to take what is proposed. */
    take(campo: CuponField, codigo: FixRule['codigo']): boolean {
      const rule = rules.find((one) => one.campo === campo && one.codigo === codigo);
      if (rule === undefined) return false;
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
      return true;
    },
    /** `nameOf`: how the column of a field is called. */
    notices: (nameOf: (campo: CuponField) => string | null): readonly RowNotice[] =>
      [...counts]
        .filter(([, howMany]) => howMany > 0)
        .map(([{ campo, codigo }, howMany]) =>
          avisos.templateFix({ columna: nameOf(campo) ?? campo, campo, codigo, howMany }),
        ),
  };
}
