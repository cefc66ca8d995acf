/** The sentences of every reason, in both languages. Longer than 300 lines because they are read together. */
import { formatDayMonthYear } from '../civil-date.ts';
import type { CuponField } from '../cupon.ts';
import type { Motivo, MotivoCode } from '../matching/explain/reasons.ts';
import { findTypoBetween, TRANSPOSED } from '../matching/fields/codes.ts';
import { formatPesos } from '../money.ts';
import { getFieldLabel } from './field-labels.ts';
import { countIn, DAYS, formatNumber, nameOfRead, type Choose, type Words } from './language.ts';
import {
  brandIn,
  describeDifference,
  differenceIn,
  dropSign,
  isAllThatDiffers,
  sayPercent,
  showValue,
  WHY_APART,
  type PlaceSaid,
  type ReasonOf,
  type Said,
  type SaidReason,
} from './explanations.ts';

/** A record by code, so that a new reason without a name does not compile. */
export const REASON_NAMES: Readonly<Record<MotivoCode, Words>> = {
  FUERA_DE_COBERTURA: ['Días sin bajar', 'Days not downloaded'],
  COMERCIO_AJENO: ['Otro comercio', 'Another store'],
  DUPLICADO_EN_CARGA: ['Repetido', 'Repeated'],
  COINCIDE_SIN_CONCILIAR: ['Está, sin conciliar', 'There, unmatched'],
  YA_USADA: ['Ya usada', 'Already used'],
  AMBIGUO: ['Varias parecidas', 'Several similar'],
  DEVUELTA: ['Devuelta', 'Returned'],
  DIVIDIDA: ['Dividida', 'Split'],
  CAMPOS_CAMBIADOS: ['Datos cambiados de lugar', 'Fields swapped'],
  IMPORTE_POR_100: ['Importe por 100 o dividido por 100', 'Amount times or divided by 100'],
  IMPORTE_DE_UNA_CUOTA: ['Una cuota', 'One instalment'],
  IMPORTE_NETO: ['Importe neto', 'Net amount'],
  SIGNO_INVERTIDO: ['Signo al revés', 'Opposite sign'],
  IMPORTE_DISTINTO: ['Importe', 'Amount'],
  DIA_Y_MES_CAMBIADOS: ['Día y mes cambiados', 'Day and month swapped'],
  FECHA_DISTINTA: ['Fecha', 'Date'],
  COMPROBANTE_DISTINTO: ['Comprobante o referencia', 'Receipt number or reference'],
  TARJETA_DISTINTA: ['Tarjeta', 'Card'],
  ESTABLECIMIENTO_DISTINTO: ['Establecimiento', 'Merchant number'],
  LOTE_O_TERMINAL_DISTINTO: ['Lote o terminal', 'Terminal or its batch'],
  CUOTAS_DISTINTAS: ['Cuotas', 'Instalments'],
  AUTORIZACION_DISTINTA: ['Autorización', 'Authorisation'],
  VARIOS_CAMPOS: ['Varios datos', 'Several fields'],
  ANULADA: ['Anulada', 'Voided'],
  MUY_RECIENTE: ['En espera', 'Waiting'],
  SIN_OPERACION: ['Sin operación', 'No transaction'],
};

/** The name of a reason; if its code stands for several fields and only one field differs, the name of that field. */
export function nameReason(motivo: Motivo, say: Choose): string {
  const named = motivo.codigo === 'TARJETA_DISTINTA' || motivo.codigo === 'COMPROBANTE_DISTINTO' ? motivo.campos : [];
  const [field] = named;
  if (named.length === 1 && field === 'comprobante') return say('Comprobante', 'Receipt number');
  if (named.length === 1 && field === 'tarjeta_nro') return say('Últimos 4', 'Last 4');
  if (named.length === 1 && field === 'bin') return say('Primeros 6', 'First 6');
  if (named.length === 1 && field === 'wallet_referencia') return say('Referencia de la billetera', 'Wallet reference');
  return say(...REASON_NAMES[motivo.codigo]);
}

