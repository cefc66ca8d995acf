import { z } from 'zod';
import { AUXILIARIES } from '#domain/cupon.ts';
import { AppError } from '#contract/errors.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { withApp } from '../application.ts';
import { uploadLines } from '../upload-text.ts';
import {
  getOptionalArgument,
  hasFlag,
  pickGiven,
  getNumberOption,
  getExitCode,
  getTextOption,
  type Command,
} from '../command.ts';
import { getWaitOptions, getReadingOptions } from '../reading.ts';

const markers = z.enum(['auto', 'ninguno', ...AUXILIARIES]);

function parseMarker(value: string | undefined): z.infer<typeof markers> | undefined {
  if (value === undefined) return undefined;
  const parsed = markers.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('USO', {
    mensaje: CONSOLE.notAMarker(value),
  });
}

/** `conciliar`: the main job. */
export const conciliar: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const doc = await app.call('cargas.conciliar', {
      ...getReadingOptions(request),
      ...(await getWaitOptions(request, app)),
      ...pickGiven({
        cuenta: getTextOption(request, 'cuenta'),
        porTanda: getNumberOption(request, 'porTanda'),
        marcador: parseMarker(getTextOption(request, 'marcador')),
        decidir: getTextOption(request, 'decidir'),
        guardarPlantilla: getTextOption(request, 'guardarPlantilla'),
      }),
      avisos: true,
      omitirErrores: hasFlag(request, 'omitirErrores'),
      repetir: hasFlag(request, 'repetir'),
    });
    environment.consola.showResult(doc, () => uploadLines(doc));
    return getExitCode(doc);
  });

/** `conciliaciones retomar`: one upload by name, or all unfinished ones; exits with the first code that is not 0. */
export const resumeUploads: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const upload = getOptionalArgument(request, 0);
    const documents = await app.call('cargas.retomar', {
      ...(await getWaitOptions(request, app)),
      avisos: true,
      ...pickGiven({
        cuenta: getTextOption(request, 'cuenta'),
        carga: upload,
        decidir: getTextOption(request, 'decidir'),
      }),
    });
    environment.consola.showResult(upload === undefined ? documents : documents[0], () =>
      documents.length === 0
        ? ['Está todo terminado: no queda ningún envío por retomar.']
        : documents.flatMap(uploadLines),
    );
    return documents.map(getExitCode).find((output) => output !== 0) ?? 0;
  });
