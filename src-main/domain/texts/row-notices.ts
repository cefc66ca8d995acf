/** Notices in sentences. The English is made from the stored finding, some of the Spanish from more data. Long, because each notice has an entry. */
import { formatDayMonthYear } from '../civil-date.ts';
import { formatPesos, requireMoney } from '../money.ts';
import type { CuponField } from '../cupon.ts';
import type { PreviousCupon, RecognisedCupon, RowErrorCode, RowNoticeCode, TitledColumn } from '../finding.ts';
import { labelOf, quote, ROW_ERRORS, nameInEnglish } from './row-errors.ts';
import { formatNumber, formatShortDay, listNames, shortenName, wordIn, type Language } from './language.ts';

interface FindingFacts {
  readonly columna?: string | null | undefined;
  readonly campo?: CuponField | null | undefined;
  readonly valor?: string | undefined;
  readonly arreglo?: string | null | undefined;
  readonly filas?: number | undefined;
  readonly primeras?: readonly number[] | undefined;
  readonly anterior?: PreviousCupon | null | undefined;
}

interface CoveredNumbers {
  readonly columna: string;
  readonly ejemplo: string;
  readonly howMany: number;
  /** How many rows got the card's first six digits in an empty `bin`. */
  readonly conBin: number;
}

/** The cells of a column that a notice is about: how many (`howMany`), and the first cell. */
export interface InColumn {
  readonly columna: string;
  readonly fila: number;
  readonly valor: string;
  /** `valor` as sentences write it. */
  readonly dicho: string;
  readonly leido?: string;
  readonly howMany: number;
}

/** What to do about a doubtful date. `fix`: the date that it may be. */
const askDate = (fix: string, language: Language): string =>
  fix === ''
    ? wordIn(['Revisá que esté bien.', 'Check that it is right.'], language)
    : wordIn([`Revisá que esté bien: puede ser ${fix}.`, `Check that it is right: it may be ${fix}.`], language);

interface NegativeAmounts {
  readonly primeras: readonly number[];
  readonly importe: string;
  readonly howMany: number;
}

/** "3, 5 y 9"; for more rows than are named, "3, 5, 7, 9, 11 y otras". */
function listRows(rows: readonly number[], howMany: number, language: Language): string {
  const rest = howMany > rows.length ? [wordIn(['otras', 'others'], language)] : [];
  const format = new Intl.ListFormat(language === 'es' ? 'es-AR' : 'en-GB', { type: 'conjunction' });
  return format.format([...rows.map(String), ...rest]);
}

/** A value of a column, how many rows have it, and the first row. `valor` is empty for blank cells. */
interface SaidByRows {
  readonly valor: string;
  readonly filas: number;
  readonly primera: number;
}

/** The first, most frequent value gets no row number. */
const sayRows = ({ valor, filas, primera }: SaidByRows, index: number): string => {
  const rows = filas === 1 ? 'una fila' : `${formatNumber(filas)} filas`;
  const first = index === 0 ? '' : ` (${filas === 1 ? 'la' : 'desde la'} ${String(primera)})`;
  return `${rows} ${valor === '' ? 'sin nada' : `con ${quote(valor)}`}${first}`;
};

const sayBefore = ({ anterior }: Facts): string =>
  `on ${formatDayMonthYear(anterior?.dia ?? '')} in “${shortenName(anterior?.archivo ?? '')}” (row ${String(anterior?.fila ?? 0)})`;

/** `where`: row and sheet of the coupon that was sent earlier. */
interface SentBefore {
  readonly recognised: RecognisedCupon;
  readonly where: string;
  readonly today: string;
}
const sayWhen = ({ recognised: { archivo, dia }, where, today }: SentBefore): string =>
  `el ${formatShortDay(dia, today)} en «${shortenName(archivo)}» (${where})`;
const nameInSentence = (field: CuponField): string => labelOf(field).toLowerCase();

/** An equal coupon. `de`: the other file or sheet. `isReview`: a person can leave the row out, instead of deleting it from the file. */
interface Equal {
  readonly fila: number;
  readonly de?: string | undefined;
  readonly isReview?: boolean;
}

