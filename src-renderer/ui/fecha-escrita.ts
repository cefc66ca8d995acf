/** Days of each month of a year. */
const diasDe = (anio: number, mes: number): number => new Date(Date.UTC(anio, mes, 0)).getUTCDate();

/** A date as a person writes it here, `3/10/2026` with any separator or none between eight figures, or ISO: as `YYYY-MM-DD`. Undefined when it is not one. */
export function fechaEscrita(texto: string): string | undefined {
  const limpio = texto.trim();
  const match =
    /^(?<d>\d{1,2})[-/. ](?<m>\d{1,2})[-/. ](?<a>\d{4})$/.exec(limpio) ??
    /^(?<d>\d{2})(?<m>\d{2})(?<a>\d{4})$/.exec(limpio) ??
    /^(?<a>\d{4})-(?<m>\d{2})-(?<d>\d{2})$/.exec(limpio);
  if (match?.groups === undefined) return undefined;
  const { a = '', m = '', d = '' } = match.groups;
  const [anio, mes, dia] = [Number(a), Number(m), Number(d)];
  if (anio < 1900 || mes < 1 || mes > 12 || dia < 1 || dia > diasDe(anio, mes)) return undefined;
  return `${a}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
}
