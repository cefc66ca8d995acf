import path from 'node:path';
import type { PaperDocument } from '#contract/checks.ts';
import type { ClosedMonth } from '#contract/cierre.ts';
import { AppError } from '#contract/errors.ts';
import { civilDateAt, civilDateTimeAt, formatDayMonthYear, monthOf } from '#domain/civil-date.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { toCoverageDocument } from '../coverage/coverage.ts';
import {
  describeCoverage,
  describeInDoubt,
  describeNotReported,
  listInDoubtLines,
  describeEmpty,
} from '../browse/titles.ts';
import { runChecks, requirePeriod } from '../checks/index.ts';
import type { FunctionsOf } from '../dispatch/dispatch.ts';
import { writeBook } from '../sheets.ts';
import type { FigureData, FigureDeps } from '../figures/adder.ts';
import { formatCuit, type Taxpayer } from '#domain/cierre/taxpayers.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { openClosedMonths } from '../cierre/closed.ts';
import { fileOfAnswers, readAnswers } from '../cierre/questions.ts';
import { chooseTaxpayer, readTaxpayers, restrictTo } from '../cierre/taxpayers.ts';
import { DEFINITIONS } from './definitions.ts';
import { buildIibbSheet, buildGroupsSheet, buildDetailSheet, type SheetContext } from './sheets.ts';
import { checksOf, buildChecksSheet } from './checks-sheet.ts';
import { describeMissing, describeMonths, buildSummarySheet, toSums } from './summary.ts';

interface Deps extends FigureDeps {
  readonly folder: Pick<DataFolder, 'accountFolder'>;
}

const CRITERION = 'por fecha de liquidación';
const WHOLE_ACCOUNT = 'Los controles son de todos los CUIT de la cuenta: el servicio suma así';

const describeClosed = ({ periodo, cuando }: ClosedMonth): string =>
  `${periodo} está cerrado desde el ${formatDayMonthYear(cuando.slice(0, 10))}: lo que cambió después va a ajustes del mes abierto`;

const describeTaxpayer = (taxpayer: Taxpayer | undefined, account: string): string =>
  taxpayer === undefined ? account : `${taxpayer.razonSocial} · CUIT ${formatCuit(taxpayer.cuit)}`;

export const createPapers = ({ accounts, withData, clock, folder }: Deps): FunctionsOf<'papeles.exportar'> => ({
  async exportar({ cuenta: name, papel, desde, hasta, salida, cuit }, { signal, onProgress }) {
    requirePeriod({ desde, hasta });
    if (path.extname(salida).toLowerCase() !== '.xlsx')
      throw new AppError('USO', { mensaje: REFUSALS.outputNoWorkbook });
    const account = await accounts.choose(name);
    const now = clock.now();
    const definition = DEFINITIONS[papel];
    const writePaper = async (whole: FigureData): Promise<PaperDocument> => {
      const answers = await readAnswers(fileOfAnswers(folder, account));
      const taxpayers = await readTaxpayers(whole, answers);
      const taxpayer = chooseTaxpayer(taxpayers, cuit);
      const data = restrictTo(whole, taxpayers, taxpayer);
      const coverage = toCoverageDocument(data.cache, { metodo: papel, desde, hasta, ahora: now });
      const closed = openClosedMonths(folder, account)
        .list(taxpayer?.cuit ?? '')
        .filter(({ periodo }) => periodo >= monthOf(desde) && periodo <= monthOf(hasta));
      const period = `${formatDayMonthYear(desde)} – ${formatDayMonthYear(hasta)}`;
      const query = { metodo: papel, desde, hasta } as const;
      const { importes } = definition;
      const [sum] = await data.sumador.group(query, { por: [], sumas: importes });
      const total = sum ?? { keys: [], n: 0, sumas: importes.map(() => 0n), faltan: importes.map(() => 0) };
      const listNotReported = (fields: readonly string[]): readonly string[] =>
        describeNotReported(fields.map((field) => [field, total.faltan[importes.indexOf(field)] ?? 0]));
      const months = describeMonths(data, papel, { desde, hasta }, civilDateAt(now));
      const totalNote = describeMissing(months);
      const [doubtful] = await data.sumador.group({ ...query, enDuda: true }, { por: [], sumas: importes });
      const inDoubt = toSums(doubtful ?? { n: 0, sumas: [] }, importes);
      const context: SheetContext = {
        definition,
        desde,
        hasta,
        sello: [
          `${describeTaxpayer(taxpayer, account.nombre)} · ${period} · ${CRITERION}`,
          describeCoverage(coverage),
          ...closed.map(describeClosed),
          ...listInDoubtLines(papel, inDoubt),
        ],
        notReported: listNotReported,
        vacia: describeEmpty(coverage),
        note: totalNote === undefined ? {} : { totalNote },
        enDuda: describeInDoubt(papel, inDoubt),
      };
      const checks = checksOf(papel, await runChecks(whole, { desde, hasta }));
      const passes = data.lector?.readPasses(signal);
      const detail = buildDetailSheet(passes, total, context);
      const workbook = [
        await buildSummarySheet({
          context: { ...context, sello: [period, describeCoverage(coverage), ...listNotReported(importes)] },
          data,
          cuenta: describeTaxpayer(taxpayer, account.nombre),
          leido: civilDateTimeAt(now),
          controles: checks,
          detalle: detail,
          filas: total.n,
          months,
        }),
        ...(await Promise.all(definition.hojas.map((sheet) => buildGroupsSheet(data, sheet, context)))),
        ...(papel === 'impuestos'
          ? [await buildIibbSheet(data, context, { corrections: answers.jurisdicciones, signal })]
          : []),
        detail,
        buildChecksSheet(checks, [
          ...context.sello,
          ...(taxpayers.list.length > 1 ? [WHOLE_ACCOUNT] : []),
          ...listNotReported(importes),
        ]),
      ];
      try {
        const file = await writeBook(salida, workbook, {
          signal,
          now,
          noFolder: REFUSALS.noOutputFolder,
          onProgress: (rows) => onProgress({ fase: 'exportacion', hecho: rows, total: null }),
        });
        const { coinciden, difieren, sinDatos } = checks;
        return {
          papel,
          ...(taxpayer === undefined ? {} : { cuit: taxpayer.cuit }),
          ...(closed.length === 0 ? {} : { cerrados: closed }),
          archivo: file,
          filas: total.n,
          desde,
          hasta,
          cobertura: coverage,
          controles: { coinciden, difieren, sinDatos },
        };
      } finally {
        await passes?.close();
      }
    };
    return withData(account, writePaper, signal);
  },
});
