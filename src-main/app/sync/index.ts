import type { RefreshDocument } from '#contract/data.ts';
import { DEFAULT_DAYS } from '#contract/data-fields.ts';
import { AppError, getErrorMessage } from '#contract/errors.ts';
import type { SyncDocument } from '#contract/documents.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { addDays, civilDateAt, type CivilDate, type DateWindow } from '#domain/civil-date.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { METHODS, type ServiceMethod } from '#domain/views/index.ts';
import type { CacheWriter, WritableCache } from '#storage/cache/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { toCoverageDocument } from '../coverage/coverage.ts';
import type { LocalData } from '../open/index.ts';
import type { Listeners, Session, Sessions } from '../open/sessions.ts';
import type { FunctionsOf, MethodContext } from '../dispatch/dispatch.ts';
import { runSync, type Run } from './run.ts';
import { createCounts } from './failures.ts';
import { findNewMatches } from './new-matches.ts';
import { monthsOf, type Unit, listDueUnits, unitToCollect } from './units.ts';

interface Deps extends Omit<LocalData, 'accounts' | 'folder'> {
  readonly accounts: Pick<Accounts, 'choose'> & { readonly credenciales: Pick<Accounts['credenciales'], 'getStored'> };
  readonly sessions: Pick<Sessions, 'open'>;
  /** Reads a result from the service and stores it. Never asks the person. */
  readonly readResult: (input: MethodParsed<'conciliaciones.leer'>, context: MethodContext) => Promise<unknown>;
  readonly listeners: Listeners;
}

const NOTHING: RefreshDocument = { sincronizacion: null, aparecidos: [] };

function unitsOf(
  methods: readonly ServiceMethod[],
  { desde, hasta, hoy }: DateWindow & { readonly hoy: CivilDate },
): readonly Unit[] {
  // Orders by month first, so that the newest month of every method is read before older months.
  const units: Unit[] = monthsOf(desde, hasta).flatMap((month) =>
    methods.filter((method) => method !== 'comercios').map((method) => ({ metodo: method, ...month })),
  );
  // Sales that are still to be credited are read whenever today is included, because their date of sale may be before the requested months.
  const isCollected = desde <= hoy && hoy <= hasta && methods.includes('operaciones');
  return isCollected ? [...units, unitToCollect(hoy)] : units;
}

export function createSynchronise(deps: Deps): FunctionsOf<'datos.sincronizar' | 'sincronizacion.refrescar'> {
  const { accounts, sessions, caches, ledgers, readResult, listeners, clock } = deps;
  /** Synchronises the units of `corrida`, then calls `afterwards` with the same writing thread. */
  async function runReading<T>(
    { sesion: session, cache, corrida }: { sesion: Session; cache: WritableCache; corrida: Run },
    context: MethodContext,
    afterwards: (doc: SyncDocument, writer: CacheWriter) => Promise<T>,
  ): Promise<T> {
    const { metodos, desde, hasta } = corrida;
    const counts = createCounts(metodos);
    const writer = caches.writerOf(session.cuenta);
    try {
      const outcome = await runSync({ session, cache, writer, listeners, clock, counts }, corrida, context);
      if (outcome.grave !== undefined) throw outcome.grave;
      const now = clock.now();
      const doc = {
        metodos: metodos.map((method) => {
          const coverage = toCoverageDocument(cache, { metodo: method, desde, hasta, ahora: now });
          return { metodo: method, ...counts.countsOf(method), enDuda: coverage.enDuda, cobertura: coverage };
        }),
        fallas: counts.fallas(),
        ...endOf(counts, context.signal),
      };
      return await afterwards(doc, writer);
    } finally {
      await writer.close().catch(() => undefined); // a failed write already rejected
    }
  }

  return {
    /** Reads even what was read before. Failures go to `fallas` and do not stop the rest. Throws what prevents the start, and errors of this PC. */
    async sincronizar(input, context) {
      const today = civilDateAt(clock.now());
      const to = input.hasta ?? today;
      const from = input.desde ?? addDays(to, 1 - DEFAULT_DAYS);
      if (from > to) {
        throw new AppError('ENTRADA_INVALIDA', {
          mensaje: REFUSALS.periodBackwards('pidió', 'Revisá --desde y --hasta.'),
        });
      }
      const methods = METHODS.filter((method) => input.metodos === undefined || input.metodos.includes(method));
      const units = unitsOf(methods, { desde: from, hasta: to, hoy: today });
      const request = JSON.stringify([methods, from, to, units.some(({ campo }) => campo !== undefined)]);
      const run = { pedido: request, metodos: methods, desde: from, hasta: to, units };
      const session = await sessions.open(input.cuenta, context.signal);
      return caches.use(session.cuenta, (cache) =>
        runReading({ sesion: session, cache, corrida: run }, context, (doc) => Promise.resolve(doc)),
      );
    },

    /** Reads due data (`units.ts`), finds earlier coupons that match now. Does nothing for an account that was never read or has no stored secret. */
    async refrescar(input, context) {
      const account = await accounts.choose(input.cuenta);
      const hasCache = caches.read(account, (cache) => cache !== undefined);
      if (!hasCache || (await accounts.credenciales.getStored(account)).credentials === undefined) return NOTHING;
      const session = await sessions.open(account.nombre, context.signal);
      return caches.use(account, async (cache) => {
        const units = listDueUnits(cache, clock.now());
        const [first] = units;
        if (first === undefined) return NOTHING;
        const methods = METHODS.filter((method) => units.some((unit) => unit.metodo === method));
        const to = civilDateAt(clock.now());
        const from = units.reduce((before, unit) => (unit.desde < before ? unit.desde : before), first.desde);
        const run = { pedido: JSON.stringify(['refresco', to]), metodos: methods, desde: from, hasta: to, units };
        return runReading({ sesion: session, cache, corrida: run }, context, async (synchronisation, writer) => {
          const ledger = synchronisation.codigo === undefined ? await ledgers.openExisting(account) : undefined;
          if (ledger === undefined) return { sincronizacion: synchronisation, aparecidos: [] };
          const deps = {
            account: account.id,
            ledger,
            cache,
            writer,
            service: session.servicio,
            results: await caches.results(account),
            readResult: (id: string) =>
              readResult(
                { cuenta: account.nombre, id, sinPreguntar: true },
                { ...context, onProgress: () => undefined },
              ),
            now: clock.now(),
          };
          return { sincronizacion: synchronisation, aparecidos: await findNewMatches(deps, context.signal) };
        });
      });
    },
  };
}

function endOf(counts: ReturnType<typeof createCounts>, signal: AbortSignal): Pick<SyncDocument, 'codigo' | 'mensaje'> {
  if (signal.aborted) return { codigo: 'CANCELADO', mensaje: getErrorMessage('CANCELADO') };
  const [first] = counts.fallas();
  return first === undefined ? {} : { codigo: first.codigo, mensaje: first.mensaje };
}
