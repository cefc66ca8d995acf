import type { ClosedName } from '#contract/cierre.ts';

/** The closed months of one taxpayer among some days. */
export interface ClosedOf {
  readonly cuit: string;
  /** In order. */
  readonly meses: readonly string[];
}

/** The closed months that have a day between two, `YYYY-MM-DD`, by taxpayer; an absent end is open. */
export function findClosed(
  closed: readonly ClosedName[],
  { desde = '', hasta = '9999' }: { readonly desde?: string | undefined; readonly hasta?: string | undefined },
): readonly ClosedOf[] {
  const within = closed.filter(({ periodo }) => periodo >= desde.slice(0, 7) && periodo <= hasta.slice(0, 7));
  return [...Map.groupBy(within, ({ cuit }) => cuit)].map(([cuit, own]) => ({
    cuit,
    meses: own.map(({ periodo }) => periodo),
  }));
}
