import { AppError, ERROR_CATALOGUE } from '#contract/errors.ts';
import type { SincronizacionDocumento } from '#contract/documents.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { RefrescoDocumento } from '#contract/sync.ts';
import { addDays, civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { METODOS, type Metodo } from '#domain/vista.ts';
import type { Escritor, WritableCache } from '#storage/cache/index.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import { coberturaDe } from '../cobertura/cobertura.ts';
import type { Caches } from '../compose/caches.ts';
import type { Escuchas } from '../compose/escuchas.ts';
import type { Libros } from '../compose/libros.ts';
import type { Sesion, Sesiones } from '../compose/sesiones.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { buscarAparecidos } from './aparecidos.ts';
import { correr, type Corrida } from './corrida.ts';
import { crearCuentas } from './cuentas.ts';
import { mesesDe, type Unidad } from './unidades.ts';
import { DIAS_A_COBRAR, vencidas } from './vencidas.ts';

/** How far back is read unless it is said (docs/cli.md). */
const DIAS = 90;
interface Deps {
  readonly cuentas: Pick<Cuentas, 'elegir'> & { readonly credenciales: Pick<Cuentas['credenciales'], 'guardadas'> };
  readonly sesiones: Pick<Sesiones, 'abrir'>;
  readonly caches: Caches;
  readonly libros: Pick<Libros, 'existente'>;
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
  /**
   * Reads what is due (`vencidas.ts`), and looks whether coupons of earlier uploads have since been matched. Asks nobody anything: an account
   * whose secret is not at hand, or that was never read, is left alone.
   */
  refrescar(input: MethodParsed<'sincronizacion.refrescar'>, context: MethodContext): Promise<RefrescoDocumento>;
}

const NADA: RefrescoDocumento = { sincronizacion: null, aparecidos: [] };

function unidadesDe(
  metodos: readonly Metodo[],
  { desde, hasta, hoy }: { desde: CivilDate; hasta: CivilDate; hoy: CivilDate },
): readonly Unidad[] {
  // By month first: the newest of everything comes before the older of anything.
  const unidades: Unidad[] = mesesDe(desde, hasta).flatMap((mes) =>
    metodos.filter((metodo) => metodo !== 'comercios').map((metodo) => ({ metodo, ...mes })),
  );
  // What is still to be credited is asked for whenever today is: sold long before, it is not in the months that are read.
  const cobrar: Unidad[] =
    desde <= hoy && hoy <= hasta && metodos.includes('operaciones')
      ? [{ metodo: 'operaciones', campo: 'fecha_pago', desde: addDays(hoy, 1), hasta: addDays(hoy, DIAS_A_COBRAR) }]
      : [];
  return [...unidades, ...cobrar];
}

export function createSincronizar({ cuentas, sesiones, caches, libros, escuchas, clock }: Deps): Sincronizar {
  /** One run on a cache, and what it did; `despues` goes on with the thread that writes. */
  async function llevar<T>(
    { sesion, cache, corrida }: { sesion: Sesion; cache: WritableCache; corrida: Corrida },
    context: MethodContext,
    despues: (documento: SincronizacionDocumento, escritor: Escritor) => Promise<T>,
  ): Promise<T> {
    const { metodos, desde, hasta } = corrida;
    const conteos = crearCuentas(metodos);
    const escritor = caches.escritor(sesion.cuenta);
    try {
      const corte = await correr({ sesion, cache, escritor, escuchas, clock, cuentas: conteos }, corrida, context);
      if (corte.grave !== undefined) throw corte.grave;
      const ahora = clock.now();
      const documento = {
        metodos: metodos.map((metodo) => {
          const cobertura = coberturaDe(cache, { metodo, desde, hasta, ahora });
          return { metodo, ...conteos.de(metodo), enDuda: cobertura.enDuda, cobertura };
        }),
        fallas: conteos.fallas(),
        ...finalDe(conteos, context.signal),
      };
      return await despues(documento, escritor);
    } finally {
      await escritor.cerrar().catch(() => undefined); // what it could not do was told by who asked for it
    }
  }

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
      const unidades = unidadesDe(metodos, { desde, hasta, hoy });
      const pedido = JSON.stringify([metodos, desde, hasta, unidades.some(({ campo }) => campo !== undefined)]);
      const corrida = { pedido, metodos, desde, hasta, unidades };
      const sesion = await sesiones.abrir(input.cuenta, context.signal);
      return caches.usar(sesion.cuenta, (cache) =>
        llevar({ sesion, cache, corrida }, context, (documento) => Promise.resolve(documento)),
      );
    },

    async refrescar(input, context) {
      const cuenta = await cuentas.elegir(input.cuenta);
      const leida = caches.leer(cuenta, (cache) => cache !== undefined);
      if (!leida || (await cuentas.credenciales.guardadas(cuenta)).credentials === undefined) return NADA;
      const sesion = await sesiones.abrir(cuenta.nombre, context.signal);
      return caches.usar(cuenta, async (cache) => {
        const unidades = vencidas(cache, clock.now());
        const [primera] = unidades;
        if (primera === undefined) return NADA;
        const metodos = METODOS.filter((metodo) => unidades.some((unidad) => unidad.metodo === metodo));
        const hasta = civilDateAt(clock.now());
        const desde = unidades.reduce((antes, unidad) => (unidad.desde < antes ? unidad.desde : antes), primera.desde);
        const corrida = { pedido: JSON.stringify(['refresco', hasta]), metodos, desde, hasta, unidades };
        return llevar({ sesion, cache, corrida }, context, async (sincronizacion, escritor) => {
          const libro = sincronizacion.codigo === undefined ? await libros.existente(cuenta) : undefined;
          if (libro === undefined) return { sincronizacion, aparecidos: [] };
          const deps = { cuenta: cuenta.id, libro, cache, escritor, servicio: sesion.servicio, ahora: clock.now() };
          return { sincronizacion, aparecidos: await buscarAparecidos(deps, context.signal) };
        });
      });
    },
  };
}

function finalDe(
  cuentas: ReturnType<typeof crearCuentas>,
  signal: AbortSignal,
): Pick<SincronizacionDocumento, 'codigo' | 'mensaje'> {
  if (signal.aborted) return { codigo: 'CANCELADO', mensaje: ERROR_CATALOGUE.CANCELADO.mensaje };
  const [primera] = cuentas.fallas();
  return primera === undefined ? {} : { codigo: primera.codigo, mensaje: primera.mensaje };
}
