import type { Sought } from '../candidates/keys.ts';
import { DAYS_AROUND } from '../levels/fecha.ts';
import { ROUNDING } from '../levels/importe.ts';
import type { BrandsOf } from '../comparisons.ts';
import type { Frequencies } from './frequencies.ts';
import { setEvidence, type Evidence, placesOf } from './layout.ts';
import { createSharedEvidence } from './shared-evidence.ts';
import { createVoucherEvidence } from './voucher-evidence.ts';

/** Chance that a random authorisation is a given one, besides the operations that have it. */
const ANY_CODE = 1e-6;
/** The same for a wallet reference, which is longer. */
const ANY_REFERENCE = 1e-8;
/** The same for a day, as if there were sixty. */
const ANY_DAY = 1 / 60;
/** The same for the last four digits: there are ten thousand. */
const ANY_LAST_FOUR = 1 / 10_000;
/** A code of six characters has some two hundred others one slip away. */
const ONE_LETTER = 1 / 200;
/** The days of the level `hasta_tres`; the days next to the coupon's have levels of their own. */
const UP_TO_DAYS_AROUND = Array.from({ length: DAYS_AROUND - 1 }, (_, i) => i + 2).flatMap((days) => [-days, days]);

/** Writes the evidence of coupons, one after the other. */
export function createEvidenceMeter(frequencies: Frequencies, brandsOf: BrandsOf) {
  const { amounts, days } = frequencies;
  const voucher = createVoucherEvidence(frequencies);
  const shared = createSharedEvidence(frequencies, brandsOf);
  const [importeAt, dateAt, tarjetaAt] = [placesOf('importe'), placesOf('fecha'), placesOf('tarjeta')];
  const [autorizacionAt, referenciaAt] = [placesOf('autorizacion'), placesOf('referencia')];
  const [cuotasAt, binAt] = [placesOf('cuotas'), placesOf('bin')];

  function addImporte({ amount }: Sought, into: Evidence): void {
    const same = amounts.of(amount);
    const centavo = amounts.anyCentavo(amount);
    setEvidence(into, importeAt('igual'), 1, same);
    setEvidence(into, importeAt('centavo'), 1 / 2, (amounts.of(amount + ROUNDING) + amounts.of(amount - ROUNDING)) / 2);
    setEvidence(into, importeAt('por_100'), 1, amount % 100 === 0 ? amounts.of(amount / 100) : 0);
    setEvidence(into, importeAt('dividido_100'), 1, amounts.of(amount * 100));
    setEvidence(into, importeAt('una_cuota'), 1 / 2, centavo);
    setEvidence(into, importeAt('neto'), 1 / 2, centavo);
    setEvidence(into, importeAt('traspuesto'), 1 / 4, same);
    setEvidence(into, importeAt('signo'), 1, amounts.of(-amount));
    // A near amount, or any other one, counts as drawn from the amounts of the operations.
    setEvidence(into, importeAt('cerca'), same / amounts.near(amount), same);
    setEvidence(into, importeAt('otro'), same, same);
  }

  function addDate({ days: said }: Sought, into: Evidence): void {
    const { day } = said;
    const around = UP_TO_DAYS_AROUND.reduce((sum, away) => sum + days.of(day + away), 0);
    const years = said.otherYears.reduce((sum, other) => sum + days.of(other), 0);
    const any = (days.of(day) + ANY_DAY) / 2;
    setEvidence(into, dateAt('igual'), 1, days.of(day));
    setEvidence(into, dateAt('presentacion'), 1, days.of(day - 1));
    setEvidence(into, dateAt('dia_despues'), 1, days.of(day - 1));
    setEvidence(into, dateAt('dia_antes'), 1, days.of(day + 1));
    setEvidence(into, dateAt('hasta_tres'), 1 / UP_TO_DAYS_AROUND.length, around / UP_TO_DAYS_AROUND.length);
    setEvidence(into, dateAt('dia_y_mes'), 1, said.swapped < 0 ? 0 : days.of(said.swapped));
    setEvidence(into, dateAt('otro_anio'), 1 / 3, years / 3);
    setEvidence(into, dateAt('otra'), any, any);
  }

  function addTarjeta({ lastFour }: Sought, into: Evidence): void {
    const same = frequencies.lastFour(lastFour);
    const any = (same + ANY_LAST_FOUR) / 2;
    setEvidence(into, tarjetaAt('igual'), 1, same);
    setEvidence(into, tarjetaAt('un_digito'), 1 / 36, same);
    setEvidence(into, tarjetaAt('traspuesto'), 1 / 3, same);
    setEvidence(into, tarjetaAt('del_bin'), 1 / 2, frequencies.inBin(lastFour) / 2);
    setEvidence(into, tarjetaAt('otra'), any, any);
  }

  /** `others`: the share of the other operations with the value. */
  function addIdentifier(
    into: Evidence,
    placeOf: (level: 'igual' | 'una_letra' | 'otra') => number,
    { others, any }: { readonly others: number; readonly any: number },
  ): void {
    const same = others + any;
    setEvidence(into, placeOf('igual'), 1, same);
    setEvidence(into, placeOf('una_letra'), ONE_LETTER, any);
    setEvidence(into, placeOf('otra'), same, same);
  }

  /** A field with few values: *u* is the share of the value. */
  function oneOfFew(into: Evidence, placeOf: (level: 'igual' | 'otra') => number, share: number): void {
    setEvidence(into, placeOf('igual'), 1 / share, 1);
    setEvidence(into, placeOf('otra'), 1 / Math.max(0.01, 1 - share), 1);
  }

  return (cupon: Sought, into: Evidence): void => {
    addImporte(cupon, into);
    addDate(cupon, into);
    voucher(cupon, into);
    addTarjeta(cupon, into);
    shared(cupon, into);
    addIdentifier(into, autorizacionAt, { others: frequencies.authorisation(cupon.authorisation), any: ANY_CODE });
    addIdentifier(into, referenciaAt, { others: frequencies.reference(cupon.reference), any: ANY_REFERENCE });
    oneOfFew(into, cuotasAt, frequencies.instalments(Math.max(0, cupon.instalments)));
    oneOfFew(into, binAt, frequencies.bin(cupon.bin));
  };
}
