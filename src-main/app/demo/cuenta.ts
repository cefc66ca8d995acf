import type { Cuenta } from '../accounts/account.ts';

/** What the example account is called, in every host. */
export const CUENTA_DE_EJEMPLO = 'Datos de ejemplo';

/** True for the account of the example, whose service is inside this program. */
export const esDeEjemplo = ({ nombre, tipo, url, deEntorno }: Cuenta): boolean =>
  nombre === CUENTA_DE_EJEMPLO && tipo === 'api' && !deEntorno && /^http:\/\/127\.0\.0\.1:\d+$/.test(url);
