import { AppError } from '#contract/errors.ts';
import { PAPERS, type Paper } from '#contract/checks.ts';
import { coverageInWords } from '#app/browse/titles.ts';
import { withApp } from '../application.ts';
import { getArgument, dados, textOption, type Command } from '../command.ts';
import { formatNumber } from '../format.ts';
import { resolveOutputFile, checkPeriod } from '../output.ts';

function parsePaper(nombre: string): Paper {
  const papel = PAPERS.find((each) => each === nombre);
  if (papel !== undefined) return papel;
  throw new AppError('USO', {
    mensaje: `«${nombre}» no es un papel. No se escribió nada. Los que hay: ${PAPERS.join(', ')}.`,
  });
}

/** `papel impuestos|liquidaciones`: a workbook for whoever keeps the books, from the local data. */
export const exportPaper: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const [desde, hasta] = [textOption(request, 'desde') ?? '', textOption(request, 'hasta') ?? ''];
    checkPeriod(desde, hasta);
    const doc = await app.call('papeles.exportar', {
      papel: parsePaper(getArgument(request, 0)),
      desde,
      hasta,
      salida: resolveOutputFile(textOption(request, 'salida') ?? ''),
      ...dados({ cuenta: textOption(request, 'cuenta') }),
    });
    const { coinciden, difieren, sinDatos } = doc.controles;
    environment.consola.showResult(doc, () => [
      `Se escribieron ${formatNumber(doc.filas)} filas en ${doc.archivo}.`,
      coverageInWords(doc.cobertura),
      `Controles: ${formatNumber(coinciden)} coinciden, ${formatNumber(difieren)} difieren, ${formatNumber(sinDatos)} sin datos.`,
    ]);
    return 0;
  });
