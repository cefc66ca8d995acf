/** The definition of a view of the service's data (docs/views.md): plain data without functions or zod, so that the screens can import it. */
import type { CivilDate, DateTime } from '../civil-date.ts';
import type { Money } from '../money.ts';
import type { Extra, Shape } from '../row.ts';
import type { Words } from '../texts/language.ts';
import type { Term } from './terms.ts';

interface Values {
  texto: string;
  entero: number;
  importe: Money;
  fecha: CivilDate;
  /** The time may be missing, which does not mean midnight. */
  fechaHora: DateTime;
  booleano: boolean;
}
/** `json`: a detail, which is shown separately. */
export type FieldType = keyof Values | 'json';

/** The shapes of fields, which `service/lists.ts` parses and `domain/texts/field-labels.ts` names. `optional`: a row may lack the value. */
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

/** The words for a field; empty if `terms.ts` has them. */
type Said = readonly [] | Words;

interface PlainField<S extends FieldShape = FieldShape, W extends Said = Said> {
  readonly shape: S;
  readonly words: W;
}
/** A field that the program adds to rows, such as the month of a total. */
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

interface Named<N extends string = string> {
  readonly name: N;
  readonly words: Words;
}
/** An amount whose sign another field (`by`) tells. The derived field `as` is positive for `plus`, negative for `minus`, null for other values. */
export interface Signed<N extends string = string, A extends string = string, B extends string = string> {
  readonly field: A;
  readonly by: B;
  readonly plus: string;
  readonly minus: string;
  readonly as: Named<N>;
  /** The two partial sums: credits, and debits as a negative number. */
  readonly sums: { readonly plus: Named; readonly minus: Named };
}

/** Where the service has the list, and how to request it, as the API description says. */
export interface Source<D extends string = string, K extends string = string> {
  readonly path: string;
  /** The key of the rows in the service's answer. */
  readonly list: string;
  /** How many rows to request for a page: the largest page that the description states, or else its default. */
  readonly pageSize: number;
  /** A page size to try when the default is too small and no largest page is stated. */
  readonly largerPageSize?: number;
  /** True if the API description says by which date the list is filtered. */
  readonly dateIsStated: boolean;
  /** The dates that can be requested with a time; empty if only whole days can. */
  readonly withTimes: readonly D[];
  /** The parameter that says which date the period is about, if there is one. */
  readonly dateParam?: string;
  readonly always?: Readonly<Record<string, string>>;
  /** The field with the store's name, for a list that can be requested store by store; else null. */
  readonly byStore: K | null;
}

export interface Screen<K extends string = string> {
  /** The visible columns in order. A person can add other fields. */
  readonly columns: readonly K[];
  /** Columns that hide first in a narrow grid. */
  readonly secondary: readonly K[];
  /** The fields that are offered first as filters. */
  readonly filters: readonly K[];
  readonly order: { readonly field: K; readonly descending: boolean };
}

export interface Found<K extends string = string, A extends string = string> {
  /** The view's rank in the search: of equally good records, lower ranks come first. */
  readonly rank: number;
  /** The fields that name a record, the most telling first. */
  readonly fields: readonly K[];
  readonly amount: A | null;
  readonly beside: readonly K[];
}

export interface View<
  N extends string = string,
  F extends Fields = Fields,
  D extends readonly string[] = readonly string[],
  /** The names of all fields, also the derived one. A parameter separate from `F`, so that every definition is a `View`. */
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
  /** Fields that identify a record whose id changed (docs/gaps.md, `ids`); empty if a changed id makes a new record. */
  readonly natural: readonly K[];
  /** Fields that get an index in `storage/cache/schema.ts`, for filters on one value. */
  readonly indexes: readonly K[];
  /** The fields in which typed text is searched. `indexed`: true for a view that keeps growing, which gets a search index. */
  readonly searched: { readonly fields: readonly K[]; readonly indexed: boolean };
  /** The amounts that say what a row is worth, for places where only few columns fit. */
  readonly worth: readonly K[];
  /** null if Ctrl+K does not search this view. */
  readonly found: Found<K> | null;
  readonly screen: P;
  /** null if the view has a client of its own and is not read by windows of days. */
  readonly source: L;
}

/** A type that requires words for each field that `terms.ts` does not name, also for fields of details. */
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
