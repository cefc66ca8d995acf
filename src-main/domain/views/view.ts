/**
 * How a view of the service's data is stated: its fields and their shapes, what people call them, what it is looked for by, what a screen
 * shows first, where it is asked for (docs/views.md). Plain data, without functions nor zod, so that the page may have it too. Longer than
 * most: a definition and what the compiler refuses of it are one thing.
 */
import type { CivilDate } from '../civil-date.ts';
import type { DateTime } from '../date-time.ts';
import type { Money } from '../money.ts';
import type { Extra } from '../row.ts';
import type { Shape } from '../shape.ts';
import type { Term } from './terms.ts';

/** Spanish, English. */
export type Words = readonly [es: string, en: string];

/** What a value is, once read. */
interface Values {
  texto: string;
  entero: number;
  importe: Money;
  fecha: CivilDate;
  /** May come without a time, which is not midnight. */
  fechaHora: DateTime;
  booleano: boolean;
}
/** `json` is a detail, shown apart. */
export type FieldType = keyof Values | 'json';

/**
 * The shapes that a field of a row may come in. A closed list: `service/list/wire-of.ts` reads each, and `domain/shape.ts` has the words for a
 * value that is not of it. `optional`: a row may come without the value.
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
  fecha_suelta_o_nada: { type: 'fechaHora', optional: true },
  booleano: { type: 'booleano', optional: false },
  booleano_o_nulo: { type: 'booleano', optional: true },
} as const satisfies Partial<Record<Shape, { readonly type: keyof Values; readonly optional: boolean }>>;
export type FieldShape = keyof typeof FIELD_SHAPES;
type ShapeValues = {
  [S in FieldShape]:
    Values[(typeof FIELD_SHAPES)[S]['type']] | ((typeof FIELD_SHAPES)[S]['optional'] extends true ? null : never);
};
export type ShapeValue<S extends FieldShape> = ShapeValues[S];

/** What people call a field; nothing where `terms.ts` has its word. */
type Said = readonly [] | Words;

interface PlainField<S extends FieldShape = FieldShape, W extends Said = Said> {
  readonly shape: S;
  readonly words: W;
}
/** What we put beside a row, as the month that a total is of: the service does not send it. */
interface OwnField<S extends FieldShape = FieldShape, W extends Said = Said> extends PlainField<S, W> {
  readonly ours: true;
}
/** A detail that may not come: a list of rows. */
interface ListField<F extends Fields = Fields> {
  readonly shape: 'json';
  readonly words: readonly [];
  readonly list: F;
}
/** The same, several lists by their names. */
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
/** The names of what the service sends. */
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
/** A row of a view, as the domain has it. */
export type RowOf<V extends { readonly fields: Fields }> = Row<V['fields']>;

const fieldOf =
  <S extends FieldShape>(shape: S) =>
  <const W extends Said>(...words: W): PlainField<S, W> => ({ shape, words });
export const identifier = fieldOf('identificador');
export const text = fieldOf('texto');
/** A text that always says something. */
export const code = fieldOf('codigo');
/** The identifier of another record. */
export const link = fieldOf('vinculo');
export const count = fieldOf('cuenta');
export const optionalCount = fieldOf('cuenta_o_nada');
export const amount = fieldOf('importe_sin_miles');
export const optionalAmount = fieldOf('importe_sin_miles_o_nada');
/** With thousands commas, which calendar and totals have. */
export const groupedAmount = fieldOf('importe_con_miles_o_nulo');
export const isoDate = fieldOf('fecha_iso');
export const optionalIsoDate = fieldOf('fecha_iso_o_nada');
export const dmyDate = fieldOf('fecha_dmy');
export const dateTime = fieldOf('fecha_hora');
export const optionalDateTime = fieldOf('fecha_hora_o_nada');
/** In one of the forms that are known: the description does not state which. */
export const looseDate = fieldOf('fecha_suelta_o_nada');
export const boolean = fieldOf('booleano');
export const optionalBoolean = fieldOf('booleano_o_nulo');
export const ours = <const S extends FieldShape, const W extends Said>(field: PlainField<S, W>): OwnField<S, W> => ({
  ...field,
  ours: true,
});
export const list = <const F extends Fields>(fields: F): ListField<F> => ({ shape: 'json', words: [], list: fields });
export const lists = <const L extends Readonly<Record<string, Fields>>>(parts: L): ListsField<L> => ({
  shape: 'json',
  words: [],
  lists: parts,
});

