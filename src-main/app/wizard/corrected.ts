import type { MethodParsed } from '#contract/inputs.ts';
import type { CorrectedValue, CorrectedValues } from '#contract/revision.ts';
import { getFileName } from '#domain/texts/language.ts';
import type { Account } from '../accounts/account.ts';
import type { Ledgers } from '../open/ledgers.ts';

interface Deps {
  readonly choose: (name: string | undefined) => Promise<Account>;
  readonly ledgers: Pick<Ledgers, 'openExisting'>;
}

/** The values of an upload that differ from its files; none where the ledger of this PC does not have the upload. */
export const createCorrected =
  ({ choose, ledgers }: Deps) =>
  async ({ cuenta, carga, limite }: MethodParsed<'cargas.corregidos'>): Promise<CorrectedValues> => {
    const chosen = await choose(cuenta);
    const ledger = await ledgers.openExisting(chosen);
    if (ledger?.upload(carga)?.cuenta !== chosen.id) return { total: 0, valores: [] };
    const values: CorrectedValue[] = [];
    let total = 0;
    for (const notice of ledger.readNotices(carga)) {
      const { fila, campo, columna, valor = '', arreglo = '', modo, archivo, hoja = null } = notice;
      if (notice.codigo !== 'CORREGIDO' || fila === null || !campo || modo === undefined) continue;
      total += 1;
      if (limite !== undefined && total > limite) continue;
      const place = { archivo: getFileName(archivo), hoja, fila, columna: columna ?? campo, campo };
      values.push({ ...place, antes: valor, despues: arreglo, modo });
    }
    return { total, valores: values };
  };
