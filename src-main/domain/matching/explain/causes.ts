/** Finds causes: what coupons that did not match have in common. */
import { formatPlain } from '../../money.ts';
import type { Explanation, Motivo, MotivoCode } from './reasons.ts';

/** What coupons of a cause may share. For different amounts, `razon` is operation divided by coupon (3 decimals), `diferencia` coupon minus operation. */
export const CAUSE_ATTRIBUTES = [
  'razon',
  'diferencia',
  'archivo',
  'establecimiento',
  'lote',
  'terminal',
  'marca',
  'cuotas',
  'dia',
] as const;
export type CauseAttribute = (typeof CAUSE_ATTRIBUTES)[number];

/** What the search for causes needs of a coupon. `motivo` is null if the coupon matched or would match. */
export interface CauseSubject {
  readonly key: string;
  readonly motivo: MotivoCode | null;
  /** True if a person settled the coupon. It still counts as proof of the cause, which must not end with the first decision, but the cause does not list it. */
  readonly isSettled?: boolean;
  /** The upload of the coupon: files of two uploads may have the same name. */
  readonly of?: string;
  /** Distinguishes variants of one reason, such as a day later and a day earlier; empty if it has no variants. */
  readonly variant: string;
  /** In centavos. */
  readonly importe: number;
  /** The coupon's values as people know them; a value that the coupon lacks is absent. The name of a lote includes its terminal. */
  readonly atributos: Readonly<Partial<Record<CauseAttribute, string>>>;
}

/** All kinds of systematic causes. The codes are public: add, never rename. */
export const CAUSES = [
  'ESTABLECIMIENTO_AJENO', 'IMPORTES_POR_100', 'FECHAS_CORRIDAS', 'DIA_Y_MES_CAMBIADOS', 'CAMPOS_CAMBIADOS', 'LOTE_SIN_OPERACIONES',
  'TERMINAL_SIN_OPERACIONES', 'DIAS_SIN_BAJAR', 'REPETIDOS', 'IMPORTES_EN_PROPORCION', 'IMPORTES_CON_DIFERENCIA', 'MOTIVO_COMUN',
] as const; // prettier-ignore
export type CauseCode = (typeof CAUSES)[number];

/** Coupons that share an attribute and a reason, compared with all other coupons. */
export interface Cause {
  readonly codigo: CauseCode;
  readonly motivo: MotivoCode;
  readonly variant: string;
  readonly atributo: CauseAttribute;
  readonly valor: string;
  /** The keys of the cause's coupons, in order. A coupon belongs to at most one cause. */
  readonly cupones: readonly string[];
  /** How many coupons have the attribute, matched or not, and how many of these matched (`motivo` null). */
  readonly conAtributo: number;
  readonly conciliadosConAtributo: number;
  /** How many coupons lack the attribute, and how many of these have the same reason. */
  readonly sinAtributo: number;
  readonly mismoMotivoSinAtributo: number;
  readonly sinConciliar: number;
  /** How many times more common the reason is among coupons with the attribute than among coupons without it. */
  readonly veces: number;
  readonly importe: number;
  /** Only for a ratio or a difference: the card or the number of instalments that all coupons of the cause have, but not all other coupons. */
  readonly comparten?: { readonly atributo: CauseAttribute; readonly valor: string };
  /** Only for a table of surcharges (`joinSurcharges`): each ratio or difference, with its card or number of instalments. */
  readonly partes?: readonly CausePart[];
}

interface CausePart extends Required<Pick<Cause, 'valor' | 'comparten'>> {
  readonly cupones: number;
}

/** A cause needs at least `FEWEST` coupons, a `SHARE` of those with the attribute, and a reason `TIMES` as common as without the attribute. */
const FEWEST = 3;
const SHARE = 0.5;
const TIMES = 5;
/** A group is a cause only if the probability that chance produces it, times the number of groups, is at most this. */
const CHANCE = 1e-6;

/** The usual share of a reason. A file with few coupons beside the group is filled up to `CONTRAST` with imaginary coupons of this share. */
const USUAL: Readonly<Partial<Record<MotivoCode, number>>> = {
  COMERCIO_AJENO: 0,
  CAMPOS_CAMBIADOS: 0,
  IMPORTE_POR_100: 0,
  DIA_Y_MES_CAMBIADOS: 0,
  ESTABLECIMIENTO_DISTINTO: 0,
  FECHA_DISTINTA: 0.1,
};
const CONTRAST = 100;

