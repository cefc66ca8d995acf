import type { Cupon, CuponField } from '#domain/cupon.ts';
import { AMOUNT_FAULTS } from './faults-amount.ts';
import { DATE_FAULTS } from './faults-date.ts';
import { NUMBER_FAULTS, SWAP_FAULTS } from './faults-number.ts';
import { GROUPS, type FaultKind, type Group } from './fault.ts';

const FAULT_KINDS: readonly FaultKind[] = [...AMOUNT_FAULTS, ...DATE_FAULTS, ...NUMBER_FAULTS, ...SWAP_FAULTS];

/** The kinds of faults for each reason that a mistake of a till has. */
export const FAULT_MOTIVOS: ReadonlyMap<string, readonly FaultKind[]> = Map.groupBy(FAULT_KINDS, (kind) => kind.motivo);

/** The reason that counts as right for a coupon with two faults: the first that applies. */
export const motivoOfTwo = (a: FaultKind, b: FaultKind): string =>
  [a, b].some(({ motivo }) => motivo === 'COMERCIO_AJENO') ? 'COMERCIO_AJENO' : 'VARIOS_CAMPOS';

const GROUP_NAMES = Object.entries(GROUPS) as readonly (readonly [Group, readonly CuponField[]])[];

/** The groups of fields in which two coupons differ. */
export const listDifferingGroups = (a: Cupon, b: Cupon): readonly Group[] =>
  GROUP_NAMES.flatMap(([group, fields]) => (fields.some((field) => a[field] !== b[field]) ? [group] : []));
