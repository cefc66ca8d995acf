import type { ConsultaDocumento, ExportacionDocumento, FilaDocumento } from '#contract/documents.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Clock } from '#domain/clock.ts';
import { formatPlain } from '#domain/money.ts';
import { TABLAS, type Consulta, type ReadableCache } from '#storage/cache/index.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import type { Caches } from '../compose/caches.ts';
import type { Libros } from '../compose/libros.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { coberturaDe, SIN_COBERTURA } from './cobertura.ts';
import { CAMPOS_DE_CUPON, coberturaDeCupones, cuponesDe } from './cupones.ts';
import { filaDocumento } from './documento.ts';
import { escribirExportacion, type CampoExportado, type Exportacion } from './exportar.ts';
import { consultaDe } from './pedido.ts';

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
  consultar(input: Pedido): Promise<ConsultaDocumento>;
  exportar(input: MethodParsed<'datos.exportar'>, context: MethodContext): Promise<ExportacionDocumento>;
}

/** What is filtered, as a sentence. */
function filtroEnPalabras({ desde, hasta, campoFecha, filtros = [], retiradas }: Omit<Pedido, 'vista'>): string {
  const partes = [
    ...(desde === undefined ? [] : [`desde ${desde}`]),
    ...(hasta === undefined ? [] : [`hasta ${hasta}`]),
    ...(campoFecha === undefined ? [] : [`por ${campoFecha}`]),
    ...filtros.map(({ campo, valor }) => `${campo} = ${valor === '' ? '(vacío)' : valor}`),
    ...(retiradas === true ? ['con las retiradas'] : []),
  ];
  return partes.length === 0 ? 'Sin filtros' : partes.join(' · ');
}

function* primeras<T>(filas: Iterable<T>, limite: number): Generator<T> {
  let vistas = 0;
  for (const fila of filas) {
    if (limite > 0 && (vistas += 1) > limite) return;
    yield fila;
  }
}

export function createBrowse({ cuentas, caches, libros, clock }: Deps): Browse {
  function deCache(cache: ReadableCache | undefined, consulta: Consulta, pedido: Pedido): ConsultaDocumento {
    const { vista, limite = LIMITE, despues, detalle = false, retiradas = false, totales = false } = pedido;
    if (cache === undefined) return { vista, total: 0, filas: [], cobertura: SIN_COBERTURA };
    const tabla = TABLAS[consulta.metodo];
    const { filas, siguiente } =
      limite === 0
        ? { filas: [...cache.todas(consulta)], siguiente: undefined }
        : cache.pagina(consulta, { limite, despues });
    const importes = tabla.campos.filter(({ tipo }) => tipo === 'importe').map(({ nombre }) => nombre);
    const sumas = totales ? Object.entries(cache.sumar(consulta, importes)) : [];
    return {
      vista,
      total: cache.contar(consulta),
      filas: filas.map((fila) => filaDocumento(tabla, fila, { detalle, retiradas })),
      cobertura: coberturaDe(cache, { ...consulta, ahora: clock.now() }),
      ...(siguiente === undefined ? {} : { siguiente: [...siguiente] }),
      ...(totales ? { totales: Object.fromEntries(sumas.map(([campo, suma]) => [campo, formatPlain(suma)])) } : {}),
    };
  }

  async function deLibro(pedido: Omit<Pedido, 'limite' | 'despues' | 'totales'>) {
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
        return { vista, total: filas.length, filas: limite === 0 ? filas : filas.slice(0, limite), cobertura };
      }
      const consulta = consultaDe(vista, pedido);
      const cuenta = await cuentas.elegir(pedido.cuenta);
      return caches.leer(cuenta, (cache) => deCache(cache, consulta, pedido));
    },

    async exportar({ salida, limite = 0, ...pedido }, { signal, onProgress }) {
      const { vista, detalle = false, retiradas = false } = pedido;
      const cuenta = await cuentas.elegir(pedido.cuenta);
      let escritas = 0;
      const escribir = (exportacion: Pick<Exportacion, 'campos' | 'filas' | 'cobertura'>): Promise<string> =>
        escribirExportacion(
          { vista, cuenta: cuenta.nombre, filtro: filtroEnPalabras(pedido), ...exportacion },
          {
            archivo: salida,
            creado: clock.now(),
            signal,
            onProgress: (filas) => {
              escritas = filas;
              onProgress({ fase: 'exportacion', hecho: filas, total: null });
            },
          },
        );
      if (vista === 'cupones') {
        const { filas, cobertura } = await deLibro(pedido);
        const archivo = await escribir({ campos: CAMPOS_DE_CUPON, filas: primeras(filas, limite), cobertura });
        return { vista, archivo, filas: escritas, cobertura };
      }
      const consulta = consultaDe(vista, pedido);
      const tabla = TABLAS[vista];
      const campos: CampoExportado[] = tabla.campos.flatMap(({ nombre, tipo }) =>
        tipo === 'json' ? (detalle ? [{ nombre, tipo: 'texto' as const }] : []) : [{ nombre, tipo }],
      );
      if (retiradas) campos.push({ nombre: 'retirada', tipo: 'fechaHora' });
      return caches.aparte(cuenta, async (cache) => {
        const cobertura = cache === undefined ? SIN_COBERTURA : coberturaDe(cache, { ...consulta, ahora: clock.now() });
        function* filas(): Generator<FilaDocumento> {
          if (cache === undefined) return;
          for (const fila of primeras(cache.todas(consulta), limite))
            yield filaDocumento(tabla, fila, { detalle, retiradas });
        }
        const archivo = await escribir({ campos, filas: filas(), cobertura });
        return { vista, archivo, filas: escritas, cobertura };
      });
    },
  };
}
