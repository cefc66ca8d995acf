/** The question of each kind of doubt, and the words for its possible readings, in both languages. */
import type { Doubt, DoubtKind, DoubtReading } from '../finding.ts';
import { formatDayMonthYear } from '../civil-date.ts';
import { formatPesos, requireMoney } from '../money.ts';
import { formatNumber, wordIn, type Language, type Words } from './language.ts';

const toPesos = (importe: string): string => formatPesos(requireMoney(importe));
const quote = (text: string, language: Language): string => wordIn([`«${text}»`, `“${text}”`], language);
const quoteAll = (texts: readonly string[], language: Language): string =>
  new Intl.ListFormat(language === 'es' ? 'es-AR' : 'en').format(texts.map((text) => quote(text, language)));

function sayTotal({ importe }: DoubtReading, language: Language): string {
  if (importe === undefined) return '';
  return wordIn([`; en total ${toPesos(importe)}`, `; ${toPesos(importe)} in all`], language);
}

function sayDays({ desde, hasta }: DoubtReading, language: Language): string {
  if (desde === undefined || hasta === undefined) return '';
  const [from, until] = [formatDayMonthYear(desde), formatDayMonthYear(hasta)];
  return wordIn([`; van del ${from} al ${until}`, `; from ${from} to ${until}`], language);
}

/** The days of the dates, and their year if all have the same. */
function sayYear(one: DoubtReading, language: Language): string {
  const days = sayDays(one, language).slice('; '.length);
  const year = one.desde?.slice(0, 4) ?? '';
  return one.hasta?.startsWith(year) === true ? `${year}: ${days}` : days.replace('van ', '');
}

function saySum({ suma }: DoubtReading, language: Language): string {
  if (suma === undefined) return '';
  const parts = quoteAll(suma, language);
  return wordIn([` (es la suma de ${parts})`, ` (it is the sum of ${parts})`], language);
}

