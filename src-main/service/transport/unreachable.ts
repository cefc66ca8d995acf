/** Why a service could not be reached, in words: an untrusted certificate, a proxy that blocks requests. */
import { AppError, isAppError } from '#contract/errors.ts';
import { PROXY_AT_CONSOLE, REASONS, type FailureWords } from '#domain/texts/failures.ts';
import type { Words } from '#domain/texts/language.ts';

const EXPIRED = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);
const OF_ANOTHER = new Set(['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH']);
/** OpenSSL's names for what is wrong with a chain of certificates. */
const UNKNOWN_AUTHORITY = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;

/** The kind of failure and its sentence; undefined for a mere lack of an answer. */
function wordsOf(
  code: string,
  cause: unknown,
  proxy: string | undefined,
): readonly [string, Words | FailureWords] | undefined {
  if (UNKNOWN_AUTHORITY.has(code)) return ['certificado_desconocido', REASONS.certificado_desconocido];
  if (EXPIRED.has(code)) return ['certificado_vencido', REASONS.certificado_vencido];
  if (OF_ANOTHER.has(code)) return ['certificado_ajeno', REASONS.certificado_ajeno];
  if (proxy === undefined) return undefined;
  const status = statusOf(cause);
  if (status === 407) return ['proxy_con_clave', PROXY_AT_CONSOLE.proxy_con_clave(proxy)];
  if (status !== undefined) return ['proxy_no_deja', PROXY_AT_CONSOLE.proxy_no_deja(proxy, status)];
  return ['proxy', PROXY_AT_CONSOLE.proxy(proxy)];
}

const CERTIFICATE = ['certificado_desconocido', 'certificado_vencido', 'certificado_ajeno'] as const;

/** An untrusted certificate is as wrong a second later, so it is reported at once without a retry. */
export const isWrongCertificate = (error: unknown): boolean =>
  isAppError(error, 'SIN_CONEXION') && CERTIFICATE.some((one) => one === error.detail['motivo']);

/** `cause`: the original error; `safe`: the same without secrets, to keep. */
export function toUnreachable(
  code: string,
  { cause, safe, proxy }: { cause: unknown; safe: Error; proxy: string | undefined },
): AppError {
  const [motivo, message] = wordsOf(code, cause, proxy) ?? [];
  return new AppError('SIN_CONEXION', {
    cause: safe,
    detail: { codigo: code, ...(motivo === undefined ? {} : { motivo }) },
    ...(message === undefined ? {} : { mensaje: message }),
  });
}
