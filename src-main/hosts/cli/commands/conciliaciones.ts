import { formatDayAndTime, formatDayMonthYear } from '#domain/civil-date.ts';
import { formatNumber } from '#domain/texts/language.ts';
import type { ConciliacionDocument, ResultDocument } from '#contract/documents.ts';
import { AppError } from '#contract/errors.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { uploadRow } from '../upload-text.ts';
import { ask, pickGiven, type Command } from '../command.ts';
import { formatDate, formatServicePesos, formatTable } from '../format.ts';
import { resolveOutputWorkbook, periodOf } from '../output.ts';

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

const tableOfCupones = ({ operaciones }: ResultDocument): string[] =>
  formatTable(
    [
      ['Resultado', 'Venta', 'Importe', 'Comprobante', 'Liquidación'],
      ...operaciones.map((cupon) => [
        cupon.conciliado ? 'Conciliado' : 'Sin conciliar',
        cupon.fecha_venta === undefined ? '—' : formatDayMonthYear(cupon.fecha_venta),
        cupon.importe === undefined ? '' : formatServicePesos(cupon.importe),
        cupon.comprobante ?? cupon.wallet_referencia ?? '',
        cupon.nro_liquidacion ?? '—',
      ]),
    ],
    [2],
  );

/** `conciliaciones` (docs/cli.md); `retomar` is in uploads.ts. */
export const CONCILIACIONES: Readonly<Record<string, Command>> = {
  'conciliaciones listar': ask('conciliaciones.listar', {
    input: (given) => ({ ...given.texts('cuenta'), ...periodOf(given) }),
    lines: ({ conciliaciones: rows, cargas, incompleta }) => [
      ...(rows.length === 0 ? ['El servicio no tiene ninguna conciliación en el período.'] : toTable(rows)),
      ...(incompleta === true ? [CONSOLE.listLacksSome] : []),
      ...(cargas.length === 0 ? [] : ['', 'Cargas de esta PC:', ...formatTable(cargas.map(uploadRow))]),
    ],
  }),
  'conciliaciones ver': ask('conciliaciones.ver', { lines: (doc) => toTable([doc]) }),
  'conciliaciones resultado': ask('conciliaciones.resultado', {
    input: (given) => {
      const exported = given.text('exportar');
      return {
        id: given.needed('id'),
        ...given.texts('cuenta'),
        ...(given.flag('releer') ? { releer: true } : {}),
        ...pickGiven({ exportar: exported === undefined ? undefined : resolveOutputWorkbook(exported) }),
      };
    },
    lines: (doc) => [
      ...toTable([doc]),
      `Leído del servicio el ${formatDayAndTime(doc.leido)}`,
      ...sayListedFewer(doc, doc.operaciones.length + (doc.cuarentena ?? 0)),
      '',
      ...(doc.exportado === undefined ? tableOfCupones(doc) : [`Escrito en ${doc.exportado}`]),
      ...(doc.cuarentena === undefined ? [] : ['', describeSetAside(doc.cuarentena)]),
    ],
  }),
  'conciliaciones borrar': ask('conciliaciones.borrar', {
    lines: ({ id }) => [`Se borró del servicio la conciliación ${id} con todos sus cupones.`],
  }),
  'conciliaciones nombrar': ask('conciliaciones.nombrar', {
    input: (given) => {
      const [name, isUndo] = [given.text('nombre')?.trim() ?? '', given.flag('deshacer')];
      if (isUndo === (name !== ''))
        throw new AppError('USO', { mensaje: isUndo ? CONSOLE.nameAndUndo : CONSOLE.noNameGiven });
      return { id: given.needed('id'), nombre: isUndo ? null : name, ...given.texts('cuenta') };
    },
    lines: ({ id, nombre }) => [
      nombre === null
        ? `La conciliación ${id} ya no tiene nombre en esta PC.`
        : `La conciliación ${id} se llama «${nombre}» en esta PC. Un informe escrito antes no lo dice.`,
    ],
  }),
};
