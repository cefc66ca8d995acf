/** Finds the coupons and operations that an input means in what this PC keeps, and refuses in words those that are not there. */
import type { CuponPlace } from '#contract/decisions.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { AppError } from '#contract/errors.ts';
import { DECISION_REFUSALS } from '#domain/texts/decision-refusals.ts';
import { AUXILIARIES, FIELDS_IN_ORDER, parseCanonicalText, type Cupon, type CuponField } from '#domain/cupon.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import { type DecidedCupon, type DecidedOperacion, cuponesOf } from '#domain/decisions/events.ts';
import { saleIdOf } from '#domain/decisions/sale-key.ts';
import { toCentavos } from '#domain/money.ts';
import { textIn } from '#domain/row.ts';
import type { ReadRow } from '#storage/cache/index.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import { findConciliacion } from '../uploaded/uploads.ts';
import type { AskedCupon, ResolvedCupon, Resolved, DecidedFacts } from '../explanations/questions.ts';
import type { SeqOf } from '../explanations/document.ts';
import { refuse, attempt } from './refusals.ts';
import type { Account } from '../accounts/account.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { readOperaciones } from '../explanations/saying.ts';
import type { Scopes } from '../explanations/scope.ts';
import type { ExplainingThread } from '../explanations/thread.ts';
import type { Caches } from '../open/caches.ts';

export type DecisionInput = MethodParsed<'decisiones.tomar'>['decisiones'][number];
export type CuponRef = Extract<DecisionInput, { tipo: 'nota' }>['cupon'];

/** Names a coupon of an input. */
const keyOfRef = (ref: CuponRef): string =>
  'seq' in ref ? `${ref.carga} ${String(ref.seq)}` : `${ref.conciliacion}:${String(ref.n)}`;

export const refsOf = (input: DecisionInput): readonly CuponRef[] =>
  input.tipo === 'vinculo' ? input.cupones : [input.cupon];

/** Our upload by its name or by the id of its reconciliation. Throws `CARGA_INEXISTENTE`. */
function uploadOf(ledger: Ledger, accountId: string, name: string): string {
  const upload = ledger.upload(name) === undefined ? ledger.uploadOf(accountId, name) : name;
  if (upload === null) throw new AppError('CARGA_INEXISTENTE', { detail: { carga: name } });
  return upload;
}

/** What is looked for. Throws `CARGA_INEXISTENTE`, `CUPON_INEXISTENTE`. */
function askFor(ledger: Ledger, accountId: string, ref: CuponRef): AskedCupon {
  if ('n' in ref) return { of: ref.conciliacion, n: ref.n };
  const upload = uploadOf(ledger, accountId, ref.carga);
  const row = ledger.cupon(upload, ref.seq);
  if (row === undefined) {
    const total = ledger.upload(upload)?.total ?? 0;
    throw refuse('CUPON_INEXISTENTE', DECISION_REFUSALS.numberUnknown(total, ref.seq, ref.carga), {
      carga: upload,
      seq: ref.seq,
    });
  }
  return {
    of: findConciliacion(ledger, upload) ?? upload,
    seq: ref.seq,
    archivo: ledger.upload(upload)?.archivos[row.archivo] ?? null,
    fila: row.fila,
    cupon: parseCanonicalText(row.texto),
  };
}

const OF_MARKERS: ReadonlySet<CuponField> = new Set(AUXILIARIES);

/** A coupon without the fields that may carry the marker: they say nothing of the sale. */
function withoutMarker(cupon: Cupon): Cupon {
  const own: { -readonly [K in keyof Cupon]: Cupon[K] } = {};
  for (const field of FIELDS_IN_ORDER) {
    if (!OF_MARKERS.has(field) && cupon[field] !== undefined) own[field] = cupon[field];
  }
  return own;
}

/** The coupon as decisions name it. Throws `CUPON_CONCILIADO`, `CUPON_INEXISTENTE`. */
export function toDecidedCupon(
  { ledger, accountId, seqOf }: { readonly ledger: Ledger; readonly accountId: string; readonly seqOf: SeqOf },
  ref: CuponRef,
  found: ResolvedCupon,
): DecidedCupon {
  const which = 'seq' in ref ? ({ n: ref.seq, of: 'upload' } as const) : ({ n: ref.n, of: 'result' } as const);
  if (found.estado === 'no_esta') {
    throw refuse('CUPON_INEXISTENTE', DECISION_REFUSALS.cuponNotOpen(which));
  }
  if (found.estado === 'conciliado' || found.conciliado) {
    throw refuse('CUPON_CONCILIADO', DECISION_REFUSALS.cuponMatched(which));
  }
  const { cupon } = found;
  const { conciliacion } = cupon;
  const own = 'seq' in ref ? uploadOf(ledger, accountId, ref.carga) : null;
  const upload = own ?? (conciliacion === null ? null : ledger.uploadOf(accountId, conciliacion));
  const seq = 'seq' in ref ? ref.seq : (cupon.seq ?? seqOf(cupon));
  return { ...cupon, carga: seq === null ? null : upload, seq, cupon: withoutMarker(cupon.cupon) };
}

