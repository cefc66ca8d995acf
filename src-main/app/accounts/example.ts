import type { Account } from './account.ts';

/** What the example account is called, in every host. */
export const EXAMPLE_ACCOUNT = 'Datos de ejemplo';

/** True for the account of the example, whose service is inside this program. */
export const isExample = ({ nombre, tipo, url, isFromEnvironment }: Account): boolean =>
  nombre === EXAMPLE_ACCOUNT && tipo === 'api' && !isFromEnvironment && /^http:\/\/127\.0\.0\.1:\d+$/.test(url);