const FIELDS: Partial<Readonly<Record<CuponField, Words>>> = {
  importe: ['el importe', 'the amount'],
  fecha_venta: ['la fecha', 'the date'],
  comprobante: ['el comprobante', 'the receipt number'],
  tarjeta_nro: ['los últimos cuatro', 'the last four digits'],
  bin: ['los primeros seis', 'the first six digits'],
  terminal: ['la terminal', 'the terminal'],
  lote: ['el lote', 'the terminal batch'],
  establecimiento: ['el establecimiento', 'the merchant number'],
  tarjeta_desc: ['la tarjeta', 'the card'],
  cuotas: ['las cuotas', 'the instalments'],
  autorizacion: ['la autorización', 'the authorisation'],
  wallet_referencia: ['la referencia de la billetera', 'the wallet reference'],
};
const fieldOf = (field: CuponField, say: Choose): string =>
  say(...(FIELDS[field] ?? [`el dato «${getFieldLabel(field)}»`, `the field “${getFieldLabel(field, 'en')}”`]));
const joinWords = (parts: readonly string[], say: Choose): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${say('y', 'and')} ${parts.at(-1) ?? ''}`;
const joinFields = (fields: readonly CuponField[], say: Choose): string =>
  joinWords(
    fields.map((field) => fieldOf(field, say)),
    say,
  );

function placeOf(place: PlaceSaid | null, say: Choose): string | undefined {
  if (place === null) return undefined;
  const { archivo, hoja, fila, conciliacion } = place;
  if (fila === null)
    return conciliacion === null
      ? undefined
      : say(`un cupón de la conciliación ${conciliacion}`, `a coupon of reconciliation ${conciliacion}`);
  const file =
    archivo === null ? '' : say(` de ${nameOfRead(archivo, hoja)}`, ` of ${nameOfRead(archivo, hoja, 'en')}`);
  const upload = conciliacion === null ? '' : ` (${say('conciliación', 'reconciliation')} ${conciliacion})`;
  return `${say('la fila', 'row')} ${formatNumber(fila)}${file}${upload}`;
}
const otherIn = ({ otro }: Pick<SaidReason, 'otro'>, say: Choose): string =>
  placeOf(otro, say) ?? say('otro cupón', 'another coupon');

const sayFix = ({ before }: Pick<SaidReason, 'before'>, say: Choose): string =>
  before
    ? say('Corregilo antes de enviar.', 'Correct it before you send.')
    : say(
        'Si es esta venta, vinculala: no hace falta volver a enviarla.',
        'If it is this sale, link it: it does not need to be sent again.',
      );

const sayAmounts = (
  {
    motivo: { cupon, operacion },
  }: SaidReason<
    ReasonOf<'IMPORTE_DISTINTO' | 'IMPORTE_NETO' | 'SIGNO_INVERTIDO' | 'IMPORTE_POR_100' | 'IMPORTE_DE_UNA_CUOTA'>
  >,
  say: Choose,
): string =>
  say(
    `La tarjeta informó ${formatPesos(operacion)}; vos cargaste ${formatPesos(cupon)}.`,
    `The processor reported ${formatPesos(operacion)}; you uploaded ${formatPesos(cupon)}.`,
  );

const sayDays = (
  { motivo: { cupon, operacion } }: SaidReason<ReasonOf<'DIA_Y_MES_CAMBIADOS' | 'FECHA_DISTINTA'>>,
  say: Choose,
): string =>
  say(
    `La venta es del ${formatDayMonthYear(operacion)}; vos cargaste el ${formatDayMonthYear(cupon)}`,
    `The sale is dated ${formatDayMonthYear(operacion)}; you uploaded ${formatDayMonthYear(cupon)}`,
  );

function sayFields(reason: Pick<SaidReason, 'diferencias'>, named: readonly CuponField[], say: Choose): string {
  const values = named.map((field) => differenceIn(reason, field));
  const theirs = named.map((field, i) => {
    const isSeveral = field === 'cuotas' || field === 'tarjeta_nro' || field === 'bin';
    const verb = isSeveral ? say('son', 'are') : say('es', 'is');
    const whose = i === 0 ? say(' de la operación', ' of the transaction') : '';
    return `${fieldOf(field, say)}${whose} ${verb} ${values[i]?.operacion ?? say('otro dato', 'another value')}`;
  });
  const [first = '', ...rest] = joinWords(theirs, say);
  const own = joinWords(
    values.map(({ cupon }) => cupon ?? say('otra cosa', 'something else')),
    say,
  );
  return `${first.toUpperCase()}${rest.join('')}; ${say('vos cargaste', 'you uploaded')} ${own}.`;
}

const HOW: Readonly<Record<string, Words>> = {
  un_digito: [' Cambia un solo dígito.', ' One digit is different.'],
  traspuesto: [' Dos dígitos están en el orden inverso.', ' Two digits are in the opposite order.'],
  recortado: [' Uno de los dos tiene menos cifras adelante.', ' One of the two lacks the first digits.'],
  ultimas: [' Coinciden sólo las últimas cifras.', ' Only the last digits agree.'],
  largo: [' Hay una cifra de más o de menos.', ' There is a digit too many or too few.'],
  del_bin: [' Son cifras del comienzo de la tarjeta.', ' These are digits of the beginning of the card.'],
};

/** In centavos: less is rounding. */
const A_PESO = 100;

/** What two amounts suggest: two digits swapped, or a round percentage. */
function sayHowApart({ cupon, operacion, diferencia }: ReasonOf<'IMPORTE_DISTINTO'>, say: Choose): string {
  if (findTypoBetween(Math.abs(cupon), Math.abs(operacion), 10) === TRANSPOSED)
    return `.${say(...(HOW['traspuesto'] ?? ['', '']))}`;
  const isPart = (ratio: number): boolean => Math.abs(Math.round(cupon * ratio) - operacion) <= 1;
  const percent = Math.abs(diferencia) < A_PESO ? undefined : sayPercent(isPart, say);
  return percent === undefined ? '.' : `, ${percent}: ${say(...WHY_APART)}`;
}

const sayOneField = (
  reason: SaidReason<Extract<Motivo, { readonly nivel: string; readonly campos: readonly CuponField[] }>>,
  say: Choose,
): Said => {
  const { campos: named, nivel } = reason.motivo;
  const [first] = named;
  const how = first === undefined || named.length > 1 ? undefined : HOW[describeDifference(reason, first, nivel)];
  const rest = isAllThatDiffers(reason, named) ? say(' Lo demás coincide.', ' The rest agrees.') : '';
  return [`${sayFields(reason, named, say)}${how === undefined ? '' : say(...how)}${rest}`, sayFix(reason, say)];
};

const REASONS: { readonly [C in MotivoCode]: (reason: SaidReason<ReasonOf<C>>, say: Choose) => Said } = {
  FUERA_DE_COBERTURA: ({ motivo: { fecha, leido } }, say) => {
    const day = formatDayMonthYear(fecha);
    const read = leido === undefined ? '' : formatDayMonthYear(leido);
    return [
      leido === undefined
        ? say(
            `Las operaciones del ${day} no están bajadas en esta PC: no se puede saber.`,
            `The transactions of ${day} are not downloaded to this PC: we cannot know.`,
          )
        : say(
            `Las operaciones del ${day} se bajaron el ${read}, cuando podían faltar: no se puede saber.`,
            `The transactions of ${day} were downloaded on ${read}, when some might still be missing: we cannot know.`,
          ),
      say('Bajá las operaciones de ese día y mirá de nuevo.', 'Download the transactions of that day and look again.'),
    ];
  },
  COMERCIO_AJENO: (reason, say) => {
    const { cupon, motivo, before } = reason;
    const number = cupon.establecimiento ?? '';
    const own = say(
      `El establecimiento ${number} no es de esta cuenta`,
      `Merchant number ${number} does not belong to this account`,
    );
    if (!motivo.operacion)
      return [
        `${own}: ${say('ninguna operación lo tiene.', 'no transaction has it.')}`,
        before
          ? say(
              'Sacalo del archivo, o envialo con la cuenta que corresponde.',
              'Take it out of the file, or send it with the account it belongs to.',
            )
          : say('Envialo con la cuenta que corresponde.', 'Send it with the account it belongs to.'),
      ];
    const { operacion } = differenceIn(reason, 'establecimiento');
    const where =
      operacion === undefined
        ? say('y hay una operación parecida', 'and there is a similar transaction')
        : say(`y la venta está con el ${operacion}`, `and the sale is there with ${operacion}`);
    const { campos: named } = motivo;
    const fields = joinFields(named, say);
    const others = say(
      ` También ${named.length === 1 ? 'difiere' : 'difieren'} ${fields}.`,
      ` ${named.length === 1 ? 'Another field differs' : 'Other fields differ'} too: ${fields}.`,
    );
    return [`${own}, ${where}.${named.length === 0 ? '' : others}`, sayFix(reason, say)];
  },
  DUPLICADO_EN_CARGA: ({ motivo, otro, before }, say) => [
    say('Dice lo mismo que ', 'It says the same as ') +
      (placeOf(otro, say) ?? say('otro cupón del envío', 'another coupon of the upload')) +
      (motivo.conciliado ? say(', que sí concilió.', ', which did match.') : '.'),
    before
      ? say('Si es la misma venta, sacalo del archivo.', 'If it is the same sale, take it out of the file.')
      : say('Si es la misma venta, no hay nada que reclamar.', 'If it is the same sale, there is nothing to claim.'),
  ],
  COINCIDE_SIN_CONCILIAR: (reason, say) => {
    const brand = brandIn(reason);
    const [own, theirs] = [brand?.cupon ?? '', brand?.operacion ?? ''];
    if (reason.before) {
      const but = say(
        `, menos en la marca (el cupón dice ${own}; es ${theirs})`,
        ` except for the brand (the coupon says ${own}; it is ${theirs})`,
      );
      const found = say('Coincide con una operación bajada', 'It agrees with a downloaded transaction');
      return [
        `${found}${brand === undefined ? '' : but}: ${say('debería conciliar.', 'it should match.')}`,
        reason.sentAgain === true
          ? say(
              'Ya lo mandaste y concilió: si es la misma venta, no hace falta enviarlo.',
              'You already sent it, and it matched: if it is the same sale, it does not need to be sent.',
            )
          : say('Envialo.', 'Send it.'),
      ];
    }
    const how =
      brand === undefined
        ? say('en todo', 'everything')
        : say(
            `en todo menos en la marca (el cupón dice ${own}; la operación es ${theirs})`,
            `everything but the brand (the coupon says ${own}; the transaction is ${theirs})`,
          );
    return [
      say(
        `La operación está bajada y coincide ${how}, pero el servicio no la concilió.`,
        `The transaction is downloaded and agrees in ${how}, but the service has not matched it.`,
      ),
      brand === undefined
        ? say(
            'Leé el resultado de nuevo en un rato; si sigue igual, mostrale la operación al servicio.',
            'Read the result again in a while; if nothing changes, show the transaction to the service.',
          )
        : say(
            'Fijate si la marca del cupón está mal. Si está bien, mostrale la operación al servicio.',
            'See whether the brand of the coupon is wrong. If it is right, show the transaction to the service.',
          ),
    ];
  },
  YA_USADA: (reason, say) => {
    const { motivo, before } = reason;
    const other = otherIn(reason, say);
    if (motivo.sameSale === true)
      return [
        say(
          `Esta venta se cargó otra vez y concilió: es ${other}.`,
          `This sale was uploaded again and matched: it is ${other}.`,
        ),
        say('No hay nada que hacer.', 'Nothing is left to do.'),
      ];
    const neither = before ? '' : say(', que tampoco concilió', ', which did not match either');
    const { cupon: day, operacion: theirs } = differenceIn(reason, 'fecha_venta');
    const isSwapped = day !== undefined && theirs !== undefined && day === theirs.replace(/^(\d\d)\/(\d\d)/u, '$2/$1');
    const swapped = isSwapped ? say(' El día y el mes están cambiados.', ' Day and month are swapped.') : '';
    return [
      motivo.pendiente === true
        ? say(
            `La operación más parecida también es la de ${other}${neither}.${swapped}`,
            `The most similar transaction is also that of ${other}${neither}.${swapped}`,
          )
        : say(`Su operación ya la tiene ${other}.${swapped}`, `Its transaction already belongs to ${other}.${swapped}`),
      before
        ? say('Si es la misma venta, sacalo del archivo.', 'If it is the same sale, take it out of the file.')
        : say('Fijate si es la misma venta, cargada dos veces.', 'See whether it is the same sale, uploaded twice.'),
    ];
  },
  AMBIGUO: ({ motivo, before }, say) => [
    say(
      `Puede ser cualquiera de ${formatNumber(motivo.similar)} operaciones: nada de lo que dice el cupón las distingue.`,
      `It may be any of ${formatNumber(motivo.similar)} transactions: nothing on the coupon tells them apart.`,
    ),
    before
      ? say(
          'Elegí con el comprobante en papel, o agregá al archivo la autorización, el lote o la terminal.',
          'Choose with the paper slip, or add the authorisation, the terminal or its batch to the file.',
        )
      : say('Elegí con el comprobante en papel cuál es.', 'Choose with the paper slip which one it is.'),
  ],
  DEVUELTA: ({ motivo }, say) => {
    const day = formatDayMonthYear(motivo.fecha);
    const too = motivo.operacion ? say(', y también está la operación', ', and the transaction is there as well') : '';
    return [
      say(
        `La venta se devolvió o se rechazó: hay un contracargo, un rechazo o una devolución del ${day}${too}.`,
        `The sale was returned or rejected: there is a chargeback, a rejection or a refund on ${day}${too}.`,
      ),
      say('Miralo en Rechazos antes de reclamar.', 'Look at it in Rejections before you claim.'),
    ];
  },
  DIVIDIDA: (reason, say) => {
    const { motivo, cupon, before } = reason;
    const total = formatPesos(motivo.total);
    const [cupones, operaciones] = [formatNumber(motivo.cupones.length), formatNumber(motivo.operaciones.length)];
    const own = showValue('importe', cupon.importe) ?? say('ese importe', 'that amount');
    const others = joinWords(
      reason.otros.map((otro) => otherIn({ otro }, say)),
      say,
    );
    return motivo.cupones.length > 1
      ? [
          say(
            `Son ${cupones} cupones de una sola operación de ${total}: éste y ${others}.`,
            `These are ${cupones} coupons of a single transaction of ${total}: this one and ${others}.`,
          ),
          before
            ? say('Juntalos en un cupón solo por el total.', 'Make one coupon of them, for the total.')
            : say('Vinculalos con esa operación.', 'Link them with that transaction.'),
        ]
      : [
          say(
            `La tarjeta informó esta venta en ${operaciones} operaciones, que suman ${total}; vos cargaste un cupón de ${own}.`,
            `The processor reported this sale as ${operaciones} transactions that add up to ${total}; you uploaded one coupon of ${own}.`,
          ),
          before
            ? say('Cargá un cupón por cada operación.', 'Upload a coupon for each transaction.')
            : say('Vinculalo con esas operaciones.', 'Link it with those transactions.'),
        ];
  },
  CAMPOS_CAMBIADOS: ({ motivo, cupon, before }, say) => {
    const [field, other] = [fieldOf(motivo.campo, say), fieldOf(motivo.con, say)];
    return [
      cupon[motivo.con] === undefined
        ? say(
            `Hay datos en el lugar de otro: donde va ${field} parece estar ${other}.`,
            `A value is in another one's place: ${other} seems to be where ${field} goes.`,
          )
        : say(
            `Hay datos en el lugar de otro: ${field} y ${other} parecen cambiados entre sí.`,
            `Values are in each other's place: ${field} and ${other} seem swapped.`,
          ),
      before
        ? say('Revisá a qué columna va cada dato.', 'Check which column each field comes from.')
        : sayFix({ before }, say),
    ];
  },
  IMPORTE_POR_100: (reason, say) => {
    const isTimes = reason.motivo.veces === 'por_100';
    const how = say(
      `Es el mismo importe ${isTimes ? 'multiplicado' : 'dividido'} por 100.`,
      `It is the same amount ${isTimes ? 'multiplied' : 'divided'} by 100.`,
    );
    return [
      `${sayAmounts(reason, say)} ${how}`,
      reason.before
        ? say(
            'Revisá los decimales de la columna antes de enviar.',
            'Check the decimals of the column before you send.',
          )
        : sayFix(reason, say),
    ];
  },
  IMPORTE_DE_UNA_CUOTA: (reason, say) => [
    `${sayAmounts(reason, say)} ${say('Es una cuota de', 'It is one instalment of')} ${formatNumber(reason.motivo.cuotas)}.`,
    reason.before
      ? say('Cargá el total de la venta, no la cuota.', 'Upload the total of the sale, not the instalment.')
      : sayFix(reason, say),
  ],
  IMPORTE_NETO: (reason, say) => [
    `${sayAmounts(reason, say)} ${say('Es lo que queda después del arancel: difiere en', 'It is what is left after the fee: the difference is')} ${dropSign(reason.motivo.diferencia)}.`,
    reason.before
      ? say(
          'Cargá el importe de la venta, sin descontar el arancel.',
          'Upload the amount of the sale, without deducting the fee.',
        )
      : sayFix(reason, say),
  ],
  SIGNO_INVERTIDO: (reason, say) => [
    `${sayAmounts(reason, say)} ${say('Es el mismo importe con el signo al revés.', 'It is the same amount with the opposite sign.')}`,
    reason.before
      ? say('Una venta va en positivo y una devolución en negativo.', 'A sale is positive and a refund negative.')
      : sayFix(reason, say),
  ],
  IMPORTE_DISTINTO: (reason, say) => [
    `${sayAmounts(reason, say)} ${say('Difiere en', 'The difference is')} ${dropSign(reason.motivo.diferencia)}${sayHowApart(reason.motivo, say)}`,
    sayFix(reason, say),
  ],
  DIA_Y_MES_CAMBIADOS: (reason, say) => [
    `${sayDays(reason, say)}: ${say('el día y el mes están cambiados.', 'day and month are swapped.')}`,
    reason.before
      ? say('Revisá el orden de la fecha en la columna.', 'Check the order of the date in the column.')
      : sayFix(reason, say),
  ],
  FECHA_DISTINTA: (reason, say) => {
    const { nivel, dias } = reason.motivo;
    const presented =
      nivel === 'presentacion' ? say(', que es el día en que se presentó', ', the day on which it was presented') : '';
    const which = dias > 0 ? say('después', 'later') : say('antes', 'earlier');
    return [
      `${sayDays(reason, say)}${presented}: ${countIn(Math.abs(dias), DAYS, say)} ${which}.`,
      sayFix(reason, say),
    ];
  },
  COMPROBANTE_DISTINTO: sayOneField,
  TARJETA_DISTINTA: sayOneField,
  ESTABLECIMIENTO_DISTINTO: sayOneField,
  LOTE_O_TERMINAL_DISTINTO: sayOneField,
  CUOTAS_DISTINTAS: sayOneField,
  AUTORIZACION_DISTINTA: sayOneField,
  VARIOS_CAMPOS: (reason, say) => {
    const both = reason.motivo.campos.map((field) => {
      const { cupon = '—', operacion = '—' } = differenceIn(reason, field);
      return say(
        `${operacion} en la operación, ${cupon} en el cupón`,
        `${operacion} in the transaction, ${cupon} in the coupon`,
      );
    });
    const like = say(
      'Hay una operación parecida, pero difieren ',
      'There is a similar transaction, but these differ: ',
    );
    return [
      `${like}${joinFields(reason.motivo.campos, say)}: ${both.join('; ')}.`,
      reason.before
        ? say(
            'Comparala con el comprobante en papel; si es ésa, corregí el archivo.',
            'Compare it with the paper slip; if it is that one, correct the file.',
          )
        : say(
            'Comparala con el comprobante en papel; si es ésa, vinculala.',
            'Compare it with the paper slip; if it is that one, link it.',
          ),
    ];
  },
  ANULADA: (reason, say) => [
    say(
      `Se compensa con ${otherIn(reason, say)}: entre los dos suman $ 0,00, y ninguno está en el procesador.`,
      `It nets to zero with ${otherIn(reason, say)}, and the processor has neither.`,
    ),
    reason.before
      ? say('No hace falta enviar ninguno de los dos.', 'Neither of the two needs to be sent.')
      : say('Es una venta anulada: no queda nada por hacer.', 'The sale was voided: nothing is left to do.'),
  ],
  MUY_RECIENTE: ({ motivo: { marca, hasta }, cupon }, say) => {
    const until = formatDayMonthYear(hasta);
    const day = showValue('fecha_venta', cupon.fecha_venta) ?? say('un día', 'a day');
    const brand = marca === null ? '' : ` ${say('en', 'in')} ${marca.toUpperCase()}`;
    return [
      say(
        `La venta es del ${day}: su operación puede llegar${brand} hasta el ${until}.`,
        `The sale is dated ${day}: its transaction may come${brand} until ${until}.`,
      ),
      say(`Esperá hasta el ${until} y actualizá.`, `Wait until ${until} and update.`),
    ];
  },
  SIN_OPERACION: (reason, say) => {
    const { motivo, cupon, before } = reason;
    if (motivo.con !== undefined) {
      const sale = otherIn(reason, say);
      return [
        say(
          `Anula la venta de ${sale}: el procesador informó la venta, y no su anulación.`,
          `It voids the sale of ${sale}: the processor reported the sale, and not its void.`,
        ),
        say(
          'Si se anuló, pedile al procesador que informe la anulación: si no, te paga una venta que no fue.',
          'If it was voided, ask the processor to report the void: otherwise it pays you a sale that was not made.',
        ),
      ];
    }
    const day = showValue('fecha_venta', cupon.fecha_venta) ?? say('día', 'a day');
    const days = {
      bajado: say('Los días de la venta están bajados', 'The days of the sale are downloaded'),
      futuro: say(`La venta es del ${day}, que todavía no llegó,`, `The sale is dated ${day}, which has not come yet,`),
      sin_dia: say('El cupón no dice de qué día es la venta', 'The coupon does not say the day of the sale'),
    };
    const text = `${days[motivo.dia]} ${say(...LIKE[motivo.similar](otherIn(reason, say)))}`;
    const payment = PAYMENTS[motivo.similar];
    if (payment !== undefined)
      return [
        text,
        before
          ? say(...payment)
          : say(
              'Fijate cómo se pagó: si es esa venta, vinculala a mano.',
              'Check how it was paid: if it is that sale, link it by hand.',
            ),
      ];
    if (motivo.dia !== 'bajado') return [text, say('Revisá la fecha del cupón.', 'Check the date of the coupon.')];
    if (!before && cupon.importe?.startsWith('-') === true)
      return [
        text,
        say(
          'Es una devolución o anulación: si se hizo, pedile al procesador que la informe; no la reclames como venta.',
          'It is a refund or a void: if it was made, ask the processor to report it; do not claim it as a sale.',
        ),
      ];
    const isOfAnother = motivo.similar === 'tomada' || motivo.similar === 'de_otro';
    if (isOfAnother && !before)
      return [
        text,
        say(
          'Fijate con los comprobantes en papel de cuál de los dos es, o si son la misma venta, cargada dos veces.',
          'See on the paper slips which of the two it belongs to, or whether they are the same sale, uploaded twice.',
        ),
      ];
    return [
      text,
      before
        ? say('Se puede enviar igual: hoy no conciliaría.', 'It can be sent all the same: today it would not match.')
        : say(
            'Buscá el comprobante en papel: si la venta se hizo, reclamala al procesador.',
            'Look for the paper slip: if the sale was made, claim it from the processor.',
          ),
    ];
  },
};

