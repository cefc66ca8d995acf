/** The English catalogue. One file although it is long: a reason, a cause and their words are read together. */
import { getFileName, formatNumber } from './language.ts';
import { assertNever } from '../assert-never.ts';
import { formatDayMonthYear } from '../civil-date.ts';
import type { CuponField } from '../cupon.ts';
import type { Cause, CauseAttribute } from '../matching/explain/causes.ts';
import type { MotivoCode } from '../matching/explain/reasons.ts';
import { formatPesos } from '../money.ts';
import {
  brandIn,
  differenceIn,
  describeDifference,
  isAllThatDiffers,
  showValue,
  dropSign,
  type Catalogue,
  type MissingSaid,
  type PlaceSaid,
  type ReasonOf,
  type ReasonSentences,
  type Said,
  type SaidReason,
} from './explanations.ts';

const NAMES: Readonly<Record<MotivoCode, string>> = {
  FUERA_DE_COBERTURA: 'Days not downloaded',
  COMERCIO_AJENO: 'Another merchant',
  DUPLICADO_EN_CARGA: 'Repeated',
  COINCIDE_SIN_CONCILIAR: 'There, not matched',
  YA_USADA: 'Already used',
  AMBIGUO: 'Several alike',
  DEVUELTA: 'Returned',
  DIVIDIDA: 'Split',
  CAMPOS_CAMBIADOS: 'Fields swapped',
  IMPORTE_POR_100: 'Amount times or divided by 100',
  IMPORTE_DE_UNA_CUOTA: 'One instalment',
  IMPORTE_NETO: 'Net amount',
  SIGNO_INVERTIDO: 'Opposite sign',
  IMPORTE_DISTINTO: 'Amount',
  DIA_Y_MES_CAMBIADOS: 'Day and month swapped',
  FECHA_DISTINTA: 'Date',
  COMPROBANTE_DISTINTO: 'Voucher',
  TARJETA_DISTINTA: 'Last 4',
  ESTABLECIMIENTO_DISTINTO: 'Merchant number',
  LOTE_O_TERMINAL_DISTINTO: 'Batch or terminal',
  CUOTAS_DISTINTAS: 'Instalments',
  AUTORIZACION_DISTINTA: 'Authorisation',
  VARIOS_CAMPOS: 'Several fields',
  MUY_RECIENTE: 'Very recent',
  SIN_OPERACION: 'No operation',
};

const FIELDS: Partial<Readonly<Record<CuponField, string>>> = {
  importe: 'the amount',
  fecha_venta: 'the date',
  comprobante: 'the voucher',
  tarjeta_nro: 'the last four digits',
  bin: 'the first six digits',
  terminal: 'the terminal',
  lote: 'the batch',
  establecimiento: 'the merchant number',
  tarjeta_desc: 'the card',
  cuotas: 'the instalments',
  autorizacion: 'the authorisation',
  wallet_referencia: 'the wallet reference',
};
const fieldOf = (field: CuponField): string => FIELDS[field] ?? `the field ${field}`;
const joinWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
const countThings = (n: number, [one, many]: readonly [string, string]): string =>
  `${formatNumber(n)} ${n === 1 ? one : many}`;
const DAYS = ['day', 'days'] as const;

function placeOf(place: PlaceSaid | null): string | undefined {
  if (place === null) return undefined;
  const { archivo, fila, conciliacion } = place;
  const name = archivo === null ? undefined : getFileName(archivo);
  const upload = conciliacion === null ? '' : ` (reconciliation ${conciliacion})`;
  if (fila !== null) return `row ${formatNumber(fila)}${name === undefined ? '' : ` of ${name}`}${upload}`;
  return conciliacion === null ? undefined : `a coupon of reconciliation ${conciliacion}`;
}

const sayFix = ({ before }: Pick<SaidReason, 'before'>): string =>
  before ? 'Correct it before you send.' : 'Correct it in the file and send that coupon again.';

const sayAmounts = ({
  motivo: { cupon, operacion },
}: SaidReason<
  ReasonOf<'IMPORTE_DISTINTO' | 'IMPORTE_NETO' | 'SIGNO_INVERTIDO' | 'IMPORTE_POR_100' | 'IMPORTE_DE_UNA_CUOTA'>
>): string => `The card reported ${formatPesos(operacion)}; you uploaded ${formatPesos(cupon)}.`;

