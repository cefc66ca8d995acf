import { createCuponTable } from '#domain/matching/fields/cupon-table.ts';
import { createOperacionTable } from '#domain/matching/fields/operacion-table.ts';
import { NO_DECISIONS, match, type MatchInput, type Matching } from '#domain/matching/match.ts';
import { prepareOperaciones } from '#domain/matching/candidates.ts';
import { runToEnd } from '#domain/shared-work.ts';
import type { World } from './generator/world.ts';

/** Matches and explains a world like the application does. */
export function runWorld(world: World, options: Partial<MatchInput> = {}): Matching {
  const operaciones = createOperacionTable(world.operaciones.length);
  operaciones.add(world.operaciones);
  const [matched, cupones] = [createCuponTable(world.matched.length), createCuponTable(world.cases.length)];
  for (const { key, carga, cupon, liquidacionesId } of world.matched)
    matched.add({ key, carga, cupon, liquidacionesId });
  for (const { key, carga, cupon } of world.cases) cupones.add({ key, carga, cupon });
  const prepared = runToEnd(prepareOperaciones(operaciones.finish()));
  return runToEnd(
    match({ prepared, matched: matched.finish(), cupones: cupones.finish(), decisions: NO_DECISIONS, ...options }),
  );
}
