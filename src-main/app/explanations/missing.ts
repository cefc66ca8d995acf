import { fromDayNumber, toDayNumber } from '#domain/civil-date.ts';
import { PROBABLE } from '#domain/matching/explain/reasons.ts';
import { groupCuponesByOperacion } from '#domain/matching/explain/other-cupones.ts';
import { MISSING } from '#domain/matching/fields/codes.ts';
import { i32 } from '#domain/matching/fields/columns.ts';
import { FREE } from '#domain/matching/held.ts';
import { codeAt } from '#domain/matching/comparisons.ts';
import type { Missing, MissingFilter, MissingGroup } from './questions.ts';
import type { Explained } from './work.ts';

/** A till with fewer sales and no coupon may have been used only once; from this number on its coupons are never uploaded. */
const UNTOUCHED_FROM = 3;

interface Group {
  readonly till: string;
  readonly day: number;
  readonly missing: number[];
  all: number;
  importe: bigint;
}

type Tills = (ids: readonly string[]) => readonly Pick<MissingGroup, 'comercio' | 'establecimiento' | 'terminal'>[];

/**
 * The operations between two days of sale, both included, of which no coupon was uploaded, by till and day. Apart are those whose coupon was uploaded and did
 * not match: the coupon is assigned to them at `probable` or better. A till of which no operation of the
 * whole cache has a coupon is one group, and its operations are not listed.
 */
export function findMissing(
  { matching, accountCupones }: Explained,
  { desde, hasta, group: wanted, limit = Infinity }: MissingFilter,
  tills: Tills,
): Missing {
  const { prepared, holders } = matching;
  const { table } = prepared;
  const [from, to] = [toDayNumber(desde), toDayNumber(hasta)];
  const candidates = groupCuponesByOperacion(matching);
  // A terminal sells under another establishment for each processor: it is one till.
  const tillOf = (row: number): string => {
    const terminal = table.terminal(row);
    return codeAt(table.dictionaries.terminalCode, terminal) === MISSING
      ? `store ${String(table.store(row))}`
      : `terminal ${String(terminal)}`;
  };
  const touched = new Set<string>();
  // A coupon that names a till was made there, whatever operation it is.
  for (const cupones of [matching.matched, matching.cupones]) {
    for (let i = 0; i < cupones.size; i++) {
      const codes = cupones.codesOf(i);
      const terminal = table.dictionaries.terminals.find(codes.terminal);
      touched.add(
        terminal >= 0 ? `terminal ${String(terminal)}` : `store ${String(table.dictionaries.stores.find(codes.store))}`,
      );
    }
  }
  const groups = new Map<string, Group>();
  const unmatched: number[] = [];
  for (let row = 0; row < table.size; row++) {
    const till = tillOf(row);
    const free = i32(holders.holder, row) === FREE;
    if (!free) touched.add(till);
    const day = table.day(row);
    if (day < from || day > to) continue;
    const key = `${till}|${String(day)}`;
    const group = groups.get(key) ?? { till, day, missing: [], all: 0, importe: 0n };
    groups.set(key, group);
    group.all += 1;
    if (!free) continue;
    if (candidates.get(table.idOf(row))?.some((one) => one.assigned && one.puntaje >= PROBABLE) === true) {
      touched.add(till);
      unmatched.push(row);
      continue;
    }
    group.missing.push(row);
    group.importe += BigInt(table.amount(row));
  }

  const found = [...groups.values()].filter(({ missing }) => missing.length > 0);
  const byTill = Map.groupBy(found, ({ till }) => till);
  const isUntouched = (till: string): boolean =>
    !touched.has(till) && sum(byTill.get(till)?.map(({ missing }) => missing.length) ?? []) >= UNTOUCHED_FROM;
  const shown: (Group & { readonly untouched: boolean })[] = [];
  for (const [till, own] of byTill) {
    if (!isUntouched(till)) {
      shown.push(...own.map((group) => ({ ...group, untouched: false })));
      continue;
    }
    const missing = own.flatMap((group) => group.missing);
    const importe = own.reduce((total, group) => total + group.importe, 0n);
    shown.push({ till, day: -1, missing, all: missing.length, importe, untouched: true });
  }
  const ids = shown.map(({ missing }) => table.idOf(missing[0] ?? -1));
  const names = tills(ids);
  const keys = new Map(accountCupones.open.map(({ key, place, cupon }) => [key, { place, cupon }]));
  const placed = shown
    .map(({ day, missing, all, importe, untouched }, i) => {
      const group: MissingGroup = {
        comercio: textOf(names[i]?.comercio),
        establecimiento: textOf(names[i]?.establecimiento),
        terminal: textOf(names[i]?.terminal),
        dia: untouched ? null : fromDayNumber(day),
        operaciones: missing.length,
        importe,
        de: all,
        untouched,
      };
      return { group, missing };
    })
    .sort((a, b) => byPlace(a.group, b.group));
  const listed = placed.filter(({ group }, i) => (wanted === undefined ? !group.untouched : i === wanted));
  const list = (rows: readonly number[]): Missing['operaciones'] =>
    rows
      .toSorted((a, b) => table.day(a) - table.day(b) || table.idCode(a) - table.idCode(b))
      .slice(0, limit)
      .map((row) => ({
        id: table.idOf(row),
        cupones: (candidates.get(table.idOf(row)) ?? []).flatMap((one) => {
          const its = keys.get(one.key);
          return its === undefined ? [] : [{ ...one, ...its }];
        }),
      }));
  return {
    groups: placed.map(({ group }) => group),
    operaciones: list(listed.flatMap(({ missing }) => missing)),
    unmatched: {
      count: unmatched.length,
      importe: unmatched.reduce((total, row) => total + BigInt(table.amount(row)), 0n),
      operaciones: wanted === undefined ? list(unmatched) : [],
    },
  };
}

/** A sale of a wallet has an empty terminal: it has none. */
const textOf = (text: string | null | undefined): string | null => (text === undefined || text === '' ? null : text);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Tills without any upload first; then by store, terminal and day. */
const byPlace = (a: MissingGroup, b: MissingGroup): number =>
  Number(b.untouched) - Number(a.untouched) ||
  compare(a.comercio, b.comercio) ||
  compare(a.terminal, b.terminal) ||
  compare(a.dia, b.dia);

const compare = (a: string | null, b: string | null): number => {
  const [x, y] = [a ?? '', b ?? ''];
  return x < y ? -1 : x > y ? 1 : 0;
};
