/** The methods `explicaciones.*`: whose coupons are meant, and what the thread is asked. */
import type { ValidationDocument } from '#contract/documents.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Clock } from '#domain/clock.ts';
import type { Progress } from '#domain/matching/progress.ts';
import { formatPlain } from '#domain/money.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { Account } from '../accounts/account.ts';
import type { Caches } from '../open/caches.ts';
import type { Ledgers } from '../open/ledgers.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { findConciliacion } from '../uploaded/uploads.ts';
import type { Explanations } from './methods.ts';
import type { RowFix } from './document.ts';
import type { FileCupon, ItemFilter, Missing, OtherPlace, ReviewedRows } from './questions.ts';
import { createScopes } from './scope.ts';
import { sayMissing, sayUnmatched } from '#domain/texts/cause-sentences.ts';
import { chooseIn } from '#domain/texts/language.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { createWords } from './saying.ts';
import { createSeqs, findOtherSeqs } from './seqs.ts';
import type { ExplainingThread } from './thread.ts';

type ReadingOptions = Pick<MethodParsed<'explicaciones.previa'>, 'hoja' | 'plantilla' | 'mapear' | 'respuestas'>;

/** Reads files that were not sent; the documents of `validar` with their coupons. */
type ValidateFiles = (
  files: readonly string[],
  options: ReadingOptions & { readonly cupones: true },
  context: MethodContext,
) => Promise<readonly ValidationDocument[]>;

interface Deps {
  readonly choose: (name: string | undefined) => Promise<Account>;
  readonly caches: Caches;
  readonly ledgers: Ledgers;
  /** Where the files of each account are. */
  readonly folder: Pick<DataFolder, 'accountFolder'>;
  readonly validate: ValidateFiles;
  /** The rows under review. Throws `REVISION_INEXISTENTE`. */
  readonly reviewOf: (account: Account, revision: string) => Promise<ReviewedRows>;
  /** Reads a result from the service and keeps it. Throws `CONCILIACION_INEXISTENTE`. */
  readonly readResult: (input: MethodParsed<'conciliaciones.leer'>, context: MethodContext) => Promise<unknown>;
  readonly thread: ExplainingThread;
  readonly clock: Clock;
  /** Makes names for explanations that are asked for only once. */
  readonly unique: () => string;
}

/** The rows of a review that are to take the values of their operations. */
interface FixRequest {
  readonly revision: string;
  readonly which: Pick<ItemFilter, 'causa' | 'certeza' | 'solo'>;
}

/** The values for rows under review, and the version of the review in which they were found. */
interface FixesOfReview {
  readonly version: number | null;
  readonly fixes: readonly RowFix[];
}

/** The values of the operations for the rows of a review. */
export type FixesOf = (account: Account, request: FixRequest, context: MethodContext) => Promise<FixesOfReview>;
interface FixesMethod {
  readonly fixesOf: FixesOf;
}

const ALL = Number.MAX_SAFE_INTEGER;
/** Coupons that were not sent have no number in an upload, and no decision. */
const NOT_SENT = { seqOf: () => null, findOtherSeqs: () => () => null, decisionOf: () => null, before: true } as const;

