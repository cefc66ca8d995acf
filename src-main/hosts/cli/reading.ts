import { AppError } from '#contract/errors.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import { AUXILIARIES, FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import type { Choose, Words } from '#domain/texts/language.ts';
import { METHODS, VISTAS } from '#domain/views/index.ts';
import { PAPERS } from '#contract/checks.ts';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseDmyDate, parseIsoDate } from '#domain/civil-date.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';

export type Given = ReturnType<typeof readGiven>;

/** Leaves out keys whose value is undefined, because the inputs of methods allow an absent option, but no undefined one. */
export function pickGiven<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in values) {
    const value = values[key];
    if (value !== undefined) given[key] = value as Exclude<T[typeof key], undefined>;
  }
  return given;
}

export function readGiven(values: Readonly<Record<string, unknown>>, say: Choose) {
  // The casts are safe: table.js says the type of each value, and commander reads it so.
  const readText = (name: string) => values[name] as string | undefined;
  const collect = <K extends string, T>(names: readonly K[]) =>
    pickGiven(Object.fromEntries(names.map((name) => [name, values[name]]))) as { [N in K]?: T };
  return {
    say,
    text: readText,
    needed: (name: string): string => {
      const value = readText(name);
      if (value !== undefined) return value;
      throw new AppError('USO', { detail: { opcion: name } });
    },
    flag: (name: string): boolean => values[name] === true,
    list: (name: string) => (values[name] ?? []) as readonly string[],
    /** The named options that were given, under the same names, as methods expect them. */
    texts: <K extends string>(...names: readonly K[]) => collect<K, string>(names),
    numbers: <K extends string>(...names: readonly K[]) => collect<K, number>(names),
    value: (name: string): unknown => values[name],
    names: Object.keys(values).filter((name) => values[name] !== undefined),
  };
}

export const refuse = (message: Words): AppError => new AppError('USO', { mensaje: message });

const XLSX = /\.xlsx$/i;
/** An extension of another format in a name: `informe.pdf`, but not `informe 2026.11`. */
const OTHER_EXTENSION = /\.[a-z][a-z0-9]{1,4}$/i;

const isFolder = (folder: string): boolean => existsSync(folder) && statSync(folder).isDirectory();

/** The absolute path of a file to write. Throws `USO` if its folder does not exist: it is probably mistyped, so it is not created. */
export function resolveOutputFile(name: string): string {
  const file = path.resolve(name);
  const folder = path.dirname(file);
  if (isFolder(folder)) return file;
  throw new AppError('USO', {
    mensaje: USAGE.noFolderFor(name),
    detail: { carpeta: folder },
  });
}

export function resolveOutputFolder(name: string): string {
  const folder = path.resolve(name);
  if (isFolder(folder)) return folder;
  throw new AppError('USO', { mensaje: USAGE.noFolder(name), detail: { carpeta: folder } });
}

/** The path of a workbook to write, with `.xlsx` if it has no extension. Throws `USO` for another extension (`.pdf`), unless that file exists already. */
export function resolveOutputWorkbook(name: string): string {
  const file = resolveOutputFile(name);
  if (XLSX.test(file) || existsSync(file)) return file;
  if (!OTHER_EXTENSION.test(path.basename(file))) return `${file}.xlsx`;
  throw refuse(USAGE.notAWorkbook(name));
}

/** Throws for texts that are no ISO dates, and for a period that ends before it begins. */
export function checkPeriod(from: string | undefined, to: string | undefined): void {
  for (const [option, date] of [['--desde', from] as const, ['--hasta', to] as const]) {
    if (date === undefined || parseIsoDate(date) !== undefined) continue;
    throw new AppError('ENTRADA_INVALIDA', {
      mensaje: USAGE.notADate(option, date, parseDmyDate(date)),
    });
  }
  if (from === undefined || to === undefined || from <= to) return;
  throw new AppError('ENTRADA_INVALIDA', {
    mensaje: REFUSALS.periodBackwards('leyó', 'Revisá --desde y --hasta.'),
  });
}

const isField = (name: string): name is CuponField => FIELDS_IN_ORDER.some((field) => field === name);

/** Parses `--mapear CAMPO=COLUMNA`, which may repeat. The column's name may contain an equals sign; an empty one leaves the field without a column. */
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
    if (other !== undefined && other !== column) throw refuse(USAGE.mappingTwice(field, other, column));
    mapped[field] = column;
  }
  return mapped;
}

function sheetOf(given: Given): string | string[] | undefined {
  const sheets = [...given.list('hoja')];
  const [only] = sheets;
  return sheets.length < 2 ? only : sheets.includes('todas') ? 'todas' : sheets;
}

/** Whether several sheets were requested. The document is then an array, even if there is only one sheet. */
export const withSheets = (given: Given): boolean => {
  const sheet = sheetOf(given);
  return sheet === 'todas' || Array.isArray(sheet);
};

