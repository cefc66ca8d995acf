import type { ValidationDocument } from '#contract/documents.ts';
import { AppError } from '#contract/errors.ts';
import type { ExplainedCupon } from '#contract/explanations.ts';
import type { Method, MethodParsed } from '#contract/inputs.ts';
import type { DateWindow } from '#domain/civil-date.ts';
import type { Account } from '../accounts/account.ts';
import { toCoverageDocument } from '../coverage/coverage.ts';
import type { LocalData } from '../open/index.ts';
import type { FunctionsOf, MethodContext } from '../dispatch/dispatch.ts';
import { findConciliacion, listUploadsOfLedger } from '../uploaded/uploads.ts';
import { createExports } from './export.ts';
import type { CuponSource, ExplainedPage, FileCupon, ItemFilter, ReviewedRows } from './questions.ts';
import type { Ask } from './scope.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';

type ReadingOptions = Pick<MethodParsed<'explicaciones.previa'>, 'hoja' | 'plantilla' | 'mapear' | 'respuestas'>;

/** Reads files before they are sent; returns the documents of `validar` with their coupons. */
type ValidateFiles = (
  files: readonly string[],
  options: ReadingOptions & { readonly cupones: true },
  context: MethodContext,
) => Promise<readonly ValidationDocument[]>;

interface Deps extends Pick<LocalData, 'accounts' | 'caches' | 'ledgers' | 'clock'> {
  readonly ask: Ask;
  readonly validate: ValidateFiles;
  /** The rows under review. Throws `REVISION_INEXISTENTE`. */
  readonly reviewOf: (account: Account, revision: string) => Promise<ReviewedRows>;
  /** Reads a result from the service and stores it, without the lock of the data folder. Throws `CONCILIACION_INEXISTENTE`. */
  readonly readResult: (input: MethodParsed<'conciliaciones.leer'>, context: MethodContext) => Promise<unknown>;
}

export type Explanations = FunctionsOf<Extract<Method, `explicaciones.${string}`>>;

type RowFix = Required<Pick<ExplainedCupon, 'id'>> & { readonly valores: NonNullable<ExplainedCupon['arreglo']> };

/** Some rows of a review and their operations' values, with the version of the review for which they were found. */
export type FixesOf = (
  account: Account,
  request: {
    readonly revision: string;
    readonly which: Pick<ItemFilter, 'causa' | 'certeza' | 'fixable' | 'solo' | 'reenviar'>;
  },
  context: MethodContext,
) => Promise<{ readonly version: number | null; readonly fixes: readonly RowFix[] }>;

/** A range of the filtered coupons; by default all. */
interface Stretch {
  readonly desde?: number | undefined;
  readonly limite?: number | undefined;
}

/** The most coupons to describe at once: the operations of a hundred thousand coupons would not fit in the thread's memory. */
const PIECE = 10_000;

