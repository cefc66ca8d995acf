/** An export says what its list shows: the same columns, words and signs, in the order of the screen. */
import { afterEach, expect, test } from 'vitest';
import { listExportedFields, readShown, toColumns } from '#app/browse/export-columns.ts';
import { NO_ROWS } from '#app/browse/row-summary.ts';
import { SCREEN_NAMES, VISTA_FIELDS, type ScreenName } from '#contract/data-fields.ts';
import type { RowDocument } from '#contract/documents.ts';
import type { ColumnType } from '#workbook/write/workbook.ts';
import { columnsOf, DESCRIPTIONS } from '../../src-renderer/features/data/columns.ts';
import { getLocale, overwriteGetLocale } from '../../src-renderer/paraglide/runtime.js';
import { getCellText, getValueText } from '../../src-renderer/ui/grid/text.ts';
import type { Value } from '../../src-renderer/ui/grid/types.ts';

const before = getLocale;
afterEach(() => overwriteGetLocale(before));

const VALUES = { importe: '1234.50', entero: 3, fecha: '2026-10-05', fechaHora: '2026-10-05 17:37:21', texto: 'Norte' };
/** Three rows with every field: booleans are true, then false, then unknown where a field allows that; the third row is in doubt. */
const rowsOf = (vista: ScreenName): readonly RowDocument[] =>
  [true, false, null].map((flag) => ({
    ...Object.fromEntries(
      VISTA_FIELDS[vista].map(({ nombre, tipo }) => [
        nombre,
        tipo === 'json' ? null : tipo !== 'booleano' ? VALUES[tipo] : nombre === 'acreditada' ? flag : flag === true,
      ]),
    ),
    debito_credito: flag === true ? 'D' : 'C',
    cuit: '30715542189',
    en_duda: flag === null ? '2026-10-06 10:00:00' : null,
    retirada: flag === false ? '2026-10-06 10:00:00' : null,
  }));

/** What a spreadsheet shows: an empty cell where the list has a dash or no state. */
const shownAs = (tipo: ColumnType, value: unknown): string =>
  value === null
    ? ''
    : tipo === 'porcentaje' || tipo === 'booleano'
      ? String(value)
      : getValueText({ tipo }, value as Value);

const CASES = SCREEN_NAMES.flatMap((vista) => (['es-AR', 'en'] as const).map((idioma) => [vista, idioma] as const));

test.each(CASES)('an export of %s has the titles, words and signs of its list (%s)', (vista, idioma) => {
  overwriteGetLocale(() => idioma);
  const language = idioma === 'en' ? 'en' : 'es';
  // The person chose another order than the view's.
  const shown = columnsOf(DESCRIPTIONS[vista], { retiradas: true, enDuda: true }).toReversed();
  const columnas = shown.map(({ clave }) => clave);
  const fields = listExportedFields({ vista, columnas, idioma, retiradas: true }, NO_ROWS);
  const written = toColumns(vista, fields, { language });
  expect(written.map(({ titulo }) => titulo)).toEqual(shown.map(({ title }) => title));
  for (const row of rowsOf(vista)) {
    const cells = fields.map(({ nombre }, i) =>
      shownAs(written[i]?.tipo ?? 'texto', readShown(vista, row, nombre, language)),
    );
    const texts = shown.map((column) => getCellText(column, { clave: '', ...row }));
    expect(cells).toEqual(texts.map((text) => (text === '—' ? '' : text)));
  }
});
