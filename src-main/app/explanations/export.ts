/** Writes the queue, and the sales without a coupon, as workbooks. In Spanish, like every report. */
import { formatNumber, getFileName } from '#domain/texts/language.ts';
import type { CuponPlace } from '#contract/decisions.ts';
import type {
  ExplainedCupon,
  ExplanationsDocument,
  MissingDocument,
  MissingOperacion,
} from '#contract/explanations.ts';
import { formatDayMonthYear, type DateWindow } from '#domain/civil-date.ts';
import { saleIdOf } from '#domain/decisions/sales.ts';
import { formatPlain, parseMoney } from '#domain/money.ts';
import { textIn } from '#domain/row.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { TableSheet } from '#workbook/write/workbook.ts';
import { describeCoverage } from '../browse/titles.ts';
import { explanationsForReport } from '../conciliaciones/explained.ts';
import { buildExplanationSheets } from '../reports/explanation-sheets.ts';
import {
  asDate,
  asSummedCount,
  asText,
  toFieldColumn,
  toSheet,
  toShownSheet,
  writeBook,
  type ColumnOf,
} from '../sheets.ts';
import { toCanonicalText } from '#domain/cupon.ts';
import type { CuponRow } from '#storage/ledger/index.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { LocalData } from '../open/index.ts';
import { findSheets, listUploadsOfLedger } from '../uploaded/uploads.ts';
import type { Explanations } from './index.ts';

type Named = Pick<CuponPlace, 'conciliacion' | 'archivo' | 'fila'> & { readonly n?: number | null | undefined };
type Explained = ExplanationsDocument['cupones'][number];

const rowKeyOf = ({ conciliacion, archivo, fila }: Named): string => JSON.stringify([conciliacion, archivo, fila]);
const placeKeyOf = ({ conciliacion, n }: Named): string | undefined =>
  conciliacion === null || n === null || n === undefined ? undefined : JSON.stringify([conciliacion, n]);

/**
 * The coupons of `wanted`, in its order, without coupons that have no explanation any more. When different sales share a row, as in two sheets or in uploads
 * of another PC, the number in the result identifies a coupon; a coupon without a number is then left out.
 */
export function pickCupones(doc: ExplanationsDocument, wanted: readonly Named[]): readonly Explained[] {
  const byPlace = new Map(doc.cupones.map((cupon) => [placeKeyOf(cupon), cupon]));
  const byRow = Map.groupBy(doc.cupones, rowKeyOf);
  const named = new Map(
    [...Map.groupBy(wanted, rowKeyOf)].map(([key, rows]) => {
      const all = byRow.get(key) ?? [];
      const isName =
        all.length <= rows.length || new Set(all.map(({ cupon }) => saleIdOf({ vez: 1, cupon }))).size === 1;
      return [key, isName ? all : []];
    }),
  );
  const taken = new Set<Explained>();
  return wanted.flatMap((one) => {
    const place = placeKeyOf(one);
    const row = rowKeyOf(one);
    const numbered = place === undefined ? undefined : byPlace.get(place);
    // When the result was read again meanwhile, the number may belong to another coupon: compares the row too.
    const isIt = numbered !== undefined && !taken.has(numbered) && rowKeyOf(numbered) === row;
    const found = isIt ? numbered : named.get(row)?.find((cupon) => !taken.has(cupon));
    if (found === undefined) return [];
    taken.add(found);
    return [found];
  });
}

/** The causes of these coupons, each counted by its coupons among them. */
export const listCausesOf = (
  causes: ExplanationsDocument['causas'],
  cupones: readonly Explained[],
): ExplanationsDocument['causas'] =>
  causes.flatMap((cause, place) => {
    const own = cupones.filter(({ causa }) => causa === place);
    if (own.length === 0) return [];
    const importe = own.reduce(
      (sum, { cupon }) => sum + BigInt(parseMoney(cupon.importe ?? '', 'sin-miles') ?? 0n),
      0n,
    );
    const part = own.length < cause.cupones ? ` ${LABELS.inThisList.es}: ${formatNumber(own.length)}.` : '';
    return [{ ...cause, texto: `${cause.texto}${part}`, cupones: own.length, importe: formatPlain(importe) }];
  });

/** The sheets *Por qué* and *Causas* of these coupons. `what`: account and filter in the screen's words. `sheets`: the sheet of each coupon's file. */
function buildQueueSheets(
  doc: ExplanationsDocument,
  what: string,
  sheets: readonly (string | null)[],
): readonly TableSheet[] {
  const explained = explanationsForReport(doc);
  const cupones = explained.cupones.map((one, i) => ({ ...one, hoja: sheets[i] ?? null }));
  const withSheets = sheets.some((sheet) => sheet !== null);
  return buildExplanationSheets({ ...explained, cupones }, { stamp: (title) => [title, what], withSheets });
}

type Group = MissingDocument['resumen'][number];
const GROUPS: readonly ColumnOf<Group>[] = [
  asText('Comercio', 28, ({ comercio }) => comercio, ['caja y día', 'cajas y días']),
  asText(getFieldLabel('establecimiento'), 16, ({ establecimiento }) => establecimiento),
  asText(getFieldLabel('terminal'), 14, ({ terminal }) => terminal),
  asDate('Día', 12, ({ dia }) => dia),
  asSummedCount('Sin cupón', 11, ({ operaciones }) => operaciones),
  asSummedCount('Ventas', 11, ({ de }) => de),
  toFieldColumn('importe', ({ importe }) => importe),
  asText('Qué pasa', 80, ({ texto }) => texto),
];

const cuponInWords = ({ archivo, fila, puntaje }: MissingOperacion['cupones'][number]): string =>
  `${fila === null ? 'un cupón' : `fila ${String(fila)}`}${archivo === null ? '' : ` de ${getFileName(archivo)}`} (${String(Math.round(puntaje * 100))} %)`;

