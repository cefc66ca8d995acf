import { AppError } from '#contract/errors.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import type { Caller } from './application.ts';
import { pickGiven, getNumberOption, getTextOption, getTextOptions, type CommandRequest } from './command.ts';
import { resolveOutputWorkbook } from './output.ts';

type ReadingOptions = Pick<
  MethodInput<'cargas.conciliar'>,
  'archivos' | 'hoja' | 'plantilla' | 'mapear' | 'ordenFecha'
>;
type WaitOptions = Pick<MethodInput<'cargas.conciliar'>, 'tardanza' | 'espera' | 'estable' | 'informe' | 'carpeta'>;

const isField = (name: string): name is CuponField => FIELDS_IN_ORDER.some((field) => field === name);

/** Parses `--mapear CAMPO=COLUMNA`, repeatable; the column's name may have an equals sign, and an empty one leaves the field without a column. */
function parseMapping(request: CommandRequest): Partial<Record<CuponField, string>> | undefined {
  const pairs = getTextOptions(request.opciones['mapear'], 'mapear');
  if (pairs.length === 0) return undefined;
  const mapped: Partial<Record<CuponField, string>> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const field = pair.slice(0, equals).trim();
    const column = pair.slice(equals + 1).trim();
    if (equals < 1 || !isField(field)) {
      throw new AppError('USO', {
        mensaje: CONSOLE.mappingWithoutColumn(pair),
        detail: { campos: FIELDS_IN_ORDER.join(', ') },
      });
    }
    const other = mapped[field];
    if (other !== undefined && other !== column) {
      throw new AppError('USO', {
        mensaje: CONSOLE.mappingTwice(field, other, column),
      });
    }
    mapped[field] = column;
  }
  return mapped;
}

/** `--hoja`, repeatable: one, several, or `todas`, which includes all others. */
function sheetOf(request: CommandRequest): string | string[] | undefined {
  const sheets = [...getTextOptions(request.opciones['hoja'], 'hoja')];
  const [only] = sheets;
  return sheets.length < 2 ? only : sheets.includes('todas') ? 'todas' : sheets;
}

/** Whether several sheets were asked for. Then the document is an array, even if only one sheet is found. */
export const withSheets = (request: CommandRequest): boolean => {
  const sheet = sheetOf(request);
  return sheet === 'todas' || Array.isArray(sheet);
};

/** `--orden-fecha dia|mes`. */
function parseDateOrder(request: CommandRequest): 'dia' | 'mes' | undefined {
  const order = getTextOption(request, 'ordenFecha');
  if (order === undefined || order === 'dia' || order === 'mes') return order;
  throw new AppError('USO', {
    mensaje: CONSOLE.dateOrder(order),
  });
}

/** How the workbooks are read, from the options. */
export const getReadingOptions = (request: CommandRequest): ReadingOptions => ({
  archivos: [...getTextOptions(request.args[0], 'archivo')],
  ...pickGiven({
    hoja: sheetOf(request),
    plantilla: getTextOption(request, 'plantilla'),
    mapear: parseMapping(request),
    ordenFecha: parseDateOrder(request),
  }),
});

/**
 * How long to wait, and where the report goes, from the options. By default the report goes to the present folder, unless a folder was chosen
 * for all reports (`ajustes cambiar --carpeta`).
 */
export async function getWaitOptions(request: CommandRequest, app: Caller): Promise<WaitOptions> {
  const report = getTextOption(request, 'informe');
  return {
    carpeta: (await app.call('ajustes.leer', {})).carpetaInformes ?? process.cwd(),
    ...pickGiven({
      tardanza: getNumberOption(request, 'tardanza'),
      espera: getNumberOption(request, 'espera'),
      estable: getNumberOption(request, 'estable'),
      informe: report === undefined ? undefined : resolveOutputWorkbook(report),
    }),
  };
}
