import type { Api } from '../../api/api.ts';
import { setOf } from '../explanations/queue.ts';

/** Stores whose names are read at a time, at most. */
const MOST = 50;
const withoutZeros = (number: string): string => number.replace(/^0+(?=.)/, '');

/** Names of stores by the number on coupons; any operation of the store on this PC gives the name. */
export class StoreNames {
  #names = $state.raw<Readonly<Partial<Record<string, string>>>>({});
  readonly #api: Pick<Api, 'call'>;
  readonly #account: string;

  constructor(api: Pick<Api, 'call'>, account: string) {
    this.#api = api;
    this.#account = account;
  }

  async read(numbers: readonly string[]): Promise<void> {
    const unknown = [...setOf(numbers)].filter((one) => one !== '' && !(one in this.#names)).slice(0, MOST);
    const read = await Promise.all(unknown.map(async (one) => [one, await this.#readName(one)] as const));
    if (read.length > 0) this.#names = { ...this.#names, ...Object.fromEntries(read) };
  }

  nameOf(number: string): string {
    return [this.#names[number], number].filter(Boolean).join(' · ');
  }

  async #readName(number: string): Promise<string | undefined> {
    const filtros = [number, withoutZeros(number)].map((valor) => ({ campo: 'establecimiento', valor }));
    const asked = { cuenta: this.#account, vista: 'operaciones', filtros, desdeFila: 0, filas: 1 } as const;
    try {
      const name = (await this.#api.call('datos.pagina', asked)).filas[0]?.['comercio'];
      return typeof name === 'string' && name !== '' ? name : undefined;
    } catch {
      return undefined; // without a name, the screen shows the number
    }
  }
}
