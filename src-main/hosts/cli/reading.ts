import { AppError } from '#contract/errors.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import type { Caller } from './application.ts';
import { pickGiven, type Given } from './command.ts';
import { resolveOutputWorkbook } from './output.ts';

type ReadingOptions = Pick<
  MethodInput<'cargas.conciliar'>,
  'archivos' | 'hoja' | 'plantilla' | 'mapear' | 'respuestas'
>;
type WaitOptions = Pick<MethodInput<'cargas.conciliar'>, 'tardanza' | 'espera' | 'estable' | 'informe' | 'carpeta'>;

const isField = (name: string): name is CuponField => FIELDS_IN_ORDER.some((field) => field === name);

/** Parses `--mapear CAMPO=COLUMNA`, repeatable; the column's name may have an equals sign, and an empty one leaves the field without a column. */
function parseMapping(given: Given): Partial<Record<CuponField, string>> | undefined {
  const pairs = given.list('mapear');
  if (pairs.length === 0) return undefined;
  const mapped: Partial<Record<CuponField, string>> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const field = pair.slice(0, equals).trim();
    const column = pair.slice(equals + 1).trim();
    if (equals < 1 || !isField(field)) {
      throw new AppError('USO', {
        mensaje: USAGE.mappingWithoutColumn(pair),
        detail: { campos: FIELDS_IN_ORDER.join(', ') },
      });
    }
    const other = mapped[field];
    if (other !== undefined && other !== column) {
      throw new AppError('USO', {
        mensaje: USAGE.mappingTwice(field, other, column),
      });
    }
    mapped[field] = column;
  }
  return mapped;
}

/** `--hoja`, repeatable: one, several, or `todas`, which includes all others. */
function sheetOf(given: Given): string | string[] | undefined {
  const sheets = [...given.list('hoja')];
  const [only] = sheets;
  return sheets.length < 2 ? only : sheets.includes('todas') ? 'todas' : sheets;
}

/** Whether several sheets were asked for. Then the document is an array, even if only one sheet is found. */
export const withSheets = (given: Given): boolean => {
  const sheet = sheetOf(given);
  return sheet === 'todas' || Array.isArray(sheet);
};

/** Parses `--responder CLAVE=VALOR`, repeatable, and `--orden-fecha dia|mes`, which answers the doubt of every column of dates. */
function parseAnswers(given: Given): Record<string, string> | undefined {
  const pairs = given.list('responder');
  const order = given.text('ordenFecha');
  if (order !== undefined && order !== 'dia' && order !== 'mes')
    throw new AppError('USO', { mensaje: USAGE.dateOrder(order) });
  if (pairs.length === 0 && order === undefined) return undefined;
  const answers: Record<string, string> = order === undefined ? {} : { fechas: order };
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const [key, value] = [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
    if (equals < 1 || value === '') throw new AppError('USO', { mensaje: USAGE.answerWithoutValue(pair) });
    answers[key] = value;
  }
  return answers;
}

/** How the workbooks are read, from the options. */
export const getReadingOptions = (given: Given): ReadingOptions => ({
  archivos: [...given.list('archivo')],
  ...given.texts('plantilla'),
  ...pickGiven({
    hoja: sheetOf(given),
    mapear: parseMapping(given),
    respuestas: parseAnswers(given),
  }),
});

/**
 * How long to wait, and where the report goes, from the options. By default the report goes to the present folder, unless a folder was chosen
 * for all reports (`ajustes cambiar --carpeta`).
 */
export async function getWaitOptions(given: Given, app: Caller): Promise<WaitOptions> {
  const report = given.text('informe');
  return {
    carpeta: (await app.call('ajustes.leer', {})).carpetaInformes ?? process.cwd(),
    ...given.numbers('tardanza', 'espera', 'estable'),
    ...(report === undefined ? {} : { informe: resolveOutputWorkbook(report) }),
  };
}
