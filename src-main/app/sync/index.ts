import { AppError, ERROR_CATALOGUE } from '#contract/errors.ts';
import type { SincronizacionDocumento } from '#contract/documents.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { addDays, civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { METODOS, type Metodo } from '#domain/vista.ts';
import { coberturaDe } from '../browse/cobertura.ts';
import type { Caches } from '../compose/caches.ts';
import type { Escuchas } from '../compose/escuchas.ts';
import type { Sesiones } from '../compose/sesiones.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { correr } from './corrida.ts';
import { crearCuentas, type Cuentas } from './cuentas.ts';
import { mesesDe, type Unidad } from './unidades.ts';

/** How far back is read unless it is said (CLI.md). */
const DIAS = 90;
/** What is still to be credited is read by payment date, this far ahead. */
const DIAS_A_COBRAR = 365;
interface Deps {
  readonly sesiones: Pick<Sesiones, 'abrir'>;
  readonly caches: Caches;
  readonly escuchas: Escuchas;
  readonly clock: Clock;
}

/** Brings the service's data into the local cache. */
export interface Sincronizar {
  /**
   * Reads what is asked, always again. What fails is told in `fallas` and does not stop the rest; what was read stays. Throws only what
   * keeps it from beginning, and what this machine causes.
   */
  sincronizar(input: MethodParsed<'datos.sincronizar'>, context: MethodContext): Promise<SincronizacionDocumento>;
}

function unidadesDe(
  metodos: readonly Metodo[],
  { desde, hasta, porDefecto }: { desde: CivilDate; hasta: CivilDate; porDefecto: boolean },
): readonly Unidad[] {
  // By month first: the newest of everything comes before the older of anything.
  const unidades: Unidad[] = mesesDe(desde, hasta).flatMap((mes) =>
    metodos.filter((metodo) => metodo !== 'comercios').map((metodo) => ({ metodo, ...mes })),
  );
  const cobrar: Unidad[] =
    porDefecto && metodos.includes('operaciones')
      ? [{ metodo: 'operaciones', campo: 'fecha_pago', desde: addDays(hasta, 1), hasta: addDays(hasta, DIAS_A_COBRAR) }]
      : [];
  return [...unidades, ...cobrar];
}

export function createSincronizar({ sesiones, caches, escuchas, clock }: Deps): Sincronizar {
  return {
    async sincronizar(input, context) {
      const hoy = civilDateAt(clock.now());
      const hasta = input.hasta ?? hoy;
      const desde = input.desde ?? addDays(hasta, -DIAS);
      if (desde > hasta) {
        throw new AppError('ENTRADA_INVALIDA', {
          mensaje: 'El período empieza después de terminar. No se pidió nada. Revisá --desde y --hasta.',
        });
      }
      const metodos = METODOS.filter((metodo) => input.metodos === undefined || input.metodos.includes(metodo));
      const porDefecto = input.desde === undefined && input.hasta === undefined;
      const sesion = await sesiones.abrir(input.cuenta, context.signal);
      return caches.usar(sesion.cuenta, async (cache) => {
        const cuentas = crearCuentas(metodos);
        const escritor = caches.escritor(sesion.cuenta);
        const corte = await correr(
          { sesion, cache, escritor, escuchas, clock, cuentas },
          {
            pedido: JSON.stringify([metodos, desde, hasta, porDefecto]),
            metodos,
            desde,
            hasta,
            unidades: unidadesDe(metodos, { desde, hasta, porDefecto }),
          },
          context,
        ).finally(() => escritor.cerrar().catch(() => undefined)); // what it could not do is in the run already
        if (corte.grave !== undefined) throw corte.grave;
        const ahora = clock.now();
        const documento = {
          metodos: metodos.map((metodo) => ({
            metodo,
            ...cuentas.de(metodo),
            cobertura: coberturaDe(cache, { metodo, desde, hasta, ahora }),
          })),
          fallas: cuentas.fallas(),
        };
        return { ...documento, ...finalDe(cuentas, context.signal) };
      });
    },
  };
}

function finalDe(cuentas: Cuentas, signal: AbortSignal): Pick<SincronizacionDocumento, 'codigo' | 'mensaje'> {
  if (signal.aborted) return { codigo: 'CANCELADO', mensaje: ERROR_CATALOGUE.CANCELADO.mensaje };
  const [primera] = cuentas.fallas();
  return primera === undefined ? {} : { codigo: primera.codigo, mensaje: primera.mensaje };
}
