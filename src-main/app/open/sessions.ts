import type { Clock } from '#domain/clock.ts';
import type { DateWindow } from '#domain/civil-date.ts';
import { withAbort } from '#domain/shared-work.ts';
import { REVOKE_MS } from '../accounts/account-session.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Service } from '#service/index.ts';
import type { Credentials, NewRefreshToken } from '#service/token/session.ts';
import type { BadRow } from '#service/wire/rows.ts';

export interface Session {
  readonly cuenta: Account;
  readonly servicio: Service;
}

export type Sessions = ReturnType<typeof createSessions>;

interface Deps {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly create: (
    account: Account,
    credentials: Credentials,
    onRefresh: (fresh: NewRefreshToken) => void,
  ) => Promise<Service>;
  /** Called when a refresh token could not be stored, so that the person will have to log in again. */
  readonly onRefreshLost: (error: unknown) => void;
}

interface Opening {
  readonly session: Promise<Session>;
  /** Aborts the login when no caller waits for it any more. */
  readonly end: AbortController;
  waiting: number;
  isOpen: boolean;
}

export function createSessions({ accounts, clock, create, onRefreshLost }: Deps) {
  const open = new Map<string, Opening>();
  const pending = new Set<Promise<void>>();

  async function enter(account: Account, signal: AbortSignal): Promise<Session> {
    const credentials = await accounts.credenciales.get(account, signal);
    const keep = (fresh: NewRefreshToken): void => {
      const saving = accounts.credenciales.storeRefresh(account, fresh).catch(onRefreshLost);
      pending.add(saving);
      void saving.finally(() => pending.delete(saving)); // never rejects: a failure is reported by `onRefreshLost`
    };
    const service = await create(account, credentials, keep);
    await accounts.credenciales.tryTyped(account, () => service.access.signIn(signal));
    return { cuenta: account, servicio: service };
  }

  function forgetOpening(account: Account, opening: Opening): void {
    if (open.get(account.id) === opening) open.delete(account.id);
  }

  function begin(account: Account): Opening {
    const end = new AbortController();
    const opening: Opening = { session: enter(account, end.signal), end, waiting: 0, isOpen: false };
    open.set(account.id, opening);
    opening.session.then(
      () => (opening.isOpen = true),
      // The callers get the failure; here it only removes the opening, so that the next call logs in again.
      () => forgetOpening(account, opening),
    );
    return opening;
  }

  return {
    /** An account's session, shared in this process. `sinPreguntar`: throws `CLAVE_AUSENTE`, `SESION_VENCIDA` or `LLAVERO_NO_DISPONIBLE` instead of asking. */
    async open(
      name: string | undefined,
      signal: AbortSignal,
      { sinPreguntar = false }: { readonly sinPreguntar?: boolean | undefined } = {},
    ): Promise<Session> {
      const account = await accounts.choose(name);
      if (sinPreguntar && !open.has(account.id)) await accounts.credenciales.requireStored(account);
      signal.throwIfAborted();
      const opening = open.get(account.id) ?? begin(account);
      opening.waiting += 1;
      try {
        return await withAbort(opening.session, signal);
      } finally {
        opening.waiting -= 1;
        if (signal.aborted && opening.waiting === 0 && !opening.isOpen) {
          forgetOpening(account, opening);
          opening.end.abort(signal.reason);
        }
      }
    },
    /** Revokes the tokens of an account and ends its session, because its secret changed or is gone. */
    async forget(accountId: string): Promise<void> {
      const known = open.get(accountId);
      open.delete(accountId);
      const [session] = await Promise.allSettled([known?.session]);
      if (session?.status !== 'fulfilled' || session.value === undefined) return;
      await Promise.allSettled([session.value.servicio.access.revoke(clock.timeout(REVOKE_MS))]);
      await Promise.all(pending);
    },
    /** Revokes all tokens in use. If the service does not answer within a few seconds, the tokens are left to expire. */
    async close(): Promise<void> {
      const entered = await Promise.allSettled(Array.from(open.values(), ({ session }) => session));
      open.clear();
      const limit = clock.timeout(REVOKE_MS);
      await Promise.allSettled(
        entered.flatMap((session) =>
          session.status === 'fulfilled' ? [session.value.servicio.access.revoke(limit)] : [],
        ),
      );
      await Promise.all(pending);
    },
  };
}

/** Follows the requests of an account's client; a synchronisation does so while it runs. */
interface Listener {
  noteRequest(method: string): void;
  /** A row could not be read. `window`: the requested days, if the list has dates. Returns whether the row was stored. */
  noteQuarantined(method: string, row: BadRow, window: DateWindow | undefined): boolean;
}

export type Listeners = ReturnType<typeof createListeners>;

export function createListeners() {
  const listeners = new Map<string, Set<Listener>>();
  const listenersOf = (id: string): readonly Listener[] => [...(listeners.get(id) ?? [])];
  return {
    listen(accountId: string, listener: Listener): () => void {
      const own = listeners.get(accountId) ?? new Set();
      listeners.set(accountId, own.add(listener));
      return () => void own.delete(listener);
    },
    listenerOf: (accountId: string): Listener => ({
      noteRequest: (method) => {
        for (const each of listenersOf(accountId)) each.noteRequest(method);
      },
      noteQuarantined: (...row) =>
        listenersOf(accountId)
          .map((each) => each.noteQuarantined(...row))
          .some(Boolean),
    }),
  };
}
