import type { DateTime } from '../../civil-date.ts';
import type { Operacion } from '../../views/operaciones.ts';
import { fold } from '../../fold-text.ts';
import {
  binOf,
  codeOf,
  hashOf,
  instalmentsOf,
  lastFourOf,
  MISSING,
  createDayReader,
  createDictionary,
  type Dictionary,
} from './codes.ts';

export type OperacionTable = ReturnType<typeof createTable>;

interface TableParts {
  readonly size: number;
  readonly numbers: Float64Array;
  readonly dictionaries: OperacionDictionaries;
  /** The identifiers that are no plain numbers, by their code. */
  readonly otherIds: ReadonlyMap<number, string>;
}

/**
 * Operations as rows of numbers: a million take about 100 MB, as none is an object. The numbers of a row are next to each other, because candidates are read
 * from all over the table. Repeated values are indexes into a dictionary. Rows are numbered in order of arrival; sort by `idCode` where order matters.
 */
function createTable({ size, numbers, dictionaries, otherIds }: TableParts) {
  const integers = new Int32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
  const numberAt = (place: number) => (row: number) => numbers[row * STRIDE + place] ?? 0;
  const integerAt = (place: number) => (row: number) => integers[row * WORDS + FIRST + place] ?? 0;
  const [idCode, brand] = [numberAt(0), integerAt(8)];
  let byId: Uint32Array | undefined;
  return {
    size,
    dictionaries,
    /** A number of the identifier, to sort rows independently of their order of arrival. */
    idCode,
    /** In centavos; negative for a refund. */
    amount: numberAt(1),
    voucher: numberAt(2),
    authorisation: numberAt(3),
    reference: numberAt(4),
    /** The processor's fee, 0 if none is stated. `deducted` is the sum of fee and financing. */
    fee: numberAt(5),
    deducted: numberAt(6),
    day: integerAt(0),
    presentation: integerAt(1),
    lastFour: integerAt(2),
    bin: integerAt(3),
    instalments: integerAt(4),
    terminal: integerAt(5),
    lote: integerAt(6),
    store: integerAt(7),
    /** The settlement that pays the operation (`liquidaciones_id`). */
    settlement: integerAt(9),
    /** The code of card name and processor together, which does not depend on the table. */
    brandCode: (row: number): number => dictionaries.brandCode[brand(row)] ?? MISSING,
    marca: (row: number): number => dictionaries.marcaOfBrand[brand(row)] ?? MISSING,
    idOf(row: number): string {
      const code = idCode(row);
      return code < OTHER_ID ? String(code) : (otherIds.get(code) ?? '');
    },
    /** The row of an identifier; undefined if none exists. The first call sorts the rows. */
    rowOf(id: string): number | undefined {
      const code = codeOfId(id);
      byId ??= Uint32Array.from({ length: size }, (_, row) => row).sort((a, b) => idCode(a) - idCode(b));
      let [low, high] = [0, size];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (idCode(byId[middle] ?? 0) < code) low = middle + 1;
        else high = middle;
      }
      const row = byId[low];
      return row !== undefined && idCode(row) === code ? row : undefined;
    },
  };
}

/** A row is 12 words of 8 bytes: seven are numbers, and the other five hold ten whole numbers of 4 bytes. */
const STRIDE = 12;
const WORDS = STRIDE * 2;
const FIRST = 14;

/** A table of operations stores terminals, lotes, stores, settlements and brands as indexes; these dictionaries give their values. */
export interface OperacionDictionaries {
  readonly terminals: Dictionary;
  readonly lotes: Dictionary;
  readonly stores: Dictionary;
  readonly settlements: Dictionary;
  readonly terminalCode: Float64Array;
  readonly loteCode: Float64Array;
  readonly storeCode: Float64Array;
  /** `marcas`: the folded names of processors. `marcaOfBrand`: for each brand (a folded `tarjeta|marca`), the index of its processor. */
  readonly marcas: readonly string[];
  readonly marcaOfBrand: readonly number[];
  readonly brandCode: readonly number[];
}

export type OperacionEntry = Pick<
  Operacion,
  | 'id'
  | 'fecha_presentacion'
  | 'tarjeta'
  | 'marca'
  | 'establecimiento'
  | 'terminal'
  | 'lote'
  | 'comprobante'
  | 'tarjeta_nro'
  | 'cuotas'
  | 'importe'
  | 'autorizacion'
  | 'liquidaciones_id'
  | 'bin'
  | 'arancel'
  | 'costo_fin'
  | 'referencia'
