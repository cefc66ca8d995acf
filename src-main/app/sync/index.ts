import { AppError, errorMessage } from '#contract/errors.ts';
import type { SyncDocument } from '#contract/documents.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { RefreshDocument } from '#contract/sync.ts';
import { addDays, civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { METHODS, type ServiceMethod } from '#domain/vista.ts';
import type { CacheWriter, WritableCache } from '#storage/cache/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { coverageDocument } from '../coverage/coverage.ts';
import type { Caches } from '../open/caches.ts';
import type { Listeners } from '../open/listeners.ts';
import type { Ledgers } from '../open/ledgers.ts';
import type { Session, Sessions } from '../open/sessions.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { findNewMatches } from './appeared.ts';
import { runSync, type Run } from './run.ts';
import { createCounts } from './accounts.ts';
import { monthsOf, type Unit } from './units.ts';
import { COLLECT_DAYS, dueUnits } from './overdue.ts';

/** By default the last so many days are read (docs/cli.md). */
const DAYS = 90;
interface Deps {
  readonly cuentas: Pick<Accounts, 'choose'> & { readonly credenciales: Pick<Accounts['credenciales'], 'getStored'> };
  readonly sessions: Pick<Sessions, 'open'>;
  readonly caches: Caches;
  readonly ledgers: Pick<Ledgers, 'openExisting'>;
  readonly listeners: Listeners;
  readonly clock: Clock;
}

/** Brings the service's data into the local cache. */
export interface Synchronise {
  /**
   * Reads what is asked, even if it was read before. Failures go to `fallas` and do not stop the rest; what was read stays. Throws only errors
   * that keep the run from beginning, and errors of this machine.
   */
  synchronise(input: MethodParsed<'datos.sincronizar'>, context: MethodContext): Promise<SyncDocument>;
  /**
   * Reads what is due (`overdue.ts`), and finds coupons of earlier uploads that have matched since. Never asks the person: an account without a
   * stored secret, or that was never read, is left alone.
   */
  refresh(input: MethodParsed<'sincronizacion.refrescar'>, context: MethodContext): Promise<RefreshDocument>;
}

const NOTHING: RefreshDocument = { sincronizacion: null, aparecidos: [] };

function unitsOf(
  metodos: readonly ServiceMethod[],
  { desde, hasta, hoy }: { desde: CivilDate; hasta: CivilDate; hoy: CivilDate },
): readonly Unit[] {
  // By month first: the newest month of every method comes before older months.
  const units: Unit[] = monthsOf(desde, hasta).flatMap((mes) =>
    metodos.filter((metodo) => metodo !== 'comercios').map((metodo) => ({ metodo, ...mes })),
  );
  // Sales that are still to be credited are read whenever today is included: they may have been sold long before the requested months.
  const collectable: Unit[] =
    desde <= hoy && hoy <= hasta && metodos.includes('operaciones')
      ? [{ metodo: 'operaciones', campo: 'fecha_pago', desde: addDays(hoy, 1), hasta: addDays(hoy, COLLECT_DAYS) }]
      : [];
  return [...units, ...collectable];
}

export function createSynchronise({ cuentas, sessions, caches, ledgers, listeners, clock }: Deps): Synchronise {
  /** Makes one run on a cache; `despues` then goes on with the same writing thread. */
  async function runReading<T>(
    { sesion, cache, corrida }: { sesion: Session; cache: WritableCache; corrida: Run },
    context: MethodContext,
    despues: (doc: SyncDocument, writer: CacheWriter) => Promise<T>,
  ): Promise<T> {
    const { metodos, desde, hasta } = corrida;
    const counts = createCounts(metodos);
    const writer = caches.writerOf(sesion.cuenta);
    try {
      const outcome = await runSync({ sesion, cache, writer, listeners, clock, cuentas: counts }, corrida, context);
      if (outcome.grave !== undefined) throw outcome.grave;
      const ahora = clock.now();
      const doc = {
        metodos: metodos.map((metodo) => {
          const cobertura = coverageDocument(cache, { metodo, desde, hasta, ahora });
          return { metodo, ...counts.de(metodo), enDuda: cobertura.enDuda, cobertura };
        }),
        fallas: counts.fallas(),
        ...finalDe(counts, context.signal),
      };
      return await despues(doc, writer);
    } finally {
      await writer.close().catch(() => undefined); // whoever asked for a write told its failure
    }
  }

  return {
    async synchronise(input, context) {
      const hoy = civilDateAt(clock.now());
      const hasta = input.hasta ?? hoy;
      const desde = input.desde ?? addDays(hasta, -DAYS);
      if (desde > hasta) {
        throw new AppError('ENTRADA_INVALIDA', {
          mensaje: 'El período empieza después de terminar. No se pidió nada. Revisá --desde y --hasta.',
        });
      }
      const metodos = METHODS.filter((metodo) => input.metodos === undefined || input.metodos.includes(metodo));
      const units = unitsOf(metodos, { desde, hasta, hoy });
      const request = JSON.stringify([metodos, desde, hasta, units.some(({ campo }) => campo !== undefined)]);
      const corrida = { pedido: request, metodos, desde, hasta, units };
      const sesion = await sessions.open(input.cuenta, context.signal);
      return caches.use(sesion.cuenta, (cache) =>
        runReading({ sesion, cache, corrida }, context, (doc) => Promise.resolve(doc)),
      );
    },

    async refresh(input, context) {
      const cuenta = await cuentas.choose(input.cuenta);
      const leida = caches.leer(cuenta, (cache) => cache !== undefined);
      if (!leida || (await cuentas.credenciales.getStored(cuenta)).credentials === undefined) return NOTHING;
      const sesion = await sessions.open(cuenta.nombre, context.signal);
      return caches.use(cuenta, async (cache) => {
        const units = dueUnits(cache, clock.now());
        const [primera] = units;
        if (primera === undefined) return NOTHING;
        const metodos = METHODS.filter((metodo) => units.some((unit) => unit.metodo === metodo));
        const hasta = civilDateAt(clock.now());
        const desde = units.reduce((antes, unit) => (unit.desde < antes ? unit.desde : antes), primera.desde);
        const corrida = { pedido: JSON.stringify(['refresco', hasta]), metodos, desde, hasta, units };
        return runReading({ sesion, cache, corrida }, context, async (sincronizacion, writer) => {
          const ledger = sincronizacion.codigo === undefined ? await ledgers.openExisting(cuenta) : undefined;
          if (ledger === undefined) return { sincronizacion, aparecidos: [] };
          const deps = {
            cuenta: cuenta.id,
            ledger,
            cache,
            writer,
            servicio: sesion.servicio,
            ahora: clock.now(),
          };
          return { sincronizacion, aparecidos: await findNewMatches(deps, context.signal) };
        });
      });
    },
  };
}

function finalDe(
  cuentas: ReturnType<typeof createCounts>,
  signal: AbortSignal,
): Pick<SyncDocument, 'codigo' | 'mensaje'> {
  if (signal.aborted) return { codigo: 'CANCELADO', mensaje: errorMessage('CANCELADO') };
  const [primera] = cuentas.fallas();
  return primera === undefined ? {} : { codigo: primera.codigo, mensaje: primera.mensaje };
}
