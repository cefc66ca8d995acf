/** A result on its way into `resultados.db`: page by page as it comes, whoever reads it. Nobody sees it until it ends. */
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion, CuponResultado, Disposicion } from '#domain/conciliacion.ts';
import type { CuponInforme } from '#domain/informe.ts';
import type { Libro } from '#storage/ledger/index.ts';
import type { CuponGuardado, Resultados } from '#storage/resultados/index.ts';
import type { ResultKeeper } from '../upload/tipos.ts';
import { conNuestrosCeros, operacionDe } from './operacion.ts';
import { rejectedRows, withoutResult } from './rejected-rows.ts';

interface Kept {
  readonly id: string;
  readonly resultados: Resultados;
  readonly libro: Libro | undefined;
  /** Our upload, when it was ours. */
  readonly carga: string | null;
  readonly clock: Clock;
  /** The upload itself reads it, to verify what it sent. */
  readonly isOfUpload?: boolean;
}

/** What the result of the service does not list; the ledger knows of our uploads where each one ended. */
const FUERA: readonly Disposicion[] = ['no_informado', 'existente', 'no_enviado', 'rechazado'];
const TROZO = 500;

/** Begins a reading. What an upload of ours sent and the result does not list comes from the ledger, once the reading ends. */
export function keepResult({ id, resultados, libro, carga, clock, isOfUpload = false }: Kept): ResultKeeper {
  const archivos = carga === null ? [] : (libro?.upload(carga)?.archivos ?? []);
  const lectura = resultados.empezar(id);
  const ubicar = carga === null ? undefined : libro?.abrirUbicador(carga);
  const vistas = new Set<string>();

  function placed(cupon: CuponResultado): CuponGuardado {
    const nuestro = ubicar?.(cupon);
    const archivo = nuestro === undefined ? null : (archivos[nuestro.archivo] ?? null);
    if (nuestro !== undefined) vistas.add(lugarDe(archivo, nuestro.fila));
    const disposicion = cupon.conciliado ? 'conciliado' : 'sin_conciliar';
    const operacion = conNuestrosCeros(operacionDe(cupon, nuestro), nuestro);
    return { operacion, disposicion, archivo, mensaje: null };
  }

  return {
    add: (cupones) => {
      lectura.agregar(cupones.map(placed));
    },
    end(encabezado: Conciliacion) {
      if (carga !== null && libro !== undefined) {
        // What the ledger says was missing may have come since: then the result lists it, and it is not missing any more.
        for (const trozo of enTrozos(fueraDelResultado(libro, carga, vistas))) lectura.agregar(trozo);
        for (const errores of enTrozos(rejectedRows(libro.errores(carga)))) lectura.agregar(errores);
      }
      const read = { encabezado, carga, archivos };
      lectura.terminar(isOfUpload ? { ...read, isOfUpload } : read, clock.now());
    },
    discard: () => {
      lectura.descartar();
    },
  };
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
