/** The money trail of a record, by ids of the service (`liquidaciones_id`, `transacciones_id`) or by equal values. `por` says how a step was found. */
import type { KeyedRow } from '#contract/data.ts';
import type { DataTrail, TrailStep } from '#contract/trail.ts';
import type { CoverageDocument } from '#contract/documents.ts';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { addDays, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { parseMoney } from '#domain/money.ts';
import { writeField } from '#domain/row.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { ReadRow, Filter, CacheReader, Query } from '#storage/cache/index.ts';
import { isMissingDays } from '../coverage/coverage.ts';
import { toKeyedRow } from './document.ts';
import { createLinks, dateOf, LIMIT, NOTHING, isEmpty, type Finding } from './trail-links.ts';
import { findOperacionesOfCupon, type SearchedCupon } from './trail-of-cupon.ts';

/** The trail searches a payment within this many days. The check in `against-calendario.ts` allows more (`DEADLINE_DAYS`). */
const PAYMENT_DAYS = 45;

const FOLLOWED = [
  'operaciones',
  'liquidaciones',
  'liquidaciones-conciliadas',
  'impuestos',
  'movimientos',
  'rechazos',
] as const satisfies readonly ServiceMethod[];
type FollowedView = (typeof FOLLOWED)[number];
const isFollowed = (vista: ServiceMethod): vista is FollowedView => FOLLOWED.some((each) => each === vista);

type Period = Pick<Query, 'desde' | 'hasta'>;

export interface TrailDeps {
  readonly reader: CacheReader | undefined;
  readonly signal: AbortSignal;
  readonly readCoverage: (method: ServiceMethod, period: Period) => CoverageDocument;
  readonly findCupon: (liquidacion: ReadRow, operacion: ReadRow) => KeyedRow | undefined;
}

export function createTrail({ reader, signal, readCoverage: coverage, findCupon }: TrailDeps) {
  const searchRows = async (method: ServiceMethod, filters: readonly Filter[]) =>
    reader === undefined
      ? { filas: [], total: 0 }
      : reader.ask(signal).listLinked(method, { filtros: filters, limite: LIMIT });
  const byId = async (method: ServiceMethod, ...ids: readonly string[]): Promise<readonly ReadRow[]> =>
    reader === undefined || ids.every((id) => id === '') ? [] : reader.ask(signal).byId(method, ids);

  /** One step of the trail. `missing`: the service names a record that this PC lacks. `pendiente`: the record does not exist yet at the service. */
  function stepOf(
    vista: ServiceMethod,
    finding: Finding,
    { missing = false, pendiente = false, ...period }: Period & { missing?: boolean; pendiente?: boolean },
  ): TrailStep {
    const { filas, total = filas.length, por, ambiguo = false } = finding;
    const common = { vista, filas: filas.map((row) => toKeyedRow(vista, row)), total, ambiguo, por };
    if (filas.length > 0) return { ...common, estado: 'encontrado' };
    const readDays = coverage(vista, period);
    if (!readDays.contratado) return { ...common, estado: 'no_contratado' };
    if (pendiente) return { ...common, estado: 'pendiente' };
    return { ...common, estado: missing || isMissingDays(readDays) ? 'no_descargado' : 'no_encontrado' };
  }

  const links = createLinks({ search: searchRows, byId });
  const { findLiquidacion, findOperaciones, findMovimientos, findImpuestos, findSameCupon, findRechazos } = links;

  const toResultStep = (row: KeyedRow): TrailStep => ({
    vista: 'cupones',
    estado: 'encontrado',
    filas: [row],
    total: 1,
    ambiguo: false,
    por: 'resultado',
  });

  interface Known {
    readonly cupon?: TrailStep;
    readonly operacion?: Finding | undefined;
    readonly liquidacion?: Finding | undefined;
    readonly movimientos?: Finding;
    readonly impuestos?: Finding;
    readonly rechazos?: Finding;
    readonly isNamed?: boolean | undefined;
    readonly fecha?: CivilDate | undefined;
  }

  /** How many sales a settlement has: the service's count, or the number of downloaded sales if these add up to the billed amount. */
  async function salesOf(liquidacion: ReadRow): Promise<{ readonly ventas?: number }> {
    const [counted] = await byId('liquidaciones-conciliadas', writeField(liquidacion, 'id'));
    const said = counted?.['operaciones'];
    if (typeof said === 'number' && said > 0) return { ventas: said };
    const { filas, total } = await findOperaciones(liquidacion);
    const sum = filas.reduce((importe, row) => importe + Number(row['importe'] ?? 0), 0);
    return total > 0 && total === filas.length && sum === liquidacion['total_facturado'] ? { ventas: total } : {};
  }

  /** Completes the trail from the known records. Stops in a direction where a step has several matches. */
  async function completeTrail(known: Known): Promise<DataTrail> {
    const onlyRowOf = (finding: Finding | undefined): ReadRow | undefined =>
      finding !== undefined && (finding.total ?? finding.filas.length) === 1 && finding.ambiguo !== true
        ? finding.filas[0]
        : undefined;
    let operacion = known.operacion ?? NOTHING;
    const liquidacion =
      known.liquidacion ??
      (await findLiquidacion(onlyRowOf(operacion), { id: 'liquidaciones_id', numero: 'nro_liquidacion' }));
    const one = onlyRowOf(liquidacion);
    if (known.operacion === undefined && one !== undefined) operacion = await findOperaciones(one);
    const movimientos =
      known.movimientos ??
      (await findMovimientos(known.operacion === undefined ? undefined : onlyRowOf(operacion), one));
    const impuestos = known.impuestos ?? (await findImpuestos(one));
    const rechazos = known.rechazos ?? (await findRechazos(operacion.filas));
    const date = dateOf(one, 'fecha') ?? dateOf(onlyRowOf(operacion), 'fecha_pago') ?? known.fecha;
    const foundOperacion = onlyRowOf(operacion);
    const isNamed = known.isNamed ?? writeField(foundOperacion, 'liquidaciones_id') !== '';
    // An operation that names no settlement is not settled yet.
    const isUnsettled =
      foundOperacion !== undefined && !isNamed && writeField(foundOperacion, 'nro_liquidacion') === '';
    const pending = isUnsettled && isEmpty(liquidacion);
    const own = one === undefined || foundOperacion === undefined ? undefined : findCupon(one, foundOperacion);
    const sale = dateOf(onlyRowOf(operacion), 'fecha_venta') ?? known.fecha;
    return {
      cupon: known.cupon ?? (own === undefined ? null : toResultStep(own)),
      operacion: stepOf('operaciones', operacion, { desde: sale, hasta: sale }),
      liquidacion: {
        ...stepOf('liquidaciones', liquidacion, {
          missing: isNamed && isEmpty(liquidacion),
          pendiente: pending,
          desde: date,
          hasta: date,
        }),
        ...(one === undefined ? {} : await salesOf(one)),
      },
      movimientos: stepOf('movimientos', movimientos, {
        // The settlement says that the bank has not credited the settlement yet.
        pendiente: pending || one?.['acreditada'] === 0,
        desde: date,
        hasta: date === undefined ? undefined : addDays(date, PAYMENT_DAYS),
      }),
      impuestos: stepOf('impuestos', impuestos, {
        pendiente: pending,
        desde: dateOf(one, 'fecha'),
        hasta: dateOf(one, 'fecha'),
      }),
      rechazos: stepOf('rechazos', rechazos, { desde: sale }),
    };
  }

  async function fromRow(vista: FollowedView, row: ReadRow): Promise<DataTrail> {
    const start: Finding = { filas: [row], por: 'inicio' };
    switch (vista) {
      case 'operaciones':
        return completeTrail({ operacion: start });
      case 'liquidaciones':
        return completeTrail({ liquidacion: start });
      case 'liquidaciones-conciliadas':
        return completeTrail({
          liquidacion: await findLiquidacion(row, { id: 'id', numero: 'numero' }),
          isNamed: true,
          fecha: dateOf(row, 'fecha'),
        });
      case 'impuestos':
        return completeTrail({
          impuestos: start,
          liquidacion: await findLiquidacion(row, { id: 'id', numero: 'numero' }),
          isNamed: true,
          fecha: dateOf(row, 'fecha'),
        });
      case 'movimientos': {
        const liquidacion = await findLiquidacion(row, {
          id: 'liquidaciones_id',
          numero: writeField(row, 'liquidaciones_id') === '' ? 'referencia' : '',
        });
        const operaciones = await byId('operaciones', writeField(row, 'transacciones_id'));
        const direct: Finding | undefined =
          operaciones.length === 0 ? undefined : { filas: operaciones, por: 'servicio_concilio' };
        return completeTrail({
          movimientos: start,
          operacion: direct,
          liquidacion: isEmpty(liquidacion) && direct !== undefined ? undefined : liquidacion,
          isNamed: writeField(row, 'liquidaciones_id') !== '',
          fecha: dateOf(row, 'fecha'),
        });
      }
      case 'rechazos': {
        const rows = await findSameCupon('operaciones', row);
        return completeTrail({
          rechazos: start,
          operacion: { filas: rows, por: 'comprobante_y_tarjeta', ambiguo: rows.length > 1 },
          fecha: dateOf(row, 'fecha_presentacion'),
        });
      }
    }
  }

  return {
    async fromRecord(vista: ServiceMethod, key: string): Promise<DataTrail> {
      const [row] = await byId(vista, key);
      if (row === undefined) return completeTrail({});
      if (isFollowed(vista)) return fromRow(vista, row);
      throw new AppError('USO', { mensaje: REFUSALS.nothingToFollow(vista) });
    },
    /** Begins at a coupon of this PC. The service names only the coupon's settlement, so its operation has to be searched. */
    async fromCupon(cupon: SearchedCupon, firstStep: TrailStep): Promise<DataTrail> {
      const operacion = await findOperacionesOfCupon(
        cupon,
        async (filters) => (await searchRows('operaciones', filters)).filas,
      );
      const isNamed = (cupon.liquidaciones_id ?? cupon.nro_liquidacion ?? '') !== '' || undefined;
      const deCupon: ReadRow = {
        liquidaciones_id: cupon.liquidaciones_id ?? null,
        nro_liquidacion: cupon.nro_liquidacion ?? null,
        importe: parseMoney(cupon.importe ?? '', 'sin-miles') ?? null,
        marca: operacion.filas.length === 1 ? (operacion.filas[0]?.['marca'] ?? null) : null,
      };
      const liquidacion = isNamed
        ? await findLiquidacion(deCupon, { id: 'liquidaciones_id', numero: 'nro_liquidacion' })
        : undefined;
      return completeTrail({
        cupon: firstStep,
        operacion,
        liquidacion: liquidacion && isEmpty(liquidacion) ? undefined : liquidacion,
        isNamed,
        fecha: parseIsoDate(cupon.fecha_venta ?? ''),
      });
    },
  };
}
