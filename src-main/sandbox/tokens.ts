import { createHash } from 'node:crypto';
import type { Clock } from '#domain/clock.ts';
import { Rechazado } from './parametros.ts';
import type { Rasgos } from './rasgos.ts';

/** The account of a sandbox: both ways in lead to the same data. */
interface Credenciales {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly usuario: string;
  readonly clave: string;
}

const ACCESO_S = 3600;
const REFRESCO_S = 2_592_000;

interface Emitido {
  readonly token: string;
  readonly emitido: number;
  readonly vence: number;
}

/** A token that works now; for tests. */
export type TokenVivo = Emitido;

interface Fuente {
  readonly credenciales: Credenciales;
  readonly clock: Clock;
  readonly rasgos: Rasgos;
  readonly semilla: number;
}

/** Issues, renews and revokes tokens (API description, "Authentication"). They expire by the clock. */
export function crearTokens({ credenciales, clock, rasgos, semilla }: Fuente) {
  const accesos = new Map<string, Emitido>();
  const refrescos = new Map<string, Emitido>();
  /** Every access token ever issued: a login may come with an expired one. */
  const conocidos = new Set<string>();
  let emitidos = 0;

  const emitir = (duracionS: number): Emitido => {
    const token = createHash('sha256')
      .update(`${String(semilla)}:${String(++emitidos)}`)
      .digest('hex')
      .slice(0, 40);
    return { token, emitido: clock.now(), vence: clock.now() + duracionS * 1000 };
  };
  const emitirAcceso = (): Emitido => {
    if (rasgos.token_unico === 'si') accesos.clear();
    const emitido = emitir(ACCESO_S);
    accesos.set(emitido.token, emitido);
    conocidos.add(emitido.token);
    return emitido;
  };
  const acceso = (): object => ({ access_token: emitirAcceso().token, expires_in: ACCESO_S, token_type: 'basic' });
  const vive = (emitido: Emitido | undefined): boolean => emitido !== undefined && clock.now() < emitido.vence;

  /** The header on login and refresh, as `token_en_login` wants it. */
  const revisarCabecera = (token: string | undefined): void => {
    if (rasgos.token_en_login === 'ignora') return;
    if (token === undefined && rasgos.token_en_login === 'exige') throw new Rechazado(401, 'Falta X-Auth-Token');
    if (token !== undefined && !conocidos.has(token)) throw new Rechazado(401, 'X-Auth-Token desconocido');
  };

  return {
    vigente: (token: string | undefined): boolean => token !== undefined && vive(accesos.get(token)),
    /** POST /oauth/access_token: 401 for wrong credentials, 400 for another grant. */
    porCredenciales(autorizacion: string | undefined, grantType: string | undefined): object {
      const [esquema = '', codigo = ''] = (autorizacion ?? '').split(' ');
      const esperado = Buffer.from(`${credenciales.apiKey}:${credenciales.apiSecret}`).toString('base64');
      if (esquema.toLowerCase() !== 'basic' || codigo !== esperado) throw new Rechazado(401, 'Credenciales inválidas');
      if (grantType !== 'client_credentials') throw new Rechazado(400, 'grant_type inválido');
      return acceso();
    },
    /** POST /oauth/access_login. */
    porClave(usuario: string, clave: string, token: string | undefined): object {
      revisarCabecera(token);
      if (usuario !== credenciales.usuario || clave !== credenciales.clave) {
        throw new Rechazado(401, 'Usuario o clave inválidos');
      }
      const nuevo = emitirAcceso();
      const refresco = emitir(REFRESCO_S);
      refrescos.set(refresco.token, refresco);
      return {
        access_token: nuevo.token,
        expires_in: ACCESO_S,
        refresh_token: refresco.token,
        refresh_expires_in: REFRESCO_S,
        token_type: 'basic',
      };
    },
    /** POST /oauth/refresh_token: the refresh token is not consumed; 400 when it is expired or unknown. */
    refrescar(refresco: string, token: string | undefined): object {
      revisarCabecera(token);
      if (!vive(refrescos.get(refresco))) throw new Rechazado(400, 'refresh_token vencido o inexistente');
      return acceso();
    },
    revocar(token: string): void {
      accesos.delete(token);
    },
    vivos: (): readonly TokenVivo[] => [...accesos.values()].filter(vive),
    /** Ends a token before its time, or all of them; refresh tokens too if asked. For tests. */
    vencer(cuales: { acceso?: boolean; refresco?: boolean }): void {
      if (cuales.acceso === true) accesos.clear();
      if (cuales.refresco === true) refrescos.clear();
    },
  };
}
export type Tokens = ReturnType<typeof crearTokens>;