function sayFields(reason: Pick<SaidReason, 'diferencias'>, named: readonly CuponField[]): string {
  const values = named.map((field) => differenceIn(reason, field));
  const theirs = named.map((field, i) => {
    const verb = field === 'cuotas' || field === 'tarjeta_nro' || field === 'bin' ? 'are' : 'is';
    return `${fieldOf(field)}${i === 0 ? ' of the operation' : ''} ${verb} ${values[i]?.operacion ?? 'another value'}`;
  });
  const [first = '', ...rest] = joinWords(theirs);
  const own = joinWords(values.map(({ cupon }) => cupon ?? 'something else'));
  return `${first.toUpperCase()}${rest.join('')}; you uploaded ${own}.`;
}

const HOW: Readonly<Record<string, string>> = {
  un_digito: ' One digit is different.',
  traspuesto: ' Two digits are in the opposite order.',
  recortado: ' One of the two lacks the first digits.',
  ultimas: ' Only the last digits agree.',
  largo: ' There is a digit too many or too few.',
  del_bin: ' These are digits of the beginning of the card.',
};

const sayOneField = (
  reason: SaidReason<
    ReasonOf<
      | 'COMPROBANTE_DISTINTO'
      | 'TARJETA_DISTINTA'
      | 'ESTABLECIMIENTO_DISTINTO'
      | 'LOTE_O_TERMINAL_DISTINTO'
      | 'CUOTAS_DISTINTAS'
      | 'AUTORIZACION_DISTINTA'
    >
  >,
): Said => {
  const { campos: named, nivel } = reason.motivo;
  const [first] = named;
  const how = first === undefined || named.length > 1 ? '' : (HOW[describeDifference(reason, first, nivel)] ?? '');
  const rest = isAllThatDiffers(reason, named) ? ' The rest agrees.' : '';
  return [`${sayFields(reason, named)}${how}${rest}`, sayFix(reason)];
};