type Similar = ReasonOf<'SIN_OPERACION'>['similar'];

const LIKE: Readonly<Record<Similar, (other: string) => Words>> = {
  ninguna: () => ['y no hay ninguna operación parecida.', 'and there is no similar transaction.'],
  tomada: (other) => [
    `y la operación más parecida ya la tiene ${other}.`,
    `and the most similar transaction already belongs to ${other}.`,
  ],
  de_otro: (other) => [
    `y la operación más parecida es la de ${other}, que tampoco concilió.`,
    `and the most similar transaction is that of ${other}, which did not match either.`,
  ],
  dudosa: () => ['y ninguna operación se parece lo suficiente.', 'and no transaction is similar enough.'],
  descartada: () => [
    'y, fuera de lo que se descartó, no hay ninguna operación parecida.',
    'and, apart from what was ruled out, there is no similar transaction.',
  ],
  con_billetera: () => [
    'y no hay ninguna con tarjeta parecida, pero sí una con billetera de ese día por ese importe.',
    'and there is no similar card sale, but there is a wallet sale of that day and amount.',
  ],
  con_tarjeta: () => [
    'y no hay ninguna con billetera parecida, pero sí una con tarjeta de ese día por ese importe.',
    'and there is no similar wallet sale, but there is a card sale of that day and amount.',
  ],
};

const PAYMENTS: Partial<Readonly<Record<Similar, Words>>> = {
  con_billetera: [
    'Fijate cómo se pagó: si fue con billetera, cargala con su ID y el tipo de operación.',
    'Check how it was paid: if it was by wallet, upload it with its ID and its transaction type.',
  ],
  con_tarjeta: [
    'Fijate cómo se pagó: si fue con tarjeta, cargala con el comprobante y los últimos cuatro.',
    'Check how it was paid: if it was by card, upload it with its receipt number and last four digits.',
  ],
};

export const sayReason = <C extends MotivoCode>(code: C, reason: SaidReason<ReasonOf<C>>, say: Choose): Said =>
  REASONS[code](reason, say);
