import { summandsOf } from '#contract/datos-campos.ts';
import type { ConsultaDocumento, ExportacionDocumento, FilaDocumento } from '#contract/documents.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Clock } from '#domain/clock.ts';
import { formatPlain } from '#domain/money.ts';
import { TABLAS, type Consulta, type ReadableCache } from '#storage/cache/index.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import type { Caches } from '../compose/caches.ts';
import type { Libros } from '../compose/libros.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { coberturaDe, SIN_COBERTURA } from '../cobertura/cobertura.ts';
import { coberturaDeCupones, cuponesDe } from './cupones.ts';
import { filaDocumento } from './documento.ts';
import { listExportedFields } from './export-columns.ts';
import type { Exportacion } from './export-source.ts';
import { escribirExportacion } from './exportar.ts';
import { consultaDe, type PedidoDeVista } from './pedido.ts';
import { NO_ROWS, summariseRows, toSummary } from './row-summary.ts';
import { dmy, titulo } from './titulos.ts';

const LIMITE = 100;

interface Deps {
  readonly cuentas: Pick<Cuentas, 'elegir'>;
  readonly caches: Caches;
  readonly libros: Pick<Libros, 'existente'>;
  readonly clock: Clock;
}

type Pedido = MethodParsed<'datos.consultar'>;

/** The local data, to look at: never the network, and no secret is needed. */
export interface Browse {
  consultar(input: Pedido, context?: MethodContext): Promise<ConsultaDocumento>;
  exportar(input: MethodParsed<'datos.exportar'>, context: MethodContext): Promise<ExportacionDocumento>;
}

const SIGNOS = { igual: '=', distinto: '≠', contiene: 'contiene', mayor: '>', menor: '<' } as const;

function filtroEnFrase({ campo, op = 'igual', valor }: NonNullable<Pedido['filtros']>[number]): string {
  if (op === 'vacio') return `${campo} vacío`;
  if (op === 'no_vacio') return `${campo} con valor`;
  const said = /^\d{4}-\d\d-\d\d/.test(valor) ? `${dmy(valor)}${valor.slice(10)}` : valor;
  return `${campo} ${SIGNOS[op]} ${said === '' ? '(vacío)' : said}`;
}

/** "del 01/10/2026 al 31/10/2026"; with one end, or none, what there is of it. */
function describePeriod({ desde, hasta }: Pick<Pedido, 'desde' | 'hasta'>): readonly string[] {
  if (desde !== undefined && hasta !== undefined) return [`del ${dmy(desde)} al ${dmy(hasta)}`];
  if (desde !== undefined) return [`desde el ${dmy(desde)}`];
  return hasta === undefined ? [] : [`hasta el ${dmy(hasta)}`];
}

/** What is filtered, as a sentence. */
function filtroEnPalabras({
  desde,
  hasta,
  campoFecha,
  filtros = [],
  texto = '',
  retiradas,
  limite = 0,
}: Omit<Pedido, 'vista'> & { readonly limite?: number }): string {
  const partes = [
    ...describePeriod({ desde, hasta }),
    ...(campoFecha === undefined ? [] : [`por ${titulo(campoFecha).toLowerCase()}`]),
    ...filtros.map(filtroEnFrase),
    ...(texto.trim() === '' ? [] : [`con «${texto.trim()}»`]),
    ...(retiradas === true ? ['con las retiradas'] : []),
    ...(limite === 0 ? [] : [limite === 1 ? 'a lo sumo 1 fila' : `a lo sumo ${String(limite)} filas`]),
  ];
  return partes.length === 0 ? 'Sin filtros' : partes.join(' · ');
}

/** A row with only the fields that were asked for, in their order. */
function recortar(fila: FilaDocumento, { columnas, detalle, retiradas }: Pedido): FilaDocumento {
  if (columnas === undefined) return fila;
  const besides = [...(detalle === true ? ['detalle', 'extra'] : []), ...(retiradas === true ? ['retirada'] : [])];
  return Object.fromEntries([...new Set([...columnas, ...besides])].flatMap((c) => (c in fila ? [[c, fila[c]]] : [])));
}

/** The first rows of what comes in batches; all when the limit is 0. */
async function* primeras<T>(
  trozos: Iterable<readonly T[]> | AsyncIterable<readonly T[]>,
  limite: number,
): AsyncGenerator<readonly T[]> {
  let faltan = limite === 0 ? Number.POSITIVE_INFINITY : limite;
  for await (const trozo of trozos) {
    yield trozo.slice(0, faltan);
    faltan -= trozo.length;
    if (faltan <= 0) return;
  }
}