/** Explains the unmatched coupons of an account, of files before they are sent, and the operations that have no coupon. */
export function createExplanations(deps: Deps): Explanations & FixesMethod {
  const { choose, caches, ledgers, validate, readResult, thread, clock, unique } = deps;

  const { scopeOf, ledgerUploads, stateOf } = createScopes(deps);
  const { coverageOf, decisionsIn, documentOf, listMissing, say } = createWords({ caches, stateOf, clock });

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
    const id = ledger?.upload(de) === undefined ? de : findConciliacion(ledger, de);
    if (id === null) {
      throw new AppError('CONCILIACION_INEXISTENTE', {
        detail: { carga: de },
        mensaje: REFUSALS.noResultYet,
      });
    }
    const kept = await caches.existingResults(account);
    const inLedger = (await ledgerUploads(account)).some(({ conciliacion }) => conciliacion === id);
    if (kept?.show(id) === undefined && !inLedger)
      await readResult({ cuenta: name, id, sinPreguntar: withoutAsking }, context);
    return id;
  }

  const toAskOptions = ({ signal, onProgress }: MethodContext) => ({
    signal,
    onProgress: ({ stage, done, total }: Progress) => {
      onProgress({ fase: stage, hecho: done, total });
    },
  });

  /** Finds the numbers of an account's coupons in its uploads. */
  async function seqsOf(account: Account) {
    const ledger = await ledgers.openExisting(account);
    const uploadOf = (id: string): string | null => ledger?.uploadOf(account.id, id) ?? null;
    return {
      seqOf: createSeqs(ledger, uploadOf),
      findOtherSeqs: (others: readonly OtherPlace[]) => findOtherSeqs(ledger, uploadOf, others),
    };
  }

  /** The coupons of files that were not sent, and the errors of the other rows. */
  async function readFiles(files: readonly string[], options: ReadingOptions, { signal, onProgress }: MethodContext) {
    const validated = await validate(files, { ...options, cupones: true }, { signal, onProgress });
    const cupones = validated.flatMap((one): FileCupon[] =>
      'cupones' in one ? (one.cupones ?? []).map(({ fila, cupon }) => ({ archivo: one.archivo, fila, cupon })) : [],
    );
    return { source: { kind: 'files' as const, name: unique(), cupones }, validated };
  }

  const methods: Omit<Explanations, 'exportar' | 'exportar_faltantes'> & FixesMethod = {
    async explicar(input, context) {
      const { idioma, desde = 0, limite = ALL, motivo, certeza, causa: cause, ns, orden, decididos } = input;
      const account = await choose(input.cuenta);
      const conciliacion = await conciliacionOf(input, account, context);
      const scope = await scopeOf(account, { kind: 'account' });
      const filter = { conciliacion, motivo, certeza, causa: cause, ns, orden, decididos, desde, limite };
      const page = await thread.ask(scope, { kind: 'page', filter }, toAskOptions(context));
      const { signal } = context;
      return documentOf(page, conciliacion ?? null, {
        cuenta: account,
        inWords: chooseIn(idioma),
        ...(await seqsOf(account)),
        decisionOf: await decisionsIn(page, account, idioma),
        before: false,
        signal,
      });
    },

    async previa(input, context) {
      const { cuenta: name, idioma, archivos = [], revision, hoja, plantilla, mapear, respuestas, ...filter } = input;
      const account = await choose(name);
      const { signal } = context;
      const { source, validated } =
        revision === undefined
          ? await readFiles(archivos, { hoja, plantilla, mapear, respuestas }, context)
          : { source: { kind: 'review' as const, ...(await deps.reviewOf(account, revision)) }, validated: [] };
      const scope = await scopeOf(account, source);
      const { desde = 0, limite = ALL } = filter;
      const page = await thread.ask(
        scope,
        { kind: 'page', filter: { ...filter, desde, limite } },
        toAskOptions(context),
      );
      const saying = { ...NOT_SENT, cuenta: account, inWords: chooseIn(idioma), signal };
      const would = page.resumen.find(({ motivo }) => motivo === 'COINCIDE_SIN_CONCILIAR');
      return {
        ...(await documentOf(page, null, saying)),
        archivos: validated.map((one) => {
          if (!('cupones' in one)) return one;
          const { cupones: _, ...summary } = one;
          return summary;
        }),
        conciliarian: {
          cupones: would?.cupones ?? 0,
          importe: formatPlain(would?.importe ?? 0n),
          yaEnviados: page.sentAgain,
        },
        version: page.version,
        arreglables: { muyProbables: page.fixable.likely, porCausa: page.fixable.ofCauses },
      };
    },

    async fixesOf(account, { revision, which }, context) {
      const scope = await scopeOf(account, { kind: 'review', ...(await deps.reviewOf(account, revision)) });
      const filter = { ...which, fixable: true, desde: 0, limite: ALL };
      const { items, version } = await thread.ask(scope, { kind: 'page', filter }, toAskOptions(context));
      const saying = { ...NOT_SENT, cuenta: account, inWords: chooseIn(), signal: context.signal };
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
      const inWords = chooseIn(idioma);
      const { seqOf } = await seqsOf(account);
      const list = (some: Missing['operaciones']) => listMissing(account, { operaciones: some, seqOf }, context.signal);
      return {
        operaciones: await list(operaciones),
        noConciliadas: {
          operaciones: unmatched.count,
          importe: formatPlain(unmatched.importe),
          texto: unmatched.count === 0 ? '' : sayUnmatched(unmatched.count, unmatched.importe, inWords),
          detalle: await list(unmatched.operaciones),
        },
        resumen: groups.map(({ untouched, importe, ...group }) => ({
          ...group,
          importe: formatPlain(importe),
          cajaSinCargar: untouched,
          texto: sayMissing({ ...group, importe, untouched }, inWords),
        })),
        cobertura: coverageOf(account, { desde, hasta }),
      };
    },
  };

  const loadExports = async () => {
    const { createExports } = await import('./export.ts');
    const { explicar, faltantes } = methods;
    return createExports({ choose, ledgers, ledgerUploads, clock, explicar, faltantes });
  };
  return {
    ...methods,
    // The first export loads what writes workbooks.
    exportar: async (input, context) => (await loadExports()).exportar(input, context),
    exportar_faltantes: async (input, context) => (await loadExports()).exportar_faltantes(input, context),
  };
}
