import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion, Disposicion } from '#domain/conciliacion.ts';
import type { CuponInforme } from '#domain/informe.ts';
import type { Libro } from '#storage/ledger/index.ts';
import type { CuponGuardado, LecturaEnCurso, Resultados } from '#storage/resultados/index.ts';
import type { Sesion } from '../compose/sesiones.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { conNuestrosCeros, operacionDe } from './operacion.ts';
import { paginasDe } from './paginas.ts';
import { rejectedRows, withoutResult } from './rejected-rows.ts';

interface Pedido {
  readonly id: string;
  readonly servicio: Sesion['servicio']['conciliaciones'];
  readonly resultados: Resultados;
  readonly libro: Libro | undefined;
  /** Our upload, when it was ours. */
  readonly carga: string | null;
  readonly clock: Clock;
}

/** What the result of the service does not list; the ledger knows of our uploads where each one ended. */
const FUERA: readonly Disposicion[] = ['no_informado', 'existente', 'no_enviado', 'rechazado'];
const TROZO = 500;

/**
 * Reads every page of a result and keeps it as the last reading. What an upload of ours sent and the result does not list comes from the
 * ledger. When it cannot be read whole, nothing changes. Throws `CONCILIACION_INEXISTENTE`, and what the service throws.
 */
export async function leerResultado(pedido: Pedido, context: MethodContext): Promise<void> {
  const { id, resultados, libro, carga, clock } = pedido;
  const archivos = carga === null ? [] : (libro?.upload(carga)?.archivos ?? []);
  const lectura = resultados.empezar(id);
  try {
    const encabezado = await leerPaginas(pedido, { lectura, archivos }, context);
    if (carga !== null && libro !== undefined) {
      for (const errores of enTrozos(rejectedRows(libro.errores(carga)))) lectura.agregar(errores);
    }
    lectura.terminar({ encabezado, carga, archivos }, clock.now());
  } catch (error) {
    lectura.descartar();
    throw error;
  }
}

async function leerPaginas(
  { id, servicio, libro, carga }: Pedido,
  { lectura, archivos }: { readonly lectura: LecturaEnCurso; readonly archivos: readonly string[] },
  { signal, onProgress }: MethodContext,
): Promise<Conciliacion> {
  const ubicar = carga === null ? undefined : libro?.abrirUbicador(carga);
  const vistas = new Set<string>();
  let encabezado: Conciliacion | undefined;
  let hecho = 0;
  for await (const leida of paginasDe(servicio, id, signal)) {
    encabezado ??= leida.encabezado;
    lectura.agregar(
      leida.cupones.map((cupon): CuponGuardado => {
        const nuestro = ubicar?.(cupon);
        const archivo = nuestro === undefined ? null : (archivos[nuestro.archivo] ?? null);
        if (nuestro !== undefined) vistas.add(lugarDe(archivo, nuestro.fila));
        const disposicion = cupon.conciliado ? 'conciliado' : 'sin_conciliar';
        const operacion = conNuestrosCeros(operacionDe(cupon, nuestro), nuestro);
        return { operacion, disposicion, archivo, mensaje: null };
      }),
    );
    hecho += leida.cupones.length;
    onProgress({ fase: 'resultado', hecho, total: encabezado.total });
  }
  if (carga !== null && libro !== undefined) {
    // What the ledger says was missing may have come since: then the result lists it, and it is not missing any more.
    for (const trozo of enTrozos(fueraDelResultado(libro, carga, vistas))) lectura.agregar(trozo);
  }
  if (encabezado === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
  return encabezado;
}

const lugarDe = (archivo: string | null, fila: number | null): string => `${String(fila)} ${archivo ?? ''}`;

function* fueraDelResultado(libro: Libro, carga: string, vistas: ReadonlySet<string>): Generator<CuponGuardado> {
  for (let despues = 0; ;) {
    const pagina = libro.informePagina(carga, FUERA, despues, TROZO);
    for (const uno of pagina) if (!vistas.has(lugarDe(uno.archivo, uno.fila))) yield guardadoDe(uno);
    const fin = pagina.at(-1);
    if (fin === undefined) return;
    despues = fin.seq;
  }
}

const guardadoDe = ({ archivo, fila, cupon, disposicion }: CuponInforme): CuponGuardado => ({
  operacion: withoutResult(cupon, fila),
  disposicion,
  archivo,
  mensaje: null,
});

function* enTrozos<T>(filas: Iterable<T>): Generator<readonly T[]> {
  let trozo: T[] = [];
  for (const fila of filas) {
    trozo.push(fila);
    if (trozo.length < TROZO) continue;
    yield trozo;
    trozo = [];
  }
  if (trozo.length > 0) yield trozo;
}
