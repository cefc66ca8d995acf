import type {
  CuponDeVenta, DatosBuscar, DatosCuarentena, DatosDetalle, DatosEstado, DatosPagina, DatosRastro, DatosTotales, DatosValores, FilaConClave,
} from '#contract/datos.ts'; // prettier-ignore
import { CAMPOS_DE_VISTA, summandsOf, type Campo } from '#contract/datos-campos.ts';
import type { CoberturaDocumento } from '#contract/documents.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { problemasDe } from '#domain/forma.ts';
import { centavos, formatPlain } from '#domain/money.ts';
import { METODOS, type Metodo, type Vista } from '#domain/vista.ts';
import { TABLAS, type Consulta, type FilaLeida, type Lector, type Valor } from '#storage/cache/index.ts';
import type { Cuenta } from '../accounts/account.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import type { Caches } from '../compose/caches.ts';
import type { Libros } from '../compose/libros.ts';
import type { ResultadosAbiertos } from '../compose/resultados.ts';
import { buscarEnLibro } from './buscar-cupones.ts';
import { buscarRegistros, losMejores } from './buscar.ts';
import { coberturaDe, SIN_COBERTURA } from '../cobertura/cobertura.ts';
import { cuponDeOperacion, cuponesDeLiquidacion } from './cupones-de-ventas.ts';
import { createCuponesVistos } from './cupones-vistos.ts';
import { filaDocumento } from './documento.ts';
import { consultaDe, exigirCampo, type PedidoDeVista } from './pedido.ts';
import { crearRastro } from './rastro.ts';

interface Deps {
  readonly cuentas: Pick<Cuentas, 'elegir'>;
  readonly caches: Caches;
  readonly libros: Pick<Libros, 'existente'>;
  readonly resultados: Pick<ResultadosAbiertos, 'existente'>;
  readonly clock: Clock;
}

/** The local data as the screens look at it. Nothing of it holds up the thread that is asked but our own coupons, which are few. */
export interface Datos {
  pagina(input: MethodParsed<'datos.pagina'>, signal: AbortSignal): Promise<DatosPagina>;
  totales(input: MethodParsed<'datos.totales'>, signal: AbortSignal): Promise<DatosTotales>;
  valores(input: MethodParsed<'datos.valores'>, signal: AbortSignal): Promise<DatosValores>;
  detalle(input: MethodParsed<'datos.detalle'>, signal: AbortSignal): Promise<DatosDetalle>;
  rastro(input: MethodParsed<'datos.rastro'>, signal: AbortSignal): Promise<DatosRastro>;
  cuarentena(input: MethodParsed<'datos.cuarentena'>, signal: AbortSignal): Promise<DatosCuarentena>;
  estado(input: MethodParsed<'datos.estado'>, signal: AbortSignal): Promise<DatosEstado>;
  buscar(input: MethodParsed<'datos.buscar'>, signal: AbortSignal): Promise<DatosBuscar>;
  cuponesDeLiquidacion(
    input: MethodParsed<'datos.cupones_de_liquidacion'>,
    signal: AbortSignal,
  ): Promise<readonly CuponDeVenta[]>;
}

const VALORES = 100;
const CUARENTENA = 200;

const enTexto = (sumas: Readonly<Record<string, bigint>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(sumas).map(([campo, suma]) => [campo, formatPlain(suma)]));

const conClave = (vista: Metodo, fila: FilaLeida, detalle = false): FilaConClave => ({
  ...filaDocumento(TABLAS[vista], fila, { detalle }),
  clave: String(fila['id']),
});

/** A stored value as a filter takes it; null: none. */
function valorDeFiltro({ tipo }: Campo, valor: Valor): string | null {
  if (valor === null || valor === '') return null;
  if (tipo === 'booleano') return valor === 1 ? 'true' : 'false';
  return tipo === 'importe' && typeof valor === 'number' ? formatPlain(centavos(valor)) : String(valor);
}

