import { AppError } from '#contract/errors.ts';
import type {
  ConciliacionBorrada,
  ConciliacionDocumento,
  ConciliacionesListadas,
  OperacionResultado,
  ResultadoDocumento,
} from '#contract/documents.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import type { Libros } from '../compose/libros.ts';
import type { Sesiones } from '../compose/sesiones.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { writeInforme } from '../reports/write-informe.ts';
import type { ResultadosAbiertos } from '../compose/resultados.ts';
import { buscarConciliacion } from './buscar.ts';
import { documentoDe } from './documento.ts';
import { fuenteDe } from './fuente.ts';
import { createDescriber, listUploads, notePresence } from './listado.ts';
import type { Names } from './names.ts';
import { operacionDe } from './operacion.ts';
import { paginasDe } from './paginas.ts';

/** How far back the list goes unless it is said (docs/cli.md). */
const LISTED_DAYS = 90;

interface Deps {
  readonly sesiones: Sesiones;
  readonly libros: Libros;
  readonly resultados: ResultadosAbiertos;
  readonly names: Names;
  readonly clock: Clock;
}

/** The reconciliations of the service, and which of them were made by uploads of this PC. */
export interface Conciliaciones {
  listar(input: MethodParsed<'conciliaciones.listar'>, signal: AbortSignal): Promise<ConciliacionesListadas>;
  ver(input: MethodParsed<'conciliaciones.ver'>, signal: AbortSignal): Promise<ConciliacionDocumento>;
  resultado(input: MethodParsed<'conciliaciones.resultado'>, context: MethodContext): Promise<ResultadoDocumento>;
  borrar(input: MethodParsed<'conciliaciones.borrar'>, signal: AbortSignal): Promise<ConciliacionBorrada>;
}

const inexistente = (id: string): AppError => new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });

export function createConciliaciones({ sesiones, libros, resultados, names, clock }: Deps): Conciliaciones {
  async function abrir(cuenta: string | undefined, signal: AbortSignal, sinPreguntar?: boolean) {
    const sesion = await sesiones.abrir(cuenta, signal, { sinPreguntar });
    const libro = await libros.existente(sesion.cuenta);
    const cargaDe = (id: string): string | null => libro?.cargaDe(sesion.cuenta.id, id) ?? null;
    return { servicio: sesion.servicio.conciliaciones, sesion, libro, cargaDe };
  }

  return {
    async listar({ cuenta, desde, hasta, sinPreguntar }, signal) {
      const { servicio, sesion, libro } = await abrir(cuenta, signal, sinPreguntar);
      const until = hasta ?? civilDateAt(clock.now());
      const desdeDia = desde ?? addDays(until, -LISTED_DAYS);
      const { conciliaciones, completa, negada } = await servicio.listar(desdeDia, until, signal);
      const locales = {
        libro,
        guardados: await resultados.existente(sesion.cuenta),
        cuenta: sesion.cuenta.id,
        nameOf: await names.of(sesion.cuenta),
      };
      if (completa) notePresence(locales, { listed: conciliaciones, desde: desdeDia, hasta: until }, clock.now());
      const cargas = listUploads(locales);
      // None that could be read is not that there are none; said so by a service that has nothing of ours, it is.
      const ninguna = negada === true && cargas.every(({ id, borrada }) => id === null || borrada === true);
      if (!completa && !ninguna && conciliaciones.length === 0) throw new AppError('LECTURA_INESTABLE');
      return { conciliaciones: conciliaciones.map(createDescriber(locales)), cargas };
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
      const { servicio, sesion, cargaDe } = await abrir(cuenta, signal);
      if ((await buscarConciliacion({ servicio, clock }, id, signal)) === undefined) throw inexistente(id);
      const borrada = await servicio.borrar(id, signal);
      // The answer was lost: what the service has now says whether it was applied.
      if (borrada === 'borrada' || (await buscarConciliacion({ servicio, clock }, id, signal)) === undefined) {
        (await resultados.abrir(sesion.cuenta)).borrar(id, clock.now());
        await names.give(sesion.cuenta, { id, carga: cargaDe(id) }, null);
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
