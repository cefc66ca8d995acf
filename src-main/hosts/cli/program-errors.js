// @ts-check
/** @typedef {import('commander').CommanderError} CommanderError */

/** Commander's error codes, as a sentence for people. @param {CommanderError} error @returns {string} */
export function toSpanish(error) {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  switch (error.code) {
    case 'commander.unknownOption':
      // A group of commands takes none of its own: what is missing is the command.
      if (quoted === '--json') return 'Falta decir qué hacer.';
      return `La opción ${quoted} no existe.`;
    case 'commander.unknownCommand':
      return `El comando «${quoted}» no existe.`;
    case 'commander.missingArgument':
      return `Falta decir ${quoted}.`;
    case 'commander.missingMandatoryOptionValue':
      return `Falta la opción ${quoted}.`;
    case 'commander.optionMissingArgument':
      return `La opción ${quoted} necesita un valor.`;
    case 'commander.excessArguments':
      return 'Sobran argumentos.';
    case 'commander.conflictingOption':
      return 'Esas opciones no van juntas: elegí una.';
    case 'commander.invalidArgument':
      return `${quoted}: ${(error.message.split('. ').slice(1).join('. ') || 'el valor no sirve.').replace('Allowed choices are', 'tiene que ser uno de:')}`;
    default:
      return 'El comando no se entiende.';
  }
}
