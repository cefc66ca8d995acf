/**
 * The definition of a view of the service's data: fields and shapes, names for people, searched fields, what a screen shows first, where to ask for it
 * (docs/views.md). Plain data without functions or zod, so that the page may import it too. Long, because a definition and the types that check it
 * belong together.
 */
import type { CivilDate, DateTime } from '../civil-date.ts';
import type { Money } from '../money.ts';
import type { Extra, Shape } from '../row.ts';
import type { Words } from '../texts/language.ts';
import type { Term } from './terms.ts';

/** For each kind of field, the TypeScript type of its value once it was parsed from the service's answer. */
interface Values {
  texto: string;
  entero: number;
  importe: Money;
  fecha: CivilDate;
  /** The time may be missing, which is not midnight. */
  fechaHora: DateTime;
  booleano: boolean;
}
/** `json` is a detail, shown apart. */
export type FieldType = keyof Values | 'json';

/**
 * A closed list: `service/lists.ts` reads each shape, and `domain/texts/field-labels.ts` has the words for a value of another shape. `optional`: a row
 * may lack the value.
 */
export const FIELD_SHAPES = {
  identificador: { type: 'texto', optional: false },
  texto: { type: 'texto', optional: true },
  codigo: { type: 'texto', optional: false },
  vinculo: { type: 'texto', optional: true },
  cuenta: { type: 'entero', optional: false },
  cuenta_o_nada: { type: 'entero', optional: true },
  importe_sin_miles: { type: 'importe', optional: false },
  importe_sin_miles_o_nada: { type: 'importe', optional: true },
  importe_con_miles_o_nulo: { type: 'importe', optional: true },
  fecha_iso: { type: 'fecha', optional: false },
  fecha_iso_o_nada: { type: 'fecha', optional: true },
  fecha_dmy: { type: 'fecha', optional: false },
  fecha_hora: { type: 'fechaHora', optional: false },
  fecha_hora_o_nada: { type: 'fechaHora', optional: true },
  booleano: { type: 'booleano', optional: false },
  booleano_o_nulo: { type: 'booleano', optional: true },
} as const satisfies Partial<Record<Shape, { readonly type: keyof Values; readonly optional: boolean }>>;
export type FieldShape = keyof typeof FIELD_SHAPES;
type ShapeValues = {
  [S in FieldShape]:
    | Values[(typeof FIELD_SHAPES)[S]['type']]
    | ((typeof FIELD_SHAPES)[S]['optional'] extends true ? null : never);
};
export type ShapeValue<S extends FieldShape> = ShapeValues[S];

/** The name of a field for people; empty where `terms.ts` has it. */
type Said = readonly [] | Words;

interface PlainField<S extends FieldShape = FieldShape, W extends Said = Said> {
  readonly shape: S;
  readonly words: W;
}
/** A field that we add to a row, such as the month of a total. */
interface OwnField<S extends FieldShape = FieldShape, W extends Said = Said> extends PlainField<S, W> {
  readonly ours: true;
}
/** A detail that may be missing: a list of rows. */
interface ListField<F extends Fields = Fields> {
  readonly shape: 'json';
  readonly words: readonly [];
  readonly list: F;
}
/** A detail that may be missing: several lists by their names. */
interface ListsField<L extends Readonly<Record<string, Fields>> = Readonly<Record<string, Fields>>> {
  readonly shape: 'json';
  readonly words: readonly [];
  readonly lists: L;
}
export type ViewField = PlainField | OwnField | ListField | ListsField;
export interface Fields {
  readonly [name: string]: ViewField;
}

type WithExtra<T> = T & { readonly extra: Extra };
export type SentName<F extends Fields> = {
  [K in keyof F & string]: F[K] extends OwnField ? never : K;
}[keyof F & string];
type Row<F extends Fields> = WithExtra<{ readonly [K in SentName<F>]: FieldValue<F[K]> }>;
export type FieldValue<F extends ViewField> =
  F extends ListField<infer R>
    ? readonly Row<R>[] | null
    : F extends ListsField<infer L>
      ? WithExtra<{ readonly [K in keyof L]: readonly Row<L[K]>[] }> | null
      : F extends PlainField<infer S>
        ? ShapeValue<S>
        : never;
export type RowOf<V extends { readonly fields: Fields }> = Row<V['fields']>;

const fieldOf =
  <S extends FieldShape>(shape: S) =>
  <const W extends Said>(...words: W): PlainField<S, W> => ({ shape, words });
export const identifier = fieldOf('identificador');
export const text = fieldOf('texto');
/** A text that is never empty. */
export const code = fieldOf('codigo');
/** The identifier of another record. */
export const link = fieldOf('vinculo');
export const count = fieldOf('cuenta');
export const optionalCount = fieldOf('cuenta_o_nada');
export const amount = fieldOf('importe_sin_miles');
export const optionalAmount = fieldOf('importe_sin_miles_o_nada');
/** An amount with thousands commas, as in the calendar and in totals. */
export const groupedAmount = fieldOf('importe_con_miles_o_nulo');
export const isoDate = fieldOf('fecha_iso');
export const optionalIsoDate = fieldOf('fecha_iso_o_nada');
export const dmyDate = fieldOf('fecha_dmy');
export const dateTime = fieldOf('fecha_hora');
export const optionalDateTime = fieldOf('fecha_hora_o_nada');
export const boolean = fieldOf('booleano');
export const optionalBoolean = fieldOf('booleano_o_nulo');
export const markOurs = <const S extends FieldShape, const W extends Said>(
  field: PlainField<S, W>,
): OwnField<S, W> => ({
  ...field,
  ours: true,
});
export const list = <const F extends Fields>(fields: F): ListField<F> => ({ shape: 'json', words: [], list: fields });
export const makeLists = <const L extends Readonly<Record<string, Fields>>>(parts: L): ListsField<L> => ({
  shape: 'json',
  words: [],
  lists: parts,
});