export function createDatos({ cuentas, caches, libros, resultados, clock }: Deps): Datos {
  const cupones = createCuponesVistos({ libros });
  /** Accounts whose index is being filled: what it does not have yet is looked through row by row meanwhile. */
  const indexando = new Set<string>();

  const coberturaPor = (
    cuenta: Cuenta,
    consulta: Pick<Consulta, 'metodo' | 'desde' | 'hasta' | 'campoFecha'>,
  ): CoberturaDocumento =>
    caches.leer(cuenta, (cache) =>
      cache === undefined ? SIN_COBERTURA : coberturaDe(cache, { ...consulta, ahora: clock.now() }),
    );

  /** The index is brought up to date behind, a piece at a time; `siempre`: somebody types, and it does not wait for a synchronisation. */
  function indexar(cuenta: Cuenta, lector: Lector, siempre = true): void {
    if (indexando.has(cuenta.id)) return;
    indexando.add(cuenta.id);
    lector
      .indexar(new AbortController().signal, { siempre })
      // Without it everything is still found, only slower; the next search tries again.
      .catch(() => undefined)
      .finally(() => indexando.delete(cuenta.id));
  }

  async function enCache<T>(
    pedido: PedidoDeVista,
    trabajo: (lector: Lector, consulta: Consulta) => Promise<T>,
    vacio: T,
  ): Promise<{ readonly valor: T; readonly cobertura: CoberturaDocumento }> {
    const { vista, texto = '' } = pedido;
    if (vista === 'cupones') throw new Error('Coupons are not in the cache');
    const consulta = consultaDe(vista, pedido);
    const cuenta = await cuentas.elegir(pedido.cuenta);
    return caches.lector(cuenta, async (lector) => {
      if (lector === undefined) return { valor: vacio, cobertura: SIN_COBERTURA };
      const valor = await trabajo(lector, consulta);
      // Whoever looks at a view will search it.
      indexar(cuenta, lector, texto.trim() !== '');
      return { valor, cobertura: coberturaPor(cuenta, consulta) };
    });
  }

  async function paginaDeCache(
    vista: Metodo,
    { desdeFila, filas: cuantas, ...pedido }: MethodParsed<'datos.pagina'>,
    signal: AbortSignal,
  ): Promise<DatosPagina> {
    const { valor, cobertura } = await enCache(
      pedido,
      (lector, consulta) => lector.pagina(consulta, { desdeFila, filas: cuantas }, signal),
      { filas: [], hayMas: false, total: 0, version: '' },
    );
    const filas = valor.filas.map((fila) => conClave(vista, fila));
    return { vista, ...valor, filas, desdeFila, cobertura };
  }

  async function detalleDe(vista: Metodo, clave: string, cuenta: Cuenta, signal: AbortSignal): Promise<DatosDetalle> {
    const fila = await caches.lector(cuenta, async (lector) => (await lector?.porId(vista, [clave], signal))?.[0]);
    return {
      vista,
      fila: fila === undefined ? null : { extra: null, ...conClave(vista, fila, true) },
      cobertura: coberturaPor(cuenta, { metodo: vista }),
    };
  }

  return {
    async pagina(input, signal) {
      const { vista } = input;
      return vista === 'cupones'
        ? cupones.pagina(await cuentas.elegir(input.cuenta), input)
        : paginaDeCache(vista, input, signal);
    },
    async totales(input, signal) {
      const { vista } = input;
      if (vista === 'cupones') return cupones.totales(await cuentas.elegir(input.cuenta), input);
      const ceros = summandsOf(vista).map(({ name }) => [name, 0n] as const);
      const { valor } = await enCache(input, (lector, consulta) => lector.totales(consulta, signal), {
        total: 0,
        retiradas: 0,
        sumas: Object.fromEntries(ceros),
        faltan: {},
        enDuda: { filas: 0, sumas: {} },
        version: '',
      });
      const { total, retiradas, faltan, enDuda, version } = valor;
      const listed = input.retiradas === true ? retiradas : 0;
      return {
        vista,
        total: total + listed,
        retiradas: retiradas - listed,
        ...(listed === 0 ? {} : { sinSumar: listed }),
        totales: enTexto(valor.sumas),
        ...(enDuda.filas === 0 ? {} : { enDuda: { filas: enDuda.filas, totales: enTexto(enDuda.sumas) } }),
        ...(Object.keys(faltan).length === 0 ? {} : { sinInformar: faltan }),
        version,
      };
    },
    async valores({ campo: nombre, limite = VALORES, ...pedido }, signal) {
      const { vista } = pedido;
      const elegibles = CAMPOS_DE_VISTA[vista].filter(({ tipo }) => tipo !== 'json');
      const campo = exigirCampo(elegibles, nombre, vista);
      const otros = { ...pedido, filtros: pedido.filtros?.filter((filtro) => filtro.campo !== nombre) };
      if (vista === 'cupones') return cupones.valores(await cuentas.elegir(pedido.cuenta), { ...otros, campo, limite });
      const { valor } = await enCache(
        otros,
        (lector, consulta) => lector.valores(consulta, { campo: nombre, cuantos: limite + 1 }, signal),
        [],
      );
      const valores = valor
        .slice(0, limite)
        .map(({ valor: cada, filas }) => ({ valor: valorDeFiltro(campo, cada), filas }));
      return { vista, campo: nombre, valores, hayMas: valor.length > limite };
    },
    async detalle({ cuenta: nombre, vista, clave }, signal) {
      const cuenta = await cuentas.elegir(nombre);
      return vista === 'cupones' ? cupones.detalle(cuenta, clave) : detalleDe(vista, clave, cuenta, signal);
    },
    async rastro({ cuenta: nombre, de }, signal) {
      const cuenta = await cuentas.elegir(nombre);
      const guardados = await resultados.existente(cuenta);
      return caches.lector(cuenta, async (lector) => {
        const rastro = crearRastro({
          lector,
          signal,
          cuponDe: (liquidacion, operacion) => cuponDeOperacion(guardados, liquidacion, operacion),
          cobertura: (metodo, periodo) => coberturaPor(cuenta, { metodo, ...periodo }),
        });
        if ('vista' in de && de.vista !== 'cupones') return rastro.desde(de.vista, de.clave);
        const { cupon, paso } = await cupones.deRastro(cuenta, de);
        return rastro.desdeCupon(cupon, paso);
      });
    },
    async cuarentena({ cuenta: nombre, vista, desdeFila = 0, filas: cuantas = CUARENTENA }) {
      const cuenta = await cuentas.elegir(nombre);
      return caches.leer(cuenta, (cache) => {
        if (cache === undefined || vista === 'cupones') return { total: 0, desdeFila, filas: [] };
        const apartadas = cache.apartadas();
        const total =
          vista === undefined ? [...apartadas.values()].reduce((a, b) => a + b, 0) : (apartadas.get(vista) ?? 0);
        const filas = cache
          .cuarentena(vista, { desdeFila, filas: cuantas })
          .map(({ metodo, ventana, crudo, motivo, primera, ultima }) => {
            const [desde = '', hasta = ''] = ventana?.split('..') ?? [];
            const problemas = problemasDe(motivo);
            return {
              vista: vistaDe(metodo),
              ventana: ventana === null ? null : { desde, hasta },
              crudo,
              motivo,
              ...(problemas === undefined ? {} : { problemas }),
              primera: civilDateTimeAt(primera),
              ultima: civilDateTimeAt(ultima),
            };
          });
        return { total, desdeFila, filas };
      });
    },
    async estado({ cuenta: nombre }) {
      const cuenta = await cuentas.elegir(nombre);
      const apartadas = caches.leer(cuenta, (cache) => cache?.apartadas());
      const vistas = METODOS.map((vista) => ({
        vista,
        cobertura: coberturaPor(cuenta, { metodo: vista }),
        cuarentena: apartadas?.get(vista) ?? 0,
      }));
      const leido = caches.leer(cuenta, (cache) => cache?.lecturas());
      // Whoever looks at how fresh the data is will search it: after a synchronisation the index is made ready meanwhile.
      await caches.lector(cuenta, (lector) => {
        if (lector !== undefined) indexar(cuenta, lector, false);
        return Promise.resolve();
      });
      return {
        cuenta: cuenta.nombre,
        sincronizado:
          leido === undefined ? null : { desde: civilDateTimeAt(leido.primera), hasta: civilDateTimeAt(leido.ultima) },
        vistas,
        cuarentena: vistas.reduce((total, { cuarentena }) => total + cuarentena, 0),
      };
    },
    async buscar({ cuenta: nombre, texto }, signal) {
      const cuenta = await cuentas.elegir(nombre);
      const libro = await libros.existente(cuenta);
      const nada = { candidatos: [], incompleto: false };
      const propios = libro === undefined ? nada : await buscarEnLibro(libro, { cuenta: cuenta.id, texto }, signal);
      const registros = await caches.lector(cuenta, async (lector) => {
        if (lector === undefined) return nada;
        const hallado = await buscarRegistros(lector, texto, signal);
        indexar(cuenta, lector);
        return hallado;
      });
      return {
        texto,
        hallados: losMejores([...propios.candidatos, ...registros.candidatos]),
        incompleto: propios.incompleto || registros.incompleto,
      };
    },
    async cuponesDeLiquidacion({ cuenta: nombre, clave }, signal) {
      const cuenta = await cuentas.elegir(nombre);
      const guardados = await resultados.existente(cuenta);
      return caches.lector(cuenta, (lector) => cuponesDeLiquidacion({ lector, resultados: guardados }, clave, signal));
    },
  };
}

function vistaDe(metodo: string): Vista {
  const vista = METODOS.find((cada) => cada === metodo);
  if (vista === undefined) throw new AppError('INTERNO', { detail: { metodo } });
  return vista;
}
