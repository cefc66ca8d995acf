import { formatDayAndTime, formatDayMonthYear } from '#domain/civil-date.ts';
import { formatNumber } from '#domain/texts/language.ts';
import type { ConciliacionDocument, ResultDocument } from '#contract/documents.ts';
import { AppError } from '#contract/errors.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { withApp } from '../application.ts';
import { uploadRow } from '../upload-text.ts';
import {
  getArgument,
  getOptionalArgument,
  hasFlag,
  pickGiven,
  getTextOption,
  accountOf,
  type Command,
} from '../command.ts';
import { formatDate, formatServicePesos, formatTable } from '../format.ts';
import { resolveOutputWorkbook, checkPeriod } from '../output.ts';

const toRow = (doc: ConciliacionDocument): string[] => [
  doc.id,
  formatDate(doc.fecha),
  doc.estado,
  formatNumber(doc.total),
  formatNumber(doc.conciliados),
  formatNumber(doc.sin_conciliar),
  formatNumber(doc.existentes),
  formatNumber(doc.error),
  doc.carga ?? '',
  doc.nombre ?? '',
];
const TITLES = [
  'Número',
  'Fecha',
  'Estado',
  'Total',
  'Conciliados',
  'Sin conciliar',
  LABELS.existedBefore.es,
  'Con error',
  'Carga',
  'Nombre',
];
const COUNT_COLUMNS = [3, 4, 5, 6, 7];

/** The counters of the service for these reconciliations, as a table, and what they may leave out. */
const toTable = (docs: readonly ConciliacionDocument[]): string[] => [
  ...formatTable([TITLES, ...docs.map(toRow)], COUNT_COLUMNS),
  ...(docs.some(({ existentes }) => existentes > 0) ? [CONSOLE.existingApart] : []),
];

/** `conciliaciones listar` (docs/cli.md). */
export const listConciliaciones: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const [from, to] = [getTextOption(request, 'desde'), getTextOption(request, 'hasta')];
    checkPeriod(from, to);
    const listed = await app.call(
      'conciliaciones.listar',
      pickGiven({ cuenta: getTextOption(request, 'cuenta'), desde: from, hasta: to }),
    );
    const { conciliaciones: rows, cargas, incompleta } = listed;
    environment.consola.showResult(listed, () => [
      ...(rows.length === 0 ? ['El servicio no tiene ninguna conciliación en el período.'] : toTable(rows)),
      ...(incompleta === true ? [CONSOLE.listLacksSome] : []),
      ...(cargas.length === 0 ? [] : ['', 'Cargas de esta PC:', ...formatTable(cargas.map(uploadRow))]),
    ]);
    return 0;
  });

/** `conciliaciones ver` (docs/cli.md). */
export const showConciliacion: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const doc = await app.call('conciliaciones.ver', {
      id: getArgument(request, 0),
      ...accountOf(request),
    });
    environment.consola.showResult(doc, () => toTable([doc]));
    return 0;
  });

const describeSetAside = (howMany: number): string =>
  howMany === 1
    ? 'Una fila no se entendió y quedó apartada: no está en lo de arriba. Avisá al servicio.'
    : `${formatNumber(howMany)} filas no se entendieron y quedaron apartadas: no están en lo de arriba. Avisá al servicio.`;

/** Said where the service counts more coupons than came; those that it had before need not be in the result. */
export function sayListedFewer(
  { conciliados, sin_conciliar, existentes }: Pick<ResultDocument, 'conciliados' | 'sin_conciliar' | 'existentes'>,
  came: number,
): readonly string[] {
  const counted = conciliados + sin_conciliar;
  return came + existentes < counted ? [CONSOLE.listedFewer(came, counted)] : [];
}

/** `conciliaciones resultado` (docs/cli.md). */
export const showConciliacionResult: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const exported = getTextOption(request, 'exportar');
    const doc = await app.call('conciliaciones.resultado', {
      id: getArgument(request, 0),
      ...(hasFlag(request, 'releer') ? { releer: true } : {}),
      ...pickGiven({
        cuenta: getTextOption(request, 'cuenta'),
        exportar: exported === undefined ? undefined : resolveOutputWorkbook(exported),
      }),
    });
    environment.consola.showResult(doc, () => [
      ...toTable([doc]),
      `Leído del servicio el ${formatDayAndTime(doc.leido)}`,
      ...sayListedFewer(doc, doc.operaciones.length + (doc.cuarentena ?? 0)),
      '',
      ...(doc.exportado === undefined
        ? formatTable(
            [
              ['Resultado', 'Venta', 'Importe', 'Comprobante', 'Liquidación'],
              ...doc.operaciones.map((cupon) => [
                cupon.conciliado ? 'Conciliado' : 'Sin conciliar',
                cupon.fecha_venta === undefined ? '—' : formatDayMonthYear(cupon.fecha_venta),
                cupon.importe === undefined ? '' : formatServicePesos(cupon.importe),
                cupon.comprobante ?? cupon.wallet_referencia ?? '',
                cupon.nro_liquidacion ?? '—',
              ]),
            ],
            [2],
          )
        : [`Escrito en ${doc.exportado}`]),
      ...(doc.cuarentena === undefined ? [] : ['', describeSetAside(doc.cuarentena)]),
    ]);
    return 0;
  });

/** `conciliaciones borrar` (docs/cli.md). */
export const deleteConciliacion: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const deleted = await app.call('conciliaciones.borrar', {
      id: getArgument(request, 0),
      si: hasFlag(request, 'si'),
      ...accountOf(request),
    });
    environment.consola.showResult(deleted, () => [
      `Se borró del servicio la conciliación ${deleted.id} con todos sus cupones.`,
    ]);
    return 0;
  });

/** `conciliaciones nombrar` (docs/cli.md). */
export const nameConciliacion: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const [name, isUndo] = [getOptionalArgument(request, 1)?.trim() ?? '', hasFlag(request, 'deshacer')];
    if (isUndo === (name !== ''))
      throw new AppError('USO', { mensaje: isUndo ? CONSOLE.nameAndUndo : CONSOLE.noNameGiven });
    const named = await app.call('conciliaciones.nombrar', {
      id: getArgument(request, 0),
      nombre: isUndo ? null : name,
      ...accountOf(request),
    });
    environment.consola.showResult(named, () => [
      named.nombre === null
        ? `La conciliación ${named.id} ya no tiene nombre en esta PC.`
        : `La conciliación ${named.id} se llama «${named.nombre}» en esta PC. Un informe escrito antes no lo dice.`,
    ]);
    return 0;
  });
