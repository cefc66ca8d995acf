/** The orders of the latest queries: the numbers of their rows, as of a version of the data. */
import { parseTypedImporte } from '#domain/typed-amount.ts';
import { splitWords } from '#domain/fold-text.ts';
import type { Query } from './types.ts';

/** Eight bytes a row: a few million rows in all. */
const MAX_NUMBERS = 6_000_000;
const MAX_ORDERS = 24;

/** Identifies the query of an order. */
export interface QueryKey {
  readonly clave: string;
  /** The same for queries that differ only in what was typed. */
  readonly grupo: string;
  readonly words: readonly string[];
}

export interface SortedOrder {
  readonly version: string;
  /** Shared by the threads: never written again. */
  readonly numeros: Float64Array;
}

interface OrderEntry {
  readonly which: QueryKey;
  readonly promise: Promise<SortedOrder>;
  /** Undefined until it is worked out. */
  lista: SortedOrder | undefined;
}

export interface SortedOrders {
  /** The order of a query; `work` makes it when there is none. A caller that asks meanwhile gets the same promise. */
  requestOrder(which: QueryKey, work: () => Promise<SortedOrder>): Promise<SortedOrder>;
  /** The order of a query, if it is already worked out. */
  getOrder(which: QueryKey): SortedOrder | undefined;
  /** The shortest known order that has all the rows of a query with typed words; undefined when none has. */
  base(which: QueryKey): SortedOrder | undefined;
  /** The order of the same query without typed words, while it is being worked out. */
  getBaseUnderWay(which: QueryKey): Promise<SortedOrder> | undefined;
  put(which: QueryKey, order: SortedOrder): void;
  /** Says that somebody looks at this query. */
  use(which: QueryKey): void;
  /** Whether this is the query that somebody looked at last. */
  isLatest(which: QueryKey): boolean;
  /** Whether the query looked at last differs at most in what was typed. */
  isOfLatest(which: QueryKey): boolean;
  forget(which: QueryKey): void;
  forgetAll(): void;
}

export function getQueryKey(path: string, { texto = '', ...withoutText }: Query): QueryKey {
  const words = splitWords(texto);
  const group = JSON.stringify([path, withoutText]);
  return { clave: JSON.stringify([group, words]), grupo: group, words };
}

const hasNoImportes = (words: readonly string[]): boolean =>
  words.every((word) => parseTypedImporte(word) === undefined);

/** Whether every row with `other`'s words also has these: each word here is part of one there. Amounts are compared whole, so they do not count. */
const isWider = ({ words }: QueryKey, other: QueryKey): boolean =>
  words.length === 0 ||
  (hasNoImportes(words) &&
    hasNoImportes(other.words) &&
    words.every((word) => other.words.some((each) => each.includes(word))));

export function createOrders(): SortedOrders {
  /** In order of use, the latest at the end. */
  const orders = new Map<string, OrderEntry>();
  let last: QueryKey | undefined;

  function moveToEnd(input: OrderEntry): void {
    const { clave } = input.which;
    orders.delete(clave);
    orders.set(clave, input);
    let numbers = 0;
    for (const { lista: list } of orders.values()) numbers += list?.numeros.length ?? 0;
    for (const [old, { lista: list }] of orders) {
      if (old === clave || (orders.size <= MAX_ORDERS && numbers <= MAX_NUMBERS)) break;
      orders.delete(old);
      numbers -= list?.numeros.length ?? 0;
    }
  }
  const withoutText = ({ grupo }: QueryKey): OrderEntry | undefined =>
    [...orders.values()].find(({ which }) => which.grupo === grupo && which.words.length === 0);

  return {
    async requestOrder(which, work) {
      const known = orders.get(which.clave);
      if (known !== undefined) return known.promise;
      const input: OrderEntry = { which, promise: work(), lista: undefined };
      moveToEnd(input);
      try {
        input.lista = await input.promise;
        if (orders.get(which.clave) === input) moveToEnd(input);
        return input.lista;
      } catch (error) {
        if (orders.get(which.clave) === input) orders.delete(which.clave);
        throw error;
      }
    },
    getOrder: ({ clave }) => orders.get(clave)?.lista,
    base(which) {
      if (which.words.length === 0) return undefined;
      const lists = [...orders.values()].flatMap((each) =>
        each.lista !== undefined && each.which.grupo === which.grupo && isWider(each.which, which) ? [each.lista] : [],
      );
      return lists.sort((a, b) => a.numeros.length - b.numeros.length)[0];
    },
    getBaseUnderWay(which) {
      const input = which.words.length === 0 ? undefined : withoutText(which);
      return input?.lista === undefined ? input?.promise : undefined;
    },
    put(which, order) {
      moveToEnd({ which, promise: Promise.resolve(order), lista: order });
    },
    use(which) {
      last = which;
      for (const input of [withoutText(which), orders.get(which.clave)]) if (input !== undefined) moveToEnd(input);
    },
    isLatest: ({ clave }) => last?.clave === clave,
    isOfLatest: ({ grupo }) => last?.grupo === grupo,
    forget: ({ clave }) => void orders.delete(clave),
    forgetAll: () => {
      orders.clear();
    },
  };
}
