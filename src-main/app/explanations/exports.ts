import type { ExplainedCupon } from '#contract/explanations.ts';
import type { Clock } from '#domain/clock.ts';
import { toCanonicalText } from '#domain/cupon.ts';
import type { CuponRow } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { Ledgers } from '../open/ledgers.ts';
import { findSheets } from '../uploaded/sheets.ts';
import type { Explanations } from './methods.ts';
import type { Scopes } from './scope.ts';

interface Deps extends Pick<Explanations, 'explicar' | 'faltantes'> {
  readonly choose: (name: string | undefined) => Promise<Account>;
  readonly ledgers: Ledgers;
  readonly ledgerUploads: Scopes['ledgerUploads'];
  readonly clock: Clock;
}

/** The explanations, and the operations without a coupon, as workbooks. */
export function createExports({
  choose,
  ledgers,
  ledgerUploads,
  clock,
  explicar,
  faltantes,
}: Deps): Pick<Explanations, 'exportar' | 'exportar_faltantes'> {
  const toWriteOptions = (account: Account, destination: string, { signal, onProgress }: MethodContext) => ({
    signal,
    now: clock.now(),
    destination,
    cuenta: account.nombre,
    onProgress: (done: number, total: number) => {
      onProgress({ fase: 'informe', hecho: done, total });
    },
  });
  return {
    async exportar({ cuenta: name, exportar, cupones: wanted, cuales = [], causa, pantalla }, context) {
      const account = await choose(name);
      const doc = await explicar({ cuenta: name }, context);
      const { pickCupones, writeQueue } = await import('./export.ts');
      const cupones = pickCupones(doc, wanted);
      const causes = causa === undefined ? doc.causas : doc.causas.slice(causa, causa + 1);
      const ledger = await ledgers.openExisting(account);
      const unnumbered = (await ledgerUploads(account)).filter(({ conciliacion }) => conciliacion === null);
      // A coupon of an upload that never got a number is found by its own number, its row and its text.
      const uploadOf = ({ conciliacion, seq, fila, cupon }: ExplainedCupon): string | null => {
        if (conciliacion !== null) return ledger?.uploadOf(account.id, conciliacion) ?? null;
        if (seq === null) return null;
        const isTheirs = (sent: CuponRow | undefined) => sent?.fila === fila && sent.texto === toCanonicalText(cupon);
        return unnumbered.find(({ carga }) => isTheirs(ledger?.cupon(carga, seq)))?.carga ?? null;
      };
      const sheets = findSheets(
        ledger,
        cupones.map((one) => ({ ...one, carga: uploadOf(one) })),
      );
      const exported = await writeQueue(
        { ...doc, cupones, causas: causes },
        { what: cuales, sheets, pantalla },
        toWriteOptions(account, exportar, context),
      );
      return { exportado: exported, filas: cupones.length };
    },

    async exportar_faltantes({ cuenta: name, exportar, ...days }, context) {
      const account = await choose(name);
      const doc = await faltantes({ cuenta: name, ...days }, context);
      const { writeGap } = await import('./export.ts');
      return {
        exportado: await writeGap(doc, days, toWriteOptions(account, exportar, context)),
        filas: doc.resumen.length,
      };
    },
  };
}