const REASONED: Readonly<Partial<Record<MotivoCode, CauseCode>>> = {
  COMERCIO_AJENO: 'ESTABLECIMIENTO_AJENO',
  IMPORTE_POR_100: 'IMPORTES_POR_100',
  FECHA_DISTINTA: 'FECHAS_CORRIDAS',
  DIA_Y_MES_CAMBIADOS: 'DIA_Y_MES_CAMBIADOS',
  CAMPOS_CAMBIADOS: 'CAMPOS_CAMBIADOS',
  FUERA_DE_COBERTURA: 'DIAS_SIN_BAJAR',
  DUPLICADO_EN_CARGA: 'REPETIDOS',
};

function getCauseCode(motivo: MotivoCode, attribute: CauseAttribute): CauseCode {
  if (attribute === 'razon') return 'IMPORTES_EN_PROPORCION';
  if (attribute === 'diferencia') return 'IMPORTES_CON_DIFERENCIA';
  const missing = motivo === 'SIN_OPERACION';
  if (missing && attribute === 'lote') return 'LOTE_SIN_OPERACIONES';
  if (missing && attribute === 'terminal') return 'TERMINAL_SIN_OPERACIONES';
  return REASONED[motivo] ?? 'MOTIVO_COMUN';
}

/** The rank of a cause's attribute: a foreign establishment explains more than the file that has it. */
const placeOf = ({ motivo, atributo }: Pick<Cause, 'motivo' | 'atributo'>): number =>
  motivo === 'COMERCIO_AJENO' && atributo === 'establecimiento' ? -1 : CAUSE_ATTRIBUTES.indexOf(atributo);

interface Group extends Pick<Cause, 'motivo' | 'variant' | 'atributo' | 'valor'> {
  /** The key of the attribute's coupons in `countAttributes`. */
  readonly of: string;
  readonly subjects: CauseSubject[];
}

/** The probability that at least `count` of a group have the reason by chance, if each has it with `probability` (an upper bound of the binomial tail). */
function chanceOf(count: number, of: number, probability: number): number {
  const share = count / of;
  if (share <= probability) return 1;
  const p = Math.min(1 - 1e-9, Math.max(1e-9, probability));
  const divergence = share * Math.log(share / p) + (share < 1 ? (1 - share) * Math.log((1 - share) / (1 - p)) : 0);
  return Math.exp(-of * divergence);
}

/** The share of the coupons without the attribute that have the reason, with the imaginary coupons of `USUAL`. */
function usualShareOf(motivo: MotivoCode, outside: number, elsewhere: number): number {
  const usual = USUAL[motivo];
  const lacking = usual === undefined ? 0 : Math.max(0, CONTRAST - outside);
  return (elsewhere + 0.5 + lacking * (usual ?? 0)) / (outside + lacking + 1);
}

const isOpen = ({ motivo, isSettled }: CauseSubject): boolean => motivo !== null && isSettled !== true;

/** Each attribute of a coupon with its value, and a key that coupons with the same value share. */
const listAttributes = ({ atributos, of = '' }: CauseSubject) =>
  CAUSE_ATTRIBUTES.flatMap((attribute) => {
    const value = atributos[attribute];
    if (value === undefined) return [];
    return { attribute, value, key: `${attribute}|${value}${attribute === 'archivo' ? `|${of}` : ''}` };
  });

function countAttributes(subjects: readonly CauseSubject[]) {
  const counts = new Map<string, { all: number; matched: number }>();
  for (const subject of subjects) {
    for (const { key } of listAttributes(subject)) {
      const count = counts.get(key) ?? { all: 0, matched: 0 };
      counts.set(key, { all: count.all + 1, matched: count.matched + (isOpen(subject) ? 0 : 1) });
    }
  }
  return counts;
}

/** The groups of coupons that share an attribute and a reason, each in the order of the keys; and how many coupons have each reason. */
function groupByReason(subjects: readonly CauseSubject[]) {
  const groups = new Map<string, Group>();
  const sameReason = new Map<string, number>();
  for (const subject of [...subjects].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const { motivo, variant } = subject;
    if (motivo === null) continue;
    const reason = `${motivo}|${variant}`;
    sameReason.set(reason, (sameReason.get(reason) ?? 0) + 1);
    for (const { attribute, value, key: of } of listAttributes(subject)) {
      const key = `${reason}|${of}`;
      const group = groups.get(key) ?? { motivo, variant, atributo: attribute, valor: value, of, subjects: [] };
      group.subjects.push(subject);
      groups.set(key, group);
    }
  }
  return { groups: [...groups.values()], sameReason };
}

/** Attributes by which a ratio or difference may vary: surcharges depend on the card or the number of instalments. */
const GROUNDS = ['cuotas', 'marca'] as const satisfies readonly CauseAttribute[];

