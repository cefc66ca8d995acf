import { formatNumber } from '#domain/texts/language.ts';
import path from 'node:path';
import type { TransferAccount, IncomingTransferAccount } from '#contract/settings.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { withApp } from '../application.ts';
import { getArgument, hasFlag, type Command } from '../command.ts';
import { formatCount, formatDate, formatTable } from '../format.ts';
import { resolveOutputFile } from '../output.ts';

const toAccountLines = (accounts: readonly TransferAccount[]): string[] =>
  formatTable(
    accounts.map(({ nombre, cargas, conCache }) => [
      `  ${nombre}`,
      cargas === null ? LABELS.withoutUploads.es : formatCount(cargas, ['envío', 'envíos']),
      conCache ? 'con los datos bajados' : '',
    ]),
  );

/** Each account of a file with its address. An address that differs from the one here is marked: the secret would be sent there. */
const linesWithAddresses = (accounts: readonly IncomingTransferAccount[]): string[] =>
  accounts.flatMap((account) => [
    ...toAccountLines([account]),
    ...(account.url === null ? [] : [`      entra en ${account.url}`]),
    ...(account.antes === null ? [] : [`  !!! LA DIRECCIÓN CAMBIÓ: acá entraba en ${account.antes}`]),
  ]);

/** `trasladar exportar`. */
export const exportTransfer: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const done = await app.call('traslado.exportar', {
      exportar: resolveOutputFile(getArgument(request, 0)),
      conCache: hasFlag(request, 'conDatos'),
    });
    environment.consola.showResult(done, () => [
      `Escrito en ${done.exportado}, ${formatNumber(Math.ceil(done.bytes / 1024))} KB.`,
      ...toAccountLines(done.cuentas),
      'Los secretos no van: en la otra PC se piden de nuevo. Desde ahora enviá desde una sola de las dos.',
    ]);
    return 0;
  });

/** `trasladar examinar`. */
export const examineTransfer: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const seen = await app.call('traslado.examinar', { archivos: [path.resolve(getArgument(request, 0))] });
    environment.consola.showResult(seen, () => [
      `El archivo está entero. Se hizo el ${formatDate(seen.hecho)} y tiene:`,
      ...linesWithAddresses(seen.cuentas),
      `  ${formatCount(seen.plantillas, ['plantilla', 'plantillas'])}`,
      ...(seen.ocupada.length === 0 ? [] : [`Acá hay: ${seen.ocupada.join(', ')}`]),
    ]);
    return 0;
  });

/** `trasladar importar`. */
export const importTransfer: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const done = await app.call('traslado.importar', {
      archivos: [path.resolve(getArgument(request, 0))],
      si: hasFlag(request, 'si'),
    });
    environment.consola.showResult(done, () => [
      LABELS.broughtFromOtherPc.es,
      ...linesWithAddresses(done.cuentas),
      ...(done.apartado === null ? [] : [`Lo que había quedó guardado en ${done.apartado}`]),
      'Las claves que había se olvidaron. Fijate en las direcciones y poné el secreto de cada cuenta con «cuenta cambiar-clave».',
    ]);
    return 0;
  });
