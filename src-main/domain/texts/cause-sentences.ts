/** Causes of many unmatched coupons, operations without a coupon, and what a decision leaves to do, in words. */
import { assertNever } from '../result.ts';
import { formatDayMonthYear } from '../civil-date.ts';
import type { Cause, CauseAttribute } from '../matching/explain/causes.ts';
import { formatPesos } from '../money.ts';
import { sayPercent, showValue, WHY_APART, type Said } from './explanations.ts';
import { countIn, DAYS, formatNumber, getFileName, type Choose, type Words } from './language.ts';
import { REASON_NAMES } from './reason-sentences.ts';

const ATTRIBUTES: Readonly<Record<Exclude<CauseAttribute, 'cuotas'>, Words>> = {
  razon: ['la proporción', 'ratio'],
  diferencia: ['la diferencia', 'difference'],
  archivo: ['el archivo', 'file'],
  establecimiento: ['el establecimiento', 'merchant number'],
  lote: ['el lote', 'terminal batch'],
  terminal: ['la terminal', 'terminal'],
  marca: ['la tarjeta', 'card'],
  dia: ['el día', 'day'],
};

function showAttribute(attribute: CauseAttribute, value: string): string {
  if (attribute === 'archivo') return getFileName(value);
  return attribute === 'dia' ? formatDayMonthYear(value) : value;
}

/** "1.100" as "1,10": two decimals at least. */
const formatRatio = (ratio: string): string => ratio.replace(/0$/, '').replace('.', ',');

const sayInstalments = (cuotas: string, say: Choose): string =>
  Number(cuotas) === 1 ? say('en un pago', 'in one payment') : say(`en ${cuotas} cuotas`, `in ${cuotas} instalments`);

const attributeOf = ({ atributo, valor }: Cause, say: Choose): string =>
  atributo === 'cuotas'
    ? say(`las ventas ${sayInstalments(valor, say)}`, `sales ${sayInstalments(valor, say)}`)
    : `${say(...ATTRIBUTES[atributo])} ${showAttribute(atributo, valor)}`;

const withDe = (name: string): string => (name.startsWith('el ') ? `del ${name.slice(3)}` : `de ${name}`);

function sayGround({ atributo, valor }: NonNullable<Cause['comparten']>, say: Choose): string {
  return atributo === 'cuotas' ? sayInstalments(valor, say) : say(`de la tarjeta ${valor}`, `of card ${valor}`);
}

function sayApart(codigo: Cause['codigo'], valor: string, say: Choose): string {
  if (codigo !== 'IMPORTES_EN_PROPORCION') {
    const amount = showValue('importe', valor) ?? valor;
    return say(`con ${amount} de diferencia`, `off by ${amount}`);
  }
  const percent = sayPercent((ratio) => ratio.toFixed(valor.split('.')[1]?.length) === valor, say);
  return percent === undefined
    ? say(`por ${formatRatio(valor)}`, `times ${formatRatio(valor)}`)
    : say(`con ${percent}`, `with ${percent}`);
}

/** " con 10 % más que la tarjeta, todos en 6 cuotas"; of several, ": 30 con 10 % … en 3 cuotas, 20 con 20 % … en 6 cuotas". */
function sayApartAll({ codigo, valor, comparten: shared, partes: parts }: Cause, say: Choose): string {
  if (parts === undefined) {
    const all = shared === undefined ? '' : `, ${say('todos', 'all')} ${sayGround(shared, say)}`;
    return ` ${sayApart(codigo, valor, say)}${all}`;
  }
  const each = parts.map(
    ({ cupones, valor: own, comparten }) =>
      `${formatNumber(cupones)} ${sayApart(codigo, own, say)} ${sayGround(comparten, say)}`,
  );
  return `: ${each.join(', ')}`;
}

/** True if all amounts differ by less than a peso, which suggests rounding and not a tip. */
const isRounding = ({ codigo, valor, partes: parts }: Cause): boolean =>
  codigo === 'IMPORTES_CON_DIFERENCIA' &&
  (parts?.map((part) => part.valor) ?? [valor]).every((each) => Math.abs(Number(each)) < 1);

function sayOfWhat(cause: Cause, say: Choose): string {
  const { partes: parts } = cause;
  if (isRounding(cause))
    return parts === undefined ? say(': ¿redondeo?', ': rounding?') : say('. ¿Redondeo?', '. Rounding?');
  return parts === undefined ? `: ${say(...WHY_APART)}` : say('. ¿Recargos?', '. Surcharges?');
}

const sayWhich = (cause: Cause, say: Choose): string => {
  const where = attributeOf(cause, say);
  return `${countIn(cause.cupones.length, CUPONES, say)} ${say(withDe(where), `of ${where}`)}`;
};

