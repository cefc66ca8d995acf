// @ts-check
import { WRONG_VALUE, asValue, flagsInHelp } from './program-parts.js';

/** @typedef {import('commander').CommanderError} CommanderError */

/**
 * Commander's error as a Spanish sentence.
 * @param {CommanderError} error
 * @param {boolean} isOfGroup whether the call named a group of commands, and none of them
 * @returns {string}
 */
export function toSpanish(error, isOfGroup) {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  switch (error.code) {
    case 'commander.unknownOption':
      // A group of commands has no options of its own: the command is missing.
      if (isOfGroup && quoted === '--json') return 'Falta decir qué hacer.';
      return `La opción ${quoted} no existe.`;
    case 'commander.unknownCommand':
      return `El comando «${quoted}» no existe.`;
    case 'commander.missingArgument':
      return `Falta decir ${asValue(quoted)}.`;
    case 'commander.missingMandatoryOptionValue':
      return `Falta la opción ${flagsInHelp(quoted)}.`;
    case 'commander.optionMissingArgument':
      return `La opción ${flagsInHelp(quoted)} necesita un valor.`;
    case 'commander.excessArguments':
      return 'Sobran argumentos.';
    case 'commander.conflictingOption':
      return 'Esas opciones no van juntas: elegí una.';
    case WRONG_VALUE:
      return error.message;
    default:
      return 'El comando no se entiende.';
  }
}
