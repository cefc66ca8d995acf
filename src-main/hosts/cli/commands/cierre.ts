import type { CierreDocument } from '#contract/cierre.ts';
import { exitCodeOf } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { describePoint } from '#domain/texts/cierre.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { formatNumber, type Choose } from '#domain/texts/language.ts';
import { formatTable, toLines, writePesos } from '../format.ts';
import { ask, type Command } from '../command.ts';
import { type Given, inputOf, refuse, resolveOutputFile, resolveOutputFolder } from '../reading.ts';

const STATES_IN_ENGLISH: Readonly<Record<CierreDocument['estado'], string>> = { abierto: 'open', cerrado: 'closed' };
const sayWrittenTo = (file: string, say: Choose): string => say(`Quedó escrito ${file}.`, `${file} was written.`);

export function listLines(doc: CierreDocument, { say }: Pick<Given, 'say'>): readonly string[] {
  const language = say('es', 'en');
  const { periodo, razonSocial, cuit, estado, abiertos, archivo, asiento, saldos, ajustes } = doc;
  const open = abiertos.map(({ clave, cuantos, importe }) => [
    describePoint(clave, language),
    formatNumber(cuantos),
    importe === null ? '' : writePesos(importe),
  ]);
  return toLines([
    say(
      `Cierre de ${periodo}, ${razonSocial} (CUIT ${cuit}): ${estado}.`,
      `Closing of ${periodo}, ${razonSocial} (CUIT ${cuit}): ${STATES_IN_ENGLISH[estado]}.`,
    ),
    ...(open.length === 0
      ? [estado === 'cerrado' ? LABELS.nothingWasOpen[language] : say('No queda nada abierto.', 'Nothing is open.')]
      : [`${LABELS[estado === 'cerrado' ? 'whatWasOpen' : 'whatIsOpen'][language]}:`, ...formatTable(open)]),
    ...formatTable([
      ['', say('A liquidar', 'To be settled'), say('A cobrar', 'To be collected')],
      ...saldos.procesadores.map(({ procesador, aLiquidar, aCobrar }) => [
        procesador,
        writePesos(aLiquidar),
        writePesos(aCobrar),
      ]),
    ]),
    ajustes.length > 0 && `${LABELS.adjustmentsOfClosed[language]}: ${formatNumber(ajustes.length)}.`,
    archivo !== null && sayWrittenTo(archivo, say),
    asiento !== null && sayWrittenTo(asiento, say),
    estado === 'abierto' &&
      abiertos.length > 0 &&
      say(
        'No se escribió el libro. Resolvé lo que queda abierto, o cerrá el mes con --motivo.',
        'The book was not written. Settle what is open, or close the month with --motivo.',
      ),
  ]);
}

const inputOfMonth = <M extends 'cierre.ver' | 'cierre.cerrar'>(given: Given, ...without: readonly string[]) => ({
  ...inputOf<M>(given, 'salida', 'reabrir', ...without),
  salida: resolveOutputFolder(given.text('salida') ?? '.'),
});
const showMonth = ask('cierre.ver', {
  input: (given) => inputOfMonth(given, 'motivo'),
  lines: listLines,
  exit: ({ estado, abiertos }) => (estado === 'abierto' && abiertos.length > 0 ? exitCodeOf('DECISION_NECESARIA') : 0),
});
const closeMonth = ask('cierre.cerrar', {
  input: (given) => inputOfMonth<'cierre.cerrar'>(given),
  lines: listLines,
});
const reopenMonth = ask('cierre.reabrir', {
  input: (given) => inputOf<'cierre.reabrir'>(given, 'reabrir', 'salida', 'retenciones', 'convenio'),
  lines: listLines,
});

const showOrCloseMonth: Command = async (given, environment) => {
  if (!given.flag('reabrir')) return (given.text('motivo') === undefined ? showMonth : closeMonth)(given, environment);
  if (given.text('motivo') === undefined) throw refuse(USAGE.reopenWithoutReason);
  return reopenMonth(given, environment);
};

function splitPair(given: Given): readonly [key: string, value: string] {
  const text = given.needed('par');
  const place = text.lastIndexOf('=');
  if (place < 1) throw refuse(USAGE.notAPair(text));
  return [text.slice(0, place).trim(), text.slice(place + 1).trim()];
}

const answer = (inputOf: (given: Given) => Omit<MethodInput<'cierre.responder'>, 'cuenta'>): Command =>
  ask('cierre.responder', {
    input: (given) => ({ ...given.texts('cuenta'), ...inputOf(given) }),
    lines: ({ guardados }, { say }) => [
      guardados === 1
        ? say('Quedó guardada la respuesta.', 'The answer was kept.')
        : say(
            `Quedaron guardadas ${formatNumber(guardados)} respuestas.`,
            `${formatNumber(guardados)} answers were kept.`,
          ),
    ],
  });

const answerCuit = answer((given) => {
  const [de, cuit] = splitPair(given);
  return { cuits: [{ de, cuit }] };
});
const listTaxpayers = ask('cierre.contribuyentes', {
  lines: ({ contribuyentes, sinDeterminar }, { say }) => [
    ...formatTable(contribuyentes.map(({ cuit, razonSocial }) => [cuit, razonSocial])),
    sinDeterminar.length > 0 && `${describePoint('cuit', say('es', 'en'))}:`,
    ...formatTable(
      sinDeterminar.map(({ comercio, establecimiento, filas }) => [
        comercio ?? '',
        establecimiento ?? '',
        formatNumber(filas),
      ]),
    ),
  ],
});

export const CIERRE: Readonly<Record<string, Command>> = {
  cierre: showOrCloseMonth,
  'cuenta cuit': (given, environment) =>
    (given.text('par') === undefined ? listTaxpayers : answerCuit)(given, environment),
  'cuenta plan': answer((given) => ({ plan: resolveOutputFile(given.needed('archivo')) })),
  'cuenta iibb': answer((given) => {
    const [texto, jurisdiccion] = splitPair(given);
    return { jurisdicciones: [{ texto, jurisdiccion }] };
  }),
  'cuenta agente': answer((given) => {
    const [agente, procesador] = splitPair(given);
    return { agentes: [{ agente, procesador }] };
  }),
};