const CUPONES: readonly [one: Words, many: Words] = [
  ['cupón', 'coupon'],
  ['cupones', 'coupons'],
];

/** Says to link coupons whose operations are known, and what to do the next time (`next`). */
const sayLink = (next: string, say: Choose): string =>
  say(`Vinculalos todos juntos; para la próxima, ${next}`, `Link them all together; next time, ${next}`);

/** What to do when the amounts of the file are not the charged amounts, which another column may have. */
function sayOtherColumn(say: Choose, before: boolean): string {
  const which = say('otra columna con lo que se cobró', 'another column with what was charged');
  return before
    ? say(
        `Fijate si tu sistema exporta ${which}, y usala para todos.`,
        `See whether your system exports ${which}, and use it for all.`,
      )
    : sayLink(say(`fijate si tu sistema exporta ${which}.`, `see whether your system exports ${which}.`), say);
}

export function sayCause(cause: Cause, say: Choose, before: boolean): Said {
  const { codigo, valor, atributo, variant, motivo, cupones } = cause;
  const where = attributeOf(cause, say);
  const contrast = sayWhich(cause, say);
  const many = countIn(cupones.length, CUPONES, say);
  switch (codigo) {
    case 'ESTABLECIMIENTO_AJENO': {
      const [n, all] = [formatNumber(cupones.length), formatNumber(cause.sinConciliar)];
      return [
        atributo === 'establecimiento'
          ? say(
              `${n} de ${all} tienen el establecimiento ${valor}, que no es de esta cuenta.`,
              `${n} of ${all} have merchant number ${valor}, which does not belong to this account.`,
            )
          : say(
              `${many} con un establecimiento que no es de esta cuenta: ${contrast}.`,
              `A merchant number that does not belong to this account: ${contrast}.`,
            ),
        before
          ? say(
              'Si son ventas de esta cuenta, corregí el establecimiento una vez, para todos; si no, envialos con la que corresponde.',
              'If they are sales of this account, correct the merchant number once, for all; if not, send them with the account they belong to.',
            )
          : say(
              'Si son ventas de esta cuenta, vinculalos; si no, envialos con la que corresponde y dejalos explicados acá.',
              'If they are sales of this account, link them; if not, send them with the account they belong to and mark them as explained here.',
            ),
      ];
    }
    case 'IMPORTES_POR_100': {
      const isTimes = variant === 'por_100';
      return [
        say(
          `Los importes están ${isTimes ? 'multiplicados' : 'divididos'} por 100: ${contrast}.`,
          `Amounts are ${isTimes ? 'multiplied' : 'divided'} by 100: ${contrast}.`,
        ),
        before
          ? say(
              'Corregí la columna del importe una vez, para todos.',
              'Correct the column of the amount once, for all.',
            )
          : sayLink(say('revisá los decimales de la columna.', 'check the decimals of the column.'), say),
      ];
    }
    case 'FECHAS_CORRIDAS': {
      const days = Number(variant);
      const apart = countIn(Math.abs(days), DAYS, say);
      return [
        say(
          `La fecha va ${apart} ${days > 0 ? 'adelantada' : 'atrasada'}: ${contrast}.`,
          `The date is ${apart} ${days > 0 ? 'late' : 'early'}: ${contrast}.`,
        ),
        before
          ? say('Corregí la fecha una vez, para todos.', 'Correct the date once, for all.')
          : sayLink(say('revisá la columna de la fecha.', 'check the column of the date.'), say),
      ];
    }
    case 'DIA_Y_MES_CAMBIADOS':
      return [
        say(`El día y el mes están cambiados: ${contrast}.`, `Day and month are swapped: ${contrast}.`),
        before
          ? say('Corregí el orden de la fecha, para todos.', 'Correct the order of the date, for all.')
          : sayLink(say('revisá el orden de la fecha.', 'check the order of the date.'), say),
      ];
    case 'CAMPOS_CAMBIADOS':
      return [
        say(`Hay datos en el lugar de otro: ${contrast}.`, `Values are in each other's place: ${contrast}.`),
        before
          ? say('Revisá a qué columna va cada dato.', 'Check which column each field comes from.')
          : sayLink(say('revisá a qué columna va cada dato.', 'check which column each field comes from.'), say),
      ];
    case 'LOTE_SIN_OPERACIONES':
      return [
        say(`No llegó ${where}: ${many} sin operación.`, `The ${where} did not arrive: ${many} without a transaction.`),
        say('Reclamá el lote entero al procesador.', 'Claim the whole terminal batch from the processor.'),
      ];
    case 'TERMINAL_SIN_OPERACIONES':
      return [
        say(
          `No llegan operaciones ${withDe(where)}: ${many} sin operación.`,
          `No transactions arrive from ${where}: ${many} without one.`,
        ),
        say('Preguntá al procesador por esa terminal.', 'Ask the processor about that terminal.'),
      ];
    case 'DIAS_SIN_BAJAR':
      return [
        say(`Faltan bajar días de venta: ${contrast}.`, `Days of sale are not downloaded: ${contrast}.`),
        say('Bajá esos días y mirá de nuevo.', 'Download those days and look again.'),
      ];
    case 'REPETIDOS':
      return [
        say(`Están repetidos: ${contrast}.`, `They are repeated: ${contrast}.`),
        say('Fijate si el archivo se armó dos veces.', 'Check whether the file was put together twice.'),
      ];
    case 'IMPORTES_EN_PROPORCION':
    case 'IMPORTES_CON_DIFERENCIA': {
      return [`${many}${sayApartAll(cause, say)}${sayOfWhat(cause, say)}`, sayOtherColumn(say, before)];
    }
    case 'MOTIVO_COMUN':
      return [
        `${say(...REASON_NAMES[motivo])}: ${contrast}.`,
        say('Miralos juntos: tienen el mismo motivo.', 'Look at them together: they have the same reason.'),
      ];
    default:
      return assertNever(codigo);
  }
}

