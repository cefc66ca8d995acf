import { AppError, isAppError, type ErrorCode } from '#contract/errors.ts';

/**
 * A login, or a renewal, that failed before the request itself was sent. Its code says nothing about that request: a 404 here does not mean that a
 * reconciliation is missing, and an empty answer does not mean that a list has ended.
 */
class LoginFailure extends AppError {
  constructor(cause: AppError) {
    super(cause.code, { cause, detail: cause.detail, mensaje: cause.message });
  }
}

/** Runs a login. Failures of the service, or of the way to it, are marked as failures of the login. */
export async function asLogin<T>(login: () => Promise<T>): Promise<T> {
  try {
    return await login();
  } catch (error) {
    throw error instanceof AppError ? new LoginFailure(error) : error;
  }
}

export const isLoginFailure = (error: unknown): boolean => error instanceof LoginFailure;

/** Whether the answer to a login was complete and made no sense: asking again would give the same. An answer that was cut may come whole. */
export const isUnreadableLogin = (error: unknown): boolean =>
  isLoginFailure(error) && isAppError(error, 'RESPUESTA_INVALIDA') && error.detail['motivo'] !== 'cortada';

/** As `isAppError`, but only for failures of the request itself, not of the login before it. */
export const isOfRequest = (error: unknown, ...codes: readonly ErrorCode[]): error is AppError =>
  isAppError(error, ...codes) && !isLoginFailure(error);
