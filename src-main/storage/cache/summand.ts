import { dataFieldsOf, summandsIn, type Summand } from '#domain/views/derived.ts';
import { mapViews } from '#domain/views/index.ts';

/** What is added up of each view. */
export const SUMMANDS = mapViews((view) => summandsIn(dataFieldsOf(view), view.signed));

/** A sum as SQL; of no rows it is zero. Field names and letters are of our own definitions. */
export const sumOf = ({ field, only }: Summand): string =>
  `coalesce(sum(${field})${only === undefined ? '' : ` FILTER (WHERE ${only.field} = '${only.value}')`}, 0)`;
