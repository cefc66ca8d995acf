import { UNSEEN_REASONS, type TriedMethod, type TriedService } from '#contract/probe.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { withApp } from '../application.ts';
import { getOptionalArgument, hasFlag, pickGiven, getExitCode, getTextOption, type Command } from '../command.ts';
import { formatCount, formatTable } from '../format.ts';
import { resolveOutputFile } from '../output.ts';

/** `cuenta probar` (docs/cli.md); with `--informe`, how the service answers each method. */
export const testAccount: Command = (request, environment) => {
  const account = getOptionalArgument(request, 0) ?? getTextOption(request, 'cuenta');
  const report = getTextOption(request, 'informe');
  return withApp(environment, async (app) => {
    const asked = pickGiven({ cuenta: account, informe: report === undefined ? undefined : resolveOutputFile(report) });
    const withUpload = hasFlag(request, 'conCarga');
    if (withUpload || report !== undefined) {
      const tried = withUpload
        ? await app.call('cuentas.probar_con_carga', { ...asked, si: hasFlag(request, 'si') })
        : await app.call('cuentas.probar_servicio', asked);
      environment.consola.showResult(tried, () => toLines(tried));
      return getExitCode(tried);
    }
    const test = await app.call('cuentas.probar', pickGiven({ cuenta: account }));
    environment.consola.showResult(test, () => [
      `La cuenta ${test.nombre} funciona. Comercios: ${String(test.comercios.length)}.`,
      ...formatTable(test.comercios.map((comercio) => [`  ${comercio.id}`, comercio.nombre])),
    ]);
    return 0;
  });
};

const RESULTS: Readonly<Record<TriedMethod['resultado'], string>> = {
  descripto: 'como se describe',
  distinto: 'DISTINTO de lo descripto',
  falla: 'FALLÓ',
  sin_pedir: 'sin pedir',
};

const toLines = ({ metodos, puntos, codigo, mensaje, carga, informe }: TriedService): readonly string[] => [
  ...(mensaje === undefined ? [] : [`${mensaje} (${codigo ?? ''})`]),
  ...formatTable(
    metodos.map(({ metodo, resultado: result, filas, codigo: failure, diferencias }) => [
      `  ${metodo}`,
      RESULTS[result],
      formatCount(filas, ['fila', 'filas']),
      [failure ?? '', ...diferencias.map(({ campo, esperado, vino }) => `${campo}: ${esperado}; vino ${vino}`)]
        .filter((said) => said !== '')
        .join(' · '),
    ]),
  ),
  'Lo que la descripción deja abierto y se vio:',
  ...formatTable(puntos.flatMap(({ rasgo, visto: seen }) => (seen === null ? [] : [[`  ${rasgo}`, seen]]))),
  'Lo que no se vio:',
  ...formatTable(
    puntos.flatMap(({ rasgo, motivo }) => (motivo === null ? [] : [[`  ${rasgo}`, UNSEEN_REASONS[motivo]]])),
  ),
  ...(carga?.estado === 'borrada' ? [LABELS.trialDeleted.es] : []),
  ...(informe === null ? [] : [reportedIn(informe)]),
];
const reportedIn = (report: string): string =>
  `El informe quedó en ${report}. No tiene secretos, nombres, importes ni números de tarjeta: se puede mandar a soporte.`;
