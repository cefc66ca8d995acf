import { formatDayMonthYear } from '#domain/civil-date.ts';
import { describePruned } from '#domain/texts/explanations.ts';
import { getFileName, formatNumber } from '#domain/texts/language.ts';
import type { ExplainedCupon, ExplanationsDocument, MissingDocument, PreviewDocument } from '#contract/explanations.ts';
import { describeCoverage } from '#app/browse/titles.ts';
import type { ValidationDocument } from '#contract/documents.ts';
import { AppError, NOT_VALID } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { refuseExisting } from '#platform/new-file.ts';
import { CERTAINTY_LABELS } from '#domain/texts/labels.ts';
import { isMissingDays } from '#app/coverage/coverage.ts';
import { withApp, type Caller } from '../application.ts';
import { ask, pickGiven, type Command } from '../command.ts';
import { formatCount, writePesos, formatServicePesos, formatTable } from '../format.ts';
import { getReadingOptions } from '../reading.ts';
import { neededPeriodOf, resolveOutputWorkbook } from '../output.ts';
import { listNoticeLines } from '../notices-text.ts';
import { hasNoErrors, listValidationLines } from '../validation-text.ts';

const CUPONES = ['cupón', 'cupones'] as const;

function linesOfCauses({ causas: causes }: ExplanationsDocument): string[] {
  if (causes.length === 0) return [];
  return [
    'Causas en común:',
    ...causes.flatMap((cause) => [
      `  ${formatCount(cause.cupones, CUPONES)}, ${writePesos(cause.importe)}. ${cause.texto}`,
      `    ${cause.hacer}`,
    ]),
    '',
  ];
}

function linesOfCupon(explainedCupon: ExplainedCupon): string[] {
  const { archivo, fila, cupon, motivo, certeza, texto: said, hacer: work, candidatos, decision } = explainedCupon;
  const where =
    fila === null ? '' : `fila ${formatNumber(fila)}${archivo === null ? '' : ` de ${getFileName(archivo)}`} · `;
  const day = cupon.fecha_venta === undefined ? 'sin fecha' : formatDayMonthYear(cupon.fecha_venta);
  const importe = cupon.importe === undefined ? '' : ` · ${formatServicePesos(cupon.importe)}`;
  const comprobante = cupon.comprobante ?? cupon.wallet_referencia;
  const [first] = candidatos;
  const operacion = first === undefined ? '' : ` · operación ${String(first.operacion['id'])}`;
  const toDo =
    motivo === 'FUERA_DE_COBERTURA' && cupon.fecha_venta !== undefined && decision?.resuelto !== true
      ? bringDays(cupon.fecha_venta, cupon.fecha_venta)
      : work;
  return [
    `${where}${day}${importe}${comprobante === undefined ? '' : ` · ${comprobante}`}`,
    `  ${said}`,
    `  ${toDo}`,
    `  Certeza: ${CERTAINTY_LABELS[certeza].es.toLowerCase()}${operacion}`,
    ...(decision === null ? [] : [`  Decisión: ${decision.texto}`]),
    ...(decision?.contradicciones ?? []).map(({ texto }) => `  Para revisar: ${texto}`),
  ];
}

/** The core says what to do; the command line names the command. */
const bringDays = (from: string, to: string): string =>
  `Bajalas con «sincronizar --desde ${from} --hasta ${to}» y mirá de nuevo.`;

const linesOfNotDownloaded = ({ sinBajar }: ExplanationsDocument): string[] =>
  sinBajar === null
    ? []
    : [
        `${formatCount(sinBajar.cupones, CUPONES)} de días con operaciones sin bajar. ${bringDays(sinBajar.desde, sinBajar.hasta)}`,
        '',
      ];

const linesOfSummary = ({ resumen }: ExplanationsDocument): string[] =>
  formatTable(
    [
      ['Motivo', 'Cupones', 'Importe'],
      ...resumen.map(({ nombre, cupones, importe }) => [nombre, formatNumber(cupones), writePesos(importe)]),
    ],
    [1, 2],
  );

