/** Every pair of values of two switches, met until the report has named both, or until a stated reason says why it cannot. */
import { expect } from 'vitest';
import type { UnseenReason, OpenPoint } from '#contract/probe.ts';
import { pairwise } from '../../contract/pairwise.ts';

export type Values = Readonly<Record<string, string>>;

/** Where these values are played together, the report does not name the switch. */
export interface Hidden {
  readonly name: string;
  readonly by: Values;
  readonly told: UnseenReason;
  readonly because: string;
}

interface Pairs {
  readonly table: Readonly<Record<string, readonly string[]>>;
  /** What the report says of a switch that is played so: its value, or why it names none. */
  readonly told: (name: string, value: string) => Pick<OpenPoint, 'visto' | 'motivo'>;
  readonly hidden: readonly Hidden[];
  readonly meet: (switches: readonly string[]) => Promise<readonly OpenPoint[]>;
}

const has = (values: Values, some: Values): boolean =>
  Object.entries(some).every(([name, value]) => values[name] === value);

export function tryPairs({ table, told, hidden, meet }: Pairs) {
  const used = new Set<Hidden>();
  const named = new Set<string>();
  const keyOf = (...values: readonly string[]): string => values.toSorted().join(' ');

  /** Meets a service that has these values. What the report names is what is played, and what it does not name is stated. */
  async function look(values: Values): Promise<void> {
    const switches = Object.entries(values).map(([name, value]) => `${name}=${value}`);
    const points = new Map((await meet(switches)).map((point) => [point.rasgo, point]));
    const seen: string[] = [];
    for (const [name, value] of Object.entries(values)) {
      const point = points.get(name);
      const expected = told(name, value);
      if (point?.visto === expected.visto && point.motivo === expected.motivo) {
        seen.push(`${name}=${value}`);
        continue;
      }
      const reasons = hidden.filter((one) => one.name === name && has(values, one.by));
      expect
        .soft(
          reasons.map(({ told: motivo }) => motivo),
          `${name}=${value} is told ${String(point?.visto ?? point?.motivo)}, with ${switches.join(' ')}`,
        )
        .toContain(point?.motivo);
      expect.soft(point?.visto ?? null).toBeNull();
      for (const one of reasons) used.add(one);
    }
    for (const one of seen) for (const other of seen) named.add(keyOf(one, other));
  }

  return {
    cover: pairwise(table),
    look,
    /** Pairs that no row of the cover named, because a third switch hid one of them: each by itself. */
    async lookAtTheRest(): Promise<void> {
      const values = Object.entries(table).flatMap(([name, each]) => each.map((value) => ({ name, value })));
      const rest = values.flatMap((a, i) =>
        values
          .slice(i + 1)
          .flatMap((b) =>
            a.name === b.name || named.has(keyOf(`${a.name}=${a.value}`, `${b.name}=${b.value}`))
              ? []
              : [[a, b] as const],
          ),
      );
      for (const [a, b] of rest) await look({ [a.name]: a.value, [b.name]: b.value });
    },
    unused: (): readonly Hidden[] => hidden.filter((one) => !used.has(one)),
  };
}
