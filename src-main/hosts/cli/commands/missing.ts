import { formatDayMonthYear } from '#domain/civil-date.ts';
import { getFileName, formatNumber } from '#domain/texts/language.ts';
import type { MissingDocument } from '#contract/explanations.ts';
import { describeCoverage } from '#app/browse/titles.ts';
import { isMissingDays } from '#app/coverage/coverage.ts';
import { withApp } from '../application.ts';
import { getTextOption, accountOf, type Command } from '../command.ts';
import { formatServicePesos, formatTable } from '../format.ts';
import { checkPeriod } from '../output.ts';

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

/** `faltantes --desde --hasta`: operations whose coupons were not uploaded. */
export const showWithoutCupon: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const [from, to] = [getTextOption(request, 'desde') ?? '', getTextOption(request, 'hasta') ?? ''];
    checkPeriod(from, to);
    const doc = await app.call('explicaciones.faltantes', {
      desde: from,
      hasta: to,
      ...accountOf(request),
    });
    environment.consola.showResult(doc, () => linesOfMissing(doc, { desde: from, hasta: to }));
    return 0;
  });
