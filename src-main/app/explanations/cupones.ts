/** Reads the coupons of an account or of files for the matching, and what explanations need of each coupon. */
import type { CuponPlace } from '#contract/decisions.ts';
import { FIELDS_IN_ORDER, importeOf, type Cupon, parseCanonicalText, pickFields } from '#domain/cupon.ts';
import { createSales, type DecidedSale, type Sales, saleKeyOf } from '#domain/decisions/sales.ts';
import { createCuponTable, type CuponTable } from '#domain/matching/fields/cupon-table.ts';
import type { CauseSubject } from '#domain/matching/explain/causes.ts';
import type { Steps } from '#domain/shared-work.ts';
import type { FileCupon, CuponSource } from './questions.ts';
import type { Result } from './work.ts';
import { fileAndRowOf, type ReviewCupones } from '#storage/review/index.ts';
import type { LedgerToRead } from '#storage/ledger/index.ts';
import { nameOfSale } from '#domain/cupones/duplicates.ts';

/** What is kept of a matched coupon. `of`: its reconciliation, or its upload if that has none yet; empty for an unsent file. */
export interface KnownCupon {
  readonly key: string;
  readonly of: string;
  readonly place: CuponPlace;
  readonly atributos: CauseSubject['atributos'];
  /** Centavos. */
  readonly importe: number;
}

/** A coupon to explain. `same`: the key of an equal coupon of a later result, whose explanation it gets. */
export interface OpenCupon extends KnownCupon, Pick<FileCupon, 'cupon' | 'sent' | 'isLeftOut'> {
  readonly same: string | undefined;
  /** The key of an earlier row that repeats the same coupon of an earlier upload. */
  readonly copyOf?: string | undefined;
}

export interface AccountCupones extends Sales<OpenCupon> {
  readonly matched: CuponTable;
  /** The keys of matched coupons that the files repeat, of the files' rows that repeat them, and of rows that repeat an unmatched coupon. */
  readonly again: {
    readonly matched: ReadonlySet<string>;
    readonly rows: ReadonlySet<string>;
    readonly unmatched: ReadonlySet<string>;
  };
  readonly known: ReadonlyMap<string, KnownCupon>;
  /** The coupons to explain, in the order of their readings or files. */
  readonly open: readonly OpenCupon[];
  readonly cupones: CuponTable;
  /** True if these decisions need no other sales, so that the coupons need not be read again. */
  readonly hasSalesOf: (decided: readonly DecidedSale[]) => boolean;
}

const PIECE = 2000;

/** Text that is the same for equal coupons. Leaves out the auxiliary fields, one of which may have our marker. */
export const identityOf = (cupon: Cupon): string =>
  FIELDS_IN_ORDER.map((field) => (field.startsWith('auxiliar_') ? '' : (cupon[field] ?? ''))).join('\u{1f}');

/** Keeps one copy of each text, because many coupons have the same values. */
function createAttributes() {
  const texts = new Map<string, string>();
  const shareText = (text: string): string => {
    const found = texts.get(text);
    if (found !== undefined) return found;
    texts.set(text, text);
    return text;
  };
  return ({ archivo }: CuponPlace, cupon: Cupon): CauseSubject['atributos'] => {
    const { establecimiento, lote, terminal, tarjeta_desc, fecha_venta, cuotas } = cupon;
    return {
      ...(archivo === null ? {} : { archivo: shareText(archivo) }),
      ...(establecimiento === undefined ? {} : { establecimiento: shareText(establecimiento) }),
      ...(terminal === undefined ? {} : { terminal: shareText(terminal) }),
      // Adds the terminal, because lotes of two terminals may have the same number.
      ...(lote === undefined
        ? {}
        : { lote: shareText(terminal === undefined ? lote : `${lote} (terminal ${terminal})`) }),
      ...(tarjeta_desc === undefined ? {} : { marca: shareText(tarjeta_desc) }),
      ...(cuotas === undefined ? {} : { cuotas: shareText(cuotas) }),
      ...(fecha_venta === undefined ? {} : { dia: shareText(fecha_venta) }),
    };
  };
}