/** Parses `--responder CLAVE=VALOR`, which may repeat, and `--orden-fecha dia|mes`, which answers the doubt about order for all columns of dates. */
function parseAnswers(given: Given): Record<string, string> | undefined {
  const pairs = given.list('responder');
  const order = given.text('ordenFecha');
  if (order !== undefined && order !== 'dia' && order !== 'mes') throw refuse(USAGE.dateOrder(order));
  if (pairs.length === 0 && order === undefined) return undefined;
  const answers: Record<string, string> = order === undefined ? {} : { fechas: order };
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const [key, value] = [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
    if (equals < 1 || value === '') throw refuse(USAGE.answerWithoutValue(pair));
    answers[key] = value;
  }
  return answers;
}

function findIn<T extends string>(all: readonly T[], name: string, refusal: (name: string, known: string) => Words): T {
  const found = all.find((one) => one === name);
  if (found !== undefined) return found;
  throw refuse(refusal(name, all.join(', ')));
}

const SIGNS = { '=': 'igual', '!=': 'distinto', '~': 'contiene', '>': 'mayor', '<': 'menor' } as const;
const isSign = (text: string): text is keyof typeof SIGNS => text in SIGNS;

/** Parses a filter: `CAMPO=VALOR` (docs/cli.md), or with `!=`, `~` (contains), `>` or `<`. */
function parseFilter(pair: string): NonNullable<MethodInput<'datos.exportar'>['filtros']>[number] {
  const [, field = '', sign = '', value = ''] = /^\s*([^=!~<>\s]+)\s*(!=|[=~<>])(.*)$/su.exec(pair) ?? [];
  if (isSign(sign)) return { campo: field, op: SIGNS[sign], valor: value.trim() };
  throw refuse(USAGE.notAFilter(pair));
}

function parseOrder(order: string): { campo: string; desc: boolean } {
  const [field = '', written, ...rest] = order.split(':');
  const direction = written?.toLowerCase();
  if (field !== '' && rest.length === 0 && (direction === undefined || direction === 'desc' || direction === 'asc')) {
    return { campo: field, desc: direction === 'desc' };
  }
  throw refuse(USAGE.notAnOrder(order));
}

type Reading = (given: Given, name: string) => Readonly<Record<string, unknown>>;
const readAnswers: Reading = (given) => ({ respuestas: parseAnswers(given) });
const readWorkbook: Reading = (given, name) => ({ [name]: resolveOutputWorkbook(given.needed(name)) });
const readFile: Reading = (given, name) => ({ [name]: resolveOutputFile(given.needed(name)) });
const readPeriod: Reading = (given, name) => {
  checkPeriod(given.text('desde'), given.text('hasta'));
  return { [name]: given.text(name) };
};

/** How to read the options and arguments whose value is not passed unchanged under their own name. */
const READINGS: Readonly<Record<string, Reading>> = {
  archivo: (given) => ({ archivos: given.list('archivo') }),
  columna: (given) => ({ columnas: given.list('columna') }),
  convenio: readFile,
  desde: readPeriod,
  exportar: readWorkbook,
  filtro: (given) => ({ filtros: given.list('filtro').map(parseFilter) }),
  hasta: readPeriod,
  hoja: (given) => ({ hoja: sheetOf(given) }),
  informe: readWorkbook,
  json: () => ({}),
  mapear: (given) => ({ mapear: parseMapping(given) }),
  marcador: (given) => ({
    marcador: findIn(['auto', 'ninguno', ...AUXILIARIES], given.needed('marcador'), USAGE.notAMarker),
  }),
  mes: (given) => ({ periodo: given.text('mes') }),
  metodo: (given) => ({
    metodos: given.list('metodo').map((name) => findIn(METHODS, name, USAGE.notAMethod)),
  }),
  orden: (given) => ({ orden: parseOrder(given.needed('orden')) }),
  ordenFecha: readAnswers,
  papel: (given) => ({ papel: findIn(PAPERS, given.needed('papel'), USAGE.notAPaper) }),
  responder: readAnswers,
  retenciones: readFile,
  salida: readFile,
  'salida.json': (given) => ({ exportar: resolveOutputFile(given.needed('salida.json')) }),
  vista: (given) => ({ vista: findIn(VISTAS, given.needed('vista'), USAGE.notAVista) }),
};

/** The given options as the input of a method, without those named in `without`. The method's schema checks it later. */
export const inputOf = <M extends Method>(given: Given, ...without: readonly string[]): MethodInput<M> =>
  pickGiven(
    Object.assign(
      {},
      ...given.names
        .filter((name) => !without.includes(name))
        .map((name) => READINGS[name]?.(given, name) ?? { [name]: given.value(name) }),
    ) as object,
  ) as MethodInput<M>;
