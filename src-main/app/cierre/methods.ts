import { parseIsoDate } from '#domain/civil-date.ts';
import { VERSION } from '#platform/version.ts';
import { readUserName } from '#platform/machine.ts';
import type { Account } from '../accounts/account.ts';
import { readOnly, withLock, type MethodTable } from '../dispatch/dispatch.ts';
import type { ListWork } from '../home/unmatched.ts';
import { createOnce } from '../once.ts';
import type { Shared } from '../open/index.ts';
import type { CierreDeps } from './index.ts';

type Methods = 'cierre.ver' | 'cierre.cerrar' | 'cierre.reabrir' | 'cierre.contribuyentes' | 'cierre.responder';

/** `afterChange`: an account has another closed month, or another answer. */
export function createCierreMethods(
  shared: Shared,
  listWork: ListWork,
  afterChange: (account: Account) => Promise<void>,
): Pick<MethodTable, Methods> {
  const { accounts, caches, folder, clock } = shared;

  const findUnmatched: CierreDeps['findUnmatched'] = async (account, { desde, hasta }, signal) => {
    const { cupones = [] } = (await listWork(account, signal)) ?? {};
    return cupones
      .filter(({ cupon }) => {
        const day = parseIsoDate(cupon.fecha_venta ?? '') ?? '';
        return day >= desde && day <= hasta;
      })
      .map(({ cupon, importe }) => ({ establecimiento: cupon.establecimiento ?? null, importe: BigInt(importe) }));
  };

  const cierre = createOnce(async () => {
    const [{ createCierre }, { createWithData }] = await Promise.all([
      import('./index.ts'),
      import('../figures/adder.ts'),
    ]);
    return createCierre({
      accounts: await accounts(),
      withData: createWithData(await caches()),
      folder,
      clock,
      who: readUserName,
      version: VERSION,
      findUnmatched,
      afterChange,
    });
  });
  return {
    'cierre.ver': readOnly(async (input, context) => (await cierre()).show(input, context)),
    'cierre.cerrar': withLock(async (input, context) => (await cierre()).close(input, context)),
    'cierre.reabrir': withLock(async (input, context) => (await cierre()).reopen(input, context)),
    'cierre.contribuyentes': readOnly(async (input, context) => (await cierre()).listTaxpayers(input, context)),
    'cierre.responder': withLock(async (input, context) => (await cierre()).answer(input, context)),
  };
}