/** Reads the coupons of all results. Matched coupons take their operations; the others have to be explained. `decided`: sales that have a decision. */
export function* readCupones(
  results: readonly Result[],
  {
    files,
    decided,
  }: { readonly files: Iterable<readonly FileCupon[]> | undefined; readonly decided: readonly DecidedSale[] },
): Steps<AccountCupones> {
  const attributesOf = createAttributes();
  const open = files === undefined ? yield* readOpen(results, attributesOf) : yield* readFiles(files, attributesOf);
  const sales = createSales(files === undefined ? open : [], decided);
  const matched = createCuponTable();
  const sentAgain = createSentAgain(
    files === undefined
      ? []
      : open.flatMap(({ key, cupon, sent = cupon, copyOf }) => (copyOf === undefined ? [{ key, cupon: sent }] : [])),
  );
  const matchedAgain = new Set<string>();
  const known = new Map<string, KnownCupon>();
  let done = 0;
  for (const { carga, cuponesOf } of results) {
    const findAgain = sentAgain.startResult();
    for (const { key, place, cupon, liquidacion } of cuponesOf('conciliado')) {
      if (findAgain(cupon)) matchedAgain.add(key);
      matched.add({ key, carga, cupon, liquidacionesId: liquidacion });
      const importe = importeOf(cupon);
      // Beside an unsent file, matched coupons get no file name: a file of the same name in an earlier upload is another file.
      const its = files === undefined ? place : { ...place, archivo: null };
      known.set(key, { key, of: carga, place, atributos: attributesOf(its, cupon), importe });
      if (sales.isNear(importe)) sales.addMatched({ key, place, of: carga, cupon, liquidacion });
      done += 1;
      if (done % PIECE === 0) yield { stage: 'datos', done, total: done };
    }
    if (files !== undefined) for (const { cupon } of cuponesOf('sin_conciliar')) findAgain(cupon, false);
  }
  for (const { key, copyOf = '' } of open)
    for (const rows of [sentAgain.matched, sentAgain.unmatched]) if (rows.has(copyOf)) rows.add(key);
  const found = sales.finish();
  const cupones = createCuponTable(open.length);
  for (const { key, place, cupon, same } of open) {
    if (same === undefined && !found.matchedBy.has(key)) cupones.add({ key, carga: place.conciliacion ?? '', cupon });
  }
  return {
    matched: matched.finish(),
    again: { matched: matchedAgain, rows: sentAgain.matched, unmatched: sentAgain.unmatched },
    known,
    open,
    cupones: cupones.finish(),
    ...found,
    hasSalesOf: sales.hasSalesOf,
  };
}

type AttributesOf = ReturnType<typeof createAttributes>;

function* readOpen(results: readonly Result[], attributesOf: AttributesOf): Steps<readonly OpenCupon[]> {
  const byResult = new Map<Result, readonly OpenCupon[]>();
  const seen = new Map<string, string>();
  for (const result of results.toSorted((a, b) => b.turn - a.turn)) {
    const { carga, cuponesOf } = result;
    const own: OpenCupon[] = [];
    const times = new Map<string, number>();
    for (const { key, place, cupon: fields } of cuponesOf('sin_conciliar')) {
      const cupon = pickFields(fields);
      const identity = identityOf(cupon);
      const time = (times.get(identity) ?? 0) + 1;
      times.set(identity, time);
      const which = `${String(time)}\u{1f}${identity}`;
      const same = seen.get(which);
      if (same === undefined) seen.set(which, key);
      const importe = importeOf(cupon);
      own.push({ key, place, cupon, same, of: carga, atributos: attributesOf(place, cupon), importe });
      if (own.length % PIECE === 0) yield { stage: 'datos', done: own.length, total: own.length };
    }
    byResult.set(result, own);
  }
  return results.flatMap((one) => byResult.get(one) ?? []);
}

