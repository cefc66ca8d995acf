import { toCentavos } from '../../money.ts';
import type { Matching } from '../match.ts';
import { createLevelVector, createPairComparer } from '../comparisons.ts';
import { differencesOf, shownFor, nameDifferences, reasonsIn } from './differences.ts';
import type { Candidato, Explanation, Motivo } from './reasons.ts';
import { i32 } from '../fields/codes.ts';
import { FREE, type Holders } from '../held.ts';
import type { PreparedOperaciones } from '../candidates.ts';

/** Explains the coupons that a person linked, in the order of the links. Candidates are the linked operations; the reason is how they differ, or `DIVIDIDA`. */
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

/** Counts the operations that equal `row` in amount, day and all numbers, including `row`, and how many of them are held. */
export function countEqual(
  { table, index }: PreparedOperaciones,
  { holder }: Holders,
  row: number,
): Pick<Candidato, 'importe' | 'ultimos' | 'iguales' | 'tomadas'> {
  let [equal, held] = [0, 0];
  const isSameAs = (other: number): boolean =>
    table.amount(other) === table.amount(row) &&
    table.day(other) === table.day(row) &&
    table.lastFour(other) === table.lastFour(row) &&
    table.voucher(other) === table.voucher(row) &&
    table.authorisation(other) === table.authorisation(row) &&
    table.reference(other) === table.reference(row) &&
    table.terminal(other) === table.terminal(row) &&
    table.lote(other) === table.lote(row) &&
    table.store(other) === table.store(row);
  index.byAmountAndDay(Math.abs(table.amount(row)), table.day(row), (other) => {
    if (!isSameAs(other)) return;
    equal += 1;
    if (i32(holder, other) !== FREE) held += 1;
  });
  return { importe: table.amount(row), ultimos: table.lastFour(row), iguales: equal, tomadas: held };
}
