import { describeJurisdiction, provinceOf, readJurisdiction } from '#domain/cierre/jurisdictions.ts';
import { centavosOf, linesOf, sumOf, textOf, type TaxLine } from '#domain/cierre/rows.ts';
import type { RecordSheet } from '#workbook/write/workbook.ts';
import { asFact } from '../../sheets.ts';
import {
  asCount,
  asMoney,
  asPlainMoney,
  asRate,
  asText,
  groupSorted,
  headingsOf,
  toTable,
  type BookInput,
} from './common.ts';

const REGIMES: Readonly<Record<string, string>> = {
  IMPUESTO: 'Impuesto',
  RETENCIÓN: 'Retención',
  PERCEPCION: 'Percepción',
};
const REASONS = ['IVA', 'IIBB', 'GANANCIAS'] as const;
/** The fields of the records that a regime of the detail adds up to. Without `motivo`: every reason; an empty one: all others. */
const REGIME_FIELDS: readonly (readonly [tipo: string, motivo: string | null, field: string])[] = [
  ['IMPUESTO', null, 'total_impuestos'],
  ...REASONS.map((motivo) => ['RETENCIÓN', motivo, `retencion_${motivo.toLowerCase()}`] as const),
  ['RETENCIÓN', '', 'retencion_otros'],
  ...REASONS.map((motivo) => ['PERCEPCION', motivo, `percepcion_${motivo.toLowerCase()}`] as const),
  ['PERCEPCION', '', 'percepcion_otros'],
];

const describeRegime = (tipo: string, motivo: string): string =>
  `${REGIMES[tipo] ?? tipo} ${motivo === 'GANANCIAS' ? 'Ganancias' : motivo}`.trim();

interface TaxRow {
  readonly regimen: string;
  /** A code, or why it has none. */
  readonly jurisdiccion: string;
  /** The name of the code; of SIRTAC, the province that the text notes. */
  readonly provincia: string;
  readonly procesador: string;
  readonly texto: string | null;
  readonly porcentaje: string | null;
  readonly comprobantes: number | null;
  readonly importe: bigint;
  readonly base: bigint | null;
}

interface Line extends TaxLine, Pick<TaxRow, 'jurisdiccion' | 'provincia'> {
  readonly marca: string;
}

/** The lines of one regime, jurisdiction, processor, text and rate. The base is calculated, where there is a rate. */
function toTaxRow(lines: readonly Line[]): readonly TaxRow[] {
  const [first] = lines;
  if (first === undefined) return [];
  const importe = sumOf(lines, (line) => line.importe);
  const rate = first.porcentaje === null ? 0 : Math.round(Number(first.porcentaje) * 100);
  return [
    {
      regimen: describeRegime(first.tipo, first.motivo),
      jurisdiccion: first.jurisdiccion,
      provincia: first.provincia,
      procesador: first.marca,
      texto: first.descripcion,
      porcentaje: first.porcentaje,
      comprobantes: lines.length,
      importe,
      base: rate > 0 ? (importe * 10_000n) / BigInt(rate) : null,
    },
  ];
}

/** *Impuestos*: the lines of the details, grouped; what the headers have more or less is a row with its name. */
export function buildTaxes(input: BookInput): RecordSheet {
  const { impuestos } = input.evaluation.mes;
  const placeOf = ({ tipo, motivo, descripcion }: TaxLine): Pick<TaxRow, 'jurisdiccion' | 'provincia'> => {
    if (motivo !== 'IIBB' || tipo === 'IMPUESTO') return { jurisdiccion: '', provincia: '' };
    const { jurisdiccion, nota } = readJurisdiction(descripcion, input.jurisdicciones);
    const provincia = nota === undefined ? provinceOf(jurisdiccion) : `${provinceOf(nota)} (nota)`;
    return {
      jurisdiccion: provinceOf(jurisdiccion) === '' ? describeJurisdiction(jurisdiccion) : jurisdiccion,
      provincia,
    };
  };
  const lines = impuestos.flatMap((record) =>
    (linesOf(record) ?? []).map((line): Line => ({
      ...line,
      marca: textOf(record, 'marca') ?? '',
      ...placeOf(line),
    })),
  );
  const groups = groupSorted(lines, ({ tipo, motivo, jurisdiccion, provincia, marca, descripcion, porcentaje }) =>
    [tipo, motivo, jurisdiccion, provincia, marca, descripcion ?? '', porcentaje ?? ''].join('\u0001'),
  );
  const missing = REGIME_FIELDS.flatMap(([tipo, motivo, field]): readonly TaxRow[] => {
    const isOwn = (line: Line): boolean =>
      line.tipo === tipo &&
      (motivo === null || (motivo === '' ? REASONS.every((reason) => reason !== line.motivo) : line.motivo === motivo));
    const importe =
      sumOf(impuestos, (record) => centavosOf(record, field) ?? 0n) -
      sumOf(lines.filter(isOwn), (line) => line.importe);
    if (importe === 0n) return [];
    const texto = `Diferencia entre el encabezado (${field}) y su detalle`;
    return [
      {
        regimen: describeRegime(tipo, motivo ?? ''),
        jurisdiccion: '',
        provincia: '',
        procesador: '',
        texto,
        porcentaje: null,
        comprobantes: null,
        importe,
        base: null,
      },
    ];
  });
  return {
    forma: 'ficha',
    nombre: 'Impuestos',
    titulo: 'Impuestos, retenciones y percepciones',
    widths: [16, 12, 12, 20, 9, 12, 12, 12, 12],
    data: [...headingsOf(input), asFact('Base', 'Calculada: importe sobre alícuota; el servicio no informa la base')],
    tables: [
      toTable(
        'Por régimen',
        [...groups.flatMap(([, own]) => toTaxRow(own)), ...missing],
        [
          asText('Régimen', ({ regimen }) => regimen),
          asText('Jurisdicción', ({ jurisdiccion }) => jurisdiccion),
          asText('Procesador', ({ procesador }) => procesador),
          asText('Texto', ({ texto }) => texto),
          asRate('Alícuota', ({ porcentaje }) => porcentaje),
          asCount('Comprobantes', ({ comprobantes }) => comprobantes),
          asMoney('Importe', ({ importe }) => importe),
          asPlainMoney('Base calculada', ({ base }) => base),
          asText('Provincia', ({ provincia }) => provincia),
        ],
      ),
    ],
  };
}