type TypeOf<F extends ViewField> = F extends PlainField<infer S> ? (typeof FIELD_SHAPES)[S]['type'] : 'json';
type NameOf<F extends Fields> = keyof F & string;
type NameOfType<F extends Fields, T extends FieldType> = {
  [K in NameOf<F>]: TypeOf<F[K]> extends T ? K : never;
}[NameOf<F>];

/** A name that is no field of the service, with its words for people. */
interface Named<N extends string = string> {
  readonly name: N;
  readonly words: Words;
}
/**
 * An amount without its sign, which the field `by` gives. The amount is kept as it came and never added up. A derived field has the amount where `by` is
 * `plus`, minus its absolute value where it is `minus`, and null for any other text.
 */
export interface Signed<N extends string = string, A extends string = string, B extends string = string> {
  readonly field: A;
  readonly by: B;
  readonly plus: string;
  readonly minus: string;
  readonly as: Named<N>;
  /** The two parts of its sum: credits, and debits as a negative number. */
  readonly sums: { readonly plus: Named; readonly minus: Named };
}

/** Where the service gives a list, and what the API description says about asking for it. */
export interface Source<D extends string = string, K extends string = string> {
  readonly path: string;
  /** The key of the rows in the answer. */
  readonly list: string;
  /** Rows per page to ask for: the stated maximum, or the stated default without a maximum. */
  readonly pageSize: number;
  /** Without a stated maximum: the page size to try when the default is too small. */
  readonly largerPageSize?: number;
  /** Whether the description says by which date the list is filtered. */
  readonly dateIsStated: boolean;
  /** The dates that accept a time; empty where only whole days can be asked for. */
  readonly withTimes: readonly D[];
  /** The parameter that chooses the date of the period, if any. */
  readonly dateParam?: string;
  readonly always?: Readonly<Record<string, string>>;
  /** The field with a row's store name, if the list can be read store by store; else null. */
  readonly byStore: K | null;
}

/** What the grid of a view shows first. */
export interface Screen<K extends string = string> {
  /** The visible columns, in order. A person can choose any other field. */
  readonly columns: readonly K[];
  /** Hidden first when space is short. */
  readonly secondary: readonly K[];
  /** The fields that are offered first as filters. */
  readonly filters: readonly K[];
  readonly order: { readonly field: K; readonly descending: boolean };
}

/** How Ctrl+K names a record. */
export interface Found<K extends string = string, A extends string = string> {
  /** The view's place in the search: it shows equally good records of the first views. */
  readonly rank: number;
  /** The fields that name a record, the most telling one first. */
  readonly fields: readonly K[];
  readonly amount: A | null;
  readonly beside: readonly K[];
}

export interface View<
  N extends string = string,
  F extends Fields = Fields,
  D extends readonly string[] = readonly string[],
  /** The names of the fields, the derived one included. Apart from `F`, so that every definition is a `View`. */
  K extends string = string,
  L extends Source | null = Source | null,
  P extends Screen | null = Screen | null,
  S extends Signed | undefined = Signed | undefined,
> {
  readonly name: N;
  readonly title: Words;
  readonly fields: F;
  readonly signed?: S;
  /** The dates by which a period may filter, the view's own date first. */
  readonly dates: D;
  /** Fields that identify a record without its identifier (docs/gaps.md, `ids`); empty where a record with a new id is not recognised. */
  readonly natural: readonly K[];
  /** Fields with an index of their own, for filters on one value. `storage/cache/schema.ts` makes the indexes. */
  readonly indexes: readonly K[];
  /** The fields in which a typed text is searched. `indexed`: the view grows, so it has an index for that search. */
  readonly searched: { readonly fields: readonly K[]; readonly indexed: boolean };
  /** The amounts that show a row's worth, for a line with space for few of them. */
  readonly worth: readonly K[];
  /** null: Ctrl+K does not find records of this view. */
  readonly found: Found<K> | null;
  /** null: the view has no grid of its own. */
  readonly screen: P;
  /** null: the view is not read by windows; it has a client of its own. */
  readonly source: L;
}

/** Requires words for every field that `terms.ts` does not name, also in details. */
type Worded<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends ListField<infer R>
    ? { readonly list: Worded<R> }
    : F[K] extends ListsField<infer L>
      ? { readonly lists: { readonly [P in keyof L]: Worded<L[P]> } }
      : K extends Term
        ? unknown
        : { readonly words: Words };
};
type SignedName<S> = S extends Signed<infer N> ? N : never;
type AnyName<F extends Fields, S> = NameOf<F> | SignedName<S>;
type AmountName<F extends Fields, S> = NameOfType<F, 'importe'> | SignedName<S>;

export const defineView = <
  const N extends string,
  const F extends Fields,
  const D extends readonly NameOfType<NoInfer<F>, 'fecha' | 'fechaHora'>[],
  const L extends Source<NoInfer<D>[number], NameOf<NoInfer<F>>> | null,
  const P extends Screen<AnyName<NoInfer<F>, NoInfer<S>>> | null,
  const S extends Signed<string, NameOfType<NoInfer<F>, 'importe'>, NameOfType<NoInfer<F>, 'texto'>> | undefined =
    undefined,
>(
  view: View<N, F, D, AnyName<NoInfer<F>, NoInfer<S>>, L, P, S> & {
    readonly fields: Worded<NoInfer<F>>;
    readonly worth: readonly AmountName<NoInfer<F>, NoInfer<S>>[];
    readonly found: { readonly amount: AmountName<NoInfer<F>, NoInfer<S>> | null } | null;
  },
): View<N, F, D, AnyName<F, S>, L, P, S> => view;