/** The public document of the command line: without what only the pages of a screen need. */
const toPublic = ({ id, causas: causes, cupones, resumen, sinBajar, podados, cobertura }: ExplanationsDocument) => ({
  id,
  causas: causes,
  cupones,
  resumen,
  sinBajar,
  podados,
  cobertura,
});

/** What was left out of the assignment. */
const linesOfPruned = ({ podados }: ExplanationsDocument): string[] => (podados === 0 ? [] : [describePruned(podados)]);

function linesOfExplanations(doc: ExplanationsDocument): string[] {
  const { cupones, cobertura } = doc;
  if (cupones.length === 0) return ['No hay ningún cupón sin conciliar.'];
  return [
    ...linesOfNotDownloaded(doc),
    ...linesOfCauses(doc),
    ...cupones.flatMap((cupon) => [...linesOfCupon(cupon), '']),
    ...linesOfSummary(doc),
    '',
    ...linesOfPruned(doc),
    describeCoverage(cobertura),
  ];
}

/** Writes the report of a result, which is first read from the service when it is not kept here. */
async function writeReport(app: Caller, request: MethodInput<'conciliaciones.informe'>): Promise<string> {
  const { exportar, ...one } = request;
  if ((await app.call('conciliaciones.guardada', one)) === null) await app.call('conciliaciones.leer', one);
  return (await app.call('conciliaciones.informe', { ...one, exportar })).exportado;
}

/** `explicar ID|CARGA`: why each coupon did not match. */
const showExplanation: Command = (given, environment) =>
  withApp(environment, async (app) => {
    const de = given.needed('id|carga');
    const output = given.text('salida');
    const toExport = output === undefined ? undefined : resolveOutputWorkbook(output);
    if (toExport !== undefined) await refuseExisting(toExport);
    const account = given.texts('cuenta');
    const doc = await app.call('explicaciones.explicar', { ...account, de });
    const exported =
      toExport === undefined || doc.id === null
        ? undefined
        : await writeReport(app, { ...account, id: doc.id, exportar: toExport });
    const shown = { ...toPublic(doc), ...pickGiven({ exportado: exported }) };
    environment.consola.showResult(shown, () => [
      ...linesOfExplanations(doc),
      ...(exported === undefined ? [] : ['', `Escrito en ${exported}`]),
    ]);
    return 0;
  });

const isWorthTelling = (doc: ValidationDocument): boolean =>
  !hasNoErrors(doc) || ('dudas' in doc && doc.dudas?.some(({ elegida }) => !elegida) === true);

/** The notices of the files that are not listed row by row. */
const linesOfNotices = (files: readonly ValidationDocument[]): string[] =>
  listNoticeLines(
    files.flatMap((file) =>
      'codigo' in file || isWorthTelling(file) ? [] : file.avisos.map((one) => ({ ...one, archivo: file.archivo })),
    ),
    'con «validar»',
  );

/** How many would match; nothing can be said while no day of theirs was downloaded. */
function linesOfForecast(doc: PreviewDocument): string[] {
  const { archivos, conciliarian, cupones, sinBajar } = doc;
  const notices = linesOfNotices(archivos);
  if (sinBajar !== null && cupones.length > 0 && sinBajar.cupones === cupones.length) {
    const bring = bringDays(sinBajar.desde, sinBajar.hasta);
    return [
      `No se puede saber cuántos conciliarían: faltan bajar las operaciones de esos días. ${bring} No se envió nada.`,
      ...notices,
      '',
    ];
  }
  return [
    `Conciliarían ${formatNumber(conciliarian.cupones)} de ${formatCount(cupones.length, CUPONES)}, ${writePesos(conciliarian.importe)}. No se envió nada.`,
    ...(conciliarian.yaEnviados === 0
      ? []
      : [
          `De éstos, ${formatCount(conciliarian.yaEnviados, CUPONES)} ya se enviaron y conciliaron: «conciliar ARCHIVO --decidir omitir-enviados» los deja afuera.`,
        ]),
    ...notices,
    '',
    ...linesOfNotDownloaded(doc),
  ];
}

