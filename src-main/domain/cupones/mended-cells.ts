import type { CuponCampo } from '../cupon.ts';
import type { FilaAviso } from '../hallazgo.ts';
import * as avisos from './avisos.ts';
import type { ReglaDeArreglo } from './template.ts';

/** The cells of a sheet that a template mends as it was told to: told once for each column and rule, whatever its rows. */
export function createMendedCells(reglas: readonly ReglaDeArreglo[]) {
  const counts = new Map(reglas.map((regla) => [regla, 0]));
  return {
    /** True where it is a rule to take what is proposed. */
    take(campo: CuponCampo, codigo: ReglaDeArreglo['codigo']): boolean {
      const regla = reglas.find((one) => one.campo === campo && one.codigo === codigo);
      if (regla === undefined) return false;
      counts.set(regla, (counts.get(regla) ?? 0) + 1);
      return true;
    },
    /** `nameOf`: how the column of a field is called. */
    notices: (nameOf: (campo: CuponCampo) => string | null): readonly FilaAviso[] =>
      [...counts]
        .filter(([, cuantas]) => cuantas > 0)
        .map(([{ campo, codigo }, cuantas]) =>
          avisos.arregloDePlantilla({ columna: nameOf(campo) ?? campo, campo, codigo, cuantas }),
        ),
  };
}
