/** The methods `explicaciones.*`. Past 300 lines because they share whose coupons are meant and how what the thread found is said. */
import { AppError } from '#contract/errors.ts';
import type { ExplanationsOutputs, ExplanationLanguage, MissingOperacion } from '#contract/explanations.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { getCertainty } from '#domain/matching/explain/certainty.ts';
import { NONE_STRENGTH, ORDINARY_STRENGTH, SLIPS_STRENGTH } from '#domain/matching/model/priors.ts';
import type { Progress } from '#domain/matching/progress.ts';
import { formatPlain } from '#domain/money.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { ReadRow } from '#storage/cache/index.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import { toCoverageDocument, NO_COVERAGE } from '../coverage/coverage.ts';
import type { Caches } from '../open/caches.ts';
import type { Ledgers } from '../open/ledgers.ts';
import type { OpenResults } from '../open/results.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { Import } from '../import/index.ts';
import { toDecisionDocument } from './decision-document.ts';
import { getDecisionWords } from '#domain/texts/decisions.ts';
import { findConciliacion } from '../uploaded/uploads.ts';
import {
  describeCause,
  describeCupon,
  describeError,
  describeOperacion,
  describeSummary,
  round,
  type DecisionOf,
  type Operaciones,
  type SeqOf,
} from './document.ts';
import type { RowFix } from './fixes.ts';
import type { ExplainedItem, ExplainedPage, FileCupon, ItemFilter, Missing, ReviewedRows } from './questions.ts';
import { createScopes } from './scope.ts';
import { catalogueOf } from '#domain/texts/explanation-catalogues.ts';
import type { Catalogue } from '#domain/texts/explanations.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { createSeqs } from './seqs.ts';
import type { ExplainingThread } from './thread.ts';

interface Deps {
  readonly choose: (name: string | undefined) => Promise<Account>;
  readonly caches: Caches;
  readonly results: OpenResults;
  readonly ledgers: Ledgers;
  /** Where the files of each account are. */
  readonly folder: Pick<DataFolder, 'accountFolder'>;
  readonly importer: () => Promise<Pick<Import, 'validate'>>;
  /** The rows under review. Throws `REVISION_INEXISTENTE`. */
  readonly reviewOf: (account: Account, revision: string) => Promise<ReviewedRows>;
  /** Reads a result from the service and keeps it. Throws `CONCILIACION_INEXISTENTE`. */
  readonly readResult: (
    input: { readonly account: string | undefined; readonly id: string; readonly withoutAsking: boolean | undefined },
    context: MethodContext,
  ) => Promise<unknown>;
  readonly thread: ExplainingThread;
  readonly clock: Clock;
  /** Makes names for explanations that are asked for only once. */
  readonly unique: () => string;
}

type Method = keyof ExplanationsOutputs;
type Name<M extends Method> = M extends `explicaciones.${infer N}` ? N : never;
/** One function for each method. */
export type Explanations = {
  readonly [M in Method as Name<M>]: (
    input: MethodParsed<M>,
    context: MethodContext,
  ) => Promise<ExplanationsOutputs[M]>;
};

/** The rows of a review that are to take the values of their operations. */
export interface FixRequest {
  readonly revision: string;
  readonly which: Pick<ItemFilter, 'causa' | 'certeza' | 'solo'>;
}

/** The values for rows under review, and the version of the review in which they were found. */
export interface FixesOfReview {
  readonly version: number | null;
  readonly fixes: readonly RowFix[];
}

/** So many operations are read from the cache at once. */
const CHUNK = 500;
const ALL = Number.MAX_SAFE_INTEGER;

interface FixesMethod {
  /** The values of the operations for the rows of a review. */
  readonly fixesOf: (account: Account, request: FixRequest, context: MethodContext) => Promise<FixesOfReview>;
}