function linesOfPreview(doc: PreviewDocument): string[] {
  const { archivos, cupones } = doc;
  const others = cupones.filter(({ motivo }) => motivo !== 'COINCIDE_SIN_CONCILIAR');
  return [
    ...archivos.filter(isWorthTelling).flatMap((file) => listValidationLines(file)),
    ...linesOfForecast(doc),
    ...linesOfCauses(doc),
    ...others.flatMap((cupon) => [...linesOfCupon(cupon), '']),
    ...(cupones.length === 0 ? [] : [...linesOfSummary(doc), '', ...linesOfPruned(doc)]),
    describeCoverage(doc.cobertura),
  ];
}

/** The code and the sentence of files that are not valid, as `conciliar` has them; a file that cannot be read comes first. */
function findRefusal(
  files: readonly ValidationDocument[],
): { readonly codigo: string; readonly mensaje: string } | undefined {
  for (const file of files) if ('codigo' in file) return { codigo: file.codigo, mensaje: file.mensaje };
  if (files.every(hasNoErrors)) return undefined;
  return { codigo: 'VALIDACION_RECHAZADA', mensaje: new AppError('VALIDACION_RECHAZADA').what };
}

/** The lines of `faltantes`. `asked`: the days that were asked for. */
function linesOfMissing(
  { resumen, operaciones, noConciliadas, cobertura }: MissingDocument,
  asked: { readonly desde: string; readonly hasta: string },
): string[] {
  const unmatched = noConciliadas.operaciones === 0 ? [] : [noConciliadas.texto];
  // Without the operations of some day, nobody knows whether all of them have a coupon.
  if (resumen.length === 0 && !cobertura.contratado)
    return [...unmatched, 'No se puede saber: el servicio no está contratado.', describeCoverage(cobertura)];
  if (resumen.length === 0 && isMissingDays(cobertura)) {
    const bring = `Bajalas con «sincronizar --desde ${asked.desde} --hasta ${asked.hasta}».`;
    return [
      ...unmatched,
      `No se puede saber: faltan bajar operaciones del período. ${bring}`,
      describeCoverage(cobertura),
    ];
  }
  if (resumen.length === 0) {
    const all = unmatched.length === 0 ? 'Todas las operaciones' : 'Las demás operaciones';
    return [...unmatched, `${all} del período tienen un cupón.`, describeCoverage(cobertura)];
  }
  return [
    ...resumen.map(({ texto: said }) => said),
    ...(operaciones.length === 0
      ? []
      : [
          '',
          ...formatTable(
            [
              ['Venta', 'Importe', 'Comprobante', 'Terminal', 'Operación', 'Puede ser'],
              ...operaciones.map(({ operacion, cupones: [first] }) => [
                formatDayMonthYear(String(operacion['fecha_venta'])),
                formatServicePesos(String(operacion['importe'])),
                String(operacion['comprobante'] ?? ''),
                String(operacion['terminal'] ?? ''),
                String(operacion['id']),
                first?.fila === undefined || first.fila === null
                  ? '—'
                  : `fila ${formatNumber(first.fila)}${first.archivo === null ? '' : ` de ${getFileName(first.archivo)}`}`,
              ]),
            ],
            [1],
          ),
        ]),
    ...(unmatched.length === 0 ? [] : ['', ...unmatched]),
    '',
    describeCoverage(cobertura),
  ];
}

/** Why coupons did not match, or would not, and what was never uploaded (docs/cli.md). */
export const EXPLANATIONS: Readonly<Record<string, Command>> = {
  explicar: showExplanation,
  /** Exits 1 when some row or file is not valid, as `validar`. */
  previa: ask('explicaciones.previa', {
    input: (given) => ({ ...getReadingOptions(given), ...given.texts('cuenta') }),
    document: (doc) => ({
      ...toPublic(doc),
      archivos: doc.archivos,
      conciliarian: doc.conciliarian,
      ...findRefusal(doc.archivos),
    }),
    lines: linesOfPreview,
    exit: ({ archivos }) => (archivos.every(hasNoErrors) ? 0 : NOT_VALID),
  }),
  faltantes: ask('explicaciones.faltantes', {
    input: (given) => ({ ...neededPeriodOf(given), ...given.texts('cuenta') }),
    lines: (doc, given) => linesOfMissing(doc, neededPeriodOf(given)),
  }),
};