function findShared(
  own: readonly CauseSubject[],
  { all, countOf }: { readonly all: number; readonly countOf: (key: string) => number },
): NonNullable<Cause['comparten']> | undefined {
  for (const attribute of GROUNDS) {
    const [value, ...others] = new Set(own.map(({ atributos }) => atributos[attribute]));
    if (value === undefined || others.length > 0) continue;
    if (countOf(`${attribute}|${value}`) < all) return { atributo: attribute, valor: value };
  }
  return undefined;
}

/**
 * Finds systematic causes, of the largest groups first, by comparing coupons with and without each attribute: among all coupons, and among the unmatched
 * ones of each upload, because the faults of one upload hide those of another. `isShown`: the coupons of the page. A page has the causes of all coupons,
 * so that a coupon has the same cause on each page, and lists the page's coupons only.
 */
export function findCauses(
  subjects: readonly CauseSubject[],
  isShown: (subject: CauseSubject) => boolean = () => true,
): readonly Cause[] {
  const shown = subjects.filter(isShown);
  const shownCounts = countAttributes(shown);
  const open = new Map(shown.filter(isOpen).map(({ key, importe }) => [key, importe]));
  const { matched = [], unmatched = [] } = Object.groupBy(subjects, ({ motivo }) =>
    motivo === null ? 'matched' : 'unmatched',
  );
  const matchedCounts = countAttributes(matched);

  /** The causes of these unmatched coupons, contrasted with each other and with all matched coupons. */
  function findIn(own: readonly CauseSubject[]): readonly FoundCause[] {
    const counts = countAttributes(own);
    const countOf = (key: string): number => (counts.get(key)?.all ?? 0) + (matchedCounts.get(key)?.all ?? 0);
    const all = own.length + matched.length;
    const { groups, sameReason } = groupByReason(own);
    const makeCause = ({ motivo, variant, atributo, valor, of, subjects: its }: Group): FoundCause => {
      const { all: conAtributo, matched: conciliados } = shownCounts.get(of) ?? { all: 0, matched: 0 };
      const withAttribute = countOf(of);
      const elsewhere = (sameReason.get(`${motivo}|${variant}`) ?? 0) - its.length;
      const outside = all - withAttribute;
      const isOfAmounts = atributo === 'razon' || atributo === 'diferencia';
      const shared = isOfAmounts ? findShared(its, { all, countOf }) : undefined;
      return {
        codigo: getCauseCode(motivo, atributo),
        motivo,
        variant,
        atributo,
        valor,
        of,
        cupones: its.map(({ key }) => key),
        conAtributo,
        conciliadosConAtributo: conciliados,
        sinAtributo: outside,
        mismoMotivoSinAtributo: elsewhere,
        sinConciliar: open.size,
        withAttribute,
        veces: its.length / withAttribute / usualShareOf(motivo, outside, elsewhere),
        importe: 0,
        ...(shared === undefined ? {} : { comparten: shared }),
      };
    };
    const isSystematic = (cause: FoundCause): boolean => {
      const { cupones, withAttribute, sinAtributo, mismoMotivoSinAtributo, veces: times } = cause;
      const usual = usualShareOf(cause.motivo, sinAtributo, mismoMotivoSinAtributo);
      return (
        cupones.length >= withAttribute * SHARE &&
        times >= TIMES &&
        chanceOf(cupones.length, withAttribute, usual) * groups.length <= CHANCE
      );
    };
    return groups
      .filter((group) => group.subjects.length >= FEWEST)
      .map(makeCause)
      .filter(isSystematic);
  }

  const uploads = [...Map.groupBy(unmatched, ({ of = '' }) => of).values()];
  const found = mergeSame([unmatched, ...(uploads.length > 1 ? uploads : [])].flatMap(findIn));
  // Causes with more coupons first; then with the larger share of the attribute's coupons, then by the attribute's rank.
  const order = (a: FoundCause, b: FoundCause): number =>
    b.cupones.length - a.cupones.length ||
    b.cupones.length / b.withAttribute - a.cupones.length / a.withAttribute ||
    placeOf(a) - placeOf(b) ||
    (`${a.motivo}|${a.variant}|${a.valor}` < `${b.motivo}|${b.variant}|${b.valor}` ? -1 : 1);
  const causes: FoundCause[] = [];
  const explained = new Set<string>();
  for (const cause of found.sort(order)) {
    const left = cause.cupones.filter((key) => !explained.has(key));
    // If other causes took most coupons of a group, the group is no cause.
    if (left.length < FEWEST || left.length < cause.cupones.length * SHARE) continue;
    for (const key of left) explained.add(key);
    causes.push({ ...cause, cupones: left });
  }
  return joinCauses(causes, { all: subjects.length, open }).flatMap(({ withAttribute: _, of: _of, ...cause }) => {
    const cupones = cause.cupones.filter((key) => open.has(key));
    const importe = cupones.reduce((sum, key) => sum + (open.get(key) ?? 0), 0);
    return cupones.length === 0 ? [] : [{ ...cause, cupones, importe }];
  });
}

