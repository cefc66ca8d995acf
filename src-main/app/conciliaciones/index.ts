import { AppError } from '#contract/errors.ts';
import type {
  CargaListada,
  ConciliacionBorrada,
  ConciliacionDocumento,
  ConciliacionesListadas,
  OperacionResultado,
  ResultadoDocumento,
} from '#contract/documents.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion, CuponResultado } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import { parseCanonical } from '../import/parse-canonical.ts';
import type { Libro } from '#storage/ledger/index.ts';
import type { Libros } from '../compose/libros.ts';
import type { Sesion, Sesiones } from '../compose/sesiones.ts';
import { rowsOfFiles } from '../conciliar/rows-of-files.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { createUploads } from '../upload/index.ts';
import { writeInforme } from '../reports/write-informe.ts';
import { fuenteDe } from './fuente.ts';

/** How far back the list goes unless it is said (CLI.md). */
const LISTED_DAYS = 90;

interface Deps {
  readonly sesiones: Sesiones;
  readonly libros: Libros;
  readonly clock: Clock;
  readonly random: () => number;
}

/** The reconciliations of the service, and which of them were made by uploads of this PC. */
export interface Conciliaciones {
  listar(input: MethodParsed<'conciliaciones.listar'>, signal: AbortSignal): Promise<ConciliacionesListadas>;
  ver(input: MethodParsed<'conciliaciones.ver'>, signal: AbortSignal): Promise<ConciliacionDocumento>;
  resultado(input: MethodParsed<'conciliaciones.resultado'>, context: MethodContext): Promise<ResultadoDocumento>;
  borrar(input: MethodParsed<'conciliaciones.borrar'>, signal: AbortSignal): Promise<ConciliacionBorrada>;
}

/** The keys of CLI.md, `conciliaciones listar --json`. */
const documentoDe = (conciliacion: Conciliacion, carga: string | null): ConciliacionDocumento => ({
  id: conciliacion.id,
  fecha: conciliacion.fecha,
  origen_desde: conciliacion.origenDesde,
  origen_hasta: conciliacion.origenHasta,
  total: conciliacion.total,
  nuevos: conciliacion.nuevos,
  existentes: conciliacion.existentes,
  error: conciliacion.error,
  conciliados: conciliacion.conciliados,
  sin_conciliar: conciliacion.sinConciliar,
  estado: conciliacion.estado,
  carga,
});

const inexistente = (id: string): AppError => new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });

export function createConciliaciones({ sesiones, libros, clock, random }: Deps): Conciliaciones {
  async function abrir(cuenta: string | undefined, signal: AbortSignal) {
    const sesion = await sesiones.abrir(cuenta, signal);
    const libro = await libros.existente(sesion.cuenta);
    const cargaDe = (id: string): string | null => libro?.cargaDe(sesion.cuenta.id, id) ?? null;
    return { servicio: sesion.servicio.conciliaciones, sesion, libro, cargaDe };
  }

  /** Uploads of this PC, newest first, as the ledger knows them. */
  function cargasDe(libro: Libro, { cuenta, servicio }: Sesion): readonly CargaListada[] {
    const uploads = createUploads({
      ledger: libro,
      servicio: servicio.conciliaciones,
      clock,
      random,
      cuenta: cuenta.id,
    });
    return libro.uploads(cuenta.id).map((upload) => {
      const { carga, fase, archivos, total, enviados, id } = uploads.estado(upload.carga);
      const filas = rowsOfFiles(total, libro.errores(carga));
      return { carga, estado: fase, archivo: archivos.join(', '), filas, enviados, id };
    });
  }

  return {
    async listar({ cuenta, desde, hasta }, signal) {
      const { servicio, sesion, libro, cargaDe } = await abrir(cuenta, signal);
      const until = hasta ?? civilDateAt(clock.now());
      const { conciliaciones } = await servicio.listar(desde ?? addDays(until, -LISTED_DAYS), until, signal);
      return {
        conciliaciones: conciliaciones.map((conciliacion) => documentoDe(conciliacion, cargaDe(conciliacion.id))),
        cargas: libro === undefined ? [] : cargasDe(libro, sesion),
      };
    },

    async ver({ cuenta, id }, signal) {
      const { servicio, cargaDe } = await abrir(cuenta, signal);
      const conciliacion = await servicio.ver(id, signal);
      if (conciliacion === undefined) throw inexistente(id);
      return documentoDe(conciliacion, cargaDe(id));
    },

    async resultado({ cuenta, id, exportar }, { signal, onProgress }) {
      const { servicio, sesion, libro, cargaDe } = await abrir(cuenta, signal);
      const carga = cargaDe(id);
      const ubicar = carga === null ? undefined : libro?.abrirUbicador(carga);
      const operaciones: OperacionResultado[] = [];
      let encabezado: Conciliacion | undefined;
      for (let pagina = 0; ; pagina++) {
        const leida = await servicio.resultado(id, pagina, signal);
        if (leida === undefined) throw inexistente(id);
        encabezado ??= leida.encabezado;
        if (leida.cupones.length + leida.cuarentena === 0) break;
        for (const cupon of leida.cupones) operaciones.push(operacionDe(cupon, ubicar?.(cupon)));
        onProgress({ fase: 'resultado', hecho: operaciones.length, total: encabezado.total });
      }
      const documento = { ...documentoDe(encabezado, carga), operaciones };
      if (exportar === undefined) return documento;
      const ahora = clock.now();
      const fuente = fuenteDe({ encabezado, operaciones, archivos: archivosDe(libro, carga), carga, ahora });
      const exportado = await writeInforme(
        { ...fuente, cuenta: sesion.cuenta.nombre },
        { signal, creado: ahora, salida: { archivo: exportar } },
      );
      return { ...documento, exportado };
    },

    async borrar({ cuenta, id, si }, signal) {
      if (!si) throw new AppError('CONFIRMACION_NECESARIA');
      const { servicio } = await abrir(cuenta, signal);
      if ((await servicio.ver(id, signal)) === undefined) throw inexistente(id);
      if ((await servicio.borrar(id, signal)) === 'borrada') return { id, borrada: true };
      // The answer was lost: what the service has now says whether it was applied.
      if ((await servicio.ver(id, signal)) === undefined) return { id, borrada: true };
      throw new AppError('SERVICIO_FALLA', {
        mensaje:
          'El servicio no confirmó que la borró y todavía la tiene. No cambió nada más. Probá de nuevo en un rato.',
        detail: { id },
      });
    },
  };
}

/** A coupon of the result; the wallet fields, which the service does not send back, and the row come from our own. */
function operacionDe(
  resultado: CuponResultado,
  nuestro: { fila: number; texto: string } | undefined,
): OperacionResultado {
  const { cupon, conciliado, modo, nroLiquidacion, liquidacionesId, fechaLiq } = resultado;
  return {
    ...(nuestro === undefined ? {} : walletDe(parseCanonical(nuestro.texto))),
    ...cupon,
    conciliado,
    modo,
    nro_liquidacion: nroLiquidacion,
    liquidaciones_id: liquidacionesId,
    fecha_liq: fechaLiq,
    fila: nuestro?.fila ?? null,
  };
}

const walletDe = ({ wallet_referencia, wallet_tipo_operacion }: Cupon): Cupon => ({
  ...(wallet_referencia === undefined ? {} : { wallet_referencia }),
  ...(wallet_tipo_operacion === undefined ? {} : { wallet_tipo_operacion }),
});

const archivosDe = (libro: Libro | undefined, carga: string | null): readonly string[] =>
  carga === null ? [] : (libro?.upload(carga)?.archivos ?? []);
