/**
 * `CONCILIADOR_PRUEBA_MATAR=envio_en_curso:2` makes the process kill itself (SIGKILL) at that point with that many batches applied, so that
 * tests see what a kill leaves behind; `pagina_leida:7:3` does so the third time that it passes there. Without the variable nothing happens.
 */
export function createTestStop(
  env: Readonly<Record<string, string | undefined>>,
): ((name: string, tanda: number) => void) | undefined {
  const wanted = env['CONCILIADOR_PRUEBA_MATAR'];
  if (wanted === undefined) return undefined;
  const [place, batch, times = '1'] = wanted.split(':');
  let left = Number(times);
  return (name, tanda) => {
    if (name !== place || String(tanda) !== batch) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
}
