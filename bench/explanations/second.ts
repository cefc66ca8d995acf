import { FIELDS_IN_ORDER, type Cupon } from '#domain/cupon.ts';
import type { OtherFault } from './generator/faulty-roles.ts';
import { faultKinds } from './till-mistakes.ts';

/** Mistakes by an author who did not know which comparisons the engine makes. */
export const FAULTS_OF_SECOND_AUTHOR: readonly OtherFault[] = faultKinds.map(({ name, apply }) => ({
  name,
  apply(cupon, random) {
    const spoilt = apply(fieldsOf(cupon), random);
    return spoilt && cuponOf(spoilt);
  },
}));

const fieldsOf = (cupon: Cupon): Readonly<Record<string, string>> => ({ ...cupon });

const cuponOf = (fields: Readonly<Record<string, string>>): Cupon =>
  Object.fromEntries(FIELDS_IN_ORDER.flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]]])));
