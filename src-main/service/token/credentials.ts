import type { Instant } from '#domain/clock.ts';

/**
 * The two kinds of credentials (docs/architecture.md, "Accounts"). The password is never stored, only the refresh token: so a stored account has no
 * `clave`.
 */
export type Credentials =
  | { readonly tipo: 'api'; readonly apiKey: string; readonly apiSecret: string }
  | {
      readonly tipo: 'usuario';
      readonly usuario: string;
      readonly clave?: string;
      readonly refreshToken?: string;
      /** When the refresh token stops working; unknown counts as still working. */
      readonly refreshTokenExpira?: Instant;
    };

/** A refresh token that a login gave: the caller stores it where secrets go. */
export interface NewRefreshToken {
  readonly refreshToken: string;
  readonly expiresAt: Instant;
}