> & { readonly fecha_venta: Pick<DateTime, 'fecha'> };

/** Identifiers of this form are stored as numbers; any other identifier as a hash, with its text in `otherIds`. */
const PLAIN_ID = /^(?:0|[1-9]\d{0,14})$/;
const OTHER_ID = 2 ** 52;

const codeOfId = (id: string): number => (PLAIN_ID.test(id) ? Number(id) : OTHER_ID + hashOf(id));

export function createOperacionTable(expected: number) {
  const dayOf = createDayReader();
  const [terminals, lotes, stores, settlements] = [
    createDictionary(),
    createDictionary(),
    createDictionary(),
    createDictionary(),
  ];
  const brands = createBrands();
  const otherIds = new Map<number, string>();
  let numbers = new Float64Array(Math.max(16, expected) * STRIDE);
  let integers = new Int32Array(numbers.buffer);
  let size = 0;
  const grow = (): void => {
    const bytes = Math.ceil((numbers.length / STRIDE) * 1.5) * STRIDE * numbers.BYTES_PER_ELEMENT;
    numbers = new Float64Array(numbers.buffer.transfer(bytes));
    integers = new Int32Array(numbers.buffer);
  };

  const addRow = (o: OperacionEntry): void => {
    if ((size + 1) * STRIDE > numbers.length) grow();
    const idCode = codeOfId(o.id);
    if (idCode >= OTHER_ID) otherIds.set(idCode, o.id);
    const fee = Math.abs(o.arancel ?? 0);
    let at = size * STRIDE;
    numbers[at++] = idCode;
    numbers[at++] = o.importe;
    numbers[at++] = codeOf(o.comprobante);
    numbers[at++] = codeOf(o.autorizacion);
    numbers[at++] = codeOf(o.referencia);
    numbers[at++] = fee;
    numbers[at] = fee + Math.abs(o.costo_fin ?? 0);
    at = size * WORDS + FIRST;
    integers[at++] = dayOf(o.fecha_venta.fecha);
    integers[at++] = dayOf(o.fecha_presentacion);
    integers[at++] = lastFourOf(o.tarjeta_nro);
    integers[at++] = binOf(o.bin);
    integers[at++] = instalmentsOf(o.cuotas);
    integers[at++] = terminals.add(codeOf(o.terminal));
    integers[at++] = lotes.add(codeOf(o.lote));
    integers[at++] = stores.add(codeOf(o.establecimiento));
    integers[at++] = brands.add(o.tarjeta ?? '', o.marca ?? '');
    integers[at] = settlements.add(codeOf(o.liquidaciones_id));
    size += 1;
  };

  return {
    /** Appends operations without keeping the objects. Each identifier must come only once. */
    add(operaciones: Iterable<OperacionEntry>): void {
      for (const operacion of operaciones) addRow(operacion);
    },
    finish: (): OperacionTable =>
      createTable({
        size,
        // No copy, which would double the memory for a moment. The unused rest is small if `expected` was right.
        numbers: numbers.subarray(0, size * STRIDE),
        dictionaries: {
          terminals,
          lotes,
          stores,
          settlements,
          terminalCode: terminals.values(),
          loteCode: lotes.values(),
          storeCode: stores.values(),
          ...brands.done(),
        },
        otherIds,
      }),
  };
}

/** Numbers brands. Folds card names and processors, because the same name is spelt in several ways. */
function createBrands() {
  const [brands, marcas, marcaOfBrand, brandCode]: [string[], string[], number[], number[]] = [[], [], [], []];
  const written = new Map<string, number>();
  const placeIn = (names: string[], name: string): number => {
    const known = names.indexOf(name);
    return known < 0 ? names.push(name) - 1 : known;
  };
  return {
    add(tarjeta: string, marca: string): number {
      const raw = `${tarjeta}|${marca}`;
      const found = written.get(raw);
      if (found !== undefined) return found;
      const processor = fold(marca.trim());
      const name = `${fold(tarjeta.trim())}|${processor}`;
      const place = placeIn(brands, name);
      brandCode[place] = hashOf(name);
      marcaOfBrand[place] = placeIn(marcas, processor);
      written.set(raw, place);
      return place;
    },
    done: () => ({ marcas, marcaOfBrand, brandCode }),
  };
}
