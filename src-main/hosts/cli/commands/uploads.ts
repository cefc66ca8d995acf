import { AUXILIARIES } from '#domain/cupon.ts';
import { AppError, NOT_VALID } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import { ask, getExitCode, pickGiven, type Command, type Given } from '../command.ts';
import { getReadingOptions, getWaitOptions, withSheets } from '../reading.ts';
import { uploadLines } from '../upload-text.ts';
import { hasNoErrors, listValidationLines } from '../validation-text.ts';

type Marker = NonNullable<MethodInput<'cargas.conciliar'>['marcador']>;
const MARKERS: readonly Marker[] = ['auto', 'ninguno', ...AUXILIARIES];

function markerOf(given: Given): Marker | undefined {
  const text = given.text('marcador');
  const marker = MARKERS.find((one) => one === text);
  if (text === undefined || marker !== undefined) return marker;
  throw new AppError('USO', { mensaje: USAGE.notAMarker(text) });
}

/** `validar`, `conciliar` and `conciliaciones retomar` (docs/cli.md). */
export const UPLOADS: Readonly<Record<string, Command>> = {
  /** Exits 1 when some row or file is not valid. */
  validar: ask('archivos.validar', {
    input: (given) => ({ ...getReadingOptions(given), ...given.texts('cuenta'), cupones: given.flag('cupones') }),
    // What was asked for decides the form, not how many of the files were read: scripts give a pattern of names.
    document: (documents, given) =>
      given.list('archivo').length === 1 && !withSheets(given) ? documents[0] : documents,
    lines: (documents, { say }) => documents.flatMap((doc) => listValidationLines(doc, say)),
    exit: (documents) => (documents.every(hasNoErrors) ? 0 : NOT_VALID),
  }),
  conciliar: ask('cargas.conciliar', {
    input: async (given, app) => ({
      ...getReadingOptions(given),
      ...(await getWaitOptions(given, app)),
      ...given.texts('cuenta', 'decidir', 'guardarPlantilla'),
      ...given.numbers('porTanda'),
      ...pickGiven({ marcador: markerOf(given) }),
      avisos: true,
      omitirErrores: given.flag('omitirErrores'),
      repetir: given.flag('repetir'),
    }),
    lines: (doc, { say }) => uploadLines(doc, say),
    exit: getExitCode,
  }),
  /** One upload by name, or all unfinished ones; exits with the first code that is not 0. */
  'conciliaciones retomar': ask('cargas.retomar', {
    input: async (given, app) => ({
      ...(await getWaitOptions(given, app)),
      ...given.texts('cuenta', 'carga', 'decidir'),
      ...given.numbers('porTanda'),
      avisos: true,
    }),
    document: (documents, given) => (given.text('carga') === undefined ? documents : documents[0]),
    lines: (documents, { say }) =>
      documents.length === 0
        ? [
            say(
              'Está todo terminado: no queda ningún envío por retomar.',
              'Everything is finished: no upload is left to go on with.',
            ),
          ]
        : documents.flatMap((doc) => uploadLines(doc, say)),
    exit: (documents) => documents.map(getExitCode).find((code) => code !== 0) ?? 0,
  }),
};
