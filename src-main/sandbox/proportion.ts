/** `rate` ten-thousandths of an amount in centavos, rounded half away from zero; the sign is that of the amount. */
export function takeProportion(centavos: number, rate: number): number {
  const value = Math.floor((Math.abs(centavos) * rate + 5000) / 10_000);
  return centavos < 0 ? -value : value;
}
