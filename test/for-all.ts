import fc from 'fast-check';

export { fc };

type Law<Ts extends [unknown, ...unknown[]]> = [
  ...arbitraries: { [K in keyof Ts]: fc.Arbitrary<Ts[K]> },
  holds: (...values: Ts) => ReturnType<Parameters<typeof fc.property<[unknown]>>[1]>,
];

/** Checks that a law holds of whatever is drawn, as often as fast-check draws by default. */
export const forAll = <Ts extends [unknown, ...unknown[]]>(...law: Law<Ts>): void => fc.assert(fc.property(...law));

/** The same, drawn `numRuns` times. */
export const forAllOf = <Ts extends [unknown, ...unknown[]]>(numRuns: number, ...law: Law<Ts>): void =>
  fc.assert(fc.property(...law), { numRuns });
