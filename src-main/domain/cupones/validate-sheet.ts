/** Validates a sheet row by row. Longer than 300 lines, because one closure holds the columns and the earlier rows, on which the meaning of a row depends. */
import { fromDayNumber, parseIsoDate, toDayNumber, type CivilDate } from '../civil-date.ts';
import { FIELDS_IN_ORDER, type CuponField } from '../cupon.ts';
import type { RowError, RowNotice } from '../finding.ts';
import { CELL } from '../sheet.ts';
import { toPlainAmount, withCurrencies } from './amount-text.ts';
import * as notices from './notices.ts';
import { readMerges } from './merged-cells.ts';
import { cleanText, getCellText, toShownIn, toShownValue, toSpokenValue } from './cell-text.ts';
import { decideColumns } from './column-decisions.ts';
import { createCoveredCards } from './covered-cards.ts';
import { bitOf, bitsOf, fieldsOf, judgeKind } from './cupon-kind.ts';
import { requiredOf } from './fields.ts';
import { createCuponWriter } from './cupon-writer.ts';
import { createSeenCupones, createVoids } from './duplicates.ts';
import type { DateOrder } from './date-text.ts';
import { createColumnNotices, createMendedCells, createMissingColumns } from './notices.ts';
import { createExtraCell, createCarriedOver, createRowKind, createTotalLabel, isCount } from './row-kind.ts';
import type { CellState } from './cell-reader.ts';
import { createFieldReader } from './field-readers.ts';
import { nameOfColumn } from './map-columns.ts';
import { ROW_ERRORS, describeSplitAmount } from '../texts/row-errors.ts';
import { createProvenTotals } from './totals.ts';
import { createNegatives, createRefundSaid } from './refund-words.ts';
import { describeSale, type RejectedRow, type SheetValidation, type ValidationRequest } from './validation.ts';
import { createOtherHeader } from './find-table.ts';

function twoYearsBefore(date: CivilDate): CivilDate {
  const year = String(Number(date.slice(0, 4)) - 2).padStart(4, '0');
  return parseIsoDate(`${year}${date.slice(4)}`) ?? fromDayNumber(toDayNumber(date) - 731);
}

const REQUIRED = bitsOf(requiredOf('siempre'));
/** A row in which only the amount is filled may be a line of totals. */
const ONLY_AMOUNT = bitOf('importe');

