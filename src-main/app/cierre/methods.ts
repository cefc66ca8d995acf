import { civilDateAt, parseIsoDate } from '#domain/civil-date.ts';
import { VERSION } from '#platform/version.ts';
import { readUserName } from '#platform/user-name.ts';
import { readOnly, withLock, type MethodTable } from '../dispatch/dispatch.ts';
import { createOnce } from '../once.ts';
import type { Shared } from '../open/index.ts';
import type { CierreDeps } from './index.ts';

type Methods = 'cierre.ver' | 'cierre.cerrar' | 'cierre.reabrir' | 'cierre.contribuyentes' | 'cierre.responder';

export function createCierreMethods(shared: Shared): Pick<MethodTable, Methods> {
  const { accounts, caches, ledgers, results, folder, clock } = shared;

  const findUnmatched: CierreDeps['findUnmatched'] = async (account, { desde, hasta }) => {
    const [{ outcomesOf }, { listUnmatched }, { listResting }] = await Promise.all([
      import('../uploaded/uploads.ts'),
      import('../home/unmatched.ts'),
      import('../home/decided.ts'),
    ]);
    const [ledger, kept] = [
      await (await ledgers()).openExisting(account),
      await (await results()).openExisting(account),
    ];
    if (ledger === undefined && kept === undefined) return [];
    const sources = { ledger, results: kept };
    const resting = listResting(ledger, {
      cache: folder.accountFolder(account.id).cache,
      hoy: civilDateAt(clock.now()),
    });
    return listUnmatched(sources, outcomesOf(sources, account.id))
      .filter(({ cupon, repeated, sale = '' }) => {
        const day = parseIsoDate(cupon.fecha_venta ?? '') ?? '';
        return !repeated && !resting.has(sale) && day >= desde && day <= hasta;
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
