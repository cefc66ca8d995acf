import { NOT_VALID } from '#contract/errors.ts';
import { withApp } from '../application.ts';
import { hasFlag, accountOf, type Command } from '../command.ts';
import { withSheets, getReadingOptions } from '../reading.ts';
import { hasNoErrors, listValidationLines } from '../validation-text.ts';

/** `validar`: errors of a file do not change the form of its document (docs/cli.md). Exits 1 when some row or file is not valid. */
export const validateFiles: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const options = getReadingOptions(request);
    const documents = await app.call('archivos.validar', {
      ...options,
      ...accountOf(request),
      cupones: hasFlag(request, 'cupones'),
    });
    // What was asked for decides the form, not how many of the files were read: scripts give a pattern of names.
    const isOne = options.archivos.length === 1 && !withSheets(request);
    environment.consola.showResult(isOne ? documents[0] : documents, () =>
      documents.flatMap((doc) => listValidationLines(doc)),
    );
    return documents.every(hasNoErrors) ? 0 : NOT_VALID;
  });
