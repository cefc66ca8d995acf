/** The Spanish catalogue. One file although it is long: a reason, a cause and their words are read together. */
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
  FUERA_DE_COBERTURA: 'Días sin bajar',
  COMERCIO_AJENO: 'Otro comercio',
  DUPLICADO_EN_CARGA: 'Repetido',
  COINCIDE_SIN_CONCILIAR: 'Está, sin conciliar',
  YA_USADA: 'Ya usada',
  AMBIGUO: 'Varias parecidas',
  DEVUELTA: 'Devuelta',
  DIVIDIDA: 'Dividida',
  CAMPOS_CAMBIADOS: 'Datos cambiados de lugar',
  IMPORTE_POR_100: 'Importe por 100 o dividido por 100',
  IMPORTE_DE_UNA_CUOTA: 'Una cuota',
  IMPORTE_NETO: 'Importe neto',
  SIGNO_INVERTIDO: 'Signo al revés',
  IMPORTE_DISTINTO: 'Importe',
  DIA_Y_MES_CAMBIADOS: 'Día y mes cambiados',
  FECHA_DISTINTA: 'Fecha',
  COMPROBANTE_DISTINTO: 'Comprobante',
  TARJETA_DISTINTA: 'Últimos 4',
  ESTABLECIMIENTO_DISTINTO: 'Establecimiento',
  LOTE_O_TERMINAL_DISTINTO: 'Lote o terminal',
  CUOTAS_DISTINTAS: 'Cuotas',
  AUTORIZACION_DISTINTA: 'Autorización',
  VARIOS_CAMPOS: 'Varios datos',
  MUY_RECIENTE: 'Muy reciente',
  SIN_OPERACION: 'Sin operación',
};