export function createBrowse({ cuentas, caches, libros, clock }: Deps): Browse {
  function deCache(cache: ReadableCache | undefined, consulta: Consulta, pedido: Pedido): ConsultaDocumento {
    const { vista, limite = LIMITE, despues, detalle = false, totales = false } = pedido;
    if (cache === undefined) return { vista, total: 0, filas: [], cobertura: SIN_COBERTURA };
    const tabla = TABLAS[consulta.metodo];
    const { filas, siguiente } =
      limite === 0
        ? { filas: [...cache.todas(consulta)], siguiente: undefined }
        : cache.pagina(consulta, { limite, despues });
    const importes = summandsOf(vista).map(({ name }) => name);
    // A withdrawn row is in no sum, listed or not.
    const [suma] = totales ? cache.agrupar({ ...consulta, retiradas: false }, { por: [], sumas: importes }) : [];
    const sinInformar = importes.flatMap((campo, i) => (suma?.faltan[i] ? [[campo, suma.faltan[i]]] : []));
    return {
      vista,
      total: cache.contar(consulta),
      filas: filas.map((fila) => recortar(filaDocumento(tabla, fila, { detalle }), pedido)),
      cobertura: coberturaDe(cache, { ...consulta, ahora: clock.now() }),
      ...(siguiente === undefined ? {} : { siguiente: [...siguiente] }),
      ...(totales
        ? { totales: Object.fromEntries(importes.map((campo, i) => [campo, formatPlain(suma?.sumas[i] ?? 0n)])) }
        : {}),
      ...(sinInformar.length === 0 ? {} : { sinInformar: Object.fromEntries(sinInformar) }),
    };
  }

  async function deLibro(pedido: PedidoDeVista) {
    const cuenta = await cuentas.elegir(pedido.cuenta);
    const libro = await libros.existente(cuenta);
    return libro === undefined
      ? { filas: [], cobertura: SIN_COBERTURA }
      : { filas: cuponesDe(libro, cuenta.id, pedido), cobertura: coberturaDeCupones(libro, cuenta.id) };
  }

  return {
    async consultar(pedido) {
      const { vista, limite = LIMITE } = pedido;
      if (vista === 'cupones') {
        const { filas, cobertura } = await deLibro(pedido);
        const pedidas = limite === 0 ? filas : filas.slice(0, limite);
        return { vista, total: filas.length, filas: pedidas.map((fila) => recortar(fila, pedido)), cobertura };
      }
      const consulta = consultaDe(vista, pedido);
      const cuenta = await cuentas.elegir(pedido.cuenta);
      return caches.leer(cuenta, (cache) => deCache(cache, consulta, pedido));
    },

    async exportar({ salida, limite = 0, ...pedido }, { signal, onProgress }) {
      const { vista, detalle = false, retiradas = false } = pedido;
      const cuenta = await cuentas.elegir(pedido.cuenta);
      // What the view does not have is refused before its rows are looked at.
      listExportedFields(pedido, NO_ROWS);
      const escribir = async ({
        filas,
        cobertura,
        summary,
      }: Pick<Exportacion, 'filas' | 'cobertura' | 'summary'>): Promise<ExportacionDocumento> => {
        let escritas = 0;
        const campos = listExportedFields(pedido, summary);
        const filtro = filtroEnPalabras({ ...pedido, limite });
        const escrito = await escribirExportacion(
          { vista, cuenta: cuenta.nombre, filtro, detalle, retiradas, campos, filas, cobertura, summary },
          {
            archivo: salida,
            creado: clock.now(),
            signal,
            onProgress: (cuantas) => {
              escritas = cuantas;
              onProgress({ fase: 'exportacion', hecho: cuantas, total: null });
            },
          },
        );
        return { vista, ...escrito, filas: escritas, cobertura };
      };
      if (vista === 'cupones') {
        const { filas, cobertura } = await deLibro(pedido);
        const propias = () => primeras([filas], limite);
        return escribir({ filas: propias, cobertura, summary: await summariseRows(vista, propias()) });
      }
      const consulta = consultaDe(vista, pedido);
      const tabla = TABLAS[vista];
      const cobertura = caches.leer(cuenta, (cache) =>
        cache === undefined ? SIN_COBERTURA : coberturaDe(cache, { ...consulta, ahora: clock.now() }),
      );
      return caches.lector(cuenta, async (lector) => {
        if (lector === undefined) return escribir({ filas: () => primeras([], 0), cobertura, summary: NO_ROWS });
        const pasadas = lector.pasadas(signal);
        const filas = async function* (): AsyncGenerator<readonly FilaDocumento[]> {
          for await (const trozo of primeras(pasadas.todas(consulta), limite)) {
            yield trozo.map((fila) => filaDocumento(tabla, fila, { detalle }));
          }
        };
        try {
          const summary =
            limite === 0 ? toSummary(await lector.totales(consulta, signal)) : await summariseRows(vista, filas());
          return await escribir({ filas, cobertura, summary });
        } finally {
          await pasadas.cerrar();
        }
      });
    },
  };
}
