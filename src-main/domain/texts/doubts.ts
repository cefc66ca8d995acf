/** What a doubt asks and what each of its readings says, in both languages. */
import type { Doubt, DoubtReading } from '../doubt.ts';
import { formatDayMonthYear } from '../civil-date.ts';
import { formatPesos, requireMoney } from '../money.ts';
import { formatNumber, wordIn, type Language, type Words } from './language.ts';

interface DoubtWords {
  readonly pregunta: string;
  readonly lecturas: readonly string[];
}

const toPesos = (importe: string): string => formatPesos(requireMoney(importe));
const quote = (texts: readonly string[], language: Language): string =>
  texts.map((text) => `«${text}»`).join(language === 'es' ? ' y ' : ' and ');
const sumUp = ({ importe }: DoubtReading): Words =>
  importe === undefined ? ['', ''] : [`; en total ${toPesos(importe)}`, `; ${toPesos(importe)} in all`];
const sayDays = ({ desde, hasta }: DoubtReading): Words =>
  desde === undefined || hasta === undefined
    ? ['', '']
    : [
        `; van del ${formatDayMonthYear(desde)} al ${formatDayMonthYear(hasta)}`,
        `; from ${formatDayMonthYear(desde)} to ${formatDayMonthYear(hasta)}`,
      ];

/** `3 de abril`, `April 3`. */
const nameDay = (iso: string): Words => {
  const day = new Date(`${iso}T00:00:00Z`);
  const nameIn = (language: string): string =>
    new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(day);
  return [nameIn('es-AR'), nameIn('en')];
};

