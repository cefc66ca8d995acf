import type { Clock } from '#domain/clock.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { AccountDetail } from '#contract/settings.ts';
import type { FactStore } from './learned.ts';

const ACCEPTED = 'aceptada';
const REFUSED = 'rechazada';
type Facts = Pick<FactStore, 'get' | 'set'>;

/** Failures that say that the credential is not valid. */
export const REFUSALS_OF_CREDENTIAL = ['CREDENCIALES_RECHAZADAS', 'TOKEN_RECHAZADO', 'SESION_VENCIDA'] as const;
export type CredentialRefusal = (typeof REFUSALS_OF_CREDENTIAL)[number];

/** What the service last said of the credential of an account. It is kept with what was learnt of the server; it answers whether the account works. */
export type Accepted = ReturnType<typeof createAccepted>;

function forgetAccepted(facts: Facts): void {
  for (const key of [ACCEPTED, REFUSED]) if (facts.get(key) !== undefined) facts.set(key, '');
}

/** Keeps what each login of an open session comes to, whatever work it was for. */
export const createLoginNote =
  (facts: Facts, clock: Pick<Clock, 'now'>): ((refused: CredentialRefusal | null) => void) =>
  (refused) => {
    const now = civilDateTimeAt(clock.now());
    forgetAccepted(facts);
    if (refused === null) facts.set(ACCEPTED, now);
    else facts.set(REFUSED, `${refused} ${now}`);
  };

function readRefusal(text: string | undefined): AccountDetail['rechazada'] {
  const code = REFUSALS_OF_CREDENTIAL.find((each) => text?.startsWith(`${each} `));
  return code === undefined || text === undefined ? null : { codigo: code, cuando: text.slice(code.length + 1) };
}

/** `factsFor` opens the facts of an account. */
export const createAccepted = ({
  factsFor,
  clock,
}: {
  readonly factsFor: (accountId: string) => Promise<Facts>;
  readonly clock: Clock;
}) => ({
  /** The service accepted the credential now. */
  async note(id: string): Promise<void> {
    createLoginNote(await factsFor(id), clock)(null);
  },
  /** The service refused the credential now. */
  async refuse(id: string, code: CredentialRefusal): Promise<void> {
    createLoginNote(await factsFor(id), clock)(code);
  },
  /** There is no credential, or a new one that was not tried yet. */
  async forget(id: string): Promise<void> {
    forgetAccepted(await factsFor(id));
  },
  async show(id: string): Promise<Pick<AccountDetail, 'aceptada' | 'rechazada'>> {
    const facts = await factsFor(id);
    const when = facts.get(ACCEPTED);
    return { aceptada: when === undefined || when === '' ? null : when, rechazada: readRefusal(facts.get(REFUSED)) };
  },
});
