// @ts-check
import { readLanguage } from '../src-main/hosts/cli/terminal.js';

/**
 * Says that Ctrl-C ended a command before it began. The sentence begins like the one for a later Ctrl-C (src-main/domain/texts/failures.ts, `CANCELADO`).
 * @param {boolean} json
 * @param {() => void} [afterwards] called when the text has left the process
 */
export function tellInterrupted(json, afterwards) {
  const message =
    readLanguage(process.env) === 'es'
      ? 'Se detuvo a pedido. No se hizo nada todavía.'
      : 'It was stopped as you asked. Nothing was done yet.';
  const doc = json ? `${JSON.stringify({ codigo: 'CANCELADO', mensaje: message })}\n` : '';
  process.stderr.write(`${message}\n`, () => process.stdout.write(doc, afterwards));
}

/**
 * Answers Ctrl-C while the program is still being loaded, when no command listens yet.
 * @param {boolean} json
 * @returns {() => void} a function that stops listening; call it once the command itself listens
 */
export function listenEarly(json) {
  const cut = () => tellInterrupted(json, () => process.exit(130));
  process.on('SIGINT', cut);
  process.on('SIGTERM', cut);
  return () => {
    process.off('SIGINT', cut);
    process.off('SIGTERM', cut);
  };
}