/** The operation as decisions name it. Throws `OPERACION_INEXISTENTE`. */
export function toDecidedOperacion(id: string, row: ReadRow | undefined): DecidedOperacion {
  const sold = parseIsoDate(textIn(row ?? {}, 'fecha_venta')?.slice(0, 10) ?? '');
  const importe = row?.['importe'];
  const gone = row === undefined || typeof row['retirada'] === 'number';
  if (gone || sold === undefined || typeof importe !== 'number') {
    throw refuse('OPERACION_INEXISTENTE', DECISION_REFUSALS.operationNotHere(id), { operacion: id });
  }
  return {
    id,
    fecha_venta: sold,
    importe: toCentavos(importe),
    establecimiento: textIn(row, 'establecimiento'),
    terminal: textIn(row, 'terminal'),
    lote: textIn(row, 'lote'),
    comprobante: textIn(row, 'comprobante'),
    tarjeta_nro: textIn(row, 'tarjeta_nro'),
    autorizacion: textIn(row, 'autorizacion'),
    referencia: textIn(row, 'referencia'),
  };
}

/** Refuses an operation that a matched coupon holds. */
export function refuseHeld({ operaciones }: Resolved, ids: readonly string[]): void {
  for (const id of ids) {
    const held: CuponPlace | null = operaciones.find((one) => one.id === id)?.de ?? null;
    if (held === null) continue;
    throw refuse('OPERACION_TOMADA', DECISION_REFUSALS.operationMatched(id, held), { operacion: id });
  }
}

/** Looks in the results, the cache and the ledger for what an input names, in the thread that has matched them all. */

export interface FinderDeps {
  readonly caches: Caches;
  readonly scopes: Pick<Scopes, 'scopeOf'>;
  readonly thread: ExplainingThread;
}

export type Finder = ReturnType<typeof createFinder>;

export function createFinder({ caches, scopes, thread }: FinderDeps) {
  /** What is known now of some sales that were decided about. */
  async function factsOf(account: Account, sales: readonly string[], { signal }: MethodContext) {
    if (sales.length === 0) return new Map<string, DecidedFacts>();
    const scope = await scopes.scopeOf(account, { kind: 'account' });
    const facts = await thread.ask(scope, { kind: 'facts', sales }, { signal });
    return new Map(facts.map((one) => [one.sale, one]));
  }

  /** Looks for the coupons of an input and for the holders of some operations. `foundOf` throws what `askFor` throws. */
  async function findAll(
    account: Account,
    ledger: Ledger,
    { refs, operaciones }: { readonly refs: readonly CuponRef[]; readonly operaciones: readonly string[] },
    { signal }: MethodContext,
  ): Promise<{ readonly foundOf: (ref: CuponRef) => ResolvedCupon; readonly resolved: Resolved }> {
    const byName = new Map(refs.map((ref) => [keyOfRef(ref), attempt(() => askFor(ledger, account.id, ref))]));
    const asked = [...byName].flatMap(([name, one]) => ('done' in one ? [{ name, cupon: one.done }] : []));
    const scope = await scopes.scopeOf(account, { kind: 'account' });
    const cupones = asked.map(({ cupon }) => cupon);
    const resolved = await thread.ask(scope, { kind: 'resolve', cupones, operaciones }, { signal });
    const found = new Map(asked.map(({ name }, i) => [name, resolved.cupones[i]]));
    const foundOf = (ref: CuponRef): ResolvedCupon => {
      const name = byName.get(keyOfRef(ref));
      if (name !== undefined && 'refused' in name) throw name.refused;
      return found.get(keyOfRef(ref)) ?? { estado: 'no_esta' };
    };
    return { foundOf, resolved };
  }

  /** The sale of a coupon: as a decision names it, else as the results do. */
  async function saleOf(
    account: Account,
    ledger: Ledger,
    ref: CuponRef,
    context: MethodContext,
  ): Promise<string | undefined> {
    if ('seq' in ref) {
      const upload = uploadOf(ledger, account.id, ref.carga);
      const named = ledger
        .readDecisions()
        .flatMap(({ decision }) => cuponesOf(decision))
        .find((cupon) => cupon.carga === upload && cupon.seq === ref.seq);
      if (named !== undefined) return saleIdOf(named);
    }
    const { foundOf } = await findAll(account, ledger, { refs: [ref], operaciones: [] }, context);
    const one = foundOf(ref);
    return one.estado === 'abierto' ? one.sale : undefined;
  }

  return {
    factsOf,
    findAll,
    readOperaciones: (account: Account, ids: readonly string[], signal: AbortSignal) =>
      readOperaciones(caches, { cuenta: account, ids }, signal),
    saleOf,
  };
}