/** Sales without a coupon, of one till, on one day or on all days. */
export interface MissingSaid {
  readonly comercio: string | null;
  readonly establecimiento: string | null;
  readonly terminal: string | null;
  readonly dia: string | null;
  readonly operaciones: number;
  readonly importe: bigint;
  readonly de: number;
  readonly untouched: boolean;
}

const OPERACIONES: readonly [one: Words, many: Words] = [
  ['operación', 'transaction'],
  ['operaciones', 'transactions'],
];

export function sayMissing(
  { comercio, establecimiento, terminal, dia, operaciones, importe, de, untouched }: MissingSaid,
  say: Choose,
): string {
  const till =
    terminal === null
      ? `${say('el establecimiento', 'merchant number')} ${establecimiento ?? say('sin dato', 'not stated')}`
      : `${say('la terminal', 'terminal')} ${terminal}`;
  const shop = comercio === null || comercio === '' ? '' : ` (${comercio})`;
  const total = `${countIn(operaciones, OPERACIONES, say)} ${say('por', 'for')} ${formatPesos(importe)}`;
  if (untouched)
    return say(
      `No se cargó nunca un cupón ${withDe(till)}${shop}: ${total}.`,
      `For ${till}${shop} no coupon was ever uploaded: ${total}.`,
    );
  const which =
    operaciones === de
      ? say('sin cupón; ninguna de ese día lo tiene', 'without a coupon; none of that day has one')
      : say(`sin cupón, de ${formatNumber(de)} de ese día`, `without a coupon, of ${formatNumber(de)} of that day`);
  return `${dia === null ? '' : `${formatDayMonthYear(dia)}, `}${till}${shop}: ${total} ${which}.`;
}

export function sayUnmatched(operaciones: number, importe: bigint, say: Choose): string {
  const [n, amount] = [formatNumber(operaciones), formatPesos(importe)];
  return operaciones === 1
    ? say(
        `${n} operación más por ${amount} tiene su cupón cargado, que no concilió: está en Sin conciliar.`,
        `${n} more transaction for ${amount} has its coupon uploaded, which did not match: see Unmatched.`,
      )
    : say(
        `${n} operaciones más por ${amount} tienen su cupón cargado, que no concilió: están en Sin conciliar.`,
        `${n} more transactions for ${amount} have their coupon uploaded, which did not match: see Unmatched.`,
      );
}

interface DecidedInWords {
  readonly texto: string;
  readonly resuelto: boolean;
  readonly pendiente: boolean;
}

/** What to do about a coupon that a person settled (`resuelto`) or that waits; `pendiente`: something has to be looked at again. */
export function sayDecided({ texto: decision, resuelto, pendiente }: DecidedInWords, say: Choose): string {
  if (!resuelto)
    return say(
      `Ya se decidió (${decision}). Por ahora no queda nada por hacer.`,
      `It was decided (${decision}). Nothing is left to do for now.`,
    );
  return pendiente
    ? say(
        `Ya se decidió (${decision}). Volvé a mirar esa decisión.`,
        `It was decided (${decision}). Look at that decision again.`,
      )
    : say(
        `Ya se decidió (${decision}). No queda nada por hacer.`,
        `It was decided (${decision}). Nothing is left to do.`,
      );
}