const REASONS: ReasonSentences = {
  FUERA_DE_COBERTURA: ({ motivo }) => [
    motivo.leido === undefined
      ? `The operations of ${formatDayMonthYear(motivo.fecha)} are not downloaded to this PC: nobody can tell.`
      : `The operations of ${formatDayMonthYear(motivo.fecha)} were downloaded on ${formatDayMonthYear(motivo.leido)}, when some might still be missing: nobody can tell.`,
    'Download the operations of that day and look again.',
  ],
  COMERCIO_AJENO: (reason) => {
    const { cupon, motivo, before } = reason;
    const own = `Merchant number ${cupon.establecimiento ?? ''} is not of this account`;
    if (!motivo.operacion) {
      const send = 'end it with the account it is of.';
      return [`${own}: no operation has it.`, before ? `Take it out of the file, or s${send}` : `S${send}`];
    }
    const { operacion } = differenceIn(reason, 'establecimiento');
    const where =
      operacion === undefined ? 'and there is an operation like it' : `and the sale is there with ${operacion}`;
    const { campos: named } = motivo;
    const others =
      named.length === 0
        ? ''
        : ` ${named.length === 1 ? 'Another field differs' : 'Other fields differ'} too: ${joinWords(named.map(fieldOf))}.`;
    return [`${own}, ${where}.${others}`, sayFix(reason)];
  },
  DUPLICADO_EN_CARGA: ({ motivo, otro, before }) => [
    `It says the same as ${placeOf(otro) ?? 'another coupon of the upload'}${motivo.conciliado ? ', which did match' : ''}.`,
    before ? 'If it is the same sale, take it out of the file.' : 'If it is the same sale, there is nothing to claim.',
  ],
  COINCIDE_SIN_CONCILIAR: (reason) => {
    const brand = brandIn(reason);
    if (reason.before) {
      const but =
        brand === undefined ? '' : ` but for the brand (the coupon says ${brand.cupon}; it is ${brand.operacion})`;
      return [`It agrees with an operation that is downloaded${but}: it should match.`, 'Send it.'];
    }
    const how =
      brand === undefined
        ? 'everything'
        : `everything but the brand (the coupon says ${brand.cupon}; the operation is ${brand.operacion})`;
    return [
      `The operation is downloaded and agrees in ${how}, but the service has not matched it.`,
      brand === undefined
        ? 'Read the result again in a while; if it stays so, show the operation to the service.'
        : 'See whether the brand of the coupon is wrong. If it is right, show the operation to the service.',
    ];
  },
  YA_USADA: ({ motivo, otro, before }) => {
    if (motivo.sameSale === true) {
      return [
        `This sale was uploaded again and matched: it is ${placeOf(otro) ?? 'another coupon'}.`,
        'Nothing is left to do.',
      ];
    }
    return [
      motivo.pendiente === true
        ? `The operation most like it is also that of ${placeOf(otro) ?? 'another coupon'}${before ? '' : ', which did not match either'}.`
        : `Its operation is already held by ${placeOf(otro) ?? 'another coupon'}.`,
      before ? 'If it is the same sale, take it out of the file.' : 'See whether it is the same sale, uploaded twice.',
    ];
  },
  AMBIGUO: ({ motivo }) => [
    `It may be any of ${formatNumber(motivo.similar)} operations: nothing on the coupon tells them apart.`,
    'Choose with the paper slip, or add the authorisation, the batch or the terminal to the file.',
  ],
  DEVUELTA: ({ motivo }) => [
    `The sale was returned or rejected: there is a chargeback, a rejection or a refund of ${formatDayMonthYear(motivo.fecha)}${motivo.operacion ? ', and the operation is there as well' : ''}.`,
    'Look at it in Rejections before you claim.',
  ],
  DIVIDIDA: ({ motivo, cupon }) =>
    motivo.cupones.length > 1
      ? [
          `These are ${formatNumber(motivo.cupones.length)} coupons of a single operation of ${formatPesos(motivo.total)}.`,
          'Make one coupon of them, for the total.',
        ]
      : [
          `The card reported this sale as ${formatNumber(motivo.operaciones.length)} operations that add up to ${formatPesos(motivo.total)}; you uploaded one coupon of ${showValue('importe', cupon.importe) ?? 'that amount'}.`,
          'Upload a coupon for each operation.',
        ],
  CAMPOS_CAMBIADOS: (reason) => [
    reason.cupon[reason.motivo.con] === undefined
      ? `A value is in another one's place: ${fieldOf(reason.motivo.con)} seems to be where ${fieldOf(reason.motivo.campo)} goes.`
      : `Values are in each other's place: ${fieldOf(reason.motivo.campo)} and ${fieldOf(reason.motivo.con)} seem swapped.`,
    reason.before ? 'Check which column each field comes from.' : 'Check the columns of the file and send it again.',
  ],
  IMPORTE_POR_100: (reason) => [
    `${sayAmounts(reason)} It is the same amount ${reason.motivo.veces === 'por_100' ? 'multiplied' : 'divided'} by 100.`,
    reason.before
      ? 'Check the decimals of the column before you send.'
      : 'Check the decimals of the column and send it again.',
  ],
  IMPORTE_DE_UNA_CUOTA: (reason) => [
    `${sayAmounts(reason)} It is one instalment of ${formatNumber(reason.motivo.cuotas)}.`,
    'Upload the total of the sale, not the instalment.',
  ],
  IMPORTE_NETO: (reason) => [
    `${sayAmounts(reason)} It is what is left after the fee: the difference is ${dropSign(reason.motivo.diferencia)}.`,
    'Upload the amount of the sale, without taking the fee away.',
  ],
  SIGNO_INVERTIDO: (reason) => [
    `${sayAmounts(reason)} It is the same amount with the opposite sign.`,
    'A sale is positive and a refund negative.',
  ],
  IMPORTE_DISTINTO: (reason) => [
    `${sayAmounts(reason)} The difference is ${dropSign(reason.motivo.diferencia)}.`,
    sayFix(reason),
  ],
  DIA_Y_MES_CAMBIADOS: (reason) => [
    `The sale is of ${formatDayMonthYear(reason.motivo.operacion)}; you uploaded ${formatDayMonthYear(reason.motivo.cupon)}: day and month are swapped.`,
    reason.before
      ? 'Check the order of the date in the column.'
      : 'Check the order of the date in the file and send it again.',
  ],
  FECHA_DISTINTA: (reason) => [
    `The sale is of ${formatDayMonthYear(reason.motivo.operacion)}; you uploaded ${formatDayMonthYear(reason.motivo.cupon)}${
      reason.motivo.nivel === 'presentacion' ? ', the day on which it was presented' : ''
    }: ${countThings(Math.abs(reason.motivo.dias), DAYS)} ${reason.motivo.dias > 0 ? 'later' : 'earlier'}.`,
    sayFix(reason),
  ],
  COMPROBANTE_DISTINTO: sayOneField,
  TARJETA_DISTINTA: sayOneField,
  ESTABLECIMIENTO_DISTINTO: sayOneField,
  LOTE_O_TERMINAL_DISTINTO: sayOneField,
  CUOTAS_DISTINTAS: sayOneField,
  AUTORIZACION_DISTINTA: sayOneField,
  VARIOS_CAMPOS: (reason) => [
    `There is an operation like it, but these differ: ${joinWords(reason.motivo.campos.map(fieldOf))}: ${reason.motivo.campos
      .map((field) => {
        const { cupon, operacion } = differenceIn(reason, field);
        return `${operacion ?? '—'} in the operation, ${cupon ?? '—'} in the coupon`;
      })
      .join('; ')}.`,
    'Compare it with the paper slip; if it is that one, correct the file.',
  ],
  MUY_RECIENTE: ({ motivo, cupon }) => {
    const where = motivo.marca === null ? 'of' : `in ${motivo.marca.toUpperCase()}, of`;
    const usual = motivo.measured
      ? `${where} each 100 sales, 95 are presented ${motivo.dias === 0 ? 'on the same day' : `within ${countThings(motivo.dias, DAYS)}`}.`
      : 'there is too little history to know how soon sales are presented.';
    return [
      `The sale is of ${showValue('fecha_venta', cupon.fecha_venta) ?? 'that day'} and may not be there yet: ${usual}`,
      'Wait, synchronise and look again.',
    ];
  },
  SIN_OPERACION: ({ motivo, cupon, before }) => {
    const days = {
      bajado: 'The days of the sale are downloaded',
      futuro: `The sale is of ${showValue('fecha_venta', cupon.fecha_venta) ?? 'a day'}, which has not come yet,`,
      sin_dia: 'The coupon does not say the day of the sale',
    };
    const like = {
      ninguna: 'and there is no operation like it.',
      tomada: 'and the operation most like it is already held by another coupon.',
      de_otro: 'and the operation most like it is that of another unmatched coupon.',
      dudosa: 'and no operation is enough like it.',
      descartada: 'and, besides what was discarded, there is no operation like it.',
      con_billetera: 'and there is none like it by card, but one by wallet of that day and amount.',
      con_tarjeta: 'and there is none like it by wallet, but one by card of that day and amount.',
    };
    const payments: Partial<Record<typeof motivo.similar, string>> = {
      con_billetera: 'if it was by wallet, upload it with its ID and its type of operation.',
      con_tarjeta: 'if it was by card, upload it with its voucher and last four digits.',
    };
    const payment = payments[motivo.similar];
    if (payment !== undefined)
      return [`${days[motivo.dia]} ${like[motivo.similar]}`, `Check how it was paid: ${payment}`];
    const work = before
      ? 'It can be sent all the same: today it would not match.'
      : 'Look for the paper slip: if the sale was made, claim it from the processor.';
    return [
      `${days[motivo.dia]} ${like[motivo.similar]}`,
      motivo.dia === 'bajado' ? work : 'Check the date of the coupon.',
    ];
  },
};

