/**
 * `CONCILIADOR_PRUEBA_MATAR=envio_en_curso:2`: the process ends itself with SIGKILL at that point of that batch, so that tests see what a kill
 * leaves behind. Without the variable there is nothing.
 */
export function paradaDePrueba(
  env: Readonly<Record<string, string | undefined>>,
): ((name: string, tanda: number) => void) | undefined {
  const wanted = env['CONCILIADOR_PRUEBA_MATAR'];
  if (wanted === undefined) return undefined;
  return (name, tanda) => {
    if (`${name}:${String(tanda)}` === wanted) process.kill(process.pid, 'SIGKILL');
  };
}
