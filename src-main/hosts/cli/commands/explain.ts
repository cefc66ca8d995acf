import { formatDayMonthYear } from '#domain/civil-date.ts';
import { describePruned } from '#domain/texts/explanations.ts';
import { formatNumber, type Choose } from '#domain/texts/language.ts';
import type { ExplainedCupon, ExplanationsDocument, MissingDocument, PreviewDocument } from '#contract/explanations.ts';
import { describeCoverage } from '#app/browse/titles.ts';
import type { ValidationDocument } from '#contract/documents.ts';
import { AppError, NOT_VALID } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { refuseExisting } from '#platform/new-file.ts';
import { CERTAINTY_LABELS } from '#domain/texts/labels.ts';
import { isMissingDays } from '#app/coverage/coverage.ts';
import {
  CUPONES,
  formatCount,
  formatServicePesos,
  formatTable,
  sayRow,
  writePesos,
  toLines,
  type Lines,
} from '../format.ts';
import { listNoticeLines, hasNoErrors, listValidationLines } from '../validation-text.ts';
import { ask, languageOf, withApp, type Command, type Caller } from '../command.ts';
import { type Given, pickGiven, inputOf, resolveOutputWorkbook } from '../reading.ts';

function linesOfCauses({ causas: causes }: ExplanationsDocument, say: Choose): string[] {
  if (causes.length === 0) return [];
  return [
    say('Causas en común:', 'Shared causes:'),
    ...causes.flatMap((cause) => [
      `  ${formatCount(cause.cupones, say(...CUPONES))}, ${writePesos(cause.importe)}. ${cause.texto}`,
      `    ${cause.hacer}`,
    ]),
    '',
  ];
}

function linesOfCupon(explainedCupon: ExplainedCupon, say: Choose): string[] {
  const { cupon, motivo, certeza, texto: said, hacer: work, candidatos, decision } = explainedCupon;
  const row = sayRow(explainedCupon, say);
  const where = row === undefined ? '' : `${row} · `;
  const day = cupon.fecha_venta === undefined ? say('sin fecha', 'no date') : formatDayMonthYear(cupon.fecha_venta);
  const importe = cupon.importe === undefined ? '' : ` · ${formatServicePesos(cupon.importe)}`;
  const comprobante = cupon.comprobante ?? cupon.wallet_referencia;
  const [first] = candidatos;
  const operacion = first === undefined ? '' : ` · ${say('operación', 'operation')} ${String(first.operacion['id'])}`;
  const toDo =
    motivo === 'FUERA_DE_COBERTURA' && cupon.fecha_venta !== undefined && decision?.resuelto !== true
      ? bringDays(cupon.fecha_venta, cupon.fecha_venta, say)
      : work;
  return toLines([
    `${where}${day}${importe}${comprobante === undefined ? '' : ` · ${comprobante}`}`,
    `  ${said}`,
    `  ${toDo}`,
    `  ${say('Certeza', 'Certainty')}: ${CERTAINTY_LABELS[certeza][say('es', 'en')].toLowerCase()}${operacion}`,
    decision !== null && `  ${say('Decisión', 'Decision')}: ${decision.texto}`,
    ...(decision?.contradicciones ?? []).map(({ texto }) => `  ${say('Para revisar', 'To be checked')}: ${texto}`),
  ]);
}

const bringDays = (from: string, to: string, say: Choose): string =>
  say(
    `Bajalas con «sincronizar --desde ${from} --hasta ${to}» y mirá de nuevo.`,
    `Download them with “sincronizar --desde ${from} --hasta ${to}” and look again.`,
  );

const linesOfNotDownloaded = ({ sinBajar }: ExplanationsDocument, say: Choose): string[] =>
  sinBajar === null
    ? []
    : [
        `${formatCount(sinBajar.cupones, say(...CUPONES))} ${say('de días con operaciones sin bajar', 'of days whose operations were not downloaded')}. ${bringDays(sinBajar.desde, sinBajar.hasta, say)}`,
        '',
      ];

const linesOfSummary = ({ resumen }: ExplanationsDocument, say: Choose): string[] =>
  formatTable(
    [
      [say('Motivo', 'Reason'), say('Cupones', 'Coupons'), say('Importe', 'Amount')],
      ...resumen.map(({ nombre, cupones, importe }) => [nombre, formatNumber(cupones), writePesos(importe)]),
    ],
    [1, 2],
  );

