import { defineView, groupedAmount, isoDate, text, type RowOf } from './view.ts';

/** What was sold and credited on each day (API description, "Calendar day"). */
export const calendario = defineView({
  name: 'calendario',
  title: ['Calendario', 'Calendar'],
  fields: {
    dia: text('Día', 'Day'),
    fecha: isoDate(),
    vendido: groupedAmount('Vendido', 'Sold'),
    acreditado: groupedAmount('Acreditado', 'Credited'),
  },
  dates: ['fecha'],
  natural: [],
  indexes: [],
  searched: { fields: [], indexed: false },
  worth: ['vendido', 'acreditado'],
  found: null,
  screen: null,
  source: null,
});

export type CalendarioDay = RowOf<typeof calendario>;
