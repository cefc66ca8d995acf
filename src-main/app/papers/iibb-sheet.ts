/** *IIBB por jurisdicción*: turnover tax by month, jurisdiction and processor, from the texts of the details. The province of the store never stands for it. */
import { describeJurisdiction, readJurisdiction, UNKNOWN_JURISDICTION } from '#domain/cierre/jurisdictions.ts';
import { centavosOf, linesOf, sumOf, textOf } from '#domain/cierre/rows.ts';
import { monthOf } from '#domain/civil-date.ts';
import type { TableSheet } from '#workbook/write/workbook.ts';
import type { FigureData } from '../figures/adder.ts';
import { asSum, asText, toSheet } from '../sheets.ts';
import type { SheetContext } from './sheets.ts';

const TITLE = 'Ingresos Brutos por mes, jurisdicción y procesador';
const FIELDS = { RETENCIÓN: 'retencion_iibb', PERCEPCION: 'percepcion_iibb' } as const;
const KINDS = ['RETENCIÓN', 'PERCEPCION'] as const;

/** Reads every tax record of the period. What a record's field has and its lines do not is not identified. */
export async function buildIibbSheet(
  { lector }: Pick<FigureData, 'lector'>,
  { desde, hasta, sello, notReported, vacia, note }: SheetContext,
  { corrections, signal }: { readonly corrections: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<TableSheet> {
  const passes = lector?.readPasses(signal);
  const sums = new Map<string, [withheld: bigint, perceived: bigint]>();
  try {
    for await (const chunk of passes?.readAll({ metodo: 'impuestos', desde, hasta }) ?? []) {
      for (const row of chunk) {
        const lines = (linesOf(row) ?? []).filter(({ motivo }) => motivo === 'IIBB');
        for (const [place, kind] of KINDS.entries()) {
          const own = lines.filter(({ tipo }) => tipo === kind);
          const rest = (centavosOf(row, FIELDS[kind]) ?? 0n) - sumOf(own, ({ importe }) => importe);
          const parts = [
            ...own.map(
              ({ descripcion, importe }) => [readJurisdiction(descripcion, corrections).jurisdiccion, importe] as const,
            ),
            [UNKNOWN_JURISDICTION, rest] as const,
          ];
          for (const [which, importe] of parts) {
            if (importe === 0n) continue;
            const key = [
              monthOf(textOf(row, 'fecha') ?? ''),
              describeJurisdiction(which),
              textOf(row, 'marca') ?? '',
            ].join('\u0001');
            const sum = sums.get(key) ?? [0n, 0n];
            sums.set(key, place === 0 ? [sum[0] + importe, sum[1]] : [sum[0], sum[1] + importe]);
          }
        }
      }
    }
  } finally {
    await passes?.close();
  }
  const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  const partOf =
    (place: number) =>
    ([key]: (typeof rows)[number]) =>
      key.split('\u0001')[place] ?? null;
  return {
    ...toSheet<(typeof rows)[number]>({
      nombre: 'IIBB por jurisdicción',
      sello: [TITLE, ...sello, ...notReported(Object.values(FIELDS))],
      vacia,
      columns: [
        asText('Mes', 10, partOf(0), 'filas'),
        asText('Jurisdicción', 26, partOf(1)),
        asText('Procesador', 18, partOf(2)),
        asSum('Retención IIBB', 20, ([, [withheld]]) => withheld),
        asSum('Percepción IIBB', 20, ([, [, perceived]]) => perceived),
      ],
      rows,
    }),
    ...note,
  };
}