const linesOfPruned = ({ podados }: ExplanationsDocument, say: Choose): string[] =>
  podados === 0 ? [] : [describePruned(podados, say)];

function linesOfExplanations(doc: ExplanationsDocument, say: Choose): string[] {
  const { cupones, cobertura } = doc;
  if (cupones.length === 0) return [say('No hay ningún cupón sin conciliar.', 'No coupon is unmatched.')];
  return [
    ...linesOfNotDownloaded(doc, say),
    ...linesOfCauses(doc, say),
    ...cupones.flatMap((cupon) => [...linesOfCupon(cupon, say), '']),
    ...linesOfSummary(doc, say),
    '',
    ...linesOfPruned(doc, say),
    describeCoverage(cobertura, undefined, say),
  ];
}

/** Writes the report of a result. If this PC does not have the result, reads it from the service first. */
async function writeReport(app: Caller, request: MethodInput<'conciliaciones.informe'>): Promise<string> {
  const { exportar, ...one } = request;
  if ((await app.call('conciliaciones.guardada', one)) === null) await app.call('conciliaciones.leer', one);
  return (await app.call('conciliaciones.informe', { ...one, exportar })).exportado;
}

const showExplanation: Command = (given, environment) =>
  withApp(environment, async (app) => {
    const { say } = given;
    const de = given.needed('id|carga');
    const output = given.text('salida');
    const toExport = output === undefined ? undefined : resolveOutputWorkbook(output);
    if (toExport !== undefined) await refuseExisting(toExport);
    const account = given.texts('cuenta');
    const doc = await app.call('explicaciones.explicar', { ...account, ...languageOf(given), de });
    const exported =
      toExport === undefined || doc.id === null
        ? undefined
        : await writeReport(app, { ...account, id: doc.id, exportar: toExport });
    const { total: _total, ...shown } = { ...doc, ...pickGiven({ exportado: exported }) };
    environment.consola.showResult(shown, () => [
      ...linesOfExplanations(doc, say),
      exported !== undefined && ['', `${say('Escrito en', 'Written to')} ${exported}`],
    ]);
    return 0;
  });

const isWorthTelling = (doc: ValidationDocument): boolean =>
  !hasNoErrors(doc) || ('dudas' in doc && doc.dudas?.some(({ elegida }) => !elegida) === true);

/** Leaves out files that `linesOfPreview` prints in full. */
const linesOfNotices = (files: readonly ValidationDocument[], say: Choose): string[] =>
  listNoticeLines(
    files.flatMap((file) =>
      'codigo' in file || isWorthTelling(file) ? [] : file.avisos.map((one) => ({ ...one, archivo: file.archivo })),
    ),
    say('con «validar»', 'with “validar”'),
    say,
  );

/** Says how many coupons would match, or that this is unknown because none of their days was downloaded. */
function linesOfForecast(doc: PreviewDocument, say: Choose): string[] {
  const { archivos, conciliarian, cupones, sinBajar } = doc;
  const matching = formatNumber(conciliarian.cupones);
  const [all, sent] = [cupones.length, conciliarian.yaEnviados].map((n) => formatCount(n, say(...CUPONES)));
  const notices = linesOfNotices(archivos, say);
  if (sinBajar !== null && cupones.length > 0 && sinBajar.cupones === cupones.length) {
    const bring = bringDays(sinBajar.desde, sinBajar.hasta, say);
    return [
      say(
        `No se puede saber cuántos conciliarían: faltan bajar las operaciones de esos días. ${bring} No se envió nada.`,
        `How many would match is not known: the transactions of those days were not downloaded. ${bring} Nothing was sent.`,
      ),
      ...notices,
      '',
    ];
  }
  return toLines([
    say(
      `Conciliarían ${matching} de ${all}, ${writePesos(conciliarian.importe)}. No se envió nada.`,
      `${matching} of ${all} would match, ${writePesos(conciliarian.importe)}. Nothing was sent.`,
    ),
    conciliarian.yaEnviados > 0 &&
      say(
        `De éstos, ${sent} ya se enviaron y conciliaron: «conciliar ARCHIVO --decidir omitir-enviados» los deja afuera.`,
        `Of these, ${sent} were sent before and matched: “conciliar FILE --decidir omitir-enviados” leaves them out.`,
      ),
    ...notices,
    '',
    ...linesOfNotDownloaded(doc, say),
  ]);
}

