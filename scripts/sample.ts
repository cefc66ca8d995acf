/**
 * Creates resources/ejemplo/cupones-ejemplo.xlsx: coupons of a small chain of shops as a back office exports them, with mistakes that people make. They come
 * from the sandbox with a fixed seed, so that the example's service has nearly all of them.
 */
import ExcelJS from 'exceljs';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import { EXAMPLE } from '#app/demo/example.ts';
import { createData } from '#sandbox/index.ts';
import { makeSampleCupones } from './sample-cupones.ts';

const CUPONES = 420;

function parseDay(iso: string): CivilDate {
  const date = parseIsoDate(iso);
  if (date === undefined) throw new Error(`Not a date: ${iso}`);
  return date;
}
const FROM = parseDay('2026-10-01');
const TO = parseDay('2026-11-15');

const COLUMNS = [
  { titulo: 'Fecha', ancho: 12, formato: 'dd/mm/yyyy' },
  { titulo: 'Establecimiento', ancho: 16, formato: undefined },
  { titulo: 'Terminal', ancho: 11, formato: undefined },
  { titulo: 'Lote', ancho: 7, formato: undefined },
  { titulo: 'Nro. Cupón', ancho: 12, formato: '00000000' },
  { titulo: 'Tarjeta', ancho: 18, formato: undefined },
  { titulo: 'Últ. 4', ancho: 8, formato: undefined },
  { titulo: 'Ctas.', ancho: 7, formato: undefined },
  { titulo: 'Cód. Autorización', ancho: 18, formato: undefined },
  { titulo: 'Importe $', ancho: 14, formato: '#,##0.00' },
  { titulo: 'ID billetera', ancho: 22, formato: undefined },
  { titulo: 'Tipo billetera', ancho: 15, formato: undefined },
  { titulo: 'Vendedor', ancho: 12, formato: undefined },
] as const;
const COLUMN = { fecha: 0, lote: 3, ult4: 6, importe: 9 } as const;
const SELLERS = ['Marta', 'Iván', 'Rocío', 'Sol'];

type Value = string | number | Date | null;

const asDate = (iso: string): Date => new Date(`${iso}T00:00:00Z`);
const toNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);
const asNumber = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text));

const rowOf = (cupon: Cupon, index: number): Value[] => [
  asDate(cupon.fecha_venta ?? ''),
  toNull(cupon.establecimiento),
  toNull(cupon.terminal),
  toNull(cupon.lote),
  asNumber(cupon.comprobante),
  toNull(cupon.tarjeta_desc),
  toNull(cupon.tarjeta_nro),
  asNumber(cupon.cuotas),
  toNull(cupon.autorizacion),
  asNumber(cupon.importe),
  toNull(cupon.wallet_referencia),
  toNull(cupon.wallet_tipo_operacion),
  SELLERS[index % SELLERS.length] ?? null,
];

/** Puts each mistake into a right row of a card sale, spread over the file. */
function spoil(rows: Value[][]): void {
  const findCardSale = (from: number, fits: (last4: string) => boolean = () => true): Value[] => {
    const found = rows
      .slice(from)
      .find((row) => typeof row[COLUMN.ult4] === 'string' && fits(String(row[COLUMN.ult4])));
    if (found === undefined) throw new Error('No row for the mistake');
    return found;
  };
  // A number for tests of a card scheme, of no person's card.
  findCardSale(37)[COLUMN.ult4] = '4507 9900 0000 0010';
  findCardSale(91)[COLUMN.importe] = null;
  findCardSale(133)[COLUMN.ult4] = '49051';
  findCardSale(170)[COLUMN.fecha] = '31/11/2026';
  findCardSale(214)[COLUMN.lote] = 's/lote';
  const withZero = findCardSale(240, (last4) => /^0[1-9]\d{2}$/.test(last4));
  withZero[COLUMN.ult4] = Number(withZero[COLUMN.ult4]);
  findCardSale(301)[COLUMN.fecha] = asDate('2027-10-05');
  const twice = findCardSale(350);
  rows.splice(rows.indexOf(twice) + 1, 0, [...twice]);
}

const data = createData(EXAMPLE.sandbox);
const samples = makeSampleCupones(
  { data },
  { cantidad: CUPONES, semilla: EXAMPLE.sandbox.semilla, desde: FROM, hasta: TO },
);
const rows = samples.map(({ cupon }, index) => rowOf(cupon, index));
spoil(rows);

const book = new ExcelJS.Workbook();
book.created = asDate(EXAMPLE.sandbox.hoy);
book.modified = asDate(EXAMPLE.sandbox.hoy);
const sheet = book.addWorksheet('Cupones', { views: [{ state: 'frozen', ySplit: 4 }] });
sheet.columns = COLUMNS.map(({ ancho, formato: format }) => ({
  width: ancho,
  style: format === undefined ? {} : { numFmt: format },
}));
sheet.getCell('A1').value = 'La Espiga S.R.L.';
sheet.getCell('A1').font = { bold: true, size: 14 };
sheet.getCell('A2').value = 'Cupones de tarjeta y billetera del 01/10/2026 al 15/11/2026';
sheet.getRow(4).values = COLUMNS.map(({ titulo }) => titulo);
sheet.getRow(4).font = { bold: true };
sheet.addRows(rows);
const last = 4 + rows.length;
const total = rows.reduce((sum, row) => sum + Math.round(Number(row[COLUMN.importe] ?? 0) * 100), 0) / 100;
const totals = sheet.getRow(last + 1);
totals.getCell(1).value = 'TOTAL';
totals.getCell(COLUMN.importe + 1).value = { formula: `SUM(J5:J${String(last)})`, result: total };
totals.font = { bold: true };
await book.xlsx.writeFile(EXAMPLE.archivo);
console.log(`${String(rows.length)} coupons in ${EXAMPLE.archivo}`);
