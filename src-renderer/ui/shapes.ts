import { getFieldLabel } from '#contract/data-labels.ts';
import type { QuarantinedRow } from '#contract/data.ts';
import { EXPECTED } from '#domain/texts/shapes.ts';
import { m } from '../paraglide/messages.js';
import { language } from './language.ts';

type Problem = NonNullable<QuarantinedRow['problemas']>[number];

const fieldOf = (camino: string): string =>
  camino
    .split('.')
    .map((parte) => getFieldLabel(parte, language()))
    .join(' ');

/** What is wrong with a row that was set aside, in the language of the screens; the core's own words when no field is at fault. */
export const describeProblems = (motivo: string, problemas: readonly Problem[] | undefined): string =>
  problemas
    ?.map(({ campo, forma: shape }) => m.forma_de_campo({ campo: fieldOf(campo), forma: EXPECTED[shape][language()] }))
    .join('; ') ?? motivo;
