import { AppError, isAppError, type ErrorCode } from '#contract/errors.ts';

/**
 * A login, or a renewal, that failed: nothing was asked yet. Its code is what it would be of any request, and says nothing of what was going to be
 * asked: a 404 here does not mean that a reconciliation is not there, nor an empty answer that a list has ended.
 */
class LoginFailure extends AppError {
  constructor(cause: AppError) {
    super(cause.code, { cause, detail: cause.detail, mensaje: cause.message });
  }
}

/** Runs a login; what the service, or the way to it, causes comes out as of the login. */
export async function asLogin<T>(login: () => Promise<T>): Promise<T> {
  try {
    return await login();
  } catch (error) {
    throw error instanceof AppError ? new LoginFailure(error) : error;
  }
}

export const isLoginFailure = (error: unknown): boolean => error instanceof LoginFailure;

/** A complete answer to a login that is no answer of a service: another one would be the same. One that was cut may come whole. */
export const isUnreadableLogin = (error: unknown): boolean =>
  isLoginFailure(error) && isAppError(error, 'RESPUESTA_INVALIDA') && error.detail['motivo'] !== 'cortada';

/** As `isAppError`, of what was asked and not of the login before it. */
export const isOfRequest = (error: unknown, ...codes: readonly ErrorCode[]): error is AppError =>
  isAppError(error, ...codes) && !isLoginFailure(error);
