import type { Service } from '#service/index.ts';
import type { LearnedStore } from '#service/learned.ts';
import type { NewRefreshToken } from '#service/token/credentials.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { createClientFactory } from './client.ts';

type MakeClient = ReturnType<typeof createClientFactory>;

interface Asked {
  readonly cuentas: Accounts;
  readonly client: MakeClient;
  readonly nombre: string | undefined;
  readonly learned: LearnedStore;
  readonly watch: NonNullable<Parameters<MakeClient>[2]['watch']>;
  readonly signal: AbortSignal;
}

/** Makes a client for one probe. Every request is watched. Learnt facts are not kept; the refresh token of a login is. */
export async function connectProbe(asked: Asked): Promise<{ readonly account: Account; readonly service: Service }> {
  const { cuentas, client, nombre, learned, watch, signal } = asked;
  const account = await cuentas.choose(nombre);
  const credentials = await cuentas.credenciales.get(account, signal);
  const saving: Promise<void>[] = [];
  const onRefresh = (fresh: NewRefreshToken): void =>
    void saving.push(cuentas.credenciales.storeRefresh(account, fresh));
  const service = client(account, credentials, { learned, watch, onRefresh });
  const { signIn } = service.access;
  const enter = async (limit: AbortSignal): Promise<void> => {
    let isIn = false;
    await cuentas.credenciales.tryTyped(account, async () => {
      await signIn(limit);
      isIn = true;
    });
    if (!isIn) await signIn(limit);
    await Promise.all(saving);
  };
  return { account, service: { ...service, access: { ...service.access, signIn: enter } } };
}
