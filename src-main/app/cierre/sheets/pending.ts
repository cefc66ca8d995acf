import { amountOfConcept } from '#domain/cierre/entry.ts';
import { centavosOf, linesOf, textOf, type Row } from '#domain/cierre/rows.ts';
import { formatDayAndTime } from '#domain/civil-date.ts';
import { requireMoney } from '#domain/money.ts';
import { ACCOUNTS, describeClass, describePoint, isAccountKey } from '#domain/texts/cierre.ts';
import { LABELS } from '#domain/texts/labels.ts';
import type { RecordSheet, RecordTable } from '#workbook/write/workbook.ts';
import { asFact } from '../../sheets.ts';
import { asCount, asDate, asMoney, asPlainMoney, asText, headingsOf, toTable, type BookInput } from './common.ts';

function listTables(input: BookInput): readonly RecordTable[] {
  const { empates, abiertos, mes, libro } = input.evaluation;
  const fieldOf = (field: string) => (row: Row) => textOf(row, field);
  const nameOf = (cuenta: string): string => input.plan[cuenta] ?? (isAccountKey(cuenta) ? ACCOUNTS[cuenta] : cuenta);
  return [
    toTable(LABELS.whatWasOpen.es, abiertos, [
      asText('Punto', ({ clave }) => describePoint(clave)),
      asCount('Cuántos', ({ cuantos }) => cuantos),
      asPlainMoney('Pesos', ({ importe }) => (importe === null ? null : requireMoney(importe))),
    ]),
    toTable(
      'Diferencias',
      empates.flatMap(({ clave, filas }) => filas.map((row) => ({ ...row, clave }))),
      [
        asText('Punto', ({ clave }) => describePoint(clave)),
        asText('Número', ({ numero }) => numero),
        asText('Qué pasa', ({ clase }) => describeClass(clase)),
        asText('Procesador', ({ procesador }) => procesador),
        asDate('Fecha', ({ fecha }) => fecha),
        asPlainMoney('Esperado', ({ esperado }) => esperado),
        asPlainMoney('Encontrado', ({ encontrado }) => encontrado),
        asMoney('Diferencia', ({ importe }) => importe),
      ],
    ),
    toTable(describePoint('cuit'), mes.sinCuit, [
      asText('Comercio', fieldOf('comercio')),
      asText('Establecimiento', fieldOf('establecimiento')),
      asText('Número', fieldOf('numero')),
      asText('Procesador', fieldOf('marca')),
      asDate('Fecha', fieldOf('fecha')),
      asMoney('Neto', (row) => centavosOf(row, 'total_acreditado') ?? 0n),
    ]),
    toTable(
      'IIBB sin identificar',
      libro.filter((row) => amountOfConcept(row, 'iibb_sin_identificar') !== 0n),
      [
        asText('Procesador', ({ liquidacion }) => textOf(liquidacion, 'marca')),
        asText('Número', ({ liquidacion }) => textOf(liquidacion, 'numero')),
        asText(
          'Texto',
          ({ impuesto = {} }) => linesOf(impuesto)?.find(({ motivo }) => motivo === 'IIBB')?.descripcion ?? null,
        ),
        asMoney('Importe', (row) => amountOfConcept(row, 'iibb_sin_identificar')),
      ],
    ),
    toTable(LABELS.adjustmentsOfClosed.es, input.ajustes, [
      asText('Mes', ({ mes: month }) => month),
      asText('Número', ({ numero }) => numero),
      asText('Qué pasó', ({ clase }) => describeClass(clase)),
      asText('Procesador', ({ procesador }) => procesador),
      asDate('Fecha', ({ fecha }) => fecha),
      asText('Campo', ({ campo }) => campo),
      asText('Cuenta', ({ cuenta }) => (cuenta === null ? null : nameOf(cuenta))),
      asMoney('Importe', ({ importe }) => requireMoney(importe)),
    ]),
  ];
}

export const countPending = (input: BookInput): number =>
  listTables(input).reduce((n, { filas }) => n + filas.length, 0);

/** Controls, open items and their rows. Writes the reason only for a month with open items: the book of any other month equals its draft byte for byte. */
export function buildPending(input: BookInput): RecordSheet {
  const { cerrado } = input;
  const { empates, abiertos } = input.evaluation;
  const controls = toTable('Controles', empates, [
    asText('Control', ({ clave }) => describePoint(clave)),
    asCount('Comparados', ({ comparados }) => comparados),
    asCount('Difieren', ({ filas }) => filas.length),
    asCount('Sin comparar', ({ sinComparar }) => sinComparar),
    asText('Resultado', ({ comparados, filas }) =>
      filas.length > 0 ? 'Difiere' : comparados === 0 ? 'Sin comparar' : 'Coincide',
    ),
  ]);
  return {
    forma: 'ficha',
    nombre: 'Pendientes',
    titulo: 'Controles y pendientes',
    widths: [22, 15, 15, 16, 13, 15, 15, 15],
    data: [
      ...headingsOf(input),
      ...(abiertos.length === 0
        ? [asFact('Abierto', 'Nada: todo lo comparado coincide')]
        : cerrado === undefined
          ? []
          : [
              asFact('Motivo', cerrado.motivo),
              asFact('Cerrado', `${formatDayAndTime(cerrado.cuando)}, por ${cerrado.quien}`),
            ]),
    ],
    tables: [controls, ...listTables(input)].filter(({ filas }) => filas.length > 0),
  };
}