export const ROW_NOTICES = {
  FILA_DE_TOTALES: {
    es: () => 'Es una línea de totales, no un cupón. No se envía.',
    en: () => 'It is a totals line, not a coupon. It is not sent.',
  },
  ENCABEZADO_REPETIDO: {
    es: () => 'Es el encabezado otra vez. No se envía.',
    en: () => 'It is the header again. It is not sent.',
  },
  /** `valor`: empty for a row with texts only; `OTRO_ENCABEZADO` for another header; else the date of a sale above the header. */
  FILA_IGNORADA: {
    es: ({ valor }: Facts) =>
      valor === ''
        ? 'Es solo texto, sin fecha ni importe. No se envía. Si era un cupón, completá esos datos.'
        : valor === 'OTRO_ENCABEZADO'
          ? 'Es otro encabezado, con las columnas en otro orden. No se envía, y las filas de abajo tampoco.'
          : 'Está arriba del encabezado que se tomó, que tiene otras columnas. No se envía. Si es un cupón, pasalo a otra hoja con su encabezado.',
    en: ({ valor }) =>
      valor === ''
        ? 'It is only text, without date or amount. It is not sent. If it was a coupon, fill them in.'
        : valor === 'OTRO_ENCABEZADO'
          ? 'It is another header, with the columns in another order. It is not sent, and neither are the rows below it.'
          : 'It is above the header that was used, which has other columns. It is not sent. If it is a coupon, move it to another sheet with its header.',
  },
  FILA_OMITIDA: {
    es: () => 'La omitiste: no se envió.',
    en: () => 'You left it out: it was not sent.',
  },
  /** The columns that got the value of a merged cell, each with the first row of the merge. */
  CELDA_COMBINADA: {
    es: (places: readonly { readonly columna: string; readonly fila: number }[]) =>
      `Se tomó de una celda combinada: ${places.map(({ columna, fila }) => `«${columna}», de la fila ${String(fila)}`).join('; ')}.`,
    en: ({ valor }) => `Taken from a merged cell: “${valor}”.`,
  },
  OTRA_HOJA_CON_TABLA: {
    es: ({ valor, filas }: Facts) =>
      `La hoja «${valor}» también tiene ${filas === 1 ? 'una fila' : `${String(filas)} filas`} de cupones y no se leyó. Si querías esa, elegila; o todas, con --hoja todas.`,
    en: ({ valor }) =>
      `The sheet “${valor}” has a table of coupons too and was not read. If you wanted that one, choose it.`,
  },
  /** `free`: the unused columns of the file. */
  FALTA_COLUMNA: {
    es: ({
      campo,
      filas,
      free,
    }: {
      readonly campo: CuponField;
      readonly filas: number;
      readonly free: readonly string[];
    }) =>
      `Ninguna columna tiene ${labelOf(campo)}, y sin ese dato ${filas === 1 ? 'hay una fila que no se envía' : `hay ${String(filas)} filas que no se envían`}.${campo === 'wallet_tipo_operacion' ? ' Elegilo en la celda de una de esas filas, en Revisión: ahí mismo se puede completar en todas a la vez.' : ''}${
        free.length === 0
          ? campo === 'wallet_tipo_operacion'
            ? ''
            : ' No queda ninguna con datos sin usar: agregala en la planilla y traela de nuevo, o completá el dato en esas filas.'
          : ` Si es una de las que no se usan (${listNames(free)}), elegila en el paso Columnas o con --mapear ${campo}=COLUMNA.`
      }`,
    en: ({ campo, valor, filas }) =>
      `No column has ${nameInEnglish(campo)}, and ${filas === 1 ? 'one row needs it' : `${String(filas)} rows need it`}.${campo === 'wallet_tipo_operacion' ? ' Choose it in the cell of one of those rows, in Review: it can be completed in all of them at once.' : valor === '' ? ' None with data is free: add it to the spreadsheet and bring it again, or complete those rows.' : ''}${valor === '' ? '' : ` If it is one of those not used (${valor}), choose it in the step Columns.`}`,
  },
  OTRA_TABLA_AL_LADO: {
    es: ({ columns, filas }: { readonly columns: readonly TitledColumn[]; readonly filas: number }) =>
      `Al lado de los cupones hay otra tabla de ventas, con ${filas === 1 ? 'una fila' : `${String(filas)} filas`}, que no se leyó: ${columns.map(({ titulo, letra }) => `«${titulo}» (${letra})`).join(', ')}. Pasala abajo de la primera o a otra hoja; o leela aparte, eligiendo esas columnas: ${columns.map(({ campo, letra }) => `--mapear ${campo}=${letra}`).join(' ')}.`,
    en: ({ valor, filas }) =>
      `Another table of sales is next to the coupons and was not read (${valor}; ${filas === 1 ? 'one row' : `${String(filas)} rows`}). Move it below the first one or to another sheet; or choose those columns and read it on its own.`,
  },
  /** `others`: the letters of other columns with the same title. */
  TITULO_REPETIDO: {
    es: ({ column, others }: { readonly column: TitledColumn; readonly others: readonly string[] }) =>
      `Hay ${String(others.length + 1)} columnas «${column.titulo}» (${[column.letra, ...others].join(', ')}), y se tomó la ${column.letra} para ${labelOf(column.campo)}. Si es otra, elegila: --mapear ${column.campo}=${others[0] ?? ''}.`,
    en: ({ campo, valor }) =>
      `Several columns have the same header (${valor}), and the first was used for ${nameInEnglish(campo)}. If it is another one, choose it.`,
  },
  FECHA_DE_NUMERO_SERIE: {
    es: ({ columna, fila, dicho, leido = '', howMany }: InColumn) =>
      `En «${columna}» ${howMany === 1 ? `el número ${dicho} de la fila ${String(fila)} se leyó` : `${formatNumber(howMany)} números se leyeron como fechas: el primero, ${dicho} en la fila ${String(fila)},`} como el ${formatDayMonthYear(leido)}. Revisá que sea así.`,
    en: ({ campo, valor, filas, primeras }) =>
      `In ${nameInEnglish(campo)}, ${filas === 1 ? 'a number was read as a date' : `${String(filas)} numbers were read as dates`} (row ${primeras.join()}: ${valor}). Check that it is right.`,
  },
  FECHA_FUTURA: {
    es: ({ valor, arreglo }: Facts) => `Es una fecha futura: ${formatDayMonthYear(valor)}. ${askDate(arreglo, 'es')}`,
    en: ({ valor, arreglo }) => `It is a date in the future: ${formatDayMonthYear(valor)}. ${askDate(arreglo, 'en')}`,
  },
  FECHA_ANTIGUA: {
    es: ({ valor, arreglo }: Facts) =>
      `Es de hace más de dos años: ${formatDayMonthYear(valor)}. ${askDate(arreglo, 'es')}`,
    en: ({ valor, arreglo }) =>
      `It is more than two years old: ${formatDayMonthYear(valor)}. ${askDate(arreglo, 'en')}`,
  },
  FECHA_LEJANA: {
    es: ({ valor, arreglo }: Facts) =>
      `Está a más de dos meses de las otras ventas: ${formatDayMonthYear(valor)}. ${askDate(arreglo, 'es')}`,
    en: ({ valor, arreglo }) =>
      `It is over two months from the other sales: ${formatDayMonthYear(valor)}. ${askDate(arreglo, 'en')}`,
  },
  FECHA_DECIDE_ORDEN: {
    es: ({ valor }: Facts) =>
      `${quote(valor)} solo puede ser mes/día, y por eso toda la columna se lee mes/día, aunque más de sus fechas podrían ser día/mes. Si está mal escrita, corregila en la planilla y traela de nuevo.`,
    en: ({ valor }) =>
      `“${valor}” can only be month/day, so the whole column is read month/day, although more of its dates could be day/month. If it is a mistake, correct it in the spreadsheet and bring it again.`,
  },
  FECHA_EN_TEXTO: {
    es: ({ columna, fila, valor, howMany }: InColumn) =>
      `En «${columna}» ${howMany === 1 ? `la celda de la fila ${String(fila)} es una fecha, y se envía` : `${String(howMany)} celdas son fechas, la primera en la fila ${String(fila)}, y se envían`} como «${valor}». Si decía otra cosa, como «1-2» o «MAR12», la planilla la cambió: escribila con la celda como texto y traela de nuevo.`,
    en: ({ campo, valor, filas, primeras }) =>
      `In ${nameInEnglish(campo)}, ${filas === 1 ? 'one cell is a date, and it is' : `${String(filas)} cells are dates, and they are`} sent as one (row ${primeras.join()}: “${valor}”). If it said something else, such as “1-2” or “MAR12”, the spreadsheet changed it: write it with the cell as text and bring it again.`,
  },
  IMPORTE_CERO: {
    es: () => 'El importe es cero. Se envía así. Revisá que esté bien.',
    en: () => 'The amount is zero. It is sent like that. Check that it is right.',
  },
  /** If `arreglo` is empty, the sale was cancelled, so that no money was returned. */
  PARECE_DEVOLUCION: {
    es: ({ valor, arreglo }: Facts) =>
      `La fila dice ${quote(valor)} y el importe es positivo. Se envía como una venta. ${arreglo === '' ? 'Si se anuló y no se cobró, omitila.' : 'Si no lo fue, poné el importe en negativo u omitila.'}`,
    en: ({ valor, arreglo }) =>
      `The row says “${valor}” and its amount is positive. It is sent as a sale. ${arreglo === '' ? 'If it was voided and never paid, leave it out.' : 'If it was not, make the amount negative or leave the row out.'}`,
  },
  COLUMNA_DE_SIGNO: {
    es: ({ column, said }: { readonly column: string; readonly said: readonly SaidByRows[] }) =>
      `La columna «${column}» no se usa, y puede decir qué filas son devoluciones: ${said.map(sayRows).join('; ')}. Sus importes se envían como están, sin signo. Si unas son devoluciones, poné sus importes en negativo. Si dice otra cosa, como el tipo de tarjeta, no hay nada que hacer.`,
    en: ({ valor, filas }) =>
      `A column that is not used may say which rows are refunds (${valor}). Their amounts are sent as they are, without a sign. If the ${filas === 1 ? 'odd one is a refund, make its amount' : 'less frequent are refunds, make their amounts'} negative. If it says something else, such as the kind of card, there is nothing to do.`,
  },
  FILAS_POR_CUOTA: {
    es: ({ columna, valor, filas }: { readonly columna: string; readonly valor: string; readonly filas: number }) =>
      `La columna «${columna}» no se usa, y dice que ${filas === 1 ? 'una fila es una cuota' : `${formatNumber(filas)} filas son cuotas`} de una venta después de la primera: ${quote(valor)}. Cada fila se envía como una venta. Si es así, dejá en la planilla una fila por venta, con el importe de toda la venta, y traela de nuevo.`,
    en: ({ valor, filas }) =>
      `A column that is not used says that ${filas === 1 ? 'a row is an instalment' : `${formatNumber(filas)} rows are instalments`} of a sale after the first (“${valor}”). Each row is sent as a sale. If that is so, leave one row per sale in the spreadsheet, with the amount of the whole sale, and bring it again.`,
  },
  /** Up to five row numbers, and the first amount; `howMany` 0: the sentence of a single row. */
  IMPORTES_NEGATIVOS: {
    es: ({ primeras, importe, howMany }: NegativeAmounts) =>
      howMany === 0
        ? 'El importe es negativo. Se envía como devolución. Si fue una venta, ponelo en positivo.'
        : howMany === 1
          ? `1 importe negativo: fila ${primeras.join()}, ${importe}. Se envía como devolución. Si fue una venta, poné el importe en positivo.`
          : `${formatNumber(howMany)} importes negativos: filas ${listRows(primeras, howMany, 'es')}. El primero es ${importe}. Se envían como devoluciones. Si alguno fue una venta, poné su importe en positivo.`,
    en: ({ valor, filas, primeras }) =>
      filas === 0
        ? 'The amount is negative. It is sent as a refund. If it was a sale, make it positive.'
        : filas === 1
          ? `1 negative amount: row ${primeras.join()}, ${formatPesos(requireMoney(valor))}. It is sent as a refund. If it was a sale, make the amount positive.`
          : `${formatNumber(filas)} negative amounts: rows ${listRows(primeras, filas, 'en')}. The first is ${formatPesos(requireMoney(valor))}. They are sent as refunds. If one was a sale, make its amount positive.`,
  },
  CEROS_PERDIDOS: {
    es: ({ valor, arreglo }: Facts) =>
      `«${valor}» tiene menos cifras que las que corresponden: suele ser que la planilla perdió los ceros de adelante. Se envía así si no lo cambiás por ${arreglo}.`,
    en: ({ valor, arreglo }) =>
      `“${valor}” has fewer digits than it should: usually the spreadsheet lost its leading zeros. It is sent like that unless you change it to ${arreglo}.`,
  },
  NUMERO_DE_TARJETA: {
    es: () => 'Vino un número de tarjeta completo. Lo tapamos al leerlo: no se guarda, y se envía tapado.',
    en: () => 'A whole card number came. It was masked when read: it is not kept, and it is sent masked.',
  },
  PARECE_NUMERO_DE_TARJETA: {
    es: ({ valor, arreglo }: Facts) =>
      `«${valor}» puede ser un número de tarjeta completo. Se envía entero, como vino${arreglo === '' ? '. Si es una tarjeta, cambialo.' : ', si no lo tapás.'}`,
    en: ({ valor }) => `“${valor}” may be a whole card number. It is sent whole, as it came, unless you change it.`,
  },
  TARJETA_TAPADA: {
    es: ({ columna, ejemplo, howMany, conBin }: CoveredNumbers) =>
      `En «${columna}» ${howMany === 1 ? 'un número vino tapado' : `${String(howMany)} números vinieron tapados`} («${ejemplo}»). Se toman los últimos cuatro${conBin > 0 ? ', y los primeros seis donde faltaba el BIN' : ''}.`,
    en: ({ valor }) =>
      `Card numbers came masked (“${valor}”). Their last four are taken, and their first six where they show and the BIN was missing.`,
  },
  ARREGLO_DE_PLANTILLA: {
    es: ({ columna, filas }: Facts) =>
      `En «${columna}» ${filas === 1 ? 'un valor se corrigió' : `${String(filas)} valores se corrigieron`} como dice la plantilla.`,
    en: ({ campo, filas }) =>
      `In ${nameInEnglish(campo)}, ${filas === 1 ? 'one value was' : `${String(filas)} values were`} corrected as the template says.`,
  },
  CORREGIDO: {
    es: ({ columna, valor, arreglo }: Facts) =>
      `En «${columna}» el archivo dice ${quote(valor)} y se envía ${quote(arreglo)}.`,
    en: ({ campo, valor }) => `In ${nameInEnglish(campo)}, the file says “${valor}”: it was corrected.`,
  },
  TIPO_DE_CUPON_MEZCLADO: {
    es: () =>
      'Tiene datos de billetera y también comprobante y tarjeta. Se toma como venta de billetera. Revisá que esté bien.',
    en: () =>
      'It has wallet data and also a receipt number and a card. It is taken as a wallet sale. Check that it is right.',
  },
  POSIBLE_DUPLICADO: {
    es: ({ fila, de, isReview = false }: Equal) =>
      `Es igual a la fila ${String(fila)}${de === undefined ? '' : ` de ${de}`}. Se envían las dos. Si es la misma venta, ${isReview ? 'omití' : 'borrá'} una.`,
    en: ({ valor }) => `It is the same as row ${valor}. Both are sent. If it is the same sale, leave one out.`,
  },
  VENTA_ANULADA: {
    es: (row: number) =>
      `Anulada: se compensa con la fila ${String(row)}. Se envían las dos: si omitís una, omití también la otra.`,
    en: ({ valor }) =>
      `Voided: it nets to zero with row ${valor}. Both are sent: if you leave one out, leave out the other too.`,
  },
  /** Up to five row numbers, and the first reference; `filas` 0: the sentence of a single row. */
  REFERENCIA_REPETIDA: {
    es: ({ valor, filas, primeras }: Facts) =>
      filas === 0
        ? `Otra venta repite la referencia «${valor}» con otro importe. Se envían las dos. Si son la misma, corregí u omití la que está mal.`
        : `${formatNumber(filas)} ventas de billetera repiten la referencia con otro importe: filas ${listRows(primeras, filas, 'es')}. La primera es «${valor}». Se envían todas. Si son la misma venta, corregí u omití las que están mal.`,
    en: ({ valor, filas, primeras }) =>
      filas === 0
        ? `Another sale repeats the reference “${valor}” with another amount. Both are sent. If they are the same one, correct or leave out the wrong one.`
        : `${formatNumber(filas)} wallet sales repeat their reference with another amount: rows ${listRows(primeras, filas, 'en')}. The first is “${valor}”. All are sent. If they are the same sale, correct or leave out the wrong ones.`,
  },
  YA_ENVIADO: {
    es: (sent: SentBefore) => `Ya lo mandaste ${sayWhen(sent)}.`,
    en: (facts) => `You already sent it ${sayBefore(facts)}.`,
  },
  CORRIGE_ENVIADO: {
    es: ({ campo, ...sent }: SentBefore & { readonly campo: CuponField }) =>
      `Corrige el cupón que mandaste ${sayWhen(sent)}: cambia ${nameInSentence(campo)}.`,
    en: (facts) =>
      `It corrects the coupon that you sent ${sayBefore(facts)}: ${nameInEnglish(facts.campo)} was “${facts.valor}”.`,
  },
  PARECE_ENVIADO: {
    es: ({ iguales, ...sent }: SentBefore & { readonly iguales: readonly CuponField[] }) =>
      `Parece uno que mandaste ${sayWhen(sent)}: coinciden ${iguales.map(nameInSentence).join(', ')}, y falta algo para saberlo.`,
    en: (facts) => `It looks like one that you sent ${sayBefore(facts)}: something is missing to know.`,
  },
  CONCILIACION_SIN_PROBAR: {
    es: (id: string) =>
      `Mientras se enviaba apareció en el servicio la conciliación ${id}, de un cupón, y el servicio no muestra sus filas. Lo más probable es que ` +
      'sea de otra PC. Si nadie la reconoce, puede ser un cupón de este envío que llegó dos veces: se borra con ' +
      `«conciliaciones borrar ${id} --si».`,
    en: ({ valor }) => `Reconciliation ${valor} appeared in the service and may be a repeated upload. Check it.`,
  },
} as const satisfies Record<RowNoticeCode, { es: (known: never) => string; en: (facts: Facts) => string }>;

