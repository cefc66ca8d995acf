import { dataFieldsOf, summandsIn, type Summand } from '#domain/views/derived.ts';
import { mapViews } from '#domain/views/index.ts';

/** The amounts that are added up, by view. */
export const SUMMANDS = mapViews((view) => summandsIn(dataFieldsOf(view), view.signed));

/** A sum as SQL; zero over no rows. Field names and letters come from our own definitions. */
export const sumOf = ({ field, only }: Summand): string =>
  `coalesce(sum(${field})${only === undefined ? '' : ` FILTER (WHERE ${only.field} = '${only.value}')`}, 0)`;
