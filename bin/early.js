// @ts-check

/**
 * Says that Ctrl-C ended a command before it began, as later ones are said (src-main/contract/errors.ts, `CANCELADO`).
 * @param {boolean} json
 * @param {() => void} [afterwards] once it has left the process
 */
export function tellInterrupted(json, afterwards) {
  const mensaje = 'Se detuvo a pedido. No se hizo nada todavía.';
  const doc = json ? `${JSON.stringify({ codigo: 'CANCELADO', mensaje })}\n` : '';
  process.stderr.write(`${mensaje}\n`, () => process.stdout.write(doc, afterwards));
}

/**
 * Ctrl-C while the program is still being loaded: nobody else listens yet, and without this it would end without a word.
 * @param {boolean} json
 * @returns {() => void} to call when somebody else listens
 */
export function listenEarly(json) {
  const cut = () => {
    tellInterrupted(json, () => process.exit(130));
  };
  process.on('SIGINT', cut);
  process.on('SIGTERM', cut);
  return () => {
    process.off('SIGINT', cut);
    process.off('SIGTERM', cut);
  };
}