export type NoticeKnown = {
  readonly [C in RowNoticeCode]: Parameters<(typeof ROW_NOTICES)[C]['es']>[0];
};

const factsOf = ({ columna, campo, valor, arreglo, filas, primeras, anterior }: FindingFacts) => ({
  columna: columna ?? '',
  campo: campo ?? null,
  valor: valor ?? '',
  arreglo: arreglo ?? '',
  filas: filas ?? 0,
  primeras: primeras ?? [],
  anterior: anterior ?? undefined,
});
type Facts = ReturnType<typeof factsOf>;

/** The codes of notices whose Spanish sentence needs only the finding. */
export type PlainNoticeCode = {
  [C in RowNoticeCode]: (typeof ROW_NOTICES)[C]['es'] extends (facts: Facts) => string ? C : never;
}[RowNoticeCode];

export const describeNotice = (notice: FindingFacts & { readonly codigo: PlainNoticeCode }): string =>
  ROW_NOTICES[notice.codigo].es(factsOf(notice));

const isErrorCode = (code: RowErrorCode | RowNoticeCode): code is RowErrorCode => code in ROW_ERRORS;

/** An error or notice of a row in English. The Spanish is made when the row is read, and stored with the finding. */
export const describeFindingInEnglish = (
  finding: FindingFacts & { readonly codigo: RowErrorCode | RowNoticeCode },
): string => {
  if (!isErrorCode(finding.codigo)) return ROW_NOTICES[finding.codigo].en(factsOf(finding));
  const { codigo, campo = null, valor = '', arreglo } = finding;
  return ROW_ERRORS[codigo].en({ campo, valor, arreglo: arreglo ?? undefined });
};

const SWITCHES = /(?: o con|:)(?: --mapear \S+?)+(?=\.$)|; o todas, con --hoja todas(?=\.$)/;

/** Removes the options of the command line from a sentence: on screen, the step _Columnas_ has the same choice. */
export const withoutSwitches = (sentence: string): string => sentence.replace(SWITCHES, '');

export const describeSentAgain = (n: number, amount: string): string =>
  `Cupones de este envío que ya se habían enviado y van otra vez: ${formatNumber(n)}, por ${amount}. Si son las mismas ventas, borrá esta conciliación y repetí el comando con --decidir omitir-enviados, que los omite.`;

export const addNotSentAgain = (sentence: string): string => `${sentence} No se mandó otra vez.`;

/** The name of a sheet or file in a sentence about another sheet or file; `sameFile`: true if both are sheets of one file. */
export function nameOfSource(
  { archivo, hoja }: { readonly archivo: string; readonly hoja?: string | undefined },
  sameFile: boolean,
): string {
  if (hoja !== undefined && sameFile) return `la hoja «${hoja}»`;
  return `«${archivo}»${hoja === undefined ? '' : `, hoja «${hoja}»`}`;
}

export const describeCardByCode = (code: string): string => `Código ${code}`;
