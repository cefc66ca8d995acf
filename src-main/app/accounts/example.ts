import type { Cuenta } from './account.ts';

/** What the example account is called, in every host. */
export const EXAMPLE_ACCOUNT = 'Datos de ejemplo';

/** True for the account of the example, whose service is inside this program. */
export const isExample = ({ nombre, tipo, url, deEntorno }: Cuenta): boolean =>
  nombre === EXAMPLE_ACCOUNT && tipo === 'api' && !deEntorno && /^http:\/\/127\.0\.0\.1:\d+$/.test(url);