const FIELDS: Partial<Readonly<Record<CuponField, string>>> = {
  importe: 'el importe',
  fecha_venta: 'la fecha',
  comprobante: 'el comprobante',
  tarjeta_nro: 'los últimos cuatro',
  bin: 'los primeros seis',
  terminal: 'la terminal',
  lote: 'el lote',
  establecimiento: 'el establecimiento',
  tarjeta_desc: 'la tarjeta',
  cuotas: 'las cuotas',
  autorizacion: 'la autorización',
  wallet_referencia: 'la referencia de la billetera',
};
const fieldOf = (field: CuponField): string => FIELDS[field] ?? `el dato ${field}`;
const joinWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} y ${parts.at(-1) ?? ''}`;
const countThings = (n: number, [one, many]: readonly [string, string]): string =>
  `${formatNumber(n)} ${n === 1 ? one : many}`;
const DAYS = ['día', 'días'] as const;

/** "la fila 12 de caja.xlsx (conciliación 5001)". */
function placeOf(place: PlaceSaid | null): string | undefined {
  if (place === null) return undefined;
  const { archivo, fila, conciliacion } = place;
  const name = archivo === null ? undefined : getFileName(archivo);
  const upload = conciliacion === null ? '' : ` (conciliación ${conciliacion})`;
  if (fila !== null) return `la fila ${formatNumber(fila)}${name === undefined ? '' : ` de ${name}`}${upload}`;
  return conciliacion === null ? undefined : `un cupón de la conciliación ${conciliacion}`;
}

const FIX = 'Corregilo en el archivo y volvé a enviar ese cupón.';
const FIX_BEFORE = 'Corregilo antes de enviar.';
const sayFix = ({ before }: Pick<SaidReason, 'before'>): string => (before ? FIX_BEFORE : FIX);

const sayAmounts = ({
  motivo: { cupon, operacion },
}: SaidReason<
  ReasonOf<'IMPORTE_DISTINTO' | 'IMPORTE_NETO' | 'SIGNO_INVERTIDO' | 'IMPORTE_POR_100' | 'IMPORTE_DE_UNA_CUOTA'>
>): string => `La tarjeta informó ${formatPesos(operacion)}; vos cargaste ${formatPesos(cupon)}.`;

/** "El comprobante de la operación es 00166657; vos cargaste 90166657." */
function sayFields(reason: Pick<SaidReason, 'diferencias'>, named: readonly CuponField[]): string {
  const values = named.map((field) => differenceIn(reason, field));
  const theirs = named.map((field, i) => {
    const verb = field === 'cuotas' || field === 'tarjeta_nro' || field === 'bin' ? 'son' : 'es';
    return `${fieldOf(field)}${i === 0 ? ' de la operación' : ''} ${verb} ${values[i]?.operacion ?? 'otro dato'}`;
  });
  const [first = '', ...rest] = joinWords(theirs);
  const own = joinWords(values.map(({ cupon }) => cupon ?? 'otra cosa'));
  return `${first.toUpperCase()}${rest.join('')}; vos cargaste ${own}.`;
}

const HOW: Readonly<Record<string, string>> = {
  un_digito: ' Cambia un solo dígito.',
  traspuesto: ' Dos dígitos están en el orden inverso.',
  recortado: ' Uno de los dos tiene menos cifras adelante.',
  ultimas: ' Coinciden sólo las últimas cifras.',
  largo: ' Hay una cifra de más o de menos.',
  del_bin: ' Son cifras del comienzo de la tarjeta.',
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
  const rest = isAllThatDiffers(reason, named) ? ' Lo demás coincide.' : '';
  return [`${sayFields(reason, named)}${how}${rest}`, sayFix(reason)];
};

const REASONS: ReasonSentences = {
  FUERA_DE_COBERTURA: ({ motivo }) => [
    motivo.leido === undefined
      ? `Las operaciones del ${formatDayMonthYear(motivo.fecha)} no están bajadas en esta PC: no se puede saber.`
      : `Las operaciones del ${formatDayMonthYear(motivo.fecha)} se bajaron el ${formatDayMonthYear(motivo.leido)}, cuando podían faltar: no se puede saber.`,
    'Bajá las operaciones de ese día y mirá de nuevo.',
  ],
  COMERCIO_AJENO: (reason) => {
    const { cupon, motivo, before } = reason;
    const own = `El establecimiento ${cupon.establecimiento ?? ''} no es de esta cuenta`;
    if (!motivo.operacion) {
      const send = 'nvialo con la cuenta que corresponde.';
      return [`${own}: ninguna operación lo tiene.`, before ? `Sacalo del archivo, o e${send}` : `E${send}`];
    }
    const { operacion } = differenceIn(reason, 'establecimiento');
    const where = operacion === undefined ? 'y hay una operación parecida' : `y la venta está con el ${operacion}`;
    const { campos: named } = motivo;
    const others =
      named.length === 0
        ? ''
        : ` También ${named.length === 1 ? 'difiere' : 'difieren'} ${joinWords(named.map(fieldOf))}.`;
    return [`${own}, ${where}.${others}`, sayFix(reason)];
  },
  DUPLICADO_EN_CARGA: ({ motivo, otro, before }) => [
    `Dice lo mismo que ${placeOf(otro) ?? 'otro cupón del envío'}${motivo.conciliado ? ', que sí concilió' : ''}.`,
    before ? 'Si es la misma venta, sacalo del archivo.' : 'Si es la misma venta, no hay nada que reclamar.',
  ],
  COINCIDE_SIN_CONCILIAR: (reason) => {
    const brand = brandIn(reason);
    if (reason.before) {
      const but =
        brand === undefined ? '' : `, menos en la marca (el cupón dice ${brand.cupon}; es ${brand.operacion})`;
      return [`Coincide con una operación bajada${but}: debería conciliar.`, 'Envialo.'];
    }
    const how =
      brand === undefined
        ? 'en todo'
        : `en todo menos en la marca (el cupón dice ${brand.cupon}; la operación es ${brand.operacion})`;
    return [
      `La operación está bajada y coincide ${how}, pero el servicio no la concilió.`,
      brand === undefined
        ? 'Leé el resultado de nuevo en un rato; si sigue igual, mostrale la operación al servicio.'
        : 'Fijate si la marca del cupón está mal. Si está bien, mostrale la operación al servicio.',
    ];
  },
  YA_USADA: ({ motivo, otro, before }) => {
    if (motivo.sameSale === true) {
      return [
        `Esta venta se cargó otra vez y concilió: es ${placeOf(otro) ?? 'otro cupón'}.`,
        'No hay nada que hacer.',
      ];
    }
    return [
      motivo.pendiente === true
        ? `La operación más parecida también es la de ${placeOf(otro) ?? 'otro cupón'}${before ? '' : ', que tampoco concilió'}.`
        : `Su operación ya la tiene ${placeOf(otro) ?? 'otro cupón'}.`,
      before ? 'Si es la misma venta, sacalo del archivo.' : 'Fijate si es la misma venta, cargada dos veces.',
    ];
  },
  AMBIGUO: ({ motivo }) => [
    `Puede ser cualquiera de ${formatNumber(motivo.similar)} operaciones: nada de lo que dice el cupón las distingue.`,
    'Elegí con el comprobante en papel, o agregá al archivo la autorización, el lote o la terminal.',
  ],
  DEVUELTA: ({ motivo }) => [
    `La venta se devolvió o se rechazó: hay un contracargo, un rechazo o una devolución del ${formatDayMonthYear(motivo.fecha)}${motivo.operacion ? ', y también está la operación' : ''}.`,
    'Miralo en Rechazos antes de reclamar.',
  ],
  DIVIDIDA: ({ motivo, cupon }) =>
    motivo.cupones.length > 1
      ? [
          `Son ${formatNumber(motivo.cupones.length)} cupones de una sola operación de ${formatPesos(motivo.total)}.`,
          'Juntalos en un cupón solo por el total.',
        ]
      : [
          `La tarjeta informó esta venta en ${formatNumber(motivo.operaciones.length)} operaciones, que suman ${formatPesos(motivo.total)}; vos cargaste un cupón de ${showValue('importe', cupon.importe) ?? 'ese importe'}.`,
          'Cargá un cupón por cada operación.',
        ],
  CAMPOS_CAMBIADOS: (reason) => [
    reason.cupon[reason.motivo.con] === undefined
      ? `Hay datos en el lugar de otro: donde va ${fieldOf(reason.motivo.campo)} parece estar ${fieldOf(reason.motivo.con)}.`
      : `Hay datos en el lugar de otro: ${fieldOf(reason.motivo.campo)} y ${fieldOf(reason.motivo.con)} parecen cambiados entre sí.`,
    reason.before ? 'Revisá a qué columna va cada dato.' : 'Revisá las columnas del archivo y volvé a enviarlo.',
  ],
  IMPORTE_POR_100: (reason) => [
    `${sayAmounts(reason)} Es el mismo importe ${reason.motivo.veces === 'por_100' ? 'multiplicado' : 'dividido'} por 100.`,
    reason.before
      ? 'Revisá los decimales de la columna antes de enviar.'
      : 'Revisá los decimales de la columna y volvé a enviarlo.',
  ],
  IMPORTE_DE_UNA_CUOTA: (reason) => [
    `${sayAmounts(reason)} Es una cuota de ${formatNumber(reason.motivo.cuotas)}.`,
    'Cargá el total de la venta, no la cuota.',
  ],
  IMPORTE_NETO: (reason) => [
    `${sayAmounts(reason)} Es lo que queda después del arancel: difiere en ${dropSign(reason.motivo.diferencia)}.`,
    'Cargá el importe de la venta, sin descontar el arancel.',
  ],
  SIGNO_INVERTIDO: (reason) => [
    `${sayAmounts(reason)} Es el mismo importe con el signo al revés.`,
    'Una venta va en positivo y una devolución en negativo.',
  ],
  IMPORTE_DISTINTO: (reason) => [
    `${sayAmounts(reason)} Difiere en ${dropSign(reason.motivo.diferencia)}.`,
    sayFix(reason),
  ],
  DIA_Y_MES_CAMBIADOS: (reason) => [
    `La venta es del ${formatDayMonthYear(reason.motivo.operacion)}; vos cargaste el ${formatDayMonthYear(reason.motivo.cupon)}: el día y el mes están cambiados.`,
    reason.before
      ? 'Revisá el orden de la fecha en la columna.'
      : 'Revisá el orden de la fecha en el archivo y volvé a enviarlo.',
  ],
  FECHA_DISTINTA: (reason) => [
    `La venta es del ${formatDayMonthYear(reason.motivo.operacion)}; vos cargaste el ${formatDayMonthYear(reason.motivo.cupon)}${
      reason.motivo.nivel === 'presentacion' ? ', que es el día en que se presentó' : ''
    }: ${countThings(Math.abs(reason.motivo.dias), DAYS)} ${reason.motivo.dias > 0 ? 'después' : 'antes'}.`,
    sayFix(reason),
  ],
  COMPROBANTE_DISTINTO: sayOneField,
  TARJETA_DISTINTA: sayOneField,
  ESTABLECIMIENTO_DISTINTO: sayOneField,
  LOTE_O_TERMINAL_DISTINTO: sayOneField,
  CUOTAS_DISTINTAS: sayOneField,
  AUTORIZACION_DISTINTA: sayOneField,
  VARIOS_CAMPOS: (reason) => [
    `Hay una operación parecida, pero difieren ${joinWords(reason.motivo.campos.map(fieldOf))}: ${reason.motivo.campos
      .map((field) => {
        const { cupon, operacion } = differenceIn(reason, field);
        return `${operacion ?? '—'} en la operación, ${cupon ?? '—'} en el cupón`;
      })
      .join('; ')}.`,
    'Comparala con el comprobante en papel; si es ésa, corregí el archivo.',
  ],
  MUY_RECIENTE: ({ motivo, cupon }) => {
    const where = motivo.marca === null ? 'de' : `en ${motivo.marca.toUpperCase()}, de`;
    const usual = motivo.measured
      ? `${where} cada 100 ventas, 95 se presentan ${motivo.dias === 0 ? 'el mismo día' : `dentro de ${countThings(motivo.dias, DAYS)}`}.`
      : 'falta historia para saber cuánto tardan en presentarse las ventas.';
    return [
      `La venta es del ${showValue('fecha_venta', cupon.fecha_venta) ?? 'día'} y todavía puede no estar: ${usual}`,
      'Esperá, sincronizá y mirá de nuevo.',
    ];
  },
  SIN_OPERACION: ({ motivo, cupon, before }) => {
    const days = {
      bajado: 'Los días de la venta están bajados',
      futuro: `La venta es del ${showValue('fecha_venta', cupon.fecha_venta) ?? 'día'}, que todavía no llegó,`,
      sin_dia: 'El cupón no dice de qué día es la venta',
    };
    const like = {
      ninguna: 'y no hay ninguna operación parecida.',
      tomada: 'y la operación más parecida ya la tiene otro cupón.',
      de_otro: 'y la operación más parecida es la de otro cupón sin conciliar.',
      dudosa: 'y ninguna operación se parece lo suficiente.',
      descartada: 'y, fuera de lo que se descartó, no hay ninguna operación parecida.',
      con_billetera: 'y no hay ninguna con tarjeta parecida, pero sí una con billetera de ese día por ese importe.',
      con_tarjeta: 'y no hay ninguna con billetera parecida, pero sí una con tarjeta de ese día por ese importe.',
    };
    const payments: Partial<Record<typeof motivo.similar, string>> = {
      con_billetera: 'si fue con billetera, cargala con su ID y el tipo de operación.',
      con_tarjeta: 'si fue con tarjeta, cargala con el comprobante y los últimos cuatro.',
    };
    const payment = payments[motivo.similar];
    if (payment !== undefined)
      return [`${days[motivo.dia]} ${like[motivo.similar]}`, `Fijate cómo se pagó: ${payment}`];
    const work = before
      ? 'Se puede enviar igual: hoy no conciliaría.'
      : 'Buscá el comprobante en papel: si la venta se hizo, reclamala al procesador.';
    return [
      `${days[motivo.dia]} ${like[motivo.similar]}`,
      motivo.dia === 'bajado' ? work : 'Revisá la fecha del cupón.',
    ];
  },
};

const ATTRIBUTES: Readonly<Record<CauseAttribute, (value: string) => string>> = {
  archivo: (value) => `el archivo ${getFileName(value)}`,
  establecimiento: (value) => `el establecimiento ${value}`,
  lote: (value) => `el lote ${value}`,
  terminal: (value) => `la terminal ${value}`,
  marca: (value) => `la tarjeta ${value}`,
  dia: (value) => `el día ${formatDayMonthYear(value)}`,
};

/** "del archivo", "de la terminal". */
const withDe = (name: string): string => (name.startsWith('el ') ? `del ${name.slice(3)}` : `de ${name}`);

const CUPONES = ['cupón', 'cupones'] as const;

/** The contrast in a sentence: with the attribute, and without it. */
function sayContrast({ cupones, conAtributo, atributo, valor, sinAtributo, mismoMotivoSinAtributo }: Cause): string {
  const others =
    sinAtributo === 0 ? '' : `; entre los otros ${formatNumber(sinAtributo)}, ${formatNumber(mismoMotivoSinAtributo)}`;
  return `${formatNumber(cupones.length)} de los ${formatNumber(conAtributo)} ${withDe(ATTRIBUTES[atributo](valor))}${others}`;
}

function sayCause(cause: Cause): Said {
  const { codigo, valor, atributo, variant, motivo, cupones } = cause;
  const where = ATTRIBUTES[atributo](valor);
  const n = countThings(cupones.length, CUPONES);
  switch (codigo) {
    case 'ESTABLECIMIENTO_AJENO':
      return [
        atributo === 'establecimiento'
          ? `${formatNumber(cupones.length)} de ${formatNumber(cause.sinConciliar)} tienen el establecimiento ${valor}, que no es de esta cuenta.`
          : `${n} con un establecimiento que no es de esta cuenta: ${sayContrast(cause)}.`,
        'Si son ventas de esta cuenta, corregí el establecimiento una vez, para todos; si no, envialos con la que corresponde.',
      ];
    case 'IMPORTES_POR_100':
      return [
        `Los importes están ${variant === 'por_100' ? 'multiplicados' : 'divididos'} por 100: ${sayContrast(cause)}.`,
        'Corregí la columna del importe una vez, para todos.',
      ];
    case 'FECHAS_CORRIDAS': {
      const days = Number(variant);
      return [
        `La fecha va ${countThings(Math.abs(days), DAYS)} ${days > 0 ? 'adelantada' : 'atrasada'}: ${sayContrast(cause)}.`,
        'Corregí la fecha una vez, para todos.',
      ];
    }
    case 'DIA_Y_MES_CAMBIADOS':
      return [`El día y el mes están cambiados: ${sayContrast(cause)}.`, 'Corregí el orden de la fecha, para todos.'];
    case 'CAMPOS_CAMBIADOS':
      return [`Hay datos en el lugar de otro: ${sayContrast(cause)}.`, 'Revisá a qué columna va cada dato.'];
    case 'LOTE_SIN_OPERACIONES':
      return [`No llegó ${where}: ${sayContrast(cause)} no tienen operación.`, 'Reclamá el lote entero al procesador.'];
    case 'TERMINAL_SIN_OPERACIONES':
      return [
        `No llegan operaciones ${withDe(where)}: ${sayContrast(cause)} no tienen operación.`,
        'Preguntá al procesador por esa terminal.',
      ];
    case 'DIAS_SIN_BAJAR':
      return [`Faltan bajar días de venta: ${sayContrast(cause)}.`, 'Sincronizá esos días y mirá de nuevo.'];
    case 'REPETIDOS':
      return [`Están repetidos: ${sayContrast(cause)}.`, 'Fijate si el archivo se armó dos veces.'];
    case 'MOTIVO_COMUN':
      return [`${NAMES[motivo]}: ${sayContrast(cause)}.`, 'Miralos juntos: tienen el mismo motivo.'];
    default:
      return assertNever(codigo);
  }
}

const OPERACIONES = ['operación', 'operaciones'] as const;

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
  const till = terminal === null ? `el establecimiento ${establecimiento ?? 'sin dato'}` : `la terminal ${terminal}`;
  const shop = comercio === null || comercio === '' ? '' : ` (${comercio})`;
  const total = `${countThings(operaciones, OPERACIONES)} por ${formatPesos(importe)}`;
  if (untouched) return `No se cargó nunca un cupón ${withDe(till)}${shop}: ${total}.`;
  const which =
    operaciones === de ? 'sin cupón; ninguna de ese día lo tiene' : `sin cupón, de ${formatNumber(de)} de ese día`;
  return `${dia === null ? '' : `${formatDayMonthYear(dia)}, `}${till}${shop}: ${total} ${which}.`;
}

const sayUnmatched = (operaciones: number, importe: bigint): string =>
  `${countThings(operaciones, OPERACIONES)} más por ${formatPesos(importe)} ${operaciones === 1 ? 'tiene su cupón cargado, que no concilió: está' : 'tienen su cupón cargado, que no concilió: están'} en Sin conciliar.`;

const sayDecided = (decision: string, pending: boolean): string =>
  `Ya se decidió (${decision}). ${pending ? 'Volvé a mirar esa decisión.' : 'No queda nada por hacer.'}`;

export const SPANISH: Catalogue = {
  names: NAMES,
  reasons: REASONS,
  cause: sayCause,
  decided: sayDecided,
  missing: sayMissing,
  unmatched: sayUnmatched,
};
