/** Why a service could not be reached, in words: a certificate that is not believed, a proxy that does not let through. */
import { AppError } from '#contract/errors.ts';

const EXPIRED = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);
const OF_ANOTHER = new Set(['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH']);
/** As OpenSSL names what it finds of a chain of certificates. */
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

/** The kind of failure and its sentence; undefined where no more is known than that nobody answered. */
function wordsOf(codigo: string, cause: unknown, proxy: string | undefined): readonly [string, string] | undefined {
  if (UNKNOWN_AUTHORITY.has(codigo))
    return [
      'certificado_desconocido',
      'El certificado del servicio es de una autoridad que esta PC no conoce. No se mandó nada. Si la red de tu oficina revisa las conexiones, pedile a quien la lleva que instale su certificado en esta PC; si no, avisá al servicio.',
    ];
  if (EXPIRED.has(codigo))
    return [
      'certificado_vencido',
      'El certificado del servicio está vencido, o todavía no vale. No se mandó nada. Revisá la fecha y la hora de esta PC; si están bien, avisá al servicio.',
    ];
  if (OF_ANOTHER.has(codigo))
    return [
      'certificado_ajeno',
      'El certificado que llegó es de otra dirección, no de la de la cuenta. No se mandó nada. Revisá la dirección; si está bien, avisá a quien lleva la red.',
    ];
  if (proxy === undefined) return undefined;
  const status = statusOf(cause);
  if (status === 407)
    return [
      'proxy_con_clave',
      `El proxy de esta PC (${proxy}) pide usuario y clave. No se mandó nada. Ponelos en HTTPS_PROXY, o pedile a quien lleva la red que deje pasar a Conciliador.`,
    ];
  if (status !== undefined)
    return [
      'proxy_no_deja',
      `El proxy de esta PC (${proxy}) no dejó llegar al servicio: respondió ${String(status)}. No se mandó nada. Pedile a quien lleva la red que permita la dirección de la cuenta.`,
    ];
  return [
    'proxy',
    `No se pudo llegar al servicio, y esta PC sale a la red por un proxy (${proxy}). Lo hecho hasta acá quedó guardado. Revisá la conexión y el proxy, y probá de nuevo.`,
  ];
}

/** `cause`: what the connection ended with; `safe`: the same, as may be kept. */
export function unreachable(
  codigo: string,
  { cause, safe, proxy }: { cause: unknown; safe: Error; proxy: string | undefined },
): AppError {
  const [motivo, mensaje] = wordsOf(codigo, cause, proxy) ?? [];
  return new AppError('SIN_CONEXION', {
    cause: safe,
    detail: { codigo, ...(motivo === undefined ? {} : { motivo }) },
    ...(mensaje === undefined ? {} : { mensaje }),
  });
}