const ATTRIBUTES: Readonly<Record<CauseAttribute, (value: string) => string>> = {
  archivo: (value) => `file ${getFileName(value)}`,
  establecimiento: (value) => `merchant number ${value}`,
  lote: (value) => `batch ${value}`,
  terminal: (value) => `terminal ${value}`,
  marca: (value) => `card ${value}`,
  dia: (value) => `day ${formatDayMonthYear(value)}`,
};

function sayContrast({ cupones, conAtributo, atributo, valor, sinAtributo, mismoMotivoSinAtributo }: Cause): string {
  const others =
    sinAtributo === 0 ? '' : `; of the other ${formatNumber(sinAtributo)}, ${formatNumber(mismoMotivoSinAtributo)}`;
  return `${formatNumber(cupones.length)} of the ${formatNumber(conAtributo)} of ${ATTRIBUTES[atributo](valor)}${others}`;
}

function sayCause(cause: Cause): Said {
  const { codigo, valor, atributo, variant, motivo, cupones } = cause;
  const where = ATTRIBUTES[atributo](valor);
  switch (codigo) {
    case 'ESTABLECIMIENTO_AJENO':
      return [
        atributo === 'establecimiento'
          ? `${formatNumber(cupones.length)} of ${formatNumber(cause.sinConciliar)} have merchant number ${valor}, which is not of this account.`
          : `A merchant number that is not of this account: ${sayContrast(cause)}.`,
        'If they are sales of this account, correct the merchant number once, for all; if not, send them with the account they are of.',
      ];
    case 'IMPORTES_POR_100':
      return [
        `Amounts are ${variant === 'por_100' ? 'multiplied' : 'divided'} by 100: ${sayContrast(cause)}.`,
        'Correct the column of the amount once, for all.',
      ];
    case 'FECHAS_CORRIDAS': {
      const days = Number(variant);
      return [
        `The date is ${countThings(Math.abs(days), DAYS)} ${days > 0 ? 'late' : 'early'}: ${sayContrast(cause)}.`,
        'Correct the date once, for all.',
      ];
    }
    case 'DIA_Y_MES_CAMBIADOS':
      return [`Day and month are swapped: ${sayContrast(cause)}.`, 'Correct the order of the date, for all.'];
    case 'CAMPOS_CAMBIADOS':
      return [`Values are in each other's place: ${sayContrast(cause)}.`, 'Check which column each field comes from.'];
    case 'LOTE_SIN_OPERACIONES':
      return [
        `Missing: ${where}: ${sayContrast(cause)} have no operation.`,
        'Claim the whole batch from the processor.',
      ];
    case 'TERMINAL_SIN_OPERACIONES':
      return [
        `No operations come of ${where}: ${sayContrast(cause)} have none.`,
        'Ask the processor about that terminal.',
      ];
    case 'DIAS_SIN_BAJAR':
      return [`Days of sale are not downloaded: ${sayContrast(cause)}.`, 'Synchronise those days and look again.'];
    case 'REPETIDOS':
      return [`They are repeated: ${sayContrast(cause)}.`, 'See whether the file was put together twice.'];
    case 'MOTIVO_COMUN':
      return [`${NAMES[motivo]}: ${sayContrast(cause)}.`, 'Look at them together: they have the same reason.'];
    default:
      return assertNever(codigo);
  }
}

