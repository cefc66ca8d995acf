import type { KeyedRow } from '#contract/data.ts';
import type { DataTrail, TrailStep, TrailBasis } from '#contract/trail.ts';
import { writeRoute } from '../../shared/routes.ts';
import { m } from '../../paraglide/messages.js';
import { getSharedLabel } from '../../ui/language.ts';
import type { StateName, IconName } from '../../ui/icons.ts';
import { formatNumber, formatDate, formatAmount, addUp, isZero, withOtherSign } from '../../ui/format.ts';
import { withSign } from '../../ui/grid/text.ts';

export interface TrailLine {
  readonly id: string;
  readonly icono: IconName;
  readonly estado: StateName;
  readonly titulo: string;
  /** The address of the record; undefined for a missing stop, and for a record without an id. */
  readonly enlace: string | undefined;
  readonly importe: string | undefined;
  readonly resta: boolean;
  readonly detalle: string;
  /** True for a missing stop that is neither optional nor still to come, so that the trail ends too early. */
  readonly outcome: boolean;
}

type TrailStop = keyof DataTrail;
const STOPS: readonly { readonly stop: TrailStop; readonly icono: IconName; readonly name: () => string }[] = [
  { stop: 'cupon', icono: 'file-up', name: m.tu_cupon },
  { stop: 'operacion', icono: 'credit-card', name: m.rastro_operacion },
  { stop: 'liquidacion', icono: 'receipt-text', name: m.col_liquidacion },
  { stop: 'movimientos', icono: 'landmark', name: m.rastro_movimientos },
  { stop: 'impuestos', icono: 'percent', name: m.seccion_impuestos },
  { stop: 'rechazos', icono: 'undo-2', name: m.seccion_rechazos },
];
const NO_RECORD: Readonly<Partial<Record<TrailStop, () => string>>> = {
  operacion: m.rastro_sin_operacion,
  liquidacion: m.rastro_sin_liquidacion,
};
/** Stops that many operations lack; a trail without them is complete. */
const OPTIONAL: readonly TrailStop[] = ['cupon', 'impuestos', 'rechazos'];

const IMPORTE: Readonly<Record<Exclude<TrailStop, 'impuestos'>, string>> = {
  cupon: 'importe',
  operacion: 'importe',
  liquidacion: 'total_acreditado',
  movimientos: 'importe_neto',
  rechazos: 'importe',
};
const importeOf = (stop: TrailStop, row: KeyedRow): string | undefined =>
  stop === 'impuestos' ? addUpTaxes(row) : textOf(row, IMPORTE[stop]);

/** Names of a record in *Rechazos*, by motive; the service may give other motives. */
const REJECTED: readonly { readonly motivo: RegExp; readonly name: () => string }[] = [
  { motivo: /^contracargo/i, name: m.rastro_un_contracargo },
  { motivo: /^devoluci[oó]n/i, name: m.rastro_una_devolucion },
];
const nameOfRejection = (row: KeyedRow): string => {
  const motivo = textOf(row, 'motivo') ?? '';
  return (REJECTED.find((one) => one.motivo.test(motivo))?.name ?? m.rastro_un_rechazo)();
};

function titleOf(stop: TrailStop, name: string, row: KeyedRow): string {
  const number = {
    cupon: textOf(row, 'comprobante') ?? textOf(row, 'wallet_referencia'),
    operacion: textOf(row, 'comprobante'),
    liquidacion: textOf(row, 'numero'),
    movimientos: textOf(row, 'banco'),
    impuestos: textOf(row, 'numero'),
    rechazos: textOf(row, 'rechazo'),
  }[stop];
  if (stop === 'rechazos') return number === undefined ? nameOfRejection(row) : `${nameOfRejection(row)} ${number}`;
  if (number === undefined) return name;
  // Singular for one record, although the name of the stop is plural.
  if (stop === 'movimientos') return m.rastro_un_movimiento({ banco: number });
  return `${name} ${number}`;
}

export function nameOf(stop: TrailStop, row: KeyedRow): string {
  return titleOf(stop, STOPS.find((one) => one.stop === stop)?.name() ?? '', row);
}

const FOUND_BY: Readonly<Record<TrailBasis, () => string>> = {
  inicio: () => '',
  servicio: () => getSharedLabel('accordingToService'),
  servicio_concilio: m.rastro_por_concilio,
  numero: m.rastro_por_numero,
  numero_y_marca: m.rastro_por_numero_y_marca,
  numero_marca_establecimiento_fecha: m.rastro_por_numero_y_mas,
  referencia_e_importe: m.rastro_por_referencia,
  referencia_importe_otro: m.rastro_por_referencia_otro,
  comprobante_y_tarjeta: m.rastro_por_comprobante,
  billetera: m.rastro_por_billetera,
  venta_y_comprobante: m.rastro_por_venta,
  venta_y_autorizacion: m.rastro_por_autorizacion,
  comprobante_fecha_otra: m.rastro_por_fecha_otra,
  importe_otro: m.rastro_por_importe_otro,
  resultado: m.rastro_por_resultado,
};

