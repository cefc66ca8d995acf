import { describeJurisdiction, provinceOf, readJurisdiction } from '#domain/cierre/jurisdictions.ts';
import { centavosOf, groupSorted, linesOf, sumOf, textOf, type TaxLine } from '#domain/cierre/rows.ts';
import { DETAIL_FIELDS, sumLines } from '#domain/cierre/ties.ts';
import type { RecordSheet } from '#workbook/write/workbook.ts';
import { asFact } from '../../sheets.ts';
import { asCount, asMoney, asPlainMoney, asRate, asText, headingsOf, toTable, type BookInput } from './common.ts';

const REGIMES: Readonly<Record<string, string>> = {
  IMPUESTO: 'Impuesto',
  RETENCIÓN: 'Retención',
  PERCEPCION: 'Percepción',
};

const describeRegime = (tipo: string, motivo: string): string =>
  `${REGIMES[tipo] ?? tipo} ${motivo === 'GANANCIAS' ? 'Ganancias' : motivo}`.trim();

/** The tax lines with the same regime, jurisdiction, processor, text and rate added up; or the difference between headers and lines. */
interface TaxRow extends TaxLine {
  /** The code of the jurisdiction of IIBB, or words for a jurisdiction without a code; empty for other taxes. */
  readonly jurisdiccion: string;
  /** The name of the jurisdiction; for SIRTAC, the province that the text names. */
  readonly provincia: string;
  readonly marca: string;
  readonly comprobantes: number | null;
}

/** The taxable base, computed from amount and rate; null without a rate. */
function baseOf({ porcentaje, importe }: TaxRow): bigint | null {
  const rate = porcentaje === null ? 0 : Math.round(Number(porcentaje) * 100);
  return rate > 0 ? (importe * 10_000n) / BigInt(rate) : null;
}

/** The sheet *Impuestos*: grouped lines of the details, and a row for each header field whose sum differs from the lines. */
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
    (linesOf(record) ?? []).map((line): TaxRow => ({
      ...line,
      marca: textOf(record, 'marca') ?? '',
      comprobantes: 1,
      ...placeOf(line),
    })),
  );
  const groups = groupSorted(lines, ({ tipo, motivo, jurisdiccion, provincia, marca, descripcion, porcentaje }) =>
    [tipo, motivo, jurisdiccion, provincia, marca, descripcion ?? '', porcentaje ?? ''].join('\u0001'),
  );
  const missing = DETAIL_FIELDS.flatMap(([tipo, motivo, field]): readonly TaxRow[] => {
    const importe = sumOf(impuestos, (record) => centavosOf(record, field) ?? 0n) - sumLines(lines, tipo, motivo);
    const descripcion = `Diferencia entre el encabezado (${field}) y su detalle`;
    const nowhere = { jurisdiccion: '', provincia: '', marca: '', porcentaje: null, comprobantes: null };
    return importe === 0n ? [] : [{ tipo, motivo: motivo ?? '', descripcion, importe, ...nowhere }];
  });
  const rows = groups.map(([, own]): TaxRow => ({
    ...own[0],
    comprobantes: own.length,
    importe: sumOf(own, ({ importe }) => importe),
  }));
  return {
    forma: 'ficha',
    nombre: 'Impuestos',
    titulo: 'Impuestos, retenciones y percepciones',
    widths: [16, 12, 12, 20, 9, 12, 12, 12, 12],
    data: [...headingsOf(input), asFact('Base', 'Calculada: importe sobre alícuota; el servicio no informa la base')],
    tables: [
      toTable(
        'Por régimen',
        [...rows, ...missing],
        [
          asText('Régimen', ({ tipo, motivo }) => describeRegime(tipo, motivo)),
          asText('Jurisdicción', ({ jurisdiccion }) => jurisdiccion),
          asText('Procesador', ({ marca }) => marca),
          asText('Texto', ({ descripcion }) => descripcion),
          asRate('Alícuota', ({ porcentaje }) => porcentaje),
          asCount('Comprobantes', ({ comprobantes }) => comprobantes),
          asMoney('Importe', ({ importe }) => importe),
          asPlainMoney('Base calculada', baseOf),
          asText('Provincia', ({ provincia }) => provincia),
        ],
      ),
    ],
  };
}
