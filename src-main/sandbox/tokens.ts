import { createHash } from 'node:crypto';
import type { Clock } from '#domain/clock.ts';
import { Refusal } from './parameters.ts';
import type { Switches } from './switches.ts';

/** The credentials of the sandbox's only account; its API key and its user reach the same data. */
interface SandboxCredentials {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly usuario: string;
  readonly clave: string;
}

const ACCESS_S = 3600;
const REFRESH_S = 2_592_000;

export interface IssuedToken {
  readonly token: string;
  readonly vence: number;
}

interface Source {
  readonly credenciales: SandboxCredentials;
  readonly clock: Clock;
  readonly rasgos: Switches;
  readonly semilla: number;
}

export function createTokens({ credenciales, clock, rasgos, semilla }: Source) {
  const accesses = new Map<string, IssuedToken>();
  const refreshTokens = new Map<string, IssuedToken>();
  /** All access tokens ever issued: a login may carry an expired one in its header. */
  const known = new Set<string>();
  let count = 0;

  const issue = (durationS: number): IssuedToken => {
    const token = createHash('sha256')
      .update(`${String(semilla)}:${String(++count)}`)
      .digest('hex')
      .slice(0, 40);
    return { token, vence: clock.now() + durationS * 1000 };
  };
  const issueAccess = (): IssuedToken => {
    if (rasgos.token_unico === 'si') accesses.clear();
    const access = issue(ACCESS_S);
    accesses.set(access.token, access);
    known.add(access.token);
    return access;
  };
  const grantAccess = (): object => ({ access_token: issueAccess().token, expires_in: ACCESS_S, token_type: 'basic' });
  const isAlive = (issued: IssuedToken | undefined): boolean => issued !== undefined && clock.now() < issued.vence;

  const checkHeader = (token: string | undefined): void => {
    if (rasgos.token_en_login === 'ignora') return;
    if (token === undefined && rasgos.token_en_login === 'exige') throw new Refusal(401, 'Falta X-Auth-Token');
    if (token !== undefined && !known.has(token)) throw new Refusal(401, 'X-Auth-Token desconocido');
  };

  return {
    isCurrent: (token: string | undefined): boolean => token !== undefined && isAlive(accesses.get(token)),
    /** POST /oauth/access_token. Throws a 401 for wrong credentials and a 400 for another grant type. */
    issueForCredentials(autorizacion: string | undefined, grantType: string | undefined): object {
      const [scheme = '', code = ''] = (autorizacion ?? '').split(' ');
      const expected = Buffer.from(`${credenciales.apiKey}:${credenciales.apiSecret}`).toString('base64');
      if (scheme.toLowerCase() !== 'basic' || code !== expected) throw new Refusal(401, 'Credenciales inválidas');
      if (grantType !== 'client_credentials') throw new Refusal(400, 'grant_type inválido');
      return grantAccess();
    },
    login(user: string, key: string, token: string | undefined): object {
      checkHeader(token);
      if (user !== credenciales.usuario || key !== credenciales.clave) {
        throw new Refusal(401, 'Usuario o clave inválidos');
      }
      const fresh = issueAccess();
      const refreshed = issue(REFRESH_S);
      refreshTokens.set(refreshed.token, refreshed);
      return {
        access_token: fresh.token,
        expires_in: ACCESS_S,
        refresh_token: refreshed.token,
        refresh_expires_in: REFRESH_S,
        token_type: 'basic',
      };
    },
    /** POST /oauth/refresh_token. The refresh token stays valid. Throws a 400 if it is expired or unknown. */
    refresh(refreshed: string, token: string | undefined): object {
      checkHeader(token);
      if (!isAlive(refreshTokens.get(refreshed))) throw new Refusal(400, 'refresh_token vencido o inexistente');
      return grantAccess();
    },
    revoke(token: string): void {
      accesses.delete(token);
    },
    findLive: (): readonly IssuedToken[] => [...accesses.values()].filter(isAlive),
    expire: (): void => accesses.clear(),
  };
}
export type Tokens = ReturnType<typeof createTokens>;
