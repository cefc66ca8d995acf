import { toCentavos } from '../../money.ts';
import type { Matching } from '../match.ts';
import { createLevelVector, createPairComparer } from '../pair-levels.ts';
import { differencesOf, shownFor } from './differences.ts';
import { countEqual } from './equal.ts';
import { nameDifferences, reasonsIn } from './name-difference.ts';
import type { Candidato, Explanation, Motivo } from './reasons.ts';

/** Explains the coupons that a person linked, in the order of the links. Their operations are their candidates, and the reason is how the two differ. */
export function explainLinked({ prepared, cupones, holders, links, finder, brands }: Matching): readonly Explanation[] {
  const { table } = prepared;
  const compare = createPairComparer(table, brands.brandsOf);
  const cuponesOf = new Map<number, number[]>();
  for (const { cupon, rows } of links)
    for (const row of rows) cuponesOf.set(row, [...(cuponesOf.get(row) ?? []), cupon]);

  return links.map(({ cupon, rows }) => {
    const codes = cupones.codesOf(cupon);
    const sought = finder.seek(codes);
    const pairs = rows.map((row) => {
      const levels = createLevelVector();
      compare(sought, row, levels);
      return { row, differences: differencesOf(levels) };
    });
    const [only] = pairs;
    const others = only === undefined ? [] : (cuponesOf.get(only.row) ?? []);
    const total = rows.reduce((sum, row) => sum + table.amount(row), 0);
    const divided: Motivo = {
      codigo: 'DIVIDIDA',
      operaciones: rows.map((row) => table.idOf(row)),
      cupones: others.map((one) => cupones.keys[one] ?? ''),
      total: toCentavos(total),
    };
    const motivo =
      only === undefined || rows.length > 1 || others.length > 1
        ? divided
        : (nameDifferences(reasonsIn(only.differences), codes, table, only.row) ?? {
            codigo: 'COINCIDE_SIN_CONCILIAR',
          });
    const candidatos = pairs.map(({ row, differences }): Candidato => ({
      operacion: table.idOf(row),
      puntaje: 1,
      diferencias: shownFor(codes, differences),
      ...countEqual(prepared, holders, row),
    }));
    return { key: cupones.keys[cupon] ?? '', motivo, certeza: 'muy_probable', candidatos, pruned: false };
  });
}
