import { expect } from 'vitest';
import type { StatedDecision } from '#contract/decisions.ts';
import { aDownloaded, matched, PERIOD, SALES, sale, type Said, type TestAccount } from '../explanations/account.ts';

/** Fifty coupons that matched and the `others`, uploaded from here; `seq` 51 is the first of the others. */
export async function withUpload(others: readonly Said[]) {
  const account = await aDownloaded();
  const carga = await account.send([...matched(0, 50), ...others]);
  return { ...account, carga, at: (seq: number) => ({ carga, seq }) };
}

type Ref = { carga: string; seq: number } | { conciliacion: string; n: number };

export const aLink = (cupon: Ref, i: number, more: { tolerancia?: string; nota?: string } = {}) => ({
  tipo: 'vinculo' as const,
  cupones: [cupon],
  operaciones: [sale(i).id],
  tolerancia: '1',
  ...more,
});

export const explained = async (account: TestAccount, seq: number) => {
  const { cupones } = await account.explanations.explicar({});
  return cupones.find((cupon) => cupon.seq === seq) ?? expect.unreachable();
};

export const decisionOf = async (account: TestAccount, seq: number): Promise<StatedDecision | null> =>
  (await explained(account, seq)).decision;

export async function rename(account: TestAccount): Promise<void> {
  await account.loseCache();
  await account.download(
    SALES.map((operacion) => ({ ...operacion, id: `9${operacion.id}` })),
    PERIOD,
  );
}

export const decide = (
  account: TestAccount,
  ...decisiones: Parameters<TestAccount['decisions']['tomar']>[0]['decisiones']
) => account.decisions.tomar({ decisiones });

export const undo = (account: TestAccount, que: Parameters<TestAccount['decisions']['deshacer']>[0]['que']) =>
  account.decisions.deshacer({ que });
