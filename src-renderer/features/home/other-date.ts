import type { CoverageDocument } from '#contract/documents.ts';
import { m } from '../../paraglide/messages.js';

/** What figures may lack where the service lists their rows by payment date; undefined where it does not. */
export const describeOtherDate = ({ porOtraFecha }: CoverageDocument): string | undefined =>
  porOtraFecha === true ? m.inicio_otra_fecha() : undefined;
