import type { Summand } from '#contract/data-fields.ts';

/** A sum as SQL; of no rows it is zero. Field names and letters are of our own definitions. */
export const sumOf = ({ field, only }: Summand): string =>
  `coalesce(sum(${field})${only === undefined ? '' : ` FILTER (WHERE ${only.field} = '${only.value}')`}, 0)`;