/** `withAttribute`: how many of the compared coupons have the attribute, also beyond the page. */
interface FoundCause extends Cause, Pick<Group, 'of'> {
  readonly withAttribute: number;
}

/** Makes one cause of those that several uploads have in common. */
function mergeSame(causes: readonly FoundCause[]): FoundCause[] {
  const same = Map.groupBy(causes, ({ motivo, variant, of, comparten: shared }) =>
    [motivo, variant, of, shared?.atributo, shared?.valor].join('|'),
  );
  return [...same.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    const cupones = [...new Set([first, ...others].flatMap((cause) => cause.cupones))].sort();
    return { ...first, cupones, withAttribute: Math.max(first.withAttribute, cupones.length) };
  });
}

/**
 * Joins ratios (or differences) of several cards, or numbers of instalments, into one cause: a table of surcharges. Joins causes of files of one name too.
 * `all`: the number of coupons.
 */
function joinCauses(
  causes: readonly FoundCause[],
  { all, open }: { readonly all: number; readonly open: ReadonlyMap<string, number> },
): readonly FoundCause[] {
  const tables = Map.groupBy(causes, ({ codigo, motivo, variant, atributo, valor, comparten: shared }) =>
    shared === undefined
      ? [motivo, variant, atributo, valor].join('|')
      : [codigo, motivo, 'comparten', shared.atributo].join('|'),
  );
  const joined = [...tables.values()].flatMap((own): readonly FoundCause[] => {
    const [first] = own;
    if (first === undefined || own.length === 1) return own;
    const apart = [...new Map(own.map((cause) => [cause.of, cause])).values()];
    const sumOf = (count: (cause: FoundCause) => number): number => apart.reduce((sum, cause) => sum + count(cause), 0);
    const { comparten: shared, ...rest } = first;
    const withAny = sumOf(({ withAttribute }) => withAttribute);
    const cupones = own.flatMap((cause) => cause.cupones).sort();
    const elsewhere = Math.max(0, first.mismoMotivoSinAtributo + first.cupones.length - cupones.length);
    const partes = own.flatMap(({ valor, comparten, cupones: its }) => {
      const left = its.filter((key) => open.has(key)).length;
      return comparten === undefined || left === 0 ? [] : [{ valor, comparten, cupones: left }];
    });
    return [
      {
        ...rest,
        valor: [...new Set(own.map(({ valor }) => valor))].join('; '),
        cupones,
        withAttribute: withAny,
        conAtributo: sumOf(({ conAtributo }) => conAtributo),
        conciliadosConAtributo: sumOf(({ conciliadosConAtributo }) => conciliadosConAtributo),
        sinAtributo: all - withAny,
        mismoMotivoSinAtributo: elsewhere,
        veces: cupones.length / withAny / usualShareOf(first.motivo, all - withAny, elsewhere),
        ...(shared === undefined ? {} : { partes }),
      },
    ];
  });
  return joined.length === causes.length ? causes : joined.sort((a, b) => b.cupones.length - a.cupones.length);
}

function getVariant(motivo: Motivo): string {
  if (motivo.codigo === 'FECHA_DISTINTA') return String(motivo.dias);
  if (motivo.codigo === 'IMPORTE_POR_100') return motivo.veces;
  return motivo.codigo === 'CAMPOS_CAMBIADOS' ? motivo.nivel : '';
}

/** A ratio this close to one is ignored: the coupons then share the difference instead. */
const NEAR_ONE = 0.002;

/** The ratio and the difference of an amount, which coupons with the same tip, tax or surcharge share. */
function amountAttributesOf(motivo: Motivo): Pick<CauseSubject['atributos'], 'razon' | 'diferencia'> {
  if (motivo.codigo !== 'IMPORTE_DISTINTO' || motivo.cupon === 0) return {};
  const ratio = motivo.operacion / motivo.cupon;
  return {
    ...(Math.abs(ratio - 1) < NEAR_ONE ? {} : { razon: ratio.toFixed(3) }),
    diferencia: formatPlain(motivo.diferencia),
  };
}

/** Describes a coupon for the search for causes. For a returned coupon takes the reason of its differences, because each return concerns one sale only. */
export function makeSubject(
  { key, motivo }: Pick<Explanation, 'key' | 'motivo'>,
  attributes: CauseSubject['atributos'],
  importe: number,
): CauseSubject {
  const shared = (motivo.codigo === 'DEVUELTA' ? motivo.difiere : undefined) ?? motivo;
  return {
    key,
    motivo: shared.codigo,
    variant: getVariant(shared),
    importe,
    atributos: { ...attributes, ...amountAttributesOf(shared) },
  };
}
