import { CAMPOS_DE_VISTA } from '#contract/datos-campos.ts';
import type { ConsultaDocumento, ExportacionDocumento, FilaDocumento } from '#contract/documents.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Clock } from '#domain/clock.ts';
import { formatPlain } from '#domain/money.ts';
import type { Vista } from '#domain/vista.ts';
import { TABLAS, type Consulta, type ReadableCache } from '#storage/cache/index.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import type { Caches } from '../compose/caches.ts';
import type { Libros } from '../compose/libros.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { coberturaDe, SIN_COBERTURA } from '../cobertura/cobertura.ts';
import { coberturaDeCupones, cuponesDe } from './cupones.ts';
import { filaDocumento } from './documento.ts';
import { escribirExportacion, type Exportacion } from './exportar.ts';
import type { CampoExportado } from './hojas-de-detalle.ts';
import { consultaDe, exigirCampo, type PedidoDeVista } from './pedido.ts';

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
  return `${campo} ${SIGNOS[op]} ${valor === '' ? '(vacío)' : valor}`;
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
    ...(desde === undefined ? [] : [`desde ${desde}`]),
    ...(hasta === undefined ? [] : [`hasta ${hasta}`]),
    ...(campoFecha === undefined ? [] : [`por ${campoFecha}`]),
    ...filtros.map(filtroEnFrase),
    ...(texto.trim() === '' ? [] : [`con «${texto.trim()}»`]),
    ...(retiradas === true ? ['con las retiradas'] : []),
    ...(limite === 0 ? [] : [limite === 1 ? 'a lo sumo 1 fila' : `a lo sumo ${String(limite)} filas`]),
  ];
  return partes.length === 0 ? 'Sin filtros' : partes.join(' · ');
}

/** The fields that are written: those asked for, in their order, else all; the detail and the withdrawal only when they are asked for. */
function camposExportados(
  vista: Vista,
  { columnas, detalle = false, retiradas = false }: Pick<Pedido, 'columnas' | 'detalle' | 'retiradas'>,
): readonly CampoExportado[] {
  const propios = CAMPOS_DE_VISTA[vista].filter(({ tipo }) => tipo !== 'json');
  const elegidos = columnas?.map((nombre) => exigirCampo(CAMPOS_DE_VISTA[vista], nombre, vista)) ?? propios;
  const campos = elegidos.map(({ nombre, tipo }): CampoExportado => ({
    nombre,
    tipo: tipo === 'json' ? 'texto' : tipo,
  }));
  const conDetalle = CAMPOS_DE_VISTA[vista].some(({ tipo }) => tipo === 'json');
  const elegido = (nombre: string): boolean => columnas?.includes(nombre) === true;
  return [
    ...campos,
    ...(detalle && conDetalle && !elegido('detalle') ? [{ nombre: 'detalle', tipo: 'texto' as const }] : []),
    ...(detalle && vista !== 'cupones' ? [{ nombre: 'extra', tipo: 'texto' as const }] : []),
    ...(retiradas ? [{ nombre: 'retirada', tipo: 'fechaHora' as const }] : []),
  ];
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

/** How many rows have nothing in each of some fields. */
async function contarVacios(
  trozos: AsyncIterable<readonly FilaDocumento[]>,
  campos: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const vacios: Record<string, number> = {};
  for await (const trozo of trozos) {
    for (const fila of trozo) {
      for (const campo of campos) if (fila[campo] === null) vacios[campo] = (vacios[campo] ?? 0) + 1;
    }
  }
  return vacios;
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
    const [suma] = totales ? cache.agrupar(consulta, { por: [], sumas: importes }) : [];
    const sinInformar = importes.flatMap((campo, i) => (suma?.faltan[i] ? [[campo, suma.faltan[i]]] : []));
    return {
      vista,
      total: cache.contar(consulta),
      filas: filas.map((fila) => recortar(filaDocumento(tabla, fila, { detalle, retiradas }), pedido)),
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
      const campos = camposExportados(vista, pedido);
      const cuenta = await cuentas.elegir(pedido.cuenta);
      let escritas = 0;
      const escribir = (
        exportacion: Pick<Exportacion, 'campos' | 'filas' | 'cobertura' | 'sinInformar'>,
      ): Promise<string> =>
        escribirExportacion(
          { vista, cuenta: cuenta.nombre, filtro: filtroEnPalabras({ ...pedido, limite }), detalle, ...exportacion },
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
        const archivo = await escribir({ campos, filas: () => primeras([filas], limite), cobertura });
        return { vista, archivo, filas: escritas, cobertura };
      }
      const consulta = consultaDe(vista, pedido);
      const tabla = TABLAS[vista];
      const cobertura = caches.leer(cuenta, (cache) =>
        cache === undefined ? SIN_COBERTURA : coberturaDe(cache, { ...consulta, ahora: clock.now() }),
      );
      return caches.lector(cuenta, async (lector) => {
        if (lector === undefined) {
          return {
            vista,
            archivo: await escribir({ campos, filas: () => primeras([], 0), cobertura }),
            filas: 0,
            cobertura,
          };
        }
        const pasadas = lector.pasadas(signal);
        const filas = async function* (): AsyncGenerator<readonly FilaDocumento[]> {
          for await (const trozo of primeras(pasadas.todas(consulta), limite)) {
            yield trozo.map((fila) => filaDocumento(tabla, fila, { detalle, retiradas }));
          }
        };
        try {
          const importes = campos.flatMap(({ nombre, tipo }) => (tipo === 'importe' ? [nombre] : []));
          const sinInformar =
            limite === 0 ? (await lector.totales(consulta, signal)).faltan : await contarVacios(filas(), importes);
          const archivo = await escribir({ campos, filas, cobertura, sinInformar });
          return { vista, archivo, filas: escritas, cobertura };
        } finally {
          await pasadas.cerrar();
        }
      });
    },
  };
}
