import { formatDayMonthYear } from '#domain/civil-date.ts';
import { describeContrast } from '#domain/texts/contrast.ts';
import { describePruned } from '#domain/texts/explanations.ts';
import { getFileName, formatNumber } from '#domain/texts/language.ts';
import type { ExplainedCupon, ExplanationsDocument, PreviewDocument } from '#contract/explanations.ts';
import { describeCoverage } from '#app/browse/titles.ts';
import type { ValidationDocument } from '#contract/documents.ts';
import { AppError, NOT_VALID } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { refuseExisting } from '#platform/new-file.ts';
import { CERTAINTY_LABELS } from '#domain/texts/labels.ts';
import { withApp, type Caller } from '../application.ts';
import { getArgument, pickGiven, getTextOption, accountOf, type Command } from '../command.ts';
import { formatCount, writePesos, formatServicePesos, formatTable } from '../format.ts';
import { getReadingOptions } from '../reading.ts';
import { resolveOutputWorkbook } from '../output.ts';
import { listNoticeLines } from '../notices-text.ts';
import { hasNoErrors, listValidationLines } from '../validation-text.ts';

const CUPONES = ['cupón', 'cupones'] as const;

function linesOfCauses({ causas: causes }: ExplanationsDocument): string[] {
  if (causes.length === 0) return [];
  return [
    'Causas en común:',
    ...causes.flatMap((cause) => [
      `  ${formatCount(cause.cupones, CUPONES)}, ${writePesos(cause.importe)}. ${cause.texto}`,
      `    ${describeContrast(cause)} ${cause.hacer}`,
    ]),
    '',
  ];
}

function linesOfCupon({
  archivo,
  fila,
  cupon,
  motivo,
  certeza,
  texto: said,
  hacer: work,
  candidatos,
  decision,
}: ExplainedCupon): string[] {
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
export const showExplanation: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const de = getArgument(request, 0);
    const output = getTextOption(request, 'salida');
    const toExport = output === undefined ? undefined : resolveOutputWorkbook(output);
    if (toExport !== undefined) await refuseExisting(toExport);
    const account = accountOf(request);
    const doc = await app.call('explicaciones.explicar', { ...account, de });
    const exported =
      toExport === undefined || doc.id === null
        ? undefined
        : await writeReport(app, { ...account, id: doc.id, exportar: toExport });
    const given = { ...toPublic(doc), ...pickGiven({ exportado: exported }) };
    environment.consola.showResult(given, () => [
      ...linesOfExplanations(doc),
      ...(exported === undefined ? [] : ['', `Escrito en ${exported}`]),
    ]);
    return 0;
  });

const isWorthTelling = (doc: ValidationDocument): boolean =>
  !hasNoErrors(doc) || ('fechas' in doc && doc.fechas?.some(({ elegido }) => !elegido) === true);

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

/** `previa ARCHIVO…`: what would match, before anything is sent. Exit 1 when some row or file is not valid, as `validar`. */
export const showPrevia: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const doc = await app.call('explicaciones.previa', {
      ...getReadingOptions(request),
      ...accountOf(request),
    });
    const { archivos, conciliarian } = doc;
    environment.consola.showResult({ ...toPublic(doc), archivos, conciliarian, ...findRefusal(archivos) }, () =>
      linesOfPreview(doc),
    );
    return archivos.every(hasNoErrors) ? 0 : NOT_VALID;
  });