const OPERACIONES = ['operation', 'operations'] as const;

function sayMissing({
  comercio,
  establecimiento,
  terminal,
  dia,
  operaciones,
  importe,
  de,
  untouched,
}: MissingSaid): string {
  const till = terminal === null ? `merchant number ${establecimiento ?? 'not said'}` : `terminal ${terminal}`;
  const shop = comercio === null || comercio === '' ? '' : ` (${comercio})`;
  const total = `${countThings(operaciones, OPERACIONES)} for ${formatPesos(importe)}`;
  if (untouched) return `Of ${till}${shop} no coupon was ever uploaded: ${total}.`;
  const which =
    operaciones === de
      ? 'without a coupon; none of that day has one'
      : `without a coupon, of ${formatNumber(de)} of that day`;
  return `${dia === null ? '' : `${formatDayMonthYear(dia)}, `}${till}${shop}: ${total} ${which}.`;
}

const sayUnmatched = (operaciones: number, importe: bigint): string =>
  `${formatNumber(operaciones)} more ${operaciones === 1 ? 'operation' : 'operations'} for ${formatPesos(importe)} ${operaciones === 1 ? 'has its coupon' : 'have their coupon'} uploaded, which did not match: see Unmatched.`;

const sayDecided = (decision: string, pending: boolean): string =>
  `It was decided (${decision}). ${pending ? 'Look at that decision again.' : 'Nothing is left to do.'}`;

export const ENGLISH: Catalogue = {
  names: NAMES,
  reasons: REASONS,
  cause: sayCause,
  decided: sayDecided,
  missing: sayMissing,
  unmatched: sayUnmatched,
};
