import type {
  DatosBuscar, DatosCuarentena, DatosDetalle, DatosEstado, DatosPagina, DatosRastro, DatosTotales, DatosValores, FilaConClave, RastroPaso,
} from '#contract/datos.ts'; // prettier-ignore
import { CAMPOS_DE_VISTA } from '#contract/datos-campos.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { CoberturaDocumento } from '#contract/documents.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { formatPlain } from '#domain/money.ts';
import { METODOS, type Vista } from '#domain/vista.ts';
import { TABLAS, type Consulta } from '#storage/cache/index.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import type { Caches } from '../compose/caches.ts';
import type { Libros } from '../compose/libros.ts';
import { coberturaDe, SIN_COBERTURA } from './cobertura.ts';
import { coberturaDeCupones, cuponesDe } from './cupones.ts';
import { filaDocumento } from './documento.ts';
import { consultaDe, exigirCampo, type PedidoDeVista } from './pedido.ts';

interface Deps {
  readonly cuentas: Pick<Cuentas, 'elegir'>;
  readonly caches: Caches;
  readonly libros: Pick<Libros, 'existente'>;
  readonly clock: Clock;
}

/** The local data as the screens look at it. */
export interface Datos {
  pagina(input: MethodParsed<'datos.pagina'>, signal: AbortSignal): Promise<DatosPagina>;
  totales(input: MethodParsed<'datos.totales'>, signal: AbortSignal): Promise<DatosTotales>;
  valores(input: MethodParsed<'datos.valores'>, signal: AbortSignal): Promise<DatosValores>;
  detalle(input: MethodParsed<'datos.detalle'>, signal: AbortSignal): Promise<DatosDetalle>;
  rastro(input: MethodParsed<'datos.rastro'>, signal: AbortSignal): Promise<DatosRastro>;
  cuarentena(input: MethodParsed<'datos.cuarentena'>, signal: AbortSignal): Promise<DatosCuarentena>;
  estado(input: MethodParsed<'datos.estado'>, signal: AbortSignal): Promise<DatosEstado>;
  buscar(input: MethodParsed<'datos.buscar'>, signal: AbortSignal): Promise<DatosBuscar>;
}

interface Leidas {
  readonly filas: readonly FilaConClave[];
  readonly cobertura: CoberturaDocumento;
}

const paso = (vista: Vista): RastroPaso => ({
  vista,
  estado: 'no_encontrado',
  filas: [],
  total: 0,
  ambiguo: false,
  por: '',
  campos: [],
  porIdentificador: false,
});

