// @ts-check

/**
 * Says that Ctrl-C ended a command before it began, as later ones are said (src-main/contract/errors.ts, `CANCELADO`).
 * @param {boolean} json
 * @param {() => void} [despues] once it has left the process
 */
export function decirCortado(json, despues) {
  const mensaje = 'Se detuvo a pedido. No se hizo nada todavía.';
  const documento = json ? `${JSON.stringify({ codigo: 'CANCELADO', mensaje })}\n` : '';
  process.stderr.write(`${mensaje}\n`, () => process.stdout.write(documento, despues));
}

/**
 * Ctrl-C while the program is still being loaded: nobody else listens yet, and without this it would end without a word.
 * @param {boolean} json
 * @returns {() => void} to call when somebody else listens
 */
export function atenderAntes(json) {
  const cortar = () => {
    decirCortado(json, () => process.exit(130));
  };
  process.on('SIGINT', cortar);
  process.on('SIGTERM', cortar);
  return () => {
    process.off('SIGINT', cortar);
    process.off('SIGTERM', cortar);
  };
}