const nameDay = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'es' ? 'es-AR' : 'en', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${iso}T00:00:00Z`));

/** What a question mentions. `escrito`: the first cell as it is in the file. */
interface Asked {
  readonly names: Words;
  readonly count: string;
  readonly escrito: string;
  readonly columnas: readonly string[];
  readonly lecturas: readonly DoubtReading[];
}

/** How many rows fit each order alone, with the first of each: "2 filas son solo día/mes (la primera, la 3: «13/11/2026»)". */
const sayOnly = (readings: readonly DoubtReading[], language: Language): string =>
  readings
    .flatMap(({ valor, solo }) => {
      if (solo === undefined) return [];
      const { filas, fila, escrito } = solo;
      const order = wordIn(valor === 'dia' ? ['día/mes', 'day/month'] : ['mes/día', 'month/day'], language);
      const where = `${String(fila)}: ${quote(escrito, language)}`;
      return wordIn(
        filas === 1
          ? [`1 fila es solo ${order} (la ${where})`, `1 row is only ${order} (row ${where})`]
          : [
              `${formatNumber(filas)} filas son solo ${order} (la primera, la ${where})`,
              `${formatNumber(filas)} rows are only ${order} (first, row ${where})`,
            ],
        language,
      );
    })
    .join(wordIn([' y ', ' and '], language));

/** The questions by kind of doubt. `decimal`, `signo` and `fechas` have a second question: `centavos`, `invertir` and `ordenes` (`describeDoubt` chooses). */
const QUESTIONS: Readonly<Record<DoubtKind | 'centavos' | 'invertir' | 'ordenes', (asked: Asked) => Words>> = {
  importe: () => [
    '¿Qué columna es el importe que se cobró con la tarjeta?',
    'Which column is the amount that the card was charged?',
  ],
  signo: ({ count, columnas: [first = '', second = ''] }) => [
    `Filas sin importe en «${first}» y con uno en «${second}»: ${count}. ¿Son devoluciones?`,
    `Rows without an amount in “${first}” and with one in “${second}”: ${count}. Are they refunds?`,
  ],
  invertir: ({ names, count }) => [
    `Importes negativos en ${names[0]}: ${count}, más que los otros. ¿Son devoluciones?`,
    `Negative amounts in ${names[1]}: ${count}, more than the others. Are they refunds?`,
  ],
  decimal: ({ names, count, escrito }) => [
    `Importes como «${escrito}» en ${names[0]}: ${count}. ¿La marca separa miles o decimales?`,
    `Amounts like “${escrito}” in ${names[1]}: ${count}. Does the mark separate thousands or decimals?`,
  ],
  centavos: ({ names, escrito }) => [
    `En ${names[0]} los importes son como «${escrito}», sin marca de decimales. ¿Son centavos o pesos?`,
    `${names[1]} has amounts like “${escrito}”, without a decimal mark. Are they cents or pesos?`,
  ],
  anio: ({ names, escrito }) => [
    `Las fechas de ${names[0]} no dicen el año («${escrito}»). ¿De qué año son?`,
    `The dates of ${names[1]} do not say the year (“${escrito}”). Which year are they from?`,
  ],
  cifras: ({ names, escrito }) => [
    `Las fechas de ${names[0]} son seis cifras («${escrito}»). ¿En qué orden están?`,
    `The dates of ${names[1]} are six digits (“${escrito}”). In which order are they?`,
  ],
  fechas: ({ names, escrito }) => [
    `Las fechas de ${names[0]} se pueden leer de dos maneras («${escrito}»). ¿Qué va primero?`,
    `The dates of ${names[1]} can be read in two ways (“${escrito}”). Which comes first?`,
  ],
  ordenes: ({ names, lecturas }) => [
    `Las fechas de ${names[0]} están en dos órdenes: ${sayOnly(lecturas, 'es')}. ¿Qué va primero? Las que no puedan ser así quedan con error.`,
    `The dates of ${names[1]} are in two orders: ${sayOnly(lecturas, 'en')}. Which comes first? Those that cannot be so stay as errors.`,
  ],
  vuelta: ({ names, count }) => [
    `Fechas de ${names[0]} en que la planilla parece haber tomado el día por el mes: ${count}. Las que tienen un día mayor a 12 quedaron como texto. ¿Se cambian?`,
    `Dates of ${names[1]} in which the spreadsheet seems to have taken the day for the month: ${count}. Those with a day over 12 stayed as text. Should they be changed?`,
  ],
  hora: ({ names, escrito }) => [
    `Todas las fechas de ${names[0]} tienen la misma hora («${escrito}»): algunos programas guardan así el día siguiente. ¿Qué día es?`,
    `All dates of ${names[1]} have the same time (“${escrito}”): some programs store the next day like that. Which day is it?`,
  ],
  huso: ({ names, count, escrito }) => [
    `Fechas de ${names[0]} en la hora de otro lugar («${escrito}»), que en la Argentina eran otro día: ${count}. ¿Qué día es?`,
    `Dates of ${names[1]} in another time zone (“${escrito}”), which in Argentina were another day: ${count}. Which day is it?`,
  ],
  numero: ({ names, count, escrito }) => [
    `Datos como «${escrito}» en ${names[0]}: ${count}. ¿Se leen como número?`,
    `Values like “${escrito}” in ${names[1]}: ${count}. Should they be read as numbers?`,
  ],
  grupos: ({ names, count }) => [
    `Filas sin dato en ${names[0]}, abajo de una que lo tiene: ${count}. ¿Vale el de arriba para todo el grupo?`,
    `Rows without a value in ${names[1]}, below one that has it: ${count}. Does the one above apply to the whole group?`,
  ],
  ocultas: ({ count }) => [
    `Filas ocultas, por un filtro o a mano: ${count}. ¿También son cupones para enviar?`,
    `Rows hidden, by a filter or by hand: ${count}. Are they coupons to send too?`,
  ],
};

/** The words for each reading; `@` stands for the cell as it would be read (`sayRead`). A reading without words is the name of a column. */
const READINGS: Readonly<Record<string, Words>> = {
  'importe.ambas': ['Las dos son ventas', 'Both are sales'],
  'signo.restar': ['Sí, con importe negativo', 'Yes, with a negative amount'],
  'signo.ignorar': ['No usar «@»', 'Do not use “@”'],
  'signo.dejar': ['Sí, como están escritos', 'Yes, as they are written'],
  'signo.invertir': ['No, son ventas: van con el otro signo', 'No, they are sales: with the other sign'],
  'decimal.miles': ['Miles: es @', 'Thousands: it is @'],
  'decimal.decimales': ['Decimales: es @', 'Decimals: it is @'],
  'decimal.centavos': ['Centavos: es @', 'Cents: it is @'],
  'decimal.pesos': ['Pesos: es @', 'Pesos: it is @'],
  'anio.reciente': ['El último en que ya pasaron', 'The last one in which they have passed'],
  'anio.anterior': ['El año anterior a ese', 'The year before that'],
  'cifras.ddmmaa': ['Día, mes y año: es el @', 'Day, month and year: it is @'],
  'cifras.aammdd': ['Año, mes y día: es el @', 'Year, month and day: it is @'],
  'fechas.dia': ['Día/mes: es el @', 'Day/month: it is @'],
  'fechas.mes': ['Mes/día: es el @', 'Month/day: it is @'],
  'vuelta.dejar': ['No: la primera es el @', 'No: the first one is @'],
  'vuelta.cambiar': ['Sí: la primera es el @', 'Yes: the first one is @'],
  'hora.siguiente': ['El día siguiente', 'The next day'],
  'hora.escrito': ['El día escrito', 'The day as written'],
  'huso.argentina': ['El de la Argentina: el @', "Argentina's: @"],
  'huso.escrito': ['El escrito: el @', 'As written: @'],
  'numero.leer': ['Sí: es @', 'Yes: it is @'],
  'numero.dejar': ['No, dejarlos como están', 'No, leave them as they are'],
  'grupos.repetir': ['Sí, repetirlo («@» es el primero)', 'Yes, repeat it (“@” is the first)'],
  'grupos.dejar': ['No, dejarlas vacías', 'No, leave them blank'],
  'ocultas.incluir': ['Sí, todas: @', 'Yes, all: @'],
  'ocultas.omitir': ['No, solo las visibles: @', 'No, only the visible ones: @'],
};

function sayRead({ tipo, columnas }: Doubt, { muestra, cupones = 0 }: DoubtReading, language: Language): string {
  const read = muestra?.leido ?? '';
  if (tipo === 'decimal') return toPesos(read);
  if (tipo === 'signo') return columnas[1] ?? '';
  if (tipo === 'ocultas')
    return `${formatNumber(cupones)} ${wordIn(cupones === 1 ? ['cupón', 'coupon'] : ['cupones', 'coupons'], language)}`;
  return ['cifras', 'fechas', 'vuelta', 'huso'].includes(tipo) ? nameDay(read, language) : read;
}

function sayReading(doubt: Doubt, one: DoubtReading, language: Language): string {
  if (doubt.tipo === 'anio' && one.desde !== undefined) return sayYear(one, language);
  const words = READINGS[`${doubt.tipo}.${one.valor}`];
  const said =
    words === undefined
      ? `${quote(one.valor, language)}${saySum(one, language)}`
      : wordIn(words, language).replace('@', () => sayRead(doubt, one, language));
  return `${said}${sayTotal(one, language)}${sayDays(one, language)}`;
}

export function describeDoubt(doubt: Doubt, language: Language = 'es') {
  const { tipo, columnas, filas, lecturas } = doubt;
  const own = lecturas.find(({ valor }) => valor === 'centavos' || valor === 'invertir')?.valor;
  const isMixed = lecturas.some(({ solo }) => solo !== undefined);
  const ask = QUESTIONS[own === 'centavos' || own === 'invertir' ? own : isMixed ? 'ordenes' : tipo];
  const escrito = lecturas[0]?.muestra?.escrito ?? '';
  const names: Words = [quoteAll(columnas, 'es'), quoteAll(columnas, 'en')];
  return {
    pregunta: wordIn(ask({ names, count: formatNumber(filas), escrito, columnas, lecturas }), language),
    lecturas: lecturas.map((one) => sayReading(doubt, one, language)),
  };
}