/** Validates a table (docs/coupons.md), after deciding date order, decimal mark and card numbers of each column. A valid coupon becomes the text to send. */
export function createValidation(request: ValidationRequest): SheetValidation {
  const { table, columnas, hoy, dateOrders } = request;
  // An amount is not repeated over its merged rows, because it may be their sum: only the first row gets it.
  const combined = readMerges(
    request.sheet,
    columnas.flatMap(({ campo, columna }) => (campo === 'importe' ? [] : [columna])),
  );
  const whole = combined?.sheet ?? request.sheet;
  // Rows of a review have no column of currencies. Their amounts name the currency, until a person writes them in pesos.
  const sheet = request.names === undefined ? whole : withCurrencies(whole, request);
  const firstRow = table.headerRow + 1;
  const errorList: RowError[] = [];
  const found: RowNotice[] = [];
  const state: CellState = { filled: false, centavos: 0 };
  const seen = createSeenCupones();
  const voids = createVoids();
  const writer = createCuponWriter(FIELDS_IN_ORDER);
  const provenTotals = createProvenTotals();
  const twoYearsAgo = twoYearsBefore(hoy);
  /** The text of each field in the present row, in the order of `fields`. */
  const lastRead = columnas.map(() => '');
  const covered = createCoveredCards();
  const inColumns = createColumnNotices();
  const mended = createMendedCells(request.arreglos ?? []);
  let rowErrors = 0;

  /** `spoken`: the value as the sentence writes it. `said`: a sentence that replaces the usual sentence. */
  const fail = (
    { arreglo: fix, ...fault }: Omit<RowError, 'mensaje'>,
    { spoken = fault.valor, said }: { readonly spoken?: string; readonly said?: string | undefined } = {},
  ): void => {
    rowErrors++;
    const message = said ?? ROW_ERRORS[fault.codigo].es({ campo: fault.campo, valor: spoken, arreglo: fix });
    errorList.push({ ...fault, mensaje: message, ...(fix === undefined ? {} : { arreglo: fix }) });
  };
  const failMissing = (row: number, field: CuponField): void =>
    fail({ fila: row, columna: nameOf(field), campo: field, codigo: 'OBLIGATORIO', valor: '' });

  const refundSaid = createRefundSaid(request);
  const negatives = createNegatives(refundSaid);
  /** The text of a cell as a person sees it, with card numbers masked; '' for an empty cell. */
  const sayCell = (field: CuponField, row: number, column: number): string => {
    const kind = sheet.kind(row, column);
    const text = kind === CELL.vacia ? '' : getCellText(sheet, row, column);
    return text === '' ? '' : toSpokenValue(toShownIn(field, text, kind), kind);
  };
  const decisions = decideColumns(
    request.sheet,
    firstRow,
    columnas.map((one) => ({ ...one, header: table.headers[one.columna] ?? '' })),
  );
  const fields = columnas.map(({ campo, columna }, index) => {
    const decided = decisions[index] ?? { orden: 'dia', marca: ',', tarjetas: true };
    const order: DateOrder = dateOrders?.[campo] ?? decided.orden;
    const name = nameOfColumn(table.headers, columna);
    const placeAt = (row: number) => ({ fila: sheet.rowNumber(row), columna: name, campo });
    if (decided.fewDecide !== undefined && order === 'mes') {
      const { row, text } = decided.fewDecide;
      found.push(notices.makeNotice({ ...placeAt(row), codigo: 'FECHA_DECIDE_ORDEN', valor: text }));
    }
    const tarjetas = decided.tarjetas || (request.tarjetas?.includes(campo) ?? false);
    const read = createFieldReader({
      sheet,
      campo,
      column: columna,
      columna: name,
      decision: { ...decided, orden: order, tarjetas },
      hoy,
      twoYearsAgo,
      state,
      refundSaid,
      fail: (number, field, code, value, fix) => {
        const fault = { fila: number, columna: name, campo, codigo: code, valor: value };
        const spoken = toSpokenValue(value, sheet.kind(row, field.column));
        fail(fix === undefined ? fault : { ...fault, arreglo: fix }, { spoken });
      },
      notice: (notice) => found.push(notice),
      mends: (row, code, fix) => {
        if (!mended.take(campo, code)) return false;
        const said = { valor: sayCell(campo, row, columna), arreglo: fix, modo: 'plantilla' as const };
        found.push(notices.makeNotice({ ...placeAt(row), codigo: 'CORREGIDO', ...said }));
        return true;
      },
      inColumn: inColumns.take,
      covered: covered.take,
    });
    return { campo, index, column: columna, read, order: FIELDS_IN_ORDER.indexOf(campo), bit: bitOf(campo) };
  });
  const placeOf = new Map(fields.map(({ campo, index }) => [campo, index]));
  const nameOf = (field: CuponField): string | null => {
    const column = columnas.find((one) => one.campo === field)?.columna;
    return column === undefined ? null : nameOfColumn(table.headers, column);
  };
  // The original sheet decides what a row is, because a merge may cover the line of a subtotal.
  const rowKind = createRowKind(request.sheet, table, columnas);
  const findTotalLabel = createTotalLabel(request.sheet, columnas);
  const isCarriedOver = createCarriedOver(request.sheet, columnas);

  for (const { row, column } of table.passedOver ?? []) {
    const date = toShownValue(getCellText(sheet, row, column), sheet.kind(row, column));
    found.push(notices.makeNotice({ fila: sheet.rowNumber(row), codigo: 'FILA_IGNORADA', valor: date }));
  }

  const isOtherHeader =
    request.names === undefined
      ? () => false
      : createOtherHeader({ sheet: request.sheet, table, columnas, names: request.names });
  /** The number of the row with another header, after which the columns are in other places; 0 for none. */
  let otherHeader = 0;
  const extraCell = createExtraCell(request);
  const missingColumns = createMissingColumns(columnas);

  let row = firstRow;
  let lastNumber = sheet.rowNumber(table.headerRow);
  let rows = 0;
  let valid = 0;
  let empty = 0;
  let lastValid = table.headerRow;

  /** The amount of a line of totals, or else the text in its cell; '' for a count of coupons. Drops findings: a wrong amount here is no coupon's error. */
  const readTotalSaid = (): string => {
    const field = fields.find(({ campo }) => campo === 'importe');
    if (field === undefined || isCount(sheet, row, cleanText(sheet.text(row, field.column)))) return '';
    const [errors, notices] = [errorList.length, found.length];
    const value = field.read(row);
    errorList.length = errors;
    found.length = notices;
    const kind = sheet.kind(row, field.column);
    return value !== '' || kind === CELL.vacia ? value : toShownValue(getCellText(sheet, row, field.column), kind);
  };

  /** If the present row is no coupon, gives its notice (a blank row is only counted) and returns true. */
  const skip = (rowNumber: number): boolean => {
    const kind = rowKind(row);
    if (kind === 'cupon') return false;
    if (kind === 'vacia') {
      empty++;
      return true;
    }
    const ignored = { fila: rowNumber, codigo: 'FILA_IGNORADA' } as const;
    if (isOtherHeader(row, kind === 'encabezado')) {
      otherHeader = rowNumber;
      found.push(notices.makeNotice({ ...ignored, valor: 'OTRO_ENCABEZADO' }));
    } else if (kind === 'totales') found.push(notices.makeTotalsRowNotice(rowNumber, readTotalSaid()));
    else if (kind === 'encabezado') {
      otherHeader = 0;
      found.push(notices.makeNotice({ fila: rowNumber, codigo: 'ENCABEZADO_REPETIDO' }));
    } else found.push(notices.makeNotice(ignored));
    return true;
  };

  const toRejectedRow = (): RejectedRow => {
    const values: Partial<Record<CuponField, string>> = {};
    const asRead: Partial<Record<CuponField, string>> = {};
    for (const { campo, column, index } of fields) {
      const value = lastRead[index] ?? '';
      if (value !== '') asRead[campo] = value;
      const text = sayCell(campo, row, column);
      if (text !== '') values[campo] = text;
    }
    if (covered.bin() !== '') asRead.bin = covered.bin();
    return { fila: sheet.rowNumber(row), valores: values, leidos: asRead };
  };

  /** The label of a row with a date that may be a total; '' for none. Ignores a text that the last valid coupon has too: it is a customer's name. */
  const readTotalLabel = (): string => {
    const label = findTotalLabel(row);
    if (label === undefined || cleanText(request.sheet.text(lastValid, label.column)) === label.text) return '';
    return toShownValue(label.text, sheet.kind(row, label.column));
  };

  const readValue = (field: CuponField): string => lastRead[placeOf.get(field) ?? -1] ?? '';

  /** Whether the present row is a total by its label and amount: the sum of the coupons above or, with a date, of that day. */
  const isSaidTotal = (): boolean => {
    const [date, importe] = [readValue('fecha_venta'), readValue('importe')];
    if (importe === '' || (readTotalLabel() === '' && !isCarriedOver(row))) return false;
    return provenTotals.take(state.centavos, 'titled', date);
  };

  const readCupon = (rowNumber: number): 'valida' | 'error' | 'totales' => {
    rowErrors = 0;
    const ofRow = { fila: rowNumber, columna: null, campo: null };
    if (otherHeader > 0) {
      lastRead.fill('');
      covered.beginRow();
      fail({ ...ofRow, codigo: 'OTRO_ENCABEZADO', valor: String(otherHeader) });
      return 'error';
    }
    // The cells of a row with extra cells are read too, so that a person who corrects the row sees which cells are wrong.
    const extra = extraCell(row);
    if (extra !== undefined) {
      const said = extra.amount === undefined ? undefined : describeSplitAmount(extra.amount);
      fail({ ...ofRow, codigo: 'CELDAS_DE_MAS', valor: extra.text }, { said });
    }
    writer.begin();
    let present = 0;
    let filled = 0;
    covered.beginRow();
    for (const field of fields) {
      covered.addBin(field.order, writer.add);
      const value = field.read(row);
      lastRead[field.index] = value;
      if (!state.filled) continue;
      covered.filled(field.campo);
      filled++;
      present |= field.bit;
      if (value !== '') writer.add(field.order, value);
    }
    covered.addBin(Number.POSITIVE_INFINITY, writer.add);
    if (filled === 1 && present === ONLY_AMOUNT && rowErrors === 0 && provenTotals.take(state.centavos, 'untitled')) {
      writer.abandon();
      return 'totales';
    }
    const missing = REQUIRED & ~present;
    const judged = judgeKind(present | missing);
    for (const field of missing === 0 ? [] : fieldsOf(missing)) failMissing(rowNumber, field);
    if (judged === 'indefinido') fail({ ...ofRow, codigo: 'TIPO_DE_CUPON_INDEFINIDO', valor: readTotalLabel() });
    else if (typeof judged !== 'string') for (const field of judged) failMissing(rowNumber, field);
    else if (judged === 'mezclado' && rowErrors === 0)
      found.push(notices.makeNotice({ fila: rowNumber, codigo: 'TIPO_DE_CUPON_MEZCLADO' }));
    if (rowErrors > 0) {
      writer.abandon();
      return isSaidTotal() ? 'totales' : 'error';
    }
    writer.end();
    provenTotals.add(readValue('fecha_venta'), state.centavos);
    lastValid = row;
    return 'valida';
  };

  /** Validates the next row. Returns its number if it is a valid coupon, else 0. */
  const takeRow = (rejected: RejectedRow[]): number => {
    const rowNumber = sheet.rowNumber(row);
    const [firstError, firstNotice] = [errorList.length, found.length];
    empty += rowNumber - lastNumber - 1;
    lastNumber = rowNumber;
    combined?.inspect(row);
    if (skip(rowNumber)) return 0;
    rows++;
    const taken = combined?.listTaken() ?? [];
    if (taken.length > 0) {
      const places = taken.map((one) => ({ columna: nameOfColumn(table.headers, one.column), fila: one.firstRow }));
      const valor = places.map(({ columna }) => columna).join(', ');
      found.push(notices.makeNoticeOf('CELDA_COMBINADA', places, { fila: rowNumber, valor }));
    }
    const kind = readCupon(rowNumber);
    if (kind === 'totales') {
      rows--;
      errorList.length = firstError;
      found.length = firstNotice;
      found.push(notices.makeTotalsRowNotice(rowNumber, toPlainAmount(state.centavos)));
      return 0;
    }
    if (kind === 'error') {
      const refused = toRejectedRow();
      const sale = describeSale(refused);
      const theirs = errorList.splice(firstError);
      missingColumns.note(theirs);
      errorList.push(...theirs.map((error) => ({ ...error, venta: sale })));
      if (request.withRejected === true) rejected.push(refused);
      // A row with errors is not sent, so notices about its corrected cells are dropped. In a review the row may still be sent, so the notices stay.
      else found.push(...found.splice(firstNotice).filter(({ codigo }) => codigo !== 'CORREGIDO'));
      return 0;
    }
    valid++;
    const first = seen.firstSeen(writer.high(), writer.low(), rowNumber);
    if (first !== undefined) found.push(notices.makePossibleDuplicateNotice(rowNumber, { fila: first }));
    const sale = voids.partnerOf(readValue, state.centavos, rowNumber);
    if (request.hasRefundColumn !== true)
      negatives.take({ row, number: rowNumber, centavos: state.centavos, type: readValue('wallet_tipo_operacion') });
    if (sale !== undefined) {
      found.push(notices.makeNoticeOf('VENTA_ANULADA', sale, { fila: rowNumber, valor: String(sale) }));
      negatives.explain(sale, rowNumber);
    }
    return rowNumber;
  };

  return {
    next(limit) {
      if (row >= sheet.rowCount) return undefined;
      const numbers: number[] = [];
      const identities: number[] = [];
      const rejected: RejectedRow[] = [];
      for (const until = Math.min(sheet.rowCount, row + limit); row < until; row++) {
        const row = takeRow(rejected);
        if (row === 0) continue;
        numbers.push(row);
        identities.push(writer.identity());
      }
      return { filas: numbers, bytes: writer.take(), identities: Float64Array.from(identities), rechazadas: rejected };
    },
    progress: () => ({ hecho: row - firstRow, total: sheet.rowCount - firstRow }),
    drain: () => ({ errores: errorList.splice(0), avisos: found.splice(0) }),
    result: () => ({
      filas: rows,
      validas: valid,
      conError: rows - valid,
      vacias: empty,
      errores: errorList,
      avisos: [
        ...covered.notices(nameOf('tarjeta_nro')),
        ...inColumns.notices(),
        ...negatives.notices(nameOf('importe') ?? '', valid),
        ...mended.notices(nameOf),
        ...found,
      ],
      withoutColumn: missingColumns.result(),
      tarjetas: columnas.flatMap(({ campo }, index) => (decisions[index]?.tarjetas === true ? [campo] : [])),
    }),
  };
}