const OF_LIQUIDACION: readonly TrailStop[] = ['liquidacion', 'movimientos', 'impuestos'];

/** For a settlement: the number of its sales and this sale's part. For its movements and taxes: that they are of the whole settlement. */
function describeOwner(stop: TrailStop, { operacion, liquidacion: { ventas } }: DataTrail): readonly string[] {
  if (ventas === undefined || !OF_LIQUIDACION.includes(stop)) return [];
  const counted = m.datos_ventas_n({ n: ventas, texto: formatNumber(ventas) });
  const [sale] = operacion.filas;
  const part = operacion.total === 1 && !operacion.ambiguo && sale !== undefined ? textOf(sale, 'importe') : undefined;
  if (stop !== 'liquidacion') return part === undefined || ventas === 1 ? [] : [m.rastro_de_la_liquidacion()];
  return part === undefined || ventas === 1 ? [counted] : [counted, m.rastro_tu_parte({ importe: formatAmount(part) })];
}

function detailOf(stop: TrailStop, row: KeyedRow, trail: DataTrail): string {
  const when = textOf(row, 'fecha_venta') ?? textOf(row, 'fecha');
  const by = trail[stop]?.por ?? null;
  const parts = [
    when === undefined ? undefined : formatDate(when),
    textOf(row, 'tarjeta') ?? textOf(row, 'tarjeta_desc'),
    textOf(row, 'informacion'),
    ...describeOwner(stop, trail),
    ...(stop === 'liquidacion' ? describeDiscounts(row) : stop === 'impuestos' ? describeTaxes(row) : []),
    by === null ? undefined : FOUND_BY[by](),
    textOf(row, 'en_duda') === undefined ? undefined : m.datos_en_duda(),
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

/** The address of the coupon in its result, chosen by row or else searched; undefined when the record names no reconciliation. */
export function getCuponLink(cupon: Readonly<Record<string, unknown>>): string | undefined {
  const { conciliacion, archivo, fila, comprobante } = cupon;
  if (typeof conciliacion !== 'string') return undefined;
  const place =
    typeof fila === 'number'
      ? { cupon: { fila, ...(typeof archivo === 'string' ? { archivo } : {}) } }
      : { grupo: 'conciliados' as const, texto: typeof comprobante === 'string' ? comprobante : '' };
  return writeRoute({ seccion: 'conciliaciones', id: conciliacion, filtro: place });
}

function getLink(stop: TrailStop, row: KeyedRow): string | undefined {
  if (stop === 'cupon') return getCuponLink(row);
  const id = textOf(row, 'id');
  if (id === undefined) return undefined;
  if (stop === 'liquidacion') return writeRoute({ seccion: 'liquidaciones', id, filtro: {} });
  if (stop === 'impuestos') return writeRoute({ seccion: stop, id, filtro: {} });
  const filtros = [{ campo: 'id', valor: id }];
  const seccion = stop === 'operacion' ? 'operaciones' : stop;
  return writeRoute({ seccion, filtro: { siempre: true, filtros, fila: row.clave, retiradas: true } });
}

/** Says that a stop is still to come, with the expected day if the operation has one. */
function describePending(stop: TrailStop, { operacion: { filas, total } }: DataTrail, today: string): string {
  if (stop === 'impuestos') return m.rastro_pendiente_impuestos();
  const paid = total === 1 && filas[0] !== undefined ? textOf(filas[0], 'fecha_pago') : undefined;
  const isOfBank = stop === 'movimientos';
  if (paid === undefined) return isOfBank ? m.rastro_pendiente_banco() : m.rastro_pendiente();
  const expected = { fecha: formatDate(paid) };
  if (paid.slice(0, 10) < today) return isOfBank ? m.rastro_atrasado_banco(expected) : m.rastro_atrasado(expected);
  return isOfBank ? m.rastro_pendiente_banco_el(expected) : m.rastro_pendiente_el(expected);
}

interface StopRead {
  readonly stop: TrailStop;
  readonly icono: IconName;
  readonly nombre: string;
  readonly step: TrailStep;
}

function makeMissingLine({ stop, icono: icon, nombre, step }: StopRead, trail: DataTrail, today: string): TrailLine {
  // Says "none" for a known operation, because an operation without chargebacks is good news.
  const withoutRechazos = stop === 'rechazos' && trail.operacion.estado === 'encontrado';
  const detail = {
    no_encontrado: withoutRechazos ? m.rastro_ninguno : m.rastro_no_encontrado,
    no_descargado: m.sin_bajar,
    no_contratado: m.no_contratado,
    pendiente: () => describePending(stop, trail, today),
    encontrado: () => '',
  }[step.estado]();
  const missing = step.estado === 'no_encontrado' && !OPTIONAL.includes(stop);
  return {
    id: stop,
    icono: icon,
    estado: step.estado === 'pendiente' ? 'espera' : missing ? 'sin-conciliar' : 'sin-datos',
    titulo: missing ? (NO_RECORD[stop]?.() ?? nombre) : nombre,
    enlace: undefined,
    importe: undefined,
    resta: false,
    detalle: detail,
    outcome: step.estado !== 'pendiente' && !OPTIONAL.includes(stop),
  };
}

/** Records that a stop lists; further records are only counted. */
const SAMPLE = 3;

/** The lines of the trail from coupon to bank, then taxes and chargebacks. */
export function buildTrailLines(
  trail: DataTrail,
  { today, ofUnmatched = false }: { readonly today: string; readonly ofUnmatched?: boolean },
): readonly TrailLine[] {
  return STOPS.flatMap(({ stop, icono: icon, name: ownName }): readonly TrailLine[] => {
    const name = ofUnmatched && stop === 'cupon' ? m.rastro_cupon_otro : ownName;
    const step = trail[stop];
    if (step === null) return [];
    if (step.estado !== 'encontrado' || step.filas.length === 0)
      return [makeMissingLine({ stop, icono: icon, nombre: name(), step }, trail, today)];
    const lines = step.filas.slice(0, SAMPLE).map((row): TrailLine => {
      const several = step.total === 1 ? m.rastro_candidato() : m.rastro_ambiguo({ n: formatNumber(step.total) });
      const ambiguous = step.ambiguo ? several : undefined;
      return {
        id: `${stop} ${row.clave}`,
        icono: icon,
        estado: step.ambiguo ? 'dudoso' : 'conciliado',
        titulo: titleOf(stop, name(), row),
        enlace: getLink(stop, row),
        importe: importeOf(stop, row),
        resta: stop === 'impuestos',
        detalle: ambiguous ?? detailOf(stop, row, trail),
        outcome: false,
      };
    });
    const rest = step.total - lines.length;
    const last = lines.at(-1);
    if (rest <= 0 || last === undefined) return lines;
    const y = m.controles_y_mas({ texto: formatNumber(rest) });
    return [...lines.slice(0, -1), { ...last, detalle: `${last.detalle} · ${y}` }];
  });
}

const textOf = (row: KeyedRow, field: string): string | undefined => {
  const value = row[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const TAX_TOTALS = [
  ['total_impuestos', m.seccion_impuestos],
  ['total_retenciones', m.imp_retenciones],
  ['total_percepciones', m.imp_percepciones],
] as const;

/** The sum of taxes, withholdings and perceptions of a tax record, subtracted (docs/visual-language.md §4); undefined without any. */
function addUpTaxes(row: KeyedRow): string | undefined {
  const totals = TAX_TOTALS.flatMap(([field]) => textOf(row, field) ?? []);
  return totals.length === 0 ? undefined : withSign(addUp(totals).total, 'resta');
}

/** The totals of a tax record that are above zero or unknown; empty when only taxes are. */
function describeTaxes(row: KeyedRow): readonly string[] {
  const parts = TAX_TOTALS.flatMap(([field, name]) => {
    if (row[field] === null) return [{ field, said: `${name()} ${m.sin_datos()}` }];
    const importe = textOf(row, field);
    return importe === undefined || isZero(importe) ? [] : [{ field, said: `${name()} ${formatAmount(importe)}` }];
  });
  return parts.every(({ field }) => field === 'total_impuestos') ? [] : parts.map(({ said }) => said);
}

/** The billed and discounted amounts of a settlement, and the part of the credited amount that they do not explain. */
function describeDiscounts(row: KeyedRow): readonly string[] {
  const billed = textOf(row, 'total_facturado');
  const discounted = textOf(row, 'total_descontado');
  const credited = textOf(row, 'total_acreditado');
  if (billed === undefined || discounted === undefined) return [];
  const say = discounted.startsWith('-') ? m.rastro_descuentos_devueltos : m.rastro_descuentos;
  const sum = say({ facturado: formatAmount(billed), descontado: formatAmount(discounted.replace('-', '')) });
  if (credited === undefined) return [sum];
  const rest = addUp([billed, withOtherSign(discounted), withOtherSign(credited)]);
  return rest.sinLeer > 0 || isZero(rest.total)
    ? [sum]
    : [sum, m.rastro_resto({ importe: formatAmount(rest.total.replace('-', '')) })];
}
