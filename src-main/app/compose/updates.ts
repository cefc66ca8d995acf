import { AppError, isAppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import { getPolicyFile, readPolicy, type Policy } from '#platform/policy.ts';
import { VERSION } from '#platform/version.ts';
import { parseBaseUrl } from '#service/transport/base-url.ts';
import type { Network } from '#service/transport/network.ts';
import type { Account } from '../accounts/account.ts';
import { isExample } from '../accounts/example.ts';
import { createOnce, type Once } from '../once.ts';
import type { Installer, Updates } from '../updates/index.ts';

/** The publisher of a program and the administrator's file. */
export interface Publisher {
  readonly feed?: string;
  readonly policyFile?: string;
  readonly version?: string;
  /** Certificate authorities for the feed and the service; by default, those of this PC. */
  readonly authorities?: () => readonly string[] | undefined;
}

interface Deps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly network: () => Promise<Network>;
  readonly installer: Installer | undefined;
  readonly publisher: Publisher;
  readonly chosen: () => Promise<boolean>;
  readonly onNotice: (text: string, said: Statement) => void;
  readonly onError: (error: unknown) => void;
}

interface ComposedUpdates {
  /** Reads the policy anew each time. Tells the person once if others than an administrator can write the file. */
  readonly readPolicy: () => Promise<Policy>;
  /** Throws for an account at another address than the policy's, as it was when an address was first checked. */
  readonly addressRule: Once<(account: Account) => void>;
  readonly createUpdates: () => Promise<Updates>;
}

/** The updates and the policy, over the real machine. */
export function composeUpdates(deps: Deps): ComposedUpdates {
  const { env, clock, publisher, onNotice } = deps;
  const { platform } = process;
  const file = publisher.policyFile ?? getPolicyFile({ env, platform });
  let told = false;

  async function read(): Promise<Policy> {
    const policy = await readPolicy(file, platform);
    if (policy.writableByOthers && !told) {
      told = true;
      tellTo(onNotice, 'politica_de_cualquiera', { nombre: policy.file });
    }
    return policy;
  }

  return {
    readPolicy: read,
    addressRule: createOnce(async () => {
      try {
        const { service } = await read();
        const fixed = service === undefined ? undefined : parseBaseUrl(service);
        return (account) => {
          // The example's service is inside this program.
          if (fixed === undefined || isExample(account) || parseBaseUrl(account.url) === fixed) return;
          throw new AppError('FIJADO_POR_POLITICA', { detail: { direccion: fixed, archivo: file } });
        };
      } catch (error) {
        if (!isAppError(error, 'POLITICA_INVALIDA')) throw error;
        // The policy cannot be read: local data can still be read, but nothing is sent, because the address may not be the allowed one.
        return (account) => {
          if (!isExample(account)) throw error;
        };
      }
    }),
    createUpdates: async () => {
      const [{ createUpdates }, { readLatest }, { RELEASE }] = await Promise.all([
        import('../updates/index.ts'),
        import('../updates/latest.ts'),
        import('../updates/release.ts'),
      ]);
      const { arch } = process;
      return createUpdates({
        clock,
        feed: publisher.feed ?? RELEASE.feed,
        version: publisher.version ?? VERSION,
        readLatest: (feed, signal) => readLatest(feed, { network: deps.network, clock, platform, arch }, signal),
        policy: read,
        chosen: deps.chosen,
        installer: deps.installer,
        onError: deps.onError,
      });
    },
  };
}
