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
import { TABLAS, type FilaLeida, type Filtro, type Lector, type Valor } from '#storage/cache/index.ts';
import { filaDocumento } from './documento.ts';
import { operacionesDeCupon, type CuponBuscado } from './rastro-cupon.ts';

const LIMITE = 100;
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
}

interface Hallazgo {
  readonly filas: readonly FilaLeida[];
  readonly total: number;
  readonly por: string;
  readonly campos: readonly string[];
  readonly porIdentificador: boolean;
  readonly ambiguo?: boolean;
}

const NADA: Hallazgo = { filas: [], total: 0, por: '', campos: [], porIdentificador: false };

const textoDe = (fila: FilaLeida | undefined, campo: string): string => {
  const valor = fila?.[campo];
  return valor === null || valor === undefined ? '' : String(valor);
};
const fechaDe = (fila: FilaLeida | undefined, campo: string): CivilDate | undefined =>
  parseIsoDate(textoDe(fila, campo));
const igual = (campo: string, ...valores: readonly Valor[]): Filtro => ({ campo, valores });
const vacio = (hallazgo: Hallazgo): boolean => hallazgo.filas.length === 0;

export function crearRastro({ lector, signal, cobertura }: Rastreo) {
  const buscar = async (metodo: Metodo, filtros: readonly Filtro[]) =>
    lector === undefined ? { filas: [], total: 0 } : lector.vinculadas(metodo, { filtros, limite: LIMITE }, signal);
  const porId = async (metodo: Metodo, ...ids: readonly string[]): Promise<readonly FilaLeida[]> =>
    lector === undefined || ids.every((id) => id === '') ? [] : lector.porId(metodo, ids, signal);

  const documento = (metodo: Metodo, fila: FilaLeida): FilaConClave => ({
    ...filaDocumento(TABLAS[metodo], fila, { detalle: false, retiradas: false }),
    clave: textoDe(fila, 'id'),
  });

  /** A stop that found something, or why it did not. `falta`: the service names a record that is not here. */
  function paso(
    vista: Metodo,
    hallazgo: Hallazgo,
    {
      falta = false,
      ...periodo
    }: { falta?: boolean; desde?: CivilDate | undefined; hasta?: CivilDate | undefined } = {},
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
    const { contratado, estado } = cobertura(vista, {
      ...(desde === undefined ? {} : { desde }),
      ...(hasta === undefined ? {} : { hasta }),
    });
    if (!contratado) return { ...comun, estado: 'no_contratado' };
    return {
      ...comun,
      estado: falta || estado === 'nunca' || estado === 'parcial' ? 'no_descargado' : 'no_encontrado',
    };
  }

  async function liquidacionDe(
    fila: FilaLeida | undefined,
    campos: { readonly id: string; readonly numero: string },
  ): Promise<Hallazgo> {
    const id = textoDe(fila, campos.id);
    const numero = campos.numero === '' ? '' : textoDe(fila, campos.numero);
    const filas = await porId('liquidaciones', id);
    if (filas.length > 0) {
      return {
        filas,
        total: filas.length,
        por: 'El servicio dice de qué liquidación es.',
        campos: [campos.id],
        porIdentificador: true,
      };
    }
    if (numero === '') return NADA;
    const marca = textoDe(fila, 'marca');
    const filtros = [igual('numero', numero), ...(marca === '' ? [] : [igual('marca', marca)])];
    const { filas: porNumero, total } = await buscar('liquidaciones', filtros);
    return {
      filas: porNumero,
      total,
      por:
        marca === '' ? 'El número de liquidación es el mismo.' : 'El número de liquidación y la marca son los mismos.',
      campos: marca === '' ? [campos.numero] : [campos.numero, 'marca'],
      porIdentificador: false,
      ambiguo: total > 1,
    };
  }

  async function operacionesDe(liquidacion: FilaLeida): Promise<Hallazgo> {
    const { filas, total } = await buscar('operaciones', [igual('liquidaciones_id', textoDe(liquidacion, 'id'))]);
    return {
      filas,
      total,
      por: 'El servicio dice que son de esta liquidación.',
      campos: ['liquidaciones_id'],
      porIdentificador: true,
    };
  }

  async function movimientosDe(
    operacion: FilaLeida | undefined,
    liquidacion: FilaLeida | undefined,
  ): Promise<Hallazgo> {
    const deOperacion =
      operacion === undefined
        ? NADA
        : await buscar('movimientos', [igual('transacciones_id', textoDe(operacion, 'id'))]);
    const deLiquidacion =
      liquidacion === undefined
        ? NADA
        : await buscar('movimientos', [igual('liquidaciones_id', textoDe(liquidacion, 'id'))]);
    const filas = [...deLiquidacion.filas, ...deOperacion.filas];
    if (filas.length > 0) {
      const campos = [
        ...(deLiquidacion.filas.length > 0 ? ['liquidaciones_id'] : []),
        ...(deOperacion.filas.length > 0 ? ['transacciones_id'] : []),
      ];
      const por =
        'El servicio los concilió con ' + (campos[0] === 'liquidaciones_id' ? 'la liquidación.' : 'la operación.');
      return { filas, total: deLiquidacion.total + deOperacion.total, por, campos, porIdentificador: true };
    }
    const numero = textoDe(liquidacion, 'numero');
    if (numero === '') return NADA;
    const { filas: porReferencia } = await buscar('movimientos', [igual('referencia', numero)]);
    // One that the service reconciled with something else is not ours.
    const libres = porReferencia.filter(
      (fila) => textoDe(fila, 'liquidaciones_id') === '' && textoDe(fila, 'transacciones_id') === '',
    );
    const acreditado = Math.abs(Number(liquidacion?.['total_acreditado'] ?? 0));
    const exactos = libres.filter((fila) => Math.abs(Number(fila['importe'])) === acreditado);
    const elegidos = exactos.length > 0 ? exactos : libres;
    return {
      filas: elegidos,
      total: elegidos.length,
      por:
        exactos.length > 0
          ? 'El servicio no los vinculó: la referencia es el número de la liquidación y el importe, el acreditado.'
          : 'El servicio no los vinculó: la referencia es el número de la liquidación, pero el importe es otro.',
      campos: exactos.length > 0 ? ['referencia', 'importe'] : ['referencia'],
      porIdentificador: false,
      ambiguo: elegidos.length > 1 || (elegidos.length === 1 && exactos.length === 0),
    };
  }

  async function impuestosDe(liquidacion: FilaLeida | undefined): Promise<Hallazgo> {
    if (liquidacion === undefined) return NADA;
    const numero = textoDe(liquidacion, 'numero');
    const filas = (await porId('impuestos', textoDe(liquidacion, 'id'))).filter(
      (fila) => textoDe(fila, 'numero') === numero,
    );
    if (filas.length > 0) {
      return {
        filas,
        total: filas.length,
        por: 'Tienen el ID y el número de la liquidación.',
        campos: ['id', 'numero'],
        porIdentificador: true,
      };
    }
    const campos = ['numero', 'marca', 'establecimiento', 'fecha'];
    const { filas: iguales, total } = await buscar(
      'impuestos',
      campos.map((campo) => igual(campo, liquidacion[campo] ?? null)),
    );
    const por = 'El número, la marca, el establecimiento y la fecha son los de la liquidación.';
    return { filas: iguales, total, por, campos, porIdentificador: false, ambiguo: total > 1 };
  }

  /** Rejections name no operation: the same voucher and card, and nothing else that disagrees. */
  const QUE_COINCIDE = ['comprobante', 'tarjeta_nro'] as const;
  const QUE_NO_CONTRADICE = ['marca', 'establecimiento', 'lote', 'autorizacion'] as const;
  const concuerdan = (a: FilaLeida, b: FilaLeida): boolean =>
    QUE_NO_CONTRADICE.every((campo) => {
      const [x, y] = [textoDe(a, campo), textoDe(b, campo)];
      return x === '' || y === '' || x === y;
    });
  async function mismoCupon(metodo: 'operaciones' | 'rechazos', fila: FilaLeida): Promise<readonly FilaLeida[]> {
    if (QUE_COINCIDE.some((campo) => textoDe(fila, campo) === '')) return [];
    const { filas } = await buscar(
      metodo,
      QUE_COINCIDE.map((campo) => igual(campo, textoDe(fila, campo))),
    );
    return filas.filter((otra) => concuerdan(fila, otra));
  }
  const POR_CUPON =
    'El servicio no dice de qué operación es: el comprobante y la tarjeta son los mismos, y nada más los contradice.';
  const CAMPOS_DEL_CUPON: readonly string[] = [...QUE_COINCIDE, ...QUE_NO_CONTRADICE];

  async function rechazosDe(operaciones: readonly FilaLeida[]): Promise<Hallazgo> {
    const filas = new Map<string, FilaLeida>();
    let ambiguo = false;
    for (const operacion of operaciones) {
      for (const rechazo of await mismoCupon('rechazos', operacion)) {
        filas.set(textoDe(rechazo, 'id'), rechazo);
        ambiguo ||= (await mismoCupon('operaciones', rechazo)).length > 1;
      }
      if (filas.size >= LIMITE) break;
    }
    const todas = [...filas.values()];
    return {
      filas: todas,
      total: todas.length,
      por: POR_CUPON,
      campos: CAMPOS_DEL_CUPON,
      porIdentificador: false,
      ambiguo,
    };
  }

  const delHallazgo = (fila: FilaLeida, por: string): Hallazgo => ({
    filas: [fila],
    total: 1,
    por,
    campos: [],
    porIdentificador: true,
  });
  const INICIO = 'Desde acá empieza el rastro.';

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
    const nombrada = conocido.nombrada ?? textoDe(unica(operacion), 'liquidaciones_id') !== '';
    const venta = fechaDe(unica(operacion), 'fecha_venta') ?? conocido.fecha;
    return {
      cupon: conocido.cupon ?? null,
      operacion: paso('operaciones', operacion, { desde: venta, hasta: venta }),
      liquidacion: paso('liquidaciones', liquidacion, {
        falta: nombrada && vacio(liquidacion),
        desde: fecha,
        hasta: fecha,
      }),
      movimientos: paso('movimientos', movimientos, {
        desde: fecha,
        hasta: fecha === undefined ? undefined : addDays(fecha, DIAS_DE_PAGO),
      }),
      impuestos: paso('impuestos', impuestos, { desde: fechaDe(una, 'fecha'), hasta: fechaDe(una, 'fecha') }),
      rechazos: paso('rechazos', rechazos, { desde: venta }),
    };
  }

  async function desdeFila(vista: Metodo, fila: FilaLeida): Promise<DatosRastro> {
    const inicio = delHallazgo(fila, INICIO);
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
        const por = 'El servicio concilió el movimiento con esta operación.';
        const directa =
          operaciones.length === 0
            ? undefined
            : {
                ...NADA,
                filas: operaciones,
                total: operaciones.length,
                por,
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
            por: POR_CUPON,
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
