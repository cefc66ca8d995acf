import { formatNumber } from '#domain/texts/language.ts';
import path from 'node:path';
import type { TransferAccount, IncomingTransferAccount } from '#contract/settings.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { ask, type Command } from '../command.ts';
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

/** `trasladar` (docs/cli.md). */
export const TRANSFER: Readonly<Record<string, Command>> = {
  'trasladar exportar': ask('traslado.exportar', {
    input: (given) => ({
      exportar: resolveOutputFile(given.needed('salida.zip')),
      conCache: given.flag('conDatos'),
    }),
    lines: ({ exportado, bytes, cuentas }) => [
      `Escrito en ${exportado}, ${formatNumber(Math.ceil(bytes / 1024))} KB.`,
      ...toAccountLines(cuentas),
      'Los secretos no van: en la otra PC se piden de nuevo. Desde ahora enviá desde una sola de las dos.',
    ],
  }),
  'trasladar examinar': ask('traslado.examinar', {
    input: (given) => ({ archivos: [path.resolve(given.needed('archivo.zip'))] }),
    lines: ({ hecho, cuentas, plantillas, ocupada }) => [
      `El archivo está entero. Se hizo el ${formatDate(hecho)} y tiene:`,
      ...linesWithAddresses(cuentas),
      `  ${formatCount(plantillas, ['plantilla', 'plantillas'])}`,
      ...(ocupada.length === 0 ? [] : [`Acá hay: ${ocupada.join(', ')}`]),
    ],
  }),
  'trasladar importar': ask('traslado.importar', {
    input: (given) => ({ archivos: [path.resolve(given.needed('archivo.zip'))], si: given.flag('si') }),
    lines: ({ cuentas, apartado }) => [
      LABELS.broughtFromOtherPc.es,
      ...linesWithAddresses(cuentas),
      ...(apartado === null ? [] : [`Lo que había quedó guardado en ${apartado}`]),
      'Las claves que había se olvidaron. Fijate en las direcciones y poné el secreto de cada cuenta con «cuenta cambiar-clave».',
    ],
  }),
};
