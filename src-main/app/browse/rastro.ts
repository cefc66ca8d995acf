/**
 * The way of the money: from one record to those that belong to it. The service links some by identifier (`liquidaciones_id`,
 * `transacciones_id`); the rest agree in values, and then it is said so. Where several fit, all of them are given: nobody guesses.
 */
import type { DatosRastro, FilaConClave, RastroPaso } from '#contract/datos.ts';
import type { CoberturaDocumento } from '#contract/documents.ts';
import { AppError } from '#contract/errors.ts';
import { addDays, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { parseMoney } from '#domain/money.ts';
import type { Metodo } from '#domain/vista.ts';
import { TABLAS, type FilaLeida, type Filtro, type Lector } from '#storage/cache/index.ts';
import { faltanDias } from '../cobertura/cobertura.ts';
import { filaDocumento } from './documento.ts';
import {
  CAMPOS_DEL_CUPON,
  crearVinculos,
  fechaDe,
  LIMITE,
  NADA,
  textoDe,
  vacio,
  type Hallazgo,
} from './rastro-vinculos.ts';
import { operacionesDeCupon, type CuponBuscado } from './rastro-cupon.ts';

/** Days after a settlement in which a bank pays it. */
const DIAS_DE_PAGO = 45;

/** What the trail is followed with. */
export interface Rastreo {
  readonly lector: Lector | undefined;
  readonly signal: AbortSignal;
  readonly cobertura: (
    metodo: Metodo,
    periodo: { readonly desde?: CivilDate; readonly hasta?: CivilDate },
  ) => CoberturaDocumento;
  /** The coupon of ours that an operation of a settlement was matched with, where a kept result says so. */
  readonly cuponDe: (liquidacion: FilaLeida, operacion: FilaLeida) => FilaConClave | undefined;
}

export function crearRastro({ lector, signal, cobertura, cuponDe }: Rastreo) {
  const buscar = async (metodo: Metodo, filtros: readonly Filtro[]) =>
    lector === undefined ? { filas: [], total: 0 } : lector.vinculadas(metodo, { filtros, limite: LIMITE }, signal);
  const porId = async (metodo: Metodo, ...ids: readonly string[]): Promise<readonly FilaLeida[]> =>
    lector === undefined || ids.every((id) => id === '') ? [] : lector.porId(metodo, ids, signal);

  const documento = (metodo: Metodo, fila: FilaLeida): FilaConClave => ({
    ...filaDocumento(TABLAS[metodo], fila, { detalle: false }),
    clave: textoDe(fila, 'id'),
  });

  /** A stop that found something, or why it did not. `falta`: the service names a record that is not here; `pendiente`: it says that there is none yet. */
  function paso(
    vista: Metodo,
    hallazgo: Hallazgo,
    {
      falta = false,
      pendiente = false,
      ...periodo
    }: { falta?: boolean; pendiente?: boolean; desde?: CivilDate | undefined; hasta?: CivilDate | undefined } = {},
  ): RastroPaso {
    const { filas, total, por, campos, porIdentificador, ambiguo = false } = hallazgo;
    const comun = {
      vista,
      filas: filas.map((fila) => documento(vista, fila)),
      total,
      ambiguo,
      por,
      campos,
      porIdentificador,
    };
    if (filas.length > 0) return { ...comun, estado: 'encontrado' };
    const { desde, hasta } = periodo;
    const leido = cobertura(vista, {
      ...(desde === undefined ? {} : { desde }),
      ...(hasta === undefined ? {} : { hasta }),
    });
    if (!leido.contratado) return { ...comun, estado: 'no_contratado' };
    if (pendiente) return { ...comun, estado: 'pendiente' };
    return {
      ...comun,
      estado: falta || faltanDias(leido) ? 'no_descargado' : 'no_encontrado',
    };
  }

  const { liquidacionDe, operacionesDe, movimientosDe, impuestosDe, mismoCupon, rechazosDe } = crearVinculos({
    buscar,
    porId,
  });

  const elInicio = (fila: FilaLeida): Hallazgo => ({
    filas: [fila],
    total: 1,
    por: 'inicio',
    campos: [],
    porIdentificador: true,
  });

  const delResultado = (fila: FilaConClave): RastroPaso => ({
    vista: 'cupones',
    estado: 'encontrado',
    filas: [fila],
    total: 1,
    ambiguo: false,
    por: 'resultado',
    campos: [],
    porIdentificador: false,
  });

  interface Conocido {
    readonly cupon?: RastroPaso | null;
    readonly operacion?: Hallazgo;
    readonly liquidacion?: Hallazgo;
    readonly movimientos?: Hallazgo;
    readonly impuestos?: Hallazgo;
    readonly rechazos?: Hallazgo;
    /** The service names a settlement. */
    readonly nombrada?: boolean;
    readonly fecha?: CivilDate | undefined;
  }

  /** How many sales are in a settlement: as the service counts them, else those that are here when they add up to what it billed. */
  async function salesOf(liquidacion: FilaLeida): Promise<{ readonly ventas?: number }> {
    const [counted] = await porId('liquidaciones-conciliadas', textoDe(liquidacion, 'id'));
    const said = counted?.['operaciones'];
    if (typeof said === 'number' && said > 0) return { ventas: said };
    const { filas, total } = await operacionesDe(liquidacion);
    const sum = filas.reduce((importe, fila) => importe + Number(fila['importe'] ?? 0), 0);
    return total > 0 && total === filas.length && sum === liquidacion['total_facturado'] ? { ventas: total } : {};
  }

  /** Follows what is known to the rest. Where several fit, the trail does not go on from one of them. */
  async function completar(conocido: Conocido): Promise<DatosRastro> {
    const unica = (hallazgo: Hallazgo | undefined): FilaLeida | undefined =>
      hallazgo !== undefined && hallazgo.total === 1 && hallazgo.ambiguo !== true ? hallazgo.filas[0] : undefined;
    let operacion = conocido.operacion ?? NADA;
    const liquidacion =
      conocido.liquidacion ??
      (await liquidacionDe(unica(operacion), { id: 'liquidaciones_id', numero: 'nro_liquidacion' }));
    const una = unica(liquidacion);
    if (conocido.operacion === undefined && una !== undefined) operacion = await operacionesDe(una);
    const movimientos =
      conocido.movimientos ??
      (await movimientosDe(conocido.operacion === undefined ? undefined : unica(operacion), una));
    const impuestos = conocido.impuestos ?? (await impuestosDe(una));
    const rechazos = conocido.rechazos ?? (await rechazosDe(operacion.filas));
    const fecha = fechaDe(una, 'fecha') ?? fechaDe(unica(operacion), 'fecha_pago') ?? conocido.fecha;
    const operada = unica(operacion);
    const nombrada = conocido.nombrada ?? textoDe(operada, 'liquidaciones_id') !== '';
    // The operation was read, and the service gave it no settlement: whatever else was read, there is none yet.
    const sinLiquidar = operada !== undefined && !nombrada && textoDe(operada, 'nro_liquidacion') === '';
    const pendiente = sinLiquidar && vacio(liquidacion);
    const propio = una === undefined || operada === undefined ? undefined : cuponDe(una, operada);
    const venta = fechaDe(unica(operacion), 'fecha_venta') ?? conocido.fecha;
    return {
      cupon: conocido.cupon ?? (propio === undefined ? null : delResultado(propio)),
      operacion: paso('operaciones', operacion, { desde: venta, hasta: venta }),
      liquidacion: {
        ...paso('liquidaciones', liquidacion, {
          falta: nombrada && vacio(liquidacion),
          pendiente,
          desde: fecha,
          hasta: fecha,
        }),
        ...(una === undefined ? {} : await salesOf(una)),
      },
      movimientos: paso('movimientos', movimientos, {
        // Settled, and the bank has not credited it: that is known from the settlement itself.
        pendiente: pendiente || una?.['acreditada'] === 0,
        desde: fecha,
        hasta: fecha === undefined ? undefined : addDays(fecha, DIAS_DE_PAGO),
      }),
      impuestos: paso('impuestos', impuestos, {
        pendiente,
        desde: fechaDe(una, 'fecha'),
        hasta: fechaDe(una, 'fecha'),
      }),
      rechazos: paso('rechazos', rechazos, { desde: venta }),
    };
  }

  async function desdeFila(vista: Metodo, fila: FilaLeida): Promise<DatosRastro> {
    const inicio = elInicio(fila);
    switch (vista) {
      case 'operaciones':
        return completar({ operacion: inicio });
      case 'liquidaciones':
        return completar({ liquidacion: inicio });
      case 'liquidaciones-conciliadas':
        return completar({
          liquidacion: await liquidacionDe(fila, { id: 'id', numero: 'numero' }),
          nombrada: true,
          fecha: fechaDe(fila, 'fecha'),
        });
      case 'impuestos':
        return completar({
          impuestos: inicio,
          liquidacion: await liquidacionDe(fila, { id: 'id', numero: 'numero' }),
          nombrada: true,
          fecha: fechaDe(fila, 'fecha'),
        });
      case 'movimientos': {
        const liquidacion = await liquidacionDe(fila, {
          id: 'liquidaciones_id',
          numero: textoDe(fila, 'liquidaciones_id') === '' ? 'referencia' : '',
        });
        const operaciones = await porId('operaciones', textoDe(fila, 'transacciones_id'));
        const directa =
          operaciones.length === 0
            ? undefined
            : {
                ...NADA,
                filas: operaciones,
                total: operaciones.length,
                por: 'servicio_concilio' as const,
                campos: ['transacciones_id'],
                porIdentificador: true,
              };
        return completar({
          movimientos: inicio,
          ...(directa === undefined ? {} : { operacion: directa }),
          ...(vacio(liquidacion) && directa !== undefined ? {} : { liquidacion }),
          nombrada: textoDe(fila, 'liquidaciones_id') !== '',
          fecha: fechaDe(fila, 'fecha'),
        });
      }
      case 'rechazos': {
        const filas = await mismoCupon('operaciones', fila);
        return completar({
          rechazos: inicio,
          operacion: {
            filas,
            total: filas.length,
            por: 'comprobante_y_tarjeta',
            campos: CAMPOS_DEL_CUPON,
            porIdentificador: false,
            ambiguo: filas.length > 1,
          },
          fecha: fechaDe(fila, 'fecha_presentacion'),
        });
      }
      case 'calendario':
      case 'comercios':
      case 'conciliaciones':
      case 'liquidaciones-totales':
      case 'impuestos-totales':
        throw new AppError('USO', {
          mensaje: `Desde ${vista} no hay ningún cobro que seguir. No se leyó nada. Empezá por una operación.`,
        });
    }
  }

  return {
    async desde(vista: Metodo, clave: string): Promise<DatosRastro> {
      const [fila] = await porId(vista, clave);
      return fila === undefined ? completar({}) : desdeFila(vista, fila);
    },
    /** From a coupon of ours: the service never says which operation it matched, only its settlement. */
    async desdeCupon(cupon: CuponBuscado, paso_: RastroPaso): Promise<DatosRastro> {
      const operacion = await operacionesDeCupon(cupon, {
        buscar: async (filtros) => (await buscar('operaciones', filtros)).filas,
      });
      const nombrada = (cupon.liquidaciones_id ?? cupon.nro_liquidacion ?? '') !== '';
      const deCupon: FilaLeida = {
        liquidaciones_id: cupon.liquidaciones_id ?? null,
        nro_liquidacion: cupon.nro_liquidacion ?? null,
        importe: parseMoney(cupon.importe ?? '', 'sin-miles') ?? null,
        marca: operacion.filas.length === 1 ? (operacion.filas[0]?.['marca'] ?? null) : null,
      };
      const liquidacion = nombrada
        ? await liquidacionDe(deCupon, { id: 'liquidaciones_id', numero: 'nro_liquidacion' })
        : undefined;
      const fecha = parseIsoDate(cupon.fecha_venta ?? '');
      return completar({
        cupon: paso_,
        operacion: { ...operacion, total: operacion.filas.length, porIdentificador: false },
        ...(liquidacion === undefined || vacio(liquidacion) ? {} : { liquidacion }),
        ...(nombrada ? { nombrada } : {}),
        ...(fecha === undefined ? {} : { fecha }),
      });
    },
  };
}
