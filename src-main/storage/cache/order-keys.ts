/** The order of the queries that were opened last: the numbers of their rows, as of a version of the data. */
import { parseTypedImporte } from '#domain/typed-amount.ts';
import { splitWords } from '#domain/fold-text.ts';
import type { Query } from './types.ts';

/** Eight bytes a row: a few million rows in all. */
const MAX_NUMBERS = 6_000_000;
const MAX_ORDERS = 24;

/** Which query an order is of. */
export interface QueryKey {
  readonly clave: string;
  /** The same query whatever is typed. */
  readonly grupo: string;
  readonly palabras: readonly string[];
}

export interface SortedOrder {
  readonly version: string;
  /** Shared by the threads: never written again. */
  readonly numeros: Float64Array;
}

interface OrderEntry {
  readonly cual: QueryKey;
  readonly promesa: Promise<SortedOrder>;
  /** Undefined until it is worked out. */
  lista: SortedOrder | undefined;
}

export interface SortedOrders {
  /** The order of a query; made when there is none. Who asks while it is being made takes the same one. */
  requestOrder(cual: QueryKey, work: () => Promise<SortedOrder>): Promise<SortedOrder>;
  /** The one there is, once it is worked out. */
  getOrder(cual: QueryKey): SortedOrder | undefined;
  /** The shortest one that has all the rows of a query with something typed; undefined when none does. */
  base(cual: QueryKey): SortedOrder | undefined;
  /** The order of the same query with nothing typed that is being worked out. */
  getBaseUnderWay(cual: QueryKey): Promise<SortedOrder> | undefined;
  put(cual: QueryKey, orden: SortedOrder): void;
  /** Says that somebody looks at this query. */
  use(cual: QueryKey): void;
  /** Nobody has looked at another one since. */
  isLatest(cual: QueryKey): boolean;
  /** Nor at another one but for what was typed. */
  isOfLatest(cual: QueryKey): boolean;
  forget(cual: QueryKey): void;
  forgetAll(): void;
}

export function getQueryKey(ruta: string, { texto = '', ...withoutText }: Query): QueryKey {
  const words = splitWords(texto);
  const grupo = JSON.stringify([ruta, withoutText]);
  return { clave: JSON.stringify([grupo, words]), grupo, palabras: words };
}

const hasNoImportes = (words: readonly string[]): boolean =>
  words.every((word) => parseTypedImporte(word) === undefined);

/** Whatever has some words has these too: each is a part of one of them. An amount is compared whole. */
const isWider = ({ palabras: words }: QueryKey, other: QueryKey): boolean =>
  words.length === 0 ||
  (hasNoImportes(words) &&
    hasNoImportes(other.palabras) &&
    words.every((word) => other.palabras.some((each) => each.includes(word))));

export function createOrders(): SortedOrders {
  /** The one used last at the end. */
  const ordenes = new Map<string, OrderEntry>();
  let ultima: QueryKey | undefined;

  function alFinal(entrada: OrderEntry): void {
    const { clave } = entrada.cual;
    ordenes.delete(clave);
    ordenes.set(clave, entrada);
    let numeros = 0;
    for (const { lista: list } of ordenes.values()) numeros += list?.numeros.length ?? 0;
    for (const [vieja, { lista: list }] of ordenes) {
      if (vieja === clave || (ordenes.size <= MAX_ORDERS && numeros <= MAX_NUMBERS)) break;
      ordenes.delete(vieja);
      numeros -= list?.numeros.length ?? 0;
    }
  }
  const withoutText = ({ grupo }: QueryKey): OrderEntry | undefined =>
    [...ordenes.values()].find(({ cual }) => cual.grupo === grupo && cual.palabras.length === 0);

  return {
    async requestOrder(cual, work) {
      const conocida = ordenes.get(cual.clave);
      if (conocida !== undefined) return conocida.promesa;
      const entrada: OrderEntry = { cual, promesa: work(), lista: undefined };
      alFinal(entrada);
      try {
        entrada.lista = await entrada.promesa;
        if (ordenes.get(cual.clave) === entrada) alFinal(entrada);
        return entrada.lista;
      } catch (error) {
        if (ordenes.get(cual.clave) === entrada) ordenes.delete(cual.clave);
        throw error;
      }
    },
    getOrder: ({ clave }) => ordenes.get(clave)?.lista,
    base(cual) {
      if (cual.palabras.length === 0) return undefined;
      const listas = [...ordenes.values()].flatMap((each) =>
        each.lista !== undefined && each.cual.grupo === cual.grupo && isWider(each.cual, cual) ? [each.lista] : [],
      );
      return listas.sort((a, b) => a.numeros.length - b.numeros.length)[0];
    },
    getBaseUnderWay(cual) {
      const entrada = cual.palabras.length === 0 ? undefined : withoutText(cual);
      return entrada?.lista === undefined ? entrada?.promesa : undefined;
    },
    put(cual, orden) {
      alFinal({ cual, promesa: Promise.resolve(orden), lista: orden });
    },
    use(cual) {
      ultima = cual;
      for (const entrada of [withoutText(cual), ordenes.get(cual.clave)]) if (entrada !== undefined) alFinal(entrada);
    },
    isLatest: ({ clave }) => ultima?.clave === clave,
    isOfLatest: ({ grupo }) => ultima?.grupo === grupo,
    forget: ({ clave }) => void ordenes.delete(clave),
    forgetAll: () => {
      ordenes.clear();
    },
  };
}