/** Explains the unmatched coupons of an account, of files before they are sent, and the operations that have no coupon. */
export function createExplanations(deps: Deps): Explanations & FixesMethod {
  const { choose, caches, results, ledgers, importer, readResult, thread, clock, unique } = deps;

  const { scopeOf, ledgerUploads, stateOf } = createScopes(deps);

  /** The requested reconciliation, after its result was kept; undefined for all of them. */
  async function conciliacionOf(
    {
      cuenta: name,
      de,
      sinPreguntar: withoutAsking,
    }: { cuenta?: string | undefined; de?: string | undefined; sinPreguntar?: boolean | undefined },
    account: Account,
    context: MethodContext,
  ): Promise<string | undefined> {
    if (de === undefined) return undefined;
    const ledger = await ledgers.openExisting(account);
    const own = ledger?.upload(de) !== undefined;
    const id = own && ledger !== undefined ? findConciliacion(ledger, de) : de;
    if (id === null) {
      throw new AppError('CONCILIACION_INEXISTENTE', {
        detail: { carga: de },
        mensaje: REFUSALS.noResultYet,
      });
    }
    const kept = await results.openExisting(account);
    const inLedger = (await ledgerUploads(account)).some(({ conciliacion }) => conciliacion === id);
    if (kept?.show(id) === undefined && !inLedger) await readResult({ account: name, id, withoutAsking }, context);
    return id;
  }

  const toAskOptions = ({ signal, onProgress }: MethodContext) => ({
    signal,
    onProgress: ({ stage, done, total }: Progress) => {
      onProgress({ fase: stage, hecho: done, total });
    },
  });

  async function operacionesOf(account: Account, ids: readonly string[], signal: AbortSignal): Promise<Operaciones> {
    const rows = await caches.withReader(account, async (reader): Promise<readonly ReadRow[]> =>
      reader === undefined ? [] : reader.byId('operaciones', ids, signal),
    );
    return new Map(rows.map((row) => [String(row['id']), row]));
  }

  /** Operations with the coupons that each may be. One that the cache no longer has is left out. */
  async function listMissing(
    account: Account,
    operaciones: Missing['operaciones'],
    signal: AbortSignal,
  ): Promise<readonly MissingOperacion[]> {
    const listed: MissingOperacion[] = [];
    for (let from = 0; from < operaciones.length; from += CHUNK) {
      const chunk = operaciones.slice(from, from + CHUNK);
      const ids = chunk.map(({ id }) => id);
      const rows = await operacionesOf(account, ids, signal);
      for (const { id, cupones } of chunk) {
        const row = rows.get(id);
        if (row === undefined) continue;
        const places = cupones.map(({ place, puntaje }) => ({
          ...place,
          puntaje: round(puntaje),
          certeza: getCertainty(puntaje),
        }));
        listed.push({ operacion: describeOperacion(row), cupones: places });
      }
    }
    return listed;
  }

  const coverageOf = (account: Account, days: { readonly desde: CivilDate; readonly hasta: CivilDate } | null) =>
    caches.read(account, (cache) =>
      cache === undefined
        ? NO_COVERAGE
        : toCoverageDocument(cache, { metodo: 'operaciones', ...days, ahora: clock.now() }),
    );

  const seqsOf = (ledger: Ledger | undefined, account: Account): SeqOf =>
    createSeqs(ledger, (id) => ledger?.uploadOf(account.id, id) ?? null);

  /** The coupons of files that were not sent, and the errors of the other rows. */
  async function readFiles(
    files: readonly string[],
    options: Pick<MethodParsed<'explicaciones.previa'>, 'hoja' | 'plantilla' | 'mapear'>,
    { signal, onProgress }: MethodContext,
  ) {
    const reader = await importer();
    const validated = await reader.validate(files, { ...options, cupones: true }, { signal, onProgress });
    const cupones = validated.flatMap((one): FileCupon[] =>
      'cupones' in one ? (one.cupones ?? []).map(({ fila, cupon }) => ({ archivo: one.archivo, fila, cupon })) : [],
    );
    return { source: { kind: 'files' as const, name: unique(), cupones }, validated };
  }

  interface Saying {
    readonly cuenta: Account;
    readonly catalogue: Catalogue;
    readonly seqOf: SeqOf;
    readonly decisionOf: DecisionOf;
    readonly before: boolean;
    readonly signal: AbortSignal;
  }

  async function say(items: readonly ExplainedItem[], saying: Saying) {
    const { cuenta, signal, ...rest } = saying;
    const said = [];
    for (let from = 0; from < items.length; from += CHUNK) {
      const chunk = items.slice(from, from + CHUNK);
      const ids = new Set(
        chunk.flatMap(({ explicacion: explanation }) => explanation.candidatos.map(({ operacion }) => operacion)),
      );
      const operaciones = await operacionesOf(cuenta, [...ids], signal);
      for (const item of chunk) said.push(describeCupon(item, { ...rest, operaciones }));
    }
    return said;
  }

  /** What was decided about the coupons of a page. */
  async function decisionsIn(page: ExplainedPage, account: Account, language: ExplanationLanguage | undefined) {
    const { cupones } = await stateOf(account);
    const facts = new Map(page.facts.map((one) => [one.sale, one]));
    const [words, today] = [getDecisionWords(language), civilDateAt(clock.now())];
    return ({ sale }: ExplainedItem) => {
      const decision = sale === null ? undefined : cupones.get(sale);
      if (sale === null || decision === undefined) return null;
      return toDecisionDocument(decision, { words, today, facts: facts.get(sale) });
    };
  }

  async function documentOf(page: ExplainedPage, id: string | null, saying: Saying) {
    const { cuenta, catalogue } = saying;
    return {
      id,
      causas: page.causas.map((cause) => describeCause(cause, catalogue)),
      error_estimado: describeError(page.error),
      cupones: await say(page.items, saying),
      total: page.total,
      resumen: describeSummary(page.resumen, catalogue),
      sinBajar: page.outside,
      podados: page.pruned,
      cobertura: coverageOf(cuenta, page.days),
    };
  }

  const methods: Omit<Explanations, 'exportar' | 'exportar_faltantes'> & FixesMethod = {
    async explicar(input, context) {
      const { idioma, desde = 0, limite = ALL, motivo, certeza, causa: cause, ns, orden, decididos } = input;
      const account = await choose(input.cuenta);
      const conciliacion = await conciliacionOf(input, account, context);
      const scope = await scopeOf(account, { kind: 'account' });
      const filter = { conciliacion, motivo, certeza, causa: cause, ns, orden, decididos, desde, limite };
      const page = await thread.ask(scope, { kind: 'page', filter }, toAskOptions(context));
      const seqOf = seqsOf(await ledgers.openExisting(account), account);
      const { signal } = context;
      return documentOf(page, conciliacion ?? null, {
        cuenta: account,
        catalogue: catalogueOf(idioma),
        seqOf,
        decisionOf: await decisionsIn(page, account, idioma),
        before: false,
        signal,
      });
    },

    async cascada({ cuenta: name, conciliacion, n, operacion }, context) {
      const scope = await scopeOf(await choose(name), { kind: 'account' });
      return thread.ask(scope, { kind: 'waterfall', conciliacion, n, operacion }, toAskOptions(context));
    },

    async pesos({ cuenta: name }, context) {
      const scope = await scopeOf(await choose(name), { kind: 'account' });
      const { levels, learntFrom, ordinaryFrom, none } = await thread.ask(
        scope,
        { kind: 'weights' },
        toAskOptions(context),
      );
      return {
        aprendidoDe: learntFrom,
        habitualDe: ordinaryFrom,
        previos: { fallas: SLIPS_STRENGTH, habitual: ORDINARY_STRENGTH, ninguna: NONE_STRENGTH },
        ninguna: none,
        niveles: levels,
      };
    },

    async previa({ cuenta: name, idioma, archivos = [], revision, hoja, plantilla, mapear, ...filter }, context) {
      const account = await choose(name);
      const { signal } = context;
      const { source, validated } =
        revision === undefined
          ? await readFiles(archivos, { hoja, plantilla, mapear }, context)
          : { source: { kind: 'review' as const, ...(await deps.reviewOf(account, revision)) }, validated: [] };
      const scope = await scopeOf(account, source);
      const { desde = 0, limite = ALL } = filter;
      const page = await thread.ask(
        scope,
        { kind: 'page', filter: { ...filter, desde, limite } },
        toAskOptions(context),
      );
      const saying = {
        cuenta: account,
        catalogue: catalogueOf(idioma),
        seqOf: () => null,
        decisionOf: () => null,
        before: true,
        signal,
      };
      const would = page.resumen.find(({ motivo }) => motivo === 'COINCIDE_SIN_CONCILIAR');
      return {
        ...(await documentOf(page, null, saying)),
        archivos: validated.map((one) => {
          if (!('cupones' in one)) return one;
          const { cupones: _, ...summary } = one;
          return summary;
        }),
        conciliarian: { cupones: would?.cupones ?? 0, importe: formatPlain(would?.importe ?? 0n) },
        version: page.version,
        arreglables: { muyProbables: page.fixable.likely, porCausa: page.fixable.ofCauses },
      };
    },

    async fixesOf(account, { revision, which }, context) {
      const scope = await scopeOf(account, { kind: 'review', ...(await deps.reviewOf(account, revision)) });
      const filter = { ...which, fixable: true, desde: 0, limite: ALL };
      const { items, version } = await thread.ask(scope, { kind: 'page', filter }, toAskOptions(context));
      const catalogue = catalogueOf(undefined);
      const saying = {
        cuenta: account,
        catalogue,
        seqOf: () => null,
        decisionOf: () => null,
        before: true,
        signal: context.signal,
      };
      const fixes = (await say(items, saying)).flatMap(({ id, arreglo }): RowFix[] =>
        id === undefined || arreglo === undefined ? [] : [{ id, valores: arreglo }],
      );
      return { version, fixes };
    },

    async faltantes({ cuenta: name, desde, hasta, idioma, grupo, limite }, context) {
      if (hasta < desde) throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.periodBackwards('leyó') });
      const account = await choose(name);
      const scope = await scopeOf(account, { kind: 'account' });
      const question = { kind: 'missing', desde, hasta, group: grupo, limit: limite } as const;
      const { groups, operaciones, unmatched } = await thread.ask(scope, question, toAskOptions(context));
      const catalogue = catalogueOf(idioma);
      const list = (some: Missing['operaciones']) => listMissing(account, some, context.signal);
      return {
        operaciones: await list(operaciones),
        noConciliadas: {
          operaciones: unmatched.count,
          importe: formatPlain(unmatched.importe),
          texto: unmatched.count === 0 ? '' : catalogue.unmatched(unmatched.count, unmatched.importe),
          detalle: await list(unmatched.operaciones),
        },
        resumen: groups.map(({ untouched, importe, ...group }) => ({
          ...group,
          importe: formatPlain(importe),
          cajaSinCargar: untouched,
          texto: catalogue.missing({ ...group, importe, untouched }),
        })),
        cobertura: coverageOf(account, { desde, hasta }),
      };
    },
  };

  const toWriteOptions = (account: Account, destination: string, { signal, onProgress }: MethodContext) => ({
    signal,
    now: clock.now(),
    destination,
    cuenta: account.nombre,
    onProgress: (done: number, total: number) => {
      onProgress({ fase: 'informe', hecho: done, total });
    },
  });
  return {
    ...methods,
    async exportar({ cuenta: name, exportar, cupones: wanted, cuales = [], causa }, context) {
      const account = await choose(name);
      const doc = await methods.explicar({ cuenta: name }, context);
      const { pickCupones, writeQueue } = await import('./export.ts');
      const cupones = pickCupones(doc, wanted);
      const causes = causa === undefined ? doc.causas : doc.causas.slice(causa, causa + 1);
      const exported = await writeQueue(
        { ...doc, cupones, causas: causes },
        cuales,
        toWriteOptions(account, exportar, context),
      );
      return { exportado: exported, filas: cupones.length };
    },

    async exportar_faltantes({ cuenta: name, exportar, ...days }, context) {
      const account = await choose(name);
      const doc = await methods.faltantes({ cuenta: name, ...days }, context);
      const { writeGap } = await import('./export.ts');
      return {
        exportado: await writeGap(doc, days, toWriteOptions(account, exportar, context)),
        filas: doc.resumen.length,
      };
    },
  };
}