export function createExplanations(deps: Deps): Explanations & { readonly fixesOf: FixesOf } {
  const { accounts, caches, ledgers, ask, validate, readResult, clock } = deps;
  /** How many previews of files were explained: each gets the next number as its name. */
  let readings = 0;

  const coverageOf = (account: Account, days: DateWindow | null) =>
    caches.read(account, (cache) => toCoverageDocument(cache, { metodo: 'operaciones', ...days, ahora: clock.now() }));

  async function explain(
    account: Account,
    { desde = 0, limite = Infinity, ...filter }: Omit<ItemFilter, keyof Stretch> & Stretch,
    how: Omit<Parameters<Ask>[2], keyof MethodContext> & MethodContext,
  ) {
    const askFrom = (from: number): Promise<ExplainedPage> =>
      ask(account, { kind: 'page', filter: { ...filter, desde: from, limite: Math.min(limite, PIECE) } }, how);
    const { days, previa, ...first } = await askFrom(desde);
    const cupones = [...first.cupones];
    while (cupones.length < limite && desde + cupones.length < first.total) {
      const next = await askFrom(desde + cupones.length);
      if (next.cupones.length === 0) break; // fewer coupons are left than when the first piece was read
      cupones.push(...next.cupones);
    }
    return { previa, doc: { ...first, cupones, cobertura: coverageOf(account, days) } };
  }

  /** The requested reconciliation, after storing its result if it was not stored; undefined for all. */
  async function conciliacionOf(
    { cuenta, de, sinPreguntar }: Pick<MethodParsed<'explicaciones.explicar'>, 'cuenta' | 'de' | 'sinPreguntar'>,
    account: Account,
    context: MethodContext,
  ): Promise<string | undefined> {
    if (de === undefined) return undefined;
    const ledger = await ledgers.openExisting(account);
    const id = ledger?.upload(de) === undefined ? de : findConciliacion(ledger, de);
    if (id === null)
      throw new AppError('CONCILIACION_INEXISTENTE', { detail: { carga: de }, mensaje: REFUSALS.noResultYet });
    const sources = { ledger, results: await caches.existingResults(account) };
    const isKnown =
      sources.results?.show(id) !== undefined ||
      listUploadsOfLedger(sources, account.id).some(({ conciliacion }) => conciliacion === id);
    if (!isKnown) await readResult({ cuenta, id, sinPreguntar }, context);
    return id;
  }

  const sourceOf = async (account: Account, revision: string): Promise<CuponSource> => ({
    kind: 'review',
    ...(await deps.reviewOf(account, revision)),
  });

  async function readFiles(files: readonly string[], options: ReadingOptions, { signal, onProgress }: MethodContext) {
    const validated = await validate(files, { ...options, cupones: true }, { signal, onProgress });
    const cupones = validated.flatMap((one): FileCupon[] =>
      'cupones' in one ? (one.cupones ?? []).map(({ fila, cupon }) => ({ archivo: one.archivo, fila, cupon })) : [],
    );
    readings += 1;
    return { source: { kind: 'files' as const, name: String(readings), cupones }, validated };
  }

  const methods: Omit<Explanations, 'exportar' | 'exportar_faltantes'> & { readonly fixesOf: FixesOf } = {
    async explicar(input, context) {
      const { idioma, cuenta: _, de: _of, sinPreguntar: _ask, ...filter } = input;
      const account = await accounts.choose(input.cuenta);
      const conciliacion = await conciliacionOf(input, account, context);
      return (await explain(account, { ...filter, conciliacion }, { ...context, idioma })).doc;
    },

    async previa(input, context) {
      const { cuenta: name, idioma, archivos = [], revision, hoja, plantilla, mapear, respuestas, ...filter } = input;
      const account = await accounts.choose(name);
      const { source, validated } =
        revision === undefined
          ? await readFiles(archivos, { hoja, plantilla, mapear, respuestas }, context)
          : { source: await sourceOf(account, revision), validated: [] };
      const { doc, previa } = await explain(account, filter, { ...context, idioma, source });
      const files = validated.map((one) => {
        if (!('cupones' in one)) return one;
        const { cupones: _, ...summary } = one;
        return summary;
      });
      return { ...doc, archivos: files, ...previa };
    },

    async fixesOf(account, { revision, which }, context) {
      const source = await sourceOf(account, revision);
      const { doc, previa } = await explain(account, which, { ...context, source });
      const fixes = doc.cupones.flatMap(({ id, arreglo = {} }): RowFix[] =>
        id === undefined ? [] : [{ id, valores: arreglo }],
      );
      return { version: previa.version, fixes };
    },

    async faltantes({ cuenta: name, idioma, ...filter }, context) {
      const { desde, hasta } = filter;
      if (hasta < desde) throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.periodBackwards('leyó') });
      const account = await accounts.choose(name);
      const missing = await ask(account, { kind: 'missing', ...filter }, { ...context, idioma });
      return { ...missing, cobertura: coverageOf(account, { desde, hasta }) };
    },
  };

  const { explicar, faltantes } = methods;
  return { ...methods, ...createExports({ accounts, caches, ledgers, clock, explicar, faltantes }) };
}
