import { formatNumber } from '#domain/texts/language.ts';
import { AppError } from '#contract/errors.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { PAPERS, type Paper } from '#contract/checks.ts';
import { describeCoverage } from '#app/browse/titles.ts';
import { withApp } from '../application.ts';
import { getArgument, getTextOption, accountOf, type Command } from '../command.ts';
import { sayWritten } from '../format.ts';
import { resolveOutputFile, checkPeriod } from '../output.ts';

function parsePaper(name: string): Paper {
  const paper = PAPERS.find((each) => each === name);
  if (paper !== undefined) return paper;
  throw new AppError('USO', {
    mensaje: CONSOLE.notAPaper(name, PAPERS),
  });
}

/** `papel impuestos|liquidaciones`: a workbook for whoever keeps the books, from the local data. */
export const exportPaper: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const [from, to] = [getTextOption(request, 'desde') ?? '', getTextOption(request, 'hasta') ?? ''];
    checkPeriod(from, to);
    const doc = await app.call('papeles.exportar', {
      papel: parsePaper(getArgument(request, 0)),
      desde: from,
      hasta: to,
      salida: resolveOutputFile(getTextOption(request, 'salida') ?? ''),
      ...accountOf(request),
    });
    const { coinciden, difieren, sinDatos } = doc.controles;
    environment.consola.showResult(doc, () => [
      sayWritten(doc),
      describeCoverage(doc.cobertura, doc),
      `Controles: ${formatNumber(coinciden)} coinciden, ${formatNumber(difieren)} difieren, ${formatNumber(sinDatos)} sin datos.`,
    ]);
    return 0;
  });
