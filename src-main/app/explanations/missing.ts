import { fromDayNumber, toDayNumber } from '#domain/civil-date.ts';
import { getCertainty, PROBABLE } from '#domain/matching/explain/reasons.ts';
import { groupCuponesByOperacion } from '#domain/matching/explain/other-cupones.ts';
import { MISSING, i32 } from '#domain/matching/fields/codes.ts';
import { FREE } from '#domain/matching/held.ts';
import { codeAt } from '#domain/matching/comparisons.ts';
import type { MissingOperacion } from '#contract/explanations.ts';
import { formatPlain } from '#domain/money.ts';
import { textIn } from '#domain/row.ts';
import { sayMissing, sayUnmatched, type MissingSaid } from '#domain/texts/cause-sentences.ts';
import { compareNames, type Choose } from '#domain/texts/language.ts';
import type { MatchingRows } from '#storage/cache/index.ts';
import type { LedgerToRead } from '#storage/ledger/index.ts';
import { describeOperacion, describePlace, round } from './document.ts';
import type { Answers, MissingFilter } from './questions.ts';
import { createSeqs } from './seqs.ts';
import type { Explained } from './work.ts';

/** A till with at least this many sales and no coupon counts as never uploaded. A till with fewer sales may have been used only once. */
const UNTOUCHED_FROM = 3;

interface Group {
  readonly till: string;
  readonly day: number;
  readonly missing: number[];
  all: number;
  importe: bigint;
}

interface Sources {
  readonly cuenta: string;
  readonly rows: MatchingRows | undefined;
  readonly ledger: LedgerToRead | undefined;
  readonly inWords: Choose;
}

/**
 * Sales between two days, both included, without an uploaded coupon, grouped by till and day. Counts separately the sales whose coupon was uploaded and
 * did not match (at least `probable`). A till that never uploaded is one group for all days; its sales are listed only if `grupos` has it.
 */
export function findMissing(
  { matching, accountCupones }: Explained,
  { desde, hasta, grupos, limite = Infinity }: MissingFilter,
  { cuenta, rows, ledger, inWords }: Sources,
): Answers['missing'] {
  const { prepared, holders } = matching;
  const { table } = prepared;
  const [from, to] = [toDayNumber(desde), toDayNumber(hasta)];
  const candidates = groupCuponesByOperacion(matching);
  // Ignores the establishment if there is a terminal: a terminal has another establishment for each processor, but is one till.
  const tillOf = (row: number): string => {
    const terminal = table.terminal(row);
    return codeAt(table.dictionaries.terminalCode, terminal) === MISSING
      ? `store ${String(table.store(row))}`
      : `terminal ${String(terminal)}`;
  };
  const touched = new Set<string>();
  // A till that a coupon names has uploaded coupons, whichever till the coupon's operation names.
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
  const tills = rows?.readById(shown.map(({ missing }) => table.idOf(missing[0] ?? -1)));
  const placed = shown
    .map(({ day, missing, all, importe, untouched }) => {
      const till = tills?.get(table.idOf(missing[0] ?? -1)) ?? {};
      const group = {
        comercio: textIn(till, 'comercio'),
        establecimiento: textIn(till, 'establecimiento'),
        terminal: textIn(till, 'terminal'),
        dia: untouched ? null : fromDayNumber(day),
        operaciones: missing.length,
        importe,
        de: all,
        untouched,
      };
      return { group, missing };
    })
    .sort((a, b) => byPlace(a.group, b.group));
  const listed = placed.filter(({ group }, i) => grupos?.includes(i) ?? !group.untouched);

  const openByKey = new Map(accountCupones.open.map((one) => [one.key, one]));
  const list = (its: readonly number[]): readonly MissingOperacion[] => {
    const wanted = its
      .toSorted((a, b) => table.day(a) - table.day(b) || table.idCode(a) - table.idCode(b))
      .slice(0, limite)
      .map((row) => {
        const id = table.idOf(row);
        const cupones = (candidates.get(id) ?? []).flatMap(({ key, puntaje }) => {
          const open = openByKey.get(key);
          return open === undefined ? [] : [{ ...open.place, cupon: open.cupon, puntaje }];
        });
        return { id, cupones };
      });
    const operaciones = rows?.readById(wanted.map(({ id }) => id));
    const seqOf = createSeqs(
      ledger,
      cuenta,
      wanted.flatMap(({ cupones }) => cupones),
    );
    return wanted.flatMap(({ id, cupones }): MissingOperacion[] => {
      const row = operaciones?.get(id);
      if (row === undefined) return [];
      const places = cupones.map((one) => ({
        ...describePlace(one, seqOf(one)),
        puntaje: round(one.puntaje),
        certeza: getCertainty(one.puntaje),
      }));
      return [{ operacion: describeOperacion(row), cupones: places }];
    });
  };
  const unmatchedImporte = unmatched.reduce((total, row) => total + BigInt(table.amount(row)), 0n);
  return {
    operaciones: list(listed.flatMap(({ missing }) => missing)),
    noConciliadas: {
      operaciones: unmatched.length,
      importe: formatPlain(unmatchedImporte),
      texto: unmatched.length === 0 ? '' : sayUnmatched(unmatched.length, unmatchedImporte, inWords),
      detalle: grupos === undefined ? list(unmatched) : [],
    },
    resumen: placed.map(({ group: { untouched, importe, ...group } }) => ({
      ...group,
      importe: formatPlain(importe),
      cajaSinCargar: untouched,
      texto: sayMissing({ ...group, importe, untouched }, inWords),
    })),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const byPlace = (a: MissingSaid, b: MissingSaid): number =>
  Number(b.untouched) - Number(a.untouched) ||
  compareNames(a.comercio ?? '', b.comercio ?? '') ||
  compareNames(a.terminal ?? '', b.terminal ?? '') ||
  compareNames(a.dia ?? '', b.dia ?? '');