export function describeDoubt(doubt: Doubt, language: Language = 'es'): DoubtWords {
  const { columnas, lecturas, filas } = doubt;
  const names = quote(columnas, language);
  const count = formatNumber(filas);
  const ask = (pregunta: Words, read: (one: DoubtReading) => Words): DoubtWords => ({
    pregunta: wordIn(pregunta, language),
    lecturas: lecturas.map((one) => wordIn(read(one), language)),
  });
  switch (doubt.tipo) {
    case 'decimal':
      if (lecturas.some(({ valor }) => valor === 'centavos'))
        return ask(
          [
            `En ${names} los importes son como «${lecturas[0]?.muestra?.escrito ?? ''}», sin marca de decimales. ¿Son centavos o pesos?`,
            `${names} has amounts like «${lecturas[0]?.muestra?.escrito ?? ''}», without a decimal mark. Are they cents or pesos?`,
          ],
          (one) => {
            const [es, en] = sumUp(one);
            const read = toPesos(one.muestra?.leido ?? '0.00');
            return one.valor === 'centavos'
              ? [`Centavos: es ${read}${es}`, `Cents: it is ${read}${en}`]
              : [`Pesos: es ${read}${es}`, `Pesos: it is ${read}${en}`];
          },
        );
      return ask(
        [
          `En ${names} hay ${count} importes como «${lecturas[0]?.muestra?.escrito ?? ''}»: ¿la marca separa miles o decimales?`,
          `${names} has ${count} amounts like «${lecturas[0]?.muestra?.escrito ?? ''}»: does the mark separate thousands or decimals?`,
        ],
        (one) => {
          const [es, en] = sumUp(one);
          const read = toPesos(one.muestra?.leido ?? '0.00');
          return one.valor === 'miles'
            ? [`Miles: es ${read}${es}`, `Thousands: it is ${read}${en}`]
            : [`Decimales: es ${read}${es}`, `Decimals: it is ${read}${en}`];
        },
      );
    case 'fechas':
      return ask(
        [
          `Las fechas de ${names} se pueden leer de dos maneras («${lecturas[0]?.muestra?.escrito ?? ''}»). ¿Qué va primero?`,
          `The dates of ${names} can be read in two ways («${lecturas[0]?.muestra?.escrito ?? ''}»). Which comes first?`,
        ],
        (one) => {
          const [es, en] = sayDays(one);
          const [dayEs, dayEn] = nameDay(one.muestra?.leido ?? '');
          return one.valor === 'dia'
            ? [`Día/mes: es el ${dayEs}${es}`, `Day/month: it is ${dayEn}${en}`]
            : [`Mes/día: es el ${dayEs}${es}`, `Month/day: it is ${dayEn}${en}`];
        },
      );
    case 'hora':
      return ask(
        [
          `Todas las fechas de ${names} tienen la misma hora («${lecturas[0]?.muestra?.escrito ?? ''}»): algunos programas guardan así el día siguiente. ¿Qué día es?`,
          `All dates of ${names} have the same time («${lecturas[0]?.muestra?.escrito ?? ''}»): some programs store the next day so. Which day is it?`,
        ],
        (one) => {
          const [es, en] = sayDays(one);
          return one.valor === 'siguiente'
            ? [`El día siguiente${es}`, `The next day${en}`]
            : [`El día escrito${es}`, `The day that is written${en}`];
        },
      );
    case 'numero':
      return ask(
        [
          `En ${names} hay ${count} datos como «${lecturas[0]?.muestra?.escrito ?? ''}». ¿Se leen como número?`,
          `${names} has ${count} values like «${lecturas[0]?.muestra?.escrito ?? ''}». Are they read as a number?`,
        ],
        ({ valor, muestra }) =>
          valor === 'leer'
            ? [`Sí: es ${muestra?.leido ?? ''}`, `Yes: it is ${muestra?.leido ?? ''}`]
            : ['No, dejarlos como están', 'No, leave them as they are'],
      );
    case 'grupos':
      return ask(
        [
          `${names}: ${count} filas no tienen dato y siguen a una que sí. ¿Vale el de arriba para todo el grupo?`,
          `${names}: ${count} rows have no value and follow one that has. Does the one above hold for the whole group?`,
        ],
        ({ valor, muestra }) =>
          valor === 'repetir'
            ? [
                `Sí, repetirlo («${muestra?.leido ?? ''}» es el primero)`,
                `Yes, repeat it («${muestra?.leido ?? ''}» is the first)`,
              ]
            : ['No, dejarlas vacías', 'No, leave them blank'],
      );
    case 'ocultas':
      return ask(
        [
          `Hay ${count} filas ocultas, por un filtro o a mano. ¿También son cupones para enviar?`,
          `${count} rows are hidden, by a filter or by hand. Are they coupons to send too?`,
        ],
        (one) => {
          const [es, en] = sumUp(one);
          const rows = formatNumber(one.cupones ?? 0);
          return one.valor === 'incluir'
            ? [`Sí, todas: ${rows} cupones${es}`, `Yes, all: ${rows} coupons${en}`]
            : [`No, solo las visibles: ${rows} cupones${es}`, `No, only the visible ones: ${rows} coupons${en}`];
        },
      );
    case 'signo':
      if (lecturas.some(({ valor }) => valor === 'invertir'))
        return ask(
          [
            `En ${names} hay ${count} importes negativos, más que los otros. ¿Son devoluciones?`,
            `${names} has ${count} negative amounts, more than the others. Are they refunds?`,
          ],
          (one) => {
            const [es, en] = sumUp(one);
            return one.valor === 'dejar'
              ? [`Sí, como están escritos${es}`, `Yes, as they are written${en}`]
              : [`No, son ventas: van con el otro signo${es}`, `No, they are sales: with the other sign${en}`];
          },
        );
      return ask(
        [
          `${count} filas no tienen importe en «${columnas[0] ?? ''}» y sí en «${columnas[1] ?? ''}». ¿Son devoluciones?`,
          `${count} rows have no amount in «${columnas[0] ?? ''}» and one in «${columnas[1] ?? ''}». Are they refunds?`,
        ],
        (one) => {
          const [es, en] = sumUp(one);
          return one.valor === 'restar'
            ? [`Sí, con importe negativo${es}`, `Yes, with a negative amount${en}`]
            : [`No usar «${columnas[1] ?? ''}»${es}`, `Do not use «${columnas[1] ?? ''}»${en}`];
        },
      );
    case 'importe':
      return ask(
        [
          `¿Qué columna es el importe que se cobró con la tarjeta?`,
          `Which column is the amount that the card was charged?`,
        ],
        (one) => {
          const [es, en] = sumUp(one);
          if (one.valor === 'ambas') return [`Las dos son ventas${es}`, `Both are sales${en}`];
          const parts =
            one.suma === undefined
              ? ['', '']
              : [` (es la suma de ${quote(one.suma, 'es')})`, ` (it is the sum of ${quote(one.suma, 'en')})`];
          return [`«${one.valor}»${parts[0] ?? ''}${es}`, `«${one.valor}»${parts[1] ?? ''}${en}`];
        },
      );
  }
}
