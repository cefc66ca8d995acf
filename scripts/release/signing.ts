type Environment = Readonly<Record<string, string | undefined>>;

/** Which kinds of signing are possible with the keys in the environment, and a line for each part that will not be signed. */
export interface Signing {
  readonly windows: boolean;
  readonly mac: boolean;
  readonly notarised: boolean;
  readonly lines: { readonly windows: string; readonly mac: string; readonly notarised: string };
}

const has = (env: Environment, ...names: readonly string[]): boolean =>
  names.every((name) => env[name] !== undefined && env[name] !== '');

/** Reads electron-builder's variables for signing and notarisation. For Windows, reads the general variables if there are none for Windows. */
export function readSigning(env: Environment): Signing {
  const windows = has(env, 'WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD') || has(env, 'CSC_LINK', 'CSC_KEY_PASSWORD');
  const mac = has(env, 'CSC_LINK', 'CSC_KEY_PASSWORD') || has(env, 'CSC_NAME');
  const keys =
    has(env, 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER') ||
    has(env, 'APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID') ||
    has(env, 'APPLE_KEYCHAIN_PROFILE');
  const notarised = mac && keys;
  return {
    windows,
    mac,
    notarised,
    lines: {
      windows: windows
        ? 'Windows: se firma.'
        : 'Windows: SIN FIRMA (faltan WIN_CSC_LINK y WIN_CSC_KEY_PASSWORD). Windows va a avisar que no conoce al autor.',
      mac: mac
        ? 'macOS: se firma.'
        : 'macOS: SIN FIRMA de desarrollador (faltan CSC_LINK y CSC_KEY_PASSWORD). Se firma solo para poder probarlo.',
      notarised: notarised
        ? 'macOS: se notariza.'
        : 'macOS: NO SE NOTARIZA (faltan la firma o APPLE_API_KEY, APPLE_API_KEY_ID y APPLE_API_ISSUER). macOS no lo va a abrir con doble clic.',
    },
  };
}