type TypeOf<F extends ViewField> = F extends PlainField<infer S> ? (typeof FIELD_SHAPES)[S]['type'] : 'json';
type NameOf<F extends Fields> = keyof F & string;
/** Names of the fields of some types. */
type NameOfType<F extends Fields, T extends FieldType> = {
  [K in NameOf<F>]: TypeOf<F[K]> extends T ? K : never;
}[NameOf<F>];

/** A name that is no field of the service, with its words. */
interface Named<N extends string = string> {
  readonly name: N;
  readonly words: Words;
}
/**
 * An amount that comes without its sign, which another field says. It stays as it came and is never added up; beside it goes one derived field:
 * the amount where `by` is `plus`, minus its absolute value where it is `minus`, null for any other text.
 */
export interface Signed<N extends string = string, A extends string = string, B extends string = string> {
  readonly field: A;
  readonly by: B;
  readonly plus: string;
  readonly minus: string;
  /** The derived field. */
  readonly as: Named<N>;
  /** The parts of its sum: what came in and, negative, what went out. */
  readonly sums: { readonly plus: Named; readonly minus: Named };
}

/** Where the service gives it, and what its description says of asking there. */
export interface Source<D extends string = string, K extends string = string> {
  readonly path: string;
  /** The name that the rows come under. */
  readonly list: string;
  /** Rows to ask for: the stated maximum, or the stated default where no maximum is. */
  readonly pageSize: number;
  /** Where no maximum is stated: how many to try once the default is seen to be too few. */
  readonly largerPageSize?: number;
  /** Whether the description says by which date it is filtered. */
  readonly dateIsStated: boolean;
  /** The dates that may be asked for with a time; none where days are whole. */
  readonly withTimes: readonly D[];
  /** The parameter that says which of the dates the period is of, where there is one. */
  readonly dateParam?: string;
  /** Always sent. */
  readonly always?: Readonly<Record<string, string>>;
  /** The field with the name of a row's store, where the list can be asked store by store; else null. */
  readonly byStore: K | null;
}

/** What a grid shows first. */
export interface Screen<K extends string = string> {
  /** In sight, in order; every other field can be chosen. */
  readonly columns: readonly K[];
  /** Among them, the ones that go when there is no room, the first one first. */
  readonly secondary: readonly K[];
  /** Offered first to filter by. */
  readonly filters: readonly K[];
  readonly order: { readonly field: K; readonly descending: boolean };
}

/** How Ctrl+K names a record. */
export interface Found<K extends string = string, A extends string = string> {
  /** Views are looked through in this order: of equally good records the first ones are shown. */
  readonly rank: number;
  /** What names a record, the one that says most first. */
  readonly fields: readonly K[];
  readonly amount: A | null;
  /** What goes beside. */
  readonly beside: readonly K[];
}

export interface View<
  N extends string = string,
  F extends Fields = Fields,
  D extends readonly string[] = readonly string[],
  /** Names of the fields, the derived one among them. Apart from `F`: a definition is then a `View` whatever its names. */
  K extends string = string,
  L extends Source | null = Source | null,
  P extends Screen | null = Screen | null,
  S extends Signed | undefined = Signed | undefined,
> {
  readonly name: N;
  readonly title: Words;
  readonly fields: F;
  readonly signed?: S;
  /** The dates that a period may be of, the view's own first; none where it has no dates. */
  readonly dates: D;
  /** Fields that tell a record apart without its identifier (docs/gaps.md, `ids`); none where it is never known again by another id. */
  readonly natural: readonly K[];
  /** Fields with an index of their own: asked for one value, it is the way in. The migrations make them. */
  readonly indexes: readonly K[];
  /** What a typed text is looked for in. `indexed`: the view grows, and has an index of what people type. */
  readonly searched: { readonly fields: readonly K[]; readonly indexed: boolean };
  /** The amounts that say what a row is worth, for what is said of few of them in a line. */
  readonly worth: readonly K[];
  /** null: Ctrl+K does not find these. */
  readonly found: Found<K> | null;
  /** null: it has no grid of its own. */
  readonly screen: P;
  /** null: it is not a list that is read by windows, and has a client of its own. */
  readonly source: L;
}

/** A field that no shared term names needs its own words, in details too. */
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

/** States a view. Every name of a field is checked against `fields`. */
export function defineView<
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
): View<N, F, D, AnyName<F, S>, L, P, S> {
  return view;
}
