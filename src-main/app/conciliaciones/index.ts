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
import { addDays, civilDateAt, civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import type { Libro } from '#storage/ledger/index.ts';
import type { Resultados } from '#storage/resultados/index.ts';
import type { Libros } from '../compose/libros.ts';
import type { Sesion, Sesiones } from '../compose/sesiones.ts';
import { rowsOfFiles } from '../conciliar/rows-of-files.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { cargasDe as cargasVistas } from '../inicio/edades.ts';
import { createUploads } from '../upload/index.ts';
import { writeInforme } from '../reports/write-informe.ts';
import type { ResultadosAbiertos } from '../compose/resultados.ts';
import { fueBorrada } from './borradas.ts';
import { buscarConciliacion } from './buscar.ts';
import { documentoDe } from './documento.ts';
import { fuenteDe } from './fuente.ts';
import { operacionDe } from './operacion.ts';
import { paginasDe } from './paginas.ts';

/** How far back the list goes unless it is said (CLI.md). */
const LISTED_DAYS = 90;

interface Deps {
  readonly sesiones: Sesiones;
  readonly libros: Libros;
  readonly resultados: ResultadosAbiertos;
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

const inexistente = (id: string): AppError => new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });

export function createConciliaciones({ sesiones, libros, resultados, clock, random }: Deps): Conciliaciones {
  async function abrir(cuenta: string | undefined, signal: AbortSignal) {
    const sesion = await sesiones.abrir(cuenta, signal);
    const libro = await libros.existente(sesion.cuenta);
    const cargaDe = (id: string): string | null => libro?.cargaDe(sesion.cuenta.id, id) ?? null;
    return { servicio: sesion.servicio.conciliaciones, sesion, libro, cargaDe };
  }

  /** Uploads of this PC, newest first, as the ledger knows them. */
  function cargasDe(
    libro: Libro,
    { cuenta, servicio }: Sesion,
    guardados: Resultados | undefined,
  ): readonly CargaListada[] {
    const borradas = guardados?.borradas();
    const vistas = new Map(
      cargasVistas({ libro, resultados: guardados }, cuenta.id).map((vista) => [vista.carga, vista]),
    );
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
      const borrada = fueBorrada({ libro, borradas }, carga, id) ? ({ borrada: true } as const) : {};
      const vista = vistas.get(carga);
      const leida =
        vista === undefined ? {} : { leida: { conciliados: vista.conciliados, sin_conciliar: vista.sinConciliar } };
      const at = upload.congelado;
      const archivo = archivos.join(', ');
      return { carga, estado: fase, archivo, filas, cupones: total, enviados, id, at, ...leida, ...borrada };
    });
  }

  return {
    async listar({ cuenta, desde, hasta }, signal) {
      const { servicio, sesion, libro, cargaDe } = await abrir(cuenta, signal);
      const until = hasta ?? civilDateAt(clock.now());
      const desdeDia = desde ?? addDays(until, -LISTED_DAYS);
      const { conciliaciones, completa, negada } = await servicio.listar(desdeDia, until, signal);
      const guardados = await resultados.existente(sesion.cuenta);
      const cargas = libro === undefined ? [] : cargasDe(libro, sesion, guardados);
      // None that could be read is not that there are none; said so by a service that has nothing of ours, it is.
      const ninguna = negada === true && cargas.every(({ id, borrada }) => id === null || borrada === true);
      if (!completa && !ninguna && conciliaciones.length === 0) throw new AppError('LECTURA_INESTABLE');
      const leidas = guardados?.leidas();
      return {
        conciliaciones: conciliaciones.map((conciliacion) => {
          const documento = documentoDe(conciliacion, cargaDe(conciliacion.id));
          const leida = leidas?.get(conciliacion.id);
          if (leida === undefined) return documento;
          return { ...documento, leida: { leido: civilDateTimeAt(leida.leido), conciliados: leida.conciliados } };
        }),
        cargas,
      };
    },

    async ver({ cuenta, id }, signal) {
      const { servicio, cargaDe } = await abrir(cuenta, signal);
      const conciliacion = await buscarConciliacion({ servicio, clock }, id, signal);
      if (conciliacion === undefined) throw inexistente(id);
      return documentoDe(conciliacion, cargaDe(id));
    },

    async resultado({ cuenta, id, exportar }, { signal, onProgress }) {
      const { servicio, sesion, libro, cargaDe } = await abrir(cuenta, signal);
      const carga = cargaDe(id);
      const ubicar = carga === null ? undefined : libro?.abrirUbicador(carga);
      const archivos = carga === null ? [] : (libro?.upload(carga)?.archivos ?? []);
      const operaciones: OperacionResultado[] = [];
      const lugares: (string | null)[] = [];
      let encabezado: Conciliacion | undefined;
      let cuarentena = 0;
      for await (const leida of paginasDe(servicio, id, signal)) {
        encabezado ??= leida.encabezado;
        cuarentena += leida.cuarentena;
        for (const cupon of leida.cupones) {
          const nuestro = ubicar?.(cupon);
          operaciones.push(operacionDe(cupon, nuestro));
          lugares.push(nuestro === undefined ? null : (archivos[nuestro.archivo] ?? null));
        }
        onProgress({ fase: 'resultado', hecho: operaciones.length, total: encabezado.total });
      }
      if (encabezado === undefined) throw inexistente(id);
      const apartadas = cuarentena === 0 ? {} : { cuarentena };
      const documento = { ...documentoDe(encabezado, carga), operaciones, ...apartadas };
      if (exportar === undefined) return documento;
      const ahora = clock.now();
      const nuestra = carga === null || libro === undefined ? undefined : { carga, libro };
      const fuente = fuenteDe({ encabezado, operaciones, lugares, nuestra, ahora });
      const exportado = await writeInforme(
        { ...fuente, cuenta: sesion.cuenta.nombre },
        { signal, creado: ahora, salida: { archivo: exportar } },
      );
      return { ...documento, exportado };
    },

    async borrar({ cuenta, id, si }, signal) {
      if (!si) throw new AppError('CONFIRMACION_NECESARIA');
      const { servicio, sesion } = await abrir(cuenta, signal);
      if ((await buscarConciliacion({ servicio, clock }, id, signal)) === undefined) throw inexistente(id);
      const borrada = await servicio.borrar(id, signal);
      // The answer was lost: what the service has now says whether it was applied.
      if (borrada === 'borrada' || (await buscarConciliacion({ servicio, clock }, id, signal)) === undefined) {
        (await resultados.abrir(sesion.cuenta)).borrar(id, clock.now());
        return { id, borrada: true };
      }
      throw new AppError('SERVICIO_FALLA', {
        mensaje:
          'El servicio no confirmó que la borró y todavía la tiene. No cambió nada más. Probá de nuevo en un rato.',
        detail: { id },
      });
    },
  };
}