function* readFiles(files: Iterable<readonly FileCupon[]>, attributesOf: AttributesOf): Steps<readonly OpenCupon[]> {
  const open: OpenCupon[] = [];
  const firstOf = new Map<string, string>();
  for (const piece of files) {
    for (const { archivo, fila, id, sentAs, ...row } of piece) {
      const place = { conciliacion: null, n: null, seq: null, archivo, fila, ...(id === undefined ? {} : { id }) };
      const key = `archivo ${String(open.length + 1).padStart(9, '0')}`;
      const copyOf = sentAs === undefined ? undefined : firstOf.get(sentAs);
      if (sentAs !== undefined && copyOf === undefined) firstOf.set(sentAs, key);
      const atributos = attributesOf(place, row.cupon);
      open.push({ ...row, copyOf, key, place, same: undefined, of: '', atributos, importe: importeOf(row.cupon) });
    }
    yield { stage: 'datos', done: open.length, total: open.length };
  }
  return open;
}

/** The coupons of files or of the rows under review; undefined for the coupons of the account. */
export function listCuponesBefore(
  source: CuponSource,
  { review, ledger }: { readonly review: ReviewCupones | undefined; readonly ledger: LedgerToRead | undefined },
): Iterable<readonly FileCupon[]> | undefined {
  switch (source.kind) {
    case 'account':
      return undefined;
    case 'files':
      return [source.cupones];
    case 'review':
      return review === undefined ? [] : readReview(review, source.archivos, ledger);
  }
}

function* readReview(
  review: ReviewCupones,
  files: readonly string[],
  ledger: LedgerToRead | undefined,
): Generator<readonly FileCupon[]> {
  const corrected = new Map<string, ReadonlyMap<number, string>>();
  const textSentIn = (carga: string, seq: number | null): string | undefined => {
    const its = corrected.get(carga) ?? ledger?.readCorrected(carga) ?? new Map<number, string>();
    corrected.set(carga, its);
    return its.get(seq ?? 0);
  };
  for (const piece of review.cuponesOf(PIECE)) {
    yield piece.map(({ id, texto, carga, seq, omitida }) => {
      const { archivo, fila } = fileAndRowOf(id);
      const cupon = parseCanonicalText(texto);
      const text = carga === null ? undefined : textSentIn(carga, seq);
      const sent = text === undefined ? (carga === null ? undefined : cupon) : parseCanonicalText(text);
      const sentAs = carga === null ? undefined : `${carga} ${String(seq)}`;
      return { archivo: files[archivo] ?? '', fila, id, cupon, sent, sentAs, isLeftOut: omitida === 1 };
    });
  }
}

// Below: finds the coupons of results that a file sends again. The service matches each reconciliation independently, so the operation of such a coupon is
// free for its own row. Equal sales are paired in order: a row stands for one coupon of each result.

const nameOf = (cupon: Cupon): string => nameOfSale(cupon) ?? saleKeyOf(cupon);

export function createSentAgain(rows: readonly { readonly key: string; readonly cupon: Cupon }[]) {
  const byName = Map.groupBy(rows, ({ cupon }) => nameOf(cupon));
  const [matched, unmatched] = [new Set<string>(), new Set<string>()];
  return {
    matched,
    unmatched,
    /** Starts a result. The returned function takes each coupon of the result, matched coupons first and in order, and tells whether a row sends it again. */
    startResult() {
      const turns = new Map<string, number>();
      return (cupon: Cupon, hasMatched = true): boolean => {
        if (byName.size === 0) return false;
        const name = nameOf(cupon);
        const turn = turns.get(name) ?? 0;
        turns.set(name, turn + 1);
        const row = byName.get(name)?.[turn];
        if (row !== undefined) (hasMatched ? matched : unmatched).add(row.key);
        return row !== undefined;
      };
    },
  };
}