function linesOfPreview(doc: PreviewDocument, { say }: Given): Lines {
  const { archivos, cupones } = doc;
  const others = cupones.filter(({ motivo }) => motivo !== 'COINCIDE_SIN_CONCILIAR');
  return [
    ...archivos.filter(isWorthTelling).flatMap((file) => listValidationLines(file, say)),
    ...linesOfForecast(doc, say),
    ...linesOfCauses(doc, say),
    ...others.flatMap((cupon) => [...linesOfCupon(cupon, say), '']),
    cupones.length > 0 && [...linesOfSummary(doc, say), '', ...linesOfPruned(doc, say)],
    describeCoverage(doc.cobertura, undefined, say),
  ];
}

/** The code and sentence that `conciliar` gives for files that are not valid, first for one that cannot be read; undefined if all are valid. */
function findRefusal(
  files: readonly ValidationDocument[],
): { readonly codigo: string; readonly mensaje: string } | undefined {
  for (const file of files) if ('codigo' in file) return { codigo: file.codigo, mensaje: file.mensaje };
  if (files.every(hasNoErrors)) return undefined;
  return { codigo: 'VALIDACION_RECHAZADA', mensaje: new AppError('VALIDACION_RECHAZADA').what };
}

/** Says why no operation is listed: all have a coupon, or this cannot be known. `others`: whether operations with an unmatched coupon were listed. */
function sayNoneMissing(cobertura: MissingDocument['cobertura'], given: Given, others: boolean): string {
  const { say } = given;
  if (!cobertura.contratado)
    return say(
      'No se puede saber: el servicio no está contratado.',
      'It cannot be known: the service is not contracted.',
    );
  if (isMissingDays(cobertura)) {
    const [desde, hasta] = [given.needed('desde'), given.needed('hasta')];
    return say(
      `No se puede saber: faltan bajar operaciones del período. Bajalas con «sincronizar --desde ${desde} --hasta ${hasta}».`,
      `It cannot be known: transactions of the period were not downloaded. Download them with “sincronizar --desde ${desde} --hasta ${hasta}”.`,
    );
  }
  return say(
    `${others ? 'Las demás operaciones' : 'Todas las operaciones'} del período tienen un cupón.`,
    `All ${others ? 'other ' : ''}transactions of the period have a coupon.`,
  );
}

function linesOfMissing({ resumen, operaciones, noConciliadas, cobertura }: MissingDocument, given: Given): Lines {
  const { say } = given;
  const unmatched = noConciliadas.operaciones === 0 ? [] : [noConciliadas.texto];
  const coverage = describeCoverage(cobertura, undefined, say);
  if (resumen.length === 0) return [...unmatched, sayNoneMissing(cobertura, given, unmatched.length > 0), coverage];
  return [
    ...resumen.map(({ texto: said }) => said),
    operaciones.length > 0 && [
      '',
      ...formatTable(
        [
          say(
            ['Venta', 'Importe', 'Comprobante', 'Terminal', 'Operación', 'Puede ser'],
            ['Sale', 'Amount', 'Receipt number', 'Terminal', 'Transaction', 'May be'],
          ),
          ...operaciones.map(({ operacion, cupones: [first] }) => [
            formatDayMonthYear(String(operacion['fecha_venta'])),
            formatServicePesos(String(operacion['importe'])),
            String(operacion['comprobante'] ?? ''),
            String(operacion['terminal'] ?? ''),
            String(operacion['id']),
            (first === undefined ? undefined : sayRow(first, say)) ?? '—',
          ]),
        ],
        [1],
      ),
    ],
    unmatched.length > 0 && ['', ...unmatched],
    '',
    coverage,
  ];
}

export const EXPLANATIONS: Readonly<Record<string, Command>> = {
  explicar: showExplanation,
  previa: ask('explicaciones.previa', {
    input: (given) => ({ ...inputOf<'explicaciones.previa'>(given), ...languageOf(given) }),
    // Leave out the fields that only screens need.
    document: ({ total: _total, enviados: _sent, version: _version, arreglables: _fixable, ...doc }) => ({
      ...doc,
      ...findRefusal(doc.archivos),
    }),
    lines: linesOfPreview,
    exit: ({ archivos }) => (archivos.every(hasNoErrors) ? 0 : NOT_VALID),
  }),
  faltantes: ask('explicaciones.faltantes', {
    input: (given) => ({ ...inputOf<'explicaciones.faltantes'>(given), ...languageOf(given) }),
    lines: linesOfMissing,
  }),
};
