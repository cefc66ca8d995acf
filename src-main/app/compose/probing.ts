import type { Service } from '#service/index.ts';
import type { LearnedStore } from '#service/learned.ts';
import type { RefreshTokenNuevo } from '#service/token/credentials.ts';
import type { Cuenta } from '../accounts/account.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import type { fabricaDeClientes } from './cliente.ts';

type MakeClient = ReturnType<typeof fabricaDeClientes>;

interface Asked {
  readonly cuentas: Cuentas;
  readonly cliente: MakeClient;
  readonly nombre: string | undefined;
  readonly learned: LearnedStore;
  readonly watch: NonNullable<Parameters<MakeClient>[2]['watch']>;
  readonly signal: AbortSignal;
}

/** A client of its own for a probe: every request is watched, and what is learnt is not kept. A refresh token that a login gives is. */
export async function connectProbe(asked: Asked): Promise<{ readonly cuenta: Cuenta; readonly service: Service }> {
  const { cuentas, cliente, nombre, learned, watch, signal } = asked;
  const cuenta = await cuentas.elegir(nombre);
  const credentials = await cuentas.credenciales.obtener(cuenta, signal);
  const saving: Promise<void>[] = [];
  const onRefresh = (nuevo: RefreshTokenNuevo): void =>
    void saving.push(cuentas.credenciales.guardarRefresh(cuenta, nuevo));
  const service = cliente(cuenta, credentials, { learned, watch, onRefresh });
  const { entrar } = service.acceso;
  const enter = async (limit: AbortSignal): Promise<void> => {
    let isIn = false;
    await cuentas.credenciales.probarEscrita(cuenta, async () => {
      await entrar(limit);
      isIn = true;
    });
    if (!isIn) await entrar(limit);
    await Promise.all(saving);
  };
  return { cuenta, service: { ...service, acceso: { ...service.acceso, entrar: enter } } };
}