const textOf =
  (field: string) =>
  ({ operacion }: MissingOperacion): string | null =>
    textIn(operacion, field);
const OPERATIONS: readonly ColumnOf<MissingOperacion>[] = [
  asText('Operación', 14, textOf('id'), ['operación', 'operaciones']),
  toFieldColumn('fecha_venta', (row) => textOf('fecha_venta')(row)?.slice(0, 10)),
  toFieldColumn('importe', textOf('importe')),
  asText('Tarjeta', 20, textOf('tarjeta')),
  toFieldColumn('tarjeta_nro', textOf('tarjeta_nro')),
  toFieldColumn('comprobante', textOf('comprobante')),
  toFieldColumn('establecimiento', textOf('establecimiento')),
  toFieldColumn('terminal', textOf('terminal')),
  toFieldColumn('lote', textOf('lote')),
  toFieldColumn('autorizacion', textOf('autorizacion')),
  asText('Puede ser', 44, ({ cupones }) => (cupones.length === 0 ? null : cupones.map(cuponInWords).join(', '))),
];

interface GapBook extends DateWindow {
  readonly cuenta: string;
  /** The search in the screen's words; undefined for all of the period. */
  readonly cuales: string | undefined;
}

/** The sheet *Sin cupón*, a line for each till and day or for each till that never uploaded; and *Operaciones*, of tills with uploads. */
function buildGapSheets(
  { resumen, operaciones, noConciliadas, cobertura }: MissingDocument,
  { desde, hasta, cuenta, cuales }: GapBook,
): readonly TableSheet[] {
  const toStamp = (title: string): readonly string[] => [
    title,
    `${cuenta} · ${formatDayMonthYear(desde)} – ${formatDayMonthYear(hasta)}`,
    ...(cuales === undefined
      ? noConciliadas.operaciones === 0
        ? []
        : [noConciliadas.texto]
      : [`Solo las de la búsqueda «${cuales}».`]),
    describeCoverage(cobertura),
  ];
  return [
    toSheet({
      nombre: 'Sin cupón',
      sello: toStamp('Sin cupón: operaciones de las que no se cargó ningún cupón, por caja y día.'),
      vacia: 'Ninguna operación sin cupón.',
      columns: GROUPS,
      rows: resumen,
    }),
    toSheet({
      nombre: 'Operaciones',
      sello: [
        ...toStamp('Operaciones sin cupón, con el cupón sin conciliar que cada una puede ser.'),
        ...(cuales === undefined ? ['Las de cajas que no se cargaron nunca están solo en «Sin cupón».'] : []),
      ],
      vacia: 'Ninguna, fuera de las cajas que no se cargaron nunca.',
      columns: OPERATIONS,
      rows: operaciones,
    }),
  ];
}

type Deps = Pick<LocalData, 'accounts' | 'caches' | 'ledgers' | 'clock'> & Pick<Explanations, 'explicar' | 'faltantes'>;

export function createExports({
  accounts,
  caches,
  ledgers,
  clock,
  explicar,
  faltantes,
}: Deps): Pick<Explanations, 'exportar' | 'exportar_faltantes'> {
  const toOptions = ({ signal, onProgress }: MethodContext, total: number) => ({
    signal,
    now: clock.now(),
    onProgress: (done: number) => onProgress({ fase: 'informe', hecho: done, total }),
  });
  return {
    async exportar({ cuenta: name, exportar, cupones: wanted, cuales = [], pantalla }, context) {
      const account = await accounts.choose(name);
      const doc = await explicar({ cuenta: name }, context);
      const cupones = pickCupones(doc, wanted);
      const causes = listCausesOf(doc.causas, cupones);
      const ledger = await ledgers.openExisting(account);
      const sources = { ledger, results: await caches.existingResults(account) };
      const unnumbered = listUploadsOfLedger(sources, account.id).filter(({ conciliacion }) => conciliacion === null);
      // Finds an upload that has no reconciliation by the coupon's own number, row and text.
      const uploadOf = ({ conciliacion, seq, fila, cupon }: ExplainedCupon): string | null => {
        if (conciliacion !== null) return ledger?.uploadOf(account.id, conciliacion) ?? null;
        if (seq === null) return null;
        const isTheirs = (sent: CuponRow | undefined) => sent?.fila === fila && sent.texto === toCanonicalText(cupon);
        return unnumbered.find(({ carga }) => isTheirs(ledger?.cupon(carga, seq)))?.carga ?? null;
      };
      const sheets = findSheets(
        ledger,
        cupones.map((one) => ({ ...one, carga: uploadOf(one) })),
      );
      const what = [account.nombre, 'sin conciliar', ...cuales].join(' · ');
      const book = [
        ...buildQueueSheets({ ...doc, cupones, causas: causes }, what, sheets),
        ...(pantalla === undefined ? [] : [toShownSheet(pantalla, account.nombre)]),
      ];
      const exportado = await writeBook(exportar, book, toOptions(context, cupones.length + causes.length));
      return { exportado, filas: cupones.length };
    },

    async exportar_faltantes({ cuenta: name, exportar, cuales, ...filter }, context) {
      const account = await accounts.choose(name);
      const all = await faltantes({ cuenta: name, ...filter }, context);
      const { grupos } = filter;
      const doc = { ...all, resumen: all.resumen.filter((_, i) => grupos?.includes(i) ?? true) };
      const options = toOptions(context, doc.resumen.length + doc.operaciones.length);
      const exportado = await writeBook(
        exportar,
        buildGapSheets(doc, { ...filter, cuales, cuenta: account.nombre }),
        options,
      );
      return { exportado, filas: doc.resumen.length };
    },
  };
}