export function createDatos({ cuentas, caches, libros, clock }: Deps): Datos {
  async function leer(pedido: PedidoDeVista, detalle = false): Promise<Leidas> {
    const { vista } = pedido;
    const cuenta = await cuentas.elegir(pedido.cuenta);
    if (vista === 'cupones') {
      const libro = await libros.existente(cuenta);
      if (libro === undefined) return { filas: [], cobertura: SIN_COBERTURA };
      const filas = cuponesDe(libro, cuenta.id, pedido).map((fila) => ({ ...fila, clave: claveDeCupon(fila) }));
      return { filas, cobertura: coberturaDeCupones(libro, cuenta.id) };
    }
    const consulta: Consulta = consultaDe(vista, pedido);
    return caches.leer(cuenta, (cache) => {
      if (cache === undefined) return { filas: [], cobertura: SIN_COBERTURA };
      const filas = Array.from(cache.todas(consulta), (fila) => ({
        ...filaDocumento(TABLAS[vista], fila, { detalle, retiradas: pedido.retiradas === true }),
        clave: String(fila['id']),
      }));
      return { filas, cobertura: coberturaDe(cache, { ...consulta, ahora: clock.now() }) };
    });
  }

  return {
    async pagina({ desdeFila, filas: cuantas, ...pedido }) {
      const { filas, cobertura } = await leer(pedido);
      const hasta = desdeFila + cuantas;
      return {
        vista: pedido.vista,
        filas: filas.slice(desdeFila, hasta),
        desdeFila,
        cobertura,
        hayMas: filas.length > hasta,
        total: filas.length,
        version: '',
      };
    },
    async totales(pedido) {
      const { vista } = pedido;
      const { filas } = await leer(pedido);
      const sumas = CAMPOS_DE_VISTA[vista]
        .filter(({ tipo }) => tipo === 'importe')
        .map(({ nombre }) => {
          const suma = filas.reduce(
            (total, fila) => total + BigInt(String(fila[nombre] ?? '0.00').replace('.', '')),
            0n,
          );
          return [nombre, formatPlain(suma)] as const;
        });
      return { vista, total: filas.length, totales: Object.fromEntries(sumas), version: '' };
    },
    async valores({ campo, limite = 100, ...pedido }) {
      const { vista } = pedido;
      exigirCampo(CAMPOS_DE_VISTA[vista], campo, vista);
      const { filas } = await leer({ ...pedido, filtros: pedido.filtros?.filter((filtro) => filtro.campo !== campo) });
      const cuenta = new Map<string | null, number>();
      for (const fila of filas) {
        const valor = fila[campo];
        const texto = valor === null || valor === undefined || valor === '' ? null : String(valor);
        cuenta.set(texto, (cuenta.get(texto) ?? 0) + 1);
      }
      const valores = Array.from(cuenta, ([valor, veces]) => ({ valor, filas: veces })).sort(
        (a, b) => b.filas - a.filas,
      );
      return { vista, campo, valores: valores.slice(0, limite), hayMas: valores.length > limite };
    },
    async detalle({ cuenta, vista, clave }) {
      const { filas, cobertura } = await leer({ cuenta, vista, retiradas: true }, true);
      return { vista, fila: filas.find((fila) => fila.clave === clave) ?? null, cobertura };
    },
    rastro: () =>
      Promise.resolve({
        cupon: null,
        operacion: paso('operaciones'),
        liquidacion: paso('liquidaciones'),
        movimientos: paso('movimientos'),
        impuestos: paso('impuestos'),
        rechazos: paso('rechazos'),
      }),
    async cuarentena({ cuenta: nombre, vista, desdeFila = 0, filas: cuantas = 200 }) {
      const cuenta = await cuentas.elegir(nombre);
      const todas = caches.leer(cuenta, (cache) =>
        cache === undefined || vista === 'cupones' ? [] : cache.cuarentena(vista),
      );
      return {
        total: todas.length,
        desdeFila,
        filas: todas.slice(desdeFila, desdeFila + cuantas).map(({ metodo, crudo, motivo, primera, ultima }) => ({
          vista: METODOS.find((cada) => cada === metodo) ?? 'operaciones',
          ventana: null,
          crudo,
          motivo,
          primera: civilDateTimeAt(primera),
          ultima: civilDateTimeAt(ultima),
        })),
      };
    },
    async estado({ cuenta: nombre }) {
      const cuenta = await cuentas.elegir(nombre);
      const vistas = caches.leer(cuenta, (cache) =>
        METODOS.map((vista) => ({
          vista,
          cobertura: cache === undefined ? SIN_COBERTURA : coberturaDe(cache, { metodo: vista, ahora: clock.now() }),
          cuarentena: cache === undefined ? 0 : cache.cuarentena(vista).length,
        })),
      );
      const cuando = vistas.flatMap(({ cobertura }) => cobertura.sincronizado ?? []).sort();
      const [desde] = cuando;
      const hasta = cuando.at(-1);
      return {
        cuenta: cuenta.nombre,
        sincronizado: desde === undefined || hasta === undefined ? null : { desde, hasta },
        vistas,
        cuarentena: vistas.reduce((total, vista) => total + vista.cuarentena, 0),
      };
    },
    buscar: ({ texto }) => Promise.resolve({ texto, hallados: [], incompleto: true }),
  };
}

const claveDeCupon = (fila: Readonly<Record<string, unknown>>): string =>
  [fila['carga'], fila['archivo'], fila['fila']].map(String).join('|');
